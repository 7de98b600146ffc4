// Solids that are not convex become convex parts: as many as are needed, without overlap, of the same volume.

#include <numbers>

#include <gtest/gtest.h>

#include "narrowphase/convex_convex.h"
#include "scene/solid_parts.h"

namespace drystone::solid_parts_test {
namespace {

using Loop = std::vector<Vec<2>>;

double area(const Loop& loop) {
    double sum = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec<2>&a = loop[i], &b = loop[(i + 1) % loop.size()];
        sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return sum;
}

const Loop ell = {{{0, 0}}, {{3, 0}}, {{3, 1}}, {{1, 1}}, {{1, 2.5}}, {{0, 2.5}}};
const Loop you = {{{0, 0}}, {{3, 0}}, {{3, 2}}, {{2, 2}}, {{2, 0.5}}, {{1, 0.5}}, {{1, 2}}, {{0, 2}}};
const Loop tee = {{{-0.5, 0}}, {{0.5, 0}},  {{0.5, 2}},  {{1.5, 2}},
                  {{1.5, 3}},  {{-1.5, 3}}, {{-1.5, 2}}, {{-0.5, 2}}};
const Loop plus = {{{1, 0}}, {{2, 0}}, {{2, 1}}, {{3, 1}}, {{3, 2}}, {{2, 2}},
                   {{2, 3}}, {{1, 3}}, {{1, 2}}, {{0, 2}}, {{0, 1}}, {{1, 1}}};
const Loop stairs = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{3, 1}}, {{3, 2}},
                     {{2, 2}}, {{2, 3}}, {{1, 3}}, {{1, 4}}, {{0, 4}}};
const Loop notched = {{{-1, 0}},    {{1, 0}},      {{1.3, 2}},  {{0.4, 2}},
                      {{0.3, 1.6}}, {{-0.3, 1.6}}, {{-0.4, 2}}, {{-1.3, 2}}};

struct Case {
    const char* name;
    Loop loop;
    std::size_t parts;
};
const std::vector<Case> cases = {{"ell", ell, 2},   {"you", you, 3},       {"tee", tee, 2},
                                 {"plus", plus, 3}, {"stairs", stairs, 4}, {"notched", notched, 3}};

Loop turned(const Loop& loop, double angle) {
    Loop out;
    for (const Vec<2>& x : loop)
        out.push_back({{std::cos(angle) * x[0] - std::sin(angle) * x[1] + 0.3,
                        std::sin(angle) * x[0] + std::cos(angle) * x[1] - 7.1}});
    return out;
}

/// Bottom, top and sides.
SurfaceMesh drawn_out(const Loop& loop, double height) {
    SurfaceMesh mesh;
    const int n = static_cast<int>(loop.size());
    for (const double z : {0.0, height})
        for (const Vec<2>& x : loop) mesh.vertex.push_back({{x[0], x[1], z}});
    std::vector<int> top, bottom;
    for (int i = 0; i < n; ++i) {
        mesh.polygon.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
        top.push_back(n + i);
        bottom.push_back(n - 1 - i);
    }
    mesh.polygon.push_back(top);
    mesh.polygon.push_back(bottom);
    return mesh;
}

/// A frame round a window: a square ring of the given half widths, genus 1.
SurfaceMesh frame(double outer, double inner, double height) {
    SurfaceMesh mesh;
    for (const double z : {0.0, height})
        for (const double r : {outer, inner})
            for (const auto& [x, y] :
                 {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}})
                mesh.vertex.push_back({{r * x, r * y, z}});
    for (int i = 0; i < 4; ++i) {
        const int j = (i + 1) % 4;
        mesh.polygon.push_back({i, j, 8 + j, 8 + i});            // outside
        mesh.polygon.push_back({4 + j, 4 + i, 12 + i, 12 + j});  // inside
        mesh.polygon.push_back({8 + i, 8 + j, 12 + j, 12 + i});  // top
        mesh.polygon.push_back({j, i, 4 + i, 4 + j});            // bottom
    }
    return mesh;
}

SurfaceMesh triangles_of(const SurfaceMesh& mesh, bool single) {
    SurfaceMesh out = mesh;
    out.polygon.clear();
    for (const auto& p : mesh.polygon)
        for (std::size_t k = 1; k + 1 < p.size(); ++k) out.polygon.push_back({p[0], p[k], p[k + 1]});
    if (single)
        for (Vec<3>& x : out.vertex)
            for (double& c : x.c) c = static_cast<float>(c);
    return out;
}

template <int D>
double volume(const SolidParts<D>& solid) {
    double sum = 0.0;
    for (const Convex<D>& part : solid.part) sum += mass_properties(part, 1.0).mass;
    return sum;
}

template <int D>
void expect_apart(const SolidParts<D>& solid, double tolerance) {
    ConvexScratch<D> scratch;
    Manifold<D> manifold;
    for (std::size_t i = 0; i < solid.part.size(); ++i)
        for (std::size_t j = i + 1; j < solid.part.size(); ++j) {
            convex_convex({solid.part[i], {}}, {solid.part[j], {}}, {1.0, PointRule::vertices}, scratch, manifold);
            for (const auto& point : manifold.points) EXPECT_GT(point.gap, -tolerance) << i << " " << j;
        }
}

TEST(SolidParts, APolygonThatIsNotConvexIsTheFewestConvexParts) {
    for (const Case& one : cases) {
        for (const double angle : {0.0, 0.3, 1.9}) {
            Loop loop = turned(one.loop, angle);
            for (int way = 0; way < 2; ++way) {
                const SolidParts<2> solid = solid_from_polygon(loop);
                EXPECT_EQ(solid.part.size(), one.parts) << one.name << " " << angle << " " << solid.error;
                EXPECT_NEAR(volume(solid) / area(one.loop), 1.0, 1e-12) << one.name << " " << angle;
                expect_apart(solid, 1e-12);
                std::reverse(loop.begin(), loop.end());
            }
        }
    }
}

TEST(SolidParts, SoIsASolidInSpaceWhateverItsFaces) {
    for (const Case& one : cases) {
        for (const double angle : {0.0, 0.3}) {
            SurfaceMesh mesh = drawn_out(turned(one.loop, angle), 0.7);
            for (int way = 0; way < 2; ++way) {  // facing outwards, then inwards
                const SolidParts<3> solid = solid_from_mesh(mesh);
                EXPECT_EQ(solid.part.size(), one.parts) << one.name << " " << angle << " " << solid.error;
                EXPECT_NEAR(volume(solid) / (0.7 * area(one.loop)), 1.0, 1e-12) << one.name;
                expect_apart(solid, 1e-12);
                for (auto& p : mesh.polygon) std::reverse(p.begin(), p.end());
            }
        }
    }
}

TEST(SolidParts, AFrameRoundAWindowIsFourBars) {
    const SurfaceMesh mesh = frame(1.5, 1.0, 0.4);
    for (const bool single : {false, true}) {
        const SolidParts<3> solid = solid_from_mesh(triangles_of(mesh, single));
        EXPECT_EQ(solid.part.size(), 4u) << solid.error;
        EXPECT_NEAR(volume(solid) / (0.4 * (9.0 - 4.0)), 1.0, single ? 1e-6 : 1e-12);
        expect_apart(solid, single ? 1e-6 : 1e-12);
    }
}

TEST(SolidParts, AStoneWithAHollowIsSolidAroundIt) {
    SurfaceMesh mesh = drawn_out({{{0, 0}}, {{3, 0}}, {{3, 3}}, {{0, 3}}}, 3.0);
    SurfaceMesh hollow = drawn_out({{{1, 1}}, {{2, 1}}, {{2, 2}}, {{1, 2}}}, 1.0);
    for (Vec<3>& x : hollow.vertex) mesh.vertex.push_back(x + Vec<3>{{0, 0, 1}});
    for (auto p : hollow.polygon) {
        std::reverse(p.begin(), p.end());
        for (int& v : p) v += 8;
        mesh.polygon.push_back(p);
    }
    const SolidParts<3> solid = solid_from_mesh(mesh);
    EXPECT_NEAR(volume(solid), 26.0, 1e-11) << solid.error;
    EXPECT_LE(solid.part.size(), 6u);
    expect_apart(solid, 1e-12);
}

/// A ring of 24 stones' worth of facets: a tube, outside and inside both of many faces.
TEST(SolidParts, ATubeOfManyFacesKeepsItsVolume) {
    SurfaceMesh mesh;
    const int n = 24;
    for (const double z : {0.0, 1.0})
        for (const double r : {2.0, 1.5})
            for (int k = 0; k < n; ++k) {
                const double angle = 2.0 * std::numbers::pi * k / n;
                mesh.vertex.push_back({{r * std::cos(angle), r * std::sin(angle), z}});
            }
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        mesh.polygon.push_back({i, j, 2 * n + j, 2 * n + i});
        mesh.polygon.push_back({n + j, n + i, 3 * n + i, 3 * n + j});
        mesh.polygon.push_back({2 * n + i, 2 * n + j, 3 * n + j, 3 * n + i});
        mesh.polygon.push_back({j, i, n + i, n + j});
    }
    const SolidParts<3> solid = solid_from_mesh(mesh);
    const double exact = 0.5 * n * std::sin(2.0 * std::numbers::pi / n) * (4.0 - 2.25);
    EXPECT_NEAR(volume(solid) / exact, 1.0, 1e-12) << solid.error;
    EXPECT_EQ(solid.part.size(), 24u);
    expect_apart(solid, 1e-11);
}

TEST(SolidParts, CornersThatPartsShareHaveTheSameBits) {
    const SolidParts<3> solid = solid_from_mesh(drawn_out(turned(stairs, 0.3), 0.7));
    std::vector<Vec<3>> seen;
    for (const Convex<3>& part : solid.part) {
        for (const Vec<3>& x : part.vertex) {
            for (const Vec<3>& y : seen) EXPECT_TRUE(x == y || norm(x - y) > 1e-3);
            seen.push_back(x);
        }
    }
}

TEST(SolidParts, WhatIsNoSolidIsRefusedWithTheReason) {
    SurfaceMesh open = drawn_out(ell, 1.0);
    open.polygon.pop_back();
    EXPECT_NE(solid_from_mesh(open).error.find("not closed"), std::string::npos);
    SurfaceMesh two = drawn_out(ell, 1.0);
    const SurfaceMesh copy = two;
    for (const Vec<3>& x : copy.vertex) two.vertex.push_back(x + Vec<3>{{9, 0, 0}});
    for (auto p : copy.polygon) {
        for (int& v : p) v += 12;
        two.polygon.push_back(p);
    }
    EXPECT_NE(solid_from_mesh(two).error.find("2 separate solids"), std::string::npos)
        << solid_from_mesh(two).error;
    SurfaceMesh crossed = drawn_out(ell, 1.0);
    crossed.vertex[10] = {{3.5, 0.3, 1.0}};
    EXPECT_TRUE(solid_from_mesh(crossed).part.empty());
    EXPECT_EQ(solid_from_polygon(Loop{{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 1}}}).error,
              "the sides after vertex 0 and after vertex 2 cross");
    EXPECT_NE(solid_from_polygon(Loop{{{0, 0}}, {{1, 0}}, {{2, 0}}, {{0, 1}}}).error.find("on the line"),
              std::string::npos);
    EXPECT_NE(solid_from_polygon(Loop{{{0, 0}}, {{1, 0}}, {{1, 0}}, {{0.9, 0.1}}, {{0, 1}}})
                  .error.find("same point"),
              std::string::npos);
}

}  // namespace
}  // namespace drystone::solid_parts_test
