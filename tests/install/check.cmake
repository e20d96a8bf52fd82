# cmake -D BUILD_DIR=… -D VERSION=… -D COMPILER=… -D FLAGS=… -D BUILD_TYPE=… -P check.cmake
# Installs the library that BUILD_DIR holds, then builds and runs the project beside this file,
# which knows nothing of the library but its prefix.
set(work ${BUILD_DIR}/tests/install)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${output}\nstopped with ${status}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${work}/prefix)

# The doctor comes along where it was built, and needs nothing else of the installation.
if(EXISTS ${work}/prefix/bin/attn-doctor)
  run(${work}/prefix/bin/attn-doctor --help)
  string(FIND "${output}" "attn-doctor KIND [OPTION...] -- COMMAND..." place)
  if(place EQUAL -1)
    message(FATAL_ERROR "the installed attn-doctor says\n${output}")
  endif()
endif()

# All headers are installed but the three that only the sources of fast may include, and the
# version's, which is made from the project's.
set(lib ${CMAKE_CURRENT_LIST_DIR}/../../lib)
file(GLOB_RECURSE headers RELATIVE ${lib} ${lib}/*.hpp)
list(TRANSFORM headers REPLACE "^(fast|support)/" "attn/\\1/")
list(REMOVE_ITEM headers attn/fast/exp_lanes.hpp attn/fast/simd.hpp attn/fast/tile.hpp)
list(APPEND headers attn/version.hpp)
file(GLOB_RECURSE installed RELATIVE ${work}/prefix/include ${work}/prefix/include/*.hpp)
list(FILTER installed EXCLUDE REGEX "^attn/doctor/")
list(SORT headers)
list(SORT installed)
if(NOT headers STREQUAL installed)
  message(FATAL_ERROR "headers:   ${headers}\ninstalled: ${installed}")
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G Ninja
  -D CMAKE_PREFIX_PATH=${work}/prefix -D ATTN_VERSION=${VERSION}
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_BUILD_TYPE=${BUILD_TYPE})
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^attn_DIR:")
string(FIND "${found}" "=${work}/prefix/" place)
if(place EQUAL -1)
  message(FATAL_ERROR "another installation was found: ${found}")
endif()
run(${CMAKE_COMMAND} --build ${work}/build)

file(READ ${CMAKE_CURRENT_LIST_DIR}/expected.txt expected)
function(check_example program)
  run(${program})
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${program} printed\n${output}\ninstead of\n${expected}")
  endif()
endfunction()
check_example(${work}/build/consumer)

# Every file that names a version names this one.
function(check_version file pattern)
  file(STRINGS ${file} found REGEX "${pattern}")
  string(FIND "${found}" "${VERSION}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${file} says '${found}', but the project's version is ${VERSION}")
  endif()
endfunction()
check_version(${work}/prefix/include/attn/version.hpp "char[*] version = ")
check_version(${lib}/../CITATION.cff "^version: ")

# A project that takes the library as a folder of its own installs nothing of it: the library is not
# built here, so that to install it would fail.
file(WRITE ${work}/parent/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
add_subdirectory(${lib}/.. attn)
")
run(${CMAKE_COMMAND} -S ${work}/parent -B ${work}/parent/build -G Ninja
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_BUILD_TYPE=${BUILD_TYPE})
run(${CMAKE_COMMAND} --install ${work}/parent/build --prefix ${work}/parent/prefix)

# pkg-config finds the library too, even where it was moved to.
find_program(pkg_config pkg-config)
if(NOT pkg_config)
  message(STATUS "no pkg-config: attn.pc was not tried")
  return()
endif()
file(RENAME ${work}/prefix ${work}/moved)
file(GLOB_RECURSE pc ${work}/moved/*/attn.pc)
cmake_path(GET pc PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
run(${pkg_config} --cflags --libs attn)
separate_arguments(options UNIX_COMMAND "${FLAGS} ${output}")
run(${COMPILER} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/main.cpp -o ${work}/by_pkg_config ${options})
check_example(${work}/by_pkg_config)
run(${pkg_config} --modversion attn)
string(STRIP "${output}" said)
if(NOT said STREQUAL VERSION)
  message(FATAL_ERROR "pkg-config says ${said}, but the project's version is ${VERSION}")
endif()
