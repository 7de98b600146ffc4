#include "elastic/divide.h"

#include <gtest/gtest.h>

#include <numbers>

#include "core/motion.h"
#include "elastic/element.h"

namespace drystone::divide_test {
namespace {

/// Volume by elements and, through the divergence theorem, by the surface: it is closed and looks outwards.
void check(const Mesh<2>& mesh, double area) {
    double inside = 0.0, around = 0.0;
    for (const auto& element : mesh.element) {
        EXPECT_GT(smallest_jacobian(mesh, element), 0.0);
        inside += signed_volume(mesh, element);
    }
    for (const auto& face : mesh.surface)
        around += 0.5 * moment(mesh.node[static_cast<std::size_t>(face.node[0])],
                               mesh.node[static_cast<std::size_t>(face.node[1])])[0];
    EXPECT_NEAR(inside, area, 1e-13 * area);
    EXPECT_NEAR(around, area, 1e-13 * area);
}

void check(const Mesh<3>& mesh, double volume) {
    double inside = 0.0, around = 0.0;
    for (const auto& element : mesh.element) {
        EXPECT_GT(smallest_jacobian(mesh, element), 0.0);
        inside += signed_volume(mesh, element);
    }
    for (const auto& face : mesh.surface)
        for (int k = 1; k + 1 < face.count; ++k)
            around +=
                dot(mesh.node[static_cast<std::size_t>(face.node[0])],
                    cross(mesh.node[static_cast<std::size_t>(face.node[static_cast<std::size_t>(k)])],
                          mesh.node[static_cast<std::size_t>(face.node[static_cast<std::size_t>(k) + 1])])) /
                6.0;
    EXPECT_NEAR(inside, volume, 1e-13 * volume);
    EXPECT_NEAR(around, volume, 1e-13 * volume);
}

TEST(Divide, BoxesHaveTheirVolumeAndAClosedSurface) {
    for (const Cells cells : {Cells::quads, Cells::simplices}) {
        const auto plane = divide_box(Vec<2>{{2.0, 0.5}}, {4, 3}, cells);
        check(plane, 1.0);
        EXPECT_EQ(plane.node.size(), 20u);
        EXPECT_EQ(plane.surface.size(), 14u);
        const auto space = divide_box(Vec<3>{{2.0, 0.5, 0.7}}, {4, 3, 2}, cells);
        check(space, 0.7);
        EXPECT_EQ(space.node.size(), 60u);
        EXPECT_EQ(space.element.size(), cells == Cells::quads ? 24u : 144u);
        EXPECT_EQ(space.surface.size(), cells == Cells::quads ? 52u : 104u);
    }
}

TEST(Divide, VoussoirsAreMappedFromTheirCorners) {
    const std::array<Vec<2>, 4> stone = {{{{1.0, 0.0}}, {{1.3, 0.0}}, {{1.2, 0.5}}, {{0.92, 0.38}}}};
    double area = 0.0;
    for (std::size_t k = 0; k < 4; ++k) area += 0.5 * moment(stone[k], stone[(k + 1) % 4])[0];
    for (const Cells cells : {Cells::quads, Cells::simplices})
        check(divide_quadrilateral(stone, {3, 5}, cells), area);
    // The plane stone, thick: the same area times the depth.
    std::array<Vec<3>, 8> corner;
    for (std::size_t k = 0; k < 8; ++k) corner[k] = {{stone[k % 4][0], stone[k % 4][1], k < 4 ? 0.0 : 2.0}};
    for (const Cells cells : {Cells::quads, Cells::simplices})
        check(divide_hexahedron(corner, {2, 3, 4}, cells), 2.0 * area);
    // Corners found from vertices in any order and faces.
    const std::vector<Vec<3>> vertex = {corner[6], corner[0], corner[3], corner[5],
                                        corner[1], corner[7], corner[2], corner[4]};
    const std::vector<std::vector<int>> faces = {{1, 2, 6, 4}, {7, 3, 0, 5}, {1, 4, 3, 7},
                                                 {4, 6, 0, 3}, {6, 2, 5, 0}, {2, 1, 7, 5}};
    const auto found = hexahedron_corners(vertex, faces);
    ASSERT_EQ(found.size(), 8u);
    std::array<Vec<3>, 8> in_order;
    std::copy(found.begin(), found.end(), in_order.begin());
    check(divide_hexahedron(in_order, {1, 2, 1}), 2.0 * area);
    EXPECT_TRUE(hexahedron_corners(vertex, {{0, 1, 2}}).empty());
}

TEST(Divide, PolygonsAndPolyhedraOfAnyNumberOfCorners) {
    for (int n = 3; n <= 9; ++n) {
        std::vector<Vec<2>> corner;
        for (int k = 0; k < n; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / n;
            corner.push_back({{3.0 + std::cos(angle), 1.0 + 0.6 * std::sin(angle)}});
        }
        const double area = 0.3 * n * std::sin(2.0 * std::numbers::pi / n);
        for (int r = 0; r < 3; ++r) {
            const auto mesh = divide_polygon(corner, r);
            check(mesh, area);
            EXPECT_EQ(mesh.element.size(), static_cast<std::size_t>(n) << (2 * r));
        }
        // A pyramid over it.
        std::vector<Vec<3>> vertex;
        std::vector<std::vector<int>> faces(1);
        for (int k = 0; k < n; ++k) {
            vertex.push_back(
                {{corner[static_cast<std::size_t>(k)][0], corner[static_cast<std::size_t>(k)][1], 0.0}});
            faces[0].push_back(n - 1 - k);
            faces.push_back({k, (k + 1) % n, n});
        }
        vertex.push_back({{3.0, 1.0, 1.5}});
        for (int r = 0; r < 3; ++r) check(divide_polyhedron(vertex, faces, r), area * 0.5);
    }
}

}  // namespace
}  // namespace drystone::divide_test
