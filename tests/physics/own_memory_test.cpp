// A law of a user's own: what it names it finds again, wherever contacts go. (In files: tests/io/memory_test.cpp.)

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/diary_law.h"
#include "physics/stage.h"

namespace drystone::own_memory_test {
namespace {

template <int D>
Diary::Memory<D> memory_of(const World<D>& world, std::size_t c) {
    const ContactPoint<D>& point = world.contacts.point[c];
    const int a = world.parts.body[point.a], b = world.parts.body[point.b];
    const int law = world.book.number(world.matter.surface[a], world.matter.surface[b]);
    const Mat<D> frame = contact_frame(point.normal);
    return world.contacts.memory.view(c, world.book.places[law], axes_of(world.bodies, frame, a, b))
        .template read<Diary::Memory<D>>();
}

/// A ball that slides along a floor at speed v, and spins about the normal (in the plane: about the one axis there is).
template <int D>
struct SlidingBall {
    static constexpr double h = 1e-3, v = 0.5, w = 2.0;
    Stage<D> stage;
    int ball;

    explicit SlidingBall(const Diary& law) : stage(Law(OwnLaw(law))) {
        stage.falling(10.0).settings.step = h;
        stage.floor();
        Spin<D> spin{};
        spin[spin_dim<D> - 1] = w;
        ball = stage.ball(2.0, 0.1, 0.1 * Vec<D>::axis(D - 1), v * Vec<D>::axis(0), spin);
    }
};

// v loses h mu(path) g a step, and the path is the sum of h v: the law's own equation. The ball does not turn.
template <int D>
void wears_by_its_own_equation() {
    const Diary law{.friction = 0.2, .wear = 0.05};
    SlidingBall<D> rig(law);
    Spin<D> all;
    for (int i = 0; i < spin_dim<D>; ++i) all[i] = 1.0;
    rig.stage.description.bodies.edit(rig.ball).angular_velocity = {};
    rig.stage.description.holds = {{.body = rig.ball, .rotations = all}};
    World<D> world = rig.stage.build();
    run(world, rig.stage.settings, 100);
    double v = rig.v, path = 0.0;
    for (int k = 0; k < 100; ++k) {
        v -= rig.h * 10.0 * law.friction / (1.0 + path / law.wear);
        path += rig.h * v;
    }
    EXPECT_NEAR(world.bodies.velocity[rig.ball].v[0], v, 1e-10);
    ASSERT_EQ(world.contacts.size(), 1);
    const Diary::Memory<D> memory = memory_of(world, 0);
    EXPECT_NEAR(memory.path, path, 1e-12);
    EXPECT_NEAR(norm(memory.slid), path, 1e-12);  // along a straight line
    EXPECT_EQ(memory.slid[0], 0.0);
    EXPECT_EQ(memory.own, 99.0);  // it begins with -1
}
TEST(OwnMemory, WearsByItsOwnEquationInThePlane) { wears_by_its_own_equation<2>(); }
TEST(OwnMemory, WearsByItsOwnEquationInSpace) { wears_by_its_own_equation<3>(); }

/// v turned by an angle about the last axis of space.
Vec<2> turned(double angle, const Vec<2>& v) { return rotate(rotation_by(Vec<1>{{angle}}), v); }
Vec<3> turned(double angle, const Vec<3>& v) { return rotate(rotation_by(Vec<3>{{0.0, 0.0, angle}}), v); }

// The floor stays, the ball turns by w t, the normal stays: the mark on the ball turns with it, the others do not. Without
// friction the spin is constant; the contact is made when the scene begins.
template <int D>
void marks_turn_with_their_bodies() {
    SlidingBall<D> rig(Diary{});
    World<D> world = rig.stage.build();
    run(world, rig.stage.settings);
    const Mat<D> frame = contact_frame(world.contacts.point[0].normal);
    const Vec<D> made = transpose_times(frame, Diary::mark<D>());  // world axes
    for (const int steps : {1, 100, 1000}) {
        run(world, rig.stage.settings, steps);
        const double angle = rig.w * world.time;
        ASSERT_EQ(world.contacts.size(), 1);
        const Diary::Memory<D> memory = memory_of(world, 0);
        EXPECT_LT(norm(memory.mark_a - Diary::mark<D>()), 1e-12);
        EXPECT_LT(norm(memory.heading - Diary::mark<D>()), 1e-12);
        EXPECT_LT(norm(transpose_times(frame, memory.mark_b) - turned(angle, made)), 1e-9) << steps;
        EXPECT_GT(norm(memory.mark_b - Diary::mark<D>()), 1e-3);
    }
}
TEST(OwnMemory, MarksTurnWithTheirBodiesInThePlane) { marks_turn_with_their_bodies<2>(); }
TEST(OwnMemory, MarksTurnWithTheirBodiesInSpace) { marks_turn_with_their_bodies<3>(); }

// Everything turned by one rotation: what is fixed to the bodies looks as before, what has its direction in space does not,
// and what lies in the contact's plane is what of it lies in the new one.
template <int D>
void turning_is_by_kind() {
    MemorySchema schema;
    schema.add(fields_of<StandingMemory>());
    const MemoryPlaces places = schema.add(fields_of<Diary::Memory<D>>());
    Memories memories;
    memories.schema = schema;
    memories.resize(1);
    Vec<D> n;
    for (int i = 0; i < D; ++i) n[i] = 1.0 + 0.5 * i;
    n = (1.0 / norm(n)) * n;
    const auto some = [](double angle) {
        Spin<D> phi;
        for (int i = 0; i < spin_dim<D>; ++i) phi[i] = angle + 0.3 * i;
        return rotation_by(phi);
    };
    const Rotation<D> a = some(0.4), b = some(-0.7), turn = some(1.1), turned_a = turn * a,
                      turned_b = turn * b;
    const Mat<D> frame = contact_frame(n), later = contact_frame(rotate(turn, n));
    const Vec<D> mark = Diary::mark<D>();
    Vec<D> flat = mark;
    flat[0] = 0.0;
    memories.open(0, places, MemoryAxes<D>{&frame, &a, &b})
        .template change<Diary::Memory<D>>([&](auto& memory) {
            memory.slid = flat;
            memory.heading = memory.mark_a = memory.mark_b = mark;
        });
    const auto is = memories.view(0, places, MemoryAxes<D>{&later, &turned_a, &turned_b})
                        .template read<Diary::Memory<D>>();
    const Vec<D> carried = later * rotate(turn, transpose_times(frame, mark));
    EXPECT_LT(norm(is.mark_a - carried), 1e-14);
    EXPECT_LT(norm(is.mark_b - carried), 1e-14);
    EXPECT_LT(norm(is.heading - later * transpose_times(frame, mark)), 1e-14);
    Vec<D> laid = later * transpose_times(frame, flat);
    EXPECT_GT(std::abs(laid[0]), 0.1);
    laid[0] = 0.0;
    EXPECT_LT(norm(is.slid - laid), 1e-14);

    // Written back unchanged, every bit stays.
    const std::vector<double> before = memories.values;
    memories.open(0, places, MemoryAxes<D>{&later, &turned_a, &turned_b})
        .template change<Diary::Memory<D>>([](auto&) {});
    EXPECT_EQ(memories.values, before);
}
TEST(OwnMemory, TurnsByItsKindInThePlane) { turning_is_by_kind<2>(); }
TEST(OwnMemory, TurnsByItsKindInSpace) { turning_is_by_kind<3>(); }

template <int D>
void layers_share_what_is_shared() {
    SlidingBall<D> rig(Diary{.friction = 0.1, .thick = 2});
    World<D> world = rig.stage.build();
    run(world, rig.stage.settings, 7);
    ASSERT_EQ(world.contacts.size(), 2);
    for (const std::size_t layer : {0, 1}) {
        EXPECT_EQ(memory_of(world, layer).pages, 7.0) << layer;  // which the second never counts
        EXPECT_EQ(memory_of(world, layer).own, 6.0) << layer;
    }
}
TEST(OwnMemory, LayersShareWhatIsShared) {
    layers_share_what_is_shared<2>();
    layers_share_what_is_shared<3>();
}

TEST(OwnMemory, ARowHoldsTheFieldsOfTheLawsInUseOnly) {
    Stage<3> stage(Law(OwnLaw(Diary{})));
    EXPECT_EQ(stage.build().book.memory.width, 4 + 1 + 3 + 3 + 3 + 3 + 1 + 1 + 1);
    EXPECT_EQ(Stage<3>(Coulomb{.friction = 0.3}).build().book.memory.width, 0);  // dry contacts carry none
    stage.description.interactions.push_back({Interaction::any, Interaction::any, Law(Elastic{})});
    const MemorySchema both = stage.build().book.memory;
    EXPECT_EQ(both.width, 20 + 3 + 1);  // `slip`, `steps_apart`; `stored` is there in any case
    EXPECT_TRUE(both.find("slip") && both.find("slid") && !both.find("damage"));
}

/// A number where Elastic has a tangent.
struct Impostor {
    template <int D>
    struct Memory {
        double slip = 0.0;
        static constexpr auto fields() { return std::tuple{remember::number("slip", "m", &Memory::slip)}; }
    };
    template <int D>
    LocalLaw<D> compile(const Approach<D>&, const Memory<D>&) const {
        return {};
    }
};

TEST(OwnMemory, OneNameStandsForOneThing) {
    Stage<2> stage(Law(OwnLaw(Impostor{})));
    EXPECT_NO_THROW(stage.build());
    stage.description.interactions.push_back({Interaction::any, Interaction::any, Law(Elastic{})});
    try {
        stage.build();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("slip [m], number; and slip [m], tangent"),
                  std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace drystone::own_memory_test
