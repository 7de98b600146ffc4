#include "io/state_writer.h"

#include "io/folders.h"
#include "measure/small_worlds.h"

namespace drystone::state_writer_test {
namespace {

using StateFiles = InAFolder;

/// A ball on a plane, and a clump of two balls far from both.
World<2> three_bodies() {
    World<2> world;
    world.description.materials = {{"stone, grey", 1.0}};
    world.description.bodies.resize(3);
    world.description.bodies.edit(0).name = "floor";
    world.description.bodies.edit(1).name = "ball \"1\"";
    world.description.bodies.edit(1).group = "heap";
    add_bare_body(world, 0.0, Freedom::immovable);
    add_bare_body(world, 2.0);
    add_bare_body(world, 3.0);
    world.bodies.position[1] = {{0.0, 0.5}};
    world.bodies.velocity[1] = {{{1.0, 0.0}}, {{-2.0}}};
    world.bodies.position[2] = {{9.0, 9.0}};
    add_ball(world, 0, 0.0);
    world.parts.kind[0] = PartKind::plane;
    world.parts.local_axis.set(0, {{0.0, 1.0}});
    add_ball(world, 1, 0.5);
    add_ball(world, 2, 0.25);
    add_ball(world, 2, 0.25);
    world.parts.local_centre.set(3, {{0.25, 0.0}});
    return world;
}

TEST_F(StateFiles, HaveARowPerBody) {
    write_state(three_bodies(), 0.1, folder);
    EXPECT_EQ(content_of_file(path("bodies.csv")),
              "body,name,group,material,fixed,shape,radius,position.x,position.y,angle,velocity.x,velocity.y,"
              "angular_velocity,wall,mass,mass_given,geometry\n"
              "0,floor,,\"stone, grey\",1,plane,0,0,0,0,0,0,0,1,0,0,\n"
              "1,\"ball \"\"1\"\"\",heap,\"stone, grey\",0,disk,0.5,0,0.5,0,1,0,-2,0,2,0,\n"
              "2,,,\"stone, grey\",0,compound,,9,9,0,0,0,0,0,3,0,\n");
}

TEST_F(StateFiles, HaveEveryPartWhereItIs) {
    write_state(three_bodies(), 0.1, folder);
    EXPECT_EQ(content_of_file(path("parts.csv")),
              "body,shape,radius,length,centre.x,centre.y,axis.x,axis.y\n"
              "0,plane,0,0,0,0,0,1\n"
              "1,disk,0.5,0,0,0.5,0,0\n"
              "2,disk,0.25,0,9,9,0,0\n"
              "2,disk,0.25,0,9.25,9,0,0\n");
}

TEST_F(StateFiles, HaveTheForceOfEachContact) {
    World<2> world = three_bodies();
    add_contact<2>(world, 0, 1, {{0.0, 0.0}}, {{0.25, 2.0}}, ContactStatus::sliding);
    write_state(world, 0.5, folder);
    EXPECT_EQ(content_of_file(path("contacts.csv")),
              "body_a,body_b,point.x,point.y,normal.x,normal.y,gap,force.x,force.y,status,layer,joint,damage,"
              "utilisation,name_a,name_b\n"
              "0,1,0,0,0,1,0,0.5,4,sliding,0,none,0,0.25,floor,\"ball \"\"1\"\"\"\n");
}

// Two points of one joint: the resultant acts where their normal forces balance.
TEST_F(StateFiles, HaveTheResultantOfEachJoint) {
    World<2> world = three_bodies();
    add_contact<2>(world, 0, 1, {{0.0, 0.0}}, {{0.25, 1.5}}, ContactStatus::sliding);
    add_contact<2>(world, 0, 1, {{1.0, 0.0}}, {{0.0, 0.5}}, ContactStatus::sticking);
    write_state(world, 0.5, folder);
    const std::string joints = content_of_file(path("joints.csv"));
    EXPECT_TRUE(joints.starts_with(
        "body_a,name_a,body_b,name_b,contacts,area,force.x,force.y,normal,shear,point.x,point.y,"
        "opening,slip,status,damage,utilisation\n0,"))
        << joints;
    EXPECT_NE(joints.find(",2,0,0.5,4,4,0.5,0.25,0,0,0,sticking,0,0.25\n"), std::string::npos) << joints;
}

TEST_F(StateFiles, HaveQuaternionsInSpace) {
    World<3> world;
    write_state(world, 0.1, folder);
    EXPECT_EQ(content_of_file(path("bodies.csv")),
              "body,name,group,material,fixed,shape,radius,position.x,position.y,position.z,orientation.w,"
              "orientation.x,orientation.y,orientation.z,velocity.x,velocity.y,velocity.z,angular_velocity.x,"
              "angular_velocity.y,angular_velocity.z,wall,mass,mass_given,geometry\n");
}

}  // namespace
}  // namespace drystone::state_writer_test
