#pragma once

#include <vector>

#include "ensemble/sampler.h"
#include "step/world.h"

namespace drystone {

/// The state whose forces are asked for: a world after one step, whose problem is the one to be solved again and again.
template <int D>
struct StaticState {
    const World<D>& world;
    double h = 0.0;
    std::vector<char> outside;  // (bodies)  1: no part of the assembly: what impulses cannot move, and walls
    std::vector<int>
        supports;  // bodies in contact that are outside, driven or held: their resultants are told
    std::vector<double> radius;    // (bodies)  about the centre of mass [m]
    MapState<D> free;              // velocities without any contact impulse
    MapState<D> solved;            // velocities of the step's own solution
    double reference_speed = 0.0;  // |G| h; without gravity the largest that loads or motion give [m/s]
    double volume = 0.0;           // of the box along the axes that holds the assembly [m3], 2D [m2]
};

template <int D>
StaticState<D> static_state(const World<D>& world, double h);

/// What one solution means for the whole. Forces are impulses over h.
template <int D>
struct Macroscopic {
    Mat<D> stress{};            // mean over the volume, compression > 0 [Pa], 2D [N/m]; docs/theory.md (11.4)
    std::vector<Vec<D>> force;  // (supports)  of all contacts on the body [N]
    std::vector<Spin<D>> torque;  // (supports)  about its centre of mass [N m]
    Vec<D> total{};               // on all that is outside [N]
    double fastest = 0.0;         // |v| + |w| R of the fastest body, in reference speeds [-]
    double change = 0.0;          // the largest |dv| + |dw| R against the step's own solution, likewise [-]
};

template <int D>
Macroscopic<D> macroscopic(const StaticState<D>& state, const ForceSample<D>& sample);

}  // namespace drystone
