#pragma once

#include <functional>
#include <string>
#include <vector>

#include "statics/mechanism.h"

namespace drystone {

/// How one load increment went.
struct Increment {
    int number = 0;     // from 1
    double time = 0.0;  // pseudo-time at its end [s]
    bool converged = false;
    double error = 0.0;        // largest equilibrium error of an element, of the mean contact force [-]
    long iterations = 0;       // kishino: element updates; bagi-bojtar: systems solved; serrano: 1
    int contacts = 0;          // closed at the end
    int sliding = 0;           // of those
    int opened = 0, born = 0;  // during the increment
    int broken = 0;            // bonds
    int damped = 0;            // bagi-bojtar: iterations with line search, after states went to and fro
    double rho = 0.0;          // bagi-bojtar: largest that was used [-]
    double mean_force = 0.0;   // what the error is relative to [N]

    struct OutOfBalance {
        int body = 0;
        double error = 0.0;  // [-]
    };
    std::vector<OutOfBalance>
        worst{};  // where it did not converge: elements beyond the tolerance, worst first
    static constexpr std::size_t most_named = 10;
};

template <int D>
struct QuasistaticReport {
    std::vector<Increment> increments;
    bool converged = true;       // all of them
    Mechanisms<D> mechanisms{};  // serrano, where K is singular
    int left_out = 0;            // serrano: rotations that no spring resists and no load drives
    int in_tension = 0;          // serrano: contacts that pull though their law has no bond
    int beyond_friction = 0;     // serrano: contacts that shear beyond friction, likewise
};

}  // namespace drystone
