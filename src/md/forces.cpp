#include <cmath>

#include "laws/spring_force.h"
#include "md/grains.h"
#include "narrowphase/ball_wall.h"
#include "narrowphase/ball_ball.h"

// The force loop: half a list, block by block. docs/theory.md (13.1)-(13.6).

namespace drystone {

namespace {

/// An open contact forgets; what its springs still held is lost to friction.
template <int D>
void forget(const Spring& law, double radius, SpringMemory<D>& memory, SoftTally& tally) {
    tally.friction += elastic_energy(law, 0.0, radius, Vec<D>::axis(0), memory);
    memory = {};
}

template <int D>
void count_in(const SpringForce<D>& f, double overlap, double smaller, SoftTally& tally) {
    tally.impact += f.impact;
    tally.friction += f.friction;
    tally.max_overlap = std::max(tally.max_overlap, overlap);
    ++tally.contacts;
    tally.deep += overlap > too_deep * smaller;
}

constexpr int most_pairs = 256;  // looked at in one go

/// The force loop over the pairs of a block, on plain pointers: after every store the compiler would fetch those of vectors again.
/// Repeats: in a cell, where others may be images.
template <int D, bool Repeats>
struct ForceLoop {
    const GrainPlace<D>* place;
    const Twist<D>* motion;
    const SoftPair* pairs;
    const Spring* laws;
    const int* out;
    Twist<D>* push;
    Twist<D>* outgoing;
    Vec<D>* slip;
    Spin<D>* turned;  // or nullptr
    char* touching;
    SpringForce<D>* kept;  // or nullptr
    double dt;
    const Vec<D>* shift;  // (pairs), or nullptr
    const Vec<D>* swing;
    SoftTally tally{};
    Mat<D> pull{};
    int found[most_pairs]{};  // pairs that touch

    /// Which of the pairs [begin, end) of the ball A overlap, without a branch a pair: that is beyond what a processor guesses. Returns how many.
    /// Those that touched at the last evaluation and do not now forget.
    int find_touching(const GrainPlace<D>& A, int begin, int end) {
        int count = 0, released = 0;
        for (int p = begin; p < end; ++p) {
            const GrainPlace<D>& B = place[pairs[p].other];
            Vec<D> d = B.x - A.x;
            if constexpr (Repeats) d += shift[p];
            const double reach = A.r + B.r;
            const int now = dot(d, d) < reach * reach, let_go = touching[p] & ~now;
            found[count] = p;
            count += now;
            released |= let_go;
            touching[p] = static_cast<char>(now | (let_go << 1));
        }
        if (released) release(A.r, begin, end);
        return count;
    }

    /// Clears the contacts marked 2.
    [[gnu::noinline]] void release(double a, int begin, int end) {
        for (int p = begin; p < end; ++p) {
            if (touching[p] != 2) continue;
            touching[p] = 0;
            if (out[p] >= 0) outgoing[out[p]] = {};
            const double b = place[pairs[p].other].r;
            SpringMemory<D> memory{slip[p], turned ? turned[p] : Spin<D>{}};
            forget(laws[pairs[p].law], a * b / (a + b), memory, tally);
            slip[p] = {};
            if (turned) turned[p] = {};
        }
    }

    /// Force and torque of pair p between ball A, moving as a, and its partner; what falls on A goes into `sum`.
    template <bool Turning>
    [[gnu::always_inline]] void meet(const GrainPlace<D>& A, const Twist<D>& a, int p, Twist<D>& sum) {
        const SoftPair pair = pairs[p];
        GrainPlace<D> B = place[pair.other];
        if constexpr (Repeats) B.x += shift[p];
        const Twist<D>& b = motion[pair.other];
        const Vec<D> d = B.x - A.x;
        const double to_a = A.r / (A.r + B.r);
        const Vec<D> arm_a = to_a * d, arm_b = (to_a - 1.0) * d;
        const Touch<D> touch = ball_ball(A.x, A.r, B.x, B.r);
        SpringContact<D> m;
        m.normal = touch.normal;
        m.overlap = -touch.gap;
        m.velocity = b.v - a.v + turn(b.w, arm_b) - turn(a.w, arm_a);
        if constexpr (Repeats) m.velocity += swing[p];
        m.mean_spin = 0.5 * (a.w + b.w);
        if constexpr (Turning) {
            m.spin = b.w - a.w;
            m.radius = to_a * B.r;
        }
        m.damping = pair.damping;
        m.dt = dt;
        Spin<D> none{};
        const SpringForce<D> f = respond<Turning>(laws[pair.law], m, slip[p], Turning ? turned[p] : none);
        sum.v -= f.force;
        sum.w -= moment(arm_a, f.force) + f.moment;
        const Twist<D> on_b{f.force, moment(arm_b, f.force) + f.moment};
        if (out[p] < 0) {
            push[pair.other].v += on_b.v;
            push[pair.other].w += on_b.w;
        } else {
            outgoing[out[p]] = on_b;
        }
        if constexpr (Repeats) pull = pull + outer(f.force, d);
        if (kept) kept[p] = f;
        count_in(f, m.overlap, std::min(A.r, B.r), tally);
    }
};

}  // namespace

template <int D>
template <bool Turning, bool Repeats>
SoftTally Grains<D>::block_forces(std::size_t block, double dt, bool keep) {
    const std::size_t begin = block * block_, end = std::min(begin + block_, part_.size());
    std::fill(push_.begin() + static_cast<std::ptrdiff_t>(begin),
              push_.begin() + static_cast<std::ptrdiff_t>(end), Twist<D>{});
    ForceLoop<D, Repeats> loop{place_.data(),
                      motion_.data(),
                      pairs_.data(),
                      laws_.data(),
                      out_.data(),
                      push_.data(),
                      outgoing_.data(),
                      slip_.data(),
                      turning_ ? turn_.data() : nullptr,
                      touching_.data(),
                      keep ? kept_.data() : nullptr,
                      dt,
                      shift_.data(),
                      swing_.data()};
    for (std::size_t s = begin; s < end; ++s) {
        const GrainPlace<D> A = place_[s];
        const Twist<D> a = motion_[s];
        Twist<D> sum = push_[s];
        for (int from = first_[s], last = first_[s + 1]; from < last; from += most_pairs) {
            const int count = loop.find_touching(A, from, std::min(from + most_pairs, last));
            for (int k = 0; k < count; ++k) loop.template meet<Turning>(A, a, loop.found[k], sum);
        }
        push_[s] = sum;
    }
    loop.tally.pairs += first_[end] - first_[begin];
    pulls_[block] = loop.pull;
    return loop.tally;
}

template <int D>
template <bool Turning>
void Grains<D>::wall_forces(std::size_t block, const Bodies<D>& bodies, const Parts<D>& parts, double dt,
                            SoftTally& tally) {
    tally.pairs += wall_first_[block + 1] - wall_first_[block];
    for (int at = wall_first_[block]; at < wall_first_[block + 1]; ++at) {
        const auto w = static_cast<std::size_t>(at);
        const WallPair& pair = wall_pairs_[w];
        const Spring& law = laws_[pair.pair.law];
        const GrainPlace<D>& A = place_[pair.slot];
        const Touch<D> touch = ball_wall(A.x, A.r, wall_of(parts, pair.pair.other), pair.feature);
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
        const SpringContact<D> m{
            .normal = touch.normal,
            .overlap = -touch.gap,
            .velocity = b.v - a.v + turn(b.w, touch.point - bodies.position[i]) - turn(a.w, arm) +
                        cell_.gradient * (touch.point - cell_.origin),
            .spin = b.w - a.w,
            .mean_spin = 0.5 * (a.w + b.w),
            .radius = A.r,
            .damping = pair.pair.damping,
            .dt = dt};
        const SpringForce<D> f = respond<Turning>(law, m, wall_memory_[w].slip, wall_memory_[w].turn);
        push_[pair.slot].v -= f.force;
        push_[pair.slot].w -= moment(arm, f.force) + f.moment;
        wall_kept_[w] = f;
        pulls_[block] = pulls_[block] + outer(f.force, touch.point - A.x);
        count_in(f, m.overlap, A.r, tally);
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
        const Vec<D> point = ball_wall(A.x, A.r, wall_of(parts, pair.pair.other), pair.feature).point;
        body_push_[i].v += wall_kept_[w].force;
        body_push_[i].w += moment(point - bodies.position[i], wall_kept_[w].force) + wall_kept_[w].moment;
    }
}

template <int D>
SoftTally Grains<D>::forces_in(std::size_t block, double dt, bool keep) {
    if (!image_.empty()) return turning_ ? block_forces<true, true>(block, dt, keep) : block_forces<false, true>(block, dt, keep);
    return turning_ ? block_forces<true, false>(block, dt, keep) : block_forces<false, false>(block, dt, keep);
}

template <int D>
SoftTally Grains<D>::find_forces(const Bodies<D>& bodies, const Parts<D>& parts, double dt, bool keep,
                                 ThreadPool& pool) {
    pulls_.resize(blocks());
    const SoftTally tally = pool.sum_in_order(blocks(), 1, scratch_, [&](std::size_t block, std::size_t) {
        SoftTally sum = forces_in(block, dt, keep);
        turning_ ? wall_forces<true>(block, bodies, parts, dt, sum)
                 : wall_forces<false>(block, bodies, parts, dt, sum);
        return sum;
    });
    pool.for_ranges(blocks(), 1, [&](std::size_t begin, std::size_t end) {
        for (int k = incoming_first_[begin]; k < incoming_first_[end]; ++k) {
            const auto [from, slot] = incoming_[static_cast<std::size_t>(k)];
            push_[slot].v += outgoing_[from].v;
            push_[slot].w += outgoing_[from].w;
        }
    });
    pull_ = {};
    for (const Mat<D>& one : pulls_) pull_ = pull_ + one;
    gather_others(bodies, parts);
    return tally;
}

template SoftTally Grains<2>::find_forces(const Bodies<2>&, const Parts<2>&, double, bool, ThreadPool&);
template SoftTally Grains<3>::find_forces(const Bodies<3>&, const Parts<3>&, double, bool, ThreadPool&);

}  // namespace drystone
