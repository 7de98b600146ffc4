#pragma once

// The exact solution of dry friction at one contact, for one thread of a processor or a GPU: what solve_local() asks for every cone.

#include <cmath>

#include "core/mat.h"
#include "core/on_device.h"
#include "laws/tangential.h"

namespace drystone {

DRYSTONE_ON_DEVICE inline Tangential eliminate_normal(const Mat<3>& W, const Vec<3>& p) {
    Tangential c{.S = {},
                 .t = {},
                 .slope = {{W[0][1] / W[0][0], W[0][2] / W[0][0]}},
                 .normal_at_rest = -p[0] / W[0][0],
                 .cohesion = 0.0};
    for (int i = 0; i < 2; ++i) {
        c.t[i] = W[i + 1][0] * p[0] / W[0][0] - p[i + 1];
        for (int j = 0; j < 2; ++j) c.S[i][j] = W[i + 1][j + 1] - W[i + 1][0] * W[0][j + 1] / W[0][0];
    }
    regularise(c, W[0][0] + W[1][1] + W[2][2]);
    return c;
}

/// The r with (v, r) within Signorini's condition and the cone of mu, and v = W r + p.                 docs/theory.md (5.3), (5.4)
DRYSTONE_ON_DEVICE inline Vec<3> signorini_coulomb(double mu, const Mat<3>& W, const Vec<3>& p) {
    if (p[0] >= 0.0 || !(W[0][0] > 0.0)) return {};  // W_nn = 0: held along n, no impulse can help
    if (mu == 0.0) return {{-p[0] / W[0][0], 0.0, 0.0}};

    const Tangential c = eliminate_normal(W, p);
    const Vec<2> r_t = stick_or_slip(c, mu);
    return {{c.normal(r_t), r_t[0], r_t[1]}};
}

/// In the plane the slip direction is that of t, and (5.4) is linear.
DRYSTONE_ON_DEVICE inline Vec<2> signorini_coulomb(double mu, const Mat<2>& W, const Vec<2>& p) {
    if (p[0] >= 0.0 || !(W[0][0] > 0.0)) return {};
    if (mu == 0.0) return {{-p[0] / W[0][0], 0.0}};

    const double S = regularised(W[1][1] - W[1][0] * W[0][1] / W[0][0], W[1][1], W[0][0]);
    const double t = W[1][0] * p[0] / W[0][0] - p[1];
    const double r_t = t == 0.0 ? 0.0 : t / S, r_n = -(p[0] + W[0][1] * r_t) / W[0][0];
    if (std::abs(r_t) <= mu * r_n) return {{r_n, r_t}};

    const double side = std::copysign(mu, t);
    const double slipping = -p[0] / (W[0][0] + side * W[0][1]);
    return {{slipping, side * slipping}};
}

}  // namespace drystone
