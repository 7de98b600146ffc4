#pragma once

#include <cstdint>
#include <vector>

#include "core/motion.h"
#include "solvers/sweep_plan.h"

namespace drystone {

/// A contact while overlaps are taken out: one unknown, p along the normal.
template <int D>
struct PushedContact {
    Vec<D> n{};                          // a -> b
    Spin<D> turn_a{}, turn_b{};          // l x n of the two bodies [m]
    double slack = 0.0;                  // what the gap may lose; negative: what it has to gain [m]
    double W = 0.0;                      // W_nn [1/kg]
    double p = 0.0;                      // [kg m], >= 0
    int body_a = -1, body_b = -1;        // rows of `moved`; -1: it stays
};

/// Contacts are packed when they first matter: where they overlap, or one of their bodies has been moved.
enum class Pushing : std::uint8_t { rests, overlaps, packed };

/// How far a body is moved, and what that takes.
template <int D>
struct PushedBody {
    Twist<D> by{};                 // [m], [rad]
    double inverse_mass = 0.0;     // [1/kg]; negative: the matrices of its row in the problem answer instead
    double inverse_inertia = 0.0;  // [1/(kg m2)]
};

/// Storage of overlap = "project", kept from step to step.
template <int D>
struct Projection {
    // Of looking ahead
    std::vector<double> closing;  // (bodies)  how far its surface may come within the step [m]
    std::vector<double> spread;   // (bodies)  scratch

    // Of project_overlaps()
    std::vector<char> stays;                // (bodies)
    std::vector<BodyPair> pairs;            // (contacts)
    Buckets chosen;                         // one: contacts that can be moved
    SweepPlan plan;                         // of those
    std::vector<Pushing> state;             // (plan.contact)
    std::vector<BodyPair> rows;             // (plan.contact)  of `moved`; -1: it stays
    std::vector<PushedContact<D>> contact;  // (plan.contact)  where packed
    std::vector<char> was_moved;            // (mobile bodies)
    std::vector<PushedBody<D>> moved;       // (mobile bodies)
    std::vector<double> energy;             // partial sums
};

}  // namespace drystone
