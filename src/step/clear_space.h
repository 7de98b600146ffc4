#pragma once

#include <array>
#include <vector>

#include "geometry/placed_ball.h"
#include "step/world.h"

namespace drystone {

/// What stands in and about a box, to be asked whether a ball is clear of it: balls by the cells their centres are in, everything else
/// (planes, drums, polygons, polyhedra, curved shapes, skins of deformable bodies) by its exact distance. In a cell that repeats images
/// are in the way as well.
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

    void lay_out_cells(const BoxRegion<D>& box, double largest);
    Cell cell_of(const Vec<D>& x) const;
    std::size_t number_of(const Cell& cell) const;
    template <class Visit>
    void for_images(const Vec<D>& x, const Visit& visit) const;
    void add_one(const PlacedBall<D>& ball);
    void add_part(const Parts<D>& from, int p, const Vec<D>& shift);
    bool touches_others(const PlacedBall<D>& ball);
    bool clears_cells(const PlacedBall<D>& ball) const;
    bool clears(const PlacedBall<D>& ball, int other) const;

    Space<D> space_;      // that repeats, or not
    Vec<D> middle_{};     // of the box
    Vec<D> low_{};
    double edge_ = 0.0;       // of a cell: no ball in the cells is wider [m]
    Cell last_{};             // the highest cell; balls outside count as in the nearest one
    std::vector<int> first_;  // (cells)  a ball that is there, or -1
    std::vector<PlacedBall<D>> balls_;
    std::vector<int> next_;   // (balls)  the next one in its cell, or -1
    std::vector<int> large_;  // balls that are wider than a cell

    Parts<D> others_;  // the last part: the ball in question
    ContactFinder<D> finder_;
    std::vector<PartPair> pairs_;
    std::vector<double> reach_;
    std::vector<ContactPoint<D>> found_;
    ThreadPool alone_{1};
};

}  // namespace drystone
