// Deformable bodies, cases that take a minute: validation case E16.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"

namespace drystone {
namespace {

Bounds<2> about(const Vec<2>& low, const Vec<2>& high) { return {low, high}; }

/// Nodes in the box are moved along a direction through {time, displacement}.
void drive(ElasticStage<2>& stage, int body, const Bounds<2>& where, const Vec<2>& direction,
           std::vector<Signal::Point> points) {
    Motion<2> motion;
    motion.body = body;
    motion.direction = direction;
    motion.signal = {.kind = Signal::Kind::table, .points = std::move(points)};
    motion.where = where;
    stage.description.motions.push_back(motion);
}

// E16: two arms glued along half their length are opened: the force that the crack needs to grow. The zone in which the
// glue softens must be small beside a and large beside an element: six of them here. The arm behaves as if it were
// longer by 0.67 h, the rotation at its root; a is the length of the free part.
TEST(NightlyDeformable, ADoubleCantileverBeamOpensAtItsFractureEnergy) {
    constexpr double h = 0.01, E = 1e9, a = 0.1, G = 100.0, f_t = 1e6;
    const double root = a + 0.67 * h;
    const double P_c = std::sqrt(G * E * h * h * h / 12.0) / root;        // per metre of depth
    const double delta = 8.0 * P_c * root * root * root / (E * h * h * h);  // between the two ends
    const CohesiveZone glue{.normal_stiffness = 1e12,
                            .shear_stiffness = 1e12,
                            .tensile_strength = f_t,
                            .shear_strength = 10.0 * f_t,
                            .energy_opening = G,
                            .energy_shear = 100.0 * G,
                            .friction = 0.0};
    ElasticStage<2> stage(glue, E, 0.0, 1000.0);
    stage.quasistatic(1.0 / 60.0, 1e-6);
    constexpr double length = 0.16;
    Deformable<2> how;
    how.plane = PlaneKind::stress;
    const int lower = stage.box_of({{length, h}}, {64, 2}, {{0.5 * length, -0.5 * h}}, {}, how);
    const int upper = stage.box_of({{length, h}}, {64, 2}, {{0.5 * length, 0.5 * h}}, {}, how);
    // The free part is a crack that was there before: glue begins at x = a.
    const double opening = 1.25 * delta, slack = 1e-6;
    drive(stage, upper, about({{-slack, 0.5 * h - slack}}, {{slack, 0.5 * h + slack}}), {{0, 1}},
          {{0.0, 0.0}, {1.0 / 60.0, 0.0}, {1.0, 0.5 * opening}});
    drive(stage, lower, about({{-slack, -0.5 * h - slack}}, {{slack, -0.5 * h + slack}}), {{0, -1}},
          {{0.0, 0.0}, {1.0 / 60.0, 0.0}, {1.0, 0.5 * opening}});
    World<2> world = stage.build();
    const int steps = 60;
    double peak = 0.0;
    for (int k = 0; k < steps; ++k) {
        if (k == 1) {
            for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
                if (world.contacts.point[c].point[0] < a - slack) {
                    world.contacts.memory[c].intact = world.contacts.memory[c].holds = false;
                    world.contacts.memory[c].damage = 1.0;
                }
            }
        }
        ASSERT_TRUE(run(world, stage.settings).solve.converged) << k;
        const double P = std::abs(impulse_on(world, upper)[1]) / stage.settings.step;
        peak = std::max(peak, P);
    }
    RecordProperty("P", std::to_string(peak));
    EXPECT_NEAR(peak, P_c, 0.06 * P_c);
}

}  // namespace
}  // namespace drystone
