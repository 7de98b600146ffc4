// RigidElement by element: validation cases F05, F10, D08.

#include <gtest/gtest.h>

#include "core/random.h"
#include "statics/error_heap.h"
#include "statics/rig.h"

namespace drystone::kishino_test {
namespace {

constexpr StaticsSettings kishino{.method = StaticsMethod::kishino,
                                  .displacements = Displacements::small,
                                  .load_steps = 1,
                                  .tolerance = 1e-13};

TEST(ErrorHeap, ItsTopIsTheLargestWhateverChanges) {
    Random random(7);
    std::vector<double> errors(100);
    for (double& e : errors) e = random.uniform();
    ErrorHeap heap;
    heap.assign(errors);
    for (int k = 0; k < 2000; ++k) {
        const auto i = static_cast<std::size_t>(random.uniform() * 100.0);
        heap.set(i, errors[i] = random.uniform());
        const auto largest = std::max_element(errors.begin(), errors.end());
        ASSERT_EQ(heap.largest(), *largest);
        ASSERT_EQ(heap.top(), static_cast<std::size_t>(largest - errors.begin()));
    }
}

/// F05: two disks on a floor between two walls, just not touching each other, one on top.
Stage<2> three_disks() {
    Stage<2> stage{Law(glued(1.0, 0.5))};
    const double apart = 1e-6;
    stage.falling(1.0).floor();
    stage.fixed(Plane<2>{{{1.0, 0.0}}}, {{-2.0 - apart, 0.0}});
    stage.fixed(Plane<2>{{{-1.0, 0.0}}}, {{2.0 + apart, 0.0}});
    stage.ball(1.0, 1.0, {{-1.0 - apart, 1.0}});
    stage.ball(1.0, 1.0, {{1.0 + apart, 1.0}});
    stage.ball(1.0, 1.0, {{0.0, 1.0 + std::sqrt(4.0 - (1.0 + apart) * (1.0 + apart))}});
    return stage;
}

TEST(Kishino, ItReachesTheDirectSolution) {
    World<2> direct = three_disks().build(), relaxed = three_disks().build();
    EXPECT_TRUE(balance(direct, {.method = StaticsMethod::serrano, .tolerance = 1e-12}).converged);
    const auto report = balance(relaxed, kishino);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.increments[0].iterations, 50);
    EXPECT_LT(report.increments[0].iterations, 400);
    for (int i = 3; i < 6; ++i)
        EXPECT_LT(norm(relaxed.bodies.position[i] - direct.bodies.position[i]), 1e-12);
    for (int c = 0; c < direct.contacts.size(); ++c)
        EXPECT_LT(norm(relaxed.contacts.impulse[c] - direct.contacts.impulse[c]), 1e-12);
}

/// Largest factor by which a sweep over the elements, one after the other, reduces an error.
template <int D>
double sweep_contraction(const Stiffness<D>& K) {
    constexpr int n = freedoms<D>;
    const Dense A = dense(K);
    std::vector<double> x(A.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(1.0 + 3.7 * static_cast<double>(i));
    double factor = 0.0;
    for (int sweep = 0; sweep < 600; ++sweep) {
        for (std::size_t e = 0; e < A.size(); e += n) {
            Dense B(n, std::vector<double>(n + 1));
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < A.size(); ++j)
                    if (j < e || j >= e + n) B[i][n] -= A[e + i][j] * x[j];
                for (std::size_t j = 0; j < n; ++j) B[i][j] = A[e + i][e + j];
            }
            for (std::size_t p = 0; p < n; ++p)
                for (std::size_t i = 0; i < n; ++i)
                    if (i != p)
                        for (std::size_t j = n + 1; j-- > p;) B[i][j] -= B[i][p] / B[p][p] * B[p][j];
            for (std::size_t i = 0; i < n; ++i) x[e + i] = B[i][n] / B[i][i];
        }
        double size = 0.0;
        for (const double v : x) size = std::max(size, std::abs(v));
        for (double& v : x) v /= size;
        factor = size;
    }
    return factor;
}

TEST(Kishino, ASweepContractsAsTheMatrixSays) {
    World<2> world = three_disks().build();
    ThreadPool pool(1);
    StiffAssembly<2> assembly(world, kishino, pool);
    EXPECT_NEAR(sweep_contraction(elastic_stiffness(assembly)), 0.661014, 2e-6);

    for (const int n : {2, 5, 8}) {
        Stage<2> stage{Law(glued(1.0, 0.0))};
        stage.floor();
        for (int i = 0; i < n; ++i) {
            const int disk = stage.ball(1.0, 0.5, {{0.0, 0.5 + i}});
            stage.description.holds.push_back(
                {.body = disk, .directions = {{1.0, 0.0}}, .rotations = {{1.0}}});
        }
        World<2> stack = stage.build();
        StiffAssembly<2> springs(stack, kishino, pool);
        EXPECT_NEAR(sweep_contraction(elastic_stiffness(springs)),
                    std::pow(std::cos(std::acos(-1.0) / (2.0 * n)), 2), 1e-9);
    }
}

/// A ball of weight W in a groove whose walls' normals rise by `rise` from the horizontal, on both sides.
template <int D>
World<D> groove(const Spring& law, double rise, double radius, double weight) {
    Stage<D> stage{Law(law)};
    stage.falling(weight);
    const Vec<D> up = Vec<D>::axis(D - 1), aside = Vec<D>::axis(0);
    for (const double side : {1.0, -1.0})
        stage.fixed(Plane<D>{std::sin(rise) * up + side * std::cos(rise) * aside}, {});
    stage.ball(1.0, radius, (radius / std::sin(rise)) * up);
    return stage.build();
}

/// The force on a wall of the groove: N and |T| by closed form, from the load at once.
struct GrooveForce {
    double press, shear;
    GrooveForce(const Spring& law, double rise, double weight) {
        const double s = std::sin(rise), c = std::cos(rise), k_N = law.normal_stiffness,
                     k_T = law.tangential_stiffness;
        const bool slides = k_T * c > law.friction * k_N * s;
        press = 0.5 * weight * (slides ? 1.0 / (s + law.friction * c) : k_N * s / (k_N * s * s + k_T * c * c));
        shear = slides ? law.friction * press : k_T * c / (k_N * s) * press;
    }
};

template <int D>
void grooves(StaticsMethod method) {
    for (const double friction : {0.0, 0.05, 0.3, 0.6, 1.0, 1.3, 3.0}) {
        for (const double rise : {0.3, 0.5236, 1.1}) {
            for (const double soft : {1.0, 5e4}) {  // at the second, ball and walls overlap by some per cent
                for (const int increments : {1, 2, 5, 10, 100}) {
                    const Spring law = springs(1e6 / soft, 8e5 / soft, friction);
                    const Displacements mode = increments == 5 ? Displacements::large : Displacements::small;
                    World<D> world = groove<D>(law, rise, 1.0, 1.0);
                    const auto report = balance(world, {.method = method,
                                                        .displacements = mode,
                                                        .load_steps = increments,
                                                        .tolerance = 1e-10});
                    const GrooveForce expected(law, rise, 1.0);
                    const Vec<D> f = static_cast<double>(increments) * world.contacts.impulse[0];
                    const double press = dot(f, world.contacts.point[0].normal);
                    ASSERT_TRUE(report.converged);
                    ASSERT_NEAR(std::abs(press), expected.press, 1e-8)
                        << "friction " << friction << ", rise " << rise << ", increments " << increments;
                    ASSERT_NEAR(norm(f - press * world.contacts.point[0].normal), expected.shear, 1e-8);
                }
            }
        }
    }
}

// A step that goes too far is no slip: what friction remembers is where increments ended.
TEST(Kishino, AnOvershootOfTheIterationIsNotRemembered) {
    grooves<2>(StaticsMethod::kishino);
    grooves<3>(StaticsMethod::kishino);
    grooves<2>(StaticsMethod::bagi_bojtar);
    grooves<3>(StaticsMethod::bagi_bojtar);
}

// Where nothing slides, all three methods have the one answer of the springs.
TEST(Kishino, AStickingGrooveIsSerranos) {
    World<2> bonded = groove<2>(glued(1e6, 8e5), 0.5236, 0.1, 1.0);
    World<2> frictional = groove<2>(springs(1e6, 8e5, 3.0), 0.5236, 0.1, 1.0);
    EXPECT_TRUE(balance(bonded, {.method = StaticsMethod::serrano, .tolerance = 1e-12}).converged);
    EXPECT_TRUE(balance(frictional, kishino).converged);
    for (int c = 0; c < 2; ++c)
        EXPECT_LT(norm(bonded.contacts.impulse[c] - frictional.contacts.impulse[c]), 1e-10);
}

TEST(Kishino, AContactOpensAndCarriesNoTension) {
    for (const StaticsMethod method : {StaticsMethod::kishino, StaticsMethod::bagi_bojtar}) {
        Stage<2> stage{Law(springs(1e6, 0.0, 0.0))};
        stage.falling().floor();
        const int low = stage.ball(1.0, 0.1, {{0.0, 0.1}}), high = stage.ball(1.0, 0.1, {{0.0, 0.3}});
        // Pulled up by springs of its own, which hold it where it is.
        stage.description.supports = {{.body = high, .stiffness = {{1e3, 1e3}}, .rotational = {{1.0}}}};
        stage.description.loads = {
            {.body = high,
             .force = {{0.0, 30.0}},
             .history = {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.5, 0.0}, {1.0, 1.0}}}}};
        World<2> world = stage.build();
        std::vector<double> force;
        ThreadPool pool(1);
        StaticsSettings settings{.method = method, .load_steps = 4, .ramp = 0.5, .tolerance = 1e-12};
        int opened = 0;
        const auto report =
            solve_statics<2>(world, settings, pool, [&](const World<2>& w, const Increment& now) {
                force.push_back(force_between(w, low, high, 0.25)[1]);
                opened += now.opened;
                return true;
            });
        EXPECT_TRUE(report.converged);
        EXPECT_GT(force[1], 9.0);  // its weight, but for what the springs take
        EXPECT_EQ(force[3], 0.0);
        EXPECT_EQ(opened, 1);
        EXPECT_NEAR(force_between(world, 0, low, 0.25)[1], 9.81, 1e-9);
        EXPECT_NEAR(world.bodies.position[high][1], 0.3 + (30.0 - 9.81) / 1e3, 1e-12);
    }
}

TEST(Kishino, AContactIsBornWhenItsGapIsUsedUp) {
    for (const StaticsMethod method : {StaticsMethod::kishino, StaticsMethod::bagi_bojtar}) {
        const double k = 1e4, gap = 0.0125;
        Stage<2> stage{Law(springs(k, 0.0, 0.0))};
        stage.floor();
        const int disk = stage.ball(1.0, 0.1, {{0.0, 0.1 + gap}});
        // A drive pushes it down by 0.05, and the floor's answer goes to the drive.
        stage.moves(disk, Driven::displacement, {{0.0, -1.0}},
                    {.kind = Signal::Kind::ramp, .from = 0.0, .to = 0.05, .over = 1.0});
        World<2> world = stage.build();
        ThreadPool pool(1);
        int born = 0;
        const auto report = solve_statics<2>(
            world, {.method = method, .load_steps = 10}, pool, [&](const World<2>& w, const Increment& now) {
                const double u = 0.05 * now.time;
                EXPECT_NEAR(force_on(w, disk, 0.1)[1], std::max(0.0, k * (u - gap)), 1e-9 * k * gap);
                born += now.born;
                return true;
            });
        EXPECT_TRUE(report.converged);
        EXPECT_EQ(born, 1);
    }
}

}  // namespace
}  // namespace drystone::kishino_test
