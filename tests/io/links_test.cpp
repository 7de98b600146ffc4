// links.csv, and the group /links of frames.h5.

#include <fstream>
#include <sstream>

#include "io/folders.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "io/state_writer.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone::links_test {
namespace {

using LinkFiles = InAFolder;

const std::string hung = R"(
[scene]
dimension = 2
gravity   = [0, -10]
[time]
step     = 1e-3
duration = 1
[materials.stone]
density = 1000.0
[[bodies]]
name     = "ball"
material = "stone"
mass     = 2.0
shape    = { type = "disk", radius = 0.1 }
position = [0, 0]
[[links]]
name     = "cable"
between  = ["world", "ball"]
type     = "cable"
points   = [[0.0, 1.0], [0.0, 0.0]]
[[links]]
name     = "rail"
between  = ["world", "ball"]
type     = "slider"
point    = [0.0, 0.0]
axis     = [0.0, 1.0]
)";

TEST_F(LinkFiles, TablesAndFramesHaveEndsForcesAndStatus) {
    put_file(folder + "/scene.toml", hung);
    Scene scene = read_scene(folder + "/scene.toml", {});
    World<2> world = make_world(std::get<WorldDescription<2>>(std::move(scene.world)));
    ThreadPool pool(1);
    auto writer = FramesWriter<2>::create(folder + "/frames.h5", world, {"0.1", "", "", {}, 1e-3});
    writer.write(world, 1e-3);
    for (int k = 0; k < 10; ++k) advance(world, scene.settings, pool);
    writer.write(world, 1e-3);
    writer.close(world);
    const FramesFile file(folder + "/frames.h5");
    EXPECT_EQ(file.geometry().link_name, (std::vector<std::string>{"cable", "rail"}));
    EXPECT_EQ(file.geometry().link_type, (std::vector<std::uint8_t>{5, 3}));
    const Frame first = file.read(0), last = file.read(1);
    EXPECT_EQ(first.link_ends, (std::vector<double>{0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));
    EXPECT_EQ(first.link_force, (std::vector<float>{0.0F, 0.0F, 0.0F, 0.0F}));
    EXPECT_EQ(last.link_status, (std::vector<std::uint8_t>{1, 1}));
    EXPECT_NEAR(last.link_force[1], 20.0, 1e-4);

    write_state(world, 1e-3, folder);
    std::ifstream in(folder + "/links.csv");
    std::string header, cable, rail;
    std::getline(in, header);
    std::getline(in, cable);
    std::getline(in, rail);
    EXPECT_EQ(header,
              "name,type,body_a,name_a,body_b,name_b,point.x,point.y,point_b.x,point_b.y,force.x,force.y,"
              "tension,moment,elongation,angle,status");
    EXPECT_TRUE(cable.starts_with("cable,cable,1,world,0,ball,0,1,")) << cable;
    EXPECT_TRUE(cable.ends_with(",nan,1")) << cable;
    EXPECT_TRUE(rail.starts_with("rail,slider,1,world,0,ball,")) << rail;
}

}  // namespace
}  // namespace drystone::links_test
