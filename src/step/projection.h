#pragma once

#include <cstdint>
#include <vector>

#include "core/motion.h"
#include "solvers/round_contact.h"
#include "solvers/sweep_plan.h"

namespace drystone {

/// A contact while overlaps are taken out: one unknown, p along the normal. Its bodies: Projection::rows.
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

/// Storage of overlap = "project", kept from step to step.
template <int D>
struct Projection {
    // Of looking ahead
    std::vector<double> closing;  // (bodies)  how far its surface may come within the step [m]
    std::vector<double> spread;   // (bodies)  scratch

    // Of project_overlaps(), in lists of the sweeps, which have done with them: swapped for the time
    std::vector<BodyPair> pairs;      // (contacts)
    Buckets chosen;                   // one: contacts that can be moved
    SweepPlan plan;                   // of those
    std::vector<SweepBody<D>> moved;  // (mobile bodies)  how far [m], [rad]; inverse_mass < 0: the matrices of its row in the problem answer

    // Its own
    std::vector<char> stays;                // (bodies)
    std::vector<Pushing> state;             // (plan.contact)
    std::vector<BodyPair> rows;             // (plan.contact)  of `moved`; -1: it stays
    std::vector<PushedContact<D>> contact;  // (plan.contact)  where packed; `slack` of all
    std::vector<char> was_moved;            // (mobile bodies)
    std::vector<double> energy;             // partial sums
};

}  // namespace drystone
