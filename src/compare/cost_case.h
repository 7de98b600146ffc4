#pragma once

#include <string>
#include <vector>

#include "step/description.h"

// Piles whose forces are known in closed form, of any size: a stack of balls, a triangular pile of disks, a tetrahedral pile of
// spheres. Frictionless, each ball on D others (a stack: on one), neighbours in a row 2 % apart, the lowest row fixed. Loads go
// straight down the lines of the lattice: the k-th contact of a line carries k w / (d cos phi), phi the angle of the line
// against the vertical. Forces are unique, so any method must find them, and how long it takes is a fair question.

namespace drystone {

/// Radius, mass and gravity set the units: v = sqrt(g r) is the speed of a fall through half a radius, the time step of contact
/// dynamics is r / (10 v).
struct PileUnits {
    double radius = 0.01;   // r [m]
    double mass = 0.01;     // m [kg]
    double gravity = 9.81;  // g [m/s2]

    double speed() const;                       // v [m/s]
    double step() const;                        // h [s]
    double reduced(double stiffness) const;     // K r^2 / (m v^2) = K r / (m g) [-]
    double stiffness_of(double reduced) const;  // and back [N/m]
};

/// The force of a contact as equilibrium has it.
struct KnownForce {
    int a = 0, b = 0;    // bodies, a < b
    double force = 0.0;  // [N]
};

template <int D>
struct Pile {
    WorldDescription<D> description;
    std::vector<KnownForce> forces;
    int movable = 0;  // balls
};

/// A stack in space of about `size` balls.
Pile<3> stack_of(int size, double stiffness, double squeeze, const PileUnits& units);

/// A pile in D dimensions whose number of movable balls is as near to `size` as one of whole rows can be.
/// stiffness: of the springs, where a method has any. squeeze: all distances are shorter by this share, so that contacts
/// are closed from the start [-].
template <int D>
Pile<D> pile_of(int size, double stiffness, double squeeze, const PileUnits& units);

}  // namespace drystone
