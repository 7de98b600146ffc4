// Deformable bodies, cases that take a minute: validation case E12.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"

namespace drystone::deformable_test {
namespace {

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
    const ElasticBody<3>& state = world.elastic[0];
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
}  // namespace drystone::deformable_test
