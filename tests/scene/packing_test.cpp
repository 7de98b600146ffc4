#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "scene/scene_text.h"

namespace drystone::packing_test {
namespace {

template <int D>
struct Grains {
    std::vector<Vec<D>> x;
    std::vector<double> r;
};

template <int D>
Grains<D> grains_of(const Scene& scene) {
    Grains<D> grains;
    for (const auto& body : world_of<D>(scene).bodies) {
        for (const auto& part : body.geometry) {
            if (const auto* ball = std::get_if<Ball<D>>(&part.shape)) {
                grains.x.push_back(body.position + rotate(body.orientation, part.position));
                grains.r.push_back(ball->radius);
            }
        }
    }
    return grains;
}

template <int D>
Grains<D> pack(const std::string& lines, const std::string& bodies = "",
               const std::vector<std::string>& set = {}) {
    const Folder folder;
    const std::string shape = D == 2 ? "disk" : "sphere";
    const std::string text = head(D) + bodies +
                             "[[generate]]\ntype = \"packing\"\nmaterial = \"m\"\nshape = \"" + shape +
                             "\"\n" + lines;
    return grains_of<D>(read_scene(folder.write("s.toml", text), set));
}

/// Smallest distance between surfaces; by all pairs along sorted x, so that it shares nothing with the
/// generator.
template <int D>
double smallest_gap(const Grains<D>& grains) {
    std::vector<std::size_t> order(grains.x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return grains.x[a][0] < grains.x[b][0]; });
    const double largest = *std::max_element(grains.r.begin(), grains.r.end());
    double least = 1e300;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto a = order[i];
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            const auto b = order[j];
            if (grains.x[b][0] - grains.x[a][0] > grains.r[a] + largest) break;
            least = std::min(least, norm(grains.x[a] - grains.x[b]) - grains.r[a] - grains.r[b]);
        }
    }
    return least;
}

constexpr double rounding = 1e-13;  // of a place on the border of a region a metre wide

TEST(Packing, GrainsKeepApartAndInsideTheirRegion) {
    const auto disks = pack<2>(
        "count = 400\nradius = [0.01, 0.03]\ninside = { type = \"disk\", centre = [1, 2], radius = 1 }\n");
    ASSERT_EQ(disks.x.size(), 400u);
    EXPECT_GE(smallest_gap(disks), 0.0);
    for (std::size_t i = 0; i < disks.x.size(); ++i)
        EXPECT_LE(norm(disks.x[i] - Vec<2>{{1, 2}}) + disks.r[i], 1.0 + rounding);

    const auto spheres = pack<3>(
        "count = 500\nradius = 0.05\ninside = { type = \"cylinder\", centre = [0, 0, 1], axis = [0, 0, 2], "
        "radius = 0.6, height = 2 }\n");
    EXPECT_GE(smallest_gap(spheres), 0.0);
    for (const auto& x : spheres.x) {
        EXPECT_LE(std::hypot(x[0], x[1]) + 0.05, 0.6 + rounding);
        EXPECT_GE(x[2] - 0.05, -rounding);
        EXPECT_LE(x[2] + 0.05, 2.0 + rounding);
    }
    const auto ball = pack<3>("count = 300\nradius = 0.05\ninside = { type = \"sphere\", radius = 0.6 }\n");
    EXPECT_GE(smallest_gap(ball), 0.0);
    for (const auto& x : ball.x) EXPECT_LE(norm(x) + 0.05, 0.6 + rounding);
}

TEST(Packing, BallsThatJustFitDo) {
    const auto layer = pack<3>(
        "count = 300\nradius = 0.02\ninside = { type = \"box\", min = [0, 0, 0.1], max = [1, 1, 0.14] }\n");
    EXPECT_GE(smallest_gap(layer), 0.0);
    for (const auto& x : layer.x) EXPECT_NEAR(x[2], 0.12, rounding);
    const auto one =
        pack<2>("count = 1\nradius = 0.3\ninside = { type = \"disk\", centre = [0.1, 0.7], radius = 0.3 }\n");
    EXPECT_NEAR(norm(one.x.at(0) - Vec<2>{{0.1, 0.7}}), 0.0, rounding);
}

TEST(Packing, ReachesDenseFractions) {
    // 0.75 in the plane: 2388 disks of radius 0.01 in the unit square.
    const auto disks =
        pack<2>("count = 2388\nradius = 0.01\ninside = { type = \"box\", min = [0, 0], max = [1, 1] }\n");
    EXPECT_GE(smallest_gap(disks), 0.0);
    // 0.55 in space: 4864 spheres of radius 0.03 in the unit cube, and as much of a wide spread of sizes.
    const auto spheres = pack<3>(
        "count = 4864\nradius = 0.03\ninside = { type = \"box\", min = [0, 0, 0], max = [1, 1, 1] }\n");
    EXPECT_GE(smallest_gap(spheres), 0.0);
    const auto mixed = pack<3>(
        "count = 6000\nradius = { law = \"two\", small = 0.0225, large = 0.09, fraction = 0.02 }\n"
        "inside = { type = \"box\", min = [0, 0, 0], max = [1, 1, 1] }\n");
    EXPECT_GE(smallest_gap(mixed), 0.0);
}

TEST(Packing, KeepsClearOfBodiesAlreadyThere) {
    const std::string there = R"([[bodies]]
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
orientation = { axis = [0, 1, 0], angle_deg = 45 }
[[bodies]]
material = "m"
fixed = true
shape = { type = "drum", radius = 0.8, length = 1.6 }
[[bodies]]
material = "m"
fixed = true
shape = { type = "sphere", radius = 0.4 }
[[bodies]]
material = "m"
shape = { type = "compound", parts = [ { type = "sphere", radius = 0.1, position = [0.25, 0, 0] }, { type = "sphere", radius = 0.1 } ] }
position = [0.5, 0, 0.2]
[[generate]]
type = "packing"
count = 30
radius = 0.05
shape = "sphere"
material = "m"
inside = { type = "box", min = [0, 0, 0], max = [1, 1, 1] }
)";
    const auto grains = pack<3>(
        "count = 1200\nradius = 0.03\ninside = { type = \"box\", min = [-1, -1, -1], max = [1, 1, 1] }\n",
        there);
    ASSERT_EQ(grains.x.size(), 1233u);
    EXPECT_GE(smallest_gap(grains), 0.0);
    const Vec<3> normal{{std::sqrt(0.5), 0, std::sqrt(0.5)}};
    for (std::size_t i = 3; i < grains.x.size(); ++i) {
        EXPECT_GE(dot(grains.x[i], normal), grains.r[i] - rounding);
        EXPECT_LE(std::hypot(grains.x[i][0], grains.x[i][1]) + grains.r[i], 0.8 + rounding);
        EXPECT_LE(std::abs(grains.x[i][2]) + grains.r[i], 0.8 + rounding);
    }
}

const std::string wide = "inside = { type = \"box\", min = [0, 0], max = [1000, 1000] }\n";

struct Moments {
    double mean = 0.0, deviation = 0.0, least = 1e300, most = 0.0;
};

Moments moments(const std::vector<double>& r) {
    Moments m;
    for (double x : r) {
        m.mean += x / static_cast<double>(r.size());
        m.least = std::min(m.least, x);
        m.most = std::max(m.most, x);
    }
    for (double x : r) m.deviation += (x - m.mean) * (x - m.mean) / static_cast<double>(r.size());
    m.deviation = std::sqrt(m.deviation);
    return m;
}

// 20000 draws: the mean is known to deviation / 141, the deviation to about half a percent; five times that
// is allowed.

TEST(RadiusLaws, UniformHasItsMeanAndDeviation) {
    const auto m = moments(pack<2>("count = 20000\nradius = [1, 3]\n" + wide).r);
    const double deviation = 2.0 / std::sqrt(12.0);
    EXPECT_NEAR(m.mean, 2.0, 5 * deviation / 141);
    EXPECT_NEAR(m.deviation, deviation, 0.025 * deviation);
    EXPECT_GE(m.least, 1.0);
    EXPECT_LE(m.most, 3.0);
}

TEST(RadiusLaws, NormalHasItsMeanAndDeviationAndBounds) {
    const auto m = moments(
        pack<2>("count = 20000\nradius = { law = \"normal\", mean = 2, deviation = 0.2 }\n" + wide).r);
    EXPECT_NEAR(m.mean, 2.0, 5 * 0.2 / 141);
    EXPECT_NEAR(m.deviation, 0.2, 0.025 * 0.2);
    const auto cut = moments(pack<2>("count = 20000\nradius = { law = \"normal\", mean = 2, deviation = 0.2, "
                                     "min = 1.8, max = 2.2 }\n" +
                                     wide)
                                 .r);
    EXPECT_GE(cut.least, 1.8);
    EXPECT_LE(cut.most, 2.2);
    EXPECT_NEAR(cut.deviation, 0.2 * 0.53956, 0.003);  // of a normal cut at one deviation on both sides
}

TEST(RadiusLaws, LognormalHasTheMeanAndDeviationOfTheRadiusItself) {
    const auto r =
        pack<2>("count = 20000\nradius = { law = \"lognormal\", mean = 1, deviation = 0.4 }\n" + wide).r;
    const auto m = moments(r);
    EXPECT_NEAR(m.mean, 1.0, 5 * 0.4 / 141);
    EXPECT_NEAR(m.deviation, 0.4, 0.05 * 0.4);  // heavy tail
    std::vector<double> logs;
    for (double x : r) logs.push_back(std::log(x));
    EXPECT_NEAR(moments(logs).deviation, std::sqrt(std::log(1.16)), 0.025 * 0.4);
}

TEST(RadiusLaws, TwoSizesComeInTheGivenNumbers) {
    const auto r =
        pack<2>("count = 1000\nradius = { law = \"two\", small = 1, large = 2, fraction = 0.3 }\n" + wide).r;
    EXPECT_EQ(std::count(r.begin(), r.end(), 2.0), 300);
    EXPECT_EQ(std::count(r.begin(), r.end(), 1.0), 700);
}

/// Share of the mass in grains up to a diameter.
double passing(const std::vector<double>& radii, double diameter, int dimension) {
    double all = 0.0, below = 0.0;
    for (double r : radii) {
        all += std::pow(r, dimension);
        if (2 * r <= diameter) below += std::pow(r, dimension);
    }
    return below / all;
}

TEST(RadiusLaws, GradingFollowsTheSieveCurveByMass) {
    const std::string law =
        "count = 5000\nradius = { law = \"grading\", points = [[1, 0], [2, 30], [4, 60], [8, 100]] }\n";
    const auto disks = pack<2>(law + wide).r;
    const auto spheres =
        pack<3>(law + "inside = { type = \"box\", min = [0, 0, 0], max = [1000, 1000, 1000] }\n").r;
    for (const auto& [diameter, share] :
         {std::pair(2.0, 0.3), {4.0, 0.6}, {std::sqrt(8.0), 0.45}, {std::sqrt(32.0), 0.8}}) {
        EXPECT_NEAR(passing(disks, diameter, 2), share, 0.005) << diameter;
        EXPECT_NEAR(passing(spheres, diameter, 3), share, 0.02) << diameter;  // 1 in 250 is above 4 in space
    }
    EXPECT_EQ(passing(disks, 8.0, 2), 1.0);
    EXPECT_EQ(passing(disks, 1.0 - 1e-12, 2), 0.0);
}

TEST(RadiusLaws, GradingCanComeFromAFile) {
    const Folder folder;
    folder.write("sieves.csv", "diameter,percent\n1,0\n2,30\n4,100\n");
    const std::string text =
        head(2) +
        "[[generate]]\ntype = \"packing\"\nshape = \"disk\"\nmaterial = \"m\"\ncount = 2000\n"
        "radius = { law = \"grading\", file = \"sieves.csv\" }\n" +
        wide;
    const auto r = grains_of<2>(read_scene(folder.write("s.toml", text), {})).r;
    EXPECT_NEAR(passing(r, 2.0, 2), 0.3, 0.005);
}

TEST(Packing, IsAFunctionOfTheSeed) {
    const std::string lines =
        "count = 2000\nradius = [0.008, 0.01]\ninside = { type = \"box\", min = [0, 0], max = [1, 1] }\n";
    const auto a = pack<2>(lines), again = pack<2>(lines), other = pack<2>(lines, "", {"solver.seed=2"});
    EXPECT_EQ(a.x, again.x);
    EXPECT_EQ(a.r, again.r);
    EXPECT_NE(a.x, other.x);
}

TEST(Packing, TwoGeneratorsOfOneSceneDiffer) {
    const std::string one =
        "count = 50\nradius = 0.1\ninside = { type = \"box\", min = [0, 0], max = [10, 10] }\n";
    const std::string first = "[[generate]]\ntype = \"packing\"\nshape = \"disk\"\nmaterial = \"m\"\n" + one;
    const auto grains = pack<2>(one, first);
    EXPECT_NE(grains.x[0], grains.x[50]);
    EXPECT_GE(smallest_gap(grains), 0.0);
}

TEST(Packing, NeighboursInMemoryAreNeighboursInSpace) {
    const auto grains = pack<3>(
        "count = 20000\nradius = 0.01\ninside = { type = \"box\", min = [0, 0, 0], max = [1, 1, 1] }\n");
    double step = 0.0;
    for (std::size_t i = 1; i < grains.x.size(); ++i) step += norm(grains.x[i] - grains.x[i - 1]);
    // 0.66 for points in random order; along a Morton curve a few times the mean distance of neighbours,
    // 0.037.
    EXPECT_LT(step / static_cast<double>(grains.x.size()), 0.1);
}

TEST(Packing, ManyGrainsAreNoTroubleByNight) {
    const auto grains = pack<3>(
        "count = 200000\nradius = [0.003, 0.005]\ninside = { type = \"box\", min = [0, 0, 0], max = [1, 1, "
        "1] }\n");
    EXPECT_EQ(grains.x.size(), 200000u);
    EXPECT_GE(smallest_gap(grains), 0.0);
}

TEST(Packing, SaysHowManyFitAndThatManyDo) {
    const Folder folder;
    const std::string text = head(2) + R"([[generate]]
type = "packing"
shape = "disk"
material = "m"
count = 4000
radius = 0.01
inside = { type = "box", min = [0, 0], max = [1, 1] }
)";
    const std::string path = folder.write("s.toml", text);
    const std::string said = objection(path);
    EXPECT_EQ(
        said,
        path +
            ":15:9: 4000 balls do not fit: about 2387 do, at a solid fraction of 0.75. 4000 would need a "
            "region of 1.676 m2; this one has 1 m2, of which other bodies leave 1 free");
    EXPECT_EQ(objection(path, {"generate.0.count=2387"}), "");
    const std::string wall =
        "[[bodies]]\nmaterial = \"m\"\nfixed = true\nshape = { type = \"plane\", normal = [0, 1] }\nposition "
        "= [0, 2]\n";
    EXPECT_NE(objection(folder.write("t.toml", text + wall)).find("leave 0 free"), std::string::npos);
}

TEST(Lattice, GrainsAreWhereTheirNumbersSay) {
    const Folder folder;
    const std::string text = head(3) + R"([[generate]]
type = "lattice"
name = "l"
shape = "sphere"
material = "m"
radius = 0.5
spacing = [1, 2, 3]
counts = [4, 3, 2]
origin = [10, 20, 30]
velocity = [0, 0, -1]
)";
    const auto scene = read_scene(folder.write("s.toml", text), {});
    const auto& bodies = world_of<3>(scene).bodies;
    ASSERT_EQ(bodies.size(), 24u);
    EXPECT_EQ(bodies[3 + 4 * (2 + 3 * 1)].position, (Vec<3>{{13, 24, 33}}));
    EXPECT_EQ(bodies[23].name, "l.23");
    EXPECT_EQ(bodies[23].group, "l");
    EXPECT_EQ(bodies[23].velocity, (Vec<3>{{0, 0, -1}}));
    const auto shaken = read_scene(folder.path("s.toml"), {"generate.0.spacing=2", "generate.0.jitter=0.25"});
    double most = 0.0;
    for (std::size_t i = 0; i < 24; ++i) {
        const auto& x = world_of<3>(shaken).bodies[i].position;
        const Vec<3> home{{10.0 + 2.0 * static_cast<double>(i % 4),
                           20.0 + 2.0 * static_cast<double>(i / 4 % 3),
                           30.0 + 2.0 * static_cast<double>(i / 12)}};
        for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(x[k] - home[k]));
    }
    EXPECT_LE(most, 0.25);
    EXPECT_GT(most, 0.2);
}

}  // namespace
}  // namespace drystone::packing_test
