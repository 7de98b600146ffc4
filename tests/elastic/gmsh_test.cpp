#include "elastic/gmsh.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/input_error.h"
#include "elastic/elastic_model.h"
#include "elastic/meshes.h"

namespace drystone::gmsh_test {
namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/tests/elastic/meshes/" + name);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << name;
    return text.str();
}

template <int D>
double volume(const Mesh<D>& mesh) {
    double sum = 0.0;
    for (const auto& element : mesh.element) {
        EXPECT_GT(smallest_jacobian(mesh, element), 0.0);
        sum += signed_volume(mesh, element);
    }
    return sum;
}

/// Sorted, for the two formats number nodes in orders of their own.
template <int D>
std::vector<Vec<D>> places(const Mesh<D>& mesh) {
    auto list = mesh.node;
    std::sort(list.begin(), list.end(), [](const Vec<D>& a, const Vec<D>& b) { return a.c < b.c; });
    return list;
}

TEST(Gmsh, BothFormatsGiveTheSameMesh) {
    for (const std::string name : {"plate", "quads"}) {
        const auto old_format = read_gmsh<2>(text_of(name + "_22.msh"), name);
        const auto new_format = read_gmsh<2>(text_of(name + "_41.msh"), name);
        EXPECT_NEAR(volume(old_format), 1.0, 1e-14);
        EXPECT_NEAR(volume(new_format), 1.0, 1e-14);
        EXPECT_EQ(old_format.element.size(), new_format.element.size());
        EXPECT_EQ(places(old_format), places(new_format));
    }
    for (const std::string name : {"block", "tetrahedra"}) {
        const auto old_format = read_gmsh<3>(text_of(name + "_22.msh"), name);
        const auto new_format = read_gmsh<3>(text_of(name + "_41.msh"), name);
        EXPECT_NEAR(volume(old_format), 0.4, 1e-14);
        EXPECT_NEAR(volume(new_format), 0.4, 1e-14);
        EXPECT_EQ(old_format.element.size(), new_format.element.size());
        EXPECT_EQ(old_format.surface.size(), new_format.surface.size());
        EXPECT_EQ(places(old_format), places(new_format));
    }
    EXPECT_EQ(read_gmsh<3>(text_of("block_22.msh"), "block").element.size(), 4u);
    EXPECT_EQ(read_gmsh<3>(text_of("block_22.msh"), "block").surface.size(), 16u);
}

/// Writes a mesh in format 2.2 with all digits, numbers of nodes with gaps, every second element turned round.
template <int D>
std::string written(const Mesh<D>& mesh) {
    std::stringstream out;
    out.precision(17);
    out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\n$ not a section\n$EndComments\n$Nodes\n"
        << mesh.node.size() + 1 << "\n7777 9 9 " << (D == 2 ? 0 : 9) << "\n";
    for (std::size_t a = 0; a < mesh.node.size(); ++a) {
        out << 10 + 3 * a;
        for (int i = 0; i < 3; ++i) out << ' ' << (i < D ? mesh.node[a][i] : 0.0);
        out << "\n";
    }
    out << "$EndNodes\n$Elements\n" << mesh.element.size() + 1 << "\n1 15 2 0 1 7777\n";
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        auto nodes = mesh.element[e].node;
        if (e % 2 == 1 && mesh.element[e].type == ElementType::quad4) std::swap(nodes[1], nodes[3]);
        if (e % 2 == 1 && mesh.element[e].type == ElementType::tetrahedron4) std::swap(nodes[2], nodes[3]);
        out << e + 2 << ' ' << (D == 2 ? 3 : 4) << " 2 0 1";
        for (int k = 0; k < 4; ++k) out << ' ' << 10 + 3 * nodes[static_cast<std::size_t>(k)];
        out << "\n";
    }
    out << "$EndElements\n";
    return out.str();
}

TEST(Gmsh, ComesBackAsItWasWritten) {
    const auto plane = rough_block<2>(Cells::quads);
    const auto plane_read = read_gmsh<2>(written(plane), "file");
    EXPECT_EQ(plane_read.node, plane.node);  // the node of a point alone is dropped
    EXPECT_EQ(plane_read.element, plane.element);
    EXPECT_EQ(plane_read.surface, plane.surface);
    const auto space = rough_block<3>(Cells::simplices);
    const auto space_read = read_gmsh<3>(written(space), "file");
    EXPECT_EQ(space_read.node, space.node);
    EXPECT_EQ(space_read.element, space.element);
    EXPECT_EQ(space_read.surface, space.surface);
}

template <int D>
std::string complaint(const std::string& text) {
    try {
        read_gmsh<D>(text, "a.msh");
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST(Gmsh, BadFilesAreRefusedWithLineAndReason) {
    const std::string head =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n";
    const std::string good = head + "$Elements\n1\n1 3 2 0 1 1 2 3 4\n$EndElements\n";
    EXPECT_EQ(complaint<2>(good), "none");
    EXPECT_EQ(complaint<2>("solid cube\n"),
              "a.msh:1: 'solid' stands where $MeshFormat should be: is this a Gmsh file?");
    EXPECT_EQ(complaint<2>(replaced(good, "2.2 0", "1.0 0")),
              "a.msh:2: format 1.0: formats 2.2 and 4.1 are read (in Gmsh: Mesh.MshFileVersion)");
    EXPECT_EQ(complaint<2>(text_of("binary.msh")),
              "a.msh:2: a binary file: only ASCII is read (in Gmsh: Mesh.Binary = 0)");
    EXPECT_EQ(complaint<2>(text_of("second_order.msh")).substr(0, 45),
              "a.msh:115: a triangle of second order: only t");
    EXPECT_EQ(complaint<2>(replaced(good, "1 2 3 4\n", "1 2 3 9\n")), "a.msh:13: node 9 is not in $Nodes");
    EXPECT_EQ(complaint<2>(replaced(good, "1 2 3 4\n", "1 2 3\n")),
              "a.msh:13: '' stands where a node of the element should be");
    EXPECT_EQ(complaint<2>(replaced(good, "1 2 3 4\n", "1 3 2 4\n")),
              "a.msh:13: an element that is flat or folded");
    EXPECT_EQ(complaint<2>(replaced(good, "3 1 1 0", "3 1 x 0")),
              "a.msh:8: 'x' stands where a coordinate should be");
    EXPECT_EQ(complaint<2>(replaced(good, "3 1 1 0", "3 1 1 0.5")),
              "a.msh:8: a node with z not 0 in a mesh for the plane");
    EXPECT_EQ(complaint<2>(replaced(good, "3 1 1 0", "3 1 nan 0")), "a.msh:8: a coordinate is not finite");
    EXPECT_EQ(complaint<2>(replaced(good, "3 1 1 0", "2 1 1 0")), "a.msh:8: node 2 is there twice");
    EXPECT_EQ(complaint<2>(replaced(good, "1 3 2 0 1 1 2 3 4", "1 93 2 0 1 1 2 3 4")),
              "a.msh:13: elements of Gmsh's type 93 are not known here");
    EXPECT_EQ(complaint<2>(head + "$Elements\n9999999999\n"),
              "a.msh:12: the file ends where an element should follow");
    EXPECT_EQ(complaint<2>(head), "a.msh:10: no $Elements");
    EXPECT_EQ(complaint<3>(good), "a.msh: no tetrahedra or hexahedra in it: was only the surface meshed?");
    EXPECT_EQ(complaint<2>(text_of("tetrahedra_22.msh")).substr(0, 6), "a.msh:");
    EXPECT_EQ(
        complaint<2>(
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 2 0\n6 "
            "1 2 0\n$EndNodes\n$Elements\n2\n1 2 2 0 1 1 2 3\n2 2 2 0 1 4 6 5\n$EndElements\n"),
        "a.msh:16: 2 pieces that share no node; a body is one piece (in Gmsh: Coherence, or a mesh each)");
    for (std::size_t length = 0; length + 16 < good.size();
         ++length)  // cut off anywhere: refused, nothing worse
        EXPECT_NE(complaint<2>(good.substr(0, length)), "none") << length;
}

/// Format 2.2 from nodes (the first is number 1 on line 6) and lines of elements.
std::string file_of(const std::vector<std::string>& nodes, const std::vector<std::string>& elements) {
    std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + std::to_string(nodes.size()) + "\n";
    for (std::size_t k = 0; k < nodes.size(); ++k) text += std::to_string(k + 1) + " " + nodes[k] + "\n";
    text += "$EndNodes\n$Elements\n" + std::to_string(elements.size()) + "\n";
    for (std::size_t k = 0; k < elements.size(); ++k) text += std::to_string(k + 1) + " " + elements[k] + "\n";
    return text + "$EndElements\n";
}

TEST(Gmsh, AMeshThatIsNoBodyInThePlaneIsRefused) {
    // Two squares side by side, of two triangles and a quad; nodes on lines 6-11, elements on 15-17.
    const std::vector<std::string> nodes = {"0 0 0", "1 0 0", "1 1 0", "0 1 0", "2 0 0", "2 1 0"};
    const std::vector<std::string> elements = {"2 2 0 1 1 2 3", "2 2 0 1 1 3 4", "3 2 0 1 2 5 6 3"};
    const auto with_node = [&](std::size_t k, const std::string& place) {
        std::vector<std::string> changed = nodes;
        changed[k] = place;
        return file_of(changed, elements);
    };
    const auto and_element = [&](const std::string& element) {
        std::vector<std::string> more = elements;
        more.push_back(element);
        return file_of(nodes, more);
    };
    EXPECT_EQ(complaint<2>(file_of(nodes, elements)), "none");
    EXPECT_EQ(complaint<2>(and_element("2 2 0 1 3 1 2")), "a.msh:18: an element that is there twice");
    EXPECT_EQ(complaint<2>(and_element("2 2 0 1 1 2 6")), "a.msh:18: an element that overlaps its neighbour: both lie on the same side of "
                                                          "the side they share");
    EXPECT_EQ(complaint<2>(and_element("2 2 0 1 3 1 5")), "a.msh:18: an element at a side that two others share");
    EXPECT_NE(complaint<2>(with_node(3, "2 0.2 0")).find("same side of the side they share"), std::string::npos);  // inside out
    EXPECT_EQ(complaint<2>(with_node(5, "1 1 0")), "a.msh:11: a node where another one is; elements that meet share their nodes (in "
                                                   "Gmsh: Coherence)");
    EXPECT_EQ(complaint<2>(with_node(5, "1 1.00000000000001 0")).substr(0, 35), "a.msh:11: a node where another one ");
    EXPECT_EQ(complaint<2>(with_node(5, "2e9 1e9 0")), "a.msh:17: an element with a node far off the others");
    std::vector<std::string> far;  // the whole mesh: no node is off the others
    for (const char* place : {"1e7 0 0", "10000000.0001 0 0", "10000000.0001 0.0001 0", "1e7 0.0001 0", "10000000.0002 0 0", "10000000.0002 0.0001 0"})
        far.push_back(place);
    EXPECT_EQ(complaint<2>(file_of(far, elements)), "none");
    std::vector<std::string> loose = nodes;
    loose.push_back("7 7 0");
    EXPECT_EQ(complaint<2>(file_of(loose, elements)), "a.msh:12: a node that no element has");
    EXPECT_EQ(complaint<2>(replaced(file_of(loose, elements), "$Elements\n3\n", "$Elements\n4\n9 15 2 0 1 7\n")), "none");
}

/// A ring of quads that goes round more than once: every element is good, and its neighbours are beside it.
TEST(Gmsh, ASurfaceThatCrossesItselfIsRefused) {
    const auto ring = [](double round, bool in_space) {
        constexpr int n = 24;
        std::vector<std::string> nodes, elements;
        for (int k = 0; k <= n; ++k) {
            const double angle = round * 2.0 * 3.14159265358979 * k / n, out = 1.0 + 0.2 * k / n;
            for (const double r : {out, out + 0.5})
                for (int z = 0; z <= int(in_space); ++z)
                    nodes.push_back(std::to_string(r * std::cos(angle)) + " " + std::to_string(r * std::sin(angle)) + " " + std::to_string(z));
            if (k == 0) continue;
            const int m = in_space ? 4 : 2, a = m * (k - 1) + 1, b = a + m;
            const auto say = [](std::initializer_list<int> list) {
                std::string text;
                for (const int one : list) text += " " + std::to_string(one);
                return text;
            };
            elements.push_back(in_space ? "5 2 0 1" + say({a, a + 2, b + 2, b, a + 1, a + 3, b + 3, b + 1})
                                        : "3 2 0 1" + say({a, a + 1, b + 1, b}));
        }
        return file_of(nodes, elements);
    };
    EXPECT_EQ(complaint<2>(ring(0.9, false)), "none");
    EXPECT_EQ(complaint<3>(ring(0.9, true)), "none");
    EXPECT_NE(complaint<2>(ring(1.1, false)).find("the surface crosses itself at this element"), std::string::npos);
    EXPECT_NE(complaint<3>(ring(1.1, true)).find("the surface crosses itself at this element"), std::string::npos);
}

TEST(Gmsh, AMeshThatIsNoBodyInSpaceIsRefused) {
    const std::vector<std::string> nodes = {"0 0 0", "1 0 0", "0 1 0", "0 0 1", "1 1 1"};
    const std::vector<std::string> elements = {"4 2 0 1 1 2 3 4", "4 2 0 1 2 3 4 5"};
    EXPECT_EQ(complaint<3>(file_of(nodes, elements)), "none");
    EXPECT_EQ(complaint<3>(file_of(nodes, {elements[0], elements[1], "4 2 0 1 5 4 3 2"})), "a.msh:16: an element that is there twice");
    std::vector<std::string> moved = nodes;
    moved[4] = "-1 -1 -1";
    EXPECT_NE(complaint<3>(file_of(moved, elements)).find("same side of the side they share"), std::string::npos);
    moved[4] = "1e5 1e5 1e5";
    EXPECT_EQ(complaint<3>(file_of(moved, elements)), "a.msh:15: an element with a node far off the others");
    moved[4] = "0 0 1";
    EXPECT_NE(complaint<3>(file_of(moved, elements)).find("a node where another one is"), std::string::npos);
}

}  // namespace
}  // namespace drystone::gmsh_test
