#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/vec.h"
#include "ranks/team.h"

namespace drystone::ranks {

template <int D>
struct WeightedPlace {
    Vec<D> x{};
    std::int64_t weight = 1;
};

/// Space among the ranks, by recursive bisection along coordinates: each cut divides a box, and the ranks it is for, so that the two sides
/// carry as much per rank. A function of the places and weights alone, whoever has them.
template <int D>
class Cuts {
  public:
    /// Whose a place is.
    int owner(const Vec<D>& x) const {
        int k = 0;
        while (node_[static_cast<std::size_t>(k)].axis >= 0) {
            const Node& n = node_[static_cast<std::size_t>(k)];
            k = x[n.axis] < n.at ? n.low : n.high;
        }
        return node_[static_cast<std::size_t>(k)].first;
    }

    bool empty() const { return node_.empty(); }

    /// For places that are all over the team; for as many ranks as it has, or `ranks`.
    static Cuts find(std::span<const WeightedPlace<D>> places, Team& team, int ranks = 0);

    struct Box {
        Vec<D> low{}, high{};
    };
    /// (ranks)  What each has of a box.
    std::vector<Box> boxes(const Vec<D>& low, const Vec<D>& high) const;

  private:
    struct Node {
        int first = 0, ranks = 1;  // that share the box
        int axis = -1;             // of the cut; -1: a box of one rank
        double at = 0.0;
        int low = -1, high = -1;
    };
    std::vector<int> split(const std::vector<int>& level, std::span<const WeightedPlace<D>> places, std::vector<int>& box, Team& team);

    std::vector<Node> node_;
};

}  // namespace drystone::ranks
