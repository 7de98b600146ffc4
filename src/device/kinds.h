#pragma once

// Two of the three kinds of contacts that a device sweeps; the third, for all else, is in general_kind.h. All of a world's are of one kind:
//
//     round   between balls about the centres of their bodies: lever arms along n, W_ii = diag(1/k_n, 1/k_t, 1/k_t); r in world axes
//     plain   between balls of any bodies, clumps among them: full W_ii, solved exactly, docs/theory.md (5.3), (5.4); r in the contact frame
//
// Round ones do not grip a cell under stress (hub.h), the others do. What is asked of a kind: its numbers in columns, velocity, solution and error of the law, what an impulse gives to its bodies.

#include "device/columns.h"
#include "device/sweep_bodies.h"
#include "laws/cone_solve.h"
#include "laws/local_law.h"

namespace drystone::device {

/// A contact as the assembly knows it. Arms of a side that cannot move are zero.
template <int D>
struct ContactNumbers {
    Mat<D> frame{};
    Vec<D> arm_a{}, arm_b{};
    Vec<D> b{};  // contact frame, the law's shift included [m/s]
    double mu = 0.0;
    LocalLaw<D> law{};
};

template <int D>
struct RoundKind {
    using Body = SweepBody<D>;
    using Contact = RoundContact<D>;
    static constexpr bool general = false, grips = false;
    static constexpr int dim = D, numbers = 2 * D + 5, spin_numbers = 1, moment_numbers = 4;
    static constexpr int n = 0, b = D, arm_a = 2 * D, arm_b = 2 * D + 1, k_n = 2 * D + 2, k_t = 2 * D + 3, mu = 2 * D + 4;

    DRYSTONE_ON_DEVICE static Contact made(const ContactNumbers<D>& in, const Body& a, const Body& other) {
        Contact c;
        c.n = in.frame[0];
        c.b = transpose_times(in.frame, in.b);
        c.mu = in.mu;
        c.arm_a = dot(c.n, in.arm_a);
        c.arm_b = -dot(c.n, in.arm_b);
        nlgs::weigh(a, other, c);
        return c;
    }
    DRYSTONE_ON_DEVICE static void store(const Columns& to, int slot, const Contact& c) {
        to.put(n, slot, c.n);
        to.put(b, slot, c.b);
        to.at(arm_a, slot) = c.arm_a;
        to.at(arm_b, slot) = c.arm_b;
        to.at(k_n, slot) = c.k_n;
        to.at(k_t, slot) = c.k_t;
        to.at(mu, slot) = c.mu;
    }
    /// What impulses are given by.
    DRYSTONE_ON_DEVICE static Contact load_arms(const Columns& from, int slot) {
        Contact c;
        c.n = from.vector<D>(n, slot);
        c.arm_a = from.at(arm_a, slot);
        c.arm_b = from.at(arm_b, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static Contact load(const Columns& from, int slot) {
        Contact c = load_arms(from, slot);
        c.b = from.vector<D>(b, slot);
        c.k_n = from.at(k_n, slot);
        c.k_t = from.at(k_t, slot);
        c.mu = from.at(mu, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static Mat<D> frame(const Contact& c) { return contact_frame(c.n); }
    DRYSTONE_ON_DEVICE static double pressed(const Contact& c) { return dot(c.n, c.r); }
    DRYSTONE_ON_DEVICE static double shear(const Contact& c) { return norm(c.r - pressed(c) * c.n); }
    DRYSTONE_ON_DEVICE static double shear_limit(const Contact& c) { return c.mu * pressed(c); }
    DRYSTONE_ON_DEVICE static Vec<D> from_world(const Contact&, const Vec<D>& r) { return r; }
    DRYSTONE_ON_DEVICE static Vec<D> in_world(const Contact&, const Vec<D>& r) { return r; }
    DRYSTONE_ON_DEVICE static Vec<D> velocity(const Contact& c, const Body& a, const Body& other) { return nlgs::velocity(c, a, other); }
    DRYSTONE_ON_DEVICE static Vec<D> solved(const Contact& c, const Vec<D>& u) { return nlgs::solve_round(c, u); }
    DRYSTONE_ON_DEVICE static Vec<D> error(const Contact& c, const Vec<D>& u) { return nlgs::error(c, u); }
    DRYSTONE_ON_DEVICE static double step_length(const Contact& c) { return nlgs::step_length(c); }
    DRYSTONE_ON_DEVICE static double weight(const Columns& from, int slot) {
        return 1.0 / from.at(k_n, slot) + (D - 1) / from.at(k_t, slot);
    }
    DRYSTONE_ON_DEVICE static void give(const Contact& c, const Vec<D>& dr, Body& a, Body& other) {
        const Spin<D> turning = moment(c.n, dr);
        nlgs::give_to_a(c, dr, turning, a);
        nlgs::give_to_b(c, dr, turning, other);
    }

    DRYSTONE_ON_DEVICE static void store_spins(const Columns& to, int first, int slot, const Mat<spin_dim<D>>& W) { to.at(first, slot) = W[0][0]; }
    DRYSTONE_ON_DEVICE static Mat<spin_dim<D>> spins(const Columns& from, int first, int slot) {
        return Mat<spin_dim<D>>::scaled_identity(from.at(first, slot));
    }

    /// What a push along n by one moves, and asks for.
    struct Lean {
        Vec<D> n;
    };
    DRYSTONE_ON_DEVICE static Lean lean(const Columns& from, int slot) { return {from.vector<D>(n, slot)}; }
    DRYSTONE_ON_DEVICE static double yielded(const Lean& c, const Body& a, const Body& other) { return dot(c.n, other.v) - dot(c.n, a.v); }
    DRYSTONE_ON_DEVICE static double ease(const Lean&, const Body& a, const Body& other) { return a.inverse_mass + other.inverse_mass; }
    DRYSTONE_ON_DEVICE static void push(const Lean& c, double p, Body& a, Body& other) {
        a.v -= (p * a.inverse_mass) * c.n;
        other.v += (p * other.inverse_mass) * c.n;
    }
};

/// M^-1 f of a body with one mass.
template <class Body>
DRYSTONE_ON_DEVICE auto push_of(const Body& body, const decltype(Body::v)& f) {
    return body.inverse_mass * f;
}

/// What contacts with a frame and a full block of W have in common; `Numbers`: theirs, with frame, arms, W, b and r; what else they have lies behind.
template <int D, class Row, class Numbers>
struct FramedKind {
    using Body = Row;
    using Contact = Numbers;
    static constexpr bool grips = true;
    static constexpr int dim = D, axes = D == 2 ? 2 : 6, couplings = D * (D + 1) / 2, spin_numbers = spin_dim<D> * (spin_dim<D> + 1) / 2;
    static constexpr int n = 0, arm_a = axes, arm_b = axes + D, b = axes + 2 * D, W = axes + 3 * D, mu = W + couplings;

    DRYSTONE_ON_DEVICE static Vec<D> answer(const Body& body, const Vec<D>& arm, const Vec<D>& f) {
        return push_of(body, f) + turn(spin_of(body, moment(arm, f)), arm);
    }
    DRYSTONE_ON_DEVICE static Contact framed(const ContactNumbers<D>& in, const Body& a, const Body& other) {
        Contact c;
        c.frame = in.frame;
        c.arm_a = in.arm_a;
        c.arm_b = in.arm_b;
        c.b = in.b;
        for (int k = 0; k < D; ++k) {
            const Vec<D> column = c.frame * (answer(a, c.arm_a, c.frame[k]) + answer(other, c.arm_b, c.frame[k]));
            for (int j = 0; j < D; ++j) c.W[j][k] = column[j];
        }
        return c;
    }
    template <int N>
    DRYSTONE_ON_DEVICE static void store_symmetric(const Columns& to, int first, int slot, const Mat<N>& m) {
        for (int i = 0; i < N; ++i)
            for (int j = i; j < N; ++j) to.at(first++, slot) = m[i][j];
    }
    template <int N>
    DRYSTONE_ON_DEVICE static Mat<N> symmetric(const Columns& from, int first, int slot) {
        Mat<N> m;
        for (int i = 0; i < N; ++i)
            for (int j = i; j < N; ++j) m[i][j] = m[j][i] = from.at(first++, slot);
        return m;
    }
    DRYSTONE_ON_DEVICE static void store_framed(const Columns& to, int slot, const Contact& c) {
        to.put(n, slot, c.frame[0]);
        if constexpr (D == 3) to.put(n + 3, slot, c.frame[1]);
        to.put(arm_a, slot, c.arm_a);
        to.put(arm_b, slot, c.arm_b);
        to.put(b, slot, c.b);
        store_symmetric<D>(to, W, slot, c.W);
    }
    DRYSTONE_ON_DEVICE static Contact load_arms(const Columns& from, int slot) {
        Contact c;
        c.frame[0] = from.vector<D>(n, slot);
        if constexpr (D == 3) {
            c.frame[1] = from.vector<D>(n + 3, slot);
            c.frame[2] = cross(c.frame[0], c.frame[1]);
        } else {
            c.frame[1] = {{-c.frame[0][1], c.frame[0][0]}};
        }
        c.arm_a = from.vector<D>(arm_a, slot);
        c.arm_b = from.vector<D>(arm_b, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static Contact load_framed(const Columns& from, int slot) {
        Contact c = load_arms(from, slot);
        c.b = from.vector<D>(b, slot);
        c.W = symmetric<D>(from, W, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static const Mat<D>& frame(const Contact& c) { return c.frame; }
    DRYSTONE_ON_DEVICE static double shear(const Contact& c) { return tangential_norm(c.r); }
    DRYSTONE_ON_DEVICE static Vec<D> from_world(const Contact& c, const Vec<D>& r) { return c.frame * r; }
    DRYSTONE_ON_DEVICE static Vec<D> in_world(const Contact& c, const Vec<D>& r) { return transpose_times(c.frame, r); }
    DRYSTONE_ON_DEVICE static Vec<D> velocity(const Contact& c, const Body& a, const Body& other) {
        return c.b + c.frame * (other.v + turn(other.w, c.arm_b) - (a.v + turn(a.w, c.arm_a)));
    }
    DRYSTONE_ON_DEVICE static double weight(const Columns& from, int slot) {
        double trace = 0.0;
        for (int k = 0, at = W; k < D; at += D - k, ++k) trace += from.at(at, slot);
        return trace;
    }
    DRYSTONE_ON_DEVICE static void give(const Contact& c, const Vec<D>& dr, Body& a, Body& other) {
        const Vec<D> f = transpose_times(c.frame, dr);
        a.v -= push_of(a, f);
        a.w -= spin_of(a, moment(c.arm_a, f));
        other.v += push_of(other, f);
        other.w += spin_of(other, moment(c.arm_b, f));
    }

    DRYSTONE_ON_DEVICE static void store_spins(const Columns& to, int first, int slot, const Mat<spin_dim<D>>& block) {
        store_symmetric<spin_dim<D>>(to, first, slot, block);
    }
    DRYSTONE_ON_DEVICE static Mat<spin_dim<D>> spins(const Columns& from, int first, int slot) {
        return symmetric<spin_dim<D>>(from, first, slot);
    }

    /// What a push along n by one turns.
    struct Lean {
        Vec<D> n;
        Spin<D> turn_a, turn_b;
        double ease = 0.0;  // of plain ones
    };
    DRYSTONE_ON_DEVICE static Lean leaning(const Columns& from, int slot) {
        const Vec<D> along = from.vector<D>(n, slot);
        return {along, moment(from.vector<D>(arm_a, slot), along), moment(from.vector<D>(arm_b, slot), along)};
    }
    DRYSTONE_ON_DEVICE static double yielded(const Lean& c, const Body& a, const Body& other) {
        return dot(c.n, other.v) + dot(c.turn_b, other.w) - dot(c.n, a.v) - dot(c.turn_a, a.w);
    }
};

/// A plain Coulomb contact between bodies of any shape.
template <int D>
struct PlainContact {
    Mat<D> frame{};
    Vec<D> arm_a{}, arm_b{};
    Mat<D> W{};
    Vec<D> b{}, r{};
    double mu = 0.0;
};

template <int D>
struct PlainKind : FramedKind<D, std::conditional_t<D == 2, SweepBody<2>, SweepTop<3>>, PlainContact<D>> {
    using Framed = FramedKind<D, std::conditional_t<D == 2, SweepBody<2>, SweepTop<3>>, PlainContact<D>>;
    using typename Framed::Body, typename Framed::Contact, typename Framed::Lean;
    static constexpr bool general = false;
    static constexpr int moment_numbers = 4, mu = Framed::mu, numbers = mu + 1;

    DRYSTONE_ON_DEVICE static Contact made(const ContactNumbers<D>& in, const Body& a, const Body& other) {
        Contact c = Framed::framed(in, a, other);
        c.mu = in.mu;
        return c;
    }
    DRYSTONE_ON_DEVICE static void store(const Columns& to, int slot, const Contact& c) {
        Framed::store_framed(to, slot, c);
        to.at(mu, slot) = c.mu;
    }
    DRYSTONE_ON_DEVICE static Contact load(const Columns& from, int slot) {
        Contact c = Framed::load_framed(from, slot);
        c.mu = from.at(mu, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static double pressed(const Contact& c) { return c.r[0]; }
    DRYSTONE_ON_DEVICE static double shear_limit(const Contact& c) { return c.mu * c.r[0]; }
    DRYSTONE_ON_DEVICE static Vec<D> solved(const Contact& c, const Vec<D>& u) { return signorini_coulomb(c.mu, c.W, u - c.W * c.r); }
    DRYSTONE_ON_DEVICE static double step_length(const Contact& c) { return 1.0 / mean_diagonal(c.W); }
    /// docs/theory.md (3.6).
    DRYSTONE_ON_DEVICE static Vec<D> error(const Contact& c, Vec<D> v) {
        v[0] += c.mu * tangential_norm(v);
        return c.r - project_on_cone(c.mu, c.r - step_length(c) * v);
    }

    DRYSTONE_ON_DEVICE static Lean lean(const Columns& from, int slot) {
        Lean c = Framed::leaning(from, slot);
        c.ease = from.at(Framed::W, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE static double ease(const Lean& c, const Body&, const Body&) { return c.ease; }
    DRYSTONE_ON_DEVICE static void push(const Lean& c, double p, Body& a, Body& other) {
        a.v -= (p * a.inverse_mass) * c.n;
        a.w -= p * spin_of(a, c.turn_a);
        other.v += (p * other.inverse_mass) * c.n;
        other.w += p * spin_of(other, c.turn_b);
    }
};

}  // namespace drystone::device
