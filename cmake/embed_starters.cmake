# The scenes that `drystone new` writes, examples/starters/*.toml, as text in the program: EMBEDDED_STARTERS is a source file
# with the table that src/cli/starters.h declares.
file(GLOB starters CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/starters/*.toml)
set(EMBEDDED_STARTERS ${CMAKE_BINARY_DIR}/starters.cpp)
set(entries "")
foreach(path ${starters})
  file(READ ${path} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  get_filename_component(name ${path} NAME_WE)
  string(APPEND entries "    {\"${name}\", R\"scene(${text})scene\"},\n")
endforeach()
file(GENERATE OUTPUT ${EMBEDDED_STARTERS} CONTENT "#include \"cli/starters.h\"

namespace drystone {

std::span<const Starter> starters() {
    static constexpr Starter all[] = {
${entries}    };
    return all;
}

}  // namespace drystone
")
