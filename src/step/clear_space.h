#pragma once

#include <array>
#include <map>
#include <vector>

#include "geometry/placed_ball.h"
#include "step/world.h"

namespace drystone {

/// What stands in and about a box, to be asked whether a ball is clear of it: balls by the cells they reach into, everything else
/// (planes, drums, polygons, polyhedra, curved shapes, skins of deformable bodies) by its exact distance.
template <int D>
class ClearSpace {
  public:
    /// The world as it stands, parts placed; balls of radius `largest` at most will be asked about, inside the box.
    ClearSpace(const World<D>& world, const BoxRegion<D>& box, double largest);

    /// Whether a ball touches nothing.
    bool is_clear(const PlacedBall<D>& ball);

    /// A ball that is there from now on.
    void add(const PlacedBall<D>& ball);

  private:
    using Cell = std::array<int, D>;

    void add_part(const Parts<D>& from, int p);
    bool touches_others(const PlacedBall<D>& ball);
    /// visit(cell) for every cell that the ball reaches into, while it says true. Returns whether it always did.
    template <class Visit>
    bool for_cells(const PlacedBall<D>& ball, const Visit& visit) const;

    Vec<D> low_{};
    double edge_ = 0.0;  // of a cell [m]
    std::vector<PlacedBall<D>> balls_;
    std::vector<int> large_;  // balls that reach into many cells
    std::map<Cell, std::vector<int>> cells_;

    Parts<D> others_;  // the last part: the ball in question
    ContactFinder<D> finder_;
    std::vector<PartPair> pairs_;
    std::vector<double> reach_;
    std::vector<ContactPoint<D>> found_;
    ThreadPool alone_{1};
};

}  // namespace drystone
