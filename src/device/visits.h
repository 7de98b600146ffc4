#pragma once

#include <type_traits>

#include "device/hub.h"
#include "device/kinds.h"
#include "laws/turning_solve.h"

namespace drystone::device {

/// The contacts of a problem in the order of a sweep.
template <class Kind>
struct Slots {
    static constexpr int D = Kind::dim, S = spin_dim<D>;
    static constexpr int spin_b = 0, spin_W = S, limits = S + Kind::spin_numbers, turning_numbers = limits + Kind::moment_numbers;

    Columns state;    // what sweeps change: r, and m where contacts carry moments
    Columns fixed;    // numbers of the kind
    Columns turning;  // of moments: free spin, block of W, law; none: contacts carry none
    Hub<D> hub{};     // a cell under stress, or none

    DRYSTONE_ON_DEVICE bool turns() const { return turning.field != nullptr; }
    DRYSTONE_ON_DEVICE int unknowns() const { return turns() ? D + S : D; }

    DRYSTONE_ON_DEVICE typename Kind::Contact load(int slot) const {
        typename Kind::Contact c = Kind::load(fixed, slot);
        c.r = state.vector<D>(0, slot);
        if constexpr (Kind::grips) {
            if (hub.is_there()) c.W = c.W + hub.share(c.frame, hub.place(slot), 1.0);
        }
        return c;
    }
    DRYSTONE_ON_DEVICE Vec<D> velocity(const typename Kind::Contact& c, int slot, const typename Kind::Body& a, const typename Kind::Body& b) const {
        const Vec<D> u = Kind::velocity(c, a, b);
        if constexpr (Kind::grips) {
            if (hub.is_there()) return u + c.frame * (hub.motion * hub.place(slot));
        }
        return u;
    }
    DRYSTONE_ON_DEVICE Vec<S> m(int slot) const { return state.vector<S>(D, slot); }
    DRYSTONE_ON_DEVICE TurningLaw law(int slot) const {
        TurningLaw law;
        law.rolling = turning.at(limits, slot);
        law.torsion = turning.at(limits + 1, slot);
        law.power = turning.at(limits + 2, slot);
        law.lag = turning.at(limits + 3, slot);
        if constexpr (Kind::general) {
            law.bending = turning.at(limits + 4, slot);
            law.twisting = turning.at(limits + 5, slot);
            law.play = turning.at(limits + 6, slot);
        }
        return law;
    }
    DRYSTONE_ON_DEVICE void put_law(int slot, const TurningLaw& law) const {
        turning.at(limits, slot) = law.rolling;
        turning.at(limits + 1, slot) = law.torsion;
        turning.at(limits + 2, slot) = law.power;
        turning.at(limits + 3, slot) = law.lag;
        if constexpr (Kind::general) {
            turning.at(limits + 4, slot) = law.bending;
            turning.at(limits + 5, slot) = law.twisting;
            turning.at(limits + 6, slot) = law.play;
        }
    }
    DRYSTONE_ON_DEVICE Mat<S> spins(int slot) const { return Kind::spins(turning, spin_W, slot); }
    /// Of one unknown, in the least squares of jumps.
    DRYSTONE_ON_DEVICE double weight(int unknown, int slot) const {
        return unknown < D ? Kind::weight(fixed, slot) : D * mean_diagonal(spins(slot));
    }
};

/// A visit of a sweep: the law at one contact, docs/theory.md (5.1), then that of its moment at the impulse found. load() reads what no
/// sweep writes, take() the rest. `grips`: there is a cell under stress.
template <class Kind, bool turns, bool grips = false>
struct VisitContact {
    static constexpr int D = Kind::dim, S = spin_dim<D>;
    struct Moment {
        TurningLaw law;
        Mat<S> W;
        Vec<S> b, m;
    };
    struct Nothing {};
    struct Record {
        typename Kind::Contact c;
        std::conditional_t<turns, Moment, Nothing> turning;
        std::conditional_t<grips, Vec<D>, Nothing> place;
    };
    Slots<Kind> contacts;

    DRYSTONE_ON_DEVICE Record load(int slot) const {
        Record record;
        record.c = Kind::load(contacts.fixed, slot);
        if constexpr (grips) {
            record.place = contacts.hub.place(slot);
            record.c.W = record.c.W + contacts.hub.share(record.c.frame, record.place, contacts.hub.visitors);
        }
        if constexpr (turns) {
            record.turning.law = contacts.law(slot);
            record.turning.W = contacts.spins(slot);
            record.turning.b = contacts.turning.template vector<S>(Slots<Kind>::spin_b, slot);
        }
        return record;
    }
    DRYSTONE_ON_DEVICE void take(Record& record, int slot) const {
        record.c.r = contacts.state.template vector<D>(0, slot);
        if constexpr (turns) record.turning.m = contacts.m(slot);
    }
    DRYSTONE_ON_DEVICE void act(Record& record, int slot, typename Kind::Body& a, typename Kind::Body& b) const {
        typename Kind::Contact& c = record.c;
        Vec<D> u = Kind::velocity(c, a, b);
        if constexpr (grips) u += c.frame * (contacts.hub.motion * record.place);
        const Vec<D> r = Kind::solved(c, u), dr = r - c.r;
        contacts.state.put(0, slot, r);
        Kind::give(c, dr, a, b);
        c.r = r;
        if constexpr (turns) turn_bodies(record.turning, c, slot, a, b);
    }

  private:
    DRYSTONE_ON_DEVICE void turn_bodies(const Moment& t, const typename Kind::Contact& c, int slot, typename Kind::Body& a,
                                        typename Kind::Body& b) const {
        if (!t.law.turns()) return;
        const Mat<D> frame = Kind::frame(c);
        const Vec<S> q = t.b + spin_in(frame, b.w - a.w) - t.W * t.m;
        const Vec<S> m = solve_turning(t.law, Kind::pressed(c), t.W, q, t.m), world = spin_from(frame, m - t.m);
        contacts.state.put(D, slot, m);
        a.w -= spin_of(a, world);
        b.w += spin_of(b, world);
    }
};

/// Gives the impulses to bodies at rest: their velocities are then those of the impulses, whatever sweeps have added up.
template <class Kind>
struct AddContact {
    static constexpr int D = Kind::dim, S = spin_dim<D>;
    Slots<Kind> contacts;
    DRYSTONE_ON_DEVICE typename Kind::Contact load(int slot) const { return Kind::load_arms(contacts.fixed, slot); }
    DRYSTONE_ON_DEVICE void take(typename Kind::Contact& c, int slot) const { c.r = contacts.state.template vector<D>(0, slot); }
    DRYSTONE_ON_DEVICE void act(typename Kind::Contact& c, int slot, typename Kind::Body& a, typename Kind::Body& b) const {
        Kind::give(c, c.r, a, b);
        if (!contacts.turns()) return;
        const Vec<S> m = spin_from(Kind::frame(c), contacts.m(slot));
        a.w -= spin_of(a, m);
        b.w += spin_of(b, m);
    }
};

/// A contact while overlaps are taken out: p along n, and bodies whose "velocity" is how far they are moved. docs/theory.md (6.10)-(6.12).
template <class Kind>
struct PushContact {
    struct Record {
        typename Kind::Lean c;
        double slack, p;
    };
    Columns fixed;
    const int* which;     // (chosen)  slots of the whole plan
    const double* slack;  // (slots)  [m]
    double* push;         // (chosen)  p [kg m]

    DRYSTONE_ON_DEVICE Record load(int slot) const { return {Kind::lean(fixed, which[slot]), slack[which[slot]], 0.0}; }
    DRYSTONE_ON_DEVICE void take(Record& record, int slot) const { record.p = push[slot]; }
    DRYSTONE_ON_DEVICE void act(Record& record, int slot, typename Kind::Body& a, typename Kind::Body& b) const {
        const double gap = record.slack + Kind::yielded(record.c, a, b), W = Kind::ease(record.c, a, b);
        if ((gap >= 0.0 && record.p == 0.0) || !(W > 0.0)) return;
        const double wanted = record.p - gap / W, p = wanted > 0.0 ? wanted : 0.0;
        push[slot] = p;
        Kind::push(record.c, p - record.p, a, b);
    }
};

}  // namespace drystone::device
