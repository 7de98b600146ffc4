#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/place.h"

namespace drystone {

class KeyLog;
struct GivenLine;

/// One value of a TOML document, or of one that a program made, with its place. A copy of toml++'s tree, so that the slow header is
/// included in one file and a value given by --set can carry its own place.
struct Node {
    struct Entry;
    struct Date {};
    using Given = std::shared_ptr<const GivenLine>;  // a function of time: only programs have those
    using Array = std::vector<Node>;
    using Entries = std::vector<Entry>;  // in the order of the file

    Place place;
    std::variant<std::string, std::int64_t, double, bool, Date, Array, Entries, Given> value;
    KeyLog* log = nullptr;  // where readers note what they ask for; usually nowhere

    template <class T>
    const T* as() const {
        return std::get_if<T>(&value);
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&value);
    }
};

struct Node::Entry {
    std::string key;
    Place key_place;
    Node value;
};

Node::Entry* find_entry(Node::Entries& table, std::string_view key);
const Node::Entry* find_entry(const Node::Entries& table, std::string_view key);

/// `the string "abc"`, `the number 3`, `an array of 2 values`: what was found, for messages.
std::string describe(const Node& node);

}  // namespace drystone
