// A fixed number of sweeps a step makes rigid balls elastic: Brendel sec. 1.6; Unger, Brendel, Wolf and Kertész (Phys. Rev. E
// 65, 061305). docs/theory.md section 5.9.

#include <cmath>

#include <gtest/gtest.h>

#include "physics/stage.h"
#include "step/state.h"

namespace drystone::sound_test {
namespace {

constexpr double d = 0.02, V = 0.01, h = 1e-3;
constexpr int numbers_of_sweeps[] = {3, 5, 10, 20};

/// n balls that touch in a row, the first of them pushed by a wall that moves at speed V from the start.
template <int D>
Stage<D> chain(int n, int sweeps, SweepOrder order, Integrator integrator = Integrator::euler) {
    Stage<D> stage;
    stage.settings.step = h;
    stage.settings.integrator = integrator;
    stage.settings.solver = {.order = order, .fixed_iterations = sweeps};
    const Vec<D> x = Vec<D>::axis(0);
    const int wall = stage.fixed(Plane<D>{x});
    stage.moves(wall, Driven::velocity, x, {.kind = Signal::Kind::constant, .value = V});
    for (int i = 0; i < n; ++i) stage.ball(1.0, 0.5 * d, (i + 0.5) * d * x);
    return stage;
}

/// The same chain by Gauss-Seidel written down: the wall is ball -1, contact i lies below ball i.
struct Reference {
    std::vector<double> x, v, r;
    double wall = 0.0;

    explicit Reference(int n) : x(n), v(n), r(n + 1) {
        for (int i = 0; i < n; ++i) x[i] = (i + 0.5) * d;
    }

    void step(int sweeps) {
        const int n = static_cast<int>(x.size());
        const auto gap = [&](int i) { return i == 0 ? x[0] - wall - 0.5 * d : x[i] - x[i - 1] - d; };
        for (int k = 0; k < sweeps; ++k) {
            for (int i = 0; i < n; ++i) {
                const double below = i == 0 ? V : v[i - 1] + r[i - 1] - r[i];
                const double u = v[i] + r[i] - r[i + 1] - below + std::max(0.0, gap(i)) / h;
                r[i] = std::max(0.0, r[i] - u / (i == 0 ? 1.0 : 2.0));
            }
        }
        for (int i = 0; i < n; ++i) v[i] += r[i] - r[i + 1], x[i] += h * v[i];
        wall += h * V;
    }
};

template <int D>
void follows_the_reference() {
    for (const int sweeps : numbers_of_sweeps) {
        constexpr int n = 60;
        const Stage<D> stage = chain<D>(n, sweeps, SweepOrder::sequential);
        World<D> world = stage.build();
        Reference reference(n);
        for (int k = 0; k < 100; ++k) {
            EXPECT_EQ(run(world, stage.settings).solve.iterations, sweeps);
            reference.step(sweeps);
            for (int i = 0; i < n; ++i)
                ASSERT_NEAR(world.bodies.velocity[i + 1].v[0], reference.v[i], 1e-9 * V)
                    << sweeps << " " << k;
        }
    }
}
TEST(Sound, AChainMovesAsTwentyLinesOfGaussSeidelHaveItInThePlane) { follows_the_reference<2>(); }
TEST(Sound, AChainMovesAsTwentyLinesOfGaussSeidelHaveItInSpace) { follows_the_reference<3>(); }

/// Diffusion of force errors per sweep, in d^2: theory (5.17).
double diffusion(SweepOrder order) { return order == SweepOrder::random ? 2.0 * std::exp(0.5) - 2.5 : 1.0; }

/// When balls `first` and `last` reach half the speed of the wall, in steps between whole ones; the speed in d / h.
template <int D>
double speed_of_the_front(const Stage<D>& stage, int first, int last) {
    World<D> world = stage.build();
    const auto arrival = [&](int ball) {
        double before = 0.0;
        while (true) {
            const double now = world.bodies.velocity[ball + 1].v[0];
            if (now >= 0.5 * V) return static_cast<double>(world.steps) - (now - 0.5 * V) / (now - before);
            before = now;
            run(world, stage.settings);
        }
    };
    const double begins = arrival(first);
    return (last - first) / (arrival(last) - begins);
}

// c = (d / h) sqrt(q N). The front crosses half the speed between steps, in which it moves by up to 4.5 balls: 1 % of the way.
template <int D>
void travels_at_the_speed_of_theory(Integrator integrator) {
    for (const SweepOrder order : {SweepOrder::sequential, SweepOrder::random, SweepOrder::coloured}) {
        for (const int sweeps : numbers_of_sweeps) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(order) << " " << sweeps);
            const double c = std::sqrt(diffusion(order) * sweeps);
            const Stage<D> stage = chain<D>(140, sweeps, order, integrator);
            EXPECT_NEAR(speed_of_the_front(stage, 20, 110), c, 0.02 * c);
        }
    }
}
TEST(Sound, TravelsWithTheRootOfTheSweepsInThePlane) { travels_at_the_speed_of_theory<2>(Integrator::euler); }
TEST(Sound, TravelsWithTheRootOfTheSweepsInSpace) { travels_at_the_speed_of_theory<3>(Integrator::euler); }
TEST(Sound, TravelsSoUnderMoreauToo) { travels_at_the_speed_of_theory<2>(Integrator::moreau); }

// With as many sweeps as it takes the chain is rigid: all of it moves in the first step.
TEST(Sound, IsNotThereWhenStepsConverge) {
    for (const SweepOrder order : {SweepOrder::sequential, SweepOrder::random, SweepOrder::coloured}) {
        Stage<2> stage = chain<2>(60, 0, order);
        stage.settings.solver.method = SolverMethod::nlgs;
        stage.settings.solver.tolerance = 1e-7;
        stage.settings.solver.max_iterations = 100000;
        World<2> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        EXPECT_NEAR(world.bodies.velocity[60].v[0], V, 1e-2 * V);
    }
}

template <int D>
void same_bits(const World<D>& one, const World<D>& other) {
    EXPECT_EQ(one.bodies.position, other.bodies.position);
    EXPECT_EQ(one.bodies.velocity, other.bodies.velocity);
    EXPECT_EQ(one.contacts.impulse, other.contacts.impulse);
}

template <int D>
void same_bits_for_threads_and_restarts() {
    for (const SweepOrder order : {SweepOrder::sequential, SweepOrder::random, SweepOrder::coloured}) {
        const Stage<D> stage = chain<D>(2500, 5, order);
        World<D> one = stage.build(), many = stage.build(), again = stage.build();
        run(one, stage.settings, 10, 1), run(many, stage.settings, 10, 3);
        same_bits(one, many);
        ThreadPool pool(2);
        put_state(one, again, pool);
        run(one, stage.settings, 10), run(again, stage.settings, 10, 2);
        same_bits(one, again);
    }
}
TEST(Sound, ThreadsAndRestartsDoNotChangeOneBitInThePlane) { same_bits_for_threads_and_restarts<2>(); }
TEST(Sound, ThreadsAndRestartsDoNotChangeOneBitInSpace) { same_bits_for_threads_and_restarts<3>(); }

}  // namespace
}  // namespace drystone::sound_test
