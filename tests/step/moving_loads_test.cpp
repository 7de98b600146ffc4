// Loads on wheels: docs/theory.md (7.15). The body beneath gets the force, its supports what statics says.

#include "step/moving_loads.h"

#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "physics/deformable_stage.h"
#include "step/loads.h"
#include "step/state.h"

namespace drystone::moving_loads_test {
namespace {

constexpr double g = 9.81;
using Kind = Signal::Kind;

Signal constant(double value) { return {.kind = Kind::constant, .value = value}; }

template <int D>
MovingLoad<D> truck(std::vector<int> bodies, double force, Signal position) {
    MovingLoad<D> load;
    load.bodies = std::move(bodies);
    load.force = -force * Vec<D>::axis(D - 1);
    load.from = -2.0 * Vec<D>::axis(0) + 3.0 * Vec<D>::axis(D - 1);
    load.to = 2.0 * Vec<D>::axis(0) + 3.0 * Vec<D>::axis(D - 1);
    load.position = std::move(position);
    load.axles = {{}};
    return load;
}

/// Force and moment about the origin that contacts exert on a body.
template <int D>
Twist<D> reaction(const World<D>& world, int body, double h) {
    Twist<D> sum{};
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const double side = (world.parts.body[point.b] == body) - (world.parts.body[point.a] == body);
        const Vec<D> f = (side / h) * world.contacts.impulse[c];
        sum.v += f;
        sum.w += moment(point.point, f);
    }
    return sum;
}

enum class Make { rigid, uniform, mesh };

/// A beam on two supports, a load at x: forces and moments on it are in balance, with the load where it is said to be.
template <int D>
void balances(Make make, double x) {
    ElasticStage<D> stage(Coulomb{.friction = 0.6}, 1e9);
    stage.quasistatic(1.0, 1e-11);
    stage.falling(g);
    Vec<D> pier = 0.2 * Vec<D>::axis(0) + 0.5 * Vec<D>::axis(D - 1), beam = 4.2 * Vec<D>::axis(0) + 0.3 * Vec<D>::axis(D - 1);
    if (D == 3) pier[1] = beam[1] = 0.5;
    for (const double side : {-2.0, 2.0}) stage.rigid_box(pier, side * Vec<D>::axis(0) - 0.25 * Vec<D>::axis(D - 1), true);
    const Vec<D> place = 0.15 * Vec<D>::axis(D - 1);
    std::array<int, D> cuts{};
    if (make == Make::mesh) cuts.fill(2), cuts[0] = 12;
    const int body = make == Make::rigid ? stage.rigid_box(beam, place) : stage.box_of(beam, cuts, place);
    stage.description.moving_loads = {truck<D>({body}, 5e4, constant(2.0 + x))};
    World<D> world = stage.build();
    const StepReport report = run(world, stage.settings, 3);
    ASSERT_TRUE(report.solve.converged);
    const double weight = g * world.matter.mass[body];
    const Twist<D> held = reaction(world, body, 1.0);
    EXPECT_NEAR(held.v[D - 1], weight + 5e4, 1e-6 * weight) << x;
    Vec<D> push{};
    push[D - 1] = -5e4;
    const Spin<D> from_load = moment(x * Vec<D>::axis(0), push);
    const Spin<D> from_weight = moment(world.bodies.position[body], -weight * Vec<D>::axis(D - 1));
    EXPECT_NEAR(norm(held.w + from_load + from_weight), 0.0, 2e-6 * weight * 4.2) << x;
}

TEST(MovingLoads, ABeamIsInBalanceWithItsTruck) {
    for (const Make make : {Make::rigid, Make::uniform, Make::mesh}) {
        for (const double x : {-1.7, 0.0, 0.9}) {
            balances<2>(make, x);
            balances<3>(make, x);
        }
    }
}

/// Three stones in a row on the floor, a hand apart, one on top of the middle one.
template <int D>
struct Row : BlockStage<D> {
    int left, middle, right, top;
    Row() : BlockStage<D>(Coulomb{.friction = 0.5}) {
        this->falling(g).floor();
        const auto stone = [&](double x, double level) {
            return this->block(100.0, this->size(1.0, 1.0), x * this->along() + (level + 0.5) * this->up());
        };
        left = stone(-1.2, 0.0), middle = stone(0.0, 0.0), right = stone(1.2, 0.0), top = stone(0.0, 1.0);
    }

    /// Body that an axle at x along the way stands on, or -1.
    int beneath(double x, std::vector<int> may) {
        this->description.moving_loads = {truck<D>(std::move(may), 1.0, constant(0.0))};
        World<D> world = this->build();
        run(world, this->settings);
        const auto on = footing<D>(world, 0, x * this->along() + 3.0 * this->up());
        return on ? world.parts.body[on->part] : -1;
    }
};

template <int D>
void finds_the_first_beneath() {
    Row<D> row;
    const std::vector<int> all = {row.left, row.middle, row.right, row.top};
    EXPECT_EQ(row.beneath(-1.2, all), row.left);
    EXPECT_EQ(row.beneath(1.65, all), row.right);
    EXPECT_EQ(row.beneath(0.2, all), row.top);
    EXPECT_EQ(row.beneath(0.2, {row.middle, row.right}), row.middle);  // through what it may not stand on
    EXPECT_EQ(row.beneath(0.6, all), -1);                              // between two stones
    EXPECT_EQ(row.beneath(-1.8, all), -1);
}

TEST(MovingLoads, PressOnTheFirstBodyBeneath) {
    finds_the_first_beneath<2>();
    finds_the_first_beneath<3>();
}

template <int D>
double push_on(const World<D>& world, int body) {
    return -world.applied[body].v[D - 1];
}

template <int D>
void goes_along() {
    Row<D> row;
    row.settings.step = 0.01;
    MovingLoad<D> load = truck<D>({row.left, row.top, row.right}, 10.0,
                                  {.kind = Kind::ramp, .from = 0.0, .to = 5.2, .over = 0.52, .start = 0.1});
    load.axles = {{0.0, 1.0}, {1.2, 3.0}};
    load.history = constant(2.0);
    row.description.moving_loads = {load};
    World<D> world = row.build();
    const auto at_time = [&](double t, double left, double top, double right) {
        while (world.time < t - 1e-9) run(world, row.settings);
        apply_loads(world, world.time);
        EXPECT_NEAR(push_on(world, row.left), left, 1e-9) << t;
        EXPECT_NEAR(push_on(world, row.top), top, 1e-9) << t;
        EXPECT_NEAR(push_on(world, row.right), right, 1e-9) << t;
        EXPECT_EQ(push_on(world, row.middle), 0.0);
    };
    at_time(0.05, 0.0, 0.0, 0.0);     // not yet there
    at_time(0.18, 20.0, 0.0, 0.0);    // the first axle at -1.2
    at_time(0.30, 60.0, 20.0, 0.0);   // at 0, the second at -1.2
    at_time(0.42, 0.0, 60.0, 20.0);
    at_time(0.54, 0.0, 0.0, 60.0);    // the first has left the way
    at_time(0.70, 0.0, 0.0, 0.0);
}

TEST(MovingLoads, AxlesGoAlongOneAfterTheOther) {
    goes_along<2>();
    goes_along<3>();
}

template <int D>
World<D> driven_over(int threads, int restart_at) {
    Row<D> row;
    row.settings.step = 0.01;
    row.description.moving_loads = {
        truck<D>({row.left, row.top, row.right}, 5e3, {.kind = Kind::ramp, .from = 0.0, .to = 4.0, .over = 0.5})};
    World<D> world = row.build();
    run(world, row.settings, restart_at, threads);
    World<D> other = row.build();
    ThreadPool pool(threads);
    put_state<D>(world, other, pool);
    run(other, row.settings, 60 - restart_at, threads);
    return other;
}

TEST(MovingLoads, SameBitsForThreadsAndAfterARestart) {
    const World<3> one = driven_over<3>(1, 0), other = driven_over<3>(3, 23);
    EXPECT_EQ(one.bodies.position, other.bodies.position);
    EXPECT_EQ(one.bodies.velocity, other.bodies.velocity);
    EXPECT_NEAR(one.energy.balance_error(), 0.0, 1e-9);
}

}  // namespace
}  // namespace drystone::moving_loads_test
