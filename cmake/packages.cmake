# What is installed, in three parts, and the Debian packages made of them (./dev package).
#
#   program       the command, its manual page, completion for three shells, documents and examples      drystone
#   development   libraries, headers and the config package, for programs of your own                    libdrystone-dev
#   python        the module                                                                             python3-drystone
#
# Relocatable: cmake --install build --prefix ANYWHERE [--component PART].
include(CMakePackageConfigHelpers)

# The manual page and the scripts come out of the program, so that they say what it knows.
set(spoken ${CMAKE_BINARY_DIR}/spoken)
file(MAKE_DIRECTORY ${spoken})
set(pieces "man>drystone.1" "completion bash>drystone.bash" "completion zsh>_drystone" "completion fish>drystone.fish")
set(outputs)
foreach(piece ${pieces})
  string(REGEX MATCH "^([^>]*)>(.*)$" _ "${piece}")
  set(file ${spoken}/${CMAKE_MATCH_2})
  separate_arguments(words UNIX_COMMAND "${CMAKE_MATCH_1}")
  add_custom_command(OUTPUT ${file} COMMAND $<TARGET_FILE:drystone> ${words} > ${file} DEPENDS drystone VERBATIM)
  list(APPEND outputs ${file})
endforeach()
add_custom_command(OUTPUT ${spoken}/drystone.1.gz COMMAND gzip -9nkf ${spoken}/drystone.1 DEPENDS ${spoken}/drystone.1 VERBATIM)
add_custom_target(spoken_files ALL DEPENDS ${outputs} ${spoken}/drystone.1.gz)
add_dependencies(program spoken_files)

set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/drystone)
install(TARGETS drystone COMPONENT program)
install(FILES ${spoken}/drystone.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${spoken}/drystone.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME drystone
        COMPONENT program)
install(FILES ${spoken}/_drystone DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${spoken}/drystone.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d COMPONENT program)
install(FILES LICENSE DESTINATION ${documents} RENAME copyright COMPONENT program)
install(FILES README.md CITATION.cff DESTINATION ${documents} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${documents}/docs COMPONENT program)
install(DIRECTORY examples DESTINATION ${documents} COMPONENT program PATTERN __pycache__ EXCLUDE)

# For programs of your own, with laws of your own (docs/own-law.md): find_package(drystone), from this build folder
# (-Ddrystone_DIR=build) or where it was installed, and link drystone::drystone_cli.
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/drystone)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/drystone COMPONENT development FILES_MATCHING PATTERN "*.h")
install(EXPORT drystoneTargets NAMESPACE drystone:: DESTINATION ${config} COMPONENT development)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/drystoneConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/drystoneConfig.cmake ${CMAKE_BINARY_DIR}/drystoneConfigVersion.cmake DESTINATION ${config} COMPONENT development)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libdrystone-dev RENAME copyright COMPONENT development)
export(EXPORT drystoneTargets NAMESPACE drystone:: FILE ${CMAKE_BINARY_DIR}/drystoneTargets.cmake)
configure_file(cmake/drystoneConfig.cmake ${CMAKE_BINARY_DIR}/drystoneConfig.cmake COPYONLY)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGE_NAME drystone)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Contact Dynamics of rigid and deformable bodies")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
if(DRYSTONE_HAS_PYTHON AND Python_EXECUTABLE MATCHES "^/usr/bin/") # a module is for one version of one interpreter: Debian's
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Drystone contributors <drystone@example.org>")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME drystone)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS ffmpeg)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Bodies that touch, stick, slide, roll and collide, with exact unilateral contact\nand Coulomb friction. A TOML scene goes in, a folder of results comes out.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdrystone-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, libtomlplusplus-dev, libcli11-dev, nlohmann-json3-dev, libqhull-dev, \
libsuitesparse-dev, voro++-dev, libhdf5-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Libraries, headers and a CMake package, for programs with laws of their own.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-drystone)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
if(DRYSTONE_HAS_PYTHON)
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-h5py, python3-matplotlib")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Scenes, steps and results from Python, with numpy.")
include(CPack)
