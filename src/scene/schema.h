#pragma once

#include <string_view>

namespace drystone {

/// The JSON schema (draft 7) of the scene: scene.schema.json, compiled in (cmake/embed_schema.cmake).
extern const std::string_view scene_schema;

}  // namespace drystone
