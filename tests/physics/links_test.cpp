// Links: bodies held together, or to the world, at a point. docs/theory.md (3.22).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/joint_rig.h"
#include "step/state.h"

namespace drystone::links_test {
namespace {

constexpr double g = 9.81;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};
constexpr int world_itself = -1;

template <int D>
void link(Stage<D>& stage, LinkType type, int a, int b, const Vec<D>& point, bool collide = false) {
    stage.description.links.push_back({.name = "link" + std::to_string(stage.description.links.size()),
                                       .type = type,
                                       .body_a = a,
                                       .body_b = b,
                                       .point = point,
                                       .collide = collide});
}

template <int D>
Vec<D> down() {
    return -1.0 * Vec<D>::axis(D - 1);
}

/// Impulse of link k over the step: links are the last contacts.
template <int D>
Vec<D> force(const World<D>& world, int k, double h) {
    return (1.0 / h) *
           world.contacts.impulse[static_cast<std::size_t>(world.links.contact(k, world.contacts.size()))];
}
template <int D>
Spin<D> moment(const World<D>& world, int k, double h) {
    return (1.0 / h) *
           world.contacts.moment[static_cast<std::size_t>(world.links.contact(k, world.contacts.size()))];
}

/// How far the handles of link k are apart now.
template <int D>
double apart(const World<D>& world, int k) {
    const auto place = [&](int part) {
        const int i = world.parts.body[part];
        return world.bodies.position[i] + rotate(world.bodies.rotation[i], world.parts.local_centre[part]);
    };
    return norm(place(world.links.handle(k) + 1) - place(world.links.handle(k)));
}

// A ball held at a point beside it swings: T = 2 pi sqrt((I + m L^2) / (m g L)) for small angles; its energy stays.
template <int D>
void a_ball_swings() {
    const double R = 0.1, L = 0.5, m = 2.0, angle = 0.01, I = (D == 2 ? 0.5 : 0.4) * m * R * R;
    const double period = 2.0 * std::numbers::pi * std::sqrt((I + m * L * L) / (m * g * L));
    Stage<D> stage;
    stage.falling(g);
    stage.settings.step = period / 2000.0;
    const int ball = stage.ball(m, R, L * (std::sin(angle) * Vec<D>::axis(0) + std::cos(angle) * down<D>()));
    link<D>(stage, LinkType::ball, world_itself, ball, {});
    World<D> world = stage.build();
    const double begun = world.bodies.position[0][0];
    run(world, stage.settings, 2000 * 5);
    EXPECT_NEAR(world.bodies.position[0][0], begun,
                2e-4 * begun);  // five periods: at most as far from the turn as that
    run(world, stage.settings, 500);
    EXPECT_NEAR(world.bodies.position[0][0], 0.0, 2e-3 * begun);  // and a quarter: it passes below
    EXPECT_LT(apart(world, 0), 1e-9 * L);
    EXPECT_NEAR(world.energy.kinetic, m * g * L * (1.0 - std::cos(angle)),
                1e-3 * m * g * L * (1.0 - std::cos(angle)));
    expect_balanced(world.energy);
}
TEST(Links, ABallHeldAtAPointSwingsInThePlane) { a_ball_swings<2>(); }
TEST(Links, ABallHeldAtAPointSwingsInSpace) { a_ball_swings<3>(); }

// A chain at rest: each link carries what hangs below, by every solver and both integrators.
template <int D>
void a_chain_hangs() {
    constexpr int n = 8;
    for (const Integrator integrator : both) {
        for (const SolverMethod method :
             {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::automatic}) {
            for (const SweepOrder order :
                 {SweepOrder::sequential, SweepOrder::coloured, SweepOrder::random}) {
                if (method != SolverMethod::nlgs && order != SweepOrder::coloured) continue;
                Stage<D> stage;
                stage.falling(g);
                stage.settings.integrator = integrator;
                stage.settings.solver.method = method;
                stage.settings.solver.order = order;
                for (int i = 0; i < n; ++i) {
                    const int ball = stage.ball(1.0, 0.1, (0.1 + 0.2 * i) * down<D>());
                    link<D>(stage, LinkType::ball, ball - 1, ball, 0.2 * i * down<D>());
                }
                World<D> world = stage.build();
                const StepReport report = run(world, stage.settings, 3);
                EXPECT_TRUE(report.solve.converged);
                for (int k = 0; k < n; ++k)
                    EXPECT_NEAR(force(world, k, stage.settings.step)[D - 1], (n - k) * g, 1e-6)
                        << "link " << k;
            }
        }
    }
}
TEST(Links, AChainCarriesWhatHangsBelowInThePlane) { a_chain_hangs<2>(); }
TEST(Links, AChainCarriesWhatHangsBelowInSpace) { a_chain_hangs<3>(); }

// A beam of welded blocks, held at one end: V = m g, M = m g times the arm, at every weld.
template <int D>
void a_cantilever_is_held() {
    constexpr int n = 4;
    for (const Integrator integrator : both) {
        Stage<D> stage;
        stage.falling(g);
        stage.settings.integrator = integrator;
        for (int i = 0; i < n; ++i) {
            const int block = stage.clump(1.5, tripod<D>(0.05), (0.1 + 0.3 * i) * Vec<D>::axis(0));
            link<D>(stage, LinkType::weld, block - 1, block, 0.3 * i * Vec<D>::axis(0));
        }
        World<D> world = stage.build();
        const StepReport report = run(world, stage.settings, 50);
        EXPECT_TRUE(report.solve.converged);
        for (int k = 0; k < n; ++k) {
            double weight = 0.0, turning = 0.0;
            for (int i = k; i < n; ++i) {
                weight += 1.5 * g;
                turning += 1.5 * g * (world.bodies.position[i][0] - 0.3 * k);
            }
            EXPECT_NEAR(force(world, k, stage.settings.step)[D - 1], weight, 1e-6 * weight);
            EXPECT_NEAR(norm(moment(world, k, stage.settings.step)), turning, 1e-6 * turning);
            EXPECT_LT(apart(world, k), 1e-10);
        }
    }
}
TEST(Links, WeldsCarryForceAndMomentInThePlane) { a_cantilever_is_held<2>(); }
TEST(Links, WeldsCarryForceAndMomentInSpace) { a_cantilever_is_held<3>(); }

// Two welded bodies thrown with a spin move as the one body that they make: same places after many turns.
template <int D>
void a_welded_pair_is_one_body() {
    const double R = 0.1, h = 5e-4;
    Spin<D> spin{};
    for (int k = 0; k < spin_dim<D>; ++k) spin[k] = 3.0 - k;
    const Vec<D> x = Vec<D>::axis(0);
    const auto thrown = [&](const Vec<D>& place) { return turn(spin, place) + 0.3 * Vec<D>::axis(1); };

    Stage<D> one;
    one.settings.step = h;
    one.clump(2.0, {{Ball<D>{R}, -1.5 * R * x, {}}, {Ball<D>{R}, 1.5 * R * x, {}}}, {}, 0.3 * Vec<D>::axis(1),
              spin);
    World<D> whole = one.build();
    run(whole, one.settings, 4000);

    Stage<D> two;
    two.settings.step = h;
    two.ball(1.0, R, -1.5 * R * x, thrown(-1.5 * R * x), spin);
    two.ball(1.0, R, 1.5 * R * x, thrown(1.5 * R * x), spin);
    link<D>(two, LinkType::weld, 0, 1, {});
    World<D> pair = two.build();
    run(pair, two.settings, 4000);

    const Vec<D> arm = rotate(whole.bodies.rotation[0] * whole.matter.shape_rotation[0], 1.5 * R * x);
    EXPECT_LT(norm(pair.bodies.position[1] - (whole.bodies.position[0] + arm)), 1e-3 * R);
    EXPECT_LT(norm(pair.bodies.position[0] - (whole.bodies.position[0] - arm)), 1e-3 * R);
    EXPECT_LT(norm(vector_of(pair.bodies.rotation[1] * inverse(pair.bodies.rotation[0]))), 1e-9);
    EXPECT_LT(apart(pair, 0), std::pow(h * norm(spin), 2) * 1.5 *
                                  R);  // together half way through a step; at its end to second order
    expect_balanced(pair.energy);
}
TEST(Links, AWeldedPairMovesAsOneBodyInThePlane) { a_welded_pair_is_one_body<2>(); }
TEST(Links, AWeldedPairMovesAsOneBodyInSpace) { a_welded_pair_is_one_body<3>(); }

// What a solver leaves open does not add up: a welded beam on a coarse tolerance neither sags nor turns in 5000 steps.
template <int D>
void errors_do_not_add_up() {
    Stage<D> stage;
    stage.falling(g);
    stage.settings.solver.tolerance = 1e-3;
    for (int i = 0; i < 3; ++i) {
        const int block = stage.clump(1.5, tripod<D>(0.05), (0.1 + 0.3 * i) * Vec<D>::axis(0));
        link<D>(stage, LinkType::weld, block - 1, block, 0.3 * i * Vec<D>::axis(0));
    }
    World<D> world = stage.build();
    const auto begun = world.bodies.rotation;
    run(world, stage.settings, 5000);
    for (int i = 0; i < 3; ++i) {
        EXPECT_LT(norm(vector_of(world.bodies.rotation[i] * inverse(begun[i]))), 1e-4);
        EXPECT_LT(apart(world, i), 1e-5);
    }
}
TEST(Links, ErrorsOfTheSolverDoNotAddUpInThePlane) { errors_do_not_add_up<2>(); }
TEST(Links, ErrorsOfTheSolverDoNotAddUpInSpace) { errors_do_not_add_up<3>(); }

// Linked bodies do not collide unless asked to; others do as ever, and linked ones with them.
template <int D>
void linked_bodies_pass_each_other() {
    for (const bool collide : {false, true}) {
        Stage<D> stage;
        stage.falling(g);
        const int a = stage.ball(1.0, 0.1, 0.1 * Vec<D>::axis(D - 1)),
                  b = stage.ball(1.0, 0.1, 0.3 * Vec<D>::axis(D - 1));
        stage.floor();
        link<D>(stage, LinkType::weld, a, b, 0.2 * Vec<D>::axis(D - 1), collide);
        World<D> world = stage.build();
        run(world, stage.settings, 5);
        EXPECT_EQ(world.contacts.size(), collide ? 3 : 2);  // the link, the floor, and the two
        double floor_carries = 0.0;
        for (int i = 0; i < world.contacts.size(); ++i) {
            const ContactPoint<D>& c = world.contacts.point[i];
            if (world.parts.body[c.b] == 2)
                floor_carries -= world.contacts.impulse[i][D - 1] / stage.settings.step;
        }
        EXPECT_NEAR(floor_carries, 2.0 * g, 1e-8);
    }
}
TEST(Links, LinkedBodiesDoNotCollideUnlessAskedToInThePlane) { linked_bodies_pass_each_other<2>(); }
TEST(Links, LinkedBodiesDoNotCollideUnlessAskedToInSpace) { linked_bodies_pass_each_other<3>(); }

// A four-bar linkage with a driven crank: a closed loop. It neither opens nor runs away in ten thousand steps.
TEST(Links, AClosedLoopStaysClosed) {
    Stage<2> stage;
    const auto bar = [&](const Vec<2>& p, const Vec<2>& q) {
        BodyDescription<2> body;
        body.mass = 1.0;
        body.geometry = {{Ball<2>{0.05}, {}, {}}};
        body.position = 0.5 * (p + q);
        return stage.add(body);
    };
    const Vec<2> A{{0.0, 0.0}}, B{{0.0, 0.3}}, C{{1.0, 0.8}}, E{{1.0, 0.0}};
    const int crank = bar(A, B), coupler = bar(B, C), rocker = bar(C, E);
    stage.description.bodies.edit(crank).fixed = true;
    Motion<2> motion{.body = crank,
                     .quantity = Driven::displacement,
                     .rotates = true,
                     .axis = {{1.0}},
                     .has_point = true,
                     .point = A,
                     .signal = {.kind = Signal::Kind::ramp, .to = 20.0 * std::numbers::pi, .over = 10.0}};
    stage.description.motions.push_back(motion);
    link<2>(stage, LinkType::ball, crank, coupler, B);
    link<2>(stage, LinkType::ball, coupler, rocker, C);
    link<2>(stage, LinkType::ball, rocker, world_itself, E);
    World<2> world = stage.build();
    double most = 0.0;
    for (int k = 0; k < 10000; ++k) {
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        for (int l = 0; l < 3 && k > 2; ++l)
            most = std::max(most, apart(world, l));  // the crank starts with a jerk
    }
    EXPECT_LT(most, 2e-5);
    expect_balanced(world.energy);
}

// Same bits on any number of threads and after a restart.
template <int D>
void runs_are_repeated() {
    Stage<D> stage(Coulomb{.friction = 0.4});
    stage.falling(g);
    stage.floor();
    for (int i = 0; i < 30; ++i) {
        const int ball = stage.ball(
            1.0, 0.1, (0.11 + 0.21 * (i / 6)) * Vec<D>::axis(D - 1) + 0.25 * (i % 6) * Vec<D>::axis(0));
        if (i % 6 > 0)
            link<D>(stage, i % 2 ? LinkType::ball : LinkType::weld, ball - 1, ball,
                    0.5 * (stage.description.bodies[static_cast<std::size_t>(ball)].position +
                           stage.description.bodies[static_cast<std::size_t>(ball - 1)].position));
    }
    World<D> whole = stage.build(), threaded = stage.build(), begun = stage.build(), resumed = stage.build();
    run(whole, stage.settings, 400);
    run(threaded, stage.settings, 400, 3);
    EXPECT_EQ(whole.bodies.position, threaded.bodies.position);
    run(begun, stage.settings, 150);
    ThreadPool pool(1);
    put_state(begun, resumed, pool);
    run(resumed, stage.settings, 250);
    EXPECT_EQ(whole.bodies.position, resumed.bodies.position);
    EXPECT_EQ(whole.contacts.impulse, resumed.contacts.impulse);
    expect_balanced(whole.energy);
}
TEST(Links, RunsAreRepeatedBitForBitInThePlane) { runs_are_repeated<2>(); }
TEST(Links, RunsAreRepeatedBitForBitInSpace) { runs_are_repeated<3>(); }

}  // namespace
}  // namespace drystone::links_test
