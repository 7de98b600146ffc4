#pragma once

#include "laws/local_law.h"

namespace drystone {

/// What an impulse takes of the strengths that a contact has in a step, each from 0 to 1.
///
///     pull = -r_n / c      crush = r_n / P      shear = |r_t| against a + mu r_n            docs/theory.md (3.11)
struct Used {
    double pull = 0.0;         // of the tension it can carry [-]
    double crush = 0.0;        // of the pressure at which it gives way for good [-]
    double shear = 0.0;        // |r_t| [N s]
    double shear_limit = 0.0;  // what of it the contact can carry [N s]; may be infinite

    double slides() const { return share(shear, shear_limit); }
    double most() const { return std::max({pull, crush, slides()}); }

    /// Nothing takes nothing of any strength, something all of none, and never more than all: a joint that has just failed bore more than
    /// is left of it, and solvers leave some digits undone.
    static double share(double used, double strength) {
        if (!(used > 0.0)) return 0.0;
        return used < strength ? used / strength : 1.0;
    }
};

template <int D>
Used used_of(const LocalLaw<D>& law, const Vec<D>& r) {
    Used used{.shear = tangential_norm(r), .shear_limit = law.shear_limit(r[0])};
    used.pull = Used::share(-r[0], law.tension);
    // A staircase that goes on after a step is not crushed: it has closed a gap.
    if (law.yields.gives_by == Yielding::never) used.crush = Used::share(r[0], law.yields.gives_at);
    return used;
}

}  // namespace drystone
