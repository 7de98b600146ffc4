// What a device does not know is named, with the place of it.

#include "device/what_it_can.h"

#include <gtest/gtest.h>

#include "physics/block_stage.h"

namespace drystone::device::what_it_can_test {
namespace {

template <int D, class Change>
std::string missing(const Change& change) {
    BlockStage<D> stage(Coulomb{.friction = 0.5});
    stage.falling().floor();
    const int ball = stage.ball(1.0, 0.1, Vec<D>::axis(D - 1));
    change(stage, ball);
    const World<D> world = stage.build();
    const auto found = what_is_missing(world, stage.settings);
    return found ? found->what : "";
}

/// More faces than a thread has room for.
Convex<2> round_block(std::integral_constant<int, 2>) { return regular_polygon(60, 0.1); }
Convex<3> round_block(std::integral_constant<int, 3>) { return prism(60, 0.1, 0.1); }

template <int D>
void everything_else_is_named() {
    using Stage = BlockStage<D>;
    EXPECT_EQ(missing<D>([](Stage&, int) {}), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.fixed(Drum<D>{1.0}); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.block(1.0, Stage::size(0.1, 0.1), 3.0 * Vec<D>::axis(D - 1)); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.fixed_block(Stage::size(0.1, 0.1), 3.0 * Vec<D>::axis(D - 1)); }), "");
    EXPECT_NE(missing<D>([](Stage& s, int) { s.shape(1.0, round_block(std::integral_constant<int, D>{}), 3.0 * Vec<D>::axis(D - 1)); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) {  // two boxes side by side
                  const int body = s.block(1.0, Stage::size(0.1, 0.1), 3.0 * Vec<D>::axis(D - 1));
                  Geometry<D>& geometry = s.description.bodies.edit(body).geometry;
                  geometry.push_back(geometry[0]);
                  geometry[1].position = 0.1 * Vec<D>::axis(0);
              }),
              "");
    EXPECT_EQ(missing<D>([](Stage& s, int) {
                  const int body = s.block(1.0, Stage::size(0.1, 0.1), 3.0 * Vec<D>::axis(D - 1));
                  s.description.holds = {{.body = body, .directions = Vec<D>::axis(0)}};
              }),
              "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.clump(1.0, tripod<D>(0.1), 3.0 * Vec<D>::axis(D - 1)); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int ball) { s.loaded(ball, Vec<D>::axis(0)); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int ball) { s.description.holds = {{.body = ball, .directions = Vec<D>::axis(0)}}; }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.description.interactions[0].law = Coulomb{.friction = 0.3, .static_friction = 0.4}; }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.description.interactions[0].law = Coulomb{.friction = 0.3, .rolling_friction = 0.01}; }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) {
                  const int clump = s.clump(1.0, tripod<D>(0.1), 3.0 * Vec<D>::axis(D - 1));
                  s.description.holds = {{.body = clump, .rotations = Spin<D>::axis(0)}};
              }),
              "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.description.interactions[0].law = Coulomb{.cohesion = {.force = 1.0}}; }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.description.interactions[0].law = MohrCoulomb{}; }), "");
    EXPECT_NE(missing<D>([](Stage& s, int) { s.description.interactions[0].law = OwnLaw(Coulomb{.friction = 0.3}); }), "");
    EXPECT_EQ(missing<D>([](Stage& s, int) { s.description.materials[0].mass_damping = 1.0; }), "");
    const auto in_a_cell = [](double size, bool moves) {
        return [size, moves](Stage& s, int) {
            CellDescription<D> cell;
            for (int k = 0; k < D; ++k) cell.size[k] = k == 0 ? size : 2.0;
            cell.periodic[0] = true;
            if (moves) cell.component[0].control = CellDescription<D>::Control::rate;
            s.description.cell = cell;
        };
    };
    EXPECT_EQ(missing<D>(in_a_cell(1.0, false)), "");
    EXPECT_NE(missing<D>(in_a_cell(0.3, false)), "");
    EXPECT_EQ(missing<D>(in_a_cell(1.0, true)), "");
    EXPECT_NE(missing<D>(in_a_cell(0.3, true)), "");
    EXPECT_NE(missing<D>([&](Stage& s, int ball) {
                  in_a_cell(1.0, true)(s, ball);
                  LinkDescription<D> link;
                  link.body_a = ball;
                  link.body_b = s.ball(1.0, 0.1, 1.3 * Vec<D>::axis(D - 1));
                  link.point = 1.1 * Vec<D>::axis(D - 1);
                  s.description.links.push_back(link);
              }),
              "");
    EXPECT_NE(missing<D>([](Stage& s, int) { s.settings.solver.method = SolverMethod::admm; }), "");
    EXPECT_NE(missing<D>([](Stage& s, int) { s.settings.solver.order = SweepOrder::random; }), "");
    EXPECT_NE(missing<D>([](Stage& s, int) { s.settings.quasistatic = true; }), "");
}
TEST(WhatADeviceCan, EverythingElseIsNamedInThePlane) { everything_else_is_named<2>(); }
TEST(WhatADeviceCan, EverythingElseIsNamedInSpace) { everything_else_is_named<3>(); }

}  // namespace
}  // namespace drystone::device::what_it_can_test
