#pragma once

#include "statics/stiffness.h"

namespace drystone {

/// A motion that no spring resists: a null vector of K, its largest displacement (rotations at the element's size) being one.
template <int D>
struct Mechanism {
    double stiffness = 0.0;              // x . K x / x . x, of the largest stiffness [-]
    std::vector<Generalised<D>> motion;  // (elements)  [m], [rad]
};

template <int D>
struct Mechanisms {
    int count = 0;  // eigenvalues of K below `softest` of its largest diagonal entry, by Sylvester's law
    std::vector<Mechanism<D>> some;  // all of them, or the first `most_mechanisms`
};

constexpr double softest = 1e-9;  // [-]
constexpr int most_mechanisms = 32;

/// Counts the mechanisms of K in one factorisation and finds them by subspace iteration through a shifted factor.
template <int D>
Mechanisms<D> find_mechanisms(const StiffAssembly<D>& assembly, const Stiffness<D>& K);

}  // namespace drystone
