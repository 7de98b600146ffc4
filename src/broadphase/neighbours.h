#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "broadphase/ball_grids.h"
#include "broadphase/grid_search.h"
#include "broadphase/walls.h"
#include "core/parallel.h"
#include "core/shared.h"
#include "core/workbench.h"
#include "geometry/part_pair.h"
#include "geometry/parts.h"

namespace drystone {

/// Where everything stood when it was listed. With the constants of Parts, the list is a function of
/// this alone; a checkpoint that keeps it restores the list bit for bit.
template <int D>
struct NeighbourReference {
    static constexpr double not_listed = -1.0;  // the margin of a part that is not in the list, or not yet

    std::vector<Vec<D>> centre;  // (parts)  [m]
    std::vector<Vec<D>> axis;    // (planes and drums, in the order of the parts)
    std::vector<double> margin;  // (parts)  [m]
    std::vector<double> span;    // (planes and drums)  no listed ball's surface is further from them, margin included [m]

    /// Part p is not in the list from now on.
    void unlist(int p) {
        centre[static_cast<std::size_t>(p)] = {};
        margin[static_cast<std::size_t>(p)] = not_listed;
    }
    /// So many parts more, from part `first` on, which are not in the list yet.
    void add_parts(int first, int count) {
        centre.insert(centre.begin() + first, static_cast<std::size_t>(count), Vec<D>{});
        margin.insert(margin.begin() + first, static_cast<std::size_t>(count), not_listed);
    }
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
///
/// Balls that come are listed where they stand at the next update, the others staying as they are: pairs are still those whose swollen
/// balls meet, each as it was when it was listed. Balls that go take their pairs along.
template <int D>
class Neighbours {
  public:
    /// Brings the list up to date with parts.centre / parts.axis. reach (parts) [m], >= 0: pairs with
    /// gap <= reach[a] + reach[b] + 1e-6 of the smaller ball's radius are certain to be listed. Returns
    /// whether the list was rebuilt. Allocates nothing once it has been as large before. What a rebuild needs for itself alone is
    /// taken from the bench: of those who have one for more than this, or its own.
    bool update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool, Workbench& bench);
    bool update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) { return update(parts, reach, pool, bench_); }

    /// The balls that the last update listed beside those it knew, where it did not build the list anew.
    std::span<const int> newcomers() const { return newcomers_; }

    /// A ball is gone, or another has its number: what was listed of it is not.
    void unlist(int part);
    /// So many parts more, from part `first` on, behind all balls.
    void add_parts(int first, int count);
    /// The next update builds the list anew.
    void forget();
    /// Margins of planes and drums are as of a ball of this radius, not of the mean of the balls here: for processes with a part of the balls each. 0: the mean.
    void set_wall_radius(double radius) { wall_radius_ = radius; }

    /// Whether planes and drums are still where the list holds, at reach 0: for those who watch the balls themselves.
    bool walls_stay(const Parts<D>& parts) const;

    /// Sorted by (a, b), no pair twice: a function of reference() alone, for any number of threads.
    std::span<const PartPair> pairs() const { return pairs_; }

    const NeighbourReference<D>& reference() const { return *reference_; }
    /// The same, for those who keep it: what they do not let go of before the next update is copied there.
    const Shared<NeighbourReference<D>>& shared_reference() const { return reference_; }

    /// Rebuilds the list another run had when its reference() was this one. Does not count as a rebuild.
    void restore(const Parts<D>& parts, Shared<NeighbourReference<D>> reference, ThreadPool& pool, Workbench& bench);
    void restore(const Parts<D>& parts, Shared<NeighbourReference<D>> reference, ThreadPool& pool) { restore(parts, std::move(reference), pool, bench_); }

    long rebuilds() const { return rebuilds_; }

    /// What the list takes, and what making it takes. [bytes]
    std::size_t bytes() const;
    std::size_t scratch_bytes() const;

  private:
    bool still_valid(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) const;
    void take_reference(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool);
    void rebuild(const Parts<D>& parts, bool measure_span, ThreadPool& pool, Workbench& bench);
    void place_walls(const Parts<D>& parts, bool measure_span);
    void keep_grids();
    void list_newcomers(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool, Workbench& bench);
    void find_pairs_of_newcomers(const Parts<D>& parts, ThreadPool& pool, Workbench& bench);
    void find_pairs_at_walls(const GridBall<D>& ball);
    GridBall<D> as_listed(const Parts<D>& parts, int part) const;
    bool is_listed(int part) const { return reference_->margin[static_cast<std::size_t>(part)] >= 0.0; }
    void search(ThreadPool& pool);
    void search_some(std::span<const GridStretch> stretches, ThreadPool& pool);
    void reserve_pairs(std::size_t so_far, std::size_t searched);
    void sort_pairs(const Parts<D>& parts, ThreadPool& pool, Workbench& bench);

    Shared<NeighbourReference<D>> reference_;
    std::vector<PartPair> pairs_;
    std::vector<NearbyWall<D>> walls_;
    long rebuilds_ = 0;
    double wall_radius_ = 0.0;    // [m]
    bool changed_ = false;        // balls came or went since the last update
    std::vector<int> waiting_;    // of these, those that may have to be listed
    std::vector<int> newcomers_;  // of the last update, ascending
    std::vector<int> later_;      // listed since the grids were made

    // Where balls come while the list holds: the grids outlast the rebuild
    bool keeps_grids_ = false;
    std::vector<GridBall<D>> kept_ball_;
    std::vector<std::uint64_t> kept_key_;

    // Scratch of newcomers
    std::vector<int> met_;
    std::vector<PartPair> found_pairs_;

    // Scratch of a rebuild
    Workbench bench_;
    BallGrids<D> grids_;                        // its balls are there while it lasts
    std::vector<GridStretch> stretches_;
    std::vector<std::vector<PartPair>> found_;  // (stretches searched at a time)
    std::vector<std::size_t> first_;            // (likewise)  where found_ goes in pairs_
};

}  // namespace drystone
