// Bodies held and driven in part, loads, damping, gravity that changes, walls that impulses move, links: by a device and by the CPU.

#include <gtest/gtest.h>

#include "device/step_rig.h"
#include "physics/link_stage.h"

namespace drystone::device::held_and_linked_test {
namespace {

class Held : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

Signal steady(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

template <int D, class Change>
void both_integrators(Where where, const Change& change, double close = 1e-5) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const bool clumps : {false, true}) {
            if (testing::Test::HasFailure()) return;
            SCOPED_TRACE(testing::Message() << "euler " << (integrator == Integrator::euler) << " clumps " << clumps);
            Stage<D> stage = pile<D>(24, Coulomb{.friction = 0.4});
            const int first = static_cast<int>(stage.description.bodies.size()) - 24;
            if (clumps) stage.clump(1.5, tripod<D>(0.06), 0.4 * Vec<D>::axis(0) + 1.5 * Vec<D>::axis(D - 1), {}, Spin<D>::axis(0));
            stage.settings.integrator = integrator;
            stage.settings.solver.max_iterations = 20000;
            change(stage, first);
            EXPECT_GT(steps_as_the_cpu_does(stage, where, 5, clumps ? several_answers : close), 20);
        }
    }
}

/// One ball on rails, one that cannot turn, one driven along x and free across, a clump that turns about one axis.
template <int D>
void held_in_part(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int first) {
        const int last = static_cast<int>(stage.description.bodies.size()) - 1;
        Spin<D> all;
        for (int k = 0; k < spin_dim<D>; ++k) all[k] = 1.0;
        stage.description.holds = {{.body = first, .directions = Vec<D>::axis(0)},
                                   {.body = first + 1, .rotations = all},
                                   {.body = last, .directions = Vec<D>::axis(0), .rotations = Spin<D>::axis(0)}};
        stage.moves(first + 2, Driven::velocity, Vec<D>::axis(0), steady(0.4));
        stage.turns(first + 3, Driven::velocity, Spin<D>::axis(0), steady(3.0));
    });
}
TEST_P(Held, InPartInThePlane) { held_in_part<2>(GetParam()); }
TEST_P(Held, InPartInSpace) { held_in_part<3>(GetParam()); }

template <int D>
void loads(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int first) {
        const int last = static_cast<int>(stage.description.bodies.size()) - 1;
        Signal table{.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.004, 30.0}, {0.02, -10.0}}};
        stage.description.loads = {{.body = last, .force = Vec<D>::axis(0), .torque = 0.2 * Spin<D>::axis(0), .history = table, .has_point = true,
                                    .point = 0.03 * Vec<D>::axis(D - 1), .follows = true},
                                   {.body = first, .force = 5.0 * Vec<D>::axis(0), .history = steady(1.0)},
                                   {.body = last, .force = -2.0 * Vec<D>::axis(D - 1)},
                                   {.body = first + 5, .acceleration = 3.0 * Vec<D>::axis(0), .history = table}};
    });
}
TEST_P(Held, LoadsInThePlane) { loads<2>(GetParam()); }
TEST_P(Held, LoadsInSpace) { loads<3>(GetParam()); }

template <int D>
void damping_and_gravity(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int first) {
        stage.description.materials[0].mass_damping = 20.0;
        Damping of_some{.of = {}, .rate = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 100.0, .over = 0.01}};
        of_some.of.kind = Party::Kind::bodies;
        of_some.of.bodies = {first + 1, first + 2};
        stage.description.dampings = {of_some};
        stage.description.gravity_change = GravityChange<D>{.axis = Spin<D>::axis(0),
                                                            .tilt = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 0.5, .over = 0.01},
                                                            .scale = {.kind = Signal::Kind::ramp, .from = 1.0, .to = 2.0, .over = 0.01}};
    });
}
TEST_P(Held, DampingAndGravityThatChangesInThePlane) { damping_and_gravity<2>(GetParam()); }
TEST_P(Held, DampingAndGravityThatChangesInSpace) { damping_and_gravity<3>(GetParam()); }

/// A lid with a mass that comes down on the pile, pressed by a force, free along the vertical alone.
template <int D>
void lid(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int) {
        BodyDescription<D> body;
        body.mass = 20.0;
        body.geometry = {{Plane<D>{-Vec<D>::axis(D - 1)}, {}, {}}};
        body.position = (D == 2 ? 0.57 : 0.38) * Vec<D>::axis(D - 1);
        body.velocity = -0.2 * Vec<D>::axis(D - 1);
        const int plate = stage.add(body);
        Spin<D> all;
        for (int k = 0; k < spin_dim<D>; ++k) all[k] = 1.0;
        Vec<D> across;
        for (int k = 0; k + 1 < D; ++k) across[k] = 1.0;
        stage.description.holds = {{.body = plate, .directions = across, .rotations = all}};
        stage.description.loads = {{.body = plate, .force = -50.0 * Vec<D>::axis(D - 1)}};
    }, several_answers);
}
TEST_P(Held, AWallThatImpulsesMoveInThePlane) { lid<2>(GetParam()); }
TEST_P(Held, AWallThatImpulsesMoveInSpace) { lid<3>(GetParam()); }

/// Every kind of link, with what it may have: springs, limits, motors, friction, strengths.
template <int D>
LinkStage<D> linked(Integrator integrator) {
    LinkStage<D> stage(Coulomb{.friction = 0.4});
    stage.falling();
    stage.floor();
    using Stage = LinkStage<D>;
    const auto pair = [&](int n) {
        const double x = 1.5 * n;
        return std::pair{stage.bar(Stage::at(x, 1.0), Stage::at(x + 0.5, 1.0)), stage.bar(Stage::at(x + 0.52, 1.0), Stage::at(x + 1.0, 1.0))};
    };
    int n = 0;
    const auto joint = [&](LinkType type, const LinkProperties& is = {}) {
        const auto [a, b] = pair(n);
        const double x = 1.5 * n++;
        stage.link(type, a, world_itself, Stage::at(x, 1.0));
        stage.last().type = LinkType::hinge;
        stage.link(type, a, b, Stage::at(x + 0.51, 1.0), is);
    };
    for (const LinkType type : {LinkType::ball, LinkType::weld, LinkType::hinge, LinkType::slider}) joint(type);
    joint(LinkType::hinge, {.friction = 0.3, .low = -0.02, .high = 0.02});
    joint(LinkType::slider, {.friction = 1.0, .low = -0.01, .high = 0.01});
    joint(LinkType::hinge, {.motor = LinkProperties::Motor::velocity, .most = 5.0});
    stage.last().motor = steady(2.0);
    joint(LinkType::weld, {.strength = 12.0, .moment_strength = 3.0});
    const auto line = [&](LinkType type, const LinkProperties& is) {
        const double x = 1.5 * n++;
        const int body = stage.bar(Stage::at(x, 0.6), Stage::at(x + 0.4, 0.6));
        stage.line(type, world_itself, body, Stage::at(x, 1.2), Stage::at(x, 0.6), is);
    };
    line(LinkType::rod, {});
    line(LinkType::cable, {.stiffness = 1e4});
    line(LinkType::spring, {.stiffness = 5e3, .prestress = 4.0, .damping = 20.0});
    line(LinkType::rod, {.yield = 5.0});
    stage.ball(1.0, 0.1, Stage::at(0.3, 0.1));
    stage.settings.integrator = integrator;
    stage.settings.step = 1e-3;
    stage.settings.solver = {.tolerance = 1e-10, .max_iterations = 20000};
    return stage;
}
template <int D>
void links(Where where) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        SCOPED_TRACE(testing::Message() << "euler " << (integrator == Integrator::euler));
        EXPECT_GT(steps_as_the_cpu_does<D>(linked<D>(integrator), where, 8, 1e-6), 100);
    }
}
TEST_P(Held, LinksInThePlane) { links<2>(GetParam()); }
TEST_P(Held, LinksInSpace) { links<3>(GetParam()); }

/// A chain that hangs and swings, laid on balls, of laws that remember: a restart, and steps that are halved.
TEST_P(Held, LinksGoOnAfterARestart) {
    LinkStage<3> stage = linked<3>(Integrator::moreau);
    stage.description.interactions[0].law = Coulomb{.friction = 0.4, .static_friction = 0.5};
    World<3> whole = stage.build(), part = stage.build();
    DeviceStep<3> device(whole, pipeline<3>(GetParam()));
    for (int k = 0; k < 12; ++k) device.advance(whole, stage.settings);
    device.bring_back(whole);
    {
        DeviceStep<3> begun(part, pipeline<3>(GetParam()));
        for (int k = 0; k < 5; ++k) begun.advance(part, stage.settings);
        begun.bring_back(part);
    }
    DeviceStep<3> resumed(part, pipeline<3>(GetParam()));
    for (int k = 5; k < 12; ++k) {
        resumed.advance(part, stage.settings);
        if (k == 8) resumed.bring_back(part);
    }
    resumed.bring_back(part);
    EXPECT_EQ(whole.bodies, part.bodies);
    EXPECT_EQ(whole.contacts.impulse, part.contacts.impulse);
    EXPECT_EQ(whole.contacts.memory, part.contacts.memory);
    expect_balanced(whole.energy);
}

INSTANTIATE_TEST_SUITE_P(Device, Held, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::held_and_linked_test
