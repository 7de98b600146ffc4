#include "scene/table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/key_log.h"
#include "scene/nearest.h"

namespace drystone {

namespace {

[[noreturn]] void refuse_type(const Node& node, std::string_view what, std::string_view expected) {
    refuse(node.place, fmt::format("{} must be {}, found {}", what, expected, describe(node)));
}

std::string_view count_word(int n) {
    constexpr std::string_view words[] = {"no", "one", "two", "three"};
    return words[n];
}

/// Readers say so of what lies under a key.
void note(const Node& node, const std::string& kind) {
    if (node.log) node.log->asks(node, kind);
}

double any_number(const Node& node, std::string_view what) {
    if (const auto* whole = node.as<std::int64_t>()) return static_cast<double>(*whole);
    const auto* number = node.as<double>();
    if (!number) {
        const bool quoted = node.as<std::string>() && !node.as<std::string>()->empty() &&
                            node.as<std::string>()->find_first_not_of("0123456789+-.eE") == std::string::npos;
        refuse_type(node, what, quoted ? "a number, without quotes" : "a number");
    }
    if (!std::isfinite(*number)) refuse_type(node, what, "a finite number");
    return *number;
}

[[noreturn]] void refuse_unknown(const Node::Entry& entry, const std::string& title, const Keys& keys) {
    refuse(entry.key_place, fmt::format("unknown key \"{}\" in {}{}", entry.key, title, suggestion(entry.key, keys)));
}

[[noreturn]] void refuse_missing(const Node& node, const std::string& title, std::string_view key) {
    refuse(node.place, fmt::format("{} has no \"{}\"; it needs one", title, key));
}

/// Of a table whose other keys nobody knows yet.
[[noreturn]] void refuse_missing_or_misspelt(const Node& node, const std::string& title, std::string_view key) {
    const Keys meant{std::string(key)};
    const auto* entries = node.as<Node::Entries>();
    for (std::size_t k = 0; entries && k < entries->size(); ++k)
        if (!nearest((*entries)[k].key, meant).empty()) refuse_unknown((*entries)[k], title, meant);
    refuse_missing(node, title, key);
}

const std::string a_number = "a number", above_zero = "a number > 0", zero_or_more = "a number >= 0", a_text = "a text",
                  a_truth = "true or false", a_table = "a table", whole = "a whole number";

}  // namespace

double number_of(const Node& node, std::string_view what) {
    note(node, a_number);
    return any_number(node, what);
}

double positive_of(const Node& node, std::string_view what) {
    note(node, above_zero);
    const double number = any_number(node, what);
    if (!(number > 0.0)) refuse_type(node, what, "greater than zero");
    return number;
}

double not_negative_of(const Node& node, std::string_view what) {
    note(node, zero_or_more);
    const double number = any_number(node, what);
    if (number < 0.0) refuse_type(node, what, "zero or more");
    return number;
}

double number_between(const Node& node, std::string_view what, double lo, double hi) {
    note(node, fmt::format("a number from {} to {}", lo, hi));
    const double number = any_number(node, what);
    if (number < lo || number > hi) refuse_type(node, what, fmt::format("between {} and {}", lo, hi));
    return number;
}

std::int64_t whole_number_of(const Node& node, std::string_view what, std::int64_t lo, std::int64_t hi) {
    note(node, whole);
    const auto* number = node.as<std::int64_t>();
    if (!number) refuse_type(node, what, "a whole number");
    if (*number < lo) refuse_type(node, what, fmt::format("at least {}", lo));
    if (*number > hi) refuse_type(node, what, fmt::format("at most {}", hi));
    return *number;
}

const std::string& text_of(const Node& node, std::string_view what) {
    note(node, a_text);
    const auto* text = node.as<std::string>();
    if (!text) refuse_type(node, what, "a string in quotes");
    if (text->empty()) refuse(node.place, fmt::format("{} must not be empty", what));
    return *text;
}

bool truth_of(const Node& node, std::string_view what) {
    note(node, a_truth);
    const auto* truth = node.as<bool>();
    if (!truth) refuse_type(node, what, "true or false");
    return *truth;
}

const Node::Array& array_of(const Node& node, std::string_view what, std::string_view meaning) {
    note(node, fmt::format("an array of {}", meaning));
    const auto* items = node.as<Node::Array>();
    if (!items) refuse_type(node, what, fmt::format("an array of {}", meaning));
    return *items;
}

template <int N>
Vec<N> vector_of(const Node& node, std::string_view what) {
    note(node, fmt::format("{} numbers", count_word(N)));
    const auto* items = node.as<Node::Array>();
    if (!items || items->size() != static_cast<std::size_t>(N)) {
        refuse_type(node, what, fmt::format("{} numbers in brackets", count_word(N)));
    }
    Vec<N> v;
    for (int i = 0; i < N; ++i) v[i] = any_number((*items)[static_cast<std::size_t>(i)], what);
    return v;
}

template <int N>
Vec<N> unit_vector_of(const Node& node, std::string_view what) {
    const Vec<N> v = vector_of<N>(node, what);
    double largest =
        0.0;  // scaled by it, so that neither tiny nor huge components leave the range of a double
    for (int i = 0; i < N; ++i) largest = std::max(largest, std::abs(v[i]));
    if (largest == 0.0) refuse(node.place, fmt::format("{} must not be zero", what));
    Vec<N> scaled = v;
    for (int i = 0; i < N; ++i) scaled[i] = v[i] / largest;
    const double length = norm(scaled);
    for (int i = 0; i < N; ++i) scaled[i] /= length;
    return scaled;
}

template Vec<1> vector_of<1>(const Node&, std::string_view);
template Vec<2> vector_of<2>(const Node&, std::string_view);
template Vec<3> vector_of<3>(const Node&, std::string_view);
template Vec<2> unit_vector_of<2>(const Node&, std::string_view);
template Vec<3> unit_vector_of<3>(const Node&, std::string_view);

Table::Table(const Node& node, std::string title)
    : node_(node), entries_(node.as<Node::Entries>()), title_(std::move(title)) {
    if (!entries_) refuse(node.place, fmt::format("{} must be a table, found {}", title_, describe(node)));
    drystone::note(node, a_table);
    if (!node.log) return;
    for (const Node::Entry& entry : *entries_) node.log->is_under(entry.value, title_, entry.key);
}

Table::Table(const Node& node, std::string title, const Keys& keys) : Table(node, std::move(title)) {
    has_any_keys_ = false;
    if (node.log) node.log->knows(title_, keys);
    for (const Node::Entry& entry : *entries_) {
        if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) refuse_unknown(entry, title_, keys);
    }
}

const Node* Table::find(std::string_view key) const {
    const Node::Entry* entry = find_entry(*entries_, key);
    return entry ? &entry->value : nullptr;
}

const Node& Table::at(std::string_view key) const {
    const Node* node = find(key);
    if (!node && has_any_keys_) refuse_missing_or_misspelt(node_, title_, key);
    if (!node) refuse_missing(node_, title_, key);
    return *node;
}

void Table::note(std::string_view key, const std::string& kind, const std::string& otherwise) const {
    if (node_.log) node_.log->asks(title_, key, kind, otherwise);
}

void Table::note_words(std::string_view key, const Keys& words, const std::string& otherwise) const {
    if (node_.log) note(key, quoted_list(words), otherwise.empty() ? "" : '"' + otherwise + '"');
}

void Table::note_vector(std::string_view key, int components, bool is_zero) const {
    if (node_.log) note(key, fmt::format("{} numbers", count_word(components)), is_zero ? "zeros" : "");
}

double Table::number(std::string_view key, double otherwise) const {
    if (has(key)) return number(key);
    if (node_.log) note(key, a_number, fmt::format("{:g}", otherwise));
    return otherwise;
}

double Table::positive(std::string_view key, double otherwise) const {
    if (has(key)) return positive(key);
    if (node_.log) note(key, above_zero, fmt::format("{:g}", otherwise));
    return otherwise;
}

double Table::not_negative(std::string_view key, double otherwise) const {
    if (has(key)) return not_negative(key);
    if (node_.log) note(key, zero_or_more, fmt::format("{:g}", otherwise));
    return otherwise;
}

int Table::count(std::string_view key, int least) const {
    return static_cast<int>(whole_number_of(at(key), key, least, std::numeric_limits<int>::max()));
}

int Table::whole_number(std::string_view key, int otherwise, int lo, int hi) const {
    if (has(key)) return static_cast<int>(whole_number_of(at(key), key, lo, hi));
    if (node_.log) note(key, whole, std::to_string(otherwise));
    return otherwise;
}

std::string Table::text(std::string_view key, const std::string& otherwise) const {
    if (has(key)) return text(key);
    if (node_.log) note(key, a_text, otherwise.empty() ? "" : '"' + otherwise + '"');
    return otherwise;
}

bool Table::truth(std::string_view key, bool otherwise) const {
    if (has(key)) return truth_of(at(key), key);
    if (node_.log) note(key, a_truth, otherwise ? "true" : "false");
    return otherwise;
}

void Table::refuse_word(const Node& node, std::string_view key, const Keys& known) const {
    const std::string near = nearest(*node.as<std::string>(), known);
    std::string message = fmt::format("{} \"{}\" is not known in {}; it can be {}", key,
                                      *node.as<std::string>(), title_, quoted_list(known));
    if (!near.empty()) message += fmt::format("; did you mean \"{}\"?", near);
    refuse(node.place, message);
}

std::vector<const Node*> tables_of(const Node* node, std::string_view what) {
    std::vector<const Node*> tables;
    if (!node) return tables;
    note(*node, "tables");
    const auto* items = node->as<Node::Array>();
    if (!items) {
        refuse(node->place,
               fmt::format("{0} must be an array of tables, found {1}; write [[{0}]] above each entry", what,
                           describe(*node)));
    }
    for (const Node& item : *items) {
        if (!item.as<Node::Entries>()) {
            refuse(item.place, fmt::format("an entry of {} must be a table, found {}", what, describe(item)));
        }
        tables.push_back(&item);
    }
    return tables;
}

const Node* find_in(const Node& node, std::string_view key) {
    const auto* table = node.as<Node::Entries>();
    const Node::Entry* entry = table ? find_entry(*table, key) : nullptr;
    return entry ? &entry->value : nullptr;
}

const Node& key_that_chooses(const Node& node, const std::string& title, const std::string& key) {
    const Node* found = find_in(node, key);
    if (!found) refuse_missing_or_misspelt(node, title, key);
    return *found;
}

const Place& origin_of(const Node& node) {
    const auto foreign = [&](const Node& inside) -> const Place* {
        const Place& place = origin_of(inside);
        return node.place.line > 0 && place.line == 0 ? &place : nullptr;  // files have lines, options have none
    };
    if (const auto* items = node.as<Node::Array>()) {
        for (const Node& item : *items)
            if (const Place* place = foreign(item)) return *place;
    } else if (const auto* table = node.as<Node::Entries>()) {
        for (const Node::Entry& entry : *table)
            if (const Place* place = foreign(entry.value)) return *place;
    }
    return node.place;
}

}  // namespace drystone
