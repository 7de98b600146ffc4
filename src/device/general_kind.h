#pragma once

// The third kind of contacts that a device sweeps (kinds.h): any law, and bodies of which some directions are held:
//
//     general   full W_ii, the LocalLaw of docs/theory.md (3.11) solved exactly, (5.1)-(5.4); M^-1 of a body is a matrix; r in the contact frame

#include "device/kinds.h"
#include "laws/local_solve.h"

namespace drystone::device {

/// A row of the table of bodies: v and w, which sweeps write, then M^-1 and I^-1 in world axes, by rows above the diagonal.
template <int D>
struct alignas(16) SweepHeld {
    static constexpr int masses = D * (D + 1) / 2, inertias = spin_dim<D> * (spin_dim<D> + 1) / 2;
    Vec<D> v{};
    Spin<D> w{};
    double inverse_mass[masses] = {};
    double inverse_inertia[inertias] = {};
};
template <int D>
struct RowOf<SweepHeld<D>> {
    static constexpr int dim = D, numbers = row_written<D> + SweepHeld<D>::masses + SweepHeld<D>::inertias;
};

template <int N>
DRYSTONE_ON_DEVICE Mat<N> from_half(const double* half) {
    Mat<N> m;
    for (int i = 0; i < N; ++i)
        for (int j = i; j < N; ++j) m[i][j] = m[j][i] = *half++;
    return m;
}
template <int N>
DRYSTONE_ON_DEVICE void to_half(const Mat<N>& m, double* half) {
    for (int i = 0; i < N; ++i)
        for (int j = i; j < N; ++j) *half++ = m[i][j];
}

template <int D>
DRYSTONE_ON_DEVICE Spin<D> spin_of(const SweepHeld<D>& body, const Spin<D>& m) {
    return from_half<spin_dim<D>>(body.inverse_inertia) * m;
}
template <int D>
DRYSTONE_ON_DEVICE Vec<D> push_of(const SweepHeld<D>& body, const Vec<D>& f) {
    return from_half<D>(body.inverse_mass) * f;
}

template <int D>
struct GeneralContact {
    Mat<D> frame{};
    Vec<D> arm_a{}, arm_b{};
    Mat<D> W{};
    Vec<D> b{}, r{};
    LocalLaw<D> law{};  // its shift is in b, its moments elsewhere
};

template <int D>
struct GeneralKind : FramedKind<D, SweepHeld<D>, GeneralContact<D>> {
    using Framed = FramedKind<D, SweepHeld<D>, GeneralContact<D>>;
    using typename Framed::Body, typename Framed::Contact, typename Framed::Lean;
    static constexpr bool general = true;
    static constexpr int moment_numbers = 7, mu = Framed::mu, numbers = mu + 8;

    DRYSTONE_ON_DEVICE static Contact made(const ContactNumbers<D>& in, const Body& a, const Body& other) {
        Contact c = Framed::framed(in, a, other);
        c.law = in.law;
        return c;
    }
    DRYSTONE_ON_DEVICE static void store(const Columns& to, int slot, const Contact& c) {
        Framed::store_framed(to, slot, c);
        const Yielding& y = c.law.yields;
        const double law[8] = {c.law.mu, c.law.tension, c.law.cohesion, y.pulled, y.pressed, y.slip, y.gives_at, y.gives_by};
        for (int k = 0; k < 8; ++k) to.at(mu + k, slot) = law[k];
    }
    DRYSTONE_ON_DEVICE static Contact load(const Columns& from, int slot) {
        Contact c = Framed::load_framed(from, slot);
        c.law.mu = from.at(mu, slot);
        c.law.tension = from.at(mu + 1, slot);
        c.law.cohesion = from.at(mu + 2, slot);
        c.law.yields = {from.at(mu + 3, slot), from.at(mu + 4, slot), from.at(mu + 5, slot), from.at(mu + 6, slot), from.at(mu + 7, slot)};
        return c;
    }
    /// What limits moments, and what of the shear.
    DRYSTONE_ON_DEVICE static double pressed(const Contact& c) { return c.r[0] + c.law.tension; }
    DRYSTONE_ON_DEVICE static double shear_limit(const Contact& c) { return c.law.shear_limit(c.r[0]); }
    DRYSTONE_ON_DEVICE static Vec<D> solved(const Contact& c, const Vec<D>& u) { return solve_local(c.law, c.W, u - c.W * c.r); }
    /// 0 where no impulse moves anything.
    DRYSTONE_ON_DEVICE static double step_length(const Contact& c) {
        const double mean = mean_diagonal(c.W);
        return mean > 0.0 ? 1.0 / mean : 0.0;
    }
    DRYSTONE_ON_DEVICE static Vec<D> error(const Contact& c, const Vec<D>& v) { return natural_map(c.law, c.r, v, step_length(c)); }

    DRYSTONE_ON_DEVICE static Lean lean(const Columns& from, int slot) { return Framed::leaning(from, slot); }
    DRYSTONE_ON_DEVICE static double ease(const Lean& c, const Body& a, const Body& other) {
        return dot(c.n, push_of(a, c.n)) + dot(c.turn_a, spin_of(a, c.turn_a)) + dot(c.n, push_of(other, c.n)) +
               dot(c.turn_b, spin_of(other, c.turn_b));
    }
    DRYSTONE_ON_DEVICE static void push(const Lean& c, double p, Body& a, Body& other) {
        a.v -= p * push_of(a, c.n);
        a.w -= p * spin_of(a, c.turn_a);
        other.v += p * push_of(other, c.n);
        other.w += p * spin_of(other, c.turn_b);
    }
};

}  // namespace drystone::device
