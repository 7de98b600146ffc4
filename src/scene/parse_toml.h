#pragma once

#include <optional>
#include <string>

#include "core/input_error.h"
#include "scene/node.h"

namespace drystone {

/// The whole text of a file; refuses a missing one, a folder, a pipe or device, one that cannot be read, with the place given.
std::string read_text_file(const std::string& path, const Place& place);

/// What `read` makes of a file that the scene names at `place`. Refusals of the file as a whole, without a line, are of that place.
template <class Read>
auto named_at(const Place& place, const std::string& path, const Read& read) {
    try {
        return read();
    } catch (const InputError& error) {
        if (error.place() != path) throw;
        refuse(place, error.what());
    }
}

/// The document of a TOML file; refuses what is not TOML.
Node parse_toml_file(const std::string& path);

/// The document in a text; `name` stands for the file in the places of what is refused.
Node parse_toml_text(const std::string& text, const std::string& name);

/// A single TOML value such as `[0, 0, 1]`; nothing if the text is not one. All its places are `place`.
std::optional<Node> parse_toml_value(const std::string& text, const Place& place);

}  // namespace drystone
