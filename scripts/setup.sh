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

# Prints the command that gives root's rights, or nothing where there is none.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        echo env
    elif have sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; then
        echo sudo
    fi
}

install_packages() {
    local root
    root=$(as_root)
    if [[ -z $root ]]; then
        say "Missing: $*"
        say "Only root can install that, and there is no sudo here. The command on Debian and Ubuntu:"
        say "    apt-get update && apt-get install -y --no-install-recommends $*"
        return 1
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
        { say "apt failed: it says why above." && return 1; }
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
    install_packages "${missing[@]}" || exit 1
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

# Only --png and --pdf need it.
look_for_rsvg() {
    have rsvg-convert && has_hangul_font && return
    if on_debian; then
        install_packages librsvg2-bin fonts-nanum || exit 1
    else
        have rsvg-convert || die "Please install what is missing:
    rsvg-convert, of librsvg, to draw pictures"
    fi
}

# Only the book needs it.
look_for_pandoc() {
    have pandoc && return
    if on_debian; then
        install_packages pandoc || exit 1
    else
        die "Please install what is missing:
    pandoc 2.17 or newer, to make the book's pages"
    fi
}

# Only a book with live figures needs it: it compiles the chapters for browsers.
look_for_emscripten() {
    have emcmake && have node && return
    if on_debian; then
        say "emscripten is missing, which compiles the chapters for browsers."
        install_packages emscripten || exit 1
    else
        die "Please install what is missing:
    emscripten 3.1.6 or newer, with node, to compile the chapters for browsers (https://emscripten.org)"
    fi
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# What it says of a build that is not one, configure makes anew; outputs and figures stay.
is_configured() {
    [[ -f $build/CMakeCache.txt && -f $build/build.ninja ]] || return 1
    local home made
    home=$(cached CMAKE_HOME_DIRECTORY) made=$(cached CMAKE_CACHEFILE_DIR)
    if [[ -z $home || -z $made ]]; then
        say "${build#"$project"/}/CMakeCache.txt is damaged: configuring anew."
        return 1
    elif ! [[ $home -ef $project && $made -ef $build ]]; then
        say "${build#"$project"/} comes from elsewhere, $made: configuring anew."
        return 1
    fi
    have cmake && have "$(cached CMAKE_MAKE_PROGRAM)" && have "$(cached CMAKE_CXX_COMPILER)"
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
    if ! is_configured; then
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

has_parts() { # has_parts PART…
    local part
    for part in "$@"; do [[ $(cached "$part") == ON ]] || return 1; done
}

# One command at a time configures and builds; another one waits for it.
lock=$project/build/lock
unlock() { [[ $(cat "$lock/pid" 2>/dev/null) != "$$" ]] || rm -rf "$lock"; }
take_lock() {
    local other waits='' without_lock=0 without_pid=0
    until mkdir "$lock" 2>/dev/null; do
        other=$(cat "$lock/pid" 2>/dev/null) || true
        if [[ ! -d $lock ]]; then # given back this moment, or never to be had
            ((++without_lock < 10)) || die "This folder must be writable: what is built goes to $project/build."
            sleep 0.1
        elif [[ -n $other && ! -d /proc/$other ]] && ! ps -p "$other" >/dev/null 2>&1; then
            rm -rf "$lock" # it was killed
        elif [[ -z $other ]] && ((++without_pid > 5)); then
            rm -rf "$lock" # it was killed before it could say who it is
        else
            [[ -n $waits ]] || say "Another command builds here (process ${other:-unknown}): waiting for it."
            waits=yes
            sleep 1
        fi
    done
    trap unlock EXIT
    if ! echo "$$" >"$lock/pid"; then
        rm -rf "$lock"
        die "Nothing can be written to $project/build."
    fi
}

# A build of another user's: it is run as it is, if no source is newer.
is_anothers() {
    [[ -f $build/.ninja_log && ! -w $build ]] || return 1
    local newer
    newer=$(find "$project"/{lib,plots,chapters,extras} -name '*.[ch]pp' -newer "$build/.ninja_log" 2>/dev/null | head -n 1)
    [[ -z $newer ]] ||
        die "${build#"$project"/} is another user's and older than ${newer#"$project"/}; make a copy of this folder that is yours."
}

# setup TARGET [PART…]: afterwards the target is built in $build.
setup() {
    ! is_anothers || return 0
    mkdir -p "$project/build" 2>/dev/null ||
        die "This folder must be writable: what is built goes to $project/build."
    take_lock
    { is_configured && has_parts "${@:2}"; } || configure "${@:2}"
    cmake --build "$build" --target "$1" >&2 || die "The build failed: the error stands above."
    unlock
}

# exec_built NAME PROGRAM ARGUMENT…: becomes the program, under a name.
exec_built() {
    [[ -x $2 ]] ||
        die "${2#"$project"/} is missing, and ${build#"$project"/} is another user's; make a copy of this folder that is yours."
    exec -a "$1" "${@:2}"
}
