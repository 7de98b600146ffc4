#include "elastic/theta_step.h"

#include <gtest/gtest.h>

#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::step_test {
namespace {

/// A body that is bent, stretched, turned and moves in all ways.
template <int D>
ElasticBody<D> lively(std::shared_ptr<const ElasticModel<D>> model, std::uint64_t seed = 5) {
    Spin<D> axis;
    for (int i = 0; i < spin_dim<D>; ++i) axis[i] = 0.3 + 0.4 * i;
    auto body = place_body<D>(model, Vec<D>::axis(1), rotation_by(axis), {Vec<D>::axis(0), 2.0 * axis});
    Random random(seed);
    for (std::size_t a = 0; a < body.x.size(); ++a)
        for (int i = 0; i < D; ++i) {
            body.x[a][i] += random.uniform(-0.002, 0.002);
            body.v[a][i] += random.uniform(-0.05, 0.05);
        }
    return body;
}

template <int D>
std::vector<std::shared_ptr<const ElasticModel<D>>> models(Elasticity kind) {
    UniformStrainShape<D> shape{1.7, 0.9, Mat<D>::scaled_identity(0.2)};
    shape.euler[0][1] = shape.euler[1][0] = 0.05;
    shape.euler[0][0] = 0.3;
    auto damped = stone(kind);
    damped.mass_damping = 0.3;
    damped.stiffness_damping = 1e-3;
    return {finite_element_model<D>(rough_block<D>(Cells::quads), stone(kind)),
            finite_element_model<D>(rough_block<D>(Cells::simplices), damped, {Formulation::full, false}),
            uniform_strain_model<D>(shape, stone(kind))};
}

template <int D>
void compliance_is_the_answer(Elasticity kind) {
    for (const auto& model : models<D>(kind)) {
        for (const bool held : {false, true}) {
            auto body = lively<D>(model);
            if (held) {
                body.held.assign(body.x.size(), 0);
                body.held[0] = body.held[1] = hold_all;
            }
            ElasticStep<D> step;
            ThetaFactorPool<D> pool;
            ASSERT_TRUE(prepare(step, body, 0.01, 0.6, pool));
            std::vector<MaterialPoint> points;
            if (model->affine) {
                for (int k = 0; k < 4; ++k)
                    points.push_back(uniform_strain_point<D>((0.3 + k) * Vec<D>::axis(k % D)));
            } else {
                for (int f = 0; f < 4; ++f)
                    points.push_back(face_point(
                        model->mesh.surface[static_cast<std::size_t>(3 * f)],
                        face_weights(model->mesh.surface[static_cast<std::size_t>(3 * f)], 0.3, 0.2)));
            }
            std::vector<Mat<D>> W(points.size() * points.size());
            compliance<D>(step, body, points, W);
            for (std::size_t j = 0; j < points.size(); ++j)
                for (int k = 0; k < D; ++k) {
                    std::vector<Vec<D>> p(body.x.size()), dv(body.x.size());
                    add_at_point<D>(points[j], Vec<D>::axis(k), p);
                    respond<D>(step, body, p, dv);
                    for (std::size_t i = 0; i < points.size(); ++i) {
                        const Vec<D> answer = at_point<D>(points[i], dv);
                        for (int l = 0; l < D; ++l) {
                            const Mat<D>& block = W[i * points.size() + j];
                            EXPECT_NEAR(block[l][k], answer[l], 1e-12) << i << ' ' << j;
                            EXPECT_EQ(block[l][k], W[j * points.size() + i][k][l]);
                        }
                    }
                }
        }
    }
}

TEST(ThetaStep, ComplianceIsTheAnswerToUnitImpulses) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        compliance_is_the_answer<2>(kind);
        compliance_is_the_answer<3>(kind);
    }
}

/// Two opposite impulses along the line between two points of a free body: v h^2 tends to a flexibility.
template <int D>
void long_steps_are_statics(Elasticity kind) {
    for (const auto& model : models<D>(kind)) {
        if (model->material.mass_damping != 0.0) continue;
        auto body = place_body<D>(model, {});
        std::vector<Vec<D>> p(body.x.size()), dv(body.x.size());
        const Vec<D> along = model->affine ? Vec<D>::axis(0) : body.x[5] - body.x[0];
        if (model->affine) {
            p[1] = along;
        } else {
            p[5] = along;
            p[0] = -along;
        }
        double flexibility[2];
        for (int k = 0; k < 2; ++k) {
            const double h = k == 0 ? 100.0 : 1e9;
            ElasticStep<D> step;
            ThetaFactorPool<D> pool;
            ASSERT_TRUE(prepare(step, body, h, 1.0, pool));
            respond<D>(step, body, p, dv);
            const Vec<D> apart = model->affine ? dv[1] : dv[5] - dv[0];
            flexibility[k] = dot(apart, along) * h * h;
        }
        EXPECT_GT(flexibility[0], 0.0);
        EXPECT_NEAR(flexibility[1], flexibility[0], 1e-5 * flexibility[0]);
    }
}

TEST(ThetaStep, VeryLongStepsOfAFreeBodyAreStatics) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        long_steps_are_statics<2>(kind);
        long_steps_are_statics<3>(kind);
    }
}

TEST(ThetaStep, MassDampingSlowsRigidMotionDown) {
    // theta = 1: v and the spin shrink by 1 + h alpha in each step.
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        auto material = stone(kind);
        material.young = 1e9;
        material.mass_damping = 3.0;
        Motion<2> motion{place_body<2>(finite_element_model<2>(rough_block<2>(Cells::quads), material), {},
                                       {}, {Vec<2>::axis(0), Vec<1>{{0.1}}})};
        motion.advance(0.01, 1.0, 40);
        const auto mean = mean_motion(motion.body);
        EXPECT_NEAR(mean.twist.v[0], std::pow(1.03, -40.0), 1e-12);
        EXPECT_NEAR(mean.twist.w[0], 0.1 * std::pow(1.03, -40.0), 1e-9);
    }
}

TEST(ThetaStep, HeldNodesGoAsToldAndTheirSupportsPull) {
    // A strip of length 2 and height 0.5, nu = 0, one end held, the other pulled: force E (strain) 0.5.
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        auto material = stone(kind);
        material.poisson = 0.0;
        const auto model = finite_element_model<2>(divide_box(Vec<2>{{2.0, 0.5}}, {6, 2}), material);
        Motion<2> motion{place_body<2>(model, {})};
        const std::size_t n = motion.body.x.size();
        motion.body.held.assign(n, 0);
        std::vector<Vec<2>> given(n), support(n);
        const double h = 100.0, stretch = 1e-5;
        for (std::size_t a = 0; a < n; ++a) {
            if (std::abs(model->reference[a][0]) < 1.0 - 1e-9) continue;
            motion.body.held[a] = hold_all;
            if (model->reference[a][0] > 0.0) given[a][0] = 2.0 * stretch / h;
        }
        ASSERT_TRUE(prepare(motion.step, motion.body, h, 1.0, *motion.pool));
        free_velocity<2>(motion.step, motion.body, motion.force, motion.v, given);
        support_impulses<2>(motion.step, motion.body, {motion.force}, motion.v, support);
        motion.body.v = motion.v;
        drift(motion.body, h, motion.step);
        double pull = 0.0;
        for (std::size_t a = 0; a < n; ++a) {
            const Vec<2> u = motion.body.x[a] - model->reference[a];
            EXPECT_NEAR(u[0], stretch * (1.0 + model->reference[a][0]), 1e-7 * stretch);
            EXPECT_NEAR(u[1], 0.0, 1e-7 * stretch);
            if (model->reference[a][0] > 0.0) pull += support[a][0];
        }
        EXPECT_NEAR(pull, h * material.young * stretch * 0.5, 1e-6 * h * material.young * stretch);
    }
}

TEST(ThetaStep, BodiesOfOneModelShareTheirFactor) {
    ThetaFactorPool<2> pool;
    const auto first = finite_element_model<2>(rough_block<2>(Cells::quads), stone());
    auto a = place_body<2>(first, {}), b = place_body<2>(first, Vec<2>::axis(0));
    ElasticStep<2> step_a, step_b;
    ASSERT_TRUE(prepare(step_a, a, 0.01, 0.5, pool));
    ASSERT_TRUE(prepare(step_b, b, 0.01, 0.5, pool));
    const auto factor = step_a.factor;
    EXPECT_EQ(factor, step_b.factor);
    ASSERT_TRUE(prepare(step_a, a, 0.01, 0.5, pool));  // nothing changed: kept
    EXPECT_EQ(factor, step_a.factor);
    ASSERT_TRUE(prepare(step_b, b, 0.02, 0.5, pool));
    EXPECT_NE(factor, step_b.factor);
}

template <int D>
void momentum_is_kept(Elasticity kind) {
    for (const auto& model : models<D>(kind)) {
        if (model->material.mass_damping != 0.0) continue;
        for (const double theta : {0.5, 1.0}) {
            auto body = lively<D>(model);
            ElasticStep<D> step;
            ThetaFactorPool<D> pool;
            const Vec<D> P = momentum(body);
            const Spin<D> L = angular_momentum(body);
            const std::vector<Vec<D>> none(body.x.size());
            for (int k = 0; k < 200; ++k) step_freely(body, step, pool, 0.005, theta, none);
            EXPECT_LT(norm(momentum(body) - P), 1e-12 * norm(P));
            EXPECT_LT(norm(angular_momentum(body) - L), 1e-11 * norm(L));
        }
    }
}

TEST(ThetaStep, AFreeBodyKeepsMomentumAndAngularMomentum) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        momentum_is_kept<2>(kind);
        momentum_is_kept<3>(kind);
    }
}

template <int D>
void impulses_give_their_momentum(Elasticity kind) {
    for (const auto& model : models<D>(kind)) {
        if (model->material.mass_damping != 0.0) continue;
        auto body = lively<D>(model);
        ElasticStep<D> step;
        ThetaFactorPool<D> pool;
        ASSERT_TRUE(prepare(step, body, 0.01, 1.0, pool));
        std::vector<Vec<D>> p(body.x.size()), dv(body.x.size());
        const auto point = model->affine ? uniform_strain_point<D>(Vec<D>::axis(0))
                                         : face_point(model->mesh.surface[0],
                                                      face_weights(model->mesh.surface[0], 0.3, 0.3));
        Vec<D> given = Vec<D>::axis(0);
        given[1] = -0.4;
        add_at_point<D>(point, given, p);
        const Vec<D> P = momentum(body);
        const Spin<D> L = angular_momentum(body);
        respond<D>(step, body, p, dv);
        for (std::size_t a = 0; a < dv.size(); ++a) body.v[a] += dv[a];
        EXPECT_LT(norm(momentum(body) - P - given), 1e-13);
        EXPECT_LT(norm(angular_momentum(body) - L - moment(at_point<D>(point, body.x), given)), 1e-13);
    }
}

TEST(ThetaStep, AnImpulseGivesItsMomentumAndMoment) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        impulses_give_their_momentum<2>(kind);
        impulses_give_their_momentum<3>(kind);
    }
}

}  // namespace
}  // namespace drystone::step_test
