// A stretched shape is the shape of the stretched vertices.

#include <gtest/gtest.h>

#include "geometry/convex.h"

namespace drystone::convex_stretch_test {
namespace {

const Mat<2> A2 = {{Vec<2>{{1.3, 0.2}}, Vec<2>{{0.2, 0.8}}}};
const Mat<3> A3 = {{Vec<3>{{1.2, 0.1, 0.0}}, Vec<3>{{0.1, 0.9, -0.2}}, Vec<3>{{0.0, -0.2, 1.1}}}};

TEST(Stretch, IsTheShapeOfTheStretchedVertices) {
    const Convex<2> polygon = regular_polygon(7, 2.0);
    Convex<2> stretched;
    stretch(polygon, A2, stretched);
    std::vector<Vec<2>> vertices;
    for (const Vec<2>& x : polygon.vertex) vertices.push_back(A2 * x);
    const Convex<2> made = *make_convex(vertices).convex;
    for (int i = 0; i < 7; ++i) {
        EXPECT_LT(norm(stretched.normal[i] - made.normal[i]), 1e-14);
        EXPECT_NEAR(stretched.offset[i], made.offset[i], 1e-14);
    }
    EXPECT_NEAR(stretched.radius, made.radius, 1e-14);
    EXPECT_NEAR(stretched.inner_radius, made.inner_radius, 1e-14);
}

TEST(Stretch, InSpaceToo) {
    const Convex<3> solid = prism(6, 1.0, 3.0);
    Convex<3> stretched;
    stretch(solid, A3, stretched);
    std::vector<Vec<3>> vertices;
    for (const Vec<3>& x : solid.vertex) vertices.push_back(A3 * x);
    std::vector<std::vector<int>> faces;
    for (int f = 0; f < solid.faces(); ++f)
        faces.emplace_back(solid.face_vertex.begin() + solid.face_start[f],
                           solid.face_vertex.begin() + solid.face_start[f + 1]);
    const Convex<3> made = *make_convex(vertices, faces).convex;
    ASSERT_EQ(made.faces(), stretched.faces());
    for (int f = 0; f < made.faces(); ++f) {
        EXPECT_LT(norm(stretched.normal[f] - made.normal[f]), 1e-13);
        EXPECT_NEAR(stretched.offset[f], made.offset[f], 1e-13);
    }
    for (const ConvexEdge& edge : stretched.edge) {
        const Vec<3> along = stretched.vertex[edge.vertex[1]] - stretched.vertex[edge.vertex[0]];
        EXPECT_LT(norm(cross(along, stretched.axis[edge.axis])), 1e-14);
        const Vec<3> turn = cross(stretched.normal[edge.face[0]], stretched.normal[edge.face[1]]);
        EXPECT_GT(dot(turn, stretched.axis[edge.axis]), 0.0);
    }
    EXPECT_NEAR(mass_properties(stretched, 1.0).mass, mass_properties(made, 1.0).mass, 1e-13);
}

}  // namespace
}  // namespace drystone::convex_stretch_test
