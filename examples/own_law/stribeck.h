#pragma once

#include <cmath>

#include "laws/law_hooks.h"

/// Friction that falls with the sliding speed, as on a lubricated or a dusty surface (Stribeck):
///
///     mu = mu_fast + (mu_slow - mu_fast) exp(-|u_t| / v_s),   u_t before the step
struct Stribeck {
    double slow = 0.0;   // mu_slow [-], at rest
    double fast = 0.0;   // mu_fast [-], at speed
    double speed = 1.0;  // v_s [m/s]

    template <int D>
    drystone::LocalLaw<D> compile(const drystone::Approach<D>& in) const {
        drystone::LocalLaw<D> law;
        law.mu = fast + (slow - fast) * std::exp(-tangential_norm(in.velocity) / speed);
        if (in.closes_gap && in.gap > 0.0) law.velocity_shift[0] = in.gap / in.step;  // euler: it may close
        return law;
    }
};
