#pragma once

#include "core/on_device.h"
#include "solvers/round_contact.h"

namespace drystone::device {

/// Round contacts in the order of a sweep, field by field, each `room` numbers long: threads of a warp read neighbours.
template <int D>
struct RoundView {
    double* field = nullptr;
    long room = 0;

    static constexpr int numbers = 3 * D + 5;
    static constexpr int n = 0, b = D, r = 2 * D, arm_a = 3 * D, arm_b = 3 * D + 1, k_n = 3 * D + 2, k_t = 3 * D + 3, mu = 3 * D + 4;

    DRYSTONE_ON_DEVICE double& at(int which, int slot) const { return field[which * room + slot]; }
    DRYSTONE_ON_DEVICE Vec<D> vector(int which, int slot) const {
        Vec<D> x;
        for (int k = 0; k < D; ++k) x[k] = at(which + k, slot);
        return x;
    }
    DRYSTONE_ON_DEVICE void put(int which, int slot, const Vec<D>& x) const {
        for (int k = 0; k < D; ++k) at(which + k, slot) = x[k];
    }

    DRYSTONE_ON_DEVICE RoundContact<D> load(int slot) const {
        RoundContact<D> c;
        c.n = vector(n, slot);
        c.b = vector(b, slot);
        c.r = vector(r, slot);
        c.arm_a = at(arm_a, slot);
        c.arm_b = at(arm_b, slot);
        c.k_n = at(k_n, slot);
        c.k_t = at(k_t, slot);
        c.mu = at(mu, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE void store(int slot, const RoundContact<D>& c) const {
        put(n, slot, c.n);
        put(b, slot, c.b);
        put(r, slot, c.r);
        at(arm_a, slot) = c.arm_a;
        at(arm_b, slot) = c.arm_b;
        at(k_n, slot) = c.k_n;
        at(k_t, slot) = c.k_t;
        at(mu, slot) = c.mu;
    }
};

/// A visit of a sweep: the law at one contact, docs/theory.md (5.1).
template <int D>
struct VisitRound {
    RoundView<D> contacts;
    DRYSTONE_ON_DEVICE RoundContact<D> load(int slot) const { return contacts.load(slot); }
    DRYSTONE_ON_DEVICE void act(RoundContact<D>& c, int slot, SweepBody<D>& a, SweepBody<D>& b) const {
        const Vec<D> r = nlgs::solve_round(c, nlgs::velocity(c, a, b)), dr = r - c.r;
        contacts.put(RoundView<D>::r, slot, r);
        const Spin<D> turning = moment(c.n, dr);
        nlgs::give_to_a(c, dr, turning, a);
        nlgs::give_to_b(c, dr, turning, b);
    }
};

/// Gives the impulses to bodies at rest: their velocities are then those of the impulses, whatever sweeps have added up.
template <int D>
struct AddRound {
    RoundView<D> contacts;
    DRYSTONE_ON_DEVICE RoundContact<D> load(int slot) const {
        RoundContact<D> c;
        c.n = contacts.vector(RoundView<D>::n, slot);
        c.r = contacts.vector(RoundView<D>::r, slot);
        c.arm_a = contacts.at(RoundView<D>::arm_a, slot);
        c.arm_b = contacts.at(RoundView<D>::arm_b, slot);
        return c;
    }
    DRYSTONE_ON_DEVICE void act(RoundContact<D>& c, int, SweepBody<D>& a, SweepBody<D>& b) const {
        const Spin<D> turning = moment(c.n, c.r);
        nlgs::give_to_a(c, c.r, turning, a);
        nlgs::give_to_b(c, c.r, turning, b);
    }
};

/// A contact while overlaps are taken out: p along n, and bodies whose "velocity" is how far they are moved. docs/theory.md (6.10)-(6.12);
/// balls are not turned by it.
template <int D>
struct PushRound {
    struct Record {
        Vec<D> n;
        double slack, p;
    };
    RoundView<D> contacts;
    const double* slack;  // (slots)  [m]
    double* push;         // (slots)  p [kg m]

    DRYSTONE_ON_DEVICE Record load(int slot) const { return {contacts.vector(RoundView<D>::n, slot), slack[slot], push[slot]}; }
    DRYSTONE_ON_DEVICE void act(Record& c, int slot, SweepBody<D>& a, SweepBody<D>& b) const {
        const double gap = c.slack + dot(c.n, b.v) - dot(c.n, a.v), W = a.inverse_mass + b.inverse_mass;
        if ((gap >= 0.0 && c.p == 0.0) || !(W > 0.0)) return;
        const double wanted = c.p - gap / W, p = wanted > 0.0 ? wanted : 0.0, dp = p - c.p;
        push[slot] = p;
        a.v -= (dp * a.inverse_mass) * c.n;
        b.v += (dp * b.inverse_mass) * c.n;
    }
};

}  // namespace drystone::device
