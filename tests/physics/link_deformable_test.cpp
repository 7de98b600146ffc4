// Links on bodies that deform, of uniform strain and with a mesh: docs/theory.md (2.9), (2.10), (3.22), (3.40)-(3.45).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/link_stage.h"
#include "step/state.h"

namespace drystone::link_deformable_test {
namespace {

constexpr double g = 9.81;

template <int D>
Vec<D> box_size(double length, double width) {
    Vec<D> size;
    for (double& one : size.c) one = width;
    size[0] = length;
    return size;
}

template <int D>
std::array<int, D> divided(bool mesh) {
    if (!mesh) return {};
    std::array<int, D> n;
    n.fill(1);
    n[0] = 4;
    return n;
}

template <int D>
double mass_of(double length, double width) {
    return 1000.0 * length * std::pow(width, D - 1);
}

// A block hangs on two cables, one elastic, in static steps: each carries half.
template <int D>
void a_block_hangs(bool mesh) {
    LinkStage<D> stage;
    stage.falling(g);
    stage.quasistatic(0.01);
    stage.settings.solver.tolerance = 1e-11;
    const double L = 1.0, w = 0.2, W = mass_of<D>(L, w) * g;
    const int block = stage.box_of(box_size<D>(L, w), divided<D>(mesh), {});
    LinkProperties elastic;
    elastic.stiffness = 1e7;
    const Vec<D> left = stage.at(-0.5 * L, 0.5 * w), right = stage.at(0.5 * L, 0.5 * w);
    const int rigid = stage.line(LinkType::cable, world_itself, block, left + stage.up(), left);
    const int soft = stage.line(LinkType::cable, world_itself, block, right + stage.up(), right, elastic);
    stage.link(LinkType::slider, world_itself, block, {});  // it neither swings nor turns
    stage.last().axis = stage.up();
    World<D> world = stage.build();
    EXPECT_TRUE(run(world, stage.settings, 60).solve.converged);
    const double h = stage.settings.step;
    EXPECT_NEAR(probed(world, rigid, "tension", h) + probed(world, soft, "tension", h), W, 1e-6 * W);
    EXPECT_NEAR(probed(world, soft, "elongation", h), probed(world, soft, "tension", h) / 1e7, 1e-9);
    EXPECT_LT(std::abs(probed(world, rigid, "elongation", h)), 1e-9);
}
TEST(LinksOfDeformable, ABlockHangsOnCablesInThePlane) { a_block_hangs<2>(false), a_block_hangs<2>(true); }
TEST(LinksOfDeformable, ABlockHangsOnCablesInSpace) { a_block_hangs<3>(false), a_block_hangs<3>(true); }

// A stiff block on a hinge swings as a rigid one; the point stays, and the account closes.
template <int D>
void a_block_swings(LinkType type, bool mesh) {
    LinkStage<D> stage;
    stage.falling(g);
    stage.description.materials[0].young = 1e9;
    stage.settings.solver.tolerance = 1e-11;
    const double L = 0.5, w = 0.1, m = mass_of<D>(L, w), arm = 0.4 * L;
    stage.box_of(box_size<D>(L, w), divided<D>(mesh), {});
    const int link = stage.link(type, world_itself, 0, -arm * stage.x());
    World<D> world = stage.build();
    run(world, stage.settings, 200);
    EXPECT_LT(gap_of(world, link), 1e-6 * L);
    const double fallen = -world.bodies.position[0][D - 1];
    EXPECT_GT(fallen, 0.5 * arm);
    EXPECT_NEAR(world.energy.kinetic, m * g * fallen, 1e-4 * m * g * arm);
    if (type == LinkType::hinge) {
        EXPECT_NEAR(probed(world, link, "angle", stage.settings.step), std::asin(-fallen / arm), 2e-3);
    }
    expect_balanced(world.energy);
}
TEST(LinksOfDeformable, ABlockSwingsOnAHingeInThePlane) {
    a_block_swings<2>(LinkType::hinge, false), a_block_swings<2>(LinkType::hinge, true);
}
TEST(LinksOfDeformable, ABlockSwingsOnAHingeInSpace) {
    a_block_swings<3>(LinkType::hinge, false), a_block_swings<3>(LinkType::hinge, true);
}
TEST(LinksOfDeformable, ABlockSwingsOnABallInThePlane) {
    a_block_swings<2>(LinkType::ball, false), a_block_swings<2>(LinkType::ball, true);
}
TEST(LinksOfDeformable, ABlockSwingsOnABallInSpace) {
    a_block_swings<3>(LinkType::ball, false), a_block_swings<3>(LinkType::ball, true);
}

// A stiff block with one end welded to the world, in static steps: V = W, M = W L / 2; rigid blocks welded on behind it add theirs.
template <int D>
void a_cantilever_is_held(bool mesh) {
    LinkStage<D> stage;
    stage.falling(g);
    stage.description.materials[0].young = 1e10;
    stage.quasistatic(0.01);
    stage.settings.solver.tolerance = 1e-11;
    const double L = 0.5, w = 0.1, m = mass_of<D>(L, w);
    const int block = stage.box_of(box_size<D>(L, w), divided<D>(mesh), 0.5 * L * stage.x());
    const int behind = stage.rigid_box(box_size<D>(L, w), 1.5 * L * stage.x());
    const int root = stage.link(LinkType::weld, world_itself, block, {}),
              seam = stage.link(LinkType::weld, block, behind, L * stage.x());
    World<D> world = stage.build();
    EXPECT_TRUE(run(world, stage.settings, 40).solve.converged);
    const double h = stage.settings.step, W = m * g, side = D == 2 ? 1.0 : -1.0;
    const std::size_t about = D == 2 ? 0 : 1;
    EXPECT_NEAR(probed(world, root, "force", h, D - 1), 2.0 * W, 1e-6 * W);
    EXPECT_NEAR(probed(world, root, "moment", h, about), side * 2.0 * W * L, 1e-3 * W * L);
    EXPECT_NEAR(probed(world, seam, "force", h, D - 1), W, 1e-6 * W);
    EXPECT_NEAR(probed(world, seam, "moment", h, about), side * 0.5 * W * L, 1e-3 * W * L);
}
TEST(LinksOfDeformable, WeldsCarryMomentsInThePlane) {
    a_cantilever_is_held<2>(false), a_cantilever_is_held<2>(true);
}
TEST(LinksOfDeformable, WeldsCarryMomentsInSpace) {
    a_cantilever_is_held<3>(false), a_cantilever_is_held<3>(true);
}

// A finely meshed block held by a weld in its midst, where no element is at the surface, in static steps: V = W, M = W times how far the weld is off the centre.
template <int D>
void matter_inside_is_held(Elasticity kind) {
    LinkStage<D> stage;
    stage.falling(g);
    stage.description.materials[0].young = 1e10;
    stage.quasistatic(0.01);
    stage.settings.solver.tolerance = 1e-11;
    const double L = 0.5, off = 0.04, W = mass_of<D>(L, L) * g, h = stage.settings.step;
    std::array<int, D> divided;
    divided.fill(5);
    const int block = stage.box_of(box_size<D>(L, L), divided, off * stage.x(), {}, {.mesh = {}, .elasticity = kind});
    const int weld = stage.link(LinkType::weld, world_itself, block, {});
    World<D> world = stage.build();
    EXPECT_TRUE(run(world, stage.settings, 20).solve.converged);
    EXPECT_NEAR(probed(world, weld, "force", h, D - 1), W, 1e-6 * W);
    EXPECT_NEAR(probed(world, weld, "moment", h, D == 2 ? 0 : 1), (D == 2 ? 1.0 : -1.0) * W * off, 1e-3 * W * off);
}
TEST(LinksOfDeformable, AWeldHoldsMatterInTheMidstOfABlockInThePlane) {
    for (const Elasticity kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) matter_inside_is_held<2>(kind);
}
TEST(LinksOfDeformable, AWeldHoldsMatterInTheMidstOfABlockInSpace) {
    for (const Elasticity kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) matter_inside_is_held<3>(kind);
}

// Same bits on threads and after a restart.
TEST(LinksOfDeformable, RunsAreRepeatedBitForBit) {
    LinkStage<2> stage(Coulomb{.friction = 0.4});
    stage.falling(g);
    stage.floor();
    for (int i = 0; i < 4; ++i)
        stage.box_of(box_size<2>(0.4, 0.2), divided<2>(i % 2 == 0), stage.at(0.5 * i, 0.15));
    for (int i = 2; i <= 4; ++i)
        stage.line(i == 3 ? LinkType::rod : LinkType::cable, i - 1, i, stage.at(0.5 * (i - 2) + 0.2, 0.15),
                   stage.at(0.5 * (i - 1) - 0.2, 0.15));
    World<2> whole = stage.build(), threaded = stage.build(), begun = stage.build(), resumed = stage.build();
    run(whole, stage.settings, 60);
    run(threaded, stage.settings, 60, 3);
    EXPECT_EQ(whole.bodies.position, threaded.bodies.position);
    run(begun, stage.settings, 25);
    ThreadPool pool(1);
    put_state(begun, resumed, pool);
    run(resumed, stage.settings, 35);
    EXPECT_EQ(whole.bodies.position, resumed.bodies.position);
    expect_balanced(whole.energy);
}

}  // namespace
}  // namespace drystone::link_deformable_test
