#pragma once

#include <cstdint>
#include <filesystem>
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
    int at(const Node& node, std::string_view what) const;             // refuses a name nobody has
    bool has(const std::string& name) const { return index_.contains(name); }
    std::vector<std::string> all() const;  // sorted
    std::vector<std::string> all_in_order() const;  // by index

  private:
    std::string kind_;  // "body", "material": for messages
    std::unordered_map<std::string, int> index_;
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
