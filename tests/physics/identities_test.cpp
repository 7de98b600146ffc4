// What holds whatever the scene: conservation, work and energy, symmetry, units. Validation cases H01, H03,
// H04, H06, H08, and docs/theory.md sections 8 and 9.

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"
#include "solvers/nlgs.h"

namespace drystone::identities_test {
namespace {

constexpr double g = 9.81;
constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};

template <int N>
Vec<N> random_vec(Random& random, double size = 1.0) {
    Vec<N> v;
    for (int k = 0; k < N; ++k) v[k] = random.uniform(-size, size);
    return v;
}

/// Balls and clumps on a loose lattice, flying into each other and spinning.
template <int D>
Stage<D> cloud(Coulomb law, int n, std::uint64_t seed = 1) {
    Stage<D> stage(law);
    stage.settings.solver.max_iterations = 2000;
    Random random(seed);
    for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
        Vec<D> place{};
        for (int k = 0, rest = i; k < D; ++k, rest /= n) place[k] = rest % n - 0.5 * (n - 1);
        const Vec<D> velocity = -2.0 * place + random_vec<D>(random, 0.5);
        const Spin<D> spin = random_vec<spin_dim<D>>(random, 3.0);
        const double mass = random.uniform(0.5, 2.0);
        if (i % 2 == 0) stage.ball(mass, random.uniform(0.3, 0.45), place, velocity, spin);
        if (i % 2 == 1) stage.clump(mass, tripod<D>(0.22), place, velocity, spin);
    }
    return stage;
}

template <int D>
Spin<D> spin_momentum(const World<D>& world, int i) {
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    if constexpr (D == 2) {
        return matter.inertia[i][0] * bodies.velocity[i].w;
    } else {
        const Mat<3> axes = matrix(bodies.rotation[i]);
        return axes * Mat<3>::diagonal(matter.inertia[i]) * transpose(axes) * bodies.velocity[i].w;
    }
}

/// Sums over all bodies, and the sizes that their rounding is measured against.
template <int D>
struct Momenta {
    Vec<D> linear{};
    Spin<D> angular{};  // about the origin
    double linear_size = 0.0, angular_size = 0.0;

    explicit Momenta(const World<D>& world) {
        for (int i = 0; i < world.bodies.size(); ++i) {
            const Vec<D> p = world.matter.mass[i] * world.bodies.velocity[i].v;
            const Spin<D> L = spin_momentum(world, i);
            linear += p;
            angular += moment(world.bodies.position[i], p) + L;
            linear_size += norm(p);
            angular_size += norm(world.bodies.position[i]) * norm(p) + norm(L);
        }
    }
};

// H01. One sweep only: impulses are far from right, and still act on two bodies at one point.
template <int D>
void momenta_of_a_cloud(int n) {
    for (const Integrator integrator : integrators) {
        Stage<D> stage = cloud<D>({.friction = 0.4, .restitution_normal = 0.5}, n);
        stage.settings.integrator = integrator;
        stage.settings.overlap = Overlap::keep;  // positions that give way keep the momentum, not its moment
        stage.settings.step = 4e-3;
        stage.settings.solver = {.tolerance = 1e-12, .max_iterations = 1};
        World<D> world = stage.build();
        int contacts = 0, unconverged = 0;
        for (int k = 0; k < 200; ++k) {
            const Momenta<D> before(world);
            const StepReport report = run(world, stage.settings);
            const Momenta<D> after(world);
            contacts += report.contacts;
            unconverged += !report.solve.converged;
            ASSERT_LT(norm(after.linear - before.linear), 1e-13 * before.linear_size) << "step " << k;
            ASSERT_LT(norm(after.angular - before.angular), 1e-13 * before.angular_size) << "step " << k;
        }
        EXPECT_GT(contacts, 200);
        EXPECT_GT(unconverged, 20);
    }
}

TEST(Conservation, ACloudOfDisksKeepsItsMomentaWhateverTheSolverLeaves) { momenta_of_a_cloud<2>(5); }
TEST(Conservation, ACloudOfBallsAndClumpsKeepsItsMomentaWhateverTheSolverLeaves) { momenta_of_a_cloud<3>(4); }

/// Energy that changed hands: what the rounding of the balance is measured against.
double turned_over(const Energy& energy) {
    return std::abs(energy.initial) + std::abs(energy.kinetic) + std::abs(energy.potential) +
           std::abs(energy.work) + std::abs(energy.dissipated()) + std::abs(energy.scheme);
}

/// H03: runs a scene under both integrators, converged and cut short.
template <int D>
void expect_balance(Stage<D> stage, int steps) {
    for (const Integrator integrator : integrators) {
        for (const int sweeps : {1000, 2}) {
            stage.settings.integrator = integrator;
            stage.settings.solver = {.tolerance = 1e-6, .max_iterations = sweeps};
            World<D> world = stage.build();
            double largest = turned_over(world.energy);
            int contacts = 0;
            for (int k = 0; k < steps; ++k) {
                contacts += run(world, stage.settings).contacts;
                largest = std::max(largest, turned_over(world.energy));
                ASSERT_LT(std::abs(world.energy.balance_error()), 1e-12 * largest)
                    << "step " << k << (integrator == Integrator::moreau ? " moreau" : " euler") << sweeps;
            }
            EXPECT_GT(contacts, steps / 10);
        }
    }
}

template <int D>
Stage<D> cloud_on_floor(Coulomb law, int n) {
    Stage<D> stage = cloud<D>(law, n);
    stage.falling(g).settings.step = 4e-3;
    stage.fixed(Plane<D>{Vec<D>::axis(D - 1)}, -0.5 * n * Vec<D>::axis(D - 1));
    return stage;
}

TEST(Energy, BouncingDisksAndClumpsBalance) {
    expect_balance(
        cloud_on_floor<2>({.friction = 0.3, .restitution_normal = 0.7, .restitution_tangential = 0.2}, 4),
        200);
}
TEST(Energy, BouncingBallsAndTumblingClumpsBalance) {
    expect_balance(cloud_on_floor<3>({.friction = 0.3, .restitution_normal = 0.7}, 3), 200);
}

TEST(Energy, ASlidingBallBalances) {
    Stage<3> stage({.friction = 0.2});
    stage.falling(g).floor();
    stage.ball(2.0, 0.1, {{0, 0, 0.1}}, {{3, 1, 0}}, {{0, 0, 5}});
    expect_balance(stage, 400);
}

TEST(Energy, ATurningDrumFullOfDisksBalances) {
    Stage<2> stage({.friction = 0.5});
    stage.falling(g).settings.step = 2e-3;
    const int drum = stage.fixed(Drum<2>{1.0});
    stage.turns(drum, Driven::velocity, {{1.0}},
                {.kind = Signal::Kind::ramp, .from = 0.0, .to = 3.0, .over = 0.2});
    for (int i = 0; i < 36; ++i)
        stage.ball(1.0 + 0.05 * i, 0.08, {{0.2 * (i % 6) - 0.5, 0.2 * (i / 6) - 0.5}});
    expect_balance(stage, 300);
}

TEST(Energy, APistonOnBallsInAShakenBoxBalances) {
    Stage<3> stage({.friction = 0.4});
    stage.falling(g).settings.step = 2e-3;
    const int floor = stage.floor();
    for (int i = 0; i < 8; ++i)
        stage.ball(0.5, 0.1, {{0.21 * (i % 2), 0.2 * (i / 2 % 2), 0.1 + 0.2 * (i / 4)}});
    BodyDescription<3> piston;
    piston.mass = 3.0;
    piston.geometry = {{Plane<3>{{{0, 0, -1}}}, {}, {}}};
    piston.position = {{0, 0, 0.45}};
    const int top = stage.add(piston);
    stage.description.holds = {{.body = top, .directions = {{1, 1, 0}}, .rotations = {{1, 1, 1}}}};
    stage.description.loads = {{.body = top, .force = {{4, 0, -50}}}};
    stage.moves(floor, Driven::displacement, {{0.6, 0.0, 0.8}},
                {.kind = Signal::Kind::sine, .amplitude = 0.02, .frequency = 4.0});
    expect_balance(stage, 300);
}

TEST(Energy, AClumpWithHeldRotationsAndATorqueBalances) {
    Stage<3> stage({.friction = 0.4, .restitution_normal = 0.2});
    stage.falling(g).floor();
    const int whole = stage.clump(2.0, tripod<3>(0.1), {{0, 0, 0.4}}, {{0.5, 0, 0}}, {{1, 2, 3}});
    const int shaft = stage.clump(1.0, tripod<3>(0.1), {{2, 0, 0.3}}, {}, {{4, 0, 0}});
    const int hinge = stage.clump(1.0, tripod<3>(0.1), {{4, 0, 0.3}}, {}, {{4, 1, 0}});
    stage.description.holds = {{.body = shaft, .rotations = {{0, 1, 1}}},
                               {.body = hinge, .directions = {{1, 0, 0}}, .rotations = {{0, 0, 1}}}};
    stage.description.loads = {{.body = whole, .force = {{1, 2, 0}}, .torque = {{0.01, 0.02, 0}}},
                               {.body = shaft, .torque = {{0.1, 0.3, 0}}},
                               {.body = hinge, .torque = {{0.05, 0.0, 0.2}}}};
    expect_balance(stage, 600);
}

TEST(Energy, BallsDrivenAlongASlantAndAboutAnAxisBalance) {
    Stage<3> stage({.friction = 0.4, .restitution_normal = 0.2});
    stage.falling(g).floor();
    const int ram = stage.ball(1.0, 0.1, {{0, 0, 0.4}});
    stage.moves(ram, Driven::velocity, {{0.6, 0, -0.8}}, {.kind = Signal::Kind::constant, .value = 0.5});
    const int spinner = stage.ball(2.0, 0.1, {{0.3, 0, 0.1}}, {}, {{1, 0, 0}});
    stage.turns(spinner, Driven::velocity, {{0, 0.6, 0.8}},
                {.kind = Signal::Kind::sine, .amplitude = 20.0, .frequency = 3.0});
    for (int i = 0; i < 6; ++i) stage.ball(0.5, 0.1, {{0.21 * (i % 3), 0.2 * (i / 3), 0.1}}, {{0, 0.2, 0}});
    expect_balance(stage, 300);
}

// H04, one contact. Normal and tangential directions of a ball do not couple, so both restitutions are free;
// a clump couples them, and only equal restitutions are sure to dissipate (theory: u- is then a multiple of v
// - W r).
TEST(Dissipation, OneContactOfABallNeverGivesEnergy) {
    Random random(8);
    for (int k = 0; k < 500; ++k) {
        Stage<3> stage({.friction = random.uniform(0, 2),
                        .restitution_normal = random.uniform(),
                        .restitution_tangential = random.uniform()});
        stage.floor();
        const Vec<3> velocity = random_vec<3>(random) - Vec<3>{{0, 0, 1.5}};
        stage.ball(1.0, 0.1, {{0, 0, 0.1}}, velocity, random_vec<3>(random, 20.0));
        World<3> world = stage.build();
        EXPECT_EQ(run(world, stage.settings).contacts, 1);
        EXPECT_GE(world.energy.dissipated(), -1e-14 * world.energy.initial);
    }
}

TEST(Dissipation, OneContactOfAClumpNeverGivesEnergyIfBothRestitutionsAreEqual) {
    Random random(9);
    int hits = 0;
    for (int k = 0; k < 500; ++k) {
        const double e = random.uniform();
        Stage<3> stage(
            {.friction = random.uniform(0, 1), .restitution_normal = e, .restitution_tangential = e});
        stage.floor();
        const Vec<3> velocity = random_vec<3>(random) - Vec<3>{{0, 0, 2}};
        stage.clump(1.0, tripod<3>(0.1), {{0, 0, 0.1}}, velocity, random_vec<3>(random, 9.0));
        stage.description.bodies.edit_last().orientation = rotation_by(random_vec<3>(random, 0.5));
        World<3> world = stage.build();
        if (run(world, stage.settings).contacts != 1) continue;
        hits += world.energy.dissipated() > 0.0;
        EXPECT_GE(world.energy.dissipated(), -1e-13 * world.energy.initial);
    }
    EXPECT_GT(hits, 100);
}

// Without restitution and gravity a step dissipates r . W r / 2 - r . u+, never negative where the law holds.
TEST(Dissipation, AnInelasticCloudLosesEnergyAtEveryStep) {
    for (const Integrator integrator : integrators) {
        Stage<3> stage = cloud<3>({.friction = 0.5}, 4);
        stage.settings.integrator = integrator;
        stage.settings.step = 4e-3;
        stage.settings.solver.tolerance = 1e-10;
        World<3> world = stage.build();
        double last = 0.0;
        for (int k = 0; k < 150; ++k) {
            ASSERT_TRUE(run(world, stage.settings).solve.converged);
            // The residual leaves r . u undetermined by its size times 2 T.
            ASSERT_GE(world.energy.dissipated(), last - 1e-9 * world.energy.initial) << "step " << k;
            last = world.energy.dissipated();
        }
        EXPECT_GT(last, 0.3 * world.energy.initial);
    }
}

// Under gravity the step's h r . H^T G / 2 comes in: contacts hold what was falling up, but by no more than
// min (x^2 + x y) / 2 = - y^2 / 8 with y = h g sqrt(m), summed over the bodies.
TEST(Dissipation, AnInelasticHeapNeverGainsMoreThanAStepOfGravity) {
    Stage<3> stage = cloud_on_floor<3>({.friction = 0.5}, 3);
    stage.settings.step = 1e-3;
    stage.settings.solver.tolerance = 1e-8;
    World<3> world = stage.build();
    double mass = 0.0, last = 0.0;
    for (const double m : world.matter.mass) mass += m;
    const double bound = mass * std::pow(g * stage.settings.step, 2) / 8;
    ASSERT_LT(bound, 2e-6 * mass * g);  // of a fall by one metre
    for (int k = 0; k < 1000; ++k) {
        ASSERT_TRUE(run(world, stage.settings).solve.converged);
        ASSERT_GE(world.energy.dissipated(), last - bound) << "step " << k;
        last = world.energy.dissipated();
    }
    EXPECT_GT(last, mass * g * 0.5);
}

/// A copy of a scene moved through space: f maps vectors, s maps spins, turned is the rotation that f is.
Stage<3> moved(Stage<3> stage, const std::function<Vec<3>(const Vec<3>&)>& f, const Rotation<3>& turned) {
    stage.description.gravity = f(stage.description.gravity);
    for (BodyDescription<3>& body : stage.description.bodies.edit_all()) {
        body.position = f(body.position);
        body.velocity = f(body.velocity);
        body.angular_velocity = f(body.angular_velocity);
        body.orientation = turned * body.orientation;
    }
    return stage;
}

// H06. Rounding grows with every collision; after 100 steps of 64 bodies it is still far below 1e-9.
TEST(Objectivity, ATurnedSceneHasTurnedImpulses) {
    Random random(12);
    for (const Integrator integrator : integrators) {
        Stage<3> stage = cloud_on_floor<3>({.friction = 0.4, .restitution_normal = 0.3}, 4);
        stage.settings.integrator = integrator;
        const Rotation<3> Q = rotation_by(random_vec<3>(random, 3.0));
        const Stage<3> turned_stage = moved(
            stage, [&](const Vec<3>& v) { return rotate(Q, v); }, Q);
        World<3> world = stage.build(), turned = turned_stage.build();
        std::size_t most = 0;
        for (int k = 0; k < 100; ++k) {
            run(world, stage.settings);
            run(turned, stage.settings);
            ASSERT_EQ(world.contacts.size(), turned.contacts.size());
            most = std::max(most, world.contacts.impulse.size());
            for (int c = 0; c < world.contacts.size(); ++c) {
                ASSERT_LT(norm(rotate(Q, world.contacts.impulse[c]) - turned.contacts.impulse[c]), 1e-9)
                    << "step " << k;
            }
        }
        EXPECT_GT(most, 20u);
    }
}

// The tangents of a frame are a choice. The same problem with others has the same impulses in world axes;
// sweeps are the same too, so only rounding tells them apart.
TEST(Objectivity, OtherTangentsGiveTheSameImpulses) {
    Stage<3> stage =
        cloud_on_floor<3>({.friction = 0.4, .restitution_normal = 0.3, .restitution_tangential = 0.3}, 4);
    World<3> world = stage.build();
    run(world, stage.settings, 100);
    ASSERT_GT(world.contacts.size(), 20);
    RigidProblem<3> other = world.problem;
    Random random(2);
    for (int c = 0; c < other.size(); ++c) {
        const Rotation<3> by =
            rotation_by(random.uniform(-3, 3) * Vec<3>::axis(0));  // about n, in the contact frame
        Mat<3>& frame = other.W.contact.whole()[c].frame;
        frame = matrix(by) * frame;
        other.b[c] = rotate(by, other.b[c]);
        other.law.change(static_cast<std::size_t>(c), [&](LocalLaw<3>& law) { law.velocity_shift = rotate(by, law.velocity_shift); });
    }
    const SolverSettings settings{.order = SweepOrder::sequential, .fixed_iterations = 30};
    const auto impulses = [&](const RigidProblem<3>& problem) {
        ThreadPool pool(1);
        NlgsScratch<3> scratch;
        std::vector<Vec<3>> r(problem.b.size());
        solve_nlgs<3>(problem, {settings, 0, pool}, scratch, {r});
        for (std::size_t c = 0; c < r.size(); ++c) r[c] = transpose_times(problem.W.contact[c].frame, r[c]);
        return r;
    };
    const std::vector<Vec<3>> one = impulses(world.problem), two = impulses(other);
    double largest = 0.0;
    for (const Vec<3>& r : one) largest = std::max(largest, norm(r));
    for (std::size_t c = 0; c < one.size(); ++c) EXPECT_LT(norm(one[c] - two[c]), 1e-12 * largest);
}

/// x -> -x: vectors change sign in x, spins (of which D = 2 has the one about z) in all but x.
template <int D>
Vec<D> mirrored(Vec<D> v) {
    v[0] = -v[0];
    return v;
}
Vec<1> mirrored_spin(const Vec<1>& w) { return -w; }
Vec<3> mirrored_spin(const Vec<3>& w) { return {{w[0], -w[1], -w[2]}}; }

// H08. Signs are all that differs, and rounding knows no signs: bitwise. Bodies keep their numbers, so the
// sweep visits mirrored contacts in the same order.
template <int D>
void mirror_image(Stage<D> stage, int steps) {
    Stage<D> image = stage;
    for (BodyDescription<D>& body : image.description.bodies.edit_all()) {
        body.position = mirrored(body.position);
        body.velocity = mirrored(body.velocity);
        body.angular_velocity = mirrored_spin(body.angular_velocity);
    }
    World<D> world = stage.build(), mirror = image.build();
    EXPECT_GT(run(world, stage.settings, steps).contacts, 5);
    run(mirror, stage.settings, steps);
    for (int i = 0; i < world.bodies.size(); ++i) {
        EXPECT_EQ(mirrored(world.bodies.position[i]), mirror.bodies.position[i]) << i;
        EXPECT_EQ(mirrored(world.bodies.velocity[i].v), mirror.bodies.velocity[i].v) << i;
        EXPECT_EQ(mirrored_spin(world.bodies.velocity[i].w), mirror.bodies.velocity[i].w) << i;
    }
}

template <int D>
Stage<D> heap(int n) {
    Stage<D> stage({.friction = 0.4, .restitution_normal = 0.2});
    stage.falling(g).settings.solver.tolerance = 1e-6;
    stage.floor();
    Random random(3);
    for (int i = 0; i < n; ++i) {
        Vec<D> position = random_vec<D>(random, 0.05);
        position[D - 1] = 0.2 + 0.21 * (i / 4);
        position[0] += 0.21 * (i % 4);
        const double mass = random.uniform(0.5, 1.0);
        const Vec<D> velocity = random_vec<D>(random, 0.3);
        stage.ball(mass, 0.1, position, velocity, random_vec<spin_dim<D>>(random, 5.0));
    }
    return stage;
}

TEST(Mirror, AHeapOfDisksHasABitwiseMirrorImage) { mirror_image<2>(heap<2>(24), 300); }
TEST(Mirror, AHeapOfBallsHasABitwiseMirrorImage) { mirror_image<3>(heap<3>(40), 300); }

// A wedge of disks that is its own mirror image, swept in random order: impulses are unique (no friction), so
// asymmetry is what the tolerance leaves, 1e-12 times the pile's sensitivity of some hundred.
TEST(Mirror, ASymmetricPileStaysSymmetricUnderRandomSweeps) {
    Stage<2> stage;
    stage.falling(g).settings.solver.order = SweepOrder::random;
    for (int row = 0; row < 5; ++row) {
        for (int j = 0; j < 5 - row; ++j) {
            const Vec<2> position{{(2 * j + row - 4) * 0.51, row * std::sqrt(1 - 0.51 * 0.51)}};
            row == 0 ? stage.fixed(Ball<2>{0.5}, position) : stage.ball(1.0, 0.5, position);
        }
    }
    World<2> world = stage.build();
    ASSERT_TRUE(run(world, stage.settings, 5).solve.converged);
    double left = 0.0, right = 0.0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const double x = world.contacts.point[c].point[0], size = norm(world.contacts.impulse[c]);
        (x < 0 ? left : right) += size;
    }
    EXPECT_GT(left, 0.0);
    EXPECT_NEAR(left, right, 1e-9 * left);
}

// docs/theory.md section 9: one absolute tolerance anywhere would show here, where a metre becomes a
// picometre.
template <int D>
void same_digits(Stage<D> stage, int steps) {
    const double M = 0x1p-60, L = 0x1p-40, T = 0x1p-9;  // units of mass, length, time
    Stage<D> scaled = stage;
    scaled.description.gravity = (L / (T * T)) * scaled.description.gravity;
    scaled.settings.step *= T;
    for (Material& material : scaled.description.materials) material.density *= M / std::pow(L, D);
    for (BodyDescription<D>& body : scaled.description.bodies.edit_all()) {
        body.mass *= M;
        body.position = L * body.position;
        body.velocity = (L / T) * body.velocity;
        body.angular_velocity = (1 / T) * body.angular_velocity;
        for (PlacedShape<D>& part : body.geometry) {
            part.position = L * part.position;
            if (auto* ball = std::get_if<Ball<D>>(&part.shape)) ball->radius *= L;
        }
    }
    for (const Integrator integrator : integrators) {
        stage.settings.integrator = scaled.settings.integrator = integrator;
        World<D> one = stage.build(), two = scaled.build();
        for (int k = 0; k < steps; ++k) {
            const StepReport a = run(one, stage.settings), b = run(two, scaled.settings);
            ASSERT_EQ(a.contacts, b.contacts) << "step " << k;
            ASSERT_EQ(a.solve.iterations, b.solve.iterations) << "step " << k;
            ASSERT_EQ(a.solve.residual, b.solve.residual) << "step " << k;
        }
        EXPECT_GT(one.contacts.size(), 5);
        for (int i = 0; i < one.bodies.size(); ++i) {
            EXPECT_EQ(L * one.bodies.position[i], two.bodies.position[i]) << i;
            EXPECT_EQ(one.bodies.rotation[i], two.bodies.rotation[i]) << i;
            EXPECT_EQ((L / T) * one.bodies.velocity[i].v, two.bodies.velocity[i].v) << i;
            EXPECT_EQ((1 / T) * one.bodies.velocity[i].w, two.bodies.velocity[i].w) << i;
        }
        EXPECT_EQ(M * L * L / (T * T) * one.energy.dissipated(), two.energy.dissipated());
    }
}

TEST(Units, OtherPowersOfTwoLeaveTheSameDigitsOfAPlaneHeap) { same_digits<2>(heap<2>(24), 200); }
TEST(Units, OtherPowersOfTwoLeaveTheSameDigitsOfAHeap) { same_digits<3>(heap<3>(40), 200); }
TEST(Units, OtherPowersOfTwoLeaveTheSameDigitsOfPlaneClumps) {
    same_digits<2>(cloud_on_floor<2>({.friction = 0.4, .restitution_normal = 0.3}, 4), 150);
}
TEST(Units, OtherPowersOfTwoLeaveTheSameDigitsOfClumps) {
    Stage<3> stage = cloud_on_floor<3>({.friction = 0.4, .restitution_normal = 0.3}, 3);
    for (BodyDescription<3>& body : stage.description.bodies.edit_all()) {
        body.mass = 0.0;  // from shape and density, of clumps whose balls overlap
        for (PlacedShape<3>& part : body.geometry) part.position = 0.625 * part.position;
    }
    stage.settings.solver.tolerance = 1e-6;
    same_digits<3>(stage, 150);
}

}  // namespace
}  // namespace drystone::identities_test
