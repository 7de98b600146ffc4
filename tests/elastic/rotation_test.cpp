#include <gtest/gtest.h>

#include <numbers>

#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::rotation_test {
namespace {

template <int D>
std::vector<std::shared_ptr<const ElasticModel<D>>> both(ElasticMaterial material) {
    return {finite_element_model<D>(rough_block<D>(Cells::quads), material),
            uniform_strain_model<D>({1.0, 1.0, Mat<D>::scaled_identity(0.1)}, material)};
}

/// E07: 90 degrees in 100 turns. Returns the largest energy over E V.
template <int D>
double energy_of_turning(const std::shared_ptr<const ElasticModel<D>>& model) {
    Spin<D> axis{};
    for (int i = 0; i < spin_dim<D>; ++i) axis[i] = 1.0 / std::sqrt(double(spin_dim<D>));
    double most = 0.0;
    auto body = place_body<D>(model, {});
    for (int k = 1; k <= 100; ++k) {
        const auto turned = place_body<D>(model, {}, rotation_by(k * std::numbers::pi / 200.0 * axis));
        most = std::max(most, std::abs(strain_energy<D>(body, turned.x)));
    }
    return most / (model->material.young * model->volume);
}

TEST(Rotation, TurningCostsNoEnergyButForSmallStrains) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        for (const auto& model : both<2>(stone(kind))) EXPECT_LT(energy_of_turning<2>(model), 1e-12);
        for (const auto& model : both<3>(stone(kind))) EXPECT_LT(energy_of_turning<3>(model), 1e-12);
    }
    for (const auto& model : both<2>(stone(Elasticity::small))) EXPECT_GT(energy_of_turning<2>(model), 0.1);
    for (const auto& model : both<3>(stone(Elasticity::small))) EXPECT_GT(energy_of_turning<3>(model), 0.1);
}

/// A stiff body spins by 90 degrees in 100 steps as a rigid one.
template <int D>
void stiff_spin(Elasticity kind, double theta) {
    auto material = stone(kind);
    material.young = 1e15;
    for (const auto& model : both<D>(material)) {
        Spin<D> w{};
        w[spin_dim<D> - 1] = 1.0;
        Motion<D> motion{place_body<D>(model, {}, {}, {Vec<D>{}, w})};
        const double energy = kinetic_energy(motion.body);
        for (int k = 0; k < 100; ++k) {
            motion.advance(std::numbers::pi / 200.0, theta);
            EXPECT_LT(std::abs(strain_energy<D>(motion.body, motion.body.x)),
                      1e-12 * material.young * model->volume);
        }
        if (D == 2) {  // in space the rough block tumbles
            const Mat<D> R = mean_motion(motion.body).rotation;
            EXPECT_NEAR(R[0][0], 0.0, 1e-8);
            EXPECT_NEAR(R[1][0], 1.0, 1e-8);
        }
        EXPECT_NEAR(kinetic_energy(motion.body), energy, 1e-4 * energy);
    }
}

TEST(Rotation, AStiffBodySpinsAsARigidOne) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk})
        for (const double theta : {0.5, 1.0}) {
            stiff_spin<2>(kind, theta);
            stiff_spin<3>(kind, theta);
        }
}

TEST(Rotation, ASpinningBarStretchesByItsCentrifugalForce) {
    // u(L/2) = rho w^2 L^3 / (24 E)
    ElasticMaterial material;
    material.young = 1e6;
    material.density = 10.0;
    material.plane = PlaneKind::stress;
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        material.elasticity = kind;
        const auto model = finite_element_model<2>(divide_box(Vec<2>{{2.0, 0.05}}, {60, 1}), material);
        Motion<2> motion{place_body<2>(model, {}, {}, {Vec<2>{}, Vec<1>{{3.0}}})};
        motion.advance(0.01, 1.0, 300);
        const double w = mean_motion(motion.body).twist.w[0];
        const double u = 10.0 * w * w * 8.0 / (24.0 * 1e6);
        double longest = 0.0;
        for (const auto& x : motion.body.x)
            longest = std::max(longest, std::abs(norm(x - mean_motion(motion.body).centre)));
        EXPECT_NEAR(longest - norm(Vec<2>{{1.0, 0.025}}), u, 0.01 * u);
    }
}

template <int D>
void force_is_the_gradient(Elasticity kind) {
    for (const auto& model : both<D>(stone(kind))) {
        Spin<D> axis{};
        for (int i = 0; i < spin_dim<D>; ++i) axis[i] = 0.4 - 0.3 * i;
        auto body = place_body<D>(model, {}, rotation_by(axis));
        Random random(8);
        for (auto& x : body.x)
            for (int i = 0; i < D; ++i) x[i] += random.uniform(-0.03, 0.03);
        std::vector<Vec<D>> force(body.x.size()), more(body.x.size()), less(body.x.size());
        internal_force<D>(body, body.x, force);
        std::vector<Mat<D>> rows(model->column.size());
        tangent_stiffness<D>(body, body.x, rows);
        const double d = 1e-6, E = model->material.young;
        for (std::size_t a = 0; a < body.x.size(); ++a)
            for (int i = 0; i < D; ++i) {
                auto x = body.x;
                x[a][i] += d;
                const double up = strain_energy<D>(body, x);
                internal_force<D>(body, x, more);
                x[a][i] -= 2 * d;
                const double down = strain_energy<D>(body, x);
                internal_force<D>(body, x, less);
                EXPECT_NEAR(force[a][i], (up - down) / (2 * d), 1e-7 * E);
                if (kind == Elasticity::corotational) continue;  // keeps only R K R^T
                for (int k = model->row_start[a]; k < model->row_start[a + 1]; ++k) {
                    const auto b = static_cast<std::size_t>(model->column[static_cast<std::size_t>(k)]);
                    for (int j = 0; j < D; ++j)
                        EXPECT_NEAR(rows[static_cast<std::size_t>(k)][i][j],
                                    (more[b][j] - less[b][j]) / (2 * d), 1e-7 * E);
                }
            }
        Vec<D> sum{};
        for (const auto& f : force) sum += body.model->affine ? Vec<D>{} : f;
        EXPECT_LT(norm(sum), 1e-12 * E);
        if (kind != Elasticity::small) {
            EXPECT_LT(norm(moment_of<D>(body.x, force)), 1e-12 * E);
        }
    }
}

TEST(Rotation, ForcesAreTheGradientOfTheEnergyAndHaveNoMoment) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        force_is_the_gradient<2>(kind);
        force_is_the_gradient<3>(kind);
    }
}

/// Errors of a stretched body that spins and vibrates, against a run with a quarter of the smallest step.
template <int D>
std::array<double, 3> errors(Elasticity kind, double theta) {
    auto material = stone(kind);
    material.young = 30.0;
    const auto run = [&](int steps) {
        Mat<D> euler = Mat<D>::scaled_identity(0.1);
        euler[0][0] = 0.2;
        euler[0][1] = euler[1][0] = 0.03;
        Spin<D> w{};
        for (int i = 0; i < spin_dim<D>; ++i) w[i] = 1.0 + 0.5 * i;
        Motion<D> motion{
            place_body<D>(uniform_strain_model<D>({1.0, 1.0, euler}, material), {}, {}, {Vec<D>{}, w})};
        motion.body.x[1][0] += 0.03;
        motion.body.x[2][0] += 0.02;
        motion.advance(1.0 / steps, theta, steps);
        return motion.body.x;
    };
    const auto exact = run(12800);
    std::array<double, 3> error{};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto x = run(400 << k);
        for (std::size_t a = 0; a < x.size(); ++a) error[k] = std::max(error[k], norm(x[a] - exact[a]));
    }
    return error;
}

TEST(Rotation, OrderInTheStepIsOneForThetaOneAndTwoForThetaHalf) {
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        for (const double theta : {0.5, 1.0}) {
            const double order = theta == 0.5 ? 2.0 : 1.0;
            const auto plane = errors<2>(kind, theta), space = errors<3>(kind, theta);
            for (std::size_t k = 0; k < 2; ++k) {
                EXPECT_NEAR(std::log2(plane[k] / plane[k + 1]), order, 0.2) << theta << ' ' << int(kind);
                EXPECT_NEAR(std::log2(space[k] / space[k + 1]), order, 0.2) << theta << ' ' << int(kind);
            }
        }
    }
}

}  // namespace
}  // namespace drystone::rotation_test
