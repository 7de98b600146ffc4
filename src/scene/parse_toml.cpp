#include "scene/parse_toml.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "scene/require_memory.h"

namespace drystone {

namespace {

/// Copies toml++'s tree. With a line of 0 in `origin` every node gets `origin` as its place.
class Copy {
  public:
    Copy(Place origin, bool with_lines) : origin_(std::move(origin)), with_lines_(with_lines) {}

    Node operator()(const toml::node& from) const {
        Node to;
        to.place = place_of(from.source());
        switch (from.type()) {
            case toml::node_type::string:
                to.value = from.ref<std::string>();
                break;
            case toml::node_type::integer:
                to.value = from.ref<std::int64_t>();
                break;
            case toml::node_type::floating_point:
                to.value = from.ref<double>();
                break;
            case toml::node_type::boolean:
                to.value = from.ref<bool>();
                break;
            case toml::node_type::array:
                to.value = copy_array(*from.as_array());
                break;
            case toml::node_type::table:
                to.value = copy_table(*from.as_table());
                break;
            default:
                to.value = Node::Date{};
                break;
        }
        return to;
    }

  private:
    Place place_of(const toml::source_region& region) const {
        Place place = origin_;
        if (with_lines_) {
            place.line = static_cast<int>(region.begin.line);
            place.column = static_cast<int>(region.begin.column);
        }
        return place;
    }

    Node::Array copy_array(const toml::array& from) const {
        Node::Array items;
        items.reserve(from.size());
        for (const toml::node& item : from) items.push_back((*this)(item));
        return items;
    }

    Node::Entries copy_table(const toml::table& from) const {
        Node::Entries entries;
        entries.reserve(from.size());
        for (const auto& [key, value] : from) {
            entries.push_back({std::string(key.str()), place_of(key.source()), (*this)(value)});
        }
        // toml++ sorts by key; the first mistake to report is the first in the file.
        std::stable_sort(entries.begin(), entries.end(), [](const Node::Entry& a, const Node::Entry& b) {
            return std::pair(a.key_place.line, a.key_place.column) <
                   std::pair(b.key_place.line, b.key_place.column);
        });
        return entries;
    }

    Place origin_;
    bool with_lines_;
};

}  // namespace

std::string read_text_file(const std::string& path, const Place& place) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(place, fmt::format("there is no file \"{}\"", path));
    if (std::filesystem::is_directory(status))
        refuse(place, fmt::format("\"{}\" is a folder, not a file", path));
    // A pipe would wait for a writer, a device may never end.
    if (!std::filesystem::is_regular_file(status))
        refuse(place, fmt::format("\"{}\" is a pipe or a device, not a file", path));
    require_memory(static_cast<double>(std::filesystem::file_size(path, error)), place,
                   fmt::format("\"{}\"", path));
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in) refuse(place, fmt::format("\"{}\" cannot be read: {}", path, std::strerror(errno)));
    return text;
}

Node parse_toml_file(const std::string& path) {
    const Place whole{std::make_shared<const std::string>(path), 0, 0};
    return parse_toml_text(read_text_file(path, whole), path);
}

Node parse_toml_text(const std::string& text, const std::string& name) {
    const Place whole{std::make_shared<const std::string>(name), 0, 0};
    try {
        Node document = Copy(whole, true)(toml::parse(text));
        document.place = {whole.source, 1, 1};
        return document;
    } catch (const toml::parse_error& error) {
        const auto at = error.source().begin;
        refuse({whole.source, static_cast<int>(at.line), static_cast<int>(at.column)},
               fmt::format("this is not TOML: {}", error.description()));
    }
}

std::optional<Node> parse_toml_value(const std::string& text, const Place& place) {
    if (text.find('\n') != std::string::npos) return std::nullopt;
    try {
        const toml::table document = toml::parse("value = " + text);
        return Copy(place, false)(*document.get("value"));
    } catch (const toml::parse_error&) {
        return std::nullopt;
    }
}

}  // namespace drystone
