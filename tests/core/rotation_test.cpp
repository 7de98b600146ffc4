#include "core/rotation.h"

#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::rotation_test {
namespace {

constexpr double pi = std::numbers::pi;

Vec<3> random_vec(Random& random) { return {{random.normal(), random.normal(), random.normal()}}; }

Rotation<3> random_rotation(Random& random) {
    const double w = random.normal();
    return normalised(Rotation<3>{w, random_vec(random)});
}

template <int N>
double distance(const Mat<N>& a, const Mat<N>& b) {
    double sum = 0.0;
    for (int i = 0; i < N; ++i) sum += norm(a[i] - b[i]);
    return sum;
}

double determinant(const Mat<3>& m) { return dot(m[0], cross(m[1], m[2])); }

TEST(Rotation, ItsMatrixIsOrthonormalAndProper) {
    Random random(1);
    for (int k = 0; k < 1000; ++k) {
        const Mat<3> R = matrix(random_rotation(random));
        EXPECT_LE(distance(R * transpose(R), Mat<3>::scaled_identity(1.0)), 1e-14);
        EXPECT_NEAR(determinant(R), 1.0, 1e-14);
        const Mat<2> P = matrix(Rotation<2>{random.uniform(-10.0, 10.0)});
        EXPECT_LE(distance(P * transpose(P), Mat<2>::scaled_identity(1.0)), 1e-15);
        EXPECT_NEAR(P[0][0] * P[1][1] - P[0][1] * P[1][0], 1.0, 1e-15);
    }
    EXPECT_EQ(matrix(Rotation<3>{}), Mat<3>::scaled_identity(1.0));
    EXPECT_EQ(matrix(Rotation<2>{}), Mat<2>::scaled_identity(1.0));
}

TEST(Rotation, RotatingBackUndoesRotating) {
    Random random(2);
    for (int k = 0; k < 1000; ++k) {
        const Rotation<3> r = random_rotation(random);
        const Vec<3> v = random_vec(random);
        EXPECT_LE(norm(rotate_back(r, rotate(r, v)) - v), 1e-14);
        EXPECT_LE(norm(rotate(inverse(r), v) - rotate_back(r, v)), 1e-14);
        const Rotation<2> p{random.uniform(-10.0, 10.0)};
        const Vec<2> u{{v[0], v[1]}};
        EXPECT_LE(norm(rotate_back(p, rotate(p, u)) - u), 1e-14);
        EXPECT_LE(norm(rotate(inverse(p), u) - rotate_back(p, u)), 1e-14);
    }
}

TEST(Rotation, AProductIsTheRightOneFirst) {
    Random random(3);
    for (int k = 0; k < 1000; ++k) {
        const Rotation<3> a = random_rotation(random), b = random_rotation(random);
        EXPECT_LE(distance(matrix(a * b), matrix(a) * matrix(b)), 1e-14);
    }
    const Rotation<2> a{0.3}, b{-1.1};
    EXPECT_LE(distance(matrix(a * b), matrix(a) * matrix(b)), 1e-15);
}

TEST(Rotation, AQuarterTurnAboutEachAxisTakesTheNextAxisToTheOneAfter) {
    for (int i = 0; i < 3; ++i) {
        const Rotation<3> r = rotation_by(0.5 * pi * Vec<3>::axis(i));
        EXPECT_LE(norm(rotate(r, Vec<3>::axis(i)) - Vec<3>::axis(i)), 1e-15);
        EXPECT_LE(norm(rotate(r, Vec<3>::axis((i + 1) % 3)) - Vec<3>::axis((i + 2) % 3)), 1e-15);
    }
    EXPECT_LE(norm(rotate(rotation_by(Vec<1>{{0.5 * pi}}), Vec<2>{{1.0, 0.0}}) - Vec<2>{{0.0, 1.0}}), 1e-15);
}

// Rodrigues: v cos + (e x v) sin + e (e.v)(1 - cos).
TEST(Rotation, ByAnAngleAboutAnAxis) {
    Random random(4);
    for (const double angle : {0.0, 1e-200, 1e-12, 0.1, 1.0, pi, 3.0 * pi}) {
        Vec<3> e = random_vec(random);
        e = (1.0 / norm(e)) * e;
        const Vec<3> v = random_vec(random);
        const Vec<3> expected =
            std::cos(angle) * v + std::sin(angle) * cross(e, v) + (1.0 - std::cos(angle)) * dot(e, v) * e;
        EXPECT_LE(norm(rotate(rotation_by(angle * e), v) - expected), 1e-14) << angle;
    }
    EXPECT_EQ(rotation_by(Vec<3>{}), Rotation<3>{});
}

TEST(Rotation, ManySmallTurnsMakeAWholeOne) {
    Rotation<3> r;
    for (int k = 0; k < 10000; ++k) r = normalised(rotation_by(Vec<3>{{0.0, 0.0, 2 * pi / 10000}}) * r);
    EXPECT_LE(distance(matrix(r), Mat<3>::scaled_identity(1.0)), 1e-11);
}

TEST(Motion, TurnIsTheRateOfARotationAndMomentItsDual) {
    Random random(5);
    for (int k = 0; k < 100; ++k) {
        const Vec<3> w = random_vec(random), l = random_vec(random), f = random_vec(random);
        EXPECT_NEAR(dot(turn(w, l), f), dot(w, moment(l, f)), 1e-14);
        const Vec<1> w2{{w[0]}};
        const Vec<2> l2{{l[0], l[1]}}, f2{{f[0], f[1]}};
        EXPECT_NEAR(dot(turn(w2, l2), f2), dot(w2, moment(l2, f2)), 1e-14);
        const double dt = 1e-7;
        EXPECT_LE(norm((0.5 / dt) * (rotate(rotation_by(dt * w), l) - rotate(rotation_by(-dt * w), l)) -
                       turn(w, l)),
                  1e-7);
        EXPECT_LE(norm((0.5 / dt) * (rotate(rotation_by(dt * w2), l2) - rotate(rotation_by(-dt * w2), l2)) -
                       turn(w2, l2)),
                  1e-7);
    }
}

void expect_frame(const Vec<3>& n) {
    const Mat<3> frame = contact_frame(n);
    EXPECT_EQ(frame[0], n);
    EXPECT_LE(distance(frame * transpose(frame), Mat<3>::scaled_identity(1.0)), 1e-14);
    EXPECT_LE(norm(cross(frame[0], frame[1]) - frame[2]), 1e-14);
}

TEST(ContactFrame, IsOrthonormalAndRightHandedForEveryNormal) {
    for (int i = 0; i < 3; ++i) {
        expect_frame(Vec<3>::axis(i));
        expect_frame(-Vec<3>::axis(i));  // has components -0
    }
    expect_frame({{std::sqrt(1 - 1e-20), 0.0, -1e-10}});
    expect_frame({{1e-10, -1e-10, -1.0}});
    expect_frame({{1e-170, 0.0, -1.0}});
    Random random(6);
    for (int k = 0; k < 10000; ++k) {
        const Vec<3> v = random_vec(random);
        expect_frame((1.0 / norm(v)) * v);
        const double angle = random.uniform(-pi, pi);
        const Mat<2> plane = contact_frame(Vec<2>{{std::cos(angle), std::sin(angle)}});
        EXPECT_LE(distance(plane * transpose(plane), Mat<2>::scaled_identity(1.0)), 1e-15);
        EXPECT_GT(plane[0][0] * plane[1][1] - plane[0][1] * plane[1][0], 0.0);
    }
}

}  // namespace
}  // namespace drystone::rotation_test
