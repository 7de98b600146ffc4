#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/vec.h"
#include "scene/node.h"

namespace drystone {

// Typed views of single values. `what` names the value in messages; each refuses what does not fit.

double number_of(const Node& node, std::string_view what);  // finite; 1 and 1.0 are the same
double positive_of(const Node& node, std::string_view what);
double not_negative_of(const Node& node, std::string_view what);
double number_between(const Node& node, std::string_view what, double lo, double hi);  // both included
std::int64_t whole_number_of(const Node& node, std::string_view what, std::int64_t lo, std::int64_t hi);
const std::string& text_of(const Node& node, std::string_view what);  // not empty
bool truth_of(const Node& node, std::string_view what);
const Node::Array& array_of(const Node& node, std::string_view what, std::string_view meaning);

template <int N>
Vec<N> vector_of(const Node& node, std::string_view what);

/// Of length one; zero is refused.
template <int N>
Vec<N> unit_vector_of(const Node& node, std::string_view what);

using Keys = std::vector<std::string>;

/// A table of the scene whose keys are all known: unknown ones are refused at once, before a key that was
/// misspelt is reported missing.
class Table {
  public:
    /// `title` says which table in messages: "[time]", "a body".
    Table(const Node& node, std::string title, const Keys& keys);

    /// Any keys: to read the one that says which others are known, before they are.
    Table(const Node& node, std::string title);

    const Node& node() const { return node_; }
    const Place& place() const { return node_.place; }
    const std::string& title() const { return title_; }

    const Node* find(std::string_view key) const;  // nullptr: not given
    const Node& at(std::string_view key) const;    // refuses a missing key
    bool has(std::string_view key) const { return find(key) != nullptr; }

    double number(std::string_view key) const { return number_of(at(key), key); }
    double number(std::string_view key, double otherwise) const;
    double positive(std::string_view key) const { return positive_of(at(key), key); }
    double positive(std::string_view key, double otherwise) const;
    double not_negative(std::string_view key) const { return not_negative_of(at(key), key); }
    double not_negative(std::string_view key, double otherwise) const;
    int count(std::string_view key, int least) const;  // a whole number that has to be there
    int whole_number(std::string_view key, int otherwise, int lo,
                     int hi = std::numeric_limits<int>::max()) const;
    const std::string& text(std::string_view key) const { return text_of(at(key), key); }
    std::string text(std::string_view key, const std::string& otherwise) const;
    bool truth(std::string_view key, bool otherwise) const;

    template <int N>
    Vec<N> vector(std::string_view key) const {
        return vector_of<N>(at(key), key);
    }
    template <int N>
    Vec<N> vector(std::string_view key, const Vec<N>& otherwise) const {
        const Node* node = find(key);
        if (node) return vector_of<N>(*node, key);
        note_vector(key, N, otherwise == Vec<N>{});
        return otherwise;
    }

    /// One of a few words, each standing for a value.
    template <class T>
    T choice(std::string_view key, const std::vector<std::pair<std::string, T>>& words) const {
        const Node& node = at(key);
        Keys known;
        for (const auto& [name, value] : words) known.push_back(name);
        note_words(key, known, "");
        const std::string& word = text_of(node, key);
        for (const auto& [name, value] : words) {
            if (name == word) return value;
        }
        refuse_word(node, key, known);
    }
    template <class T>
    T choice(std::string_view key, T otherwise, const std::vector<std::pair<std::string, T>>& words) const {
        if (has(key)) return choice(key, words);
        Keys known;
        std::string usual;
        for (const auto& [name, value] : words) {
            known.push_back(name);
            if (value == otherwise && usual.empty()) usual = name;
        }
        note_words(key, known, usual);
        return otherwise;
    }

  private:
    void note(std::string_view key, const std::string& kind, const std::string& otherwise) const;
    void note_vector(std::string_view key, int components, bool is_zero) const;
    void note_words(std::string_view key, const Keys& words, const std::string& otherwise) const;
    [[noreturn]] void refuse_word(const Node& node, std::string_view key, const Keys& known) const;

    const Node& node_;
    const Node::Entries* entries_;
    std::string title_;
    bool has_any_keys_ = true;
};

/// The tables of an array of tables such as [[bodies]]; empty where `node` is null.
std::vector<const Node*> tables_of(const Node* node, std::string_view what);

/// Where a table came to say what it says: the option that changed a value in it, else its own place.
const Place& origin_of(const Node& node);

/// The value under `key` of a node that is a table; nullptr if there is none.
const Node* find_in(const Node& node, std::string_view key);

/// The same of a key that says which others are known, such as the type of a shape. It has to be there; one that is spelt nearly as it is
/// was meant to be it.
const Node& key_that_chooses(const Node& node, const std::string& title, const std::string& key);

}  // namespace drystone
