// Several bodies together: their quantities are sums and means of those of each, whatever the slots and threads.

#include <cmath>

#include <gtest/gtest.h>

#include "measure/probe.h"
#include "measure/small_worlds.h"
#include "physics/named_stage.h"

namespace drystone::group_test {
namespace {

template <int D>
std::vector<double> of(const World<D>& world, const Probe& probe, double h) {
    std::vector<double> values;
    measure(world, probe, h, values);
    return values;
}

void expect_close(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                  const std::string& what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << what << " " << i;
}

template <int D>
std::vector<double> added(const World<D>& world, const std::vector<int>& bodies, const char* quantity,
                          double h) {
    std::vector<double> sum;
    for (const int id : bodies) {
        const std::vector<double> one = of(world, Probe{"", id, {quantity}}, h);
        sum.resize(one.size(), 0.0);
        for (std::size_t k = 0; k < one.size(); ++k) sum[k] += one[k];
    }
    return sum;
}

/// Rigid and deformable bodies, linked, driven, held, and the floor among them.
template <int D>
void groups_are_sums() {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        ElasticStage<D> stage = every_name<D>(integrator);
        World<D> world = stage.build();
        run(world, stage.settings, 30, 2);
        const double h = stage.settings.step;
        for (const std::vector<int>& bodies :
             {std::vector<int>{2}, {3, 4}, {0, 1, 2, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}) {
            const auto together = [&](const char* quantity) {
                return of(world, Probe{.name = "", .quantities = {quantity}, .bodies = bodies}, h);
            };
            for (const char* sum : {"mass", "momentum", "kinetic_energy", "contact_force"})
                expect_close(together(sum), added(world, bodies, sum, h), 1e-10, sum);
            for (const char* mean : {"position", "velocity", "angular_velocity"}) {
                std::vector<double> expected = added(world, bodies, mean, h);
                for (double& x : expected) x /= static_cast<double>(bodies.size());
                expect_close(together(mean), expected, 1e-12, mean);
            }
            if (bodies.size() == 1)
                for (const char* same : {"centre_of_mass", "angular_momentum", "contact_torque", "contacts"})
                    expect_close(together(same), added(world, bodies, same, h), 1e-9, same);
        }
    }
}
TEST(Groups, AreTheSumsOfTheirBodiesInThePlane) { groups_are_sums<2>(); }
TEST(Groups, AreTheSumsOfTheirBodiesInSpace) { groups_are_sums<3>(); }

/// Two bodies of 1 and 3 kg, 4 m apart, moving across: L = sum (c - C) x m v; forces on the first from the second cancel.
TEST(Groups, HaveMomentsAboutTheirCommonCentre) {
    World<2> world;
    const int one = add_bare_body(world, 1.0), other = add_bare_body(world, 3.0),
              floor = add_bare_body(world, 5.0);
    world.bodies.position[one] = {{0, 0}};
    world.bodies.position[other] = {{4, 0}};
    world.bodies.velocity[one].v = {{0, -3}};
    world.bodies.velocity[other].v = {{0, 1}};
    const int a = add_ball(world, one, 1.0), b = add_ball(world, other, 1.0), c = add_ball(world, floor, 1.0);
    add_contact(world, a, b, {{2, 0}}, {{0.5, 0.3}});  // within: it does not count
    add_contact(world, c, b, {{4, -1}}, {{0.1, 0.2}});
    add_contact(world, a, c, {{0, -1}}, {{0.0, -0.4}});
    const double h = 0.1;
    const auto together = [&](const char* quantity) {
        return of(world, Probe{.name = "", .quantities = {quantity}, .bodies = {0, 1}}, h);
    };
    EXPECT_EQ(together("mass"), std::vector<double>{4.0});
    EXPECT_EQ(together("centre_of_mass"), (std::vector<double>{3.0, 0.0}));
    EXPECT_EQ(together("position"), (std::vector<double>{2.0, 0.0}));
    expect_close(together("angular_momentum"), {-3 * -3.0 + 1 * 3.0}, 1e-12, "angular momentum");
    expect_close(together("contact_force"), {1.0, 6.0}, 1e-12, "force");  // (0.1, 0.2) + (0, 0.4), over h
    expect_close(together("contact_torque"), {10 * (1 * 0.2 + 1 * 0.1 - 3 * 0.4)}, 1e-12, "torque");
    EXPECT_EQ(together("contacts"), std::vector<double>{3.0});
}

/// A plank on two props: what the props together do to it is its weight, and the joint is in the middle.
template <int D>
void a_joint_of_several() {
    ElasticStage<D> stage = every_name<D>(Integrator::moreau);
    stage.description.water.reset();
    World<D> world = stage.build();
    run(world, stage.settings, 50);
    const double h = stage.settings.step;
    const std::vector<int> loose = {1, 2, 7, 10};
    std::vector<double> force(D, 0.0);
    double contacts = 0.0;
    for (const int id : loose) {
        const std::vector<double> one =
            of(world, Probe{.name = "", .body = 0, .quantities = {"force"}, .other = id}, h);
        for (int k = 0; k < D; ++k) force[static_cast<std::size_t>(k)] += one[static_cast<std::size_t>(k)];
        contacts += of(world, Probe{.name = "", .body = 0, .quantities = {"contacts"}, .other = id}, h)[0];
    }
    const Probe all{.name = "", .quantities = {"force"}, .bodies = {0}, .others = loose};
    expect_close(of(world, all, h), force, 1e-12, "force");
    EXPECT_GT(std::abs(force[D - 1]), 1.0);
    Probe back = all;
    std::swap(back.bodies, back.others);
    for (double& f : force) f = -f;
    expect_close(of(world, back, h), force, 1e-12, "force on the other side");
    back.quantities = {"contacts"};
    EXPECT_EQ(of(world, back, h)[0], contacts);
}
TEST(Groups, HaveAJointWithOthers) {
    a_joint_of_several<2>();
    a_joint_of_several<3>();
}

}  // namespace
}  // namespace drystone::group_test
