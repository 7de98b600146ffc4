# The standard headers that most sources include, parsed once: sources still name what they use, and debug builds go without this.
#
#   precompile(TARGET [FROM OTHER] [HEADERS ...])   OTHER: a target of the same options whose headers to take
set(DRYSTONE_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map> <memory>
    <numbers> <optional> <span> <sstream> <string> <variant> <vector> <atomic> <condition_variable> <mutex> <thread>)

function(precompile target)
  cmake_parse_arguments(arg "" "FROM" "HEADERS" ${ARGN})
  if(DRYSTONE_FILES_ALONE)
    return()
  endif()
  if(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
  else()
    target_precompile_headers(${target} PRIVATE ${DRYSTONE_COMMON_HEADERS} ${arg_HEADERS})
  endif()
endfunction()
