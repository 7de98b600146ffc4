#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/place.h"

namespace drystone {

struct Node;

/// What the readers of a scene ask for, as they do it: of every table the keys that it may have, of every key what its value must be and what
/// stands for it where it is left out. A document that carries one (Node::log) is read as any other; from the logs of many scenes
/// tools/scene_keys.py makes the reference of keys, so that it is the readers' own.
class KeyLog {
  public:
    struct Asked {
        std::set<std::string> kinds;  // "a number > 0", "true or false", "\"a\" or \"b\""
        std::set<std::string> otherwise;
    };
    struct OfTable {
        std::set<std::string> known;
        std::map<std::string, Asked> keys;
    };

    /// All nodes of a document write into it; it has to live as long as they are read.
    void watch(Node& document);

    void knows(const std::string& table, const std::vector<std::string>& keys) {
        tables_[table].known.insert(keys.begin(), keys.end());
    }
    void is_under(const Node& value, const std::string& table, const std::string& key);
    void asks(const std::string& table, std::string_view key, const std::string& kind,
              const std::string& otherwise);
    void asks(const Node& value, const std::string& kind);  // what lies under some key

    /// {table: {known: [..], keys: {key: {kinds: [..], otherwise: [..]}}}}
    std::string json() const;

  private:
    std::map<std::string, OfTable> tables_;
    /// Under which key a value is; its place tells it from another that lay at the same address before.
    struct Under {
        std::string table, key;
        Place place;
    };
    std::map<const Node*, Under> places_;
};

}  // namespace drystone
