// Grains that a cell carries along, called by any of their images: a profile has the velocities of the images that are in its slices, and says the same whatever
// grains are called by. Sums over slices are those over grains, against a walk over all of them.

#include <cmath>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "fields/local_strain.h"
#include "fields/mixing.h"
#include "fields/pair_distribution.h"
#include "fields/profile.h"
#include "granular/contact_measures.h"

namespace drystone::cell_flow_test {
namespace {

struct Flow {
    const char* name;
    int dimension;
    Mat<3> edges, gradient;
    std::array<bool, 3> periodic;
};

Mat<3> upper(double xx, double yy, double zz, double xy, double xz, double yz) {
    return {{Vec<3>{{xx, xy, xz}}, Vec<3>{{0, yy, yz}}, Vec<3>{{0, 0, zz}}}};
}

std::vector<Flow> flows() {
    return {{"still", 2, upper(2, 1, 1, 0, 0, 0), {}, {true, true, false}},
            {"sheared", 2, upper(2, 1, 1, 0.3, 0, 0), upper(0, 0, 0, 2.0, 0, 0), {true, true, false}},
            {"stretched", 2, upper(2, 1, 1, -0.4, 0, 0), upper(0.5, -0.5, 0, 0, 0, 0), {true, true, false}},
            {"sheared_in_space", 3, upper(1, 1.5, 2, 0.2, -0.3, 0.4), upper(0.1, 0, -0.2, 1.0, 2.0, -0.5), {true, true, true}},
            {"layer", 3, upper(1, 1.5, 2, 0.2, 0, 0), upper(0.2, 0, 0, 1.0, 0, 0), {true, true, false}},
            {"still_in_space", 3, upper(1, 1.5, 2, 0, 0, 0), {}, {true, true, true}}};
}

/// Grains that the flow carries, with some motion of their own; called by images up to `far` cells away.
GrainList carried(const Flow& flow, double own, int far) {
    Random random(9), which(10);
    GrainList out;
    out.dimension = flow.dimension;
    const Vec<3> origin{{0.3, -0.2, flow.dimension == 3 ? 0.1 : 0.0}};
    out.space = Space<3>(origin, flow.edges, flow.periodic);
    out.edges = flow.edges;
    out.gradient = flow.gradient;
    for (int i = 0; i < 300; ++i) {
        Vec<3> x = origin, v{};
        for (int c = 0; c < flow.dimension; ++c) {
            x[c] += flow.edges[c][c] * random.uniform();
            v[c] = own * random.normal();
        }
        std::array<int, 3> k{};
        for (std::size_t c = 0; c < 3; ++c) {
            if (flow.periodic[c]) k[c] = static_cast<int>(std::floor(which.uniform(-far, far + 1.0)));
        }
        if (far > 0) x = out.space.seen(x, k);
        out.id.push_back(i);
        out.position.push_back(x);
        out.velocity.push_back(v + flow.gradient * (x - origin));
        out.mass.push_back(1.0 + random.uniform());
        out.radius.push_back(0.02);
        out.group.emplace_back(i % 3 == 0 ? "a" : "b");
        out.material.emplace_back("stone");
    }
    return out;
}

class Flows : public testing::TestWithParam<Flow> {};

// v = L (x - o): a slice has that of its grains' places, whatever images they are called by.
TEST_P(Flows, AProfileHasTheVelocityOfTheCellAtItsSlices) {
    const GrainList grains = carried(GetParam(), 0.0, 3);
    constexpr int slices = 6;
    for (int axis = 0; axis < grains.dimension; ++axis) {
        const Measured table = profile_of({.grains = grains}, {Vec<3>::axis(axis), slices});
        std::vector<Vec<3>> momentum(slices);
        std::vector<double> mass(slices, 0.0);
        double low = 1e300, high = -1e300;
        for (const Vec<3>& x : grains.position) {
            low = std::min(low, grains.space.wrap(x)[axis]);
            high = std::max(high, grains.space.wrap(x)[axis]);
        }
        if (GetParam().periodic[static_cast<std::size_t>(axis)]) {
            low = grains.space.origin()[axis];
            high = low + grains.space.edges()[axis][axis];
        }
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec<3> x = grains.space.wrap(grains.position[i]);
            const auto s = static_cast<std::size_t>(std::min(slices - 1, static_cast<int>((x[axis] - low) / (high - low) * slices)));
            momentum[s] += grains.mass[i] * (grains.gradient * (x - grains.space.origin()));
            mass[s] += grains.mass[i];
        }
        for (std::size_t s = 0; s < slices; ++s) {
            EXPECT_NEAR(table.rows[s][2], mass[s], 1e-9);
            for (std::size_t c = 0; c < static_cast<std::size_t>(grains.dimension); ++c)
                EXPECT_NEAR(table.rows[s][3 + c], momentum[s][static_cast<int>(c)] / mass[s], 1e-9) << "axis " << axis << " slice " << s;
            EXPECT_NEAR(table.rows[s][3 + static_cast<std::size_t>(grains.dimension)], 0.0, 1e-18);  // nothing of their own
        }
    }
}

void expect_same(const Measured& a, const Measured& b, const std::string& what) {
    ASSERT_EQ(a.columns, b.columns) << what;
    ASSERT_EQ(a.rows.size(), b.rows.size()) << what;
    for (std::size_t row = 0; row < a.rows.size(); ++row) {
        for (std::size_t k = 0; k < a.columns.size(); ++k) {
            if (std::isnan(a.rows[row][k]) && std::isnan(b.rows[row][k])) continue;
            ASSERT_NEAR(a.rows[row][k], b.rows[row][k], 1e-9 * (1.0 + std::abs(a.rows[row][k]))) << what << " " << a.columns[k] << " row " << row;
        }
    }
}

TEST_P(Flows, MeasuresSayTheSameWhateverImagesGrainsAreCalledBy) {
    const GrainList home = carried(GetParam(), 0.3, 0), away = carried(GetParam(), 0.3, 2);
    for (int axis = 0; axis < home.dimension; ++axis)
        expect_same(profile_of({.grains = home}, {Vec<3>::axis(axis), 5}), profile_of({.grains = away}, {Vec<3>::axis(axis), 5}), "profile");
    Vec<3> oblique{{0.6, 0.8, 0.0}};
    if (GetParam().name != std::string("layer")) expect_same(profile_of({.grains = home}, {oblique, 5}), profile_of({.grains = away}, {oblique, 5}), "oblique");
    expect_same(pair_distribution(home, 0.4, 8), pair_distribution(away, 0.4, 8), "g(r)");
    const auto everyone = [](const GrainList& grains) { return everybody({.grains = grains}); };
    EXPECT_NEAR(granular_temperature({.grains = home}, everyone(home)), granular_temperature({.grains = away}, everyone(away)), 1e-12);
}

// g(r) is the count of pairs of nearest images, N^2 of them looked at one by one.
TEST_P(Flows, PairsAreThoseOfNearestImages) {
    const GrainList grains = carried(GetParam(), 0.0, 1);
    constexpr int bins = 7;
    const Measured table = pair_distribution(grains, 0.3, bins);
    ASSERT_EQ(table.rows.size(), static_cast<std::size_t>(bins));
    const double width = table.rows[1][0] - table.rows[0][0];
    std::vector<double> count(bins, 0.0);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double nearest = 1e300;
            const Vec<3> apart = grains.space.wrap(grains.position[i]) - grains.space.wrap(grains.position[j]);
            for (int a = -2; a <= 2; ++a) {
                for (int b = -2; b <= 2; ++b) {
                    for (int c = -2; c <= 2; ++c) {
                        const auto& p = GetParam().periodic;
                        if ((a != 0 && !p[0]) || (b != 0 && !p[1]) || (c != 0 && !p[2])) continue;
                        nearest = std::min(nearest, norm(grains.space.seen(apart, {a, b, c})));
                    }
                }
            }
            const auto bin = static_cast<std::size_t>(nearest / width);
            if (bin < count.size()) count[bin] += 1.0;
        }
    }
    // g is in proportion to the counts by a function of r alone: compared with that of the volume, where all repeats.
    if (!(GetParam().periodic[0] && GetParam().periodic[1] && (GetParam().periodic[2] || grains.dimension == 2))) return;
    const double n = static_cast<double>(grains.size()), V = grains.space.volume(), pi = std::acos(-1.0);
    for (std::size_t k = 0; k < count.size(); ++k) {
        const double r0 = static_cast<double>(k) * width, r1 = r0 + width;
        const double shell = grains.dimension == 2 ? pi * (r1 * r1 - r0 * r0) : 4.0 / 3.0 * pi * (r1 * r1 * r1 - r0 * r0 * r0);
        EXPECT_NEAR(table.rows[k][1], count[k] / (0.5 * n * (n - 1.0) * shell / V), 1e-9) << k;
    }
}

INSTANTIATE_TEST_SUITE_P(CellFlow, Flows, testing::ValuesIn(flows()), [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace drystone::cell_flow_test
