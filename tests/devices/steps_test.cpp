// Steps of a world in shares, one a rank, each on a device: against one process of the CPU, step by step, from the same state. What the shares find is
// what the CPU finds, and their answer leaves in the CPU's contact problem the residual that they report.

#include "devices/team_rig.h"
#include "physics/block_stage.h"

namespace drystone::devices::steps_test {
namespace {

using device::pile;
using device::several_answers;

constexpr int bodies(int d) { return d == 2 ? 48 : 60; }

template <int D>
void each_law(Where where) {
    for (const Coulomb& law : {Coulomb{}, Coulomb{.friction = 0.3}, Coulomb{.friction = 0.3, .restitution_normal = 0.5}}) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::project, Overlap::push, Overlap::keep}) {
                SCOPED_TRACE(testing::Message() << "friction " << law.friction << " bounce " << law.restitution_normal << " euler "
                                                << (integrator == Integrator::euler) << " overlap " << static_cast<int>(overlap));
                Stage<D> stage = pile<D>(bodies(D), law);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                // Pushed, or moved out of overlaps by ten sweeps: what comes out depends on their order.
                const bool is_unique = overlap == Overlap::keep || integrator == Integrator::euler;
                shares_as_the_cpu_does<D>(stage, where, 6, is_unique && overlap != Overlap::push ? 1e-6 : several_answers);
            }
        }
    }
}
TEST_P(OnRanks, DryDisks) { each_law<2>(GetParam()); }
TEST_P(OnRanks, DrySpheres) { each_law<3>(GetParam()); }

/// Balls in a row that overlap, across the borders of all shares, with nothing else to do: what ten sweeps leave of it is what they leave in one process,
/// and the row stays where its centre was.
template <int D>
void pressed_row(Where where) {
    Stage<D> stage(Coulomb{});
    constexpr int count = 40;
    double x = 0.0;
    for (int i = 0; i < count; ++i) stage.ball(1.0, 0.1, x * Vec<D>::axis(0)), x += 0.2 - 0.001 * (1 + i % 3);
    World<D> one = stage.build();
    Shared<D> shared(stage.build(), stage.settings, where);
    if (!shared.sees()) return;
    const auto overlaps = [](const World<D>& world) {
        double sum = 0.0;
        for (int i = 0; i + 1 < count; ++i) {
            const double deep = std::max(0.0, 0.2 - norm(world.bodies.position[i + 1] - world.bodies.position[i]));
            sum += deep * deep;
        }
        return sum;
    };
    const double before = overlaps(one);
    run(one, stage.settings, 1);
    shared.advance(stage.settings);
    EXPECT_GT(std::abs(overlaps(one) - before), 0.1 * before);  // they are spread over the row, and less at its ends
    EXPECT_NEAR(overlaps(shared.world()), overlaps(one), 0.3 * overlaps(one));
    Vec<D> centre;
    for (int i = 0; i < count; ++i) centre += shared.world().bodies.position[i] - stage.description.bodies[static_cast<std::size_t>(i)].position;
    EXPECT_LT(norm(centre), 1e-12);
    expect_balanced(shared.world().energy);
}
TEST_P(OnRanks, OverlapsAreTakenOutOverBorders) { pressed_row<2>(GetParam()), pressed_row<3>(GetParam()); }

/// Moments at contacts: rolling friction, and in space torsion.
TEST_P(OnRanks, GrainsThatRollWithFriction) {
    const Coulomb law{.friction = 0.4, .rolling_friction = 0.004};
    shares_as_the_cpu_does<2>(pile<2>(bodies(2), law), GetParam(), 6, several_answers);
    shares_as_the_cpu_does<3>(pile<3>(bodies(3), law), GetParam(), 6, several_answers);
}

template <int D>
void remembered(Where where) {
    const JointArea joint{.ratio = 0.5};
    const std::vector<Law> laws = {Elastic{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5, .joint = joint},
                                   Coulomb{.friction = 0.3, .static_friction = 0.5},
                                   Coulomb{.friction = 0.4, .cohesion = {.force = 8.0, .range = 2e-3}},
                                   Bonded{.tensile_force = 20.0, .shear_force = 20.0, .bending_moment = 1.0, .twisting_moment = 1.0, .friction = 0.5},
                                   MohrCoulomb{.tensile_strength = 2e3, .cohesion = 4e3, .friction = 0.5, .residual_friction = 0.4, .joint = joint}};
    for (const Law& law : laws) {
        SCOPED_TRACE(law.index());
        Stage<D> stage = pile<D>(bodies(D), Coulomb{});
        stage.description.interactions[0].law = law;
        shares_as_the_cpu_does<D>(stage, where, 5, several_answers);
    }
}
TEST_P(OnRanks, LawsThatRemember) { remembered<2>(GetParam()), remembered<3>(GetParam()); }

/// Boxes in layers with balls among them, turned a little, and a table below that a drive shakes.
template <int D>
BlockStage<D> blocks(const Law& law) {
    BlockStage<D> stage(law);
    stage.falling();
    const int table = stage.fixed_block(BlockStage<D>::size(4.0, 0.2), -0.1 * BlockStage<D>::up());
    stage.moves(table, Driven::velocity, BlockStage<D>::along(), {.kind = Signal::Kind::constant, .value = 0.2});
    Random random(5);
    for (int i = 0; i < 24; ++i) {
        Vec<D> x;
        x[0] = 0.16 * (i % 8) - 0.6;
        x[D - 1] = 0.05 + 0.1005 * (i / 8);
        if constexpr (D == 3) x[1] = 0.02 * (i % 3);
        Spin<D> turned;
        for (int k = 0; k < spin_dim<D>; ++k) turned[k] = random.uniform(-0.01, 0.01);
        if (i % 7 == 3)
            stage.ball(1.0, 0.05, x);
        else
            stage.block(1.0 + 0.1 * (i % 3), BlockStage<D>::size(0.155, 0.1), x, rotation_by(turned));
    }
    stage.settings.step = 1e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}
TEST_P(OnRanks, BlocksOnATableThatMoves) {
    for (const Law& law : {Law(Coulomb{.friction = 0.6}), Law(Elastic{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5, .joint = {.ratio = 0.5}})}) {
        shares_as_the_cpu_does<2>(blocks<2>(law), GetParam(), 8, several_answers);
        shares_as_the_cpu_does<3>(blocks<3>(law), GetParam(), 8, several_answers);
    }
}

/// Grains that a wall drives before it from one box of space into the next, loads and damping: bodies change hands, and their contacts with them.
template <int D>
Stage<D> driven(const Law& law) {
    Stage<D> stage = pile<D>(bodies(D), Coulomb{.friction = 0.3});
    stage.description.interactions[0].law = law;
    stage.description.bodies.edit(2).position[0] += 1.2;  // the wall far away
    stage.moves(1, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 3.0});
    const int first = static_cast<int>(stage.description.bodies.size()) - bodies(D);
    for (int i = first; i < first + 4; ++i)
        stage.description.loads.push_back({.body = i, .force = 5.0 * Vec<D>::axis(0), .history = {.kind = Signal::Kind::constant, .value = 1.0}});
    stage.description.dampings.push_back({Party::of_bodies({first + 5, first + 6}), {.kind = Signal::Kind::constant, .value = 4.0}});
    return stage;
}
template <int D>
void change_hands(Where where, const Law& law, double close) {
    const Stage<D> stage = driven<D>(law);
    Shared<D> shared(stage.build(), stage.settings, where);
    if (!shared.sees()) return;
    const auto take = [&] { return shared.advance(stage.settings); };
    EXPECT_GT(device::steps_as_the_cpu_does<D>(stage, shared.world(), steps_on(where, 40, 14), {close, 1e-12}, take), 0);
    EXPECT_GT(shared.times_shared_out(), steps_on(where, 3, 2));
}
TEST_P(OnRanks, BodiesThatChangeHands) {
    const Elastic springs{.normal_stiffness = 1e6, .shear_stiffness = 5e5, .friction = 0.5, .joint = {.ratio = 0.5}};
    change_hands<2>(GetParam(), Coulomb{.friction = 0.3}, several_answers), change_hands<3>(GetParam(), springs, several_answers);
    if (GetParam() == Where::cuda) return;
    change_hands<2>(GetParam(), springs, several_answers), change_hands<3>(GetParam(), Coulomb{.friction = 0.3}, several_answers);
}

/// Every bit, from run to run, whether rows go straight from the memory of a device or through the host's.
template <int D>
void same_bits(Where where) {
    const Stage<D> stage = driven<D>(Coulomb{.friction = 0.3});
    std::vector<World<D>> ends;
    for (const auto direct : {std::optional<bool>(false), std::optional<bool>(false), where == Where::host ? std::optional<bool>(true) : std::optional<bool>()}) {
        Shared<D> shared(stage.build(), stage.settings, where, direct);
        if (!shared.sees()) continue;
        shared.advance(stage.settings, steps_on(where, 20, 5));
        ends.push_back(shared.world());
    }
    for (const World<D>& end : ends) {
        EXPECT_EQ(end.bodies.position, ends[0].bodies.position);
        EXPECT_EQ(end.bodies.velocity, ends[0].bodies.velocity);
        EXPECT_EQ(end.contacts.impulse, ends[0].contacts.impulse);
    }
}
TEST_P(OnRanks, TheSameBitsEveryTime) { same_bits<2>(GetParam()), same_bits<3>(GetParam()); }

/// Steps whose tolerance nothing meets are halved, bodies that change hands in them included: they end where one process ends in steps of half the length.
template <int D>
void halved(Where where, const Law& law) {
    Stage<D> stage = driven<D>(law);
    stage.settings.overlap = Overlap::keep;
    stage.settings.solver = {.method = SolverMethod::anderson, .tolerance = -1.0, .max_iterations = steps_on(where, 400, 200)};
    stage.settings.halve = 1;
    Shared<D> shared(stage.build(), stage.settings, where);
    if (!shared.sees()) return;
    const int steps = steps_on(where, 12, 3);
    EXPECT_EQ(shared.advance(stage.settings, steps).halvings, 1);
    EXPECT_GT(shared.times_shared_out(), steps_on(where, 2, 1));
    StepSettings half = stage.settings;
    half.step *= 0.5;
    half.halve = 0;
    half.solver = {.tolerance = 1e-12, .max_iterations = 20000};
    World<D> one = stage.build();
    run(one, half, 2 * steps);
    EXPECT_NEAR(one.time, shared.world().time, 1e-15);
    EXPECT_EQ(shared.world().steps, steps);
    device::expect_same_motion(one, shared.world(), where == Where::cuda ? 1e-5 : 1e-7);
    expect_balanced(shared.world().energy);
}
TEST_P(OnRanks, StepsThatAreHalved) {
    const Elastic springs{.normal_stiffness = 1e6, .shear_stiffness = 5e5, .friction = 0.5, .joint = {.ratio = 0.5}};
    halved<2>(GetParam(), Coulomb{}), halved<3>(GetParam(), springs);
    if (GetParam() == Where::host) halved<2>(GetParam(), springs), halved<3>(GetParam(), Coulomb{});
}

INSTANTIATE_TEST_SUITE_P(Device, OnRanks, testing::Values(Where::host, Where::cuda),
                         [](const auto& it) { return it.param == Where::host ? "host" : "cuda"; });

}  // namespace
}  // namespace drystone::devices::steps_test
