#include "bodies/move.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::move_test {
namespace {

constexpr double pi = std::numbers::pi;

/// A body alone.
template <int D>
struct Lone : Bodies<D> {
    Matter<D> matter;
};

/// One body that is free to move, unless told otherwise.
template <int D>
Lone<D> one_body(const Spin<D>& inertia, const Twist<D>& velocity, const Rotation<D>& rotation = {},
                 const Mat<spin_dim<D>>& free_rotations = Mat<spin_dim<D>>::scaled_identity(1.0)) {
    Lone<D> bodies;
    bodies.position = {{}};
    bodies.rotation = {rotation};
    bodies.velocity = {velocity};
    bodies.matter.mass = {2.0};
    bodies.matter.inertia.push_back(inertia);
    bodies.matter.freedom = {Freedom::general};
    bodies.matter.free_directions.push_back(Mat<D>::scaled_identity(1.0));
    bodies.matter.free_rotations.push_back(free_rotations);
    bodies.matter.inverse_mass.push_back(Mat<D>::scaled_identity(0.5));
    bodies.inverse_inertia.push_back({});
    refresh_inverse_inertia(bodies.matter, bodies, 0);
    return bodies;
}

template <int D>
double drift(Lone<D>& bodies, double dt) {
    ThreadPool pool(1);
    std::vector<double> scratch;
    return drift<D>(bodies.matter, bodies, dt, pool, scratch);
}

Vec<3> body_rates(const Lone<3>& bodies) { return rotate_back(bodies.rotation[0], bodies.velocity[0].w); }

Vec<3> angular_momentum(const Lone<3>& bodies) {
    Vec<3> L = body_rates(bodies);
    for (int k = 0; k < 3; ++k) L[k] *= bodies.matter.inertia[0][k];
    return rotate(bodies.rotation[0], L);
}

double energy(const Lone<3>& bodies) { return 0.5 * dot(angular_momentum(bodies), bodies.velocity[0].w); }

Rotation<3> some_rotation(std::uint64_t seed = 5) {
    Random random(seed);
    return rotation_by(Vec<3>{{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)}});
}

// A38: I = (1, 1, 2), w = (0.1, 0, 1): the body sees w turn about its axis with period 2 pi.
TEST(Top, ASymmetricOnePrecessesAtItsKnownRate) {
    const Rotation<3> start = some_rotation();
    Lone<3> bodies = one_body<3>({{1, 1, 2}}, {{}, rotate(start, Vec<3>{{0.1, 0, 1}})}, start);
    const double h = 1e-3;
    double last = 0.0, period = 0.0;
    for (int k = 1; k <= 7000; ++k) {
        drift(bodies, h);
        const double t = k * h;
        const Vec<3> w = body_rates(bodies), expected{{0.1 * std::cos(t), 0.1 * std::sin(t), 1.0}};
        ASSERT_LT(norm(w - expected), 1e-6) << t;  // second order: t h^2 w^3 / 12 at most
        if (last < 0.0 && w[1] >= 0.0) period = t - h * w[1] / (w[1] - last);
        last = w[1];
    }
    EXPECT_NEAR(period, 2 * pi, 5e-6);  // h^2 / 3 of it
}

// A38: |L| and E over 100 revolutions at h = 1e-3, L fixed in space.
TEST(Top, AnAsymmetricOneKeepsItsAngularMomentumAndEnergyOverAHundredRevolutions) {
    const Rotation<3> start = some_rotation();
    Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, rotate(start, Vec<3>{{0.5, 0.8, -0.4}})}, start);
    const Vec<3> L = angular_momentum(bodies);
    const double E = energy(bodies), spin = norm(bodies.velocity[0].w);
    const int steps = static_cast<int>(100 * 2 * pi / spin / 1e-3);
    double worst = 0.0, lost = 0.0;
    for (int k = 0; k < steps; ++k) {
        lost += drift(bodies, 1e-3);
        worst = std::max(worst, std::abs(energy(bodies) - E));
        if (k % 1000 == 0) {
            // Rounding: 3e-16 a step, which do not cancel as turns of almost equal angle repeat their errors.
            ASSERT_LT(norm(angular_momentum(bodies) - L), (1e-13 + 1e-15 * k) * norm(L)) << k;
        }
    }
    EXPECT_LT(worst, 1e-5 * E);                                // swings by O(h^2)
    EXPECT_NEAR(E - energy(bodies), lost, 2e-15 * steps * E);  // and says so itself, to the rounding above
}

// A38: spin about the middle axis is unstable; it turns over and back, again and again.
TEST(Top, SpunAboutItsMiddleAxisItFlips) {
    Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, {{1e-3, 1.0, 0}}});
    int flips = 0;
    double side = 1.0;
    for (int k = 0; k < 100000; ++k) {
        drift(bodies, 1e-3);
        const double w = body_rates(bodies)[1];
        if (std::abs(w) > 0.9 && w * side < 0.0) ++flips, side = -side;
    }
    // Growth rate sqrt((3-2)(2-1)/(1*3)) = 0.577: about ln(1e3)/0.577 = 12 s to leave, 26 s from flip to
    // flip.
    EXPECT_GE(flips, 3);
    EXPECT_LE(flips, 5);
}

TEST(Top, SpunAboutItsOuterAxesItDoesNotFlip) {
    for (const int axis : {0, 2}) {
        Vec<3> w{{1e-3, 1e-3, 1e-3}};
        w[axis] = 1.0;
        Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, w});
        for (int k = 0; k < 50000; ++k) {
            drift(bodies, 1e-3);
            ASSERT_GT(body_rates(bodies)[axis], 0.999);
        }
    }
}

TEST(Top, SpinAboutAPrincipalAxisIsExact) {
    Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, {{0, 0, 2.0}}});
    for (int k = 0; k < 1000; ++k) EXPECT_NEAR(drift(bodies, 0.01), 0.0, 1e-14);
    EXPECT_NEAR(norm(bodies.velocity[0].w - Vec<3>{{0, 0, 2}}), 0.0, 1e-12);
    EXPECT_NEAR(std::abs(bodies.rotation[0].q[2]), std::abs(std::sin(10.0)), 1e-11);  // turned by 20 rad
}

// The splitting is symmetric: there and back is rounding. And of second order in the step.
TEST(Top, RunBackwardsItComesBack) {
    const Lone<3> start = one_body<3>({{1, 2, 3}}, {{{1, 2, 3}}, {{0.7, 1.1, -0.4}}}, some_rotation());
    Lone<3> bodies = start;
    for (int k = 0; k < 100; ++k) drift(bodies, 0.05);
    EXPECT_GT(norm(bodies.velocity[0].w - start.velocity[0].w), 0.1);
    for (int k = 0; k < 100; ++k) drift(bodies, -0.05);
    EXPECT_LT(norm(bodies.velocity[0].w - start.velocity[0].w), 1e-12);
    EXPECT_LT(norm(bodies.position[0] - start.position[0]), 1e-12);
}

TEST(Top, ItsErrorIsOfSecondOrderInTheStep) {
    const auto after = [](double h) {
        Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, {{0.7, 1.1, -0.4}}});
        for (int k = 0; k < std::lround(8.0 / h); ++k) drift(bodies, h);
        return bodies.velocity[0].w;
    };
    const Vec<3> exact = after(1.0 / 4096);
    double last = norm(after(1.0 / 16) - exact);
    for (const double h : {1.0 / 32, 1.0 / 64, 1.0 / 128}) {
        const double next = norm(after(h) - exact);
        EXPECT_NEAR(std::log2(last / next), 2.0, 0.05);
        last = next;
    }
}

TEST(Drift, AnIsotropicBodyTurnsAboutItsSpinExactly) {
    Lone<3> bodies = one_body<3>({{1, 1, 1}}, {{{1, -2, 0.5}}, {{0.3, 0.4, 1.2}}});
    bodies.matter.freedom = {Freedom::isotropic};
    for (int k = 0; k < 100; ++k) EXPECT_EQ(drift(bodies, 0.1), 0.0);
    EXPECT_EQ(bodies.velocity[0].w, (Vec<3>{{0.3, 0.4, 1.2}}));
    const Rotation<3> exact = rotation_by(Vec<3>{{3, 4, 12}});
    EXPECT_NEAR(std::abs(exact.w * bodies.rotation[0].w + dot(exact.q, bodies.rotation[0].q)), 1.0, 1e-12);
    EXPECT_LT(norm(bodies.position[0] - Vec<3>{{10, -20, 5}}), 1e-12);
}

TEST(Drift, ImmovableBodiesStay) {
    Lone<2> bodies = one_body<2>({{1}}, {{{1, 1}}, {{1}}});
    bodies.matter.freedom = {Freedom::immovable};
    drift(bodies, 1.0);
    EXPECT_EQ(bodies.position[0], (Vec<2>{}));
    EXPECT_EQ(bodies.rotation[0].angle, 0.0);
}

template <int N>
void expect_near(const Mat<N>& a, const Mat<N>& b, double tolerance) {
    for (int i = 0; i < N; ++i) EXPECT_LT(norm(a[i] - b[i]), tolerance) << "row " << i;
}

Mat<3> world_inertia(const Lone<3>& bodies) {
    const Mat<3> R = matrix(bodies.rotation[0]);
    return R * Mat<3>::diagonal(bodies.matter.inertia[0]) * transpose(R);
}

TEST(InverseInertia, OfAFreeBodyItIsTheInverseInWorldAxes) {
    const Lone<3> bodies = one_body<3>({{1, 2, 3}}, {}, some_rotation());
    expect_near(world_inertia(bodies) * bodies.inverse_inertia[0], Mat<3>::scaled_identity(1.0), 1e-14);
}

// (7.4) with one free axis f: 1 / (f . I f) along f, not f . I^-1 f.
TEST(InverseInertia, OfAHingeItIsOneOverTheMomentAboutItsAxis) {
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const Vec<3> f = rotate(some_rotation(seed), Vec<3>::axis(0));
        const Lone<3> bodies = one_body<3>({{1, 2, 30}}, {}, some_rotation(seed + 100), outer(f, f));
        const double moment_about = dot(f, world_inertia(bodies) * f);
        expect_near(bodies.inverse_inertia[0], (1.0 / moment_about) * outer(f, f), 1e-13);
    }
}

// Two free axes e1, e2: F (F^T I F)^-1 F^T with the 2 x 2 inverse by hand.
TEST(InverseInertia, WithOneAxisHeldItIsTheInverseOnThePlaneLeft) {
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const Mat<3> F = matrix(some_rotation(seed));
        const Vec<3> e1 = F[0], e2 = F[1], held = F[2];
        const Lone<3> bodies = one_body<3>({{1, 2, 30}}, {}, some_rotation(seed + 100),
                                           Mat<3>::scaled_identity(1.0) - outer(held, held));
        const Mat<3> I = world_inertia(bodies);
        const double a = dot(e1, I * e1), b = dot(e1, I * e2), c = dot(e2, I * e2), det = a * c - b * b;
        const Mat<3> expected = (c / det) * outer(e1, e1) + (a / det) * outer(e2, e2) -
                                (b / det) * (outer(e1, e2) + outer(e2, e1));
        expect_near(bodies.inverse_inertia[0], expected, 1e-12);
    }
}

TEST(InverseInertia, WithAllRotationsHeldItIsZero) {
    EXPECT_EQ(one_body<3>({{1, 2, 3}}, {}, some_rotation(), {}).inverse_inertia[0], (Mat<3>{}));
    EXPECT_EQ(one_body<2>({{3}}, {}, {}, {}).inverse_inertia[0], (Mat<1>{}));
    EXPECT_EQ(one_body<2>({{4}}, {}).inverse_inertia[0][0][0], 0.25);
}

TEST(InverseInertia, IsRefreshedAsTheBodyTurns) {
    Lone<3> bodies = one_body<3>({{1, 2, 3}}, {{}, {{0.7, 1.1, -0.4}}}, some_rotation());
    for (int k = 0; k < 20; ++k) drift(bodies, 0.1);
    expect_near(world_inertia(bodies) * bodies.inverse_inertia[0], Mat<3>::scaled_identity(1.0), 1e-13);
}

TEST(Parts, FollowTheirBodies) {
    const Rotation<3> quarter = rotation_by(Vec<3>{{0, 0, pi / 2}});  // x -> y
    Lone<3> bodies = one_body<3>({{1, 1, 1}}, {}, quarter);
    bodies.position = {{{10, 20, 30}}};
    Parts<3> parts;
    parts.body = {0, 0, 0, 0};
    parts.kind = {PartKind::ball, PartKind::ball, PartKind::plane, PartKind::drum};
    parts.local_centre = {{}, {{1, 0, 0}}, {{0, 2, 0}}, {}};
    parts.local_axis = {{}, {}, {{1, 0, 0}}, {{0, 0, 1}}};
    parts.centre.resize(4);
    parts.axis.resize(4);
    ThreadPool pool(2);
    place_parts(bodies, pool, parts);
    const Vec<3> centres[] = {{{10, 20, 30}}, {{10, 21, 30}}, {{8, 20, 30}}, {{10, 20, 30}}};
    for (int p = 0; p < 4; ++p) EXPECT_LT(norm(parts.centre[p] - centres[p]), 1e-14) << p;
    EXPECT_EQ(parts.centre[0], bodies.position[0]);  // a ball about its centre does not feel the rotation
    EXPECT_LT(norm(parts.axis[2] - Vec<3>{{0, 1, 0}}), 1e-15);
    EXPECT_LT(norm(parts.axis[3] - Vec<3>{{0, 0, 1}}), 1e-15);
}

}  // namespace
}  // namespace drystone::move_test
