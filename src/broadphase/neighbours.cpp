#include "broadphase/neighbours.h"

#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "broadphase/margin.h"
#include "core/index.h"
#include "core/radix_sort.h"
#include "core/room.h"

namespace drystone {

namespace {

constexpr std::size_t longest_stretch = 2048;  // balls searched at a time
constexpr std::size_t fewest_stretches = 32, stretches_a_thread = 8;  // at a time
constexpr std::size_t cheap_grain = 32768;     // parts worth waking a thread for
constexpr std::size_t most_later = 1024;       // balls tried one by one before the grids are made anew

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
bool Neighbours<D>::update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool, Workbench& bench) {
    assert(reach.size() == at(parts.size()));
    newcomers_.clear();
    if (changed_ && reference_->centre.size() == at(parts.size())) list_newcomers(parts, reach, pool, bench);
    if (still_valid(parts, reach, pool)) return false;
    newcomers_.clear();
    take_reference(parts, reach, pool);
    rebuild(parts, true, pool, bench);
    ++rebuilds_;
    return true;
}

template <int D>
void Neighbours<D>::restore(const Parts<D>& parts, Shared<NeighbourReference<D>> reference, ThreadPool& pool, Workbench& bench) {
    assert(reference->centre.size() == at(parts.size()) && reference->margin.size() == at(parts.size()));
    reference_ = std::move(reference);
    rebuild(parts, false, pool, bench);
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.is_grain(p) && !is_listed(p)) waiting_.push_back(p);
    }
    changed_ = !waiting_.empty();
}

template <int D>
void Neighbours<D>::unlist(int part) {
    if (reference_->centre.empty()) return;
    reference_.edit().unlist(part);
    waiting_.push_back(part);
    changed_ = true;
}

template <int D>
void Neighbours<D>::add_parts(int first, int count) {
    if (reference_->centre.empty()) return;
    reference_.edit().add_parts(first, count);
    for (int p = first; p < first + count; ++p) waiting_.push_back(p);
    changed_ = true;
}

template <int D>
void Neighbours<D>::forget() {
    reference_ = {};
    pairs_.clear();
    walls_.clear();
    newcomers_.clear();
}

template <int D>
GridBall<D> Neighbours<D>::as_listed(const Parts<D>& parts, int part) const {
    const int body = parts.body[at(part)];
    return {reference_->centre[at(part)], parts.radius[at(part)] + reference_->margin[at(part)], part,
            parts.movable[at(part)] ? body : ~body};
}

/// Balls that have come since the last update take the places they have now as theirs; those that went lose their pairs.
template <int D>
void Neighbours<D>::list_newcomers(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool, Workbench& bench) {
    std::erase_if(pairs_, [&](const PartPair& pair) { return !is_listed(pair.a) || !is_listed(pair.b); });
    std::sort(waiting_.begin(), waiting_.end());
    waiting_.erase(std::unique(waiting_.begin(), waiting_.end()), waiting_.end());
    for (const int p : waiting_) {
        if (!parts.is_grain(p) || is_listed(p)) continue;
        reference_.edit().centre[at(p)] = parts.centre[at(p)];
        reference_.edit().margin[at(p)] = choose_margin(parts.radius[at(p)], reach[at(p)]);
        newcomers_.push_back(p);
    }
    waiting_.clear();
    changed_ = false;
    if (!newcomers_.empty()) find_pairs_of_newcomers(parts, pool, bench);
}

/// The grids hold balls as they were when they were made: some are gone since, or have other places. Each newcomer is tried against
/// those that are still so, and against everyone listed later.
template <int D>
void Neighbours<D>::find_pairs_of_newcomers(const Parts<D>& parts, ThreadPool& pool, Workbench& bench) {
    const bool anew = !keeps_grids_ || later_.size() + newcomers_.size() > most_later;
    keeps_grids_ = true;
    if (anew) {
        const Workbench::Use use(bench);
        sort_into_grids<D>({parts, reference_->centre, reference_->margin}, pool, use, grids_);
        keep_grids();
        later_.clear();
    }
    grids_.ball = kept_ball_, grids_.key = kept_key_;
    found_pairs_.clear();
    const auto keep = [&](const GridBall<D>& p, const GridBall<D>& q) {
        if (may_pair(p, q)) found_pairs_.push_back({std::min(p.part, q.part), std::max(p.part, q.part)});
    };
    for (const int p : newcomers_) {
        const GridBall<D> ball = as_listed(parts, p);
        met_.clear();
        find_meeting(grids_, ball, met_);
        for (const int k : met_) {
            const GridBall<D>& other = grids_.ball[at(k)];
            if (other.part == p || !parts.is_grain(other.part) || !is_listed(other.part)) continue;
            const GridBall<D> now = as_listed(parts, other.part);
            if (now.centre == other.centre && now.radius == other.radius) keep(ball, now);
        }
        for (const int q : later_) {
            if (q == p || !parts.is_grain(q) || !is_listed(q)) continue;
            const GridBall<D> other = as_listed(parts, q);
            if (balls_meet(ball, other)) keep(ball, other);
        }
        find_pairs_at_walls(ball);
        if (!anew) later_.push_back(p);
    }
    const auto before = [](const PartPair& p, const PartPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); };
    std::sort(found_pairs_.begin(), found_pairs_.end(), before);
    const auto same = [](const PartPair& p, const PartPair& q) { return p.a == q.a && p.b == q.b; };
    found_pairs_.erase(std::unique(found_pairs_.begin(), found_pairs_.end(), same), found_pairs_.end());
    std::erase_if(found_pairs_, [&](const PartPair& pair) { return !parts.may_touch(pair.a, pair.b); });
    const auto known = static_cast<std::ptrdiff_t>(pairs_.size());
    pairs_.insert(pairs_.end(), found_pairs_.begin(), found_pairs_.end());
    std::inplace_merge(pairs_.begin(), pairs_.begin() + known, pairs_.end(), before);
}

template <int D>
void Neighbours<D>::find_pairs_at_walls(const GridBall<D>& ball) {
    find_wall_pairs<D>(walls_, std::span<const GridBall<D>>(&ball, 1), found_pairs_);
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        double& span = reference_.edit().span[w];
        span = std::max(span, norm(ball.centre - walls_[w].centre) + ball.radius);
        walls_[w].span = span;
    }
}

template <int D>
bool Neighbours<D>::still_valid(const Parts<D>& parts, std::span<const double> reach,
                                ThreadPool& pool) const {
    if (reference_->centre.size() != at(parts.size())) return false;
    for (const NearbyWall<D>& wall : walls_) {
        const auto i = at(wall.part);
        if (!(wall_motion(wall, parts.centre[i], parts.axis[i]) + reach[i] <= wall.margin)) return false;
    }
    std::atomic<bool> valid{true};
    pool.for_ranges(reach.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!parts.is_grain(static_cast<int>(i))) continue;
            const Vec<D> moved = parts.centre[i] - reference_->centre[i];
            const double left = may_move(reference_->margin[i], parts.radius[i], reach[i]);
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
    NeighbourReference<D>& now = reference_.edit();
    const double mean_radius = wall_radius_ > 0.0 ? wall_radius_ : mean_ball_radius(parts);
    now.centre.resize(reach.size());
    now.margin.resize(reach.size());
    pool.for_ranges(reach.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double radius = parts.is_grain(static_cast<int>(i)) ? parts.radius[i] : mean_radius;
            now.centre[i] = parts.centre[i];
            now.margin[i] = choose_margin(radius, reach[i]);
        }
    });
    now.axis.clear();
    for (std::size_t i = 0; i < reach.size(); ++i) {
        if (parts.is_wall(static_cast<int>(i))) now.axis.push_back(parts.axis[i]);
    }
}

template <int D>
void Neighbours<D>::rebuild(const Parts<D>& parts, bool measure_span, ThreadPool& pool, Workbench& bench) {
    waiting_.clear();
    later_.clear();
    changed_ = false;
    {
        const Workbench::Use use(bench);
        sort_into_grids<D>({parts, reference_->centre, reference_->margin}, pool, use, grids_);
        place_walls(parts, measure_span);
        if (keeps_grids_) keep_grids();
        search(pool);
        grids_.ball = {}, grids_.key = {};
    }
    sort_pairs(parts, pool, bench);
}

template <int D>
void Neighbours<D>::keep_grids() {
    kept_ball_.assign(grids_.ball.begin(), grids_.ball.end());
    kept_key_.assign(grids_.key.begin(), grids_.key.end());
}

template <int D>
void Neighbours<D>::place_walls(const Parts<D>& parts, bool measure_span) {
    walls_.clear();
    if (measure_span) reference_.edit().span.resize(reference_->axis.size());
    assert(reference_->span.size() == reference_->axis.size());
    for (std::size_t i = 0; i < reference_->centre.size(); ++i) {
        if (!parts.is_wall(static_cast<int>(i))) continue;
        assert(walls_.size() < reference_->axis.size());
        NearbyWall<D> wall;
        wall.part = static_cast<int>(i);
        wall.kind = parts.kind[i];
        wall.centre = reference_->centre[i];
        wall.axis = reference_->axis[walls_.size()];
        wall.radius = parts.radius[i];
        wall.length = parts.length[i];
        wall.owner = parts.movable[i] ? parts.body[i] : ~parts.body[i];
        wall.margin = reference_->margin[i];
        if (measure_span) reference_.edit().span[walls_.size()] = span_from(wall.centre, grids_.level);
        wall.span = reference_->span[walls_.size()];
        walls_.push_back(wall);
    }
}

/// What stretches find is kept for some of them at a time: for all, it would take as much as the list.
template <int D>
void Neighbours<D>::search(ThreadPool& pool) {
    cut_into_stretches(grids_, longest_stretch, stretches_);
    const std::size_t window = std::max(fewest_stretches, stretches_a_thread * at(pool.size()));
    pairs_.clear();
    for (std::size_t s = 0; s < stretches_.size(); s += window)
        search_some(std::span(stretches_).subspan(s, std::min(window, stretches_.size() - s)), pool);
}

template <int D>
void Neighbours<D>::search_some(std::span<const GridStretch> stretches, ThreadPool& pool) {
    if (found_.size() < stretches.size()) found_.resize(stretches.size());
    const std::size_t grain = grids_.ball.size() <= longest_stretch ? stretches.size() : 1;  // few balls in several levels wake nobody
    pool.for_ranges(stretches.size(), grain, [&](std::size_t begin, std::size_t end) {
        const std::span<const GridBall<D>> balls(grids_.ball);
        for (std::size_t s = begin; s < end; ++s) {
            const GridStretch& stretch = stretches[s];
            found_[s].clear();
            find_ball_pairs(grids_, stretch, found_[s]);
            find_wall_pairs(walls_, balls.subspan(stretch.begin, stretch.end - stretch.begin), found_[s]);
        }
    });
    first_.resize(stretches.size());
    std::size_t total = pairs_.size();
    for (std::size_t s = 0; s < stretches.size(); ++s) {
        first_[s] = total;
        total += found_[s].size();
    }
    if (total > pairs_.capacity()) reserve_pairs(total, static_cast<std::size_t>(stretches.data() + stretches.size() - stretches_.data()));
    pairs_.resize(total);
    pool.for_ranges(stretches.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s)
            std::copy(found_[s].begin(), found_[s].end(), pairs_.begin() + static_cast<std::ptrdiff_t>(first_[s]));
    });
}

/// Room for the pairs of all stretches, were they as many in each as in those searched so far; an eighth more, as others have it (core/room.h).
template <int D>
void Neighbours<D>::reserve_pairs(std::size_t so_far, std::size_t searched) {
    const std::size_t expected = so_far / searched * stretches_.size() + so_far % searched * stretches_.size() / searched;
    pairs_.reserve(expected + expected / 8);
}

/// By (a, b).
template <int D>
void Neighbours<D>::sort_pairs(const Parts<D>& parts, ThreadPool& pool, Workbench& bench) {
    const int bits = std::bit_width(static_cast<unsigned>(parts.size()));
    const std::span<PartPair> pairs(pairs_);
    radix_sort(pairs, bits, [](const PartPair& pair) { return static_cast<unsigned>(pair.b); }, bench, pool);
    radix_sort(pairs, bits, [](const PartPair& pair) { return static_cast<unsigned>(pair.a); }, bench, pool);
    if (!parts.untouchable.empty())
        std::erase_if(pairs_, [&](const PartPair& pair) { return !parts.may_touch(pair.a, pair.b); });
    assert(std::is_sorted(pairs_.begin(), pairs_.end(), [](const PartPair& p, const PartPair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    }));
    assert(std::all_of(pairs_.begin(), pairs_.end(), [](const PartPair& pair) { return pair.a < pair.b; }));
}

template <int D>
std::size_t Neighbours<D>::bytes() const {
    return pairs_.capacity() * sizeof(PartPair) + reference_->centre.capacity() * sizeof(Vec<D>) + reference_->margin.capacity() * sizeof(double);
}

template <int D>
std::size_t Neighbours<D>::scratch_bytes() const {
    std::size_t sum = bench_.bytes() + stretches_.capacity() * sizeof(GridStretch) + grids_.coordinate.capacity() * sizeof(double) +
                      kept_ball_.capacity() * sizeof(GridBall<D>) + kept_key_.capacity() * sizeof(std::uint64_t);
    for (const std::vector<PartPair>& found : found_) sum += found.capacity() * sizeof(PartPair);
    return sum;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace drystone
