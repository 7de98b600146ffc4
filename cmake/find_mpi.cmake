# DRYSTONE_HAS_MPI: whether MPI (Debian: libopenmpi-dev or libmpich-dev) is there and wanted. src/ranks/team.cpp alone is compiled with it; where
# there is none the program says so when it is begun by mpirun.
set(DRYSTONE_MPI AUTO CACHE STRING "Runs on several processes: AUTO (where MPI is), ON or OFF")
set(DRYSTONE_HAS_MPI OFF)
if(NOT DRYSTONE_MPI STREQUAL OFF)
  find_package(MPI QUIET COMPONENTS C)
  if(MPI_C_FOUND)
    set(DRYSTONE_HAS_MPI ON)
  elseif(DRYSTONE_MPI STREQUAL ON)
    message(FATAL_ERROR "DRYSTONE_MPI=ON needs MPI: on Debian libopenmpi-dev and openmpi-bin, or libmpich-dev and mpich")
  else()
    message(STATUS "MPI is not installed (Debian: libopenmpi-dev openmpi-bin): the program runs in one process")
  endif()
endif()

# Lets a target of src/ranks speak to other processes.
function(add_mpi target)
  if(DRYSTONE_HAS_MPI)
    target_compile_definitions(${target} PRIVATE DRYSTONE_HAS_MPI OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    # by their paths, so that projects that find an installed Drystone need not find MPI
    target_include_directories(${target} SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
    target_link_libraries(${target} PRIVATE ${MPI_C_LIBRARIES})
  endif()
endfunction()
