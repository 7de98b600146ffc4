#pragma once

#include <vector>

#include "core/motion.h"
#include "solvers/sweep_plan.h"

namespace drystone {

/// A contact while overlaps are taken out: one unknown, p along the normal.
template <int D>
struct PushedContact {
    Vec<D> n{};                          // a -> b
    Spin<D> turn_a{}, turn_b{};          // l x n of the two bodies [m]
    Twist<D> answer_a{}, answer_b{};     // how far they move per p: M^-1 H n [1/kg], [1/(kg m)]
    double slack = 0.0;                  // what the gap may lose; negative: what it has to gain [m]
    double W = 0.0;                      // W_nn [1/kg]
    double p = 0.0;                      // [kg m], >= 0
    int body_a = -1, body_b = -1;        // rows of `moved`; -1: it stays
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
    std::vector<PushedContact<D>> contact;  // (plan.contact)
    std::vector<Twist<D>> moved;            // (mobile bodies)  [m], [rad]
    std::vector<double> energy;             // partial sums
};

}  // namespace drystone
