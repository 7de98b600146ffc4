#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "scene/node.h"
#include "step/description.h"

namespace drystone {

/// Names of one kind of thing, each with an index. Only looked up, never walked through in its own order.
class Names {
  public:
    explicit Names(std::string kind) : kind_(std::move(kind)) {}

    void add(const std::string& name, int index, const Place& place);  // refuses a name that is taken
    /// "name.0", "name.1", ..: a crowd of millions is not worth a list of its names.
    void add_numbered(const std::string& name, int first, int count, const Place& place);
    int at(const Node& node, std::string_view what) const;  // refuses a name nobody has
    bool has(const std::string& name) const { return find(name) >= 0; }
    std::vector<std::string> all() const;  // sorted
    std::vector<std::string> all_in_order() const;  // by index

  private:
    struct Numbered {
        int first = 0, count = 0;
    };
    int find(const std::string& name) const;  // its index, or -1
    [[noreturn]] void refuse_taken(const std::string& name, const Place& place) const;

    std::string kind_;  // "body", "material": for messages
    std::unordered_map<std::string, int> index_;
    std::map<std::string, Numbered> numbered_;
};

/// The world while its sections are read, one reader after the other.
template <int D>
struct Draft {
    WorldDescription<D> world;
    Names materials{"material"};
    Names bodies{"body"};
    Names links{"link"};
    Names drives{"drive"};
    Names stages{"stage"};
    std::filesystem::path folder;  // of the scene file: other files are named from there
    std::uint64_t seed = 1;
    double step = 0.0;  // of time [s]
    std::vector<int> chosen_masses;  // bodies that have theirs from a pressure
    bool chooses_masses = false;  // of planes without one that drives press
    bool soft = false;  // method = "md": contacts deform
    std::vector<std::string> warnings;
};

}  // namespace drystone
