# DRYSTONE_HAS_CUDA: whether nvcc (12 or later) is there and wanted. Kernels are compiled by a command of their own, so that no other
# file sees that compiler; where there is none the program says so when it is asked for a device.
set(DRYSTONE_CUDA AUTO CACHE STRING "Steps on a CUDA device: AUTO (where nvcc is), ON or OFF")
set(DRYSTONE_CUDA_ARCHITECTURE sm_90 CACHE STRING "What nvcc compiles for, besides code that later devices translate for themselves")
set(DRYSTONE_HAS_CUDA OFF)
if(NOT DRYSTONE_CUDA STREQUAL OFF)
  find_program(NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
  set(NVCC_VERSION 0)
  if(NVCC)
    execute_process(COMMAND ${NVCC} --version OUTPUT_VARIABLE NVCC_SAYS ERROR_QUIET)
    if(NVCC_SAYS MATCHES "release ([0-9]+)")
      set(NVCC_VERSION ${CMAKE_MATCH_1})
    endif()
  endif()
  if(NVCC_VERSION GREATER_EQUAL 12)
    set(DRYSTONE_HAS_CUDA ON)
    get_filename_component(CUDA_FOLDER ${NVCC} REALPATH)
    get_filename_component(CUDA_FOLDER ${CUDA_FOLDER}/../.. ABSOLUTE)
    find_library(CUDA_RUNTIME cudart_static HINTS ${CUDA_FOLDER}/lib64 ${CUDA_FOLDER}/targets/x86_64-linux/lib REQUIRED)
  elseif(DRYSTONE_CUDA STREQUAL ON)
    message(FATAL_ERROR "DRYSTONE_CUDA=ON needs nvcc 12 or later, which is not on the PATH, in CUDA_HOME or in /usr/local/cuda")
  endif()
endif()

# Adds the kernels of src/device to a target.
function(add_cuda_kernels target)
  if(NOT DRYSTONE_HAS_CUDA)
    return()
  endif()
  file(GLOB kernels CONFIGURE_DEPENDS src/device/*.cu)
  foreach(source ${kernels})
    get_filename_component(name ${source} NAME_WE)
    set(object ${CMAKE_BINARY_DIR}/${name}.cu.o)
    # -fmad=false: a product and a sum are two operations, as on the processor
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${NVCC} -std=c++20 -O3 -arch=${DRYSTONE_CUDA_ARCHITECTURE} -fmad=false --expt-relaxed-constexpr --extended-lambda
              -diag-suppress 1675 -Xcompiler -fPIC -I${CMAKE_SOURCE_DIR}/src -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source}
      DEPFILE ${object}.d
      COMMENT "Compiling ${name}.cu"
      VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    target_sources(${target} PRIVATE ${object})
  endforeach()
  target_compile_definitions(${target} PRIVATE DRYSTONE_HAS_CUDA)
  target_link_libraries(${target} PRIVATE ${CUDA_RUNTIME} rt ${CMAKE_DL_LIBS})
endfunction()
