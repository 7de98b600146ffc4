#pragma once

#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/link_stage.h"

namespace drystone {

/// A four-bar linkage, its crank turned by a motor: in space three of its conditions are more than enough, and consistent.
template <int D>
inline void a_four_bar_linkage_stays_closed(int steps) {
    LinkStage<D> stage;
    stage.falling();
    const Vec<D> A = stage.at(0.0, 0.0), B = stage.at(0.0, 0.3), C = stage.at(1.0, 0.8),
                 E = stage.at(1.0, 0.0);
    const int crank = stage.bar(A, B), coupler = stage.bar(B, C), rocker = stage.bar(C, E);
    LinkProperties is;
    is.motor = LinkProperties::Motor::velocity;
    const int motor = stage.link(LinkType::hinge, world_itself, crank, A, is);
    stage.last().motor = constant(2.0 * std::numbers::pi);
    stage.link(LinkType::hinge, crank, coupler, B);
    stage.link(LinkType::hinge, coupler, rocker, C);
    stage.link(LinkType::hinge, rocker, world_itself, E);
    World<D> world = stage.build();
    double most = 0.0;
    for (int k = 0; k < steps; ++k) {
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        for (int l = 0; l < 4 && k > 2; ++l) most = std::max(most, gap_of(world, l));
    }
    EXPECT_LT(most, 1e-6);
    const double t = world.time, h = stage.settings.step;
    EXPECT_NEAR(probed(world, motor, "angle", h), 2.0 * std::numbers::pi * t, 2.0 * std::numbers::pi * h);
    expect_balanced(world.energy);
}
}  // namespace drystone
