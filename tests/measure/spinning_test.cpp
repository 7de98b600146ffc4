// Angular momentum of bodies that have another shape than they began with.

#include <gtest/gtest.h>

#include "measure/probe.h"
#include "physics/deformable_stage.h"

namespace drystone::spinning_test {
namespace {

template <int D>
Spin<D> probed(const World<D>& world, int body) {
    std::vector<double> values;
    measure(world, Probe{"", body, {"angular_momentum"}, 0.0}, 1e-3, values);
    Spin<D> L;
    for (int k = 0; k < spin_dim<D>; ++k) L[k] = values[static_cast<std::size_t>(k)];
    return L;
}

/// A soft box that spins so fast that it stretches, and moves along.
template <int D>
void spin(const std::array<int, D>& divisions, Elasticity elasticity) {
    ElasticStage<D> stage(Coulomb{}, 1e6, 0.25);
    stage.settings.step = 1e-3;
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = 1.0 + 0.5 * k;
    Deformable<D> how;
    how.elasticity = elasticity;
    const Vec<D> start = 3.0 * Vec<D>::axis(0) + 2.0 * Vec<D>::axis(1);
    const int box = stage.box_of(size, divisions, start, 0.5 * Vec<D>::axis(1), how);
    const Spin<D> w = 5.0 * Spin<D>::axis(spin_dim<D> - 1);
    stage.description.bodies.edit(box).angular_velocity = w;
    World<D> world = stage.build();
    const Spin<D> L = probed(world, box), all = probed(world, -1);
    double furthest = 0.0;
    for (int k = 0; k < 200; ++k) {
        run(world, stage.settings);
        ASSERT_LT(norm(probed(world, box) - L), 1e-11 * norm(L));
        ASSERT_LT(norm(probed(world, -1) - all), 1e-11 * norm(all));
        furthest = std::max(furthest, std::abs(norm(world.bodies.velocity[0].w) / norm(w) - 1.0));
    }
    EXPECT_GT(furthest, 1e-3);  // it has become longer and slower
}

TEST(AngularMomentum, IsThatOfTheDeformedShape) {
    for (const Elasticity kind : {Elasticity::corotational, Elasticity::svk}) {
        spin<2>({0, 0}, kind);
        spin<2>({3, 3}, kind);
        spin<3>({0, 0, 0}, kind);
        spin<3>({2, 2, 2}, kind);
    }
}

}  // namespace
}  // namespace drystone::spinning_test
