#include "scene/node.h"

#include <fmt/format.h>

namespace drystone {

Node::Entry* find_entry(Node::Entries& table, std::string_view key) {
    for (Node::Entry& entry : table) {
        if (entry.key == key) return &entry;
    }
    return nullptr;
}

const Node::Entry* find_entry(const Node::Entries& table, std::string_view key) {
    return find_entry(const_cast<Node::Entries&>(table), key);
}

namespace {

struct Describe {
    std::string operator()(const std::string& text) const { return fmt::format("the string \"{}\"", text); }
    std::string operator()(std::int64_t number) const { return fmt::format("the number {}", number); }
    std::string operator()(double number) const { return fmt::format("the number {}", number); }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(Node::Date) const { return "a date or time"; }
    std::string operator()(const Node::Array& items) const {
        if (items.empty()) return "an empty array";
        return items.size() == 1 ? "an array of 1 value" : fmt::format("an array of {} values", items.size());
    }
    std::string operator()(const Node::Entries&) const { return "a table"; }
    std::string operator()(const Node::Given&) const { return "a function"; }
};

}  // namespace

std::string describe(const Node& node) { return std::visit(Describe{}, node.value); }

}  // namespace drystone
