// What `deformable` and its kin in a scene arrive as.

#include <numeric>
#include <set>

#include "elastic/mesh.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::read_deformable_test {
namespace {

std::string elastic_head(int dimension) {
    std::string text = head(dimension);
    return text.replace(text.find("density"), 0, "young = 1e9\npoisson = 0.25\ndamping = 1e-5\n");
}

template <int D>
double volume(const Mesh<D>& mesh) {
    return std::accumulate(mesh.element.begin(), mesh.element.end(), 0.0,
                           [&](double sum, const Element& e) { return sum + signed_volume(mesh, e); });
}

template <int D>
BodyDescription<D> body_of(const std::string& shape, const std::string& deformable) {
    const Folder folder;
    const std::string text =
        elastic_head(D) + "[[bodies]]\nmaterial = \"m\"\n" + shape + "\ndeformable = " + deformable + "\n";
    return world_of<D>(read_scene(folder.write("body.toml", text), {})).bodies[0];
}

const std::string box = "shape = { type = \"box\", size = [0.4, 0.2] }";
const std::string brick = "shape = { type = \"box\", size = [0.4, 0.2, 0.1] }";
const std::string triangle = "shape = { type = \"polygon\", vertices = [[0, 0], [1, 0], [0, 1]] }";

TEST(ReadDeformable, DivisionsSizesAndRefinements) {
    const auto elements = [](const auto& body) { return body.deformable->mesh->element.size(); };
    EXPECT_EQ(elements(body_of<2>(box, "{ divisions = [4, 2] }")), 8u);
    EXPECT_EQ(elements(body_of<2>(box, "{ divisions = [4, 2], elements = \"triangles\" }")), 16u);
    EXPECT_EQ(elements(body_of<2>(box, "{ size = 0.1 }")), 8u);
    EXPECT_EQ(elements(body_of<2>(box, "{ size = 0.099 }")), 15u);  // 5 by 3
    EXPECT_EQ(elements(body_of<2>(triangle, "{ refine = 2 }")),
              16u * elements(body_of<2>(triangle, "{ refine = 0 }")));
    EXPECT_EQ(elements(body_of<3>(brick, "{ divisions = [4, 2, 1] }")), 8u);
    EXPECT_EQ(elements(body_of<3>(brick, "{ size = 0.1 }")), 8u);
    EXPECT_EQ(elements(body_of<3>(brick, "{ refine = 1 }")),
              8u * elements(body_of<3>(brick, "{ refine = 0 }")));
    for (const std::string how :
         {"{ divisions = [4, 2] }", "{ size = 0.03, elements = \"triangles\" }", "{ refine = 1 }"})
        EXPECT_NEAR(volume(*body_of<2>(box, how).deformable->mesh), 0.08, 1e-15) << how;
    EXPECT_NEAR(volume(*body_of<2>(triangle, "{ size = 0.2 }").deformable->mesh), 0.5, 1e-15);
    EXPECT_NEAR(volume(*body_of<3>(brick, "{ size = 0.07, elements = \"tetrahedra\" }").deformable->mesh),
                0.008, 1e-16);
}

TEST(ReadDeformable, DivisionsGoAlongTheShapesAxes) {
    const BodyDescription<3> body = body_of<3>(brick, "{ divisions = [4, 2, 1] }");
    double least_x = 1.0;
    for (const Vec<3>& a : body.deformable->mesh->node) {
        if (a[0] > -0.2 + 1e-9) least_x = std::min(least_x, a[0]);
        EXPECT_NEAR(std::abs(a[2]), 0.05, 1e-15);
    }
    EXPECT_NEAR(least_x, -0.1, 1e-15);
}

TEST(ReadDeformable, OptionsArriveInTheirFields) {
    const Deformable<2> plain = *body_of<2>(box, "{ size = 0.1 }").deformable;
    EXPECT_EQ(plain.elasticity, Elasticity::corotational);
    EXPECT_EQ(plain.plane, PlaneKind::strain);
    EXPECT_EQ(plain.elements.formulation, Formulation::incompatible);
    EXPECT_TRUE(plain.elements.lumped);
    EXPECT_EQ(plain.candidates, Candidates::nodes);
    const Deformable<2> other =
        *body_of<2>(box,
                    "{ size = 0.1, elasticity = \"svk\", plane = \"stress\", "
                    "formulation = \"full\", mass = \"consistent\", candidates = \"gauss\" }")
             .deformable;
    EXPECT_EQ(other.elasticity, Elasticity::svk);
    EXPECT_EQ(other.plane, PlaneKind::stress);
    EXPECT_EQ(other.elements.formulation, Formulation::full);
    EXPECT_FALSE(other.elements.lumped);
    EXPECT_EQ(other.candidates, Candidates::gauss);
    const Deformable<2> uniform =
        *body_of<2>(triangle, "{ uniform = true, elasticity = \"small\" }").deformable;
    EXPECT_FALSE(uniform.mesh);
    EXPECT_EQ(uniform.elasticity, Elasticity::small);
    EXPECT_FALSE(body_of<2>(box, "\"uniform\"").deformable->mesh);
    EXPECT_EQ(body_of<2>(box, "{ size = 0.1, candidates = \"faces\" }").deformable->candidates,
              Candidates::faces);
}

TEST(ReadDeformable, MaterialsAndTime) {
    const Folder folder;
    std::string text = elastic_head(2);
    const Scene plain = read_scene(folder.write("plain.toml", text), {});
    const Material& m = world_of<2>(plain).materials.at(0);
    EXPECT_EQ(m.young, 1e9);
    EXPECT_EQ(m.poisson, 0.25);
    EXPECT_EQ(m.stiffness_damping, 1e-5);
    EXPECT_EQ(m.mass_damping, 0.0);
    EXPECT_EQ(plain.settings.theta, 0.5);
    EXPECT_FALSE(plain.settings.quasistatic);
    text.replace(text.find("damping = 1e-5"), 14, "damping = { mass = 0.5, stiffness = 2e-5 }");
    const Scene slow = read_scene(folder.write("slow.toml", text), {"time.quasistatic=true"});
    EXPECT_EQ(world_of<2>(slow).materials.at(0).mass_damping, 0.5);
    EXPECT_EQ(world_of<2>(slow).materials.at(0).stiffness_damping, 2e-5);
    EXPECT_TRUE(slow.settings.quasistatic);
    EXPECT_EQ(slow.settings.integrator, Integrator::euler);
    EXPECT_EQ(read_scene(folder.path("slow.toml"), {"time.theta=0.7"}).settings.theta, 0.7);
}

TEST(ReadDeformable, AMeshIsTheShapeAndIsNamedFromTheScenesFolder) {
    const Folder folder;
    const std::string msh =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 2 0 0\n3 2 1 0\n4 0 1 0\n5 1 0.5 0\n"
        "$EndNodes\n$Elements\n4\n1 2 2 0 1 1 2 5\n2 2 2 0 1 2 3 5\n3 2 2 0 1 3 4 5\n4 2 2 0 1 4 1 5\n"
        "$EndElements\n";
    const std::string path = folder.write("slab.msh", msh);
    const std::string body =
        elastic_head(2) + "[[bodies]]\nmaterial = \"m\"\ndeformable = { mesh = \"slab.msh\" }\n";
    const Scene scene = read_scene(folder.write("mesh.toml", body), {});
    const BodyDescription<2>& slab = world_of<2>(scene).bodies[0];
    EXPECT_EQ(slab.deformable->mesh->element.size(), 4u);
    EXPECT_NEAR(volume(*slab.deformable->mesh), 2.0, 1e-15);
    ASSERT_EQ(scene.inputs.size(), 1u);  // a run takes a copy of it
    EXPECT_EQ(scene.inputs[0].path, path);
    World<2> world = make_world(world_of<2>(scene));
    EXPECT_NEAR(world.elastic.at(0).model->mass, 2000.0, 1e-9);
    // A mistake within the mesh is of the mesh's file and line.
    folder.write("slab.msh",
                 msh.substr(0, msh.find("3 2 1 0")) + "3 2 one 0" + msh.substr(msh.find("\n4 0 1 0")));
    EXPECT_TRUE(objection(folder.path("mesh.toml")).starts_with(path + ":8"))
        << objection(folder.path("mesh.toml"));
}

TEST(ReadDeformable, GeneratorsShareMeshesAndKeepFixedStonesRigid) {
    const Folder folder;
    const std::string wall =
        elastic_head(2) +
        "[[generate]]\ntype = \"wall\"\nname = \"w\"\nmaterial = \"m\"\nlength = 1.6\n"
        "height = 0.8\nblock = [0.4, 0.2]\nbase = 0.2\ndeformable = { divisions = [4, 2] }\n";
    const WorldDescription<2> meshed = world_of<2>(read_scene(folder.write("wall.toml", wall), {}));
    std::set<const Mesh<2>*> meshes;
    std::size_t rigid = 0;
    for (const BodyDescription<2>& b : meshed.bodies) {
        rigid += !b.deformable;
        EXPECT_EQ(b.fixed, !b.deformable) << b.name;
        if (b.deformable) meshes.insert(b.deformable->mesh.get());
    }
    EXPECT_EQ(rigid, 1u);          // the base
    EXPECT_EQ(meshes.size(), 2u);  // full and half bricks
    const WorldDescription<2> uniform =
        world_of<2>(read_scene(folder.path("wall.toml"), {"generate.0.deformable=uniform"}));
    EXPECT_EQ(uniform.bodies.size(), meshed.bodies.size());
    for (const BodyDescription<2>& b : uniform.bodies)
        EXPECT_TRUE(b.fixed || (b.deformable && !b.deformable->mesh));
}

TEST(ReadDeformable, DrivesChooseNodesByABox) {
    const Folder folder;
    const std::string text =
        elastic_head(2) + "[[bodies]]\nname = \"b\"\nmaterial = \"m\"\n" + box +
        "\nposition = [1, 1]\ndeformable = { divisions = [4, 2] }\n"
        "[[drives]]\nbody = \"b\"\nwhere = { min = [0.79, 0], max = [0.81, 2] }\nfix = [\"x\", \"y\"]\n"
        "[[drives]]\nbody = \"b\"\nwhere = { min = [0, 1.09], max = [2, 1.11] }\nforce = [0, -8]\n"
        "[[drives]]\nbody = \"b\"\nforce = [1, 0]\n";
    const Scene scene = read_scene(folder.write("drives.toml", text), {});
    const WorldDescription<2>& d = world_of<2>(scene);
    ASSERT_EQ(d.holds.size(), 1u);
    EXPECT_EQ(d.holds[0].where->low, (Vec<2>{{0.79, 0}}));
    EXPECT_EQ(d.holds[0].where->high, (Vec<2>{{0.81, 2}}));
    ASSERT_EQ(d.loads.size(), 2u);
    EXPECT_TRUE(d.loads[0].where && !d.loads[1].where);
    World<2> world = make_world(d);
    const std::vector<char> held(world.elastic[0].held.begin(), world.elastic[0].held.end());
    EXPECT_EQ(std::count_if(held.begin(), held.end(), [](char one) { return one != 0; }), 3);  // the nodes of the left side
    ASSERT_EQ(world.loaded_nodes.size(), 1u);  // the upper side: ends take half of what the others take
    ASSERT_EQ(world.loaded_nodes[0].nodes.size(), 5u);
    for (const NodeShare& n : world.loaded_nodes[0].nodes) {
        const bool end =
            std::abs(world.elastic[0].x[static_cast<std::size_t>(n.node)][0] - 1.0) > 0.19;
        EXPECT_NEAR(n.share, end ? 0.125 : 0.25, 1e-12);
    }
    EXPECT_THROW(
        make_world(world_of<2>(read_scene(folder.path("drives.toml"), {"drives.0.where.max=[0.795,2]"}))),
        InputError);
}

}  // namespace
}  // namespace drystone::read_deformable_test
