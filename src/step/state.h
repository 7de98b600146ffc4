#pragma once

#include "step/world.h"

namespace drystone {

/// All that a world's future depends on besides its description and the step settings: what a checkpoint keeps. A world
/// made anew from the same description, given this, goes on with the same bits.
template <int D>
struct WorldState {
    double time = 0.0;
    long steps = 0;
    std::vector<Vec<D>> position;                   // (bodies)
    std::vector<Rotation<D>> rotation;              // (bodies)
    std::vector<Twist<D>> velocity;                 // (bodies)
    std::vector<Mat<spin_dim<D>>> inverse_inertia;  // (bodies)
    std::vector<ContactPoint<D>> point;             // (contacts)  their identity
    std::vector<Vec<D>> impulse;                    // (contacts)  first guess of the next solve
    std::vector<Spin<D>> moment;                    // (contacts)
    Memories memory;                                // (contacts, or none)
    std::vector<Vec<D>> deformed;                   // (degrees of freedom of deformable bodies)  their places
    std::vector<Vec<D>> deforming;                  // likewise  their velocities
    NeighbourReference<D> neighbours;
    SoftState<D> soft;  // empty but for method = "md"
    Energy energy;
};

template <int D>
WorldState<D> take_state(const World<D>& world);

/// InputError where the contacts of a state remember other things than the laws of a scene ask for: a law was changed.
void expect_same_memory(const MemorySchema& saved, const MemorySchema& laws);

/// `world`: made from the description the state belongs to.
template <int D>
void put_state(const WorldState<D>& state, World<D>& world, ThreadPool& pool);

}  // namespace drystone
