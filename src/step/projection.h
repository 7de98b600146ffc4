#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/motion.h"
#include "solvers/nlgs_sweep.h"

namespace drystone {

/// A contact while overlaps are taken out one by one: one unknown, p along the normal. Its bodies: Projection::rows.
template <int D>
struct PushedContact {
    Vec<D> n{};                  // a -> b
    Spin<D> turn_a{}, turn_b{};  // l x n of the two bodies [m]
    double slack = 0.0;          // what the gap may lose; negative: what it has to gain [m]
    double W = 0.0;              // W_nn [1/kg]
    double p = 0.0;              // [kg m], >= 0
};

/// Contacts are packed when they first matter: where they overlap, or one of their bodies has been moved.
enum class Pushing : std::uint8_t { rests, overlaps, packed };

/// Contacts while it is found out who is to be moved.
struct ToPush {
    std::span<BodyPair> pairs;    // (contacts)  rows of Projection::moved, -1: it stays
    std::span<double> slack;      // (contacts)  what the gap may lose; negative: what it has to gain [m]
    std::span<const int> chosen;  // contacts that can be moved
};

/// Storage of overlap = "project", kept from step to step.
template <int D>
struct Projection {
    // Of looking ahead
    std::vector<double> closing;  // (bodies)  how far its surface may come within the step [m]

    // Of project_overlaps(), in lists of the sweeps, which have done with them: swapped for the time
    Packed<RoundGroup<D>> round;      // contacts that can be moved, where all are of balls
    std::vector<SweepBody<D>> moved;  // (mobile bodies + 1)  how far [m], [rad]; inverse_mass < 0: the matrices of its row in the problem answer

    // Its own
    std::vector<char> stays;          // (bodies)
    std::vector<char> near;           // (mobile bodies)  1: overlaps deeply, 1 + hop: so many contacts from one that does
    Packed<PushedContact<D>> others;  // those, one to a group, where some are not; `slack` of all, the rest where packed
    std::vector<Pushing> state;       // (others.group)
    std::vector<BodyPair> rows;       // (others.group)  of `moved`; -1: it stays
    std::vector<double> energy;       // partial sums
};

}  // namespace drystone
