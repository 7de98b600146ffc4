// Curved shapes move as textbooks say: rolling, rocking, standing, striking; with every law that bears on them.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/curved_samples.h"
#include "physics/curved_stage.h"

namespace drystone::curved_test {
namespace {

using std::numbers::pi;
constexpr double g = 9.81;

const Rotation<3> lying = rotation_by({{0.5 * pi, 0.0, 0.0}});  // the local z axis along -y

/// Gravity tilted by `slope` towards +x, on a floor.
template <int D>
CurvedStage<D> on_slope(const Law& law, double slope) {
    CurvedStage<D> stage(law);
    stage.description.gravity =
        g * (std::sin(slope) * Vec<D>::axis(0) - std::cos(slope) * Vec<D>::axis(D - 1));
    stage.floor();
    return stage;
}

/// Shapes that roll towards +x on their side of radius R, about their local z axis.
std::vector<Curved<3>> rollers(double R) {
    return {make_curved<3>(Frustum{R, R, 2.0 * R}, 0.0),
            make_curved<3>(Frustum{0.75 * R, 0.75 * R, R}, 0.25 * R), make_curved<3>(Segment<3>{2.0 * R}, R),
            make_curved<3>(Ellipsoid<3>{{{R, R, 3.0 * R}}}, 0.0),
            make_curved<3>(Superquadric<3>{{{R, R, 2.0 * R}}, 2.0, 3.0}, 0.0)};
}

// a = g sin / (1 + I / m R^2): 2/3 of g sin for a cylinder. Steep slopes: it slips.
TEST(CurvedShapes, RollDownASlope) {
    const double R = 0.1, slope = 0.2;
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const Curved<3>& shape : rollers(R)) {
            for (const double mu : {0.0, 0.02, 0.4}) {
                CurvedStage<3> stage = on_slope<3>(Coulomb{.friction = mu}, slope);
                stage.settings.integrator = integrator;
                const int body = stage.curved(shape, {{0.0, 0.0, R}}, lying);
                World<3> world = stage.build();
                run(world, stage.settings, 300);
                const MassProperties<3> p = mass_properties(shape, 1.0);
                const double k = p.inertia[2][2] / (p.mass * R * R),
                             rolling = g * std::sin(slope) / (1.0 + k),
                             sliding = g * (std::sin(slope) - mu * std::cos(slope));
                const double a = std::max(rolling, sliding);
                EXPECT_NEAR(world.bodies.velocity[body].v[0], a * world.time, 1e-9)
                    << mu << " " << shape.core.index();
                EXPECT_NEAR(world.bodies.position[body][2], R, 1e-9);
                EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * world.energy.kinetic);
            }
        }
    }
}

TEST(CurvedShapes, RollDownASlopeInThePlane) {
    const double R = 0.1, slope = 0.2;
    for (const Curved<2>& shape : {make_curved<2>(Ellipsoid<2>{{{R, R}}}, 0.0),
                                   make_curved<2>(Superquadric<2>{{{R, R}}, 2.0, 2.0}, 0.0)}) {
        CurvedStage<2> stage = on_slope<2>(Coulomb{.friction = 0.4}, slope);
        const int body = stage.curved(shape, {{0.0, R}});
        World<2> world = stage.build();
        run(world, stage.settings, 300);
        EXPECT_NEAR(world.bodies.velocity[body].v[0], 2.0 / 3.0 * g * std::sin(slope) * world.time, 1e-9);
    }
}

// l_t / R, and mu-bar r* / R with r* = R on a plane: the slope on which it begins to roll. The ends of a line share the force.
TEST(CurvedShapes, HoldOnASlopeByRollingFriction) {
    const double R = 0.1;
    for (const Coulomb& law : {Coulomb{.friction = 0.5, .rolling_friction = 1e-3},
                               Coulomb{.friction = 0.5, .rolling_friction_ratio = 0.01}}) {
        for (const Curved<3>& shape : rollers(R)) {
            for (const double factor : {0.9, 1.5}) {
                const double slope = std::atan(0.01 * factor);
                CurvedStage<3> stage = on_slope<3>(law, slope);
                const int body = stage.curved(shape, {{0.0, 0.0, R}}, lying);
                World<3> world = stage.build();
                run(world, stage.settings, 100);
                const MassProperties<3> p = mass_properties(shape, 1.0);
                const double a = g * std::max(0.0, std::sin(slope) - 0.01 * std::cos(slope)) /
                                 (1.0 + p.inertia[2][2] / (p.mass * R * R));
                EXPECT_NEAR(world.bodies.velocity[body].v[0], a * world.time, 1e-8)
                    << factor << " " << shape.core.index();
            }
        }
    }
}

// A cone on its side rolls about its tip: the line of contact turns at W when the cone turns at W cot(half angle) about it.
TEST(ACone, RollsInACircleAboutItsTip) {
    const double R = 0.1, h = 0.3, alpha = std::atan(R / h), side = std::hypot(R, h), W = 2.0;
    CurvedStage<3> stage(Law(Coulomb{.friction = 1.0}));
    stage.falling().floor();
    // The tip at the origin, the line of contact along +x; the axis rises by alpha from the tip towards +x. Local z leads to the tip.
    const Curved<3> cone = make_curved<3>(Frustum{R, 0.0, 0.5 * h}, 0.0);
    const Rotation<3> turn = rotation_by({{0.0, -(0.5 * pi + alpha), 0.0}});
    const Vec<3> tip = rotate(turn, Vec<3>{{0.0, 0.0, 0.5 * h}});
    const Vec<3> spin{{-W / std::tan(alpha), 0.0, 0.0}},
        centre = rotate(turn, Vec<3>{{0.0, 0.0, -0.25 * h}}) - tip;
    const int body = stage.curved(cone, -tip, turn, {cross(spin, centre), spin});
    stage.settings.step = 2e-4;
    World<3> world = stage.build();
    ASSERT_NEAR(world.bodies.position[body][2], 0.75 * h * std::sin(alpha), 1e-9);
    const double radius = 0.75 * h * std::cos(alpha);
    const int quarter = static_cast<int>(std::lround(0.5 * pi / W / stage.settings.step));
    run(world, stage.settings, quarter);
    const Vec<3> x = world.bodies.position[body];
    EXPECT_NEAR(std::hypot(x[0], x[1]), radius, 0.01 * radius);
    EXPECT_NEAR(std::abs(std::atan2(x[1], x[0])), 0.5 * pi, 0.03);
    EXPECT_NEAR(x[2], 0.75 * h * std::sin(alpha), 1e-4 * side);
}

/// Time between two upward passages of the angle through zero.
template <int D>
double period(World<D>& world, const StepSettings& settings, int body, int spin) {
    ThreadPool pool(1);
    double before = world.bodies.velocity[body].w[spin], first = -1.0;
    for (int k = 0; k < 20000; ++k) {
        advance(world, settings, pool);
        const double now = world.bodies.velocity[body].w[spin];
        if (before < 0.0 && now >= 0.0) {
            const double t = world.time - settings.step * now / (now - before);
            if (first >= 0.0) return t - first;
            first = t;
        }
        before = now;
    }
    return 0.0;
}

// w^2 = m g (a^2 - b^2) / b / (I + m b^2): an egg that rocks on its flat side without slip.
TEST(AnEllipsoid, RocksAtItsFrequency) {
    const double a = 0.2, b = 0.12, tilt = 0.02;
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        CurvedStage<2> flat(Law(Coulomb{.friction = 1.0}));
        flat.falling().floor();
        flat.settings.integrator = integrator;
        flat.settings.step = 2e-4;
        const double height =
            std::sqrt(a * a * std::sin(tilt) * std::sin(tilt) + b * b * std::cos(tilt) * std::cos(tilt));
        const int disk = flat.curved(make_curved<2>(Ellipsoid<2>{{{a, b}}}, 0.0), {{0.0, height}}, {tilt});
        World<2> world = flat.build();
        const double w2 = g * (a * a - b * b) / b / ((a * a + b * b) / 4.0 + b * b);
        EXPECT_NEAR(period(world, flat.settings, disk, 0), 2.0 * pi / std::sqrt(w2),
                    0.003 * 2.0 * pi / std::sqrt(w2));

        CurvedStage<3> space(Law(Coulomb{.friction = 1.0}));
        space.falling().floor();
        space.settings = flat.settings;
        const int egg = space.curved(make_curved<3>(Ellipsoid<3>{{{a, a, b}}}, 0.0), {{0.0, 0.0, height}},
                                     rotation_by({{0.0, tilt, 0.0}}));
        World<3> solid = space.build();
        const double v2 = g * (a * a - b * b) / b / ((a * a + b * b) / 5.0 + b * b);
        EXPECT_NEAR(period(solid, space.settings, egg, 1), 2.0 * pi / std::sqrt(v2),
                    0.003 * 2.0 * pi / std::sqrt(v2));
    }
}

template <int D>
void expect_at_rest(const World<D>& world, double tolerance) {
    for (int i = 0; i < world.bodies.size(); ++i)
        EXPECT_LT(norm(world.bodies.position[i] - world.start_position[i]), tolerance) << i;
}

// Drums of a column, end on end, turned against each other; on a plane, a block, a moving floor.
TEST(Cylinders, StandOnEachOther) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const double rounding : {0.0, 0.05}) {
            CurvedStage<3> stage(Law(Coulomb{.friction = 0.5}));
            stage.falling().settings.integrator = integrator;
            stage.fixed_block({{2.0, 2.0, 1.0}}, {{0.0, 0.0, -0.5}});
            const double R = 0.5, half = 0.3 - rounding;
            double weight = 0.0;
            for (int k = 0; k < 4; ++k) {
                const Curved<3> drum =
                    make_curved<3>(Frustum{R - rounding, R - 0.1 * k - rounding, half}, rounding);
                stage.curved(drum, {{0.0, 0.0, 0.3 + 0.6 * k}}, rotation_by({{0.0, 0.0, 0.3 * k}}));
                weight += 1000.0 * drum.moments.volume * g;
            }
            stage.settings.solver.tolerance = 1e-9;
            World<3> world = stage.build();
            EXPECT_TRUE(run(world, stage.settings, 200).solve.converged);
            expect_at_rest(world, 1e-8);
            EXPECT_NEAR(contact_force(world, 0, stage.settings.step)[2], -weight, 1e-5 * weight);
            double area = 0.0;
            for (const auto& c : world.contacts.point) area += c.a == 0 ? c.area : 0.0;
            EXPECT_NEAR(area, pi * (R - rounding) * (R - rounding), 1e-6);
        }
    }
}

// A wall of bricks with rounded edges, and logs side by side with one on top between blocks.
TEST(RoundedBoxes, MakeAWall) {
    CurvedStage<3> stage(Law(Coulomb{.friction = 0.6}));
    stage.falling().floor();
    stage.settings.solver.tolerance = 1e-8;
    const Curved<3> brick = make_rounded(samples::shared_box<3>({{0.38, 0.18, 0.08}}), 0.01);
    for (int course = 0; course < 4; ++course)
        for (int k = 0; k < 4 - course % 2; ++k)
            stage.curved(brick, {{0.41 * k + 0.205 * (course % 2), 0.0, 0.05 + 0.1 * course}});
    World<3> world = stage.build();
    EXPECT_TRUE(run(world, stage.settings, 300).solve.converged);
    expect_at_rest(world, 1e-7);
}

TEST(Logs, LieInAPyramid) {
    for (const Curved<3>& log :
         {make_curved<3>(Frustum{0.1, 0.1, 0.5}, 0.0), make_curved<3>(Segment<3>{0.5}, 0.1)}) {
        CurvedStage<3> stage(Law(Coulomb{.friction = 0.4}));
        stage.falling().floor();
        stage.settings.solver.tolerance = 1e-9;
        for (int k = 0; k < 2; ++k) stage.curved(log, {{0.2 * k, 0.0, 0.1}}, lying);
        const int top = stage.curved(log, {{0.1, 0.03, 0.1 + 0.1 * std::sqrt(3.0)}}, lying);
        World<3> world = stage.build();
        run(world, stage.settings, 300);
        expect_at_rest(world, 1e-6);
        EXPECT_NEAR(contact_force(world, top, stage.settings.step)[2], 1000.0 * log.moments.volume * g,
                    1e-4 * 1000.0 * log.moments.volume * g);
    }
}

/// All kinds of shapes thrown into a box of planes.
template <int D>
CurvedStage<D> boxful(int count) {
    CurvedStage<D> stage(Law(Coulomb{.friction = 0.4, .restitution_normal = 0.2, .rolling_friction = 0.05}));
    stage.falling().floor();
    for (int k = 0; k + 1 < D; ++k)
        for (const double side : {-1.0, 1.0})
            stage.fixed(Plane<D>{-side * Vec<D>::axis(k)}, 2.1 * side * Vec<D>::axis(k));
    Random random(5);
    const auto all = samples::curved_samples(Vec<D>{});
    for (int k = 0; k < count; ++k) {
        Vec<D> place{};
        int rest = k;
        for (int i = 0; i + 1 < D; ++i, rest /= 2)
            place[i] = -1.0 + 2.0 * (rest % 2) + random.uniform(-0.05, 0.05);
        place[D - 1] = 1.0 + 2.0 * rest;
        Spin<D> turn;
        for (int i = 0; i < spin_dim<D>; ++i) turn[i] = random.uniform(-1.5, 1.5);
        stage.curved(*all[static_cast<std::size_t>(k) % all.size()].shape, place, rotation_by(turn));
    }
    stage.settings.solver = {.tolerance = 1e-5, .max_iterations = 2000};
    stage.settings.step = 2e-3;
    return stage;
}

template <int D>
void comes_to_rest(int count, int steps) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        CurvedStage<D> stage = boxful<D>(count);
        stage.settings.integrator = integrator;
        World<D> world = stage.build();
        ThreadPool pool(1);
        double turned_over = 0.0;
        for (int k = 0; k < steps; ++k) {
            ASSERT_TRUE(advance(world, stage.settings, pool).finite);
            turned_over = std::max(turned_over, world.energy.kinetic);
        }
        EXPECT_LT(world.energy.kinetic, 1e-3 * turned_over);
        EXPECT_LT(std::abs(world.energy.balance_error()), 1e-9 * turned_over);
        for (int i = 0; i < world.bodies.size(); ++i) EXPECT_GT(world.bodies.position[i][D - 1], -1e-3) << i;
        for (const auto& c : world.contacts.point) EXPECT_GT(c.gap, -0.01) << c.a << " " << c.b;
    }
}
TEST(ABoxful, OfCurvedShapesComesToRestIn2D) { comes_to_rest<2>(10, 2000); }
TEST(ABoxful, OfCurvedShapesComesToRestIn3D) { comes_to_rest<3>(12, 1500); }

template <int D>
void has_the_same_bits() {
    const CurvedStage<D> stage = boxful<D>(12);
    std::vector<Vec<D>> alone;
    for (const int threads : {1, 2, 3}) {
        World<D> world = stage.build();
        run(world, stage.settings, 600, threads);
        if (alone.empty()) alone = world.bodies.position;
        EXPECT_EQ(world.bodies.position, alone) << threads;
    }
}
TEST(ABoxful, HasTheSameBitsForAnyNumberOfThreads) {
    has_the_same_bits<2>();
    has_the_same_bits<3>();
}

// Thrown at each other without gravity: momentum and angular momentum stay, energy does not grow.
template <int D>
void conserve_momentum() {
    const auto all = samples::curved_samples(Vec<D>{});
    Random random(6);
    int struck = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < all.size(); ++j) {
            CurvedStage<D> stage(Law(Coulomb{.friction = 0.3, .restitution_normal = 0.5}));
            Spin<D> w;
            for (int k = 0; k < spin_dim<D>; ++k) w[k] = random.uniform(-2.0, 2.0);
            stage.curved(*all[i].shape, {}, rotation_by(w));
            stage.curved(*all[j].shape, 2.2 * Vec<D>::axis(0) + 0.2 * Vec<D>::axis(1), rotation_by(-0.7 * w),
                         {-3.0 * Vec<D>::axis(0), w});
            World<D> world = stage.build();
            const auto totals = [&] {
                Vec<D> p{};
                Spin<D> l{};
                for (int k = 0; k < 2; ++k) {
                    const Vec<D> mv = world.matter.mass[k] * world.bodies.velocity[k].v;
                    p += mv;
                    Mat<spin_dim<D>> axes = Mat<spin_dim<D>>::scaled_identity(1.0);
                    if constexpr (D == 3) axes = matrix(world.bodies.rotation[k]);
                    Spin<D> own = transpose_times(axes, world.bodies.velocity[k].w);
                    for (int m = 0; m < spin_dim<D>; ++m) own[m] *= world.matter.inertia[k][m];
                    l += moment(world.bodies.position[k], mv) + axes * own;
                }
                return std::pair(p, l);
            };
            const auto before = totals();
            run(world, stage.settings, 600);
            const auto after = totals();
            const double size = norm(before.first);
            EXPECT_LT(norm(after.first - before.first), 1e-11 * size) << all[i].name << ", " << all[j].name;
            EXPECT_LT(norm(after.second - before.second), 1e-9 * size) << all[i].name << ", " << all[j].name;
            EXPECT_LT(world.energy.kinetic, world.energy.initial * (1.0 + 1e-9));
            struck += std::abs(world.bodies.velocity[0].v[0]) > 1e-3;
        }
    }
    EXPECT_EQ(struck, static_cast<int>(all.size() * all.size()));
}
TEST(CurvedShapes, ConserveMomentumIn2D) { conserve_momentum<2>(); }
TEST(CurvedShapes, ConserveMomentumIn3D) { conserve_momentum<3>(); }

// A cylinder glued by its end to a ceiling holds up to f_t times the area of the disc.
TEST(ACylinder, HangsByTheWholeOfItsEnd) {
    const double R = 0.3, half = 0.4, weight = 1000.0 * pi * R * R * 2.0 * half * g,
                 stress = weight / (pi * R * R);
    for (const double factor : {0.98, 1.02}) {
        const double strength = factor * stress;
        CurvedStage<3> stage(
            Law(MohrCoulomb{.tensile_strength = strength, .cohesion = strength, .friction = 0.5}));
        stage.falling();
        stage.fixed_block({{2.0, 2.0, 1.0}}, {{0.0, 0.0, 0.5}});
        const int body = stage.curved(make_curved<3>(Frustum{R, R, half}, 0.0), {{0.0, 0.0, -half}});
        stage.settings.solver.tolerance = 1e-8;
        World<3> world = stage.build();
        run(world, stage.settings, 50);
        if (factor > 1.0)
            EXPECT_NEAR(world.bodies.velocity[body].v[2], 0.0, 1e-6);
        else
            EXPECT_NEAR(world.bodies.velocity[body].v[2], -g * world.time, 0.02 * g * world.time);
    }
}

/// Acceleration in the first step, up, of every shape in water up to `level`.
template <int D>
std::vector<double> lifts(double level) {
    std::vector<double> all;
    for (const auto& one : samples::curved_samples(Vec<D>{})) {
        CurvedStage<D> stage;
        stage.falling();
        Water<D> water;
        water.level = {.kind = Signal::Kind::constant, .value = level};
        water.density = 500.0;
        stage.description.water = water;
        const int body = stage.curved(*one.shape, {});
        World<D> world = stage.build();
        run(world, stage.settings);
        all.push_back(world.bodies.velocity[body].v[D - 1] / stage.settings.step);
    }
    return all;
}

// Under water half the weight is left at half the density; above it all; a symmetric one half in the water has three quarters.
TEST(CurvedShapes, AreBuoyant) {
    for (const double a : lifts<3>(5.0)) EXPECT_NEAR(a, -0.5 * g, 1e-9);
    for (const double a : lifts<2>(5.0)) EXPECT_NEAR(a, -0.5 * g, 1e-9);
    for (const double a : lifts<3>(-5.0)) EXPECT_NEAR(a, -g, 1e-12);
    const std::vector<double> half = lifts<3>(0.0);
    for (const std::size_t k : {0U, 1U, 4U, 6U, 7U, 8U, 9U, 10U})
        EXPECT_NEAR(half[k], -0.75 * g, 1e-3) << k;  // h/2 deeper after half a step
}

// The end of a whirling capsule is seen a step ahead: it stops at the floor, though its middle hardly moves.
template <int D>
double deepest_of_a_whirling_capsule(Integrator integrator) {
    CurvedStage<D> stage(Law(Coulomb{}));
    stage.floor();
    stage.settings.integrator = integrator;
    Twist<D> whirl{};
    whirl.w[D == 3 ? 1 : 0] = 30.0;
    const Rotation<D> level = rotation_by(0.5 * pi * Spin<D>::axis(D == 3 ? 1 : 0));
    stage.curved(make_curved<D>(Segment<D>{1.0}, 0.1), 0.95 * Vec<D>::axis(D - 1), level, whirl);
    World<D> world = stage.build();
    double deepest = 0.0;
    for (int k = 0; k < 80; ++k) {
        run(world, stage.settings);
        for (const auto& c : world.contacts.point) deepest = std::max(deepest, -c.gap);
    }
    EXPECT_LT(norm(world.bodies.velocity[1].w - whirl.w), 100.0);
    EXPECT_GT(norm(world.bodies.velocity[1].w - whirl.w), 1.0);  // it did strike
    return deepest;
}
TEST(ACapsule, ThatWhirlsStopsAtTheFloor) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        EXPECT_LT(deepest_of_a_whirling_capsule<2>(integrator), 2e-3);
        EXPECT_LT(deepest_of_a_whirling_capsule<3>(integrator), 2e-3);
    }
}

// Standing on their flat ends and faces, under every law there is: they stay, and the balance closes. Elastic joints give way by
// the stress over the stiffness.
TEST(FlatEnds, BearUnderEveryLaw) {
    const double k = 1e9, half = 0.2,
                 stress = 1000.0 * 2.0 * half * g;  // a prism or cylinder of density 1000
    const Law laws[] = {
        Coulomb{.friction = 0.5},
        Coulomb{.friction = 0.4, .static_friction = 0.6},
        Coulomb{.friction = 0.5, .rolling_friction = 0.01, .torsion_friction = 0.01},
        MohrCoulomb{.tensile_strength = 1e4, .cohesion = 1e4, .friction = 0.5},
        Elastic{.normal_stiffness = k, .shear_stiffness = k, .friction = 0.5},
        CohesiveZone{.normal_stiffness = k,
                     .shear_stiffness = k,
                     .tensile_strength = 1e5,
                     .shear_strength = 1e5,
                     .energy_opening = 100.0,
                     .energy_shear = 100.0,
                     .friction = 0.5},
        Bonded{.friction = 0.5},
    };
    const Curved<3> shapes[] = {make_curved<3>(Frustum{0.3, 0.3, half}, 0.0),
                                make_rounded(samples::shared_box<3>({{0.4, 0.4, 2.0 * half - 0.02}}), 0.01)};
    for (const Law& law : laws) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Curved<3>& shape : shapes) {
                CurvedStage<3> stage(law);
                stage.falling().settings.integrator = integrator;
                stage.settings.solver.tolerance = 1e-9;
                stage.fixed_block({{2.0, 2.0, 1.0}}, {{0.0, 0.0, -0.5}});
                const int body = stage.curved(shape, {{0.0, 0.0, half}});
                World<3> world = stage.build();
                ASSERT_TRUE(run(world, stage.settings, 200).finite);
                const bool gives_way =
                    std::holds_alternative<Elastic>(law) || std::holds_alternative<CohesiveZone>(law);
                const Vec<3> moved = world.bodies.position[body] - Vec<3>{{0.0, 0.0, half}};
                EXPECT_LT(norm(moved), gives_way ? 2.5 * stress / k : 1e-8)
                    << law.index() << " " << shape.core.index();
                if (gives_way) {
                    EXPECT_LT(moved[2], 0.0) << law.index();
                }
                EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12 * stress) << law.index();
            }
        }
    }
}

// On a floor that moves, on one that is held, driven aside: friction carries a cylinder along.
TEST(ACylinder, IsCarriedByAMovingFloor) {
    CurvedStage<3> stage(Law(Coulomb{.friction = 0.5}));
    stage.falling();
    const int floor = stage.floor();
    stage.moves(floor, Driven::velocity, Vec<3>::axis(0), {.kind = Signal::Kind::constant, .value = 0.3});
    const int body = stage.curved(make_curved<3>(Frustum{0.3, 0.3, 0.2}, 0.0), {{0.0, 0.0, 0.2}});
    World<3> world = stage.build();
    run(world, stage.settings, 300);
    EXPECT_NEAR(world.bodies.velocity[body].v[0], 0.3, 1e-9);
    EXPECT_LT(norm(world.bodies.velocity[body].w), 1e-9);
}

// A capsule in a turning drum stays in it and is dragged up with the wall.
template <int D>
void stays_in_its_drum() {
    CurvedStage<D> stage(Law(Coulomb{.friction = 0.5}));
    stage.falling();
    Drum<D> hollow{1.0};
    if (D == 3) hollow.length = 2.0;
    BodyDescription<D> drum;
    drum.fixed = true;
    drum.geometry = {{hollow, {}, {}}};
    if constexpr (D == 3) drum.orientation = lying;
    const int wall = stage.add(drum);
    Spin<D> axis{};
    axis[D == 3 ? 1 : 0] = 1.0;
    stage.turns(wall, Driven::velocity, axis, {.kind = Signal::Kind::constant, .value = 1.0});
    for (int k = 0; k < 3; ++k)
        stage.curved(k == 1 ? make_curved<D>(Segment<D>{0.2}, 0.1)
                            : *samples::curved_samples(Vec<D>{})[D == 3 ? (k == 0 ? 7U : 10U) : 1U].shape,
                     (0.5 * k - 0.5) * Vec<D>::axis(0),
                     k == 1 ? Rotation<D>{} : rotation_by(0.3 * Spin<D>::axis(0)));
    stage.description.bodies.edit(1).geometry = {
        {CurvedStage<D>::shared(make_curved<D>(Segment<D>{0.3}, 0.08)), {}, {}}};
    stage.description.bodies.edit(3).geometry = {
        {CurvedStage<D>::shared(make_curved<D>(Segment<D>{0.1}, 0.12)), {}, {}}};
    stage.settings.solver = {.tolerance = 1e-6, .max_iterations = 5000};
    World<D> world = stage.build();
    run(world, stage.settings, 1500);
    for (int i = 1; i < world.bodies.size(); ++i) {
        Vec<D> x = world.bodies.position[i];
        if (D == 3) {
            EXPECT_LT(std::abs(x[1]), 1.0);
            x[1] = 0.0;
        }
        EXPECT_LT(norm(x), 1.0) << i;
    }
    EXPECT_GT(world.energy.work, 0.0);
}
TEST(ACapsule, StaysInItsDrum) {
    stays_in_its_drum<2>();
    stays_in_its_drum<3>();
}

}  // namespace
}  // namespace drystone::curved_test
