// Masonry at rest keeps its contact points: which features of two stones meet is decided by margins far above
// rounding and above what a solver leaves undone (narrowphase/flatness.h), so that impulses find their contacts
// again in every step.

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/block_stage.h"
#include "scene/scene.h"
#include "scene/scene_text.h"

namespace drystone::resting_points_test {
namespace {

template <int D>
struct Resting {
    WorldDescription<D> description;
    StepSettings settings;
};

/// What a generator of masonry stands for, with friction that holds it.
template <int D>
Resting<D> masonry(const std::string& generator) {
    const std::string text = "[scene]\ndimension = " + std::to_string(D) +
                             "\n[time]\nstep = 1e-3\nduration = 1\n[solver]\ntolerance = 1e-6\n"
                             "[materials.m]\ndensity = 2000.0\n[[interactions]]\nbetween = [\"m\", \"m\"]\n"
                             "friction = 0.8\n[[generate]]\nmaterial = \"m\"\n" +
                             generator;
    Scene scene = read_scene(Folder().write("scene.toml", text), {});
    Resting<D> resting{std::get<WorldDescription<D>>(scene.world), scene.settings};
    resting.description.gravity = -9.81 * Vec<D>::axis(D - 1);
    return resting;
}

Rotation<2> odd_turn(Vec<2>) { return rotation_by(Vec<1>{{0.7297}}); }
Rotation<3> odd_turn(Vec<3>) { return rotation_by(Vec<3>{{0.4671, -0.8123, 1.1309}}); }

/// Everything, gravity included, by an angle that leaves no number round.
template <int D>
Resting<D> turned(Resting<D> resting) {
    const Rotation<D> by = odd_turn(Vec<D>{});
    resting.description.gravity = rotate(by, resting.description.gravity);
    for (BodyDescription<D>& body : resting.description.bodies.edit_all()) {
        body.position = rotate(by, body.position);
        body.orientation = by * body.orientation;
    }
    return resting;
}

/// Every body elsewhere by up to `distance`.
template <int D>
Resting<D> disturbed(Resting<D> resting, double distance) {
    Random random(7);
    for (BodyDescription<D>& body : resting.description.bodies.edit_all())
        for (int k = 0; k < D; ++k) body.position[k] += random.uniform(-distance, distance);
    return resting;
}

using Name = std::tuple<int, int, std::uint32_t, int>;

template <int D>
std::vector<Name> names(const World<D>& world) {
    std::vector<Name> list;
    for (const ContactPoint<D>& c : world.contacts.point) list.emplace_back(c.a, c.b, c.feature, c.layer);
    return list;
}

template <int D>
std::vector<Name> names_at_first(const Resting<D>& resting) {
    World<D> world = make_world(resting.description);
    run(world, resting.settings);
    return names(world);
}

/// The same list at every step, normals that do not turn, and warm starts that are worth it.
template <int D>
void expect_the_same_points(const Resting<D>& resting, int steps) {
    World<D> world = make_world(resting.description);
    ASSERT_TRUE(run(world, resting.settings).solve.converged);
    const std::vector<Name> first = names(world);
    const std::vector<ContactPoint<D>> places = world.contacts.point.all();
    long iterations = 0;
    for (int k = 1; k < steps; ++k) {
        const StepReport report = run(world, resting.settings);
        iterations += report.solve.iterations;
        ASSERT_TRUE(report.solve.converged) << "step " << k;
        ASSERT_EQ(names(world), first) << "step " << k;
    }
    for (std::size_t i = 0; i < places.size(); ++i)
        ASSERT_GT(dot(places[i].normal, world.contacts.point[i].normal), 1.0 - 1e-9) << i;
    EXPECT_LT(iterations, 10L * steps);
}

template <int D>
void keeps_its_points(Resting<D> resting, int steps) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        resting.settings.integrator = integrator;
        for (const Resting<D>& one : {resting, turned(resting)}) {
            expect_the_same_points(one, steps);
            if (testing::Test::HasFatalFailure()) return;
            EXPECT_EQ(names_at_first(disturbed(one, 1e-13)), names_at_first(one));
            EXPECT_EQ(names_at_first(disturbed(one, 1e-9)), names_at_first(one));
        }
    }
}

const std::string flat_wall = "type = \"wall\"\nlength = 1.6\nheight = 0.8\nblock = [0.4, 0.2]\nbase = 0.2\n";
const std::string wall = flat_wall + "thickness = 0.3\n";
const std::string arch = "type = \"arch\"\nradius = 1.0\nthickness = 0.2\nvoussoirs = 11\n";
const std::string bridge =
    "type = \"bridge\"\nspans = 1\nspan = 4.0\nthickness = 0.5\nvoussoirs = 7\nspringing = 1.0\n"
    "pier_width = 1.0\npier_courses = 2\nabutment = 1.0\nfoundation = 0.5\ncover = 0.5\nblock = [1.0, 0.5]\n";

TEST(RestingPoints, APlaneWallKeepsThem) { keeps_its_points(masonry<2>(flat_wall), 1000); }
TEST(RestingPoints, AWallKeepsThem) { keeps_its_points(masonry<3>(wall), 1000); }
TEST(RestingPoints, AnEnglishWallKeepsThem) {
    keeps_its_points(masonry<3>(wall + "bond = \"english\"\n"), 1000);
}
TEST(RestingPoints, APlaneWallOfStraightJointsKeepsThem) {
    keeps_its_points(masonry<2>(flat_wall + "bond = \"stack\"\n"), 1000);
}
TEST(RestingPoints, AWallOfStraightJointsKeepsThem) {
    keeps_its_points(masonry<3>(wall + "bond = \"stack\"\n"), 1000);
}
TEST(RestingPoints, APlaneArchKeepsThem) { keeps_its_points(masonry<2>(arch), 1000); }
TEST(RestingPoints, AnArchKeepsThem) { keeps_its_points(masonry<3>(arch + "depth = 0.5\n"), 1000); }
TEST(RestingPoints, APlaneBridgeKeepsThem) { keeps_its_points(masonry<2>(bridge), 1000); }
TEST(RestingPoints, ABridgeKeepsThem) {
    keeps_its_points(masonry<3>(bridge + "width = 2.0\nspandrel_thickness = 0.5\n"), 300);
}
TEST(RestingPoints, ADomeKeepsThem) {
    keeps_its_points(masonry<3>("type = \"dome\"\nradius = 1.0\nthickness = 0.2\ncourses = 5\nstones = 8\n"
                                "oculus_deg = 10.0\nkeystone = true\n"),
                     300);
}

/// The same shape in a frame that is turned: a polygon or polyhedron given by its corners.
Convex<2> hewn(const Convex<2>& square, const Rotation<2>& by) {
    std::vector<Vec<2>> corners;
    for (const Vec<2>& v : square.vertex) corners.push_back(rotate(by, v));
    return *make_convex(corners).convex;
}
Convex<3> hewn(const Convex<3>& cube, const Rotation<3>& by) {
    std::vector<Vec<3>> corners;
    for (const Vec<3>& v : cube.vertex) corners.push_back(rotate(by, v));
    std::vector<std::vector<int>> faces;
    for (int f = 0; f < cube.faces(); ++f) {
        const auto start = cube.face_vertex.begin() + cube.face_start[f];
        faces.emplace_back(start, start + cube.corners(f));
    }
    return *make_convex(corners, faces).convex;
}

/// Three cubes a side, flush: at every inner corner four or eight of them meet.
template <int D>
Resting<D> cubes(bool as_boxes) {
    const double side = 0.3;
    BlockStage<D> stage({.friction = 0.6});
    stage.falling().settings.solver.tolerance = 1e-6;
    stage.fixed_block(BlockStage<D>::size(3.0 * side, side), -0.5 * side * BlockStage<D>::up());
    const Rotation<D> by = odd_turn(Vec<D>{});
    const Convex<D> cube = box<D>(BlockStage<D>::size(side, side));
    for (int i = 0; i < (D == 2 ? 9 : 27); ++i) {
        Vec<D> place = 1.5 * side * BlockStage<D>::up();
        for (int k = 0, rest = i; k < D; ++k, rest /= 3) place[k] += (rest % 3 - 1.0) * side;
        as_boxes ? stage.shape(1.0, cube, place) : stage.shape(1.0, hewn(cube, by), place, inverse(by));
    }
    return {stage.description, stage.settings};
}

TEST(RestingPoints, FlushSquaresKeepThem) { keeps_its_points(cubes<2>(true), 1000); }
TEST(RestingPoints, FlushCubesKeepThem) { keeps_its_points(cubes<3>(true), 1000); }
TEST(RestingPoints, HewnSquaresKeepThem) { keeps_its_points(cubes<2>(false), 1000); }
TEST(RestingPoints, HewnCubesKeepThem) { keeps_its_points(cubes<3>(false), 1000); }

}  // namespace
}  // namespace drystone::resting_points_test
