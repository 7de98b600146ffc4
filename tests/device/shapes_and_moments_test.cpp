// Clumps of balls, and laws with moments, by a device and by the CPU: shapes x laws x integrators x treatments of overlaps, in the plane and
// in space.

#include <gtest/gtest.h>

#include "device/step_rig.h"

namespace drystone::device::shapes_and_moments_test {
namespace {

/// Clumps of three balls and single ones, at all angles, above a floor and between walls.
template <int D>
Stage<D> heap(int count, const Coulomb& law, std::uint64_t seed = 5) {
    Stage<D> stage(law);
    stage.falling();
    stage.floor();
    const int across = D == 2 ? 5 : 3;
    const double spacing = 0.2;
    for (int k = 0; k + 1 < D; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)}, -0.02 * Vec<D>::axis(k));
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, (across * spacing + 0.04) * Vec<D>::axis(k));
    }
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        Vec<D> x, v;
        Spin<D> w;
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int cell = k + 1 < D ? rest % across : rest;
            rest /= across;
            x[k] = (cell + 0.5) * spacing + random.uniform(-0.003, 0.003);
            v[k] = random.uniform(-0.4, 0.4);
        }
        for (int k = 0; k < spin_dim<D>; ++k) w[k] = random.uniform(-2.0, 2.0);
        if (i % 4 == 3) {
            stage.ball(1.0, 0.098, x, v, w);
            continue;
        }
        const int body = stage.clump(1.0 + 0.1 * (i % 3), tripod<D>(D == 2 ? 0.05 : 0.062), x, v, w);
        Spin<D> turned;
        for (int k = 0; k < spin_dim<D>; ++k) turned[k] = random.uniform(-3.0, 3.0);
        stage.description.bodies.edit(body).orientation = rotation_by(turned);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}

std::vector<Coulomb> laws_with_moments() {
    return {Coulomb{.friction = 0.5, .rolling_friction = 0.01},
            Coulomb{.friction = 0.5, .rolling_friction_ratio = 0.2},
            Coulomb{.friction = 0.5, .rolling_growth = 0.02},
            Coulomb{.friction = 0.5, .rolling_friction = 0.01, .rolling_viscosity = 1e-4},
            Coulomb{.friction = 0.4, .rolling_viscosity = 2e-4},
            Coulomb{.friction = 0.5, .torsion_friction = 0.02},
            Coulomb{.friction = 0.5, .restitution_normal = 0.4, .rolling_friction = 0.005, .torsion_friction = 0.01}};
}

class Shapes : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

template <int D>
void moments_of_balls(Where where) {
    for (const Coulomb& law : laws_with_moments()) {
        if (testing::Test::HasFailure()) return;
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            SCOPED_TRACE(testing::Message() << "rolling " << law.rolling_friction << " " << law.rolling_friction_ratio << " " << law.rolling_growth
                                            << " viscosity " << law.rolling_viscosity << " torsion " << law.torsion_friction << " euler "
                                            << (integrator == Integrator::euler));
            Stage<D> stage = pile<D>(48, law);
            stage.settings.integrator = integrator;
            const bool unique = D == 3 && law.rolling_growth == 0.0;  // disks between walls wedge
            EXPECT_GT(steps_as_the_cpu_does(stage, where, 4, unique ? 1e-5 : several_answers), 40);
        }
    }
}
TEST_P(Shapes, BallsWithMomentsInThePlane) { moments_of_balls<2>(GetParam()); }
TEST_P(Shapes, BallsWithMomentsInSpace) { moments_of_balls<3>(GetParam()); }

template <int D>
void clumps(Where where) {
    std::vector<Coulomb> laws = {Coulomb{}, Coulomb{.friction = 0.5}, Coulomb{.friction = 0.3, .restitution_normal = 0.5, .restitution_tangential = 0.2}};
    for (const Coulomb& law : laws_with_moments()) laws.push_back(law);
    for (const Coulomb& law : laws) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::project, Overlap::push, Overlap::keep}) {
                SCOPED_TRACE(testing::Message() << "friction " << law.friction << " rolling " << law.rolling_friction << " torsion "
                                                << law.torsion_friction << " euler " << (integrator == Integrator::euler) << " overlap "
                                                << static_cast<int>(overlap));
                Stage<D> stage = heap<D>(D == 2 ? 20 : 18, law);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                const bool unique = D == 3 && (law.restitution_normal == 0.0 || overlap != Overlap::push);
                EXPECT_GT(steps_as_the_cpu_does(stage, where, 8, unique ? 1e-5 : several_answers), 20);
            }
        }
    }
}
TEST_P(Shapes, ClumpsInThePlane) { clumps<2>(GetParam()); }
TEST_P(Shapes, ClumpsInSpace) { clumps<3>(GetParam()); }

/// A ball that rolls on a floor and one that spins there wedge nowhere: their motion is that of the CPU, step after step, for every law with moments.
template <int D>
void rolling_alone(Where where) {
    for (const Coulomb& law : laws_with_moments()) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            Stage<D> stage(law);
            stage.falling();
            stage.floor();
            Spin<D> w;
            for (int k = 0; k < spin_dim<D>; ++k) w[k] = 3.0 - 2.0 * k;
            stage.ball(1.0, 0.1, 0.1 * Vec<D>::axis(D - 1), 0.8 * Vec<D>::axis(0));
            stage.ball(1.0, 0.1, 0.1 * Vec<D>::axis(D - 1) + Vec<D>::axis(0), {}, w);
            stage.settings.integrator = integrator;
            stage.settings.step = 2e-3;
            stage.settings.solver.tolerance = 1e-12;
            EXPECT_GT(steps_as_the_cpu_does(stage, where, 60, 1e-9), 60);
        }
    }
}
TEST_P(Shapes, BallsRollAloneInThePlane) { rolling_alone<2>(GetParam()); }
TEST_P(Shapes, BallsRollAloneInSpace) { rolling_alone<3>(GetParam()); }

/// Clumps within each other that are pushed apart within a step, between walls that do not let them: no impulses obey that law. Sweeps
/// do not arrive, but what they leave is not worse than no impulses at all: nobody gets more energy than the CPU gives him, but for a factor.
template <int D>
void pushed_where_there_is_no_room(Where where) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Stage<D> stage = heap<D>(40, Coulomb{.friction = 0.5}, seed);
        for (BodyDescription<D>& body : stage.description.bodies.edit_all()) {
            if (!body.fixed) body.position = 0.25 * body.position + 0.1 * (Vec<D>::axis(0) + Vec<D>::axis(D - 1));
        }
        stage.settings.step = 1e-3;
        stage.settings.overlap = Overlap::push;
        stage.settings.solver = {.tolerance = 1e-4, .max_iterations = 2000};
        World<D> cpu = stage.build(), other = stage.build();
        DeviceStep<D> device(other, pipeline<D>(where));
        ThreadPool pool(1);
        double by_cpu = 0.0, by_device = 0.0;
        for (int k = 0; k < 30; ++k) {
            advance(cpu, stage.settings, pool), device.advance(other, stage.settings);
            by_cpu = std::max(by_cpu, cpu.energy.kinetic), by_device = std::max(by_device, other.energy.kinetic);
        }
        EXPECT_LE(by_device, 20.0 * by_cpu) << "seed " << seed;
    }
}
TEST_P(Shapes, ClumpsArePushedWhereThereIsNoRoom) { pushed_where_there_is_no_room<3>(GetParam()); }

/// Several chunks of bodies.
TEST_P(Shapes, ManyClumps) {
    Stage<3> stage = heap<3>(1300, Coulomb{.friction = 0.4, .rolling_friction = 0.002});
    stage.settings.solver.tolerance = 1e-5;
    EXPECT_GT(steps_as_the_cpu_does(stage, GetParam(), 4, 5e-4), 800);
}

/// A top in flight, whose spin wanders.
TEST_P(Shapes, AClumpFliesAsATop) {
    Stage<3> stage(Coulomb{.friction = 0.5});
    stage.falling();
    stage.clump(2.0, tripod<3>(0.1), {{0.0, 0.0, 1.0}}, {{1.0, 0.0, 2.0}}, {{3.0, 5.0, -4.0}});
    steps_as_the_cpu_does(stage, GetParam(), 50, 1e-11);
}

/// A paddle of several balls that a drive turns, and one that moves; clumps fall on them.
template <int D>
void paddles(Where where) {
    Stage<D> stage = heap<D>(12, Coulomb{.friction = 0.5, .rolling_friction = 0.003});
    const auto paddle = [&](const Vec<D>& x) {
        BodyDescription<D> body;
        body.fixed = true;
        body.geometry = tripod<D>(0.05);
        body.position = x;
        return stage.add(body);
    };
    const int turning = paddle(0.45 * Vec<D>::axis(0) + 0.02 * Vec<D>::axis(D - 1));
    const int moving = paddle(0.15 * Vec<D>::axis(0) + 0.02 * Vec<D>::axis(D - 1));
    stage.turns(turning, Driven::velocity, Spin<D>::axis(0), {.kind = Signal::Kind::constant, .value = 4.0});
    stage.moves(moving, Driven::velocity, Vec<D>::axis(D - 1), {.kind = Signal::Kind::constant, .value = 0.5});
    EXPECT_GT(steps_as_the_cpu_does(stage, where, 10, D == 3 ? 1e-5 : several_answers), 30);
}
TEST_P(Shapes, PaddlesInThePlane) { paddles<2>(GetParam()); }
TEST_P(Shapes, PaddlesInSpace) { paddles<3>(GetParam()); }

/// What comes back is all that the future depends on: shapes, spins and moments included.
TEST_P(Shapes, ARestartHasTheSameBits) {
    for (const bool clumps : {false, true}) {
        const Coulomb law{.friction = 0.4, .rolling_friction = 0.004, .torsion_friction = 0.004};
        const Stage<3> stage = clumps ? heap<3>(60, law) : pile<3>(60, law);
        StepSettings settings = stage.settings;
        settings.solver.tolerance = 1e-5;
        expect_same_bits_after_restart(stage, settings, GetParam());
    }
}

INSTANTIATE_TEST_SUITE_P(Device, Shapes, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::shapes_and_moments_test
