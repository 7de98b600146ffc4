#include <gtest/gtest.h>

#include "elastic/fields.h"
#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::units_test {
namespace {

struct Units {
    double mass = 1.0, length = 1.0, time = 1.0;
};

/// Places, velocities, stresses and W of a run with all input in other units, taken back to the old ones.
template <int D>
std::vector<double> answer(Elasticity kind, bool affine, Units u) {
    auto material = stone(kind);
    material.young *= u.mass / (u.length * u.time * u.time) * (D == 2 ? u.length : 1.0);
    material.density *= u.mass / (D == 2 ? u.length * u.length : u.length * u.length * u.length);
    material.mass_damping = 0.3 / u.time;
    material.stiffness_damping = 1e-3 * u.time;
    auto mesh = rough_block<D>(Cells::quads);
    for (auto& X : mesh.node) X = u.length * X;
    const double volume = D == 2 ? u.length * u.length : u.length * u.length * u.length;
    const auto model =
        affine ? uniform_strain_model<D>({1.7 * u.mass, 0.9 * volume,
                                          Mat<D>::scaled_identity(0.2 * u.mass * u.length * u.length)},
                                         material)
               : finite_element_model<D>(mesh, material);
    Spin<D> w{};
    for (int i = 0; i < spin_dim<D>; ++i) w[i] = (1.0 - 0.4 * i) / u.time;
    Motion<D> motion{place_body<D>(model, {}, {}, {Vec<D>{}, w})};
    add_gravity<D>(motion.body, (-9.81 * u.length / (u.time * u.time)) * Vec<D>::axis(1), motion.force);
    Random random(1);
    const double of_place = affine ? 1.0 : u.length;
    for (std::size_t a = 0; a < motion.body.x.size(); ++a)
        for (int i = 0; i < D; ++i)
            motion.body.v[a][i] += random.uniform(-0.1, 0.1) * (affine && a > 0 ? 1.0 : u.length) / u.time;
    motion.advance(0.01 * u.time, 0.6, 20);
    std::vector<double> digits;
    for (std::size_t a = 0; a < motion.body.x.size(); ++a)
        for (int i = 0; i < D; ++i) {
            const double scale = affine && a == 0 ? u.length : of_place;
            digits.push_back(motion.body.x[a][i] / scale);
            digits.push_back(motion.body.v[a][i] / scale * u.time);
        }
    std::vector<StressState<D>> points;
    stress_at_points(motion.body, points);
    for (const auto& state : points) digits.push_back(state.stress[0][1] / (material.young / stone().young));
    std::vector<MaterialPoint> rows = {
        affine ? uniform_strain_point<D>(u.length * Vec<D>::axis(0))
               : face_point(model->mesh.surface[2], face_weights(model->mesh.surface[2], 0.25, 0.5))};
    std::vector<Mat<D>> W(1);
    EXPECT_TRUE(prepare(motion.step, motion.body, 0.01 * u.time, 0.6, *motion.pool));
    compliance<D>(motion.step, motion.body, rows, W);
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) digits.push_back(W[0][i][j] * u.mass);
    return digits;
}

TEST(Units, OtherUnitsByPowersOfTwoLeaveTheDigits) {
    const Units other{32.0, 0.125, 8.0};
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk})
        for (const bool affine : {false, true}) {
            EXPECT_EQ(answer<2>(kind, affine, {}), answer<2>(kind, affine, other)) << int(kind) << affine;
            EXPECT_EQ(answer<3>(kind, affine, {}), answer<3>(kind, affine, other)) << int(kind) << affine;
        }
}

}  // namespace
}  // namespace drystone::units_test
