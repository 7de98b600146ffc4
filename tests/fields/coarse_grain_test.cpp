// Fields by coarse graining: they hold all mass, and obey the balances of mass, momentum and energy at every point.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "fields/coarse_grain.h"
#include "fields/field_grid.h"
#include "granular/contact_measures.h"
#include "granular/random_assembly.h"
#include "granular/tensor.h"

namespace drystone::coarse_grain_test {
namespace {

using Which = std::tuple<int, KernelKind>;
class AnyKernel : public testing::TestWithParam<Which> {
  protected:
    int d() const { return std::get<0>(GetParam()); }
    Kernel kernel(double width) const { return Kernel(std::get<1>(GetParam()), width, d()); }
};
INSTANTIATE_TEST_SUITE_P(All, AnyKernel, testing::Combine(testing::Values(2, 3), testing::Values(KernelKind::lucy, KernelKind::gaussian)));

TEST_P(AnyKernel, HasTheIntegralOne) {
    const Kernel phi = kernel(0.3);
    double sum = 0.0;
    constexpr int n = 20000;
    for (int k = 0; k < n; ++k) {
        const double r = (k + 0.5) * phi.reach() / n, shell = d() == 2 ? 2.0 * std::numbers::pi * r : 4.0 * std::numbers::pi * r * r;
        sum += phi.at({{r, 0.0, 0.0}}) * shell * phi.reach() / n;
    }
    EXPECT_NEAR(sum, 1.0, 1e-7);
}

TEST_P(AnyKernel, IsIntegratedAlongLinesInClosedForm) {
    const Kernel phi = kernel(0.3);
    Random random(2, 1);
    for (int k = 0; k < 50; ++k) {
        const Vec<3> r = random_vector(random, d(), -0.5, 0.5), l = random_vector(random, d(), -1.0, 1.0);
        double sum = 0.0;
        constexpr int n = 4000;
        for (int i = 0; i < n; ++i) sum += phi.at(r - ((i + 0.5) / n) * l) / n;
        EXPECT_NEAR(phi.along(r, l), sum, 1e-6 * (1.0 + sum));
    }
    EXPECT_NEAR(phi.along({}, {{1e-9, 0.0, 0.0}}), phi.at({}), 1e-6 * phi.at({}));
    const Vec<3> on_line{{0.1, 0.0, 0.0}};
    EXPECT_GT(phi.along(on_line, {{0.2, 0.0, 0.0}}), 0.0);
}

/// Sixth-order difference quotient of a function of the place along axis c.
template <class F>
auto slope(const F& f, const Vec<3>& x, int c, double h) {
    const Vec<3> e = h * Vec<3>::axis(c);
    return (1.0 / (60.0 * h)) * (45.0 * (f(x + e) - f(x - e)) + (-9.0) * (f(x + 2.0 * e) - f(x - 2.0 * e)) + 1.0 * (f(x + 3.0 * e) - f(x - 3.0 * e)));
}

struct Balance {
    double mass = 0.0, energy = 0.0;
    Vec<3> momentum{};
};

/// d/dt of the sums, from the motion of each grain under the forces of its contacts: what fields say must be what grains do.
Balance rates(const Assembly& assembly, const Vec<3>& r, const Kernel& kernel, double h) {
    const GrainList& grains = assembly.grains;
    const std::vector<Vec<3>> force = resultants(assembly);
    Balance out;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        for (int a = -3; a <= 3; ++a) {
            for (int b = -3; b <= 3; ++b) {
                for (int c = -2; c <= 2; ++c) {
                    const bool repeats = grains.space.repeats();
                    if (!repeats && (a != 0 || b != 0 || c != 0)) continue;
                    if (grains.dimension == 2 && c != 0) continue;
                    const Vec<3> shift = repeats ? grains.space.shift({a, b, c}) : Vec<3>{};
                    const Vec<3> x = grains.position[i] + shift, v = grains.velocity[i] + grains.gradient * shift;
                    if (norm(r - x) > kernel.reach() + 4.0 * h) continue;
                    const auto weight = [&](const Vec<3>& at) { return Vec<1>{{kernel.at(at - x)}}; };
                    double moved = 0.0;  // d/dt phi(r - x) = - v . grad phi
                    for (int k = 0; k < grains.dimension; ++k) moved -= v[k] * slope(weight, r, k, h)[0];
                    const double phi = kernel.at(r - x), m = grains.mass[i];
                    out.mass += m * moved;
                    out.momentum += phi * force[i] + m * moved * v;
                    out.energy += phi * dot(force[i], v) + 0.5 * m * dot(v, v) * moved;
                }
            }
        }
    }
    return out;
}

/// What is left of the balances at r: d/dt + div - sources.
Balance left_over(const Assembly& assembly, const Vec<3>& r, const Kernel& kernel, double h) {
    Balance out = rates(assembly, r, kernel, h);
    const auto at = [&](const Vec<3>& x) { return coarse_grain(assembly, {x}, kernel)[0]; };
    for (int c = 0; c < assembly.dimension(); ++c) {
        out.mass += slope([&](const Vec<3>& x) { return at(x).momentum; }, r, c, h)[c];
        out.energy += slope([&](const Vec<3>& x) { return at(x).energy_flux; }, r, c, h)[c];
        const Mat<3> rise = slope([&](const Vec<3>& x) { return at(x).flux + at(x).stress; }, r, c, h);
        for (int i = 0; i < 3; ++i) out.momentum[i] += rise[i][c];
    }
    const FieldSums here = at(r);
    out.momentum -= here.wall_force;
    out.energy -= here.source;
    return out;
}

TEST_P(AnyKernel, ObeysTheBalancesOfMassMomentumAndEnergy) {
    const bool smooth = std::get<1>(GetParam()) == KernelKind::gaussian;
    const Kernel phi = kernel(smooth ? 0.08 : 0.2);
    const Assembly assembly = AnyAssembly{.dimension = d(), .grains = 25}.made();
    Random random(4, 1);
    for (int k = 0; k < 4; ++k) {
        const Vec<3> r = random_vector(random, d(), 0.2, 0.8);
        const Balance left = left_over(assembly, r, phi, smooth ? 2e-3 : 1e-4);
        const FieldSums here = coarse_grain(assembly, {r}, phi)[0];
        const double scale = here.density / phi.reach(), tolerance = smooth ? 1e-8 : 1e-5;  // Lucy's third derivative jumps
        EXPECT_NEAR(left.mass / scale, 0.0, tolerance);
        EXPECT_NEAR(left.energy / scale, 0.0, 10.0 * tolerance);
        EXPECT_NEAR(norm(left.momentum) / scale, 0.0, 10.0 * tolerance);
        EXPECT_GT(norm(here.momentum), 0.0);
    }
}

// The same in a sheared cell that deforms: grains and contacts anywhere, images everywhere.
TEST(CoarseGraining, ObeysTheBalancesInACellThatDeforms) {
    for (const int d : {2, 3}) {
        Assembly assembly = AnyAssembly{.dimension = d, .grains = 25, .repeats = true}.made();
        const Kernel phi(KernelKind::gaussian, 0.05, d);
        for (std::size_t i = 0; i < assembly.grains.size(); ++i) {  // called by other images
            const std::array<int, 3> by{static_cast<int>(i) % 2, static_cast<int>(i / 2) % 2, 0};
            assembly.grains.position[i] += assembly.grains.space.shift(by);
            assembly.grains.velocity[i] += assembly.grains.gradient * assembly.grains.space.shift(by);
        }
        const Vec<3> r{{0.5, 0.4, d == 3 ? 0.6 : 0.0}};
        const Balance left = left_over(assembly, r, phi, 2e-3);
        const double scale = coarse_grain(assembly, {r}, phi)[0].density / phi.reach();
        EXPECT_NEAR(left.mass / scale, 0.0, 1e-6);
        EXPECT_NEAR(norm(left.momentum) / scale, 0.0, 1e-5);
        EXPECT_NEAR(left.energy / scale, 0.0, 1e-5);
    }
}

// Sums over a fine grid: all mass and momentum, and the mean stress is that of the internal moments.
TEST(CoarseGraining, HoldsAllMassAndAllMoments) {
    for (const bool repeats : {false, true}) {
        const Assembly assembly = AnyAssembly{.dimension = 2, .repeats = repeats}.made();
        const Kernel phi(KernelKind::lucy, 0.1, 2);
        constexpr int n = 80;
        const double low = repeats ? 0.0 : -0.5, edge = repeats ? 1.0 : 2.0, piece = edge / n * edge / n;
        std::vector<Vec<3>> points;
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                const Vec<3> share{{low + edge * (i + 0.5) / n, low + edge * (j + 0.5) / n, 0.0}};
                points.push_back(repeats ? assembly.grains.edges * share : share);
            }
        }
        FieldSums all;
        for (const FieldSums& one : coarse_grain(assembly, points, phi)) all.add(one, piece);
        double mass = 0.0;
        for (const double m : assembly.grains.mass) mass += m;
        EXPECT_NEAR(all.density, mass, 1e-4 * mass);
        const Mat<3> moments = internal_moments(assembly, everybody(assembly)), stress = symmetric(all.stress);
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j) EXPECT_NEAR(stress[i][j], moments[i][j], 1e-3 * norm(moments[0]));
        }
    }
}

TEST(CoarseGraining, AveragesSumsAndMakesTheRestOfThem) {
    const Assembly a = AnyAssembly{.dimension = 2, .seed = 1}.made(), b = AnyAssembly{.dimension = 2, .seed = 2}.made();
    const Kernel phi(KernelKind::lucy, 0.2, 2);
    const std::vector<Vec<3>> points{{{0.5, 0.5, 0.0}}, {{0.2, 0.7, 0.0}}};
    std::vector<FieldSums> mean(2);
    add_coarse_grained(a, points, phi, 0.5, mean);
    add_coarse_grained(b, points, phi, 0.5, mean);
    const FieldSums first = coarse_grain(a, points, phi)[1], second = coarse_grain(b, points, phi)[1];
    EXPECT_NEAR(mean[1].density, 0.5 * (first.density + second.density), 1e-12);
    const Mat<3> back = mean[1].kinetic_stress() + mean[1].density * outer(mean[1].velocity(), mean[1].velocity());
    EXPECT_NEAR(back[0][1], 0.5 * (first.flux[0][1] + second.flux[0][1]), 1e-12);
    EXPECT_GT(mean[1].temperature(2), 0.0);
    // At one point or among many: the same bits.
    EXPECT_EQ(coarse_grain(a, {points[1]}, phi)[0].density, first.density);
    EXPECT_EQ(coarse_grain(a, {points[1]}, phi)[0].stress, first.stress);
}

TEST(FieldGrid, CoversTheGrainsOrTheCell) {
    const Assembly assembly = AnyAssembly{.dimension = 3, .repeats = true}.made();
    const FieldGrid grid = grid_over(assembly.grains, 0.26);
    EXPECT_EQ(grid.count, (std::array<int, 3>{4, 4, 4}));
    EXPECT_EQ(grid.points().size(), 64U);
    EXPECT_DOUBLE_EQ(grid.points()[1][0], 0.375);
    const std::vector<FieldSums> sums = coarse_grain(assembly, grid.points(), Kernel(KernelKind::lucy, 0.2, 3));
    const Measured table = field_table(grid.points(), sums, 3);
    EXPECT_EQ(table.rows[5].size(), table.columns.size());
    const std::string vti = vti_of(grid, sums, 3);
    EXPECT_NE(vti.find("Name=\"kinetic_stress\" NumberOfComponents=\"9\""), std::string::npos);
    EXPECT_NE(vti.find("WholeExtent=\"0 3 0 3 0 3\""), std::string::npos);
}

}  // namespace
}  // namespace drystone::coarse_grain_test
