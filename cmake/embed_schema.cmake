# The JSON schema of the scene, src/scene/scene.schema.json (tools/scene_schema.py writes it), as text in the program: EMBEDDED_SCHEMA
# is a source file with what src/scene/schema.h declares. In pieces: compilers take string literals of some size only.
set(schema ${CMAKE_SOURCE_DIR}/src/scene/scene.schema.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema})
set(EMBEDDED_SCHEMA ${CMAKE_BINARY_DIR}/scene_schema.cpp)
file(READ ${schema} text)
string(REPLACE "\n" ")json\"\n    R\"json(\n" text "${text}")
file(GENERATE OUTPUT ${EMBEDDED_SCHEMA} CONTENT "#include \"scene/schema.h\"

namespace drystone {

const std::string_view scene_schema =
    R\"json(${text})json\";

}  // namespace drystone
")
