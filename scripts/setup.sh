# shellcheck shell=bash
# Sourced by ./run, ./test and .ci/run: installs what is missing, configures and builds, and
# knows the chapters by their numbers. It speaks on stderr only, so that a chapter's output can be
# sent to a file.

# What a build needs beside a compiler, CMake and Ninja.
preset=release
libraries=(libboost-program-options-dev)
boost_headers=(program_options)
project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$project/build/release

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
on_debian() { have apt-get && have dpkg-query; }
has_hangul_font() { fc-list :lang=ko family 2>/dev/null | grep -q .; }
has_package() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

has_compiler() { # CXX may begin with a launcher: "ccache g++"
    if [[ -n ${CXX:-} ]]; then have "${CXX%% *}"; else have c++ || have g++ || have clang++; fi
}

# find_chapter WORD NAME...: the name that WORD means. 5, 05, scaling and 04_scaling are the same.
find_chapter() {
    local word=$1 name
    for name in "${@:2}"; do
        if [[ $word == "$name" || $word == "${name#*_}" ]] ||
            { [[ $word =~ ^[0-9]{1,2}$ ]] && ((10#$word == 10#${name%%_*})); }; then
            printf '%s' "$name"
            return
        fi
    done
    return 1
}

install_packages() {
    local root=env
    if [[ $(id -u) != 0 ]]; then
        root=sudo
        { have sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; } ||
            die "Only root can install what is missing, and there is no sudo here. The command on Debian and Ubuntu:
    apt-get update && apt-get install -y --no-install-recommends $*"
    fi
    say "Installing with apt: $*"
    # An update that fails may be another archive's trouble: the installation will tell. dpkg may
    # have been stopped half-way the last time.
    # shellcheck disable=SC2016
    "$root" bash -c '
        export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
        dpkg --configure -a
        apt-get -q update
        apt-get -q install -y --no-install-recommends -o DPkg::Lock::Timeout=120 "$@"' bash "$@" </dev/null >&2 ||
        die "apt failed: it says why above."
}

# A part is a switch of CMakeLists.txt that a first ./run 7 leaves off, so that it neither installs
# nor compiles what it does not need: ATTN_BUILD_TESTS needs Catch2 and Python, ATTN_GNUPLOT gnuplot.
require_debian_packages() { # require_debian_packages PART…
    local packages=(${libraries[@]+"${libraries[@]}"}) missing=() package
    if ! has_compiler; then
        [[ -z ${CXX:-} ]] || die "CXX is \"$CXX\", and there is no such program."
        missing+=(g++)
    fi
    have cmake || missing+=(cmake)
    have ninja || missing+=(ninja-build)
    [[ " $* " != *" ATTN_BUILD_TESTS "* ]] || have python3 || missing+=(python3)
    [[ " $* " != *" ATTN_BUILD_TESTS "* ]] || packages+=(catch2 patch)
    [[ " $* " != *" ATTN_GNUPLOT "* ]] || packages+=(libgnuplot-iostream-dev libboost-{iostreams,filesystem}-dev)
    for package in ${packages[@]+"${packages[@]}"}; do
        has_package "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    [[ " $* " != *" ATTN_GNUPLOT "* ]] || have gnuplot || missing+=(gnuplot-nox)
    install_packages "${missing[@]}"
}

require_elsewhere() { # require_elsewhere PART…
    local headers=(${boost_headers[@]+"${boost_headers[@]}"}) missing=() library
    has_compiler || missing+=("a C++20 compiler: GCC 12, Clang 14 or newer")
    have cmake || missing+=("CMake 3.25 or newer")
    have ninja || missing+=("Ninja")
    [[ " $* " != *" ATTN_GNUPLOT "* ]] || headers+=(iostreams/stream filesystem)
    for library in ${headers[@]+"${headers[@]}"}; do
        # Homebrew's folder is not on Apple's search path.
        printf '#include <boost/%s.hpp>\n' "$library" |
            ${CXX:-c++} -x c++ -E -I/opt/homebrew/include - >/dev/null 2>&1 ||
            missing+=("Boost.${library%/*} with its headers")
    done
    ((${#missing[@]})) || return 0
    say "Please install what is missing:"
    printf '    %s\n' "${missing[@]}" >&2
    exit 1
}

require_cmake_version() {
    local version
    version=$(cmake --version | sed -n 's/^cmake version //p')
    [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -n 1) == 3.25 ]] ||
        die "CMake is too old: $version is here, 3.25 or newer is needed."
}

look_for() { # look_for WHAT PACKAGE…: what to install elsewhere, and Debian's packages
    if on_debian; then install_packages "${@:2}"; else die "Please install what is missing: $1"; fi
}
look_for_rsvg() {
    { have rsvg-convert && { has_hangul_font || ! on_debian; }; } ||
        look_for "rsvg-convert, of librsvg, which draws PNG and PDF" librsvg2-bin fonts-nanum
}
look_for_pandoc() { have pandoc || look_for "pandoc 2.17 or newer, which makes the book's pages" pandoc; }
look_for_emscripten() {
    { have emcmake && have node; } ||
        look_for "emscripten 3.1.6 or newer, with node, which compile the chapters for browsers" emscripten
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null; }

# Whether there is a whole build of this folder, by tools that are still there.
is_configured() {
    [[ -f $build/build.ninja && $(cached CMAKE_HOME_DIRECTORY) -ef $project ]] &&
        [[ $(cached CMAKE_CACHEFILE_DIR) -ef $build ]] && have cmake &&
        have "$(cached CMAKE_MAKE_PROGRAM)" && have "$(cached CMAKE_CXX_COMPILER)"
}

# A build of attn-doctor and nothing else, in a folder of its own.
# shellcheck disable=SC2034 # used above
choose_doctor_alone() {
    preset=doctor
    build=$project/build/doctor
    libraries=()
    boost_headers=()
}

# configure PART…: with these parts, and with those that the build has already.
configure() {
    local log=$project/build/configure.log part how=("$build")
    if on_debian; then require_debian_packages "$@"; else require_elsewhere "$@"; fi
    require_cmake_version
    if ! is_configured; then # outputs and figures stay
        rm -f "$build/build.ninja" # so that a configuration that fails or is stopped is begun anew
        how=(--fresh --preset "$preset" -D ATTN_BUILD_TESTS=OFF -D ATTN_GNUPLOT=OFF)
    fi
    for part in "$@"; do how+=(-D "$part=ON"); done
    case $project in
        *[]\#\[\;\"\\]* | *$'\n'*) die "CMake cannot build in $project: there is a # [ ] ; \" \\ or line end in its name." ;;
    esac
    say "Configuring ${build#"$project"/}"
    (cd "$project" && cmake "${how[@]}") >"$log" 2>&1 && return
    cat "$log" >&2
    die "Configuring failed. The lines above are in $log."
}

# build_target FOLDER TARGET: of no work nothing is said.
build_target() {
    cmake --build "$1" --target "$2" 2>&1 |
        { grep --line-buffered -v -e 'Re-checking globbed directories' -e 'ninja: no work to do' || true; } >&2
}

# setup TARGET [PART…]: afterwards the target is built in $build. One command at a time builds.
setup() {
    local part
    if [[ -e $build && ! -w $build ]]; then
        say "${build#"$project"/} is another user's: what it has is run."
        return
    fi
    { mkdir -p "$project/build" && exec 9>"$project/build/.lock"; } 2>/dev/null ||
        die "This folder must be writable: what is built goes to $project/build."
    if have flock && ! flock -n 9; then
        say "Another command builds here: waiting for it."
        flock 9
    fi
    for part in "${@:2}"; do [[ $(cached "$part") == ON ]] || configure "${@:2}"; done
    is_configured || configure "${@:2}"
    build_target "$build" "$1" || die "The build failed: the error stands above."
    exec 9>&-
}

# exec_built NAME PROGRAM ARGUMENT…: becomes the program, under a name.
exec_built() {
    [[ -x $2 ]] ||
        die "${2#"$project"/} is not there; make a copy of this folder that is yours."
    exec -a "$1" "${@:2}"
}
