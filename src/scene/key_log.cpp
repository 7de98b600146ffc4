#include "scene/key_log.h"

#include <fmt/format.h>

#include "scene/node.h"

namespace drystone {

namespace {

/// Between quotes; keys, titles and kinds have no characters below a space.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string list_of(const std::set<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + quoted(text);
    return "[" + out + "]";
}

}  // namespace

void KeyLog::watch(Node& document) {
    document.log = this;
    if (auto* items = document.as<Node::Array>()) {
        for (Node& item : *items) watch(item);
    } else if (auto* table = document.as<Node::Entries>()) {
        for (Node::Entry& entry : *table) watch(entry.value);
    }
}

void KeyLog::asks(const std::string& table, std::string_view key, const std::string& kind,
                  const std::string& otherwise) {
    Asked& asked = tables_[table].keys[std::string(key)];
    if (!kind.empty()) asked.kinds.insert(kind);
    if (!otherwise.empty()) asked.otherwise.insert(otherwise);
}

void KeyLog::is_under(const Node& value, const std::string& table, const std::string& key) {
    places_[&value] = {table, key, value.place};
}

void KeyLog::asks(const Node& value, const std::string& kind) {
    const auto found = places_.find(&value);
    if (found != places_.end() && found->second.place == value.place)
        asks(found->second.table, found->second.key, kind, "");
}

std::string KeyLog::json() const {
    std::string out;
    for (const auto& [title, table] : tables_) {
        std::string keys;
        for (const auto& [key, asked] : table.keys)
            keys += fmt::format("{}\n    {}: {{\"kinds\": {}, \"otherwise\": {}}}", keys.empty() ? "" : ",",
                                quoted(key), list_of(asked.kinds), list_of(asked.otherwise));
        out += fmt::format("{}\n{}: {{\"known\": {}, \"keys\": {{{}}}}}", out.empty() ? "" : ",",
                           quoted(title), list_of(table.known), keys);
    }
    return "{" + out + "}\n";
}

}  // namespace drystone
