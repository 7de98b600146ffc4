// Cells that move, by a device and by the CPU: told rates and strains, components under stress, each x balls, clumps and blocks x laws x
// integrators, in the plane and in space, with and without a floor.

#include <gtest/gtest.h>

#include "device/cell_rig.h"

namespace drystone::device::moving_cells_test {
namespace {

class MovingCells : public Stages {};

using Control2 = CellDescription<2>::Control;

/// What moves the cell: xx, then the other components.
enum class Moved { by_rate, by_strain, by_stress, by_both };
constexpr std::array all_ways = {Moved::by_rate, Moved::by_strain, Moved::by_stress, Moved::by_both};

template <int D>
void control(CellDescription<D>& cell, std::size_t n, typename CellDescription<D>::Control how, const Signal& signal) {
    cell.component[n].control = how;
    cell.component[n].signal = signal;
}

/// Without a floor all components move; above one those along it.
template <int D>
void move_by(CellDescription<D>& cell, Moved how) {
    using Control = typename CellDescription<D>::Control;
    const Signal rate{.kind = Signal::Kind::constant, .value = -0.8}, strain{.kind = Signal::Kind::sine, .amplitude = 0.04, .frequency = 7.0};
    const Signal stress{.kind = Signal::Kind::ramp, .from = 40.0, .to = 400.0, .over = 0.03};
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (!cell.periodic[static_cast<std::size_t>(i)] || !cell.periodic[static_cast<std::size_t>(j)]) continue;
        const bool shears = i != j;
        if (how == Moved::by_rate) control<D>(cell, n, Control::rate, {.kind = Signal::Kind::constant, .value = shears ? 1.5 : rate.value});
        if (how == Moved::by_strain) control<D>(cell, n, Control::strain, strain);
        if (how == Moved::by_stress && !shears) control<D>(cell, n, Control::stress, stress);
        if (how == Moved::by_stress && n == cell_components<D>.size() - 1) control<D>(cell, n, Control::stress, {.kind = Signal::Kind::constant, .value = 30.0});
        if (how == Moved::by_both) control<D>(cell, n, n == 0 ? Control::stress : Control::rate, n == 0 ? stress : Signal{.value = shears ? 2.0 : -0.3});
    }
    cell.damping = how == Moved::by_stress ? 3.0 : 0.0;
}

template <int D>
BlockStage<D> moving(Of of, const Law& law, bool gas, Moved how) {
    BlockStage<D> stage = layer<D>(of, law, gas);
    move_by(*stage.description.cell, how);
    return stage;
}

template <int D>
void as_the_cpu_does(Where where, Moved how) {
    const std::vector<Law> laws = {Coulomb{.friction = 0.4}, Coulomb{.friction = 0.3, .restitution_normal = 0.5, .rolling_friction = 0.004},
                                   Coulomb{.friction = 0.4, .cohesion = {.force = 5.0, .range = 1e-3}},
                                   Elastic{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.5, .joint = {.ratio = 0.5}},
                                   Bonded{.tensile_force = 20.0, .shear_force = 20.0, .friction = 0.5}};
    for (const Of of : {Of::balls, Of::clumps, Of::blocks}) {
        for (std::size_t k = 0; k < laws.size(); ++k) {
            for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
                for (const bool gas : {false, true}) {
                    if (testing::Test::HasFailure()) return;
                    SCOPED_TRACE(testing::Message() << "of " << static_cast<int>(of) << " law " << k << " euler " << (integrator == Integrator::euler)
                                                    << " gas " << gas << " moved " << static_cast<int>(how));
                    BlockStage<D> stage = moving<D>(of, laws[k], gas, how);
                    stage.settings.integrator = integrator;
                    const bool unique = of == Of::balls && (k == 0 || k == 3);
                    if (unique && (D == 3 || k == 3)) stage.settings.overlap = Overlap::keep;  // its few sweeps go in another order
                    EXPECT_GT(steps_as_the_cpu_does<D>(stage, where, 6, unique ? 1e-5 : several_answers), 0);
                }
            }
        }
    }
}
TEST_P(MovingCells, ByRateInThePlane) { as_the_cpu_does<2>(GetParam(), Moved::by_rate); }
TEST_P(MovingCells, ByRateInSpace) { as_the_cpu_does<3>(GetParam(), Moved::by_rate); }
TEST_P(MovingCells, ByStrainInThePlane) { as_the_cpu_does<2>(GetParam(), Moved::by_strain); }
TEST_P(MovingCells, ByStrainInSpace) { as_the_cpu_does<3>(GetParam(), Moved::by_strain); }
TEST_P(MovingCells, ByStressInThePlane) { as_the_cpu_does<2>(GetParam(), Moved::by_stress); }
TEST_P(MovingCells, ByStressInSpace) { as_the_cpu_does<3>(GetParam(), Moved::by_stress); }
TEST_P(MovingCells, ByBothInThePlane) { as_the_cpu_does<2>(GetParam(), Moved::by_both); }
TEST_P(MovingCells, ByBothInSpace) { as_the_cpu_does<3>(GetParam(), Moved::by_both); }

/// Sheared by several edges: the lattice is looked at as one that is not.
TEST_P(MovingCells, ShearedByManyEdges) {
    BlockStage<2> stage = layer<2>(Of::balls, Coulomb{.friction = 0.3}, true);
    control<2>(*stage.description.cell, 2, Control2::rate, {.kind = Signal::Kind::constant, .value = 60.0});
    stage.settings.solver.tolerance = 1e-6;
    World<2> world = stage.build();
    DeviceStep<2> device(world, pipeline<2>(GetParam()));
    long contacts = 0;
    for (int k = 0; k < 60; ++k) contacts += device.advance(world, stage.settings).contacts;
    EXPECT_NEAR(world.cell.edges[0][1] / world.cell.edges[1][1], 7.2, 1e-9);
    EXPECT_GT(contacts, 500);
    expect_balanced(world.energy);
    EXPECT_GT(steps_as_the_cpu_does<2>(stage, GetParam(), 60, several_answers), 300);
}

/// Pressed by 1 kPa until it rests: the stress in it is that, and that is what probes are told.
TEST_P(MovingCells, UnderPressureComesToTheStressThatIsAsked) {
    BlockStage<2> stage = layer<2>(Of::balls, Coulomb{.friction = 0.2}, true);
    for (BodyDescription<2>& body : stage.description.bodies.edit_all()) body.velocity = {};
    CellDescription<2>& cell = *stage.description.cell;
    for (const std::size_t n : {0, 1}) control<2>(cell, n, Control2::stress, {.kind = Signal::Kind::constant, .value = 1000.0});
    cell.damping = 20.0;
    stage.settings.solver.tolerance = 1e-6;
    World<2> world = stage.build();
    DeviceStep<2> device(world, pipeline<2>(GetParam()));
    for (int k = 0; k < 400; ++k) device.advance(world, stage.settings);
    device.bring_back(world);
    const Mat<2> stress = (1.0 / (stage.settings.step * world.parts.space.volume())) * branch_moments(world);
    EXPECT_NEAR(stress[0][0], 1000.0, 1.0);
    EXPECT_NEAR(stress[1][1], 1000.0, 1.0);
    expect_balanced(world.energy);
}

TEST_P(MovingCells, ARestartHasTheSameBits) {
    for (const Moved how : all_ways) {
        const BlockStage<3> stage = moving<3>(Of::clumps, Coulomb{.friction = 0.4, .static_friction = 0.5}, true, how);
        StepSettings settings = stage.settings;
        settings.solver.tolerance = 1e-5;
        expect_same_bits_after_restart<3>(stage, settings, GetParam(), {20, 11});
    }
}

/// Steps that are halved take the cell back.
TEST_P(MovingCells, StepsThatAreHalvedTakeTheCellBack) {
    for (const Moved how : all_ways) {
        BlockStage<2> stage = moving<2>(Of::balls, Coulomb{.friction = 0.4}, true, how);
        stage.settings.overlap = Overlap::keep;
        stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = -1.0, .max_iterations = 2};  // which nothing meets
        StepSettings half = stage.settings;
        half.step *= 0.5;
        stage.settings.halve = 1;
        World<2> halved = stage.build(), small = stage.build();
        DeviceStep<2> a(halved, pipeline<2>(GetParam())), b(small, pipeline<2>(GetParam()));
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(a.advance(halved, stage.settings).halvings, 1);
            for (int s = 0; s < 2; ++s) b.advance(small, half);
        }
        a.bring_back(halved), b.bring_back(small);
        EXPECT_EQ(halved.bodies.position, small.bodies.position);
        EXPECT_EQ(halved.cell.edges, small.cell.edges);
        EXPECT_EQ(halved.cell.velocity, small.cell.velocity);
    }
}

/// A cell that becomes narrower than two of its bodies is the processor's, and the device's again once it is wide.
TEST_P(MovingCells, ANarrowOneIsHandedOver) {
    BlockStage<2> stage(Coulomb{.friction = 0.3});
    CellDescription<2> cell;
    cell.size = {{0.43, 1.0}};
    cell.periodic = {true, true};
    stage.description.cell = cell;
    control<2>(*stage.description.cell, 0, Control2::strain, {.kind = Signal::Kind::sine, .amplitude = -0.1, .frequency = 10.0});
    stage.ball(1.0, 0.105, {{0.1, 0.3}}), stage.ball(1.0, 0.105, {{0.3, 0.4}}), stage.ball(1.0, 0.08, {{0.2, 0.8}});
    stage.settings.step = 1e-3;
    World<2> world = stage.build(), cpu = stage.build();
    DeviceStep<2> device(world, pipeline<2>(GetParam()));
    ThreadPool pool(1);
    long contacts = 0;
    for (int k = 0; k < 80; ++k) {
        contacts += device.advance(world, stage.settings, pool).contacts;
        advance(cpu, stage.settings, pool);
    }
    device.bring_back(world);
    EXPECT_GT(device.handed_over(), 30);
    EXPECT_LT(device.handed_over(), 60);
    EXPECT_EQ(world.cell.edges, cpu.cell.edges);
    EXPECT_GT(contacts, 5);
    expect_same_motion(cpu, world, 1e-6);
    expect_balanced(world.energy);
}

/// A floor does not ride, a lid that is free to move does not either: their contacts feel the cell where they are.
TEST_P(MovingCells, BetweenWallsThatDoNotRide) {
    for (const Moved how : all_ways) {
        BlockStage<3> stage = moving<3>(Of::balls, Coulomb{.friction = 0.6, .restitution_normal = 0.2}, false, how);
        BodyDescription<3> lid;
        lid.geometry = {{Plane<3>{-Vec<3>::axis(2)}, {}, {}}};
        lid.position = 0.4 * Vec<3>::axis(2);
        lid.mass = 5.0;
        const int plate = stage.add(lid);
        stage.description.holds = {{.body = plate, .directions = {{1.0, 1.0, 0.0}}, .rotations = {{1.0, 1.0, 1.0}}}};
        EXPECT_GT(steps_as_the_cpu_does<3>(stage, GetParam(), 10, several_answers), 50);
    }
}

INSTANTIATE_TEST_SUITE_P(Device, MovingCells, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::moving_cells_test
