#include "scene/overrides.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/parse_toml.h"
#include "scene/table.h"

namespace drystone {

namespace {

using Path = std::span<const std::string>;

std::string joined(Path path) {
    std::string text;
    for (const std::string& key : path) text += (text.empty() ? "" : ".") + key;
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Cuts at dots outside double quotes.
std::vector<std::string> split_path(std::string_view text, const Place& place) {
    std::vector<std::string> path(1);
    bool quoted = false;
    for (char c : text) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == '.' && !quoted) {
            path.emplace_back();
        } else {
            path.back() += c;
        }
    }
    const bool hollow = std::any_of(path.begin(), path.end(), [](const auto& key) { return key.empty(); });
    if (hollow || quoted) refuse(place, "the part before '=' must be keys with dots between them");
    return path;
}

bool is_bare_word(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto inner = [&](char c) {
        return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '/';
    };
    return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), inner);
}

Node read_value(std::string_view text, const Place& place) {
    if (text.empty()) refuse(place, "there is no value after '='");
    if (text.starts_with('=')) return {place, std::string(text)};  // an expression: --set bodies.0.mass==2*w
    if (auto node = parse_toml_value(std::string(text), place)) return *std::move(node);
    if (!is_bare_word(text)) {
        refuse(place, fmt::format("\"{}\" is no TOML value; put a text of several words in quotes", text));
    }
    return {place, std::string(text)};
}

std::optional<std::size_t> index_in(const std::string& key) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (error != std::errc() || end != key.data() + key.size()) return std::nullopt;
    return index;
}

/// The table within a drive that has the key of a function of time, which may be named without it: drives.0.amplitude for
/// drives.0.motion.amplitude. Nothing: the key is the drive's own.
Node::Entry* find_function_of_time(Node::Entries& drive, const std::string& key) {
    if (key == "point") return nullptr;  // drives and motions both have one
    for (const char* name : {"motion", "history"}) {
        Node::Entry* entry = find_entry(drive, name);
        if (entry && find_in(entry->value, key)) return entry;
    }
    return nullptr;
}

/// An entry of an array of tables by its name, which may itself contain dots. `used`: path parts it took.
Node* find_named(Node::Array& items, Path path, std::size_t& used) {
    for (used = path.size(); used > 0; --used) {
        const std::string name = joined(path.first(used));
        for (Node& item : items) {
            const Node* own = find_in(item, "name");
            const auto* text = own ? own->as<std::string>() : nullptr;
            if (text && *text == name) return &item;
        }
    }
    return nullptr;
}

Keys names_in(const Node::Array& items) {
    Keys names;
    for (const Node& item : items) {
        const Node* own = find_in(item, "name");
        if (own && own->as<std::string>()) names.push_back(*own->as<std::string>());
    }
    return names;
}

void set_value(Node& node, Path done, Path path, Node&& value);

void set_in_array(Node::Array& items, Path done, Path path, Node&& value) {
    const std::string where = joined(done);
    std::size_t used = 1;
    Node* item = nullptr;
    if (const auto index = index_in(path[0])) {
        if (*index >= items.size()) {
            refuse(value.place, fmt::format("{} has {} entries, counted from 0; there is no number {}", where,
                                            items.size(), *index));
        }
        item = &items[*index];
    } else {
        item = find_named(items, path, used);
    }
    if (!item) {
        refuse(value.place, fmt::format("{} has no entry named \"{}\"{}", where, path[0],
                                        suggestion(path[0], names_in(items))));
    }
    const Path all(done.data(), done.size() + used);
    set_value(*item, all, path.subspan(used), std::move(value));
}

void set_in_table(Node::Entries& table, Path done, Path path, Node&& value) {
    Node::Entry* entry = find_entry(table, path[0]);
    if (!entry && path.size() > 1) {
        if (index_in(path[1]))
            refuse(value.place, fmt::format("there is no array \"{}\" in the scene", path[0]));
        // Every table of a scene has keys that are known, and a wrong one is refused when read; the names of
        // materials are free, so a misspelt one would quietly make another material.
        const bool in_materials = done.size() == 1 && done[0] == "materials";
        if (in_materials) {
            Keys names;
            for (const auto& one : table) names.push_back(one.key);
            refuse(value.place,
                   fmt::format("there is no material named \"{}\"{}", path[0], suggestion(path[0], names)));
        }
    }
    const bool in_variables = done.size() == 1 && done[0] == "variables";
    if (!entry && in_variables) {
        Keys names;
        for (const auto& one : table) names.push_back(one.key);
        refuse(value.place, fmt::format("the scene has no variable named \"{}\"{}", path[0], suggestion(path[0], names)));
    }
    if (!entry && done.size() >= 2 && done[0] == "drives") {
        if (Node::Entry* function = find_function_of_time(table, path[0]))
            return set_value(function->value, done, path, std::move(value));
    }
    if (!entry) {
        table.push_back({path[0], value.place, Node{value.place, Node::Entries{}}});
        entry = &table.back();
    }
    set_value(entry->value, Path(done.data(), done.size() + 1), path.subspan(1), std::move(value));
}

/// `done` and `path` are neighbouring parts of one path: the way so far, and what is left.
void set_value(Node& node, Path done, Path path, Node&& value) {
    if (path.empty()) {
        node = std::move(value);
    } else if (auto* table = node.as<Node::Entries>()) {
        set_in_table(*table, done, path, std::move(value));
    } else if (auto* items = node.as<Node::Array>()) {
        set_in_array(*items, done, path, std::move(value));
    } else {
        refuse(value.place,
               fmt::format("{} is {}, there is no \"{}\" in it", joined(done), describe(node), path[0]));
    }
}

}  // namespace

void set_in_document(const std::string& keys, Node value, Node& document) {
    const Place place = value.place;
    const auto path = split_path(keys, place);
    set_value(document, Path(path.data(), 0), path, std::move(value));
}

std::vector<std::string> keys_in(const std::string& path, const Place& place) { return split_path(path, place); }

void apply_overrides(const std::vector<std::string>& overrides, Node& document) {
    for (const std::string& text : overrides) {
        const Place place{std::make_shared<const std::string>("--set " + text), 0, 0};
        const auto equals = text.find('=');
        if (equals == std::string::npos) refuse(place, "there is no '='; write --set key.path=value");
        const std::string_view whole = text;
        const auto path = split_path(trimmed(whole.substr(0, equals)), place);
        set_value(document, Path(path.data(), 0), path, read_value(trimmed(whole.substr(equals + 1)), place));
    }
}

}  // namespace drystone
