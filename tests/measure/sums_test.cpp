// Probes add up: what bodies, joints, links and the world say of one step are the same forces and motions.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "measure/probe.h"
#include "physics/named_stage.h"
#include "step/state.h"

namespace drystone::sums_test {
namespace {

template <int D>
class Probed {
  public:
    Probed(const World<D>& world, double h) : world_(world), h_(h) {}

    std::vector<double> of(const Probe& probe) const {
        std::vector<double> values;
        measure(world_, probe, h_, values);
        return values;
    }
    std::vector<double> body(int id, const char* quantity) const {
        return of({.name = "", .body = id, .quantities = {quantity}});
    }
    std::vector<double> world(const char* quantity) const {
        return of({.name = "", .quantities = {quantity}});
    }
    std::vector<double> joint(int a, int b, const char* quantity) const {
        return of({.name = "", .body = a, .quantities = {quantity}, .other = b});
    }
    std::vector<double> link(int k, const char* quantity) const {
        return of({.name = "", .quantities = {quantity}, .link = k});
    }
    int bodies() const { return world_.bodies.size(); }

  private:
    const World<D>& world_;
    double h_;
};

std::vector<double>& operator+=(std::vector<double>& a, const std::vector<double>& b) {
    a.resize(std::max(a.size(), b.size()), 0.0);
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
    return a;
}

std::vector<double> times(double factor, std::vector<double> values) {
    for (double& value : values) value *= factor;
    return values;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                 const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << what << " " << i;
}

double length(const std::vector<double>& v) {
    double sum = 0.0;
    for (const double x : v) sum += x * x;
    return std::sqrt(sum);
}

/// Of all bodies that impulses can move.
template <int D>
void the_world_is_its_bodies(const World<D>& world, const Probed<D>& probed, int driven) {
    std::vector<double> momentum(D, 0.0);
    double kinetic = 0.0, ends = 0.0;
    for (int i = 0; i < probed.bodies(); ++i) {
        if (world.matter.freedom[i] == Freedom::immovable) continue;
        momentum += probed.body(i, "momentum");
        kinetic += probed.body(i, "kinetic_energy")[0];
        if (i == driven) kinetic -= 0.5 * world.matter.mass[i];  // at 1 m/s: what drives it is the outside
    }
    for (int i = 0; i < probed.bodies(); ++i) ends += probed.body(i, "contacts")[0];
    expect_near(probed.world("momentum"), momentum, 1e-12, "momentum");
    EXPECT_NEAR(probed.world("kinetic_energy")[0], kinetic, 1e-12 * (1.0 + kinetic));
    EXPECT_EQ(2.0 * probed.world("active_contacts")[0], ends);
    EXPECT_LE(probed.world("sliding_contacts")[0], probed.world("active_contacts")[0]);
    EXPECT_LE(probed.world("active_contacts")[0], probed.world("contacts")[0]);
}

/// Joints and links of a body make up its contact force; a joint is the same from both sides.
template <int D>
void forces_are_those_of_joints(const World<D>& world, const Probed<D>& probed) {
    for (int i = 0; i < probed.bodies(); ++i) {
        std::vector<double> sum(D, 0.0);
        for (int j = 0; j < probed.bodies(); ++j) {
            if (i == j) continue;
            const std::vector<double> on_i = probed.joint(j, i, "force"), on_j = probed.joint(i, j, "force");
            expect_near(on_i, times(-1.0, on_j), 1e-12, "reaction");
            for (const char* number : {"normal", "shear", "area", "opening", "slip", "contacts", "status"})
                EXPECT_NEAR(probed.joint(j, i, number)[0], probed.joint(i, j, number)[0], 1e-12) << number;
            EXPECT_NEAR(std::hypot(probed.joint(i, j, "normal")[0], probed.joint(i, j, "shear")[0]),
                        length(on_i), 1e-9);
            sum += on_i;
        }
        for (int k = 0; k < world.links.size(); ++k) {
            const LinkDescription<D>& link = world.description.links[static_cast<std::size_t>(k)];
            if (link.body_b == i) sum += probed.link(k, "force");
            if (link.body_a == i) sum += times(-1.0, probed.link(k, "force"));
        }
        expect_near(probed.body(i, "contact_force"), sum, 1e-9, "contact_force");
    }
}

/// m (v+ - v-) = h (contact force + weight), I (w+ - w-) = h torque, of a ball that nothing else acts on.
template <int D>
void forces_are_what_moves(const State<D>& before, const World<D>& after, double h, int ball) {
    const Probed<D> probed(after, h);
    const Twist<D>&was = before.bodies.velocity[ball], &is = after.bodies.velocity[ball];
    const Vec<D> gained = after.matter.mass[ball] * ((1.0 / h) * (is.v - was.v) - after.gravity);
    const Spin<D> spun = (after.matter.inertia[ball][0] / h) * (is.w - was.w);
    expect_near(probed.body(ball, "contact_force"), {gained.c.begin(), gained.c.end()}, 1e-8, "force");
    expect_near(probed.body(ball, "contact_torque"), {spun.c.begin(), spun.c.end()}, 1e-8, "torque");
}

template <int D>
void probes_add_up() {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const int threads : {1, 2}) {
            ElasticStage<D> stage = every_name<D>(integrator);
            stage.description.water.reset();  // it pushes bodies, too
            const int springy = 2, driven = 6;
            World<D> world = stage.build();
            for (int k = 0; k < 3; ++k) {
                run(world, stage.settings, 20, threads);
                const State<D> before = world;
                run(world, stage.settings, 1, threads);
                const Probed<D> probed(world, stage.settings.step);
                the_world_is_its_bodies(world, probed, driven);
                forces_are_those_of_joints(world, probed);
                forces_are_what_moves<D>(before, world, stage.settings.step, springy);
                EXPECT_GT(length(probed.body(springy, "contact_force")), 1.0);
                EXPECT_GT(length(probed.link(0, "force")), 1.0);
            }
        }
    }
}
TEST(Probes, AddUpInThePlane) { probes_add_up<2>(); }
TEST(Probes, AddUpInSpace) { probes_add_up<3>(); }

/// All of one subject.
template <int D>
std::vector<double> everything(const Probed<D>& probed, Subject subject, Probe probe) {
    probe.quantities = quantity_names(subject, D);
    if (subject == Subject::world)
        std::erase(probe.quantities, "iterations");  // told by the step, not by the state
    if (subject == Subject::world) std::erase(probe.quantities, "residual");
    return probed.of(probe);
}

/// NaN where there is nothing to measure is the same as NaN.
void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i;
}

/// Every quantity of every subject, to the bit, after a restart and one more step.
template <int D>
void every_quantity_survives_a_restart() {
    const ElasticStage<D> stage = every_name<D>(Integrator::moreau);
    World<D> whole = stage.build(), resumed = stage.build();
    run(whole, stage.settings, 25);
    ThreadPool pool(1);
    put_state(whole, resumed, pool);
    run(whole, stage.settings, 1);
    run(resumed, stage.settings, 1, 3);
    const Probed<D> one(whole, stage.settings.step), other(resumed, stage.settings.step);
    expect_same(everything(one, Subject::world, {}), everything(other, Subject::world, {}));
    for (int i = 0; i < one.bodies(); ++i) {
        const Probe body{.name = "", .body = i, .quantities = {}},
            joint{.name = "", .body = 0, .quantities = {}, .other = i};
        expect_same(everything(one, Subject::body, body), everything(other, Subject::body, body));
        if (i > 0)
            expect_same(everything(one, Subject::joint, joint), everything(other, Subject::joint, joint));
    }
    for (int k = 0; k < whole.links.size(); ++k) {
        const Probe link{.name = "", .quantities = {}, .link = k};
        expect_same(everything(one, Subject::link, link), everything(other, Subject::link, link));
    }
}
TEST(Probes, SayTheSameAfterARestart) {
    every_quantity_survives_a_restart<2>();
    every_quantity_survives_a_restart<3>();
}

}  // namespace
}  // namespace drystone::sums_test
