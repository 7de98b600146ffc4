#pragma once

#include <cmath>

#include "core/on_device.h"
#include "laws/approach.h"
#include "laws/turning_law.h"

namespace drystone {

/// Rolling and torsion friction of a contact, as scenes state them.
///
///     rolling length = l_t + mu-bar r* + c (r* F_n)^p,  p = 1/2 (2D), 1/3 (3D): one of the three          (3.8)
///     rolling spin   = moment / (rolling_viscosity F_n) below its limit                                   (3.19)
struct Rolling {
    double rolling_friction = 0.0;        // l_t [m]
    double rolling_friction_ratio = 0.0;  // mu-bar [-]
    double rolling_growth = 0.0;          // c [m (N m)^-p]
    double rolling_viscosity = 0.0;       // lag of viscous rolling [m s]; 0: dry
    double torsion_friction = 0.0;        // l_n [m]

    template <int D>
    DRYSTONE_ON_DEVICE TurningLaw turning(const Approach<D>& in) const {
        TurningLaw law{.rolling = rolling_friction + rolling_friction_ratio * in.radius,
                       .torsion = torsion_friction,
                       .lag = rolling_viscosity};
        if (rolling_growth > 0.0) {
            law.power = D == 2 ? 1.0 / 2.0 : 1.0 / 3.0;
            law.rolling = rolling_growth * std::pow(in.radius / in.step, law.power);  // F_n = s_n / h
        }
        return law;
    }
};

}  // namespace drystone
