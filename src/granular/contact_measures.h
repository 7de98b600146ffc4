#pragma once

#include "granular/assembly.h"

namespace drystone {

// What contacts say of the grains of a selection, docs/theory.md section 17. With f, m the force and moment of a contact on a grain, l its arm there, V
// the volume:
//
//     stress            -1/V sum over the grains and their contacts of sym(f l)          Moreau's internal moments; > 0: compression
//     couple stress     -1/V sum of m l
//     kinetic stress     1/V sum m (v - v') (v - v')                                     v' the mean by mass
//     fabric             mean of n n over the contacts that bear a force; its trace is 1

/// Minus the sum of the internal moments, links included: V times the stress.
Mat<3> internal_moments(const Assembly& assembly, const GrainSelection& selection);
/// The same of the contacts alone that bear more (less, or as much) than the mean normal force of those selected. Strong, weak and links add up to the whole.
struct NetworkMoments {
    Mat<3> strong{}, weak{};
};
NetworkMoments network_moments(const Assembly& assembly, const GrainSelection& selection);

/// V times the couple stress, component ij: moment i, arm j.
Mat<3> couple_moments(const Assembly& assembly, const GrainSelection& selection);

/// V times the kinetic stress.
Mat<3> fluctuation_moments(const Assembly& assembly, const GrainSelection& selection);

/// Mean of |v - mean|^2 over D.
double granular_temperature(const Assembly& assembly, const GrainSelection& selection);

Mat<3> fabric(const Assembly& assembly, const GrainSelection& selection);

/// Contacts that bear.
double bearing_contacts(const Assembly& assembly, const GrainSelection& selection);

/// (grains)  contacts that bear, of each, selected or not.
std::vector<int> bearing_ends(const Assembly& assembly);

/// GrainList have z ends of contacts that bear in the mean. Rattlers have fewer than two; without them, and without the contacts they have, it is z of the rest.
struct Coordination {
    double all = 0.0, without_rattlers = 0.0, rattlers = 0.0;
};
Coordination coordination_of(const Assembly& assembly, const GrainSelection& selection);

/// Share of the contacts that bear more than the mean normal force.
double strong_fraction(const Assembly& assembly, const GrainSelection& selection);

/// Mean of the share of friction that is used, over contacts that bear.
double mean_mobilisation(const Assembly& assembly, const GrainSelection& selection);

/// Where the shear stress comes from. T_0 .. T_3 are sums over contacts of n n, of l n n, of l f_n n n, and the internal moments, l the length of the
/// branch along n; A(T) is their share along the deviator s' of the stress,
///
///     A(T) = 4 (T : s') / (|s'| tr T) / sqrt 2   in the plane,      A(T) = 15/2 sqrt(3/2) (T : s') / (|s'| tr T)   in space
///     contacts = A(T_0),   branches = A(T_1) - A(T_0),   normal = A(T_2) - A(T_1),   tangential = A(T_3) - A(T_2)
///
/// so that the ratio of stresses is exactly (s_1 - s_2) / (s_1 + s_2) = sum / 2 in the plane and q / p = 2/5 sum in space: what Rothenburg and Bathurst
/// (1989) have to first order, with a_c and a_n the amplitudes of the second harmonics there. In space `tangential` is 3/2 of what is called a_t. Of
/// bodies that are not round it has the part of branches across normals as well.
struct Anisotropies {
    double contacts = 0.0, branches = 0.0, normal = 0.0, tangential = 0.0;
};
Anisotropies anisotropies(const Assembly& assembly, const GrainSelection& selection);

}  // namespace drystone
