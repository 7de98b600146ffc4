// Same scene, same bits: for any number of threads, every time, in every build. docs/theory.md section 9.
//
// The constants below are the answer of today. They may change only in a commit that says why the answer
// changed. Every operation on the way to them is exact to IEEE 754 (+ - * / sqrt) but for the sines and
// cosines of turning clumps, which belong to the C library: that scene is compared with its constant only
// where they are the same.

#include <bit>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"
#include "scene/scene.h"
#include "scene/scene_text.h"

namespace drystone::golden_test {
namespace {

/// FNV-1a over the bits of numbers.
class Hash {
  public:
    void add(double x) {
        std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        for (int byte = 0; byte < 8; ++byte, bits >>= 8) value_ = (value_ ^ (bits & 255)) * 0x100000001b3u;
    }
    template <int N>
    void add(const Vec<N>& v) {
        for (int k = 0; k < N; ++k) add(v[k]);
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Positions, velocities, impulses and energies of all that is there.
template <int D>
std::uint64_t hash_of(const World<D>& world) {
    Hash hash;
    for (int i = 0; i < world.bodies.size(); ++i) {
        hash.add(world.bodies.position[i]);
        hash.add(world.bodies.velocity[i].v);
        hash.add(world.bodies.velocity[i].w);
    }
    for (const Vec<D>& impulse : world.contacts.impulse) hash.add(impulse);
    hash.add(world.energy.dissipated());
    hash.add(world.energy.work);
    hash.add(world.last.solve.residual);
    return hash.value();
}

template <int D>
std::uint64_t hash_after(const Stage<D>& stage, int steps, int threads) {
    World<D> world = stage.build();
    EXPECT_GT(run(world, stage.settings, steps, threads).contacts, world.bodies.size() / 2);
    return hash_of(world);
}

/// The same bits for 1, 2, 3 and 7 threads, and again.
template <int D>
std::uint64_t hash_for_all_threads(const Stage<D>& stage, int steps) {
    const std::uint64_t alone = hash_after(stage, steps, 1);
    for (const int threads : {1, 2, 3, 7}) EXPECT_EQ(hash_after(stage, steps, threads), alone) << threads;
    return alone;
}

/// n grains on a jittered lattice `across` wide, falling on a floor and together; every `clumps`-th is a
/// clump (0: none).
template <int D>
Stage<D> falling_grains(int n, int across, int clumps) {
    Stage<D> stage({.friction = 0.5, .restitution_normal = 0.25});
    stage.falling(8.0).settings = {.step = 0x1p-9, .solver = {.tolerance = 1e-3, .max_iterations = 12}};
    stage.floor();
    Random random(42);
    for (int i = 0; i < n; ++i) {
        Vec<D> place{};
        for (int k = 0, rest = i; k < D; ++k, rest /= across) {
            const int index = k + 1 < D ? rest % across : rest;
            place[k] = 0.26 * index + random.uniform(-0.004, 0.004);
        }
        place[D - 1] += 0.126;
        Vec<D> velocity = -8.0 * place;
        for (int k = 0; k + 1 < D; ++k) velocity[k] += 8.0 * 0.13 * across;
        const double mass = random.uniform(0.5, 1.5);
        const double radius =
            random.uniform(0.09, 0.125);  // a line each: compilers order arguments as they like
        if (clumps > 0 && i % clumps == 0) {
            stage.clump(mass, tripod<D>(0.0625), place, velocity, 2.0 * Spin<D>::axis(0));
        } else {
            stage.ball(mass, radius, place, velocity);
        }
    }
    return stage;
}

TEST(Determinism, AHeapOfDisks) {
    EXPECT_EQ(hash_for_all_threads(falling_grains<2>(1200, 40, 0), 24), 0x6a1df91dcff2fbe0u);
}

// 4096 balls, ten thousand contacts: colours of thousands of contacts that all threads share.
TEST(Determinism, ManyBalls) {
    EXPECT_EQ(hash_for_all_threads(falling_grains<3>(4096, 16, 0), 16), 0x7c8d222994cb8f8fu);
}

TEST(Determinism, DisksInATurningDrum) {
    Stage<2> stage({.friction = 0.5});
    stage.falling(8.0).settings = {.step = 0x1p-9, .solver = {.tolerance = 1e-4, .max_iterations = 100}};
    const int drum = stage.fixed(Drum<2>{2.0});
    stage.turns(drum, Driven::velocity, {{1.0}}, {.kind = Signal::Kind::constant, .value = 1.5});
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        stage.ball(1.0, random.uniform(0.06, 0.08), {{0.17 * (i % 15 - 7), 0.17 * (i / 15) - 1.2}},
                   {{0, -4}});
    }
    EXPECT_EQ(hash_for_all_threads(stage, 150), 0x7f56190dce3ff5a6u);
}

TEST(Determinism, AChainUnderEuler) {
    Stage<3> stage({.friction = 0.3});
    stage.falling(8.0).settings = {
        .step = 0x1p-8, .integrator = Integrator::euler, .solver = {.tolerance = 1e-6}};
    stage.floor();
    for (int i = 0; i < 40; ++i)
        stage.ball(1.0, 0.25, {{0.5 * i + 0.01 * (i % 3), 0.02 * (i % 5), 0.25}},
                   {{i == 0 ? 3.0 : 0.0, 0.1, -1}});
    EXPECT_EQ(hash_for_all_threads(stage, 120), 0x3d988ee22b8996a1u);
}

TEST(Determinism, RandomSweepsFromASeed) {
    Stage<2> stage = falling_grains<2>(300, 20, 0);
    stage.settings.solver.order = SweepOrder::random;
    stage.settings.solver.seed = 99;
    const std::uint64_t hash = hash_for_all_threads(stage, 24);
    EXPECT_EQ(hash, 0x3e27c308fcd5fe43u);
    stage.settings.solver.seed = 100;
    EXPECT_NE(hash_after(stage, 24, 1), hash);
}

// Blocks with joints on a shaken base: faces, areas, damage, the sparse factor. Across builds the factor belongs to the
// library that makes it, so only threads and runs are compared.
TEST(Determinism, AShakenWallWithJoints) {
    const std::string text = R"([scene]
dimension = 2
gravity = [0.0, -8.0]
[time]
step = 0.0009765625
duration = 1.0
[solver]
method = "auto"
tolerance = 1e-7
[materials.stone]
density = 2000.0
[[interactions]]
between = ["stone", "stone"]
law = "mohr_coulomb"
tensile_strength = 2000.0
cohesion = 4000.0
friction = 0.5
[[generate]]
type = "wall"
name = "wall"
material = "stone"
length = 2.0
height = 1.2
block = [0.4, 0.2]
base = 0.2
[[drives]]
body = "wall.base"
motion = { quantity = "displacement", direction = [1, 0], kind = "sine", amplitude = 0.02, frequency_hz = 4.0 }
)";
    const Folder folder;
    const Scene scene = read_scene(folder.write("wall.toml", text), {});
    const auto hash = [&](int threads) {
        World<2> world = make_world(std::get<WorldDescription<2>>(scene.world));
        run(world, scene.settings, 40, threads);
        return hash_of(world);
    };
    const std::uint64_t alone = hash(1);
    for (const int threads : {1, 2, 3, 7}) EXPECT_EQ(hash(threads), alone) << threads;
}

/// What this machine's C library makes of the angles that clumps turn by in a step.
std::uint64_t sines_and_cosines() {
    Hash hash;
    Random random(1);
    for (int k = 0; k < 20000; ++k) {
        const double x = random.uniform(0, 1) * random.uniform(0, 1);
        hash.add(std::sin(x));
        hash.add(std::cos(x));
    }
    return hash.value();
}

TEST(Determinism, BallsAndClumps) {
    const std::uint64_t hash = hash_for_all_threads(falling_grains<3>(1000, 10, 3), 16);
    if (sines_and_cosines() != 0x9e410a5cc916946u)
        GTEST_SKIP() << "another C library than the constant was made with";
    EXPECT_EQ(hash, 0xfb9d5bd783919380u);
}

}  // namespace
}  // namespace drystone::golden_test
