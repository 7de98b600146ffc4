// Blocks on rollers: nodes held along single axes (elasticity = "small"), against uniform strain and stress in closed form.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"

namespace drystone::deformable_rollers_test {
namespace {

constexpr double E = 4e6, nu = 0.3, p = 1e3;

enum class Kind { plane_strain, plane_stress, space };

/// Strain along and across a uniaxial pressure p in x, the other sides free: -p/E and nu p/E; in plane strain E/(1 - nu^2)
/// and nu/(1 - nu) stand for E and nu.
struct Answer {
    double along = 0.0, across = 0.0;  // strains
    double side = 0.0;                 // stress across
    double off_plane = 0.0;            // stress normal to the plane
};

Answer free_sides(Kind kind) {
    if (kind == Kind::plane_strain) return {-p * (1.0 - nu * nu) / E, p * nu * (1.0 + nu) / E, 0.0, -nu * p};
    return {-p / E, nu * p / E, 0.0, 0.0};
}

/// Rollers on all sides but the pressed one: nothing moves across. In plane stress the third direction stays free.
Answer held_sides(Kind kind) {
    if (kind == Kind::plane_stress) return {-p * (1.0 - nu * nu) / E, 0.0, -nu * p, 0.0};
    const double side = -nu / (1.0 - nu) * p;
    return {-p * (1.0 + nu) * (1.0 - 2.0 * nu) / (1.0 - nu) / E, 0.0, side, kind == Kind::space ? 0.0 : side};
}

template <int D>
Vec<D> block_size() {
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = 2.0 - 0.5 * i;  // 2, 1.5, 1
    return size;
}

/// The box about one side of a block at the origin.
template <int D>
Bounds<D> side_of(int axis, double sign) {
    Bounds<D> box;
    for (int i = 0; i < D; ++i) {
        box.low[i] = -2.0;
        box.high[i] = 2.0;
    }
    const double half = 0.5 * block_size<D>()[axis];
    box.low[axis] = sign * half - 0.01;
    box.high[axis] = sign * half + 0.01;
    return box;
}

template <int D>
ElasticStage<D> block_on_rollers(Kind kind, bool sides_held) {
    ElasticStage<D> stage(Coulomb{}, E, nu);
    stage.quasistatic(1000.0);
    Deformable<D> how;
    how.elasticity = Elasticity::small;
    how.plane = kind == Kind::plane_stress ? PlaneKind::stress : PlaneKind::strain;
    std::array<int, D> divisions{};
    for (int i = 0; i < D; ++i) divisions[static_cast<std::size_t>(i)] = 4 - i;
    const int block = stage.box_of(block_size<D>(), divisions, {}, {}, how);
    for (int axis = 0; axis < D; ++axis) {
        Hold<D> hold{.body = block, .directions = Vec<D>::axis(axis), .where = side_of<D>(axis, -1.0)};
        stage.description.holds.push_back(hold);
        hold.where = side_of<D>(axis, 1.0);
        if (axis > 0 && sides_held) stage.description.holds.push_back(hold);
    }
    return stage;
}

/// Displacements grow from the rollers, which are at the low sides.
template <int D>
void has_uniform_strain(const World<D>& world, const Answer& answer) {
    const ElasticBody<D>& state = world.elastic[0];
    const Vec<D> size = block_size<D>();
    const double small = 1e-9 * p / E * size[0];
    for (std::size_t a = 0; a < state.x.size(); ++a) {
        for (int i = 0; i < D; ++i) {
            const double strain = i == 0 ? answer.along : answer.across;
            const double X = state.model->reference[a][i];
            EXPECT_NEAR(state.x[a][i] - X, strain * (X + 0.5 * size[i]), small);
        }
    }
    std::vector<StressState<D>> points;
    stress_at_points(state, points);
    for (const StressState<D>& s : points) {
        for (int i = 0; i < D; ++i) {
            for (int j = 0; j < D; ++j) {
                const double expected = i != j ? 0.0 : i == 0 ? -p : answer.side;
                EXPECT_NEAR(s.stress[i][j], expected, 1e-7 * p);
            }
        }
        EXPECT_NEAR(s.stress_across, answer.off_plane, 1e-7 * p);
    }
}

/// By a pressure on the side x = 1, then by moving that side as far as the pressure did.
template <int D>
void presses_evenly(Kind kind) {
    double area = 1.0;
    for (int i = 1; i < D; ++i) area *= block_size<D>()[i];
    for (const bool sides_held : {false, true}) {
        const Answer answer = sides_held ? held_sides(kind) : free_sides(kind);
        ElasticStage<D> pressed = block_on_rollers<D>(kind, sides_held);
        Load<D> load;
        load.force = -p * area * Vec<D>::axis(0);
        load.where = side_of<D>(0, 1.0);
        pressed.description.loads = {load};
        World<D> world = pressed.build();
        for (int k = 0; k < 3; ++k) ASSERT_TRUE(run(world, pressed.settings).solve.converged);
        has_uniform_strain(world, answer);
        // The rollers at the low end carry the load; those at the sides push against each other.
        EXPECT_NEAR(world.deforming[0].reaction[0], p * area, 1e-9 * p * area);
        for (int i = 1; i < D; ++i) EXPECT_NEAR(world.deforming[0].reaction[i], 0.0, 1e-9 * p * area);

        ElasticStage<D> moved = block_on_rollers<D>(kind, sides_held);
        moved.moves(0, Driven::displacement, Vec<D>::axis(0),
                    {.kind = Signal::Kind::ramp, .from = 0.0, .to = answer.along * block_size<D>()[0], .over = 1000.0});
        moved.description.motions[0].where = side_of<D>(0, 1.0);
        World<D> other = moved.build();
        for (int k = 0; k < 3; ++k) ASSERT_TRUE(run(other, moved.settings).solve.converged);
        has_uniform_strain(other, answer);
        for (int i = 0; i < D; ++i) EXPECT_NEAR(other.deforming[0].reaction[i], 0.0, 1e-9 * p * area);
    }
}

TEST(Deformable, ABlockOnRollersIsPressedEvenlyInPlaneStrain) { presses_evenly<2>(Kind::plane_strain); }
TEST(Deformable, ABlockOnRollersIsPressedEvenlyInPlaneStress) { presses_evenly<2>(Kind::plane_stress); }
TEST(Deformable, ABlockOnRollersIsPressedEvenlyInSpace) { presses_evenly<3>(Kind::space); }

// Rollers along one axis carry a weight along it and leave motion along the others alone.
template <int D>
void rolls_along(int held, int along) {
    ElasticStage<D> stage(Coulomb{}, E, nu);
    stage.description.gravity = -10.0 * Vec<D>::axis(held);
    Deformable<D> how;
    how.elasticity = Elasticity::small;
    std::array<int, D> divisions{};
    divisions.fill(2);
    stage.box_of(block_size<D>(), divisions, {}, 0.5 * Vec<D>::axis(along), how);
    stage.description.holds = {{.body = 0, .directions = Vec<D>::axis(held), .where = side_of<D>(held, -1.0)}};
    World<D> world = stage.build();
    const ElasticBody<D>& state = world.elastic[0];
    const double P = momentum(state)[along];
    const double place = -0.5 * block_size<D>()[held];
    run(world, stage.settings, 200);
    EXPECT_NEAR(momentum(state)[along], P, 1e-12 * P);
    EXPECT_NEAR(mean_motion(state).centre[along], 0.5 * 0.2, 1e-12);
    int seen = 0;
    for (std::size_t a = 0; a < state.x.size(); ++a) {
        if (std::abs(state.model->reference[a][held] - place) > 1e-9) continue;
        ++seen;
        EXPECT_NEAR(state.x[a][held], place, 1e-15);
    }
    EXPECT_EQ(seen, D == 2 ? 3 : 9);
    const Energy& energy = world.energy;
    EXPECT_GT(energy.strain, 0.0);
    EXPECT_NEAR(energy.kinetic + energy.strain + energy.potential, energy.initial, 1e-12 * energy.kinetic);
}

TEST(Deformable, RollersHoldOneAxisAndLeaveTheOthers) {
    rolls_along<2>(0, 1);
    rolls_along<2>(1, 0);
    rolls_along<3>(0, 1);
    rolls_along<3>(1, 2);
    rolls_along<3>(2, 0);
}

// A rigid block lies on a meshed one whose upper or lower side is held: the supports carry both, also where the contacts press
// on the held nodes themselves.
TEST(Deformable, SupportsCarryWhatPressesOnHeldNodes) {
    constexpr double g = 10.0, rho = 1000.0;
    for (const double held : {-1.0, 1.0}) {
        ElasticStage<2> stage(Coulomb{.friction = 0.5}, E, nu, rho);
        stage.falling(g);
        stage.quasistatic(1.0);
        stage.box_of({{2.0, 1.5}}, {4, 3}, {});
        stage.rigid_box({{1.0, 0.5}}, {{0.2, 1.0}});
        stage.description.holds = {{.body = 0, .directions = {{1, 1}}, .where = side_of<2>(1, held)}};
        World<2> world = stage.build();
        for (int k = 0; k < 6; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged);
        const double weight = rho * g * (2.0 * 1.5 + 1.0 * 0.5);
        EXPECT_GT(world.last.contacts, 1);
        EXPECT_NEAR(world.deforming[0].reaction[0], 0.0, 1e-8 * weight);
        EXPECT_NEAR(world.deforming[0].reaction[1], weight, 1e-8 * weight) << held;
    }
}

// Docs: a motion along one axis holds the others, but of bodies of small rotations that are not turned.
TEST(Deformable, AMotionHoldsTheOtherAxesUnlessTheBodyMayBeHeldAlongSome) {
    const auto held_at_the_end = [](Elasticity elasticity, double angle) {
        ElasticStage<2> stage(Coulomb{}, E, nu);
        Deformable<2> how;
        how.elasticity = elasticity;
        stage.box_of({{2.0, 2.0}}, {2, 2}, {}, {}, how);
        stage.description.bodies.edit(0).orientation = {angle};
        stage.moves(0, Driven::velocity, {{1, 0}}, {.kind = Signal::Kind::constant, .value = 0.1});
        stage.description.motions[0].where = Bounds<2>{{{0.9, -2.0}}, {{1.1, 2.0}}};
        const World<2> world = stage.build();
        const auto& held = world.elastic[0].held;
        return static_cast<int>(*std::max_element(held.begin(), held.end()));
    };
    EXPECT_EQ(held_at_the_end(Elasticity::small, 0.0), 1);
    EXPECT_EQ(held_at_the_end(Elasticity::small, M_PI / 2.0), int{hold_all});
    EXPECT_EQ(held_at_the_end(Elasticity::corotational, 0.0), int{hold_all});
    EXPECT_EQ(held_at_the_end(Elasticity::svk, 0.0), int{hold_all});
}

}  // namespace
}  // namespace drystone::deformable_rollers_test
