// Load multipliers against statics by hand, and against linear programs of others (docs/theory.md section 14).

#include "limit/limit_load.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "limit/limit_scenes.h"

namespace drystone::limit_load_test {
namespace {

constexpr double g = 9.81;
constexpr double weight = 1000.0 * g;  // of a box

std::string arch(double thickness, int voussoirs, const std::string& more = "") {
    return fmt::format(
        "[[generate]]\ntype = \"arch\"\nname = \"arch\"\nmaterial = \"stone\"\nradius = 1.0\nthickness = {:.17g}\nvoussoirs = {}\n{}\n",
        thickness, voussoirs, more);
}

std::string accelerated(double x = 9.81) { return fmt::format("[limit]\nacceleration = [{}, 0.0]\n", x); }

template <int D>
std::string accelerated_in(double x, double y = 0.0) {
    return D == 2 ? fmt::format("[limit]\nacceleration = [{}, 0.0]\n", x) : fmt::format("[limit]\nacceleration = [{}, {}, 0.0]\n", x, y);
}

/// A box on a fixed one, as large.
template <int D>
std::string standing_box() {
    return box(D, "base", place(D, 0, -0.25), "fixed = true") + box(D, "top", place(D, 0, 0.25));
}

template <int D>
void expect_limit(const LimitLoad<D>& limit, double multiplier, double tolerance = 1e-8) {
    ASSERT_TRUE(limit.found);
    ASSERT_TRUE(limit.feasible);
    ASSERT_FALSE(limit.unbounded);
    EXPECT_NEAR(limit.multiplier / multiplier, 1.0, tolerance);
    EXPECT_LE(limit.lower, limit.upper);
    EXPECT_NEAR(limit.lower / multiplier, 1.0, 10 * tolerance);
    EXPECT_NEAR(limit.upper / multiplier, 1.0, 10 * tolerance);
    EXPECT_LT(limit.residual, 1e-9);
}

template <int D>
void slides_and_overturns() {
    const std::string body = standing_box<D>() + accelerated_in<D>(g);
    expect_limit(Scaled<D>(stones(D, "friction = 0.3", body)).limit(), 0.3);
    expect_limit(Scaled<D>(stones(D, "friction = 5.0", body)).limit(), 2.0);    // b / h
    expect_limit(Scaled<D>(stones(D, "friction = 1e3", body)).limit(), 2.0);    // Heyman's masonry
}

TEST(LimitLoad, ABoxSlidesOrOverturns) {
    slides_and_overturns<2>();
    slides_and_overturns<3>();
}

TEST(LimitLoad, FrictionIsRoundInSpace) {
    for (const double angle : {0.2, 0.7, 2.0})
        expect_limit(Scaled<3>(stones(3, "friction = 0.3", standing_box<3>() + accelerated_in<3>(g * std::cos(angle), g * std::sin(angle)))).limit(),
                     0.3);
}

TEST(LimitLoad, WithoutFrictionNothingIsHeldSideways) {
    const LimitLoad<2> limit = Scaled<2>(stones(2, "friction = 0.0", standing_box<2>() + accelerated())).limit();
    ASSERT_TRUE(limit.found && limit.feasible && !limit.unbounded);
    EXPECT_NEAR(limit.multiplier, 0.0, 1e-9);
}

TEST(LimitLoad, WhatIsPressedDownHasNoLimit) {
    const LimitLoad<2> limit = Scaled<2>(stones(2, "friction = 0.3", standing_box<2>() + "[limit]\nacceleration = [0.1, -1.0]\n")).limit();
    EXPECT_TRUE(limit.found && limit.feasible && limit.unbounded);
}

TEST(LimitLoad, WhatFallsIsNotFeasible) {
    for (const char* place : {"[0.0, 0.75]", "[0.51, 0.25]"}) {  // in the air; centre beyond the edge
        const LimitLoad<2> limit = Scaled<2>(stones(2, "friction = 0.8", box(2, "base", "[0, -0.25]", "fixed = true") + box(2, "top", place) +
                                                                                accelerated())).limit();
        EXPECT_TRUE(limit.found) << place;
        EXPECT_FALSE(limit.feasible) << place;
        EXPECT_LT(limit.velocity[1].v[1], -1e-3) << place;  // the mechanism goes down
    }
}

TEST(LimitLoad, DeadLoadsAreNotScaled) {
    const std::string drives =
        "[[drives]]\nbody = \"top\"\nforce = [0.0, -9810.0]\n[[drives]]\nname = \"push\"\nbody = \"top\"\nforce = [2.0, 0.0]\n"
        "history = { kind = \"ramp\", from = 0.0, to = 1.0, over = 1.0 }\n[limit]\ndrives = [\"push\"]\n";
    expect_limit(Scaled<2>(stones(2, "friction = 0.3", standing_box<2>() + drives)).limit(), 0.3 * 2.0 * weight / 2.0);
}

TEST(LimitLoad, AForceActsAtItsPoint) {
    const std::string drive = "[[drives]]\nname = \"push\"\nbody = \"top\"\nforce = [1.0, 0.0]\npoint = [0.0, {}]\n[limit]\ndrives = [\"push\"]\n";
    for (const double z : {-0.1, 0.1, 0.25})  // overturns: F (h/2 + z) = W b/2
        expect_limit(Scaled<2>(stones(2, "friction = 9.0", standing_box<2>() + fmt::format(fmt::runtime(drive), z))).limit(), weight * 0.5 / (0.25 + z));
}

// C14: walls in running bond, tan of the tilt; other numbers are those of docs/stability.md and examples.
TEST(LimitLoad, WallsAreThoseOfTheLinearProgram) {
    struct Wall {
        double length, height, friction, limit;
    };
    for (const Wall& w : {Wall{1.6, 0.8, 0.65, 0.641551}, Wall{1.6, 0.8, 0.75, 0.691275}, Wall{1.6, 1.2, 0.65, 0.597579}, Wall{1.6, 1.6, 0.65, 0.566368},
                          Wall{1.2, 2.0, 0.75, 0.512437}}) {
        const std::string wall = fmt::format(
            "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = {}\nheight = {}\nblock = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.5\n",
            w.length, w.height);
        expect_limit(Scaled<2>(stones(2, fmt::format("friction = {}", w.friction), wall + accelerated())).limit(), w.limit, 2e-6);
    }
}

TEST(LimitLoad, TheTiltOfAWallInItsPlane) {
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 1.6\nheight = 1.6\nblock = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.5\n";
    const double tilt = std::atan(Scaled<2>(stones(2, "friction = 0.65", wall + accelerated())).limit().multiplier);
    EXPECT_NEAR(tilt * 180.0 / std::numbers::pi, 29.526, 1e-3);
}

TEST(LimitLoad, AFacadeWithTwoOpenings) {
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 4.8\nheight = 2.8\nblock = [0.4, 0.2]\nbase = 0.3\nbase_margin = 2.0\n"
        "openings = [{ position = [0.8, 0.6], size = [1.0, 1.2] }, { position = [3.0, 0.6], size = [1.0, 1.2] }]\n";
    expect_limit(Scaled<2>(stones(2, "friction = 0.6", wall + accelerated())).limit(), 0.449, 2e-4);
}

TEST(LimitLoad, ArchesUnderPointsAndSideways) {
    const auto loaded = [](const char* voussoir) {
        const std::string text = arch(0.2, 31) + fmt::format("[[drives]]\nname = \"load\"\nbody = \"{}\"\nforce = [0.0, -1.0]\n[limit]\ndrives = [\"load\"]\n", voussoir);
        return Scaled<2>(stones(2, "friction = 0.8", text), {"materials.stone.density=2300"}).limit();
    };
    expect_limit(loaded("arch.voussoir.10"), 6074.0, 1e-4);
    expect_limit(loaded("arch.voussoir.15"), 6441.0, 1e-4);
    expect_limit(Scaled<2>(stones(2, "friction = 0.8", arch(0.2, 31) + accelerated())).limit(), 0.2845, 1e-4);
    expect_limit(Scaled<2>(stones(2, "friction = 1.2", arch(0.15, 16) + accelerated())).limit(), 0.149969, 5e-6);
    expect_limit(Scaled<2>(stones(2, "friction = 1.2", arch(0.20, 16) + accelerated())).limit(), 0.287487, 5e-6);
}

/// The least thickness at which an arch is carried.
double least_thickness(int voussoirs, double friction) {
    double low = 0.05, high = 0.25;
    while (high - low > 1e-7) {
        const double middle = 0.5 * (low + high);
        const Rest<2> rest = Scaled<2>(stones(2, fmt::format("friction = {}", friction), arch(middle, voussoirs))).rest();
        EXPECT_NE(rest.found, RestFound::unknown);
        (rest.found == RestFound::possible ? high : low) = middle;
    }
    return high;
}

// By a linear program of its own (two vertices a joint), which also gives the catalogue's numbers for 8 and 16: Milankovitch's arch.
TEST(LimitLoad, MilankovitchsArches) {
    EXPECT_NEAR(least_thickness(9, 0.8), 0.1015255, 2e-7);
    EXPECT_NEAR(least_thickness(16, 0.8), 0.1070762, 2e-7);
    EXPECT_NEAR(least_thickness(20, 0.8), 0.1073477, 2e-7);
    EXPECT_NEAR(least_thickness(31, 0.8), 0.1071304, 2e-7);
    EXPECT_NEAR(least_thickness(100, 0.8), 0.1074556, 2e-7);
}

// C04: below 0.396 friction asks for more than Heyman's masonry, which does not slide.
TEST(LimitLoad, HeymansMasonryAgainstFriction) {
    const double heyman = least_thickness(16, 1e3);
    EXPECT_NEAR(heyman, 0.1070762, 2e-7);
    EXPECT_NEAR(least_thickness(16, 0.5), heyman, 2e-7);
    EXPECT_NEAR(least_thickness(16, 0.38), 0.12317, 1e-5);
    EXPECT_NEAR(least_thickness(16, 0.34), 0.16386, 1e-5);
}

/// Forces on every body, with its loads, over the typical load.
template <int D>
double out_of_balance(const Scaled<D>& s, const std::vector<Twist<D>>& force, double multiplier) {
    std::vector<Twist<D>> sum = dead_loads(s.world);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = {sum[i].v + multiplier * s.live[i].v, sum[i].w + multiplier * s.live[i].w};
    for (std::size_t c = 0; c < force.size(); ++c) {
        const ContactPoint<D>& p = s.world.contacts.point[c];
        const int a = s.world.parts.body[p.a], b = s.world.parts.body[p.b];
        sum[b].v += force[c].v;
        sum[b].w += force[c].w + moment(p.point - s.world.bodies.position[b], force[c].v);
        sum[a].v -= force[c].v;
        sum[a].w -= force[c].w + moment(p.point - s.world.bodies.position[a], force[c].v);
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (s.world.mobile[i] >= 0) largest = std::max(largest, norm(sum[i].v) + norm(sum[i].w));
    return largest;
}

template <int D>
void expect_forces_and_mechanism(const Scaled<D>& s) {
    const LimitLoad<D> limit = s.limit();
    ASSERT_TRUE(limit.found && limit.feasible && !limit.unbounded);
    EXPECT_LT(out_of_balance(s, limit.force, limit.multiplier), 1e-6 * weight);
    for (std::size_t c = 0; c < limit.force.size(); ++c) {
        if (norm(limit.force[c].v) < 1e-6 * weight) continue;  // the last digits of nothing
        EXPECT_LT(utilisation(s.world, s.scene.settings.step, c, limit.force[c].v), 1.0 + 1e-4) << c;
    }
    // Dead and live load do no work on the mechanism but what contacts take, and dry ones take none.
    double dead = 0.0, live = 0.0;
    const std::vector<Twist<D>> loads = dead_loads(s.world);
    for (std::size_t i = 0; i < loads.size(); ++i) {
        dead += dot(loads[i].v, limit.velocity[i].v) + dot(loads[i].w, limit.velocity[i].w);
        live += dot(s.live[i].v, limit.velocity[i].v) + dot(s.live[i].w, limit.velocity[i].w);
    }
    EXPECT_GT(live, 0.0);
    EXPECT_NEAR(-dead / live, limit.multiplier, 1e-6 * limit.multiplier);
    // Contacts open at least as much as they slip.
    for (std::size_t c = 0; c < limit.force.size(); ++c) {
        const ContactPoint<D>& p = s.world.contacts.point[c];
        const int a = s.world.parts.body[p.a], b = s.world.parts.body[p.b];
        const auto at = [&](int body) { return limit.velocity[body].v + turn(limit.velocity[body].w, p.point - s.world.bodies.position[body]); };
        const Vec<D> u = contact_frame(p.normal) * (at(b) - at(a));
        EXPECT_GT(u[0] - s.world.problem.law[c].mu * tangential_norm(u), -1e-6) << c;
    }
}

TEST(LimitLoad, ForcesAreInEquilibriumAndTheMechanismDoesTheWork) {
    expect_forces_and_mechanism(Scaled<2>(stones(2, "friction = 0.6", arch(0.2, 12) + accelerated())));
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 1.6\nheight = 0.8\nthickness = 0.2\nblock = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.5\n";
    expect_forces_and_mechanism(Scaled<3>(stones(3, "friction = 0.65", wall + accelerated_in<3>(g))));
    expect_forces_and_mechanism(Scaled<3>(stones(3, "friction = 0.65", wall + accelerated_in<3>(0.5 * g, 0.3 * g))));
}

// A wall two ways: in space it is that of the plane.
TEST(LimitLoad, AWallInSpaceIsThatOfThePlane) {
    const std::string wall =
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 1.6\nheight = 0.8\nthickness = 0.2\nblock = [0.4, 0.2]\nbase = 0.2\nbase_margin = 1.5\n";
    expect_limit(Scaled<3>(stones(3, "friction = 0.65", wall + accelerated_in<3>(g))).limit(), 0.641551, 2e-6);
    expect_limit(Scaled<3>(stones(3, "friction = 0.65", wall + accelerated_in<3>(0.0, g))).limit(), 0.25, 1e-8);  // b / h
}

// No absolute number: other units by powers of two give the same digits.
TEST(LimitLoad, UnitsDoNotMatter) {
    const std::string text = stones(2, "friction = 0.6", arch(0.2, 12) + accelerated());
    const double plain = Scaled<2>(text).limit().multiplier;
    EXPECT_EQ(Scaled<2>(text, {"materials.stone.density=8000"}).limit().multiplier, plain);
    EXPECT_EQ(Scaled<2>(text, {"time.step=0.25"}).limit().multiplier, Scaled<2>(text, {"time.step=0.5"}).limit().multiplier);
    EXPECT_EQ(Scaled<2>(text, {"limit.acceleration=[39.24, 0.0]"}).limit().multiplier, plain / 4.0);
}

}  // namespace
}  // namespace drystone::limit_load_test
