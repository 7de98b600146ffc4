#pragma once

#include "laws/local_law.h"
#include "limit/conic_program.h"

namespace drystone {

/// The forces and moments that a contact can carry, of its law for a step of h, as variables and rows of a program:
///
///     |r_t| <= a + mu r_n,   -c <= r_n <= P,   |m_t| <= M_t + l_t s_n,   |m_n| <= M_n + l_n s_n      docs/theory.md (14.2)
///
/// What a limit makes zero has no variable, what has no limit no row; so a frictionless contact is one number, a weld six free ones.
/// In the plane all these rows are linear. What holds a point, or all turns, up to a strength gives way by the length of the force, or moment:
///
///     |r| <= P where c = a = P, |m| <= M where M_t = M_n = M, of links
///
/// Compliances do not matter: they are how a limit is reached, not where it is.
struct AdmissibleForces {
    bool shear = false;    // there are tangential components
    bool rolling = false;  // moments m_t; in the plane the only one
    bool torsion = false;  // m_n, in space
    int variables = 0;     // r_n, r_t .., then m_n, m_t ..
};

/// Units: of force F [N], of length L [m] for moments.
struct ForceUnits {
    double force = 1.0, length = 1.0, step = 1.0;
};

/// Which components there are.
template <int D>
AdmissibleForces admissible_forces(const LocalLaw<D>& law);

/// The rows of the block that was begun last, with admissible_forces(law).variables. `by_length`: those of a link.
template <int D>
void add_limits(const LocalLaw<D>& law, bool by_length, const ForceUnits& units, ConicProgram& program);

/// Whether the limits are convex: those of rolling friction that grows with the load (power > 0) are not.
bool is_convex(const TurningLaw& law);

}  // namespace drystone
