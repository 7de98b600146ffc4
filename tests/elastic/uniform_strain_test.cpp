#include <gtest/gtest.h>

#include <numbers>

#include "elastic/fields.h"
#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::uniform_strain_test {
namespace {

/// Euler's tensor of a mesh with the consistent mass matrix, which is exact for fields linear in X.
template <int D>
Mat<D> euler_of(const ElasticModel<D>& m) {
    Mat<D> euler;
    for (std::size_t a = 0; a < m.reference.size(); ++a)
        euler = euler + outer(m.reference[a], m.weighted_reference[a]);
    return euler;
}

template <int D>
void breathing(Elasticity kind) {
    // F = (1 + a) I: omega^2 = V (D lambda + 2 mu) / j with Euler's tensor j I. (10.17)
    const auto material = stone(kind);
    const double V = 0.8, j = 0.15;
    const auto model = uniform_strain_model<D>({1.6, V, Mat<D>::scaled_identity(j)}, material);
    Motion<D> motion{place_body<D>(model, {})};
    for (int i = 0; i < D; ++i) motion.body.v[static_cast<std::size_t>(i + 1)][i] = 1e-5;
    const Lame k = lame<D>(material);
    const double omega = std::sqrt(V * (D * k.lambda + 2.0 * k.mu) / j),
                 period = 2.0 * std::numbers::pi / omega;
    const int steps = 400;
    motion.advance(period / steps, 0.5, steps / 4);
    const double a = motion.body.x[1][0] - 1.0;
    EXPECT_NEAR(a, 1e-5 / omega, 2e-4 * 1e-5 / omega);
    motion.advance(period / steps, 0.5, 3 * steps / 4);
    EXPECT_NEAR(motion.body.x[1][0], 1.0, 1e-3 * 1e-5 / omega);
    EXPECT_NEAR(motion.body.v[1][0], 1e-5, 1e-9);
}

TEST(UniformStrain, BreathesAtItsFrequency) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        breathing<2>(kind);
        breathing<3>(kind);
    }
}

template <int D>
void tension(Elasticity kind) {
    auto material = stone(kind);
    material.plane = PlaneKind::stress;
    const double V = 0.8, stress = 3.0;  // strain 1e-4
    const auto model = uniform_strain_model<D>({1.6, V, Mat<D>::scaled_identity(0.15)}, material);
    Spin<D> axis{};
    axis[0] = 0.7;
    const Mat<D> R = matrix(rotation_by(axis));
    Motion<D> motion{place_body<D>(model, {}, rotation_by(axis))};
    motion.force[1] = (V * stress) * (R * Vec<D>::axis(0));  // sum of x (x) f = V stress e1 (x) e1, turned
    // Not longer: a load that keeps its direction turns a free body, which the step takes as explicit.
    motion.settle(0.1, 8);
    const Mat<D> U = transpose(R) * mean_motion(motion.body).gradient;
    const double slack = kind == Elasticity::svk ? 5e-4 : 1e-9;
    EXPECT_NEAR(U[0][0] - 1.0, stress / material.young, slack * 1e-4);
    EXPECT_NEAR(U[1][1] - 1.0, -material.poisson * stress / material.young, slack * 1e-4);
    std::vector<StressState<D>> points;
    stress_at_points(motion.body, points);
    ASSERT_EQ(points.size(), 1u);
    const auto p = principal(points[0].stress);
    EXPECT_NEAR(p.value[0], stress, (slack + 1e-3) * stress);
    EXPECT_NEAR(p.value[1], 0.0, (slack + 1e-3) * stress);
    EXPECT_NEAR(std::abs(dot(p.direction[0], R * Vec<D>::axis(0))), 1.0, 1e-6);
}

TEST(UniformStrain, TensionStretchesAndNarrows) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        tension<2>(kind);
        tension<3>(kind);
    }
}

/// One triangle or tetrahedron is a body of uniform strain.
template <int D>
void one_simplex(Elasticity kind) {
    Mesh<D> mesh;
    mesh.node.assign(1, {});
    for (int i = 0; i < D; ++i) mesh.node.push_back((1.0 + 0.3 * i) * Vec<D>::axis(i));
    mesh.element = {{D == 2 ? ElementType::triangle3 : ElementType::tetrahedron4, {0, 1, 2, 3}}};
    ASSERT_EQ(finish(mesh), -1);
    const auto nodes = finite_element_model<D>(mesh, stone(kind), {Formulation::full, false});
    const auto affine = uniform_strain_model<D>({nodes->mass, nodes->volume, euler_of(*nodes)}, stone(kind));
    Spin<D> w{};
    for (int i = 0; i < spin_dim<D>; ++i) w[i] = 1.0 - 0.4 * i;
    Motion<D> a{place_body<D>(nodes, {}, {}, {Vec<D>{}, w})}, b{place_body<D>(affine, {}, {}, {Vec<D>{}, w})};
    Mat<D> H;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) H[i][j] = 0.01 * (i - 0.5 * j + 0.3);
    for (std::size_t k = 0; k < a.body.x.size(); ++k) a.body.v[k] += H * a.body.x[k];
    for (std::size_t k = 0; k < b.body.x.size(); ++k) b.body.v[k] += H * b.body.x[k];
    for (int step = 0; step < 50; ++step) {
        a.advance(2e-3, 0.6);
        b.advance(2e-3, 0.6);
    }
    for (std::size_t k = 0; k < a.body.x.size(); ++k) {
        const auto point = uniform_strain_point<D>(nodes->reference[k]);
        EXPECT_LT(norm(at_point<D>(point, b.body.x) - a.body.x[k]), 1e-11);
    }
    // Also their answers to an impulse at a corner.
    std::vector<Mat<D>> Wa(1), Wb(1);
    const std::array<double, 4> first = {1.0, 0.0, 0.0, 0.0};
    SurfaceFace face = mesh.surface[0];
    const MaterialPoint at_a = face_point(face, first);
    const MaterialPoint at_b =
        uniform_strain_point<D>(nodes->reference[static_cast<std::size_t>(face.node[0])]);
    ASSERT_TRUE(prepare(a.step, a.body, 2e-3, 0.6, *a.pool));
    ASSERT_TRUE(prepare(b.step, b.body, 2e-3, 0.6, *b.pool));
    compliance<D>(a.step, a.body, std::span(&at_a, 1), Wa);
    compliance<D>(b.step, b.body, std::span(&at_b, 1), Wb);
    for (int i = 0; i < D; ++i) EXPECT_LT(norm(Wa[0][i] - Wb[0][i]), 1e-10 * norm(Wa[0][i]));
}

TEST(UniformStrain, IsOneTriangleOrTetrahedronWithTheSameMass) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        one_simplex<2>(kind);
        one_simplex<3>(kind);
    }
}

TEST(Fields, UniformStrainGivesUniformStressEverywhere) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        const auto model = finite_element_model<2>(rough_block<2>(Cells::quads), stone(kind));
        auto body = place_body<2>(model, {}, {0.6});
        const Mat<2> R = matrix(Rotation<2>{0.6});
        const Mat<2> strain = {{Vec<2>{{1e-5, 3e-6}}, Vec<2>{{3e-6, -2e-5}}}};
        for (std::size_t a = 0; a < body.x.size(); ++a)
            body.x[a] = R * (model->reference[a] + strain * model->reference[a]);
        std::vector<StressState<2>> points, elements, nodes;
        stress_at_points(body, points);
        stress_of_elements(body, points, elements);
        stress_at_nodes(body, elements, nodes);
        const Mat<2> stress = R * stress_of(lame<2>(stone()), strain) * transpose(R);
        double energy = 0.0;
        for (std::size_t e = 0; e < elements.size(); ++e)
            energy += elements[e].energy * element_volume(*model, e);
        EXPECT_NEAR(energy, strain_energy<2>(body, body.x), 1e-12 * energy);
        const double slack = kind == Elasticity::svk ? 1e-4 : 1e-9;
        for (const auto* list : {&points, &elements, &nodes})
            for (const auto& state : *list) {
                for (int i = 0; i < 2; ++i) EXPECT_LT(norm(state.stress[i] - stress[i]), slack);
                EXPECT_NEAR(state.stress_across, 0.3 * (stress[0][0] + stress[1][1]), slack);
            }
    }
}

TEST(Fields, PrincipalValuesPutTheMatrixTogetherAgain) {
    Random random(2);
    for (int k = 0; k < 50; ++k) {
        Mat<3> s;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j <= i; ++j) s[i][j] = s[j][i] = k < 5 && i != j ? 0.0 : random.uniform(-1, 1);
        const auto p = principal(s);
        EXPECT_GE(p.value[0], p.value[1]);
        EXPECT_GE(p.value[1], p.value[2]);
        Mat<3> back;
        for (int i = 0; i < 3; ++i) back = back + p.value[i] * outer(p.direction[i], p.direction[i]);
        for (int i = 0; i < 3; ++i) EXPECT_LT(norm(back[i] - s[i]), 1e-14);
        const Mat<2> plane = {{Vec<2>{{s[0][0], s[0][1]}}, Vec<2>{{s[0][1], s[1][1]}}}};
        const auto q = principal(plane);
        Mat<2> again;
        for (int i = 0; i < 2; ++i) again = again + q.value[i] * outer(q.direction[i], q.direction[i]);
        for (int i = 0; i < 2; ++i) EXPECT_LT(norm(again[i] - plane[i]), 1e-14);
    }
}

}  // namespace
}  // namespace drystone::uniform_strain_test
