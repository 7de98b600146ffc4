// Deformable bodies, cases that take a minute: validation cases E12, E16.

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

/// 0, then steps of `fine` up to `dense`, then steps that grow by `ratio` up to `end`.
std::vector<double> graded(double fine, double dense, double ratio, double end) {
    std::vector<double> places = {0.0};
    double step = fine;
    while (places.back() < end - 1e-12) {
        if (places.back() > dense) step *= ratio;
        const bool last = places.back() + 1.5 * step > end;
        places.push_back(last ? end : places.back() + step);
    }
    return places;
}

// E12: a sphere (its cap is a paraboloid here) pressed on a rigid plane. A quarter of a block with a round underside; sides in
// the planes of symmetry slide in them. What a finite block changes in the far field cancels in the difference between the
// middle and a point at 3 a, whose share of the approach is known.
TEST(NightlyDeformable, ASphereOnAPlaneFollowsHertz) {
    constexpr double E = 1e7, nu = 0.3, R = 0.1, F = 100.0;
    const double stiff = E / (1.0 - nu * nu), a = std::cbrt(0.75 * F * R / stiff), delta = a * a / R,
                 p0 = 1.5 * F / (M_PI * a * a);
    EXPECT_NEAR(a, 8.804423e-3, 1e-9);
    EXPECT_NEAR(p0, 6.159417e5, 1.0);
    const double width = 7.0 * a, height = 7.0 * a;
    const std::vector<double> across = graded(a / 8.0, 1.2 * a, 1.5, width), up = graded(a / 8.0, 0.5 * a, 1.5, height);
    Mesh<3> mesh;
    const int n = static_cast<int>(across.size()), m = static_cast<int>(up.size());
    const auto node = [&](int i, int j, int k) { return (k * n + j) * n + i; };
    for (const double z : up) {
        for (const double y : across) {
            for (const double x : across)
                mesh.node.push_back({{x, y, z + (1.0 - z / height) * (x * x + y * y) / (2.0 * R)}});
        }
    }
    for (int k = 0; k + 1 < m; ++k) {
        for (int j = 0; j + 1 < n; ++j) {
            for (int i = 0; i + 1 < n; ++i) {
                mesh.element.push_back({ElementType::hexahedron8,
                                        {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
                                         node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1),
                                         node(i, j + 1, k + 1)}});
            }
        }
    }
    ASSERT_EQ(finish(mesh), -1);

    ElasticStage<3> stage(Coulomb{}, E, nu);
    stage.quasistatic(0.02, 1e-9);
    stage.floor();
    BodyDescription<3> body;
    const Vec<3> size = {{width, width, height}};
    body.geometry = {{Solid<3>{std::make_shared<const Convex<3>>(box<3>(size))}, {}, {}}};
    body.deformable.emplace();
    body.deformable->mesh = std::make_shared<const Mesh<3>>(mesh);
    body.deformable->elasticity = Elasticity::small;
    const int block = stage.add(body);
    const double far = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        Hold<3> hold;
        hold.body = block;
        hold.directions = Vec<3>::axis(axis);
        hold.where = Bounds<3>{{{-far, -far, -far}}, {{far, far, far}}};
        hold.where->low[axis] = hold.where->high[axis] = 0.0;
        stage.description.holds.push_back(hold);
    }
    Load<3> load;
    load.body = block;
    load.force = {{0.0, 0.0, -0.25 * F}};
    load.where = Bounds<3>{{{-far, -far, height}}, {{far, far, height}}};
    stage.description.loads = {load};
    World<3> world = stage.build();
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(run(world, stage.settings).solve.converged);
    }
    EXPECT_NEAR(impulse_on(world, block)[2] / stage.settings.step, 0.25 * F, 1e-6 * F);
    double most = 0.0, radius = 0.0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<3>& point = world.contacts.point[c];
        const double pressure = std::abs(world.contacts.impulse[c][2]) / stage.settings.step / point.area;
        if (pressure <= 0.0) continue;
        radius = std::max(radius, std::hypot(point.point[0], point.point[1]));
        if (point.point[0] > 0.5 * a / 8.0 && point.point[1] > 0.5 * a / 8.0) most = std::max(most, pressure);
    }
    const ElasticBody<3>& state = world.deforming[0].state;
    const auto sunk = [&](int i) {  // of a node of the underside on the x axis
        return state.x[static_cast<std::size_t>(node(i, 0, 0))][2] - mesh.node[static_cast<std::size_t>(node(i, 0, 0))][2];
    };
    int away = 0;
    while (across[static_cast<std::size_t>(away)] < 3.0 * a) ++away;
    const double s = across[static_cast<std::size_t>(away)] / a;
    const double share = ((2.0 - s * s) * std::asin(1.0 / s) + s * std::sqrt(1.0 - 1.0 / (s * s))) / M_PI;
    const double approach = (sunk(0) - sunk(away)) / (1.0 - share);
    RecordProperty("delta", std::to_string(approach / delta));
    RecordProperty("p0", std::to_string(most / p0));
    RecordProperty("a", std::to_string(radius / a));
    EXPECT_NEAR(approach, delta, 0.03 * delta);
    EXPECT_NEAR(most, p0, 0.08 * p0);
    EXPECT_NEAR(radius, a, 0.15 * a);  // to within an element
}

}  // namespace
}  // namespace drystone
