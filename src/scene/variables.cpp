#include "scene/variables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/expression.h"
#include "scene/table.h"

namespace drystone {

namespace {

bool is_expression(const Node& node) {
    const auto* text = node.as<std::string>();
    return text && text->starts_with('=');
}

/// Bytes after the first of a character of UTF-8 do not count: columns are in characters.
int characters(std::string_view text) {
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// In a file the column within the string; options and programs have no columns, there the message says which character.
[[noreturn]] void refuse_expression(const Node& node, const ExpressionError& error) {
    const std::string& text = *node.as<std::string>();
    const int before = characters(std::string_view(text).substr(0, 1 + error.position));
    if (node.place.line == 0)
        refuse(node.place, fmt::format("{}, at character {} of \"{}\"", error.what(), before + 1, text));
    Place place = node.place;
    place.column += 1 + before;  // the quote
    refuse(place, error.what());
}

/// A double that is a whole number, as one.
Node::Array::value_type number_node(const Place& place, double value) {
    constexpr double exact = 9007199254740992.0;  // 2^53
    if (value == std::floor(value) && std::abs(value) < exact)
        return {place, static_cast<std::int64_t>(value)};
    return {place, value};
}

/// The variables of a scene, each computed when it is first asked for.
class VariableTable {
  public:
    explicit VariableTable(Node::Entries& entries) : entries_(entries) {
        for (const Node::Entry& entry : entries) {
            expect_name(entry);
            variables_.push_back({entry.key});
            names_.push_back(entry.key);
        }
        state_.assign(entries.size(), State::unknown);
        for (std::size_t k = 0; k < entries.size(); ++k) compute(k);
    }

    double value_of(const Node& node) {
        try {
            return evaluate(
                std::string_view(*node.as<std::string>()).substr(1),
                [&](const std::string& name) { return value_of(name); }, names_);
        } catch (const ExpressionError& error) {
            refuse_expression(node, error);
        }
    }

    const std::vector<Variable>& all() const { return variables_; }

  private:
    enum class State { unknown, under_way, known };

    static void expect_name(const Node::Entry& entry) {
        if (!is_variable_name(entry.key))
            refuse(entry.key_place,
                   fmt::format("\"{}\" cannot be a variable's name: letters, digits and '_', a letter first",
                               entry.key));
        if (is_reserved(entry.key))
            refuse(entry.key_place,
                   fmt::format("\"{}\" has a meaning in expressions: give the variable another name",
                               entry.key));
    }

    std::optional<double> value_of(const std::string& name) {
        const auto found = std::find(names_.begin(), names_.end(), name);
        if (found == names_.end()) return std::nullopt;
        const auto k = static_cast<std::size_t>(found - names_.begin());
        variables_[k].used = true;
        if (state_[k] != State::known) compute(k);
        return variables_[k].value;
    }

    void compute(std::size_t k) {
        Node& node = entries_[k].value;
        if (state_[k] == State::known) return;
        if (state_[k] == State::under_way) refuse(entries_[k].key_place, circle(k));
        state_[k] = State::under_way;
        under_way_.push_back(k);
        if (is_expression(node)) node = number_node(node.place, value_of(node));
        variables_[k].value = number_of(node, fmt::format("the variable {}", names_[k]));
        under_way_.pop_back();
        state_[k] = State::known;
    }

    std::string circle(std::size_t k) const {
        std::string way;
        for (auto at = std::find(under_way_.begin(), under_way_.end(), k); at != under_way_.end(); ++at)
            way += names_[*at] + " -> ";
        return fmt::format("this variable needs itself: {}{}", way, names_[k]);
    }

    Node::Entries& entries_;
    std::vector<Variable> variables_;
    std::vector<std::string> names_;
    std::vector<State> state_;
    std::vector<std::size_t> under_way_;
};

void compute_in(Node& node, VariableTable& variables) {
    if (is_expression(node)) {
        node = number_node(node.place, variables.value_of(node));
    } else if (auto* items = node.as<Node::Array>()) {
        for (Node& item : *items) compute_in(item, variables);
    } else if (auto* table = node.as<Node::Entries>()) {
        for (Node::Entry& entry : *table) compute_in(entry.value, variables);
    }
}

}  // namespace

std::vector<Variable> compute_numbers(Node& document) {
    auto* table = document.as<Node::Entries>();
    Node::Entry* entry = table ? find_entry(*table, "variables") : nullptr;
    Node::Entries none;
    if (entry && !entry->value.as<Node::Entries>())
        refuse(entry->value.place,
               fmt::format("[variables] must be a table, found {}", describe(entry->value)));
    VariableTable variables(entry ? *entry->value.as<Node::Entries>() : none);
    compute_in(document, variables);
    return variables.all();
}

}  // namespace drystone
