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

# All headers are installed but the two that only the sources of attn/fast may include.
set(lib ${CMAKE_CURRENT_LIST_DIR}/../../lib)
file(GLOB_RECURSE headers RELATIVE ${lib} ${lib}/attn/*.hpp)
file(GLOB_RECURSE installed RELATIVE ${work}/prefix/include ${work}/prefix/include/*.hpp)
list(REMOVE_ITEM headers attn/fast/exp_lane.hpp attn/fast/tile.hpp)
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

run(${work}/build/consumer)
file(READ ${CMAKE_CURRENT_LIST_DIR}/expected.txt expected)
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "The example printed\n${output}\ninstead of\n${expected}")
endif()
