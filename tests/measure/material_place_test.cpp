// Points of deformable bodies: found where they were at time 0, and measured where they are.

#include "step/material_place.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "measure/probe.h"
#include "physics/deformable_stage.h"

namespace drystone::material_place_test {
namespace {

/// A box from 0 to (1, 1.5, 2) about `centre`; no divisions: uniform strain.
template <int D>
struct SoftBox {
    ElasticStage<D> stage{Coulomb{}, 1e6, 0.25};
    Vec<D> size{}, centre{};
    int body = 0;
    World<D> world;

    explicit SoftBox(const std::array<int, D>& divisions) : world(made(divisions)) {}

    World<D> made(const std::array<int, D>& divisions) {
        for (int k = 0; k < D; ++k) {
            size[k] = 1.0 + 0.5 * k;
            centre[k] = 2.0 - k;
        }
        body = stage.box_of(size, divisions, centre, {}, {});
        return stage.build();
    }
};

template <int D>
void points_are_where_they_were(const std::array<int, D>& divisions) {
    const SoftBox<D> box(divisions);
    const std::vector<Vec<D>> q = placed_dofs(box.world, box.body);
    Random random(11);
    for (int k = 0; k < 200; ++k) {
        Vec<D> place = box.centre;
        bool inside = true;
        for (int c = 0; c < D; ++c) {
            const double share = random.uniform(-0.75, 0.75);
            inside = inside && std::abs(share) < 0.5;
            place[c] += share * box.size[c];
        }
        const MaterialPlace found = material_place(box.world, box.body, place);
        ASSERT_EQ(found.element >= 0, inside) << k;
        ASSERT_EQ(is_inside(box.world.description.bodies[static_cast<std::size_t>(box.body)], place), inside)
            << k;
        if (!inside) continue;
        EXPECT_LT(norm(at_point<D>(found.point, q) - place), 1e-12);
    }
}

TEST(MaterialPlace, IsFoundInsideAndNowhereElse) {
    points_are_where_they_were<2>({3, 2});
    points_are_where_they_were<3>({2, 3, 2});
    points_are_where_they_were<2>({0, 0});
    points_are_where_they_were<3>({0, 0, 0});
}

/// x -> centre + F (x - centre), velocities likewise by L.
template <int D>
void deform(SoftBox<D>& box, const Mat<D>& F, const Mat<D>& L) {
    ElasticBody<D>& state = box.world.elastic.front();
    for (std::size_t a = 0; a < state.x.size(); ++a) {
        const double unity = state.model->unity[a];
        const Vec<D> arm = state.x[a] - unity * box.centre;
        state.x[a] = unity * box.centre + F * arm;
        state.v[a] = L * arm;
    }
}

template <int D>
Mat<D> some_matrix(double diagonal, double size, std::uint64_t seed) {
    Random random(seed);
    Mat<D> m = Mat<D>::scaled_identity(diagonal);
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) m[i][j] += size * random.uniform(-1.0, 1.0);
    return m;
}

template <int D>
Vec<D> probed(const SoftBox<D>& box, const Vec<D>& at, const char* quantity) {
    Probe probe{"", box.body, {quantity}, 0.0};
    probe.at.assign(at.c.begin(), at.c.end());
    std::vector<double> values;
    measure(box.world, probe, 1.0, values);
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = values[static_cast<std::size_t>(k)];
    return v;
}

template <int D>
void follows_affine_motion(const std::array<int, D>& divisions) {
    SoftBox<D> box(divisions);
    const Mat<D> F = some_matrix<D>(1.0, 0.1, 5), L = some_matrix<D>(0.0, 1.0, 6);
    deform(box, F, L);
    Vec<D> arm;
    for (int k = 0; k < D; ++k) arm[k] = 0.3 * (k % 2 == 0 ? 1.0 : -1.0) * box.size[k];
    const Vec<D> at = box.centre + arm;
    EXPECT_LT(norm(probed(box, at, "position") - (box.centre + F * arm)), 1e-12);
    EXPECT_LT(norm(probed(box, at, "displacement") - (F * arm - arm)), 1e-12);
    EXPECT_LT(norm(probed(box, at, "velocity") - L * arm), 1e-12);
}

TEST(MaterialPlace, FollowsAnAffineMotionExactly) {
    follows_affine_motion<2>({3, 2});
    follows_affine_motion<3>({2, 3, 2});
    follows_affine_motion<2>({0, 0});
    follows_affine_motion<3>({0, 0, 0});
}

}  // namespace
}  // namespace drystone::material_place_test
