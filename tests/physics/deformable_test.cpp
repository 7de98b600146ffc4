// Deformable bodies in contact: bars, blocks and beams with known answers. Validation cases E01, E07, E08, E10, E18.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"
#include "step/state.h"

namespace drystone::deformable_test {
namespace {

// E01: a bar of L = 10, c = 30 m/s hits a wall at 10 m/s: force E A v / c = 300 for 2 L / c, then it flies back undeformed.
struct BarImpact {
    double force = 0.0, duration = 0.0, rebound = 0.0, end_energy = 0.0, least_force = 0.0, most_force = 0.0;
    Energy energy;
};

BarImpact throw_bar(int elements, double h, double theta) {
    ElasticStage<2> stage(Coulomb{}, 900.0, 0.0, 1.0);
    stage.settings.step = h;
    stage.settings.theta = theta;
    stage.settings.solver.tolerance = 1e-10;
    stage.fixed(Plane<2>{{{1, 0}}});
    const int bar = stage.box_of({{10.0, 1.0}}, {elements, 1}, {{10.0, 0.0}}, {{-10.0, 0.0}});
    World<2> world = stage.build();
    BarImpact out;
    out.least_force = 1e300;
    double impulse = 0.0;
    int steps = 0;
    for (int n = 0; n * h < 1.6; ++n) {
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        const double force = impulse_on(world, bar)[0] / h;
        if (force > 15.0) {
            ++steps;
            impulse += force * h;
            out.most_force = std::max(out.most_force, force);
            if (steps > 3) out.least_force = std::min(out.least_force, force);
        }
    }
    out.duration = steps * h;
    out.force = impulse / out.duration;
    out.rebound = world.bodies.velocity[static_cast<std::size_t>(bar)].v[0];
    out.energy = world.energy;
    return out;
}

TEST(Deformable, ABarHitsAWallAndFliesBackUndeformed) {
    const BarImpact hit = throw_bar(100, 0.5 * 0.1 / 30.0, 0.5);
    RecordProperty("least_force", std::to_string(hit.least_force));
    RecordProperty("most_force", std::to_string(hit.most_force));
    EXPECT_NEAR(hit.duration, 2.0 / 3.0, 0.02 * 2.0 / 3.0);
    EXPECT_NEAR(hit.force, 300.0, 0.02 * 300.0);
    EXPECT_NEAR(hit.rebound, 10.0, 0.02 * 10.0);
    EXPECT_LT(std::abs(hit.energy.scheme), 1e-12 * hit.energy.initial);  // the balance closes by it, so it is what to look at
}

// Through an impact, h going with the mesh: the front spreads over more and more elements, and what is left of it as
// vibration when the bar flies back goes as the mesh size to the power 0.7.
TEST(Deformable, AnImpactConvergesWithTheMesh) {
    double error[4] = {};
    const int elements[4] = {20, 40, 80, 160};
    for (int k = 0; k < 4; ++k) error[k] = 10.0 - throw_bar(elements[k], 0.5 * 10.0 / elements[k] / 30.0, 0.5).rebound;
    const double order = std::log2(error[0] / error[3]) / 3.0;
    RecordProperty("order", std::to_string(order));
    EXPECT_NEAR(order, 0.7, 0.1);
}

// E08: sigma = - rho g (H - z), u_top = - rho g H^2 / 2 E, also on a rigid block instead of a plane, and in space.
template <int D>
void stands_under_its_weight(bool on_block) {
    constexpr double g = 9.81, E = 1e6, H = 1.0, rho = 1000.0;
    ElasticStage<D> stage(Coulomb{}, E, 0.0, rho);
    stage.falling(g);
    stage.quasistatic(1.0);
    if (on_block) {
        Vec<D> size;
        for (int i = 0; i < D; ++i) size[i] = 3.0;
        stage.rigid_box(size, -1.5 * Vec<D>::axis(D - 1), true);
    } else {
        stage.floor();
    }
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = H;
    std::array<int, D> divisions{};
    divisions.fill(2);
    divisions[D - 1] = 8;
    const int block = stage.box_of(size, divisions, 0.5 * H * Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    for (int k = 0; k < 6; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged);
    const ElasticBody<D>& state = world.elastic[0];
    const double weight = rho * g * H;  // of unit cross-section
    EXPECT_NEAR(impulse_on(world, block)[D - 1], weight * 1.0, 1e-9 * weight);
    for (std::size_t a = 0; a < state.x.size(); ++a) {
        const double z = state.model->reference[a][D - 1] + 0.5 * H;
        const double settled = -rho * g / E * (H * z - 0.5 * z * z);
        EXPECT_NEAR(state.x[a][D - 1], z + settled, 1e-6 * rho * g * H * H / (2.0 * E));
    }
    const std::vector<Mat<D>> stress = stresses(world, block);
    for (std::size_t e = 0; e < stress.size(); ++e) {
        double z = 0.0;
        const auto nodes = state.model->mesh.element[e].nodes();
        for (const int a : nodes)
            z += (state.model->reference[static_cast<std::size_t>(a)][D - 1] + 0.5 * H) / nodes.size();
        EXPECT_NEAR(stress[e][D - 1][D - 1], -rho * g * (H - z), 1e-6 * rho * g * H);
    }
}
TEST(Deformable, ABlockStandsUnderItsWeightInThePlane) { stands_under_its_weight<2>(false); }
TEST(Deformable, ABlockStandsUnderItsWeightInSpace) { stands_under_its_weight<3>(false); }
TEST(Deformable, ABlockStandsOnARigidBlock) {
    stands_under_its_weight<2>(true);
    stands_under_its_weight<3>(true);
}

// E10: stacked blocks of matching meshes, pressed by p from above: uniform stress. Tilted by 30 degrees: the same.
template <int D>
double patch_error(double tilt, const std::vector<std::array<int, D>>& meshes, Candidates candidates,
                   double tolerance = 1e-13) {
    constexpr double E = 1e6, p = 1e3;
    ElasticStage<D> stage(Coulomb{.friction = 0.8}, E, 0.3);
    stage.quasistatic(1.0, tolerance);
    const Spin<D> about = tilt * Spin<D>::axis(spin_dim<D> - 1);
    const Rotation<D> turn = rotation_by(about);
    const int vertical = D == 3 ? 1 : D - 1;  // the tilt is about z
    const Vec<D> up = rotate(turn, Vec<D>::axis(vertical));
    const int floor = stage.fixed(Plane<D>{up});
    std::vector<int> blocks;
    double height = 0.0;
    for (std::size_t k = 0; k < meshes.size(); ++k) {
        Deformable<D> how;
        how.candidates = candidates;
        Vec<D> size;
        for (int i = 0; i < D; ++i) size[i] = 1.0;
        blocks.push_back(stage.box_of(size, meshes[k], (height + 0.5) * up, {}, how));
        stage.description.bodies.edit_last().orientation = turn;
        height += 1.0;
    }
    // A dead load on the top side. Its corners in world axes, whatever the tilt: a thin box about the side would catch others.
    stage.description.interactions.push_back({Party::of_body(floor), Interaction::any, Coulomb{}});
    World<D> world = stage.build();
    const ElasticBody<D>& top = world.elastic.back();
    const double share = 1.0 / (D == 2 ? meshes.back()[0] : meshes.back()[0] * meshes.back()[2]);
    ChosenNodes chosen{0, {}};
    for (std::size_t a = 0; a < top.x.size(); ++a) {
        const Vec<D>& X = top.model->reference[a];
        if (X[vertical] < 0.5 - 1e-9) continue;
        double part = share;
        for (int i = 0; i < D; ++i) {
            if (i != vertical && std::abs(std::abs(X[i]) - 0.5) < 1e-9) part *= 0.5;
        }
        chosen.nodes.push_back({static_cast<int>(a), part});
    }
    Load<D> load;
    load.body = blocks.back();
    load.force = -p * up;
    world.description.loads.push_back(load);
    world.description.loads.back().where.emplace();
    world.loaded_nodes.push_back(chosen);
    for (int k = 0; k < 8; ++k) run(world, stage.settings);
    double worst = 0.0;
    const Mat<D> R = matrix(turn);
    for (const int block : blocks) {
        for (const Mat<D>& s : stresses(world, block)) {
            const Mat<D> local = transpose(R) * s * R;
            for (int i = 0; i < D; ++i) {
                for (int j = 0; j < D; ++j) {
                    const double expected = i == vertical && j == vertical ? -p : 0.0;
                    worst = std::max(worst, std::abs(local[i][j] - expected) / p);
                }
            }
        }
    }
    return worst;
}

TEST(Deformable, StressPassesThroughMatchingBlocksUnchanged) {
    for (const double tilt : {0.0, M_PI / 6.0}) {
        EXPECT_LT((patch_error<2>(tilt, {{3, 3}, {3, 3}}, Candidates::nodes)), 1e-8);
        EXPECT_LT((patch_error<2>(tilt, {{2, 2}, {2, 2}, {2, 2}, {2, 2}}, Candidates::nodes)), 1e-8);
        EXPECT_LT((patch_error<3>(tilt, {{2, 2, 2}, {2, 2, 2}}, Candidates::nodes)), 1e-8);
    }
}

TEST(Deformable, StressPassesThroughBlocksOfUnlikeMeshesWithinFivePercent) {
    for (const Candidates candidates : {Candidates::nodes, Candidates::gauss}) {
        const double error = patch_error<2>(0.0, {{3, 3}, {4, 4}}, candidates, 1e-11);
        RecordProperty(candidates == Candidates::nodes ? "nodes" : "gauss", std::to_string(error));
        EXPECT_LT(error, 0.05);
    }
}

// A stiff block moves as the rigid one.
template <int D>
void moves_as_a_rigid_body(const std::array<int, D>& divisions) {
    const auto slide = [&](bool rigid) {
        ElasticStage<D> stage(Coulomb{.friction = 0.3}, 1e10, 0.2, 2000.0);
        stage.falling();
        stage.settings.step = 2e-4;
        stage.settings.theta = 1.0;
        stage.settings.solver.tolerance = 1e-9;
        stage.floor();
        Vec<D> size;
        for (int i = 0; i < D; ++i) size[i] = 0.5;
        size[D - 1] = 0.25;
        const Vec<D> place = 0.125 * Vec<D>::axis(D - 1), velocity = 2.0 * Vec<D>::axis(0);
        if (rigid) {
            stage.rigid_box(size, place);
            stage.description.bodies.edit_last().velocity = velocity;
        } else {
            stage.box_of(size, divisions, place, velocity);
        }
        World<D> world = stage.build();
        for (int k = 0; k < 1500; ++k) run(world, stage.settings);
        return world.bodies.position[1];
    };
    const Vec<D> rigid = slide(true), elastic = slide(false);
    EXPECT_NEAR(elastic[0], rigid[0], 1e-3 * rigid[0]);
    EXPECT_NEAR(elastic[D - 1], rigid[D - 1], 1e-4);
}
TEST(Deformable, AStiffBlockSlidesAsARigidOne) {
    moves_as_a_rigid_body<2>({2, 1});
    moves_as_a_rigid_body<2>({0, 0});
    moves_as_a_rigid_body<3>({0, 0, 0});
    moves_as_a_rigid_body<3>({1, 1, 1});
}

// Two blocks that meet in mid-air: momentum and angular momentum stay, energy only goes.
template <int D>
void collide(const std::array<int, D>& first, const std::array<int, D>& second, Elasticity elasticity) {
    ElasticStage<D> stage(Coulomb{.friction = 0.4}, 1e6, 0.25);
    stage.settings.step = 1e-3;
    stage.settings.solver.tolerance = 1e-10;
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = 1.0;
    Deformable<D> how;
    how.elasticity = elasticity;
    const Vec<D> aside = 0.3 * Vec<D>::axis(1);
    stage.box_of(size, first, {}, 2.0 * Vec<D>::axis(0), how);
    stage.box_of(size, second, 1.05 * Vec<D>::axis(0) + aside, {}, how);
    stage.description.bodies.edit_last().angular_velocity = 0.5 * Spin<D>::axis(0);
    World<D> world = stage.build();
    const auto momenta = [&] {
        Vec<D> P{};
        Spin<D> L{};
        for (const ElasticBody<D>& body : world.elastic) {
            P += momentum(body);
            L += angular_momentum(body);
        }
        return std::pair{P, L};
    };
    const auto [P, L] = momenta();
    bool touched = false;
    for (int k = 0; k < 300; ++k) {
        ASSERT_TRUE(run(world, stage.settings).solve.converged);
        touched = touched || impulse_on(world, 1)[0] > 0.0;
    }
    EXPECT_TRUE(touched);
    const auto [P_end, L_end] = momenta();
    EXPECT_LT(norm(P_end - P), 1e-11 * norm(P));
    EXPECT_LT(norm(L_end - L), 1e-10 * norm(P));
    EXPECT_LT(std::abs(world.energy.scheme), 2e-5 * world.energy.initial);  // bodies that turn and deform
    EXPECT_GT(world.energy.dissipated(), 0.0);
    EXPECT_GT(world.bodies.velocity[1].v[0], 0.5);
}
TEST(Deformable, CollisionsKeepMomentumAndAngularMomentum) {
    collide<2>({3, 3}, {2, 4}, Elasticity::corotational);
    collide<2>({0, 0}, {0, 0}, Elasticity::corotational);
    collide<2>({0, 0}, {3, 3}, Elasticity::svk);
    collide<3>({0, 0, 0}, {2, 2, 2}, Elasticity::corotational);
    collide<3>({2, 2, 1}, {2, 2, 2}, Elasticity::svk);
}

// In static steps a push of P over s does the work P s, and friction takes all of it; rigid and deformable alike. Steps are
// long: what it takes to set the block in motion in each is 1e-4 of friction.
TEST(Deformable, StaticStepsBookForceTimesDisplacement) {
    constexpr double N = 1000.0, mu = 0.4, s = 0.01;
    for (const bool rigid : {false, true}) {
        ElasticStage<2> stage(Coulomb{.friction = mu}, 1e8, 0.2);
        stage.quasistatic(1.0, 1e-12);
        stage.floor();
        const Vec<2> size{{1.0, 0.2}}, place{{0.0, 0.1}};
        const int block = rigid ? stage.rigid_box(size, place) : stage.box_of(size, {4, 1}, place);
        const int wall = stage.fixed(Plane<2>{{{1, 0}}}, {{-0.5, 0.0}});
        stage.description.interactions.push_back({Party::of_body(wall), Interaction::any, Coulomb{}});
        stage.moves(wall, Driven::displacement, {{1, 0}},
                    {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {100.0, s}}});
        Load<2> down;
        down.body = block;
        down.force = {{0.0, -N}};
        stage.description.loads = {down};
        World<2> world = stage.build();
        run(world, stage.settings, 20);
        const Energy before = world.energy;
        run(world, stage.settings, 80);
        const double expected = 0.8 * mu * N * s;
        EXPECT_NEAR(world.energy.work - before.work, expected, 1e-3 * expected) << rigid;
        EXPECT_NEAR(world.energy.losses.friction - before.losses.friction, expected, 1e-3 * expected) << rigid;
        EXPECT_LT(std::abs(world.energy.balance_error()), 1e-9 * mu * N * s) << rigid;
    }
}

// Every method comes to the same motion.
TEST(Deformable, MethodsAgree) {
    std::vector<Vec<2>> reference;
    for (const SolverMethod method :
         {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton, SolverMethod::automatic}) {
        ElasticStage<2> stage(Coulomb{.friction = 0.5}, 1e7, 0.2);
        stage.falling();
        stage.settings.step = 1e-3;
        stage.settings.solver = {.method = method, .tolerance = 1e-10, .max_iterations = 200000};
        stage.floor();
        stage.box_of({{1.0, 0.5}}, {4, 2}, {{0.0, 0.25}});
        stage.box_of({{1.0, 0.5}}, {0, 0}, {{0.2, 0.75}}, {{0.3, 0.0}});
        stage.rigid_box({{0.6, 0.4}}, {{0.1, 1.2}});
        World<2> world = stage.build();
        for (int k = 0; k < 20; ++k) ASSERT_TRUE(run(world, stage.settings).solve.converged);
        std::vector<Vec<2>> places = world.bodies.position;
        for (const Vec<2>& x : world.elastic[0].x) places.push_back(x);
        if (reference.empty()) reference = places;
        for (std::size_t i = 0; i < places.size(); ++i) EXPECT_LT(norm(places[i] - reference[i]), 1e-8);
    }
}

// The same bits for any number of threads, and from a checkpoint's state.
TEST(Deformable, SameBitsForAnyThreadsAndAfterARestart) {
    const auto make = [] {
        ElasticStage<2> stage(Coulomb{.friction = 0.5}, 1e6, 0.2);
        stage.falling();
        stage.settings.step = 2e-3;
        stage.settings.solver.tolerance = 1e-8;
        stage.floor();
        stage.box_of({{1.0, 0.5}}, {4, 2}, {{0.0, 0.26}});
        stage.box_of({{1.0, 0.5}}, {0, 0}, {{0.2, 0.78}}, {{0.3, 0.0}});
        stage.rigid_box({{0.6, 0.4}}, {{0.1, 1.25}});
        stage.ball(50.0, 0.2, {{-0.1, 1.7}});
        return stage;
    };
    const ElasticStage<2> stage = make();
    World<2> one = stage.build(), three = stage.build(), stopped = stage.build();
    run(one, stage.settings, 120, 1);
    run(three, stage.settings, 120, 3);
    run(stopped, stage.settings, 60, 1);
    World<2> again = stage.build();
    ThreadPool pool(1);
    put_state(stopped, again, pool);
    run(again, stage.settings, 60, 2);
    for (std::size_t k = 0; k < one.elastic.size(); ++k) {
        EXPECT_EQ(one.elastic[k].x, three.elastic[k].x);
        EXPECT_EQ(one.elastic[k].x, again.elastic[k].x);
        EXPECT_EQ(one.elastic[k].v, again.elastic[k].v);
    }
    EXPECT_EQ(one.bodies.position, three.bodies.position);
    EXPECT_EQ(one.bodies.position, again.bodies.position);
    EXPECT_EQ(one.energy.balance_error(), again.energy.balance_error());
}

}  // namespace
}  // namespace drystone::deformable_test
