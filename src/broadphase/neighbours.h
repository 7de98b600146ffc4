#pragma once

#include <span>
#include <vector>

#include "broadphase/ball_grids.h"
#include "broadphase/grid_search.h"
#include "broadphase/walls.h"
#include "core/parallel.h"
#include "geometry/part_pair.h"
#include "geometry/parts.h"

namespace drystone {

/// Where everything stood when the list was built. With the constants of Parts, the list is a function of
/// this alone; a checkpoint that keeps it restores the list bit for bit.
template <int D>
struct NeighbourReference {
    std::vector<Vec<D>> centre;  // (parts)  [m]
    std::vector<Vec<D>> axis;    // (planes and drums, in the order of the parts)
    std::vector<double> margin;  // (parts)  [m]
    bool operator==(const NeighbourReference&) const = default;
};

/// The list of part pairs near enough to touch, kept while nothing has moved further than its margin.
///
/// Each part keeps a margin m_i. At a rebuild all pairs with gap <= m_a + m_b are listed; the list stays
/// valid as long as every part i has moved less than m_i - reach_i since then, with reach_i the distance at
/// which the step asks for contacts:
///
///     m_i = reach_i + max(0.15 r_i, min(reach_i, r_i))       (planes, drums: r_i is the balls' mean)
///
/// Balls sit in a hierarchy of grids, one level per power of two of size, so that size ratios of 1:100 and
/// more cost little more than equal sizes; planes and drums are tried against every ball, never against each
/// other.
/// A ball whose place, size or reach is not finite has no pairs (and the list is rebuilt at every update).
template <int D>
class Neighbours {
  public:
    /// Brings the list up to date with parts.centre / parts.axis. reach (parts) [m], >= 0: pairs with
    /// gap <= reach[a] + reach[b] + 1e-6 of the smaller ball's radius are certain to be listed. Returns
    /// whether the list was rebuilt. Allocates nothing once it has been as large before.
    bool update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool);

    /// Whether planes and drums are still where the list holds, at reach 0: for those who watch the balls themselves.
    bool walls_stay(const Parts<D>& parts) const;

    /// Sorted by (a, b), no pair twice: a function of reference() alone, for any number of threads.
    std::span<const PartPair> pairs() const { return pairs_; }

    const NeighbourReference<D>& reference() const { return reference_; }

    /// Rebuilds the list another run had when its reference() was this one. Does not count as a rebuild.
    void restore(const Parts<D>& parts, NeighbourReference<D> reference, ThreadPool& pool);

    long rebuilds() const { return rebuilds_; }

  private:
    bool still_valid(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) const;
    void take_reference(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool);
    void rebuild(const Parts<D>& parts, ThreadPool& pool);
    void place_walls(const Parts<D>& parts);
    void search(ThreadPool& pool);
    void collect(const Parts<D>& parts, ThreadPool& pool);

    NeighbourReference<D> reference_;
    std::vector<PartPair> pairs_;
    std::vector<NearbyWall<D>> walls_;
    long rebuilds_ = 0;

    // Scratch of a rebuild
    BallGrids<D> grids_;
    std::vector<GridStretch> stretches_;
    std::vector<std::vector<PartPair>> found_;  // (stretches)
    std::vector<std::size_t> first_;            // (stretches)  where found_ goes in pairs_
    RadixScratch<PartPair> radix_;
};

}  // namespace drystone
