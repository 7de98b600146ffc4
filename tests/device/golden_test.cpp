// The same bits: every time on a device, and on the processor's memory as they were when the constants below were written. They may change only in a
// commit that says why the answer changed. Balls: nothing on the way to these numbers but + - * / and roots, which are the same everywhere.

#include <bit>
#include <cstdint>

#include "device/step_rig.h"

namespace drystone::device::golden_test {
namespace {

class Golden : public Stages {};

/// FNV-1a over the bits of positions, velocities and impulses, and of the residual.
template <int D>
std::uint64_t hash_of(const World<D>& world) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](double x) {
        auto bits = std::bit_cast<std::uint64_t>(x);
        for (int byte = 0; byte < 8; ++byte, bits >>= 8) hash = (hash ^ (bits & 255)) * 0x100000001b3u;
    };
    for (const Vec<D>& x : world.bodies.position)
        for (const double c : x.c) add(c);
    for (const Twist<D>& t : world.bodies.velocity) {
        for (const double c : t.v.c) add(c);
        for (const double c : t.w.c) add(c);
    }
    for (const Vec<D>& r : world.contacts.impulse)
        for (const double c : r.c) add(c);
    add(world.last.solve.residual);
    return hash;
}

template <int D>
std::uint64_t hash_after(const Stage<D>& stage, int steps, Where where) {
    World<D> world = stage.build();
    DeviceStep<D> device(world, pipeline<D>(where));
    for (int k = 0; k < steps; ++k) device.advance(world, stage.settings);
    device.bring_back(world);
    EXPECT_GT(world.contacts.size(), world.bodies.size() / 10);
    return hash_of(world);
}

/// Sums have another shape on a device, so it has bits of its own.
template <int D>
void expect_golden(Stage<D> stage, Where where, std::uint64_t golden) {
    constexpr int steps = 30;
    stage.settings.solver.tolerance = 1e-6;
    const std::uint64_t hash = hash_after(stage, steps, where);
    EXPECT_EQ(hash_after(stage, steps, where), hash);
    if (where == Where::host) {
        EXPECT_EQ(hash, golden) << std::hex << hash;
    }
}

TEST_P(Golden, DisksOfAPile) { expect_golden(pile<2>(400, Coulomb{.friction = 0.5}), GetParam(), 0xc94697f986441478u); }
TEST_P(Golden, SpheresOfAPile) { expect_golden(pile<3>(600, Coulomb{.friction = 0.5}), GetParam(), 0xb1282fbc8e21bc15u); }
TEST_P(Golden, SpheresThatBounceAndRollWithFriction) {
    expect_golden(pile<3>(600, Coulomb{.friction = 0.4, .restitution_normal = 0.5, .rolling_friction = 2e-3}), GetParam(), 0x1c65c5b17b4c336fu);
}

INSTANTIATE_TEST_SUITE_P(Device, Golden, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::golden_test
