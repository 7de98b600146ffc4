#include "scene/relax_overlaps.h"

#include <cstdint>

namespace drystone {

namespace {

struct Overlapping {
    int a = 0;
    int b = 0;
};

template <int D>
void fill_levels(const Crush<D>& crush, BallLevels<D>& levels) {
    levels.clear();
    for (std::size_t n = 0; n < crush.x.size(); ++n) levels.insert(static_cast<int>(n), crush.x[n]);
}

/// visit(a, b) for all pairs with centres nearer than stretch (r_a + r_b), obstacles among themselves left
/// out.
template <int D, class Visit>
void visit_pairs(const Crush<D>& crush, const BallLevels<D>& levels, double stretch, const Visit& visit) {
    for (std::size_t n = 0; n < crush.x.size(); ++n) {
        const int a = static_cast<int>(n);
        // Each pair is found from its smaller ball: large ones would have to look through many cells of
        // small ones.
        for (int level = 0; level <= levels.level(a); ++level) {
            const double reach = stretch * crush.r[n] + (stretch - 1.0) * levels.largest(level);
            levels.visit_level(level, crush.x[n], reach, [&](int b) {
                const auto m = static_cast<std::size_t>(b);
                if (level == levels.level(a) && b >= a) return true;
                if (n >= crush.movable && m >= crush.movable) return true;
                const Vec<D> apart = crush.x[n] - crush.x[m];
                const double near = stretch * (crush.r[n] + crush.r[m]);
                if (dot(apart, apart) < near * near) visit(a, b);
                return true;
            });
        }
    }
}

/// The pairs that can overlap while no ball has moved further than its own radius times `skin`.
template <int D>
class NearPairs {
  public:
    static constexpr double skin = 0.35;

    void update(const Crush<D>& crush, double inflation, BallLevels<D>& levels) {
        if (!pairs_.empty() && still_valid(crush, inflation)) return;
        fill_levels(crush, levels);
        pairs_.clear();
        visit_pairs(crush, levels, 1.0 + skin, [&](int a, int b) { pairs_.push_back({a, b}); });
        listed_at_ = crush.x;
    }
    const std::vector<Overlapping>& list() const { return pairs_; }

  private:
    bool still_valid(const Crush<D>& crush, double inflation) const {
        for (std::size_t n = 0; n < crush.movable; ++n) {
            const Vec<D> moved = crush.x[n] - listed_at_[n];
            const double most = (skin - inflation) * crush.r[n];
            if (dot(moved, moved) > most * most) return false;
        }
        return true;
    }

    std::vector<Overlapping> pairs_;
    std::vector<Vec<D>> listed_at_;
};

constexpr double overshoot = 1.5;

struct Sweep {
    double overlap = 0.0;   // sum of squared overlaps of the inflated balls, relative to their radii
    bool touching = false;  // some balls overlapped without inflation
};

/// How much of a move apart is a's, the rest being b's: as if they had masses, and obstacles infinite ones.
template <int D>
double share(const Crush<D>& crush, std::size_t a, std::size_t b) {
    if (a >= crush.movable) return 0.0;
    if (b >= crush.movable) return 1.0;
    const double ra = crush.r[a], rb = crush.r[b];
    const double mass_a = D == 2 ? ra * ra : ra * ra * ra, mass_b = D == 2 ? rb * rb : rb * rb * rb;
    return mass_b / (mass_a + mass_b);
}

/// Moves a pair apart to the distance `wanted`, and further (halves the sweeps; from 1.7 on they no longer
/// settle).
template <int D>
void separate(Crush<D>& crush, Overlapping pair, double wanted, double distance, Vec<D> apart) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    if (distance == 0.0) {
        apart = Vec<D>::axis(0);
        distance = 1.0;
        wanted += 1.0;  // the move below is wanted - distance
    }
    const double share_a = share(crush, a, b);
    const Vec<D> move = (overshoot * (wanted - distance) / distance) * apart;
    crush.x[a] += share_a * move;
    crush.x[b] -= (1.0 - share_a) * move;
}

template <int D>
Sweep sweep_pairs(const std::vector<Overlapping>& pairs, double inflation, Crush<D>& crush) {
    Sweep sweep;
    for (const Overlapping& pair : pairs) {
        const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
        const Vec<D> apart = crush.x[a] - crush.x[b];
        const double sum = crush.r[a] + crush.r[b], wanted = (1.0 + inflation) * sum;
        const double squared = dot(apart, apart);
        if (squared >= wanted * wanted) continue;
        const double distance = std::sqrt(squared);
        const double relative = (wanted - distance) / sum;
        sweep.overlap += relative * relative;
        sweep.touching = sweep.touching || distance < sum;
        separate(crush, pair, wanted, distance, apart);
    }
    return sweep;
}

template <int D>
bool push_inside(const PackingSpace<D>& space, double inflation, Crush<D>& crush) {
    bool touching = false;
    for (std::size_t n = 0; n < crush.movable; ++n) {
        touching = touching || !space.clears_walls(crush.x[n], crush.r[n]);
        crush.x[n] = space.pushed_inside(crush.x[n], (1.0 + inflation) * crush.r[n]);
    }
    return touching;
}

/// Sweeps at one inflation, until clear or stuck.
template <int D>
bool relax_at(const PackingSpace<D>& space, double inflation, BallLevels<D>& levels, Crush<D>& crush) {
    constexpr int most_sweeps = 4000, look_back = 200;
    constexpr double progress = 0.9;  // of the overlap in that many sweeps; less is being stuck
    NearPairs<D> near;
    double before = 0.0;
    for (int n = 0; n < most_sweeps; ++n) {
        near.update(crush, inflation, levels);
        const Sweep sweep = sweep_pairs(near.list(), inflation, crush);
        const bool at_wall = push_inside(space, inflation, crush);
        if (!sweep.touching && !at_wall && all_clear(space, levels, crush)) return true;
        if (n % look_back != 0) continue;
        if (n > 0 && sweep.overlap > progress * before) return false;
        before = sweep.overlap;
    }
    return false;
}

}  // namespace

template <int D>
bool relax_overlaps(const PackingSpace<D>& space, BallLevels<D>& levels, Crush<D>& crush) {
    for (double inflation : {0.02, 0.006, 0.002}) {
        if (relax_at(space, inflation, levels, crush)) return true;
    }
    return false;
}

template <int D>
bool all_clear(const PackingSpace<D>& space, BallLevels<D>& levels, const Crush<D>& crush) {
    for (std::size_t n = 0; n < crush.movable; ++n) {
        if (!space.clears_walls(crush.x[n], crush.r[n])) return false;
    }
    fill_levels(crush, levels);
    bool clear = true;
    visit_pairs(crush, levels, 1.0 + 1e-9, [&](int a, int b) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        clear = clear && norm(crush.x[i] - crush.x[j]) >= crush.r[i] + crush.r[j];
    });
    return clear;
}

template bool relax_overlaps<2>(const PackingSpace<2>&, BallLevels<2>&, Crush<2>&);
template bool relax_overlaps<3>(const PackingSpace<3>&, BallLevels<3>&, Crush<3>&);
template bool all_clear<2>(const PackingSpace<2>&, BallLevels<2>&, const Crush<2>&);
template bool all_clear<3>(const PackingSpace<3>&, BallLevels<3>&, const Crush<3>&);

}  // namespace drystone
