// Joints: what all contacts of two bodies do together, against sums by hand and rigid motions.

#include "measure/joints.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "measure/probe.h"
#include "measure/small_worlds.h"

namespace drystone::joints_test {
namespace {

constexpr double h = 0.5;  // so that a force is twice its impulse

template <int D>
Vec<D> random_vector(Random& random) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = random.uniform(-1.0, 1.0);
    return v;
}

/// Three balls; contacts of every pair, with whatever impulses.
template <int D>
World<D> random_world(std::uint64_t seed, int contacts) {
    Random random(seed);
    World<D> world;
    for (int i = 0; i < 3; ++i) {
        add_bare_body(world, 1.0 + i);
        add_ball(world, i, 0.1);
        world.bodies.position.back() = world.start_position.back() = random_vector<D>(random);
    }
    for (int k = 0; k < contacts; ++k) {
        const int a = static_cast<int>(random.below(2)),
                  b = a + 1 + static_cast<int>(random.below(2u - static_cast<unsigned>(a)));
        add_contact(world, a, b, random_vector<D>(random), random_vector<D>(random));
    }
    return world;
}

template <int D>
void seen_from_the_other_side() {
    const World<D> world = random_world<D>(4, 30);
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
        const Joint<D> one = joint_between(world, a, b, h), other = joint_between(world, b, a, h);
        EXPECT_GT(one.contacts, 0);
        EXPECT_EQ(one.contacts, other.contacts);
        EXPECT_LT(norm(one.force + other.force), 1e-13);
        EXPECT_NEAR(one.normal, other.normal, 1e-13);
        EXPECT_NEAR(one.shear, other.shear, 1e-13);
        EXPECT_LT(norm(one.point - other.point), 1e-12 * norm(one.point));
        EXPECT_EQ(one.opening, other.opening);
        EXPECT_NEAR(one.slip, other.slip, 1e-13);
    }
}

TEST(Joints, SeenFromTheOtherSideOnlyTheForceTurns) {
    seen_from_the_other_side<2>();
    seen_from_the_other_side<3>();
}

template <int D>
void add_up() {
    const World<D> world = random_world<D>(7, 40);
    const std::vector<Joint<D>> joints = joints_of(world, h);
    ASSERT_EQ(joints.size(), 3u);
    int contacts = 0;
    for (const Joint<D>& joint : joints) contacts += joint.contacts;
    EXPECT_EQ(contacts, world.contacts.size());
    for (int body = 0; body < 3; ++body) {
        Vec<D> sum{};
        for (const Joint<D>& joint : joints) {
            if (joint.b == body) sum += joint.force;
            if (joint.a == body) sum -= joint.force;
        }
        std::vector<double> values;
        measure(world, Probe{"", body, {"contact_force"}, 0.0}, h, values);
        for (int k = 0; k < D; ++k) EXPECT_NEAR(sum[k], values[static_cast<std::size_t>(k)], 1e-12);
    }
}

TEST(Joints, OfABodyAddUpToItsContactForce) {
    add_up<2>();
    add_up<3>();
}

template <int D>
World<D> two_bodies() {
    World<D> world;
    for (int i = 0; i < 2; ++i) {
        add_bare_body(world, 1.0);
        add_ball(world, i, 0.1);
    }
    return world;
}

// Normal forces 3 and 1 at x = 0 and x = 1 act at x = 1/4; tangential ones do not move that point.
template <int D>
void centre_of_pressure() {
    World<D> world = two_bodies<D>();
    const Vec<D> up = Vec<D>::axis(D - 1), along = Vec<D>::axis(0);
    add_contact<D>(world, 0, 1, Vec<D>{}, 3.0 * h * up + 2.0 * h * along);
    add_contact<D>(world, 0, 1, along, 1.0 * h * up - 0.5 * h * along);
    const Joint<D> joint = joint_between(world, 0, 1, h);
    EXPECT_NEAR(joint.point[0], 0.25, 1e-15);
    EXPECT_NEAR(joint.normal, 4.0, 1e-15);
    EXPECT_NEAR(joint.shear, 1.5, 1e-15);
}

TEST(Joints, PressWhereTheirNormalForcesDo) {
    centre_of_pressure<2>();
    centre_of_pressure<3>();
}

TEST(Joints, WithoutForceHaveNoCentreAndWithoutContactsAreOpen) {
    World<2> world = two_bodies<2>();
    Joint<2> joint = joint_between(world, 0, 1, h);
    EXPECT_EQ(joint.contacts, 0);
    EXPECT_EQ(joint.status, ContactStatus::open);
    EXPECT_EQ(joint.force, Vec<2>{});
    add_contact<2>(world, 0, 1, {}, {});
    joint = joint_between(world, 0, 1, h);
    EXPECT_EQ(joint.contacts, 1);
    EXPECT_EQ(joint.status, ContactStatus::open);
    EXPECT_TRUE(std::isnan(joint.point[0]) && std::isnan(joint.point[1]));
}

TEST(Joints, SlideWhereAllThatBearsSlides) {
    World<2> world = two_bodies<2>();
    add_contact<2>(world, 0, 1, {}, {{0.0, 1.0}}, ContactStatus::sliding);
    add_contact<2>(world, 0, 1, {}, {}, ContactStatus::sticking);  // bears nothing: has no say
    EXPECT_EQ(joint_between(world, 0, 1, h).status, ContactStatus::sliding);
    add_contact<2>(world, 0, 1, {}, {{0.0, 1.0}}, ContactStatus::sticking);
    EXPECT_EQ(joint_between(world, 0, 1, h).status, ContactStatus::sticking);
}

// One law of several at a place has layers: the place is one, and its area counts once.
TEST(Joints, CountTheAreaOfAPlaceOnce) {
    World<2> world = two_bodies<2>();
    for (const int layer : {0, 1}) {
        add_contact<2>(world, 0, 1, {}, {{0.0, 1.0}});
        world.contacts.point.whole().back().area = 0.3;
        world.contacts.point.whole().back().layer = static_cast<decltype(world.contacts.point.whole().back().layer)>(layer);
    }
    EXPECT_DOUBLE_EQ(joint_between(world, 0, 1, h).area, 0.3);
}

/// Slip since time 0, after both bodies were carried along and turned together and the second one then moved by `by`.
template <int D>
double slip_after(const Vec<D>& by) {
    World<D> world = two_bodies<D>();
    world.bodies.position[0] = {};
    world.bodies.position[1] = 0.2 * Vec<D>::axis(D - 1);
    world.start_position = world.bodies.position;
    Spin<D> angle{};
    angle[spin_dim<D> - 1] = 0.7;
    const Rotation<D> turn = rotation_by(angle);
    for (int i = 0; i < 2; ++i) {
        world.bodies.position[i] = rotate(turn, world.bodies.position[i]) + 3.0 * Vec<D>::axis(0);
        world.bodies.rotation[i] = turn * world.bodies.rotation[i];
    }
    world.bodies.position[1] += by;
    add_contact<D>(world, 0, 1, 0.5 * (world.bodies.position[0] + world.bodies.position[1]),
                   Vec<D>::axis(D - 1));
    return joint_between(world, 0, 1, h).slip;
}

TEST(Joints, SlipIsWhatRigidMotionOfBothDoesNotMake) {
    EXPECT_NEAR(slip_after<2>({}), 0.0, 1e-15);
    EXPECT_NEAR(slip_after<3>({}), 0.0, 1e-15);
    EXPECT_NEAR(slip_after<3>({{0.03, 0.04, 0.0}}), 0.05,
                1e-12);  // its normal is the third axis, about which both turned
}

}  // namespace
}  // namespace drystone::joints_test
