#pragma once

#include "laws/law.h"

namespace drystone {

/// Dry friction with restitution and nothing else, which most contacts of large scenes have: no memory, no moments, no reach. What
/// compile() and settle() of the law then say takes a few lines, with the same bits (contact/assemble.cpp, step/outcomes.cpp).
/// The law, where it is that and no more; else nothing.
inline const Coulomb* plain_friction(const Law& law) {
    const Coulomb* dry = std::get_if<Coulomb>(&law);
    if (!dry || dry->remembers() || dry->reach() > 0.0) return nullptr;
    const bool turns = dry->rolling_friction != 0.0 || dry->rolling_friction_ratio != 0.0 || dry->rolling_growth != 0.0 ||
                       dry->rolling_viscosity != 0.0 || dry->torsion_friction != 0.0;
    return turns ? nullptr : dry;
}

}  // namespace drystone
