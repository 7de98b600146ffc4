// Structure of K: validation cases F01, F11. docs/theory.md (12.2)-(12.6).

#include <gtest/gtest.h>

#include "core/random.h"
#include "statics/rig.h"

namespace drystone::stiffness_test {
namespace {

TEST(Stiffness, OneDiskOnAFloorIsAMechanism) {
    Stage<2> stage{Law(glued(1.0, 0.5))};
    stage.floor();
    stage.ball(1.0, 1.0, {{0.0, 1.0}});
    World<2> world = stage.build();
    ThreadPool pool(1);
    StiffAssembly<2> assembly(world, {.method = StaticsMethod::serrano}, pool);
    const Stiffness<2> K = elastic_stiffness(assembly);
    const std::vector<double> values = eigenvalues(dense(K));
    EXPECT_NEAR(values[0], 0.0, 1e-15);
    EXPECT_NEAR(values[1], 1.0, 1e-15);
    EXPECT_NEAR(values[2], 1.0, 1e-15);

    const Mechanisms<2> found = find_mechanisms(assembly, K);
    ASSERT_EQ(found.count, 1);
    const Generalised<2>& rolling = found.some[0].motion[0];
    EXPECT_NEAR(rolling[0] / rolling[2], -1.0, 1e-7);
    EXPECT_NEAR(rolling[1], 0.0, 1e-7);
    EXPECT_LT(std::abs(found.some[0].stiffness), 1e-12);
}

/// Balls of unlike sizes in a bonded cluster, each touching some others; bodies may be compounds.
template <int D>
Stage<D> cluster(const Mat<D>& turn) {
    Stage<D> stage{Law(glued(2.0, 0.7, 0.3, 0.2))};
    Vec<D> x{};
    double r = 1.0;
    std::vector<std::pair<Vec<D>, double>> balls = {{x, r}};
    for (int k = 0; k < 4; ++k) {
        Vec<D> n{};
        n[k % D] = 0.8;
        n[(k + 1) % D] = 0.6;
        const double next = 0.7 + 0.1 * k;
        x += (r + next) * n;
        r = next;
        balls.emplace_back(x, r);
    }
    for (const auto& [centre, radius] : balls) stage.ball(1.0, radius, turn * centre);
    return stage;
}

template <int D>
Mat<D> some_turn();
template <>
Mat<2> some_turn<2>() {
    return matrix(rotation_by(Vec<1>{{0.7}}));
}
template <>
Mat<3> some_turn<3>() {
    return matrix(rotation_by(Vec<3>{{0.3, -0.8, 0.5}}));
}

template <int D>
void a_free_cluster_has_rigid_motions_only() {
    constexpr int rigid = freedoms<D>;
    std::vector<double> first;
    for (const Mat<D>& turn : {Mat<D>::scaled_identity(1.0), some_turn<D>()}) {
        World<D> world = cluster<D>(turn).build();
        ThreadPool pool(1);
        StiffAssembly<D> assembly(world, {}, pool);
        const Stiffness<D> K = elastic_stiffness(assembly);
        const Dense A = dense(K);
        const std::vector<double> values = eigenvalues(A);
        for (int k = 0; k < rigid; ++k) EXPECT_NEAR(values[k], 0.0, 1e-13);
        EXPECT_GT(values[rigid], 1e-3);
        for (std::size_t j = 0; j < A.size(); ++j) {  // forces of a column balance
            for (int i = 0; i < D; ++i) {
                double sum = 0.0;
                for (int e = 0; e < K.elements; ++e) sum += A[static_cast<std::size_t>(e * rigid + i)][j];
                EXPECT_NEAR(sum, 0.0, 1e-14);
            }
        }
        if (first.empty()) first = values;
        for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k], first[k], 1e-10);

        const Mechanisms<D> found = find_mechanisms(assembly, K);
        ASSERT_EQ(found.count, rigid);
        ASSERT_EQ(static_cast<int>(found.some.size()), rigid);
        for (const Mechanism<D>& one : found.some) {
            for (const Generalised<D>& f : K.times(one.motion))
                for (const double c : f.c) EXPECT_NEAR(c, 0.0, 1e-7);
        }
    }
}
TEST(Stiffness, AFreeClusterHasRigidMotionsOnlyInThePlane) { a_free_cluster_has_rigid_motions_only<2>(); }
TEST(Stiffness, AFreeClusterHasRigidMotionsOnlyInSpace) { a_free_cluster_has_rigid_motions_only<3>(); }

template <int D>
void stiffness_is_minus_the_derivative_of_forces(bool walls) {
    Stage<D> stage = cluster<D>(some_turn<D>());
    if (walls) {
        stage.fixed(Plane<D>{Vec<D>::axis(0)}, -1.0 * Vec<D>::axis(0));
        stage.description.supports = {
            {.body = 2, .stiffness = 0.4 * Vec<D>::axis(0), .rotational = 0.3 * Spin<D>::axis(0)}};
    }
    World<D> world = stage.build();
    ThreadPool pool(1);
    StiffAssembly<D> assembly(world, {}, pool);
    const Dense K = dense(elastic_stiffness(assembly));
    const double h = 1e-7;
    const auto forces = [&](int body, int k, double amount) {
        std::vector<Generalised<D>> moved(static_cast<std::size_t>(world.bodies.size())), f;
        moved[static_cast<std::size_t>(body)][k] = amount;
        std::vector<Link<D>> links;
        for (const Link<D>& link : assembly.link)
            links.push_back(assembly.after(link, moved[static_cast<std::size_t>(link.body_a)],
                                           moved[static_cast<std::size_t>(link.body_b)]));
        assembly.residual(links, moved, f);
        return f;
    };
    for (int e = 0; e < static_cast<int>(assembly.element.size()); ++e) {
        for (int k = 0; k < freedoms<D>; ++k) {
            const auto plus = forces(assembly.element[e].body, k, h),
                       minus = forces(assembly.element[e].body, k, -h);
            for (std::size_t i = 0; i < plus.size(); ++i) {
                for (int c = 0; c < freedoms<D>; ++c) {
                    const double slope = (plus[i][c] - minus[i][c]) / (2.0 * h);
                    EXPECT_NEAR(K[i * freedoms<D> + c][static_cast<std::size_t>(e * freedoms<D> + k)], -slope,
                                1e-6);
                }
            }
        }
    }
}
TEST(Stiffness, ItIsMinusTheDerivativeOfTheForces) {
    stiffness_is_minus_the_derivative_of_forces<2>(false);
    stiffness_is_minus_the_derivative_of_forces<3>(false);
    stiffness_is_minus_the_derivative_of_forces<2>(true);
    stiffness_is_minus_the_derivative_of_forces<3>(true);
}

// A drum turns about its axis and a plane tilts: gaps follow exactly.
TEST(Stiffness, GapsFollowMovingWallsExactly) {
    Stage<3> stage{Law(springs(1.0, 0.0, 0.0))};
    stage.fixed(Drum<3>{2.0, 6.0});
    stage.ball(1.0, 0.5, {{1.45, 0.2, 2.4}});
    stage.fixed(Plane<3>{Vec<3>::axis(1)}, -0.3 * Vec<3>::axis(1));
    World<3> world = stage.build();
    ThreadPool pool(1);
    StiffAssembly<3> assembly(world, {.max_move = 1.0}, pool);
    ASSERT_EQ(assembly.link.size(), 3u);
    std::vector<Generalised<3>> moved = {{{0.02, -0.01, 0.03, 0.05, -0.04, 0.3}},
                                         {{0.03, 0.02, -0.04, 0.2, 0.3, 0.1}},
                                         {{0.01, 0.02, 0.0, 0.04, 0.0, -0.03}}};
    std::vector<Link<3>> links;
    for (const Link<3>& link : assembly.link)
        links.push_back(assembly.after(link, moved[static_cast<std::size_t>(link.body_a)],
                                       moved[static_cast<std::size_t>(link.body_b)]));
    for (int i = 0; i < 3; ++i) assembly.move_body(i, moved[static_cast<std::size_t>(i)]);
    std::vector<ContactPoint<3>> points;
    world.reach.assign(world.reach.size(), 1.0);
    world.neighbours.update(world.parts, world.reach, pool);
    world.finder.find(world.parts, world.neighbours.pairs(), world.reach, pool, points);
    int compared = 0;
    for (const ContactPoint<3>& c : points) {
        for (const Link<3>& link : links) {
            if (link.a != c.a || link.b != c.b || link.feature != c.feature) continue;
            EXPECT_NEAR(link.gap, c.gap, 1e-14);
            EXPECT_LT(norm(link.normal - c.normal), 1e-14);
            EXPECT_LT(norm(link.point - c.point), 1e-14);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 3);
}

}  // namespace
}  // namespace drystone::stiffness_test
