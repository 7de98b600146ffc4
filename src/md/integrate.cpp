#include "md/grains.h"

#include <cassert>

// Velocity Verlet of the simple grains, docs/theory.md (13.7).

namespace drystone {

namespace {

/// Half a kick, dv = half (g + f / m). Its work on the grain is known to the bit: half f . (v + dv / 2). `side` +1 before the
/// drift, -1 after it: gravity's potential falls with the velocity of the drift, v + dv or v, and not with their mean.
template <int D>
struct HalfKick {
    double half, side;
    const Vec<D>& gravity;

    [[gnu::always_inline]] void operator()(const GrainInertia& grain, const Twist<D>& push, Twist<D>& motion,
                                           SoftTally& tally) const {
        const Vec<D> dv = half * (gravity + grain.inverse_mass * push.v);
        const Spin<D> dw = (half * grain.inverse_inertia) * push.w;
        tally.work += half * (dot(push.v, motion.v + 0.5 * dv) + dot(push.w, motion.w + 0.5 * dw));
        tally.gravity += side * 0.5 * half * grain.mass * dot(gravity, dv);
        motion.v += dv;
        motion.w += dw;
    }
};

}  // namespace

template <int D>
SoftTally Grains<D>::kick_and_drift(double dt, const Vec<D>& gravity, ThreadPool& pool) {
    assert(dt > 0.0 && place_.size() == part_.size());
    return pool.sum_in_order(part_.size(), block_, scratch_, [&](std::size_t begin, std::size_t end) {
        SoftTally tally;
        bool stays = true;
        for (std::size_t s = begin; s < end; ++s) {
            if (inertia_[s].mass == 0.0) continue;
            HalfKick<D>{0.5 * dt, 1.0, gravity}(inertia_[s], push_[s], motion_[s], tally);
            place_[s].x += dt * motion_[s].v;
            turned_[s] += dt * motion_[s].w;
            const Vec<D> way = place_[s].x - reference_[s].x;
            stays = stays && dot(way, way) <= reference_[s].r * reference_[s].r;
        }
        tally.moved = !stays;
        return tally;
    });
}

template <int D>
SoftTally Grains<D>::kick(double dt, const Vec<D>& gravity, ThreadPool& pool) {
    assert(dt > 0.0 && motion_.size() == part_.size());
    return pool.sum_in_order(part_.size(), block_, scratch_, [&](std::size_t begin, std::size_t end) {
        SoftTally tally;
        for (std::size_t s = begin; s < end; ++s) {
            if (inertia_[s].mass == 0.0) continue;
            HalfKick<D>{0.5 * dt, -1.0, gravity}(inertia_[s], push_[s], motion_[s], tally);
        }
        return tally;
    });
}

template SoftTally Grains<2>::kick_and_drift(double, const Vec<2>&, ThreadPool&);
template SoftTally Grains<3>::kick_and_drift(double, const Vec<3>&, ThreadPool&);
template SoftTally Grains<2>::kick(double, const Vec<2>&, ThreadPool&);
template SoftTally Grains<3>::kick(double, const Vec<3>&, ThreadPool&);

}  // namespace drystone
