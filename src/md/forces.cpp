#include <cmath>

#include "md/grains.h"
#include "md/wall_touch.h"

// The force loop: half a list, block by block. docs/theory.md (11.1)-(11.6).

namespace drystone {

namespace {

/// An open contact forgets; what its springs still held is lost to friction.
template <int D>
void forget(const SoftLaw& law, double radius, SoftMemory<D>& memory, SoftTally& tally) {
    tally.friction += elastic_energy(law, 0.0, radius, Vec<D>::axis(0), memory);
    memory = {};
}

template <int D>
void count(const SoftForce<D>& f, double overlap, double smaller, SoftTally& tally) {
    tally.impact += f.impact;
    tally.friction += f.friction;
    tally.max_overlap = std::max(tally.max_overlap, overlap);
    ++tally.contacts;
    tally.deep += overlap > too_deep * smaller;
}

}  // namespace

template <int D>
template <bool Turning>
SoftTally Grains<D>::block_forces(std::size_t block, double dt, bool keep) {
    SoftTally tally;
    const std::size_t begin = block * block_, end = std::min(begin + block_, part_.size());
    std::fill(push_.begin() + static_cast<std::ptrdiff_t>(begin), push_.begin() + static_cast<std::ptrdiff_t>(end), Twist<D>{});
    tally.pairs = first_[end] - first_[begin];
    for (std::size_t s = begin; s < end; ++s) {
        const GrainPlace<D> A = place_[s];
        const Twist<D> a = motion_[s];
        Twist<D> sum = push_[s];
        for (int at = first_[s]; at < first_[s + 1]; ++at) {
            const auto p = static_cast<std::size_t>(at);
            const SoftPair pair = pairs_[p];
            const GrainPlace<D>& B = place_[pair.other];
            const Vec<D> d = B.x - A.x;
            const double reach = A.r + B.r, distance2 = dot(d, d);
            if (!(distance2 < reach * reach)) {
                if (touching_[p]) {
                    touching_[p] = 0;
                    if (out_[p] >= 0) outgoing_[out_[p]] = {};
                    forget(laws_[pair.law], A.r * B.r / reach, memory_[p], tally);
                }
                continue;
            }
            touching_[p] = 1;
            const Twist<D>& b = motion_[pair.other];
            const double distance = std::sqrt(distance2), to_a = A.r / reach;
            Meeting<D> m;
            m.normal = (1.0 / distance) * d;
            m.overlap = reach - distance;
            const Vec<D> arm_a = to_a * d, arm_b = (to_a - 1.0) * d;
            m.velocity = b.v - a.v + turn(b.w, arm_b) - turn(a.w, arm_a);
            m.mean_spin = 0.5 * (a.w + b.w);
            if constexpr (Turning) {
                m.spin = b.w - a.w;
                m.radius = to_a * B.r;
            }
            m.damping = pair.damping;
            m.dt = dt;
            const SoftForce<D> f = respond<Turning>(laws_[pair.law], m, memory_[p]);
            sum.v -= f.force;
            sum.w -= moment(arm_a, f.force) + f.moment;
            const Twist<D> on_b{f.force, moment(arm_b, f.force) + f.moment};
            Twist<D>& there = out_[p] < 0 ? push_[pair.other] : outgoing_[out_[p]];
            if (out_[p] < 0) {
                there.v += on_b.v;
                there.w += on_b.w;
            } else {
                there = on_b;
            }
            if (keep) kept_[p] = f;
            count(f, m.overlap, std::min(A.r, B.r), tally);
        }
        push_[s] = sum;
    }
    return tally;
}

template <int D>
template <bool Turning>
void Grains<D>::wall_forces(std::size_t block, const Bodies<D>& bodies, const Parts<D>& parts, double dt, SoftTally& tally) {
    tally.pairs += wall_first_[block + 1] - wall_first_[block];
    for (int at = wall_first_[block]; at < wall_first_[block + 1]; ++at) {
        const auto w = static_cast<std::size_t>(at);
        const WallPair& pair = wall_pairs_[w];
        const SoftLaw& law = laws_[pair.pair.law];
        const GrainPlace<D>& A = place_[pair.slot];
        const Touch<D> touch = touch_wall(parts, pair.pair.other, pair.feature, A.x, A.r);
        wall_kept_[w] = {};
        if (!(touch.gap < 0.0)) {
            if (wall_touching_[w]) forget(law, A.r, wall_memory_[w], tally);
            wall_touching_[w] = 0;
            continue;
        }
        wall_touching_[w] = 1;
        const int i = parts.body[pair.pair.other];
        const Twist<D>&a = motion_[pair.slot], &b = bodies.velocity[i];
        const Vec<D> arm = A.r * touch.normal;
        const Meeting<D> m{.normal = touch.normal,
                           .overlap = -touch.gap,
                           .velocity = b.v - a.v + turn(b.w, touch.point - bodies.position[i]) - turn(a.w, arm),
                           .spin = b.w - a.w,
                           .mean_spin = 0.5 * (a.w + b.w),
                           .radius = A.r,
                           .damping = pair.pair.damping,
                           .dt = dt};
        const SoftForce<D> f = respond<Turning>(law, m, wall_memory_[w]);
        push_[pair.slot].v -= f.force;
        push_[pair.slot].w -= moment(arm, f.force) + f.moment;
        wall_kept_[w] = f;
        count(f, m.overlap, A.r, tally);
    }
}

/// Contact forces on the bodies that are not simple: from their balls, and on planes and drums.
template <int D>
void Grains<D>::gather_others(const Bodies<D>& bodies, const Parts<D>& parts) {
    for (const int i : others_) body_push_[static_cast<std::size_t>(i)] = {};
    for (const int p : other_parts_) {
        if (slot_[p] < 0) continue;
        const Twist<D>& f = push_[slot_[p]];
        Twist<D>& sum = body_push_[parts.body[p]];
        sum.v += f.v;
        sum.w += f.w + moment(parts.centre[p] - bodies.position[parts.body[p]], f.v);
    }
    for (std::size_t w = 0; w < wall_pairs_.size(); ++w) {
        if (!wall_touching_[w]) continue;
        const WallPair& pair = wall_pairs_[w];
        const int i = parts.body[pair.pair.other];
        const GrainPlace<D>& A = place_[pair.slot];
        const Vec<D> point = touch_wall(parts, pair.pair.other, pair.feature, A.x, A.r).point;
        body_push_[i].v += wall_kept_[w].force;
        body_push_[i].w += moment(point - bodies.position[i], wall_kept_[w].force) + wall_kept_[w].moment;
    }
}

template <int D>
SoftTally Grains<D>::find_forces(const Bodies<D>& bodies, const Parts<D>& parts, double dt, bool keep, ThreadPool& pool) {
    const SoftTally tally = pool.sum_in_order(blocks(), 1, scratch_, [&](std::size_t block, std::size_t) {
        SoftTally sum = turning_ ? block_forces<true>(block, dt, keep) : block_forces<false>(block, dt, keep);
        turning_ ? wall_forces<true>(block, bodies, parts, dt, sum) : wall_forces<false>(block, bodies, parts, dt, sum);
        return sum;
    });
    pool.for_ranges(blocks(), 1, [&](std::size_t begin, std::size_t end) {
        for (int k = incoming_first_[begin]; k < incoming_first_[end]; ++k) {
            const auto [from, slot] = incoming_[static_cast<std::size_t>(k)];
            push_[slot].v += outgoing_[from].v;
            push_[slot].w += outgoing_[from].w;
        }
    });
    gather_others(bodies, parts);
    return tally;
}

template SoftTally Grains<2>::find_forces(const Bodies<2>&, const Parts<2>&, double, bool, ThreadPool&);
template SoftTally Grains<3>::find_forces(const Bodies<3>&, const Parts<3>&, double, bool, ThreadPool&);

}  // namespace drystone
