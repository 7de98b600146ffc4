#pragma once

// Rolling and torsion friction at one contact, for one thread of a processor or a GPU.                docs/theory.md (3.8), (3.19), (3.44)

#include <algorithm>
#include <cmath>

#include "core/mat.h"
#include "core/on_device.h"
#include "laws/tangential.h"
#include "laws/turning_law.h"

namespace drystone {

/// The moment that the turning law asks for at normal impulse s_n, with Omega = W m + q. Exact in 2D and where W
/// does not couple torsion to rolling (balls); else the two follow one another, starting from m.
DRYSTONE_ON_DEVICE inline Vec<1> solve_turning(const TurningLaw& law, double s_n, const Mat<1>& W, const Vec<1>& q, const Vec<1>&) {
    if (!(W[0][0] > 0.0)) return {};
    const double viscosity = law.viscosity(s_n);
    const double m = law.viscous() ? -viscosity * q[0] / (1.0 + viscosity * W[0][0])
                                   : across_play(law.play, -q[0] / W[0][0], 1.0 / W[0][0]);
    return within_limits(law, s_n, Vec<1>{{m}});
}

DRYSTONE_ON_DEVICE inline Vec<3> solve_turning(const TurningLaw& law, double s_n, const Mat<3>& W, const Vec<3>& q, const Vec<3>& m) {
    Vec<3> next{};
    const double spin = law.torsion_limit(s_n), roll = law.rolling_limit(s_n);
    if (spin > 0.0 && W[0][0] > 0.0) {
        const double held = -(q[0] + W[0][1] * m[1] + W[0][2] * m[2]) / W[0][0];
        next[0] = std::clamp(across_play(law.play, held, 1.0 / W[0][0]), -spin, spin);
    }
    if (!(roll > 0.0) || !(W[1][1] + W[2][2] > 0.0)) return next;

    // The same scalar equation as for slip, with a limit that does not depend on the answer.
    Tangential c{.S = {{Vec<2>{{W[1][1], W[1][2]}}, Vec<2>{{W[2][1], W[2][2]}}}},
                 .t = {{-q[1] - W[1][0] * next[0], -q[2] - W[2][0] * next[0]}},
                 .slope = {},
                 .normal_at_rest = 0.0,
                 .cohesion = roll};
    if (law.viscous()) {  // m + viscosity (W m + q) = 0
        const double viscosity = law.viscosity(s_n);
        c.S = viscosity * c.S + Mat<2>::scaled_identity(1.0);
        c.t = viscosity * c.t;
    }
    regularise(c, c.S[0][0] + c.S[1][1]);
    const Vec<2> m_t = stick_or_slip(c, 0.0);
    next[1] = m_t[0];
    next[2] = m_t[1];
    return next;
}

}  // namespace drystone
