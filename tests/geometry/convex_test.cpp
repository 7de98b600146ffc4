// Convex shapes: what is accepted and refused, and validation case A37 (mass properties to 1e-12).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/rotation.h"
#include "geometry/convex.h"

namespace drystone::convex_test {
namespace {

constexpr double tolerance = 1e-12;

using Faces = std::vector<std::vector<int>>;
const std::vector<Vec<3>> cube_corners = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}},
                                          {{0, 0, 1}}, {{1, 0, 1}}, {{0, 1, 1}}, {{1, 1, 1}}};
const Faces cube_faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

TEST(Convex, ACubeHasTwelveEdgesAlongThreeAxes) {
    const Convex<3> cube = box<3>({{1, 2, 3}});
    EXPECT_EQ(cube.size(), 8);
    EXPECT_EQ(cube.faces(), 6);
    EXPECT_EQ(cube.edges(), 12);
    EXPECT_EQ(cube.axis.size(), 3u);
    EXPECT_EQ(cube.inner_radius, 0.5);
    EXPECT_EQ(cube.flatness, 0.0);
    for (const ConvexEdge& edge : cube.edge) {
        const Vec<3> along =
            cross(cube.normal[std::size_t(edge.face[0])], cube.normal[std::size_t(edge.face[1])]);
        EXPECT_GT(dot(along, cube.axis[std::size_t(edge.axis)]), 0.0);
    }
    for (int v = 0; v < 8; ++v) EXPECT_EQ(cube.vertex_start[std::size_t(v) + 1], 3 * (v + 1));
}

TEST(Convex, SupportAndBoundsReachTheFarthestVertex) {
    const Convex<3> brick = box<3>({{2, 4, 6}});
    EXPECT_EQ(brick.vertex[std::size_t(support<3>(brick, {{1, -1, 1}}))], (Vec<3>{{1, -2, 3}}));
    EXPECT_NEAR(bounding_radius(brick), std::sqrt(14.0), tolerance);
    EXPECT_EQ(bounding_box(brick).low, (Vec<3>{{-1, -2, -3}}));
    EXPECT_EQ(bounding_box(regular_polygon(4, 2.0)).high[0], 2.0);
}

TEST(Convex, WhatIsNoConvexSolidIsRefusedWithAReason) {
    const auto error_of = [](const std::vector<Vec<3>>& v, const Faces& f) {
        return make_convex(v, f).error;
    };
    EXPECT_EQ(error_of(cube_corners, cube_faces), "");
    Faces open = cube_faces;
    open.pop_back();
    EXPECT_NE(error_of(cube_corners, open).find("not closed"), std::string::npos);
    Faces turned = cube_faces;
    std::swap(turned[0][1], turned[0][3]);
    EXPECT_NE(error_of(cube_corners, turned).find("not oriented alike"), std::string::npos);
    Faces inside_out = cube_faces;
    for (auto& f : inside_out) std::swap(f[1], f[3]);
    EXPECT_NE(error_of(cube_corners, inside_out), "");
    Faces split = cube_faces;
    split[0] = {0, 4, 6};
    split.push_back({0, 6, 2});
    EXPECT_NE(error_of(cube_corners, split).find("one plane"), std::string::npos);
    std::vector<Vec<3>> bent = cube_corners;
    bent[7] = {{1.2, 1, 1}};
    EXPECT_NE(error_of(bent, cube_faces).find("not flat"), std::string::npos);
    std::vector<Vec<3>> more = cube_corners;
    more.push_back({{0.5, 0.5, 0.5}});
    EXPECT_NE(error_of(more, cube_faces).find("no face"), std::string::npos);
    const std::vector<Vec<3>> dented = {
        {{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}, {{0.1, 0.1, 0.1}}};
    EXPECT_NE(error_of(dented, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}})
                  .find("not convex"),
              std::string::npos);
    EXPECT_NE(error_of({}, {}), "");
}

TEST(Convex, WhatIsNoConvexPolygonIsRefusedWithAReason) {
    const auto error_of = [](const std::vector<Vec<2>>& v) { return make_convex(v).error; };
    EXPECT_EQ(error_of({{{0, 0}}, {{1, 0}}, {{0, 1}}}), "");
    EXPECT_NE(error_of({{{0, 0}}, {{0, 1}}, {{1, 0}}}).find("clockwise"), std::string::npos);
    EXPECT_NE(error_of({{{0, 0}}, {{0.5, 0}}, {{1, 0}}, {{0, 1}}}).find("on the line"), std::string::npos);
    EXPECT_NE(error_of({{{0, 0}}, {{1, 0}}, {{0.2, 0.2}}, {{0, 1}}}).find("not convex"), std::string::npos);
    EXPECT_NE(error_of({{{0, 0}}, {{1, 0}}}).find("three"), std::string::npos);
    std::vector<Vec<2>> star;  // turns left everywhere, twice around
    for (int i = 0; i < 5; ++i) star.push_back({{std::cos(4 * M_PI * i / 5), std::sin(4 * M_PI * i / 5)}});
    EXPECT_NE(error_of(star).find("more than once"), std::string::npos);
}

TEST(ConvexMass, BoxesAndTheRegularTetrahedronAreThoseOfTheTextbook) {
    const MassProperties<3> brick = mass_properties(box<3>({{0.2, 0.3, 0.5}}), 10.0);
    EXPECT_NEAR(brick.mass, 0.3, tolerance);
    EXPECT_NEAR(brick.inertia[0][0], 0.3 * (0.09 + 0.25) / 12.0, tolerance);
    EXPECT_NEAR(brick.inertia[1][1], 0.3 * (0.04 + 0.25) / 12.0, tolerance);
    EXPECT_NEAR(brick.inertia[0][1], 0.0, tolerance);
    const double a = 2.0 * std::sqrt(2.0);
    const std::vector<Vec<3>> v = {{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}};
    const ConvexResult<3> tetrahedron = make_convex(v, Faces{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
    ASSERT_TRUE(tetrahedron.convex) << tetrahedron.error;
    const MassProperties<3> m = mass_properties(*tetrahedron.convex, 1.0);
    EXPECT_NEAR(m.mass, a * a * a / (6.0 * std::sqrt(2.0)), tolerance);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(m.inertia[i][i], m.mass * a * a / 20.0, tolerance);
    const MassProperties<2> square = mass_properties(box<2>({{3, 4}}), 2.0);
    EXPECT_NEAR(square.mass, 24.0, tolerance);
    EXPECT_NEAR(square.inertia[0][0], 24.0 * 25.0 / 12.0, tolerance);
    const MassProperties<2> polygon = mass_properties(regular_polygon(7, 1.0), 1.0);
    EXPECT_NEAR(polygon.mass, 3.5 * std::sin(2 * M_PI / 7), tolerance);
    EXPECT_NEAR(norm(polygon.centre), 0.0, tolerance);
}

TEST(ConvexMass, AnObliqueSolidIsTheSumOfItsTetrahedraFromAnyPoint) {
    const Convex<3> log = prism(7, 0.4, 1.3);
    const Rotation<3> turn = rotation_by({{0.3, -0.8, 0.5}});
    std::vector<Vec<3>> v;
    for (const Vec<3>& x : log.vertex)
        v.push_back(rotate<3>(turn, x) + Vec<3>{{0.4, 0.1, x[0]}});  // sheared too
    Faces faces;
    for (int f = 0; f < log.faces(); ++f)
        faces.emplace_back(log.face_vertex.begin() + log.face_start[std::size_t(f)],
                           log.face_vertex.begin() + log.face_start[std::size_t(f) + 1]);
    const ConvexResult<3> made = make_convex(v, faces);
    ASSERT_TRUE(made.convex) << made.error;
    const MassProperties<3> m = mass_properties(*made.convex, 1.0);

    // Volume, first and second moments by signed tetrahedra from the origin, point by point of a rule of
    // degree two.
    double volume = 0.0;
    Vec<3> first{};
    Mat<3> second{};
    for (const auto& f : faces)
        for (std::size_t i = 1; i + 1 < f.size(); ++i) {
            const std::array<Vec<3>, 4> p = {Vec<3>{}, v[std::size_t(f[0])], v[std::size_t(f[i])],
                                             v[std::size_t(f[i + 1])]};
            const double part = dot(p[1], cross(p[2], p[3])) / 6.0, alpha = 0.58541019662496845,
                         beta = 0.13819660112501051;
            for (std::size_t k = 0; k < 4; ++k) {
                Vec<3> x{};
                for (std::size_t l = 0; l < 4; ++l) x += (k == l ? alpha : beta) * p[l];
                volume += 0.25 * part;
                first += (0.25 * part) * x;
                second = second + (0.25 * part) * outer(x, x);
            }
        }
    EXPECT_NEAR(m.mass, volume, tolerance);
    const Vec<3> centre = (1.0 / volume) * first;
    EXPECT_NEAR(norm(m.centre - centre), 0.0, tolerance);
    second = second - volume * outer(centre, centre);
    const Mat<3> inertia = Mat<3>::scaled_identity(3.0 * mean_diagonal(second)) - second;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(norm(m.inertia[i] - inertia[i]), 0.0, tolerance);
}

}  // namespace
}  // namespace drystone::convex_test
