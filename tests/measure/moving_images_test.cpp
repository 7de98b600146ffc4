// A cell that deforms carries images apart: bodies may be called by any of them, each with the velocity that it has there, and every quantity of a region and of
// the cell is the same.

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "measure/probe.h"
#include "measure/probe_region.h"
#include "measure/seams.h"
#include "physics/cell_stage.h"

namespace drystone::moving_images_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

template <int D>
Vec<D> all(double value) {
    Vec<D> out;
    for (double& one : out.c) one = value;
    return out;
}

template <int D>
std::vector<double> of(const World<D>& world, const Probe& probe, double h) {
    std::vector<double> values;
    measure(world, probe, h, values);
    return values;
}

template <int D>
Probe in_region(const Region<D>& shape, const std::string& quantity) {
    Probe probe{"", -1, {quantity}};
    probe.region = std::make_shared<const ProbeRegion>(ProbeRegion{shape, -1});
    return probe;
}

struct Way {
    const char* name;
    const char* component;
    double rate;
};

template <int D>
World<D> flowing(const Way& way, double& h) {
    CellStage<D> stage(Coulomb{.friction = 0.4, .rolling_friction = 0.005}, all<D>(1.0));
    stage.crowd(D == 2 ? 6 : 4, 0.99, 0.5);
    if (way.rate != 0.0) stage.control(way.component, Control<D>::rate, way.rate);
    h = stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-6, .max_iterations = 1000};
    World<D> world = stage.build();
    run(world, stage.settings, 40);
    return world;
}

/// The same world, its bodies called by images that are up to two cells away.
template <int D>
World<D> called_otherwise(const World<D>& world) {
    World<D> other = world;
    const Mat<D> L = velocity_gradient(world);
    for (std::size_t i = 0; i < other.bodies.position.size(); ++i) {
        std::array<int, D> k{};
        for (std::size_t j = 0; j < D; ++j) k[j] = static_cast<int>((7 * i + 3 * j) % 5) - 2;
        other.bodies.position[i] = world.parts.space.seen(world.bodies.position[i], k);
        other.bodies.velocity[i].v += L * world.parts.space.shift(k);
    }
    return other;
}

template <int D>
std::vector<Region<D>> regions() {
    BoxRegion<D> slab{all<D>(0.1), all<D>(0.9)};
    slab.max[0] = 0.4;
    std::vector<Region<D>> out = {slab, BallRegion<D>{all<D>(0.95), 0.3}, BoxRegion<D>{all<D>(-0.3), all<D>(0.3)}, BallRegion<D>{all<D>(0.5), 1e-6}};
    if constexpr (D == 3) out.push_back(CylinderRegion{all<3>(0.5), Vec<3>::axis(2), 0.3, 0.5});
    return out;
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b, const std::string& what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    double size = 1e-6;
    for (const double x : a) size = std::max(size, std::isnan(x) ? 0.0 : std::abs(x));
    for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(std::isnan(a[k]), std::isnan(b[k])) << what;
        if (!std::isnan(a[k])) { EXPECT_NEAR(a[k], b[k], 1e-8 * size) << what << " " << k; }
    }
}

class MovingImages : public testing::TestWithParam<Way> {};

template <int D>
void names_do_not_matter(const Way& way) {
    double h = 0.0;
    const World<D> world = flowing<D>(way, h), other = called_otherwise(world);
    int held = 0;
    for (const Region<D>& region : regions<D>()) {
        for (const std::string& quantity : quantity_names(Subject::region, D))
            expect_same(of(world, in_region<D>(region, quantity), h), of(other, in_region<D>(region, quantity), h), quantity);
        held += of(world, in_region<D>(region, "count"), h)[0] > 1.0;
    }
    EXPECT_GE(held, 3);
    for (const char* quantity : {"cell.stress", "cell.strong_stress", "cell.weak_stress", "cell.couple_stress", "cell.solid_fraction", "cell.inertial_number", "cell.size",
                                 "cell.strain", "fabric", "granular_temperature", "coordination", "anisotropy", "deviator_ratio", "mobilisation"})
        expect_same(of(world, Probe{"", -1, {quantity}}, h), of(other, Probe{"", -1, {quantity}}, h), quantity);
}
TEST_P(MovingImages, AreOtherNamesForTheSameInThePlane) { names_do_not_matter<2>(GetParam()); }
TEST_P(MovingImages, AreOtherNamesForTheSameInSpace) { names_do_not_matter<3>(GetParam()); }

// Sums over the bodies whose centre has an image within, one by one.
template <int D>
void sums_are_those_of_images(const Way& way) {
    double h = 0.0;
    const World<D> world = called_otherwise(flowing<D>(way, h));
    const Mat<D> L = velocity_gradient(world);
    BoxRegion<D> box{all<D>(0.15), all<D>(0.85)};
    double count = 0.0, mass = 0.0, energy = 0.0;
    Vec<D> momentum{}, centre{}, velocity{};
    for (std::size_t i = 0; i < world.bodies.position.size(); ++i) {
        const Vec<D> x = world.bodies.position[i];
        int code = 0, cells = 1;
        for (int j = 0; j < D; ++j) cells *= 9;
        for (; code < cells; ++code) {
            std::array<int, D> k{};
            for (int j = 0, rest = code; j < D; ++j, rest /= 9) k[static_cast<std::size_t>(j)] = rest % 9 - 4;
            const Vec<D> image = world.parts.space.seen(x, k);
            bool within = true;
            for (int j = 0; j < D; ++j) within = within && image[j] >= box.min[j] && image[j] < box.max[j];
            if (!within) continue;
            const Vec<D> v = world.bodies.velocity[i].v + L * (image - x);
            const double m = world.matter.mass[i], I = world.matter.inertia[i][0], w = norm(world.bodies.velocity[i].w);
            count += 1.0;
            mass += m;
            momentum += m * v;
            centre += m * image;
            velocity += v;
            energy += 0.5 * m * dot(v, v) + 0.5 * I * w * w;
        }
    }
    ASSERT_GT(count, 5.0);
    const auto expect = [&](const char* quantity, const Vec<D>& expected) {
        const std::vector<double> found = of(world, in_region<D>(box, quantity), h);
        for (int j = 0; j < D; ++j) EXPECT_NEAR(found[static_cast<std::size_t>(j)], expected[j], 1e-9 * (1.0 + norm(expected))) << quantity;
    };
    EXPECT_EQ(of(world, in_region<D>(box, "count"), h)[0], count);
    EXPECT_NEAR(of(world, in_region<D>(box, "mass"), h)[0], mass, 1e-9 * mass);
    EXPECT_NEAR(of(world, in_region<D>(box, "kinetic_energy"), h)[0], energy, 1e-9 * energy);
    expect("momentum", momentum);
    expect("centre_of_mass", (1.0 / mass) * centre);
    expect("velocity", (1.0 / count) * velocity);
}
TEST_P(MovingImages, HaveTheVelocitiesOfTheirPlacesInThePlane) { sums_are_those_of_images<2>(GetParam()); }
TEST_P(MovingImages, HaveTheVelocitiesOfTheirPlacesInSpace) { sums_are_those_of_images<3>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Cells, MovingImages, testing::Values(Way{"still", "xx", 0.0}, Way{"stretched", "xx", 1.0}, Way{"squeezed", "yy", -0.5}, Way{"sheared", "xy", 3.0}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace drystone::moving_images_test
