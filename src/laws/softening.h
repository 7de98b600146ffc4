#pragma once

#include <limits>
#include <span>

namespace drystone {

/// How a strength f falls: S, from 1 to 0, as a function of the inelastic displacement kappa in units of G / f.
///
///     x = kappa f / G:    linear  S = 1 - x / 2,    exponential  S = exp(-x)          docs/theory.md (3.16)
///
/// Both spend exactly the fracture energy G = int f S dkappa between S = 1 and S = 0.
enum class Softening { linear, exponential };

/// The share of the fracture energy that is spent where S is left, int S dx.
double spent_at(Softening softening, double S);

/// Where the joint has torn altogether under slow opening, for G / f [m]. An exponential is cut where S < 1e-7.
double longest_opening(Softening softening, double energy_over_strength);

/// A spring k with a strength f S that weakens with what it gives way by: one mode of failure.
struct SofteningMode {
    double strength = 0.0;   // f, the part that softens [Pa]
    double energy = 0.0;     // G [J/m2]
    double stiffness = 0.0;  // k [Pa/m]
    double beyond = 0.0;     // how far the displacement is beyond the limit that held so far [m]; below zero: within it
    double most = std::numeric_limits<double>::infinity();  // it cannot give way by more [m]

    /// The inelastic displacement if `lost` of S goes: the elastic one is less by f lost / k.
    double gives(double lost) const;
    /// The same in units of G / f.
    double share(double lost) const { return gives(lost) * strength / energy; }
};

/// What is left of S where springs and strengths agree, all modes weakening one S:
///
///     x(S_new) = x(S) + sum of the modes' kappa f / G                                docs/theory.md (3.17)
///
/// Along straight ways to the displacements reached the same in one stride or many.
double soften(Softening softening, double S, std::span<const SofteningMode> modes);

}  // namespace drystone
