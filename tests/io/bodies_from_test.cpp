// bodies.csv, as a run writes it, is what bodies_from reads: every shape, in 2D and 3D, at rest and in motion.

#include <cmath>

#include <gtest/gtest.h>

#include "geometry/mass.h"
#include "io/state_writer.h"
#include "measure/probe.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::bodies_from_test {
namespace {

template <int D>
std::vector<std::string> shapes() {
    if (D == 2)
        return {
            R"({ type = "disk", radius = 0.3 })",
            R"({ type = "box", size = [0.4, 0.7] })",
            R"({ type = "polygon", vertices = [[0.1, 0], [0.9, 0.2], [0.5, 0.8]] })",
            R"({ type = "box", size = [0.4, 0.7], rounding = 0.05 })",
            R"({ type = "capsule", radius = 0.1, height = 0.3 })",
            R"({ type = "ellipse", half_axes = [0.3, 0.1] })",
            R"({ type = "superellipse", half_axes = [0.3, 0.1], exponent = 4 })",
            R"({ type = "compound", parts = [{ type = "disk", radius = 0.2, position = [0.3, 0.1] }, { type = "box", size = [0.2, 0.3], position = [-0.4, 0.1], orientation = { angle_deg = 33 } }] })"};
    return {
        R"({ type = "sphere", radius = 0.3 })",
        R"({ type = "box", size = [0.4, 0.7, 0.3] })",
        R"({ type = "polyhedron", vertices = [[0, 0, 0], [0.9, 0.2, 0], [0.5, 0.8, 0.1], [0.3, 0.3, 0.7]] })",
        R"({ type = "box", size = [0.4, 0.7, 0.3], rounding = 0.05 })",
        R"({ type = "cylinder", radius = 0.2, height = 0.5 })",
        R"({ type = "cylinder", radius = 0.2, height = 0.5, rounding = 0.02 })",
        R"({ type = "cylinder", radius = 0.2, height = 0.5, sides = 7 })",
        R"({ type = "cone", radius = 0.2, height = 0.5, top_radius = 0.1 })",
        R"({ type = "cone", radius = 0.2, height = 0.5 })",
        R"({ type = "capsule", radius = 0.1, height = 0.3 })",
        R"({ type = "ellipsoid", half_axes = [0.3, 0.1, 0.2] })",
        R"({ type = "superquadric", half_axes = [0.3, 0.1, 0.2], exponents = [4, 3] })",
        R"({ type = "compound", parts = [{ type = "sphere", radius = 0.2, position = [0.3, 0.1, 0] }, { type = "box", size = [0.2, 0.3, 0.2], position = [-0.4, 0.1, 0.2], orientation = { axis = [1, 2, 3], angle_deg = 133 } }] })"};
}

/// A row of bodies that fly and spin, walls, a piston and a generator's group.
template <int D>
std::string flying() {
    std::string text = head(D);
    const auto vec = [](double x, double y) {
        return "[" + std::to_string(x) + (D == 3 ? ", 0.1, " : ", ") + std::to_string(y) + "]";
    };
    const auto body = [&](const std::string& more) { text += "[[bodies]]\nmaterial = \"m\"\n" + more; };
    double x = 0.0;
    for (const std::string& shape : shapes<D>()) {
        body("name = \"b" + std::to_string(static_cast<int>(x)) + "\"\nshape = " + shape +
             "\nposition = " + vec(x, 5) + "\nvelocity = " + vec(0.3, -0.2) +
             "\norientation = " + (D == 2 ? "{ angle_deg = 40 }" : "{ axis = [1, 1, 0], angle_deg = 40 }") +
             "\nangular_velocity = " + (D == 2 ? "0.7" : "[0.1, 0.5, -0.3]") + "\n");
        x += 3.0;
    }
    body("name = \"floor\"\nfixed = true\nshape = { type = \"plane\", normal = " + vec(0, 1) +
         " }\nposition = " + vec(0, -5) + "\n");
    body("name = \"piston\"\nmass = 3.5\nshape = { type = \"plane\", normal = " + vec(0, -1) +
         " }\nposition = " + vec(0, 50) + "\n");
    body(std::string("fixed = true\nshape = { type = \"drum\", radius = 900") +
         (D == 3 ? ", length = 900" : "") + " }\n");
    return text + "[[generate]]\ntype = \"lattice\"\nname = \"grid\"\nmaterial = \"m\"\nshape = \"" +
           (D == 2 ? "disk" : "sphere") +
           "\"\nradius = 0.1\nspacing = 1.0\ncounts = " + (D == 2 ? "[3, 1]" : "[3, 1, 1]") +
           "\norigin = " + vec(0, 20) + "\n";
}

template <int D>
World<D> made(const Scene& scene) {
    return make_world(world_of<D>(scene));
}

template <int D>
std::vector<double> motion_of(const World<D>& world, int id) {
    std::vector<double> values;
    measure(world,
            Probe{"",
                  id,
                  {"position", D == 2 ? "angle" : "orientation", "velocity", "angular_velocity", "mass",
                   "momentum", "angular_momentum"}},
            1e-3, values);
    return values;
}

template <int D>
void a_run_begins_where_another_ended() {
    const Folder folder;
    const Scene scene = read_scene(folder.write("first.toml", flying<D>()), {});
    World<D> world = made<D>(scene);
    ThreadPool pool(1);
    for (int k = 0; k < 100; ++k) advance(world, scene.settings, pool);
    write_state(world, scene.settings.step, folder.path("."));
    const Scene next = read_scene(folder.write("next.toml", "bodies_from = \"bodies.csv\"\n" + head(D)), {});
    World<D> again = made<D>(next);
    ASSERT_EQ(again.bodies.size(), world.bodies.size());
    EXPECT_EQ(next.inputs.size(), 1u);
    for (int id = 0; id < world.bodies.size(); ++id) {
        const BodyDescription<D>&before = world.description.bodies[static_cast<std::size_t>(id)],
              &after = again.description.bodies[static_cast<std::size_t>(id)];
        SCOPED_TRACE(before.name + " " + std::to_string(id));
        EXPECT_EQ(before.name, after.name);
        EXPECT_EQ(before.group, after.group);
        EXPECT_EQ(before.fixed, after.fixed);
        EXPECT_EQ(before.mass, after.mass);
        const std::vector<double> was = motion_of(world, id), is = motion_of(again, id);
        for (std::size_t k = 0; k < was.size(); ++k)
            EXPECT_NEAR(was[k], is[k], 1e-10 * (1.0 + std::abs(was[k]))) << k;
    }
    const double started = motion_of(again, 0)[0];
    for (int k = 0; k < 50; ++k) {
        advance(world, scene.settings, pool);
        advance(again, next.settings, pool);
    }
    for (int id = 0; id < world.bodies.size(); ++id)
        EXPECT_NEAR(motion_of(world, id)[0], motion_of(again, id)[0],
                    1e-9 * (1.0 + std::abs(motion_of(world, id)[0])))
            << id;
    EXPECT_GT(motion_of(again, 0)[0], started);
}
TEST(BodiesFrom, ARunBeginsWhereAnotherEndedInThePlane) { a_run_begins_where_another_ended<2>(); }
TEST(BodiesFrom, ARunBeginsWhereAnotherEndedInSpace) { a_run_begins_where_another_ended<3>(); }

TEST(BodiesFrom, TakesFewColumnsAndSeveralFiles) {
    const Folder folder;
    folder.write("a.csv",
                 "material,shape,radius,position.x,position.y\nm,disk,0.1,1,2\r\nm,disk,0.2,3,4\n\n");
    folder.write("b.csv",
                 "name,material,position.y,position.x,shape,angle,fixed\n\"x \"\"y\"\", z\",m,1,2,\"{ type = "
                 "\"\"box\"\", size = [1, 2] }\",0.5,1\n");
    const auto world = world_of<2>(
        read_scene(folder.write("s.toml", "bodies_from = [\"a.csv\", \"b.csv\"]\n" + head(2)), {}));
    ASSERT_EQ(world.bodies.size(), 3u);
    EXPECT_EQ(world.bodies[1].position, (Vec<2>{{3, 4}}));
    EXPECT_EQ(std::get<Ball<2>>(world.bodies[1].geometry[0].shape).radius, 0.2);
    EXPECT_EQ(world.bodies[2].name, "x \"y\", z");
    EXPECT_EQ(world.bodies[2].orientation.angle, 0.5);
    EXPECT_TRUE(world.bodies[2].fixed);
}

TEST(BodiesFrom, MistakesHaveTheirPlaceInTheFile) {
    const Folder folder;
    const std::string scene = folder.write("s.toml", "bodies_from = \"b.csv\"\n" + head(2)),
                      path = folder.path("b.csv");
    const std::string good = "name,material,shape,radius,position.x,position.y\n";
    struct Slip {
        std::string file, place, says;
    };
    for (const auto& [file, place, says] : std::vector<Slip>{
             {"nam,material\n", "1:1", "has no column \"nam\"; did you mean \"name\"?"},
             {"name,material,shape,radius,position.x\n", "1:1", "needs a column \"position.y\""},
             {"name,shape,radius,position.x,position.y\n", "1:1", "needs a column \"material\""},
             {"name,material,position.x,position.y\n", "1:1", "needs a column \"shape\""},
             {good + "a,m,disk,0.1,1,2\nb,m,disk,x,1,2\n", "3:10", "radius must be a number, found \"x\""},
             {good + "a,m,disk,-0.1,1,2\n", "2:10", "radius must be greater than zero"},
             {good + "a,m,disk,0.1,1\n", "2:1", "this line has 5 cells, and the first 6"},
             {good + "a,n,disk,0.1,1,2\n", "2:3", "there is no material named \"n\""},
             {good + "a,m,disk,0.1,1,2\na,m,disk,0.1,1,3\n", "3:1", "the name \"a\" is already taken"},
             {good + "a,m,box,0.1,1,2\n", "2:5", "a shape is a table of TOML in quotes"},
             {good + "a,m,{ x,0.1,1,2\n", "2:5", "is no table of TOML"},
             {good + "a,m,disk,0.1,1,inf\n", "2:16", "must be a finite number"},
             {good + "\"a,m,disk,0.1,1,2\n", "2:1", "the quote is not closed"},
             {good + "\"a\"b,m,disk,0.1,1,2\n", "2:4", "there should be a comma"},
             {"fixed," + good + "yes,a,m,disk,0.1,1,2\n", "2:1", "fixed must be 1 or 0"},
             {"orientation.w,material\n", "1:1", "has no column \"orientation.w\""}}) {
        folder.write("b.csv", file);
        const std::string said = objection(scene);
        EXPECT_TRUE(said.starts_with(path + ":" + place + ": ")) << "said: " << said << "\nwanted: " << place;
        EXPECT_NE(said.find(says), std::string::npos) << said;
    }
    folder.write("b.csv", "");
    EXPECT_NE(objection(scene).find("s.toml:1:15: the file"), std::string::npos) << objection(scene);
    EXPECT_NE(objection(scene, {"bodies_from=none.csv"}).find("there is no file"), std::string::npos);
}

}  // namespace
}  // namespace drystone::bodies_from_test
