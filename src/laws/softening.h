#pragma once

namespace drystone {

/// How the strength of a tearing joint falls: S, as a function of the share e of its fracture energy that is spent.
///
///     linear       S = 1 - e                      a straight line to zero over the displacement
///     exponential  e = 1 - S + (S ln S) / 2       exp(-displacement / (G / f)) behind a stiff onset
///
/// Both spend exactly the fracture energy between S = 1 and S = 0. docs/theory.md (3.16).
enum class Softening { linear, exponential };

double strength_left(Softening softening, double spent);

/// Where the joint has torn altogether under slow opening, for G / f [m]. An exponential is cut where S < 1e-4.
double longest_opening(Softening softening, double energy_over_strength);

/// The damage d and spent share e at which springs and strength agree,
///
///     (1 - d) Q = S(e),   de = Y dd                                                docs/theory.md (3.17)
///
/// where the old ones are exceeded, along the straight way to the displacement reached: in one stride or many, a joint that
/// is opened steadily follows the same curve. Q is the undamaged springs' traction over the strength, Y the undamaged springs'
/// energies over the fracture energies. Neither ever falls.
void grow(Softening softening, double Q, double Y, double& damage, double& spent);

}  // namespace drystone
