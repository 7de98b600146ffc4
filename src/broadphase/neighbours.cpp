#include "broadphase/neighbours.h"

#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/index.h"

namespace drystone {

namespace {

// 0.1 to 0.2 measured about equal, see README.md.
constexpr double spare = 0.15;      // motion a ball is given before the list is rebuilt, over its radius [-]
constexpr double closeness = 1e-6;  // of the radius: covers rounding and what counts as touching
constexpr std::size_t longest_stretch = 2048;  // balls searched at a time
constexpr std::size_t cheap_grain = 32768;     // parts worth waking a thread for

double choose_margin(double radius, double reach) {
    return reach + std::max(spare * radius, std::min(reach, radius));
}

template <int D>
double mean_ball_radius(const Parts<D>& parts) {
    double sum = 0.0;
    int balls = 0;
    for (int i = 0; i < parts.size(); ++i) {
        if (!parts.is_grain(i)) continue;
        sum += parts.radius[at(i)];
        ++balls;
    }
    return balls > 0 ? sum / balls : 0.0;
}

/// Radius of a ball about x that holds all the balls, margins included.
template <int D>
double span_from(const Vec<D>& x, const std::vector<GridLevel<D>>& levels) {
    double span = 0.0;
    for (const GridLevel<D>& level : levels) {
        Vec<D> corner;
        for (int k = 0; k < D; ++k) corner[k] = std::max(level.high[k] - x[k], x[k] - level.low[k]);
        span = std::max(span, norm(corner) + level.max_radius);
    }
    return span;
}

template <int D>
void find_wall_pairs(const std::vector<NearbyWall<D>>& walls, std::span<const GridBall<D>> balls,
                     std::vector<PartPair>& found) {
    for (const NearbyWall<D>& wall : walls) {
        for (const GridBall<D>& ball : balls) {
            if (!(distance_to_wall(wall, ball.centre) <= ball.radius + wall.margin)) continue;
            if (wall.owner == ball.owner || (wall.owner < 0 && ball.owner < 0)) continue;
            found.push_back({std::min(wall.part, ball.part), std::max(wall.part, ball.part)});
        }
    }
}

}  // namespace

template <int D>
bool Neighbours<D>::update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) {
    assert(reach.size() == at(parts.size()));
    if (still_valid(parts, reach, pool)) return false;
    take_reference(parts, reach, pool);
    rebuild(parts, pool);
    ++rebuilds_;
    return true;
}

template <int D>
void Neighbours<D>::restore(const Parts<D>& parts, NeighbourReference<D> reference, ThreadPool& pool) {
    assert(reference.centre.size() == at(parts.size()) && reference.margin.size() == at(parts.size()));
    reference_ = std::move(reference);
    rebuild(parts, pool);
}

template <int D>
bool Neighbours<D>::still_valid(const Parts<D>& parts, std::span<const double> reach,
                                ThreadPool& pool) const {
    if (reference_.centre.size() != at(parts.size())) return false;
    for (const NearbyWall<D>& wall : walls_) {
        const auto i = at(wall.part);
        if (!(wall_motion(wall, parts.centre[i], parts.axis[i]) + reach[i] <= wall.margin)) return false;
    }
    std::atomic<bool> valid{true};
    pool.for_ranges(reach.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!parts.is_grain(static_cast<int>(i))) continue;
            const Vec<D> moved = parts.centre[i] - reference_.centre[i];
            const double left = reference_.margin[i] - reach[i] - closeness * parts.radius[i];
            if (left >= 0.0 && dot(moved, moved) <= left * left) continue;
            valid.store(false, std::memory_order_relaxed);
            return;
        }
    });
    return valid.load();
}

template <int D>
bool Neighbours<D>::walls_stay(const Parts<D>& parts) const {
    for (const NearbyWall<D>& wall : walls_) {
        const auto i = at(wall.part);
        if (!(wall_motion(wall, parts.centre[i], parts.axis[i]) <= wall.margin)) return false;
    }
    return true;
}

template <int D>
void Neighbours<D>::take_reference(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) {
    assert(reach.size() == at(parts.size()));
    const double mean_radius = mean_ball_radius(parts);
    reference_.centre.resize(reach.size());
    reference_.margin.resize(reach.size());
    pool.for_ranges(reach.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double radius = parts.is_grain(static_cast<int>(i)) ? parts.radius[i] : mean_radius;
            reference_.centre[i] = parts.centre[i];
            reference_.margin[i] = choose_margin(radius, reach[i]);
        }
    });
    reference_.axis.clear();
    for (std::size_t i = 0; i < reach.size(); ++i) {
        if (parts.is_wall(static_cast<int>(i))) reference_.axis.push_back(parts.axis[i]);
    }
}

template <int D>
void Neighbours<D>::rebuild(const Parts<D>& parts, ThreadPool& pool) {
    sort_into_grids<D>(parts, reference_.centre, reference_.margin, pool, grids_);
    place_walls(parts);
    search(pool);
    collect(parts, pool);
}

template <int D>
void Neighbours<D>::place_walls(const Parts<D>& parts) {
    walls_.clear();
    for (std::size_t i = 0; i < reference_.centre.size(); ++i) {
        if (!parts.is_wall(static_cast<int>(i))) continue;
        assert(walls_.size() < reference_.axis.size());
        NearbyWall<D> wall;
        wall.part = static_cast<int>(i);
        wall.kind = parts.kind[i];
        wall.centre = reference_.centre[i];
        wall.axis = reference_.axis[walls_.size()];
        wall.radius = parts.radius[i];
        wall.length = parts.length[i];
        wall.owner = parts.movable[i] ? parts.body[i] : ~parts.body[i];
        wall.margin = reference_.margin[i];
        wall.span = span_from(wall.centre, grids_.level);
        walls_.push_back(wall);
    }
}

template <int D>
void Neighbours<D>::search(ThreadPool& pool) {
    cut_into_stretches(grids_, longest_stretch, stretches_);
    if (found_.size() < stretches_.size()) found_.resize(stretches_.size());
    pool.for_each(stretches_.size(), [&](std::size_t s) {
        const GridStretch& stretch = stretches_[s];
        found_[s].clear();
        find_ball_pairs(grids_, stretch, found_[s]);
        const std::span<const GridBall<D>> balls(grids_.ball);
        find_wall_pairs(walls_, balls.subspan(stretch.begin, stretch.end - stretch.begin), found_[s]);
    });
}

/// Brings what the stretches found into one list, sorted by (a, b).
template <int D>
void Neighbours<D>::collect(const Parts<D>& parts, ThreadPool& pool) {
    first_.resize(stretches_.size());
    std::size_t total = 0;
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
        first_[s] = total;
        total += found_[s].size();
    }
    pairs_.resize(total);
    pool.for_ranges(stretches_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
            std::copy(found_[s].begin(), found_[s].end(),
                      pairs_.begin() + static_cast<std::ptrdiff_t>(first_[s]));
        }
    });
    const int bits = std::bit_width(static_cast<unsigned>(parts.size()));
    radix_sort(
        pairs_, bits, [](const PartPair& pair) { return static_cast<unsigned>(pair.b); }, radix_, pool);
    radix_sort(
        pairs_, bits, [](const PartPair& pair) { return static_cast<unsigned>(pair.a); }, radix_, pool);
    if (!parts.untouchable.empty())
        std::erase_if(pairs_, [&](const PartPair& pair) { return !parts.may_touch(pair.a, pair.b); });
    assert(std::is_sorted(pairs_.begin(), pairs_.end(), [](const PartPair& p, const PartPair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    }));
    assert(std::all_of(pairs_.begin(), pairs_.end(), [](const PartPair& pair) { return pair.a < pair.b; }));
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace drystone
