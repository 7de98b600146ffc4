// Soft grains have no contact problem: what is asked of their contacts goes by points and places.

#include <gtest/gtest.h>

#include "md/soft_stage.h"
#include "measure/probe.h"

namespace drystone::soft_grains_test {
namespace {

constexpr double r = 0.01;

/// A ball that comes down on two others and the floor, spinning, and skews the pile.
template <int D>
World<D> pressed(const Stage<D>& stage) {
    World<D> world = stage.build();
    ThreadPool pool(1);
    for (int k = 0; k < 3; ++k) advance(world, stage.settings, pool);
    return world;
}

template <int D>
void torques_follow_from_points() {
    Stage<D> stage = soft_stage<D>(Spring{.normal_stiffness = 1e3, .tangential_stiffness = 5e2, .friction = 0.5});
    stage.falling();
    stage.settings.step = 1e-3;
    stage.floor();
    Spin<D> spin;
    for (int k = 0; k < spin_dim<D>; ++k) spin[k] = 30.0 + 10.0 * k;
    const int left = stage.ball(0.01, r, (-0.99 * r) * Vec<D>::axis(0) + 0.999 * r * Vec<D>::axis(D - 1));
    const int right = stage.ball(0.01, r, 0.99 * r * Vec<D>::axis(0) + 0.999 * r * Vec<D>::axis(D - 1));
    const int top = stage.ball(0.01, r, 2.72 * r * Vec<D>::axis(D - 1), {}, spin);
    const World<D> world = pressed(stage);
    const double h = stage.settings.step;
    ASSERT_GT(world.contacts.size(), 3);
    double largest = 0.0;
    for (const std::vector<int>& bodies : {std::vector<int>{left}, {right}, {top}, {left, right, top}}) {
        Vec<D> centre{};
        for (const int i : bodies) centre += (1.0 / static_cast<double>(bodies.size())) * world.bodies.position[i];  // of one mass
        Vec<D> force{};
        Spin<D> torque{};
        int contacts = 0;
        const auto ours = [&](int part) { return std::find(bodies.begin(), bodies.end(), world.parts.body[part]) != bodies.end(); };
        for (int c = 0; c < world.contacts.size(); ++c) {
            const ContactPoint<D> point = world.contacts.point[c];
            const Vec<D> f = (1.0 / h) * world.contacts.impulse[c];
            if ((ours(point.a) || ours(point.b)) && !(f == Vec<D>{})) ++contacts;
            if (ours(point.a) == ours(point.b)) continue;
            force += ours(point.b) ? f : -f;
            torque += moment(point.point - centre, ours(point.b) ? f : -f);
        }
        const Probe probe = bodies.size() == 1 ? Probe{"", bodies[0], {"contact_force", "contact_torque", "contacts"}}
                                               : Probe{.name = "", .quantities = {"contact_force", "contact_torque", "contacts"}, .bodies = bodies};
        std::vector<double> values;
        measure(world, probe, h, values);
        ASSERT_EQ(values.size(), static_cast<std::size_t>(D + spin_dim<D> + 1));
        for (int k = 0; k < D; ++k) EXPECT_NEAR(values[static_cast<std::size_t>(k)], force[k], 1e-12 * norm(force));
        for (int k = 0; k < spin_dim<D>; ++k) EXPECT_NEAR(values[static_cast<std::size_t>(D + k)], torque[k], 1e-12 * r * norm(force)) << k;
        EXPECT_EQ(values.back(), contacts);
        largest = std::max(largest, norm(torque));
    }
    EXPECT_GT(largest, 1e-6);
}

TEST(SoftGrains, TorquesOfContactsFollowFromPoints) {
    torques_follow_from_points<2>();
    torques_follow_from_points<3>();
}

}  // namespace
}  // namespace drystone::soft_grains_test
