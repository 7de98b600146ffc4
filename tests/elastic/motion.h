#pragma once

#include <gtest/gtest.h>

#include "elastic/theta_step.h"

namespace drystone {

/// A body with what its steps need, moved without contacts.
template <int D>
struct Motion {
    ElasticBody<D> body;
    ElasticStep<D> step{};
    std::shared_ptr<ThetaFactorPool<D>> pool = std::make_shared<ThetaFactorPool<D>>();
    std::vector<Vec<D>> force = std::vector<Vec<D>>(body.x.size());
    std::vector<Vec<D>> v = std::vector<Vec<D>>(body.x.size());

    void advance(double h, double theta) {
        drift(body, (1.0 - theta) * h, step);
        ASSERT_TRUE(prepare(step, body, h, theta, *pool));
        free_velocity<D>(step, body, force, v);
        body.v = v;
        drift(body, theta * h, step);
    }
    void advance(double h, double theta, int steps) {
        for (int k = 0; k < steps; ++k) advance(h, theta);
    }
    /// Equilibrium by steps that are long against every period, each from rest.
    void settle(double h, int steps) {
        for (int k = 0; k < steps; ++k) {
            body.v.assign(body.v.size(), {});
            advance(h, 1.0);
        }
        body.v.assign(body.v.size(), {});
    }
    double energy() const { return kinetic_energy(body) + strain_energy<D>(body, body.x); }
};

template <int D>
void step_freely(ElasticBody<D>& body, ElasticStep<D>& step, ThetaFactorPool<D>& pool, double h, double theta,
                 const std::vector<Vec<D>>& force) {
    drift(body, (1.0 - theta) * h, step);
    ASSERT_TRUE(prepare(step, body, h, theta, pool));
    std::vector<Vec<D>> v(body.v.size());
    free_velocity<D>(step, body, force, v);
    body.v = v;
    drift(body, theta * h, step);
}

}  // namespace drystone
