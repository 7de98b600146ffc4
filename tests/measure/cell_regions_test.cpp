// Regions and cuts in cells that repeat: tiles add up to the cell, images are other names for the same, forces across any plane of a cell at rest
// are its stress, and mass that goes round passes every time. Bodies of any shape have the whole of their volume in the whole of the cell.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "geometry/mass.h"
#include "measure/probe.h"
#include "measure/probe_region.h"
#include "measure/seams.h"
#include "elastic/divide.h"
#include "physics/cell_stage.h"

namespace drystone::cell_regions_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

template <int D>
Vec<D> same(double value) {
    Vec<D> out;
    for (double& one : out.c) one = value;
    return out;
}

template <int D>
std::vector<double> in_region(const World<D>& world, const Region<D>& shape, const char* quantity, double h, int with = -1) {
    Probe probe{"", -1, {quantity}};
    probe.region = std::make_shared<const ProbeRegion>(ProbeRegion{shape, with});
    std::vector<double> values;
    measure(world, probe, h, values);
    return values;
}

template <int D>
std::vector<double> across(const World<D>& world, const Vec<D>& point, int axis, const char* quantity, double h,
                           const std::vector<int>& layers = {}) {
    Probe probe{"", -1, {quantity}};
    ProbeCut cut;
    for (int i = 0; i < D; ++i) {
        cut.point.push_back(point[i]);
        cut.normal.push_back(i == axis ? 1.0 : 0.0);
    }
    probe.cut = std::make_shared<const ProbeCut>(cut);
    std::vector<double> values;
    measure(world, probe, ProbeMemory<D>{{}, layers}, h, values);
    return values;
}

/// Pressed together, and still moving; sheared as well, if asked.
template <int D>
World<D> pressed(double friction, bool sheared, double& h) {
    CellStage<D> stage(Coulomb{.friction = friction}, same<D>(1.0));
    stage.crowd(D == 2 ? 6 : 4, 0.98, 0.1);
    stage.pressed(1000.0);
    if (sheared) stage.control("xy", Control<D>::stress, -100.0);
    stage.cell().damping = 20.0;
    h = stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-5, .max_iterations = 500};
    World<D> world = stage.build();
    run(world, stage.settings, 60);
    EXPECT_GT(world.contacts.size(), 40);
    return world;
}

/// Boxes that tile a cell, across its border: n along each axis. The lattice of an upper triangular cell is tiled by its upright box as well.
template <int D>
std::vector<Region<D>> tiles(const World<D>& world, int n, const Vec<D>& corner) {
    std::vector<Region<D>> out;
    const Mat<D>& A = world.cell.edges;
    int count = 1;
    for (int j = 0; j < D; ++j) count *= n;
    for (int k = 0; k < count; ++k) {
        BoxRegion<D> box;
        int rest = k;
        for (int j = 0; j < D; ++j, rest /= n) {
            box.min[j] = corner[j] + A[j][j] / n * (rest % n);
            box.max[j] = corner[j] + A[j][j] / n * (rest % n + 1);
        }
        out.push_back(box);
    }
    return out;
}

template <int D>
std::vector<double> summed(const World<D>& world, const std::vector<Region<D>>& regions, const char* quantity, double h) {
    std::vector<double> sum;
    for (const Region<D>& region : regions) {
        const std::vector<double> one = in_region(world, region, quantity, h);
        sum.resize(one.size(), 0.0);
        for (std::size_t k = 0; k < one.size(); ++k) sum[k] += one[k];
    }
    return sum;
}

template <int D>
void tiles_add_up(bool sheared) {
    double h = 0.0;
    const World<D> world = pressed<D>(0.3, sheared, h);
    const double bodies = static_cast<double>(world.bodies.position.size());
    for (const double corner : {0.0, 0.37, -5.21}) {
        for (const int n : {1, 3}) {
            const std::vector<Region<D>> all = tiles(world, n, same<D>(corner));
            EXPECT_EQ(summed(world, all, "count", h)[0], bodies) << corner << ' ' << n;
            const std::vector<double> stress = summed(world, all, "stress", h);
            const Mat<D> cell = contact_stress(world, h);
            for (std::size_t k = 0; k < stress.size(); ++k) {
                const auto [i, j, name] = cell_components<D>[k];
                EXPECT_NEAR(stress[k] / static_cast<double>(all.size()), 0.5 * (cell[i][j] + cell[j][i]), 1e-9 * 1000.0) << corner << ' ' << n << ' ' << name;
            }
            std::vector<double> solid;
            measure(world, Probe{"", -1, {"cell.solid_fraction"}}, h, solid);
            EXPECT_NEAR(summed(world, all, "solid_fraction", h)[0] / static_cast<double>(all.size()), solid[0], 1e-10);
        }
    }
}

TEST(CellRegions, TilesAddUpToTheCell) {
    for (const bool sheared : {false, true}) {
        tiles_add_up<2>(sheared);
        tiles_add_up<3>(sheared);
    }
}

/// Other images of bodies, and of the region: the same numbers.
template <int D>
void images_are_names() {
    double h = 0.0;
    const World<D> world = pressed<D>(0.3, true, h);
    World<D> other = world;
    for (std::size_t i = 0; i < other.bodies.position.size(); ++i) {
        std::array<int, D> k{};
        k[0] = static_cast<int>(i % 3) - 1;
        k[1] = static_cast<int>(i % 2);
        other.bodies.position[i] = world.parts.space.seen(world.bodies.position[i], k);
    }
    std::vector<Region<D>> regions = {BallRegion<D>{same<D>(0.9), 0.3}, BoxRegion<D>{same<D>(-0.2), same<D>(0.35)}};
    if constexpr (D == 3) regions.push_back(CylinderRegion{same<3>(0.95), Vec<3>::axis(1), 0.3, 0.5});
    for (const Region<D>& region : regions) {
        for (const char* quantity : {"count", "mass", "contacts", "solid_fraction", "stress", "centre_of_mass", "coordination"}) {
            const std::vector<double> here = in_region(world, region, quantity, h), there = in_region(other, region, quantity, h);
            for (std::size_t k = 0; k < here.size(); ++k) EXPECT_NEAR(here[k], there[k], 1e-9 * (1.0 + std::abs(here[k]))) << quantity;
        }
        EXPECT_GT(in_region(world, region, "count", h)[0], 1.0);
    }
    const auto moved = [&](BoxRegion<D> box, const Vec<D>& by) { return Region<D>(BoxRegion<D>{box.min + by, box.max + by}); };
    const BoxRegion<D> box{same<D>(0.1), same<D>(0.6)};
    std::array<int, D> k{};
    k[1] = 2;
    EXPECT_EQ(in_region(world, moved(box, {}), "count", h), in_region(world, moved(box, world.parts.space.shift(k)), "count", h));
    // A box as wide as the cell is all of it, one that is wider would have bodies twice.
    EXPECT_TRUE(std::isnan(in_region(world, Region<D>(BoxRegion<D>{same<D>(-1.0), same<D>(1.0)}), "stress", h)[0]));
}

TEST(CellRegions, ImagesAreOtherNamesForTheSame) {
    images_are_names<2>();
    images_are_names<3>();
}

/// The mean over planes of the force across them is the stress of the contacts times the area of a face (at rest that of every plane is).
template <int D>
void planes_bear_the_stress(double friction) {
    double h = 0.0;
    const World<D> world = pressed<D>(friction, false, h);
    const Mat<D> cell = contact_stress(world, h);
    constexpr int planes = 2000;
    for (int axis = 0; axis < D; ++axis) {
        const double edge = world.cell.edges[axis][axis], area = world.parts.space.volume() / edge;
        std::vector<double> mean(D, 0.0);
        for (int k = 0; k < planes; ++k) {
            const std::vector<double> force = across(world, same<D>(-3.3 + edge * k / planes), axis, "force", h);
            for (std::size_t i = 0; i < D; ++i) mean[i] += force[i] / (area * planes);
        }
        for (int i = 0; i < D; ++i) EXPECT_NEAR(mean[static_cast<std::size_t>(i)], -cell[i][axis], 0.01 * 1000.0) << axis << ' ' << i;
        EXPECT_GT(cell[axis][axis], 200.0);
        // one plane and its image are one
        EXPECT_NEAR(across(world, same<D>(0.21), axis, "force", h)[0], across(world, same<D>(0.21 - 3.0 * edge), axis, "force", h)[0], 1e-9 * 1000.0);
    }
}

TEST(CellCuts, PlanesBearTheStress) {
    for (const double friction : {0.0, 0.4}) {
        planes_bear_the_stress<2>(friction);
        planes_bear_the_stress<3>(friction);
    }
}

/// Grains that go round and round pass a plane once a turn; its images pass with the cell where that deforms.
template <int D>
void passes(bool deforms) {
    CellStage<D> stage(Coulomb{}, same<D>(1.0));
    Vec<D> v = 0.05 * Vec<D>::axis(0);
    v[1] = 3.0;
    for (int k = 0; k < 3; ++k) stage.ball(1.0 + k, 0.02, (0.2 + 0.3 * k) * Vec<D>::axis(0) + (0.1 + 0.2 * k) * Vec<D>::axis(1), v);
    if (deforms) stage.control("xx", Control<D>::rate, 0.1);
    World<D> world = stage.build();
    ThreadPool pool(1);
    Probe probe{"", -1, {"flux"}};
    ProbeCut cut;
    for (int i = 0; i < D; ++i) {
        cut.point.push_back(0.95);
        cut.normal.push_back(i == 1 ? 1.0 : 0.0);
    }
    probe.cut = std::make_shared<const ProbeCut>(cut);
    double passed = 0.0;
    for (int step = 0; step < 1000; ++step) {  // 3 m: y = 0.1, 0.3, 0.5 begin; each passes 0.95 + n three times
        const std::vector<int> before = layers_of(world, probe);
        run(world, stage.settings);
        std::vector<double> flux;
        measure(world, probe, ProbeMemory<D>{{}, before}, stage.settings.step, flux);
        passed += flux[0] * stage.settings.step;
    }
    EXPECT_NEAR(passed, 3.0 * (1.0 + 2.0 + 3.0), 1e-9);
}

TEST(CellCuts, WhatGoesRoundPassesEveryTime) {
    for (const bool deforms : {false, true}) {
        passes<2>(deforms);
        passes<3>(deforms);
    }
}

/// Clumps whose balls overlap: two halves of a box have all of their volume, and a box about them too.
template <int D>
void volumes_are_whole() {
    Stage<D> stage(Law(Coulomb{}));
    stage.description.materials = {{"stuff", 1000.0}};
    const Geometry<D> clump = {{Ball<D>{0.1}, {}, {}}, {Ball<D>{0.08}, 0.09 * Vec<D>::axis(0), {}}};
    BodyDescription<D> body;
    body.geometry = clump;
    body.position = same<D>(0.5);
    stage.add(body);
    const World<D> world = stage.build();
    const double volume = mass_properties(clump, 1.0).mass;
    const Region<D> about = BoxRegion<D>{same<D>(0.0), same<D>(1.0)};
    EXPECT_NEAR(in_region(world, about, "solid_fraction", 1e-3)[0], volume, 1e-12);
    BoxRegion<D> left{same<D>(0.0), same<D>(1.0)}, right = left;
    left.max[0] = right.min[0] = 0.52;
    const double a = 0.52 * in_region(world, Region<D>(left), "solid_fraction", 1e-3)[0],
                 b = 0.48 * in_region(world, Region<D>(right), "solid_fraction", 1e-3)[0];
    EXPECT_NEAR(a + b, volume, 1e-12);
    EXPECT_GT(a, 0.2 * volume);
    EXPECT_GT(b, 0.2 * volume);
}

TEST(RegionVolumes, OverlappingBallsCountOnce) {
    volumes_are_whole<2>();
    volumes_are_whole<3>();
}

/// A body without a part is as large as its mass.
TEST(RegionVolumes, BodiesWithoutPartsAreMeasured) {
    Stage<2> stage(Law(Coulomb{}));
    stage.ball(1.0, 0.1, {{0.5, 0.5}});
    BodyDescription<2> bare;
    bare.mass = 10.0;
    bare.position = {{0.2, 0.2}};
    stage.add(bare);
    World<2> world = stage.build();
    run(world, stage.settings);
    EXPECT_EQ(in_region<2>(world, BoxRegion<2>{{{0.0, 0.0}}, {{1.0, 1.0}}}, "count", 1e-3)[0], 2.0);
    EXPECT_EQ(in_region<2>(world, BoxRegion<2>{{{0.0, 0.0}}, {{1.0, 1.0}}}, "coordination", 1e-3)[0], 0.0);
}

/// A soft block squeezed between its own images, until it fills its cell: as much smaller as the cell has become.
template <int D>
void filled(int divisions) {
    CellStage<D> stage(Coulomb{}, same<D>(0.2));
    Material& material = stage.description.materials[0];
    material.young = 1e5;
    material.density = 1000.0;
    material.stiffness_damping = 1e-2;
    stage.pressed(4e3);
    stage.cell().damping = 100.0;
    BodyDescription<D> body;
    const Vec<D> size = same<D>(0.1999);
    body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
    body.deformable.emplace();
    std::array<int, D> parts{};
    parts.fill(divisions);
    if (divisions > 0) body.deformable->mesh = std::make_shared<const Mesh<D>>(divide_box(size, parts));
    stage.add(body);
    World<D> world = stage.build();
    const auto fraction = [&] {
        std::vector<double> values;
        measure(world, Probe{"", -1, {"cell.solid_fraction"}}, stage.settings.step, values);
        return values[0];
    };
    EXPECT_NEAR(fraction(), std::pow(0.1999 / 0.2, D), 1e-12);
    run(world, stage.settings, 300);
    EXPECT_LT(world.cell.edges[0][0], 0.195);
    EXPECT_NEAR(fraction(), 1.0, 2e-3) << divisions;
}

TEST(CellRegions, ASqueezedBlockHasTheVolumeItHasNow) {
    filled<2>(0);
    filled<2>(3);
    filled<3>(0);
    filled<3>(2);
}

}  // namespace
}  // namespace drystone::cell_regions_test
