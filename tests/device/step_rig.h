#pragma once

// Steps by a device beside those of the CPU, for tests.

#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_problem.h"
#include "core/random.h"
#include "device/device_step.h"
#include "device/what_it_can.h"
#include "physics/joint_rig.h"
#include "physics/stage.h"

namespace drystone::device {

enum class Where { host, cuda };

template <int D>
std::unique_ptr<Pipeline<D>> pipeline(Where where) {
    return where == Where::host ? pipeline_on_host<D>() : pipeline_on_cuda<D>();
}

class Stages : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

/// Balls of unlike sizes above a floor, between walls, some overlapping a little, in a pile that is never regular.
template <int D>
Stage<D> pile(int count, Coulomb law, std::uint64_t seed = 1) {
    Stage<D> stage(law);
    stage.falling();
    stage.floor();
    const int across = D == 2 ? 8 : 4;
    const double spacing = 0.188;
    for (int k = 0; k + 1 < D; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)});
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, (across * spacing + 0.03) * Vec<D>::axis(k));  // room to give way
    }
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        Vec<D> x, v;
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int cell = k + 1 < D ? rest % across : rest;
            rest /= across;
            x[k] = (cell + 0.5) * spacing + random.uniform(-0.002, 0.002);
            v[k] = random.uniform(-0.5, 0.5);
        }
        const double r = random.uniform(0.09, 0.097);
        stage.ball(10.0 * r, r, x, v);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 5000};
    return stage;
}

template <int D>
void expect_same_contacts(const World<D>& cpu, const World<D>& device, double close) {
    ASSERT_EQ(cpu.contacts.size(), device.contacts.size());
    for (int i = 0; i < cpu.contacts.size(); ++i) {
        const ContactPoint<D>&c = cpu.contacts.point[i], &d = device.contacts.point[i];
        ASSERT_EQ(c.a, d.a);
        ASSERT_EQ(c.b, d.b);
        ASSERT_EQ(c.feature, d.feature);
        ASSERT_EQ(c.layer, d.layer);
        ASSERT_EQ(c.image, d.image);
        EXPECT_NEAR(c.gap, d.gap, close);
        EXPECT_NEAR(c.area, d.area, close);
        EXPECT_LE(norm(c.normal - d.normal), 10.0 * close);
        EXPECT_LE(norm(c.point - d.point), close);
    }
}

template <int D>
void expect_same_motion(const World<D>& cpu, const World<D>& device, double close) {
    for (int i = 0; i < cpu.bodies.size(); ++i) {
        EXPECT_LE(norm(cpu.bodies.position[i] - device.bodies.position[i]), close) << "body " << i;
        EXPECT_LE(norm(cpu.bodies.velocity[i].v - device.bodies.velocity[i].v), 100.0 * close) << "body " << i;
        EXPECT_LE(norm(cpu.bodies.velocity[i].w - device.bodies.velocity[i].w), 1000.0 * close) << "body " << i;
    }
}

/// Edges, their velocities and the stress in them.
template <int D>
void expect_same_cells(const World<D>& cpu, const World<D>& device, double close) {
    if (!cpu.cell_model.is_there) return;
    const Mat<D> stress = branch_moments(cpu), stress_there = branch_moments(device);
    double largest = 0.0;
    for (int i = 0; i < D; ++i) largest = std::max(largest, norm(stress[i]));
    for (int i = 0; i < D; ++i) {
        EXPECT_LE(norm(cpu.cell.edges[i] - device.cell.edges[i]), close);
        EXPECT_LE(norm(cpu.cell.velocity[i] - device.cell.velocity[i]), 100.0 * close);
        EXPECT_LE(norm(stress[i] - stress_there[i]), 1e3 * close * largest);
    }
}

/// What a step adds to the account.
inline Energy change_of(const Energy& before, const Energy& after) {
    Energy change;
    change.work = after.work - before.work;
    change.losses.friction = after.losses.friction - before.losses.friction;
    change.losses.impact = after.losses.impact - before.losses.impact;
    change.losses.damage = after.losses.damage - before.losses.damage;
    change.losses.cohesion = after.losses.cohesion - before.losses.cohesion;
    change.losses.damping = after.losses.damping - before.losses.damping;
    change.stored = after.stored - before.stored;
    change.projected = after.projected - before.projected;
    change.scheme = after.scheme - before.scheme;
    return change;
}

/// Moments and clumps wedge: velocities are determined, and what is lost in all, but not which force takes it.
template <int D>
bool has_one_set_of_forces(const World<D>& world) {
    for (int p = 0; p < world.parts.size(); ++p)
        if (!(world.parts.local_centre[p] == Vec<D>{})) return false;
    return world.problem.turning.empty();
}

template <int D>
void expect_same_energies(const World<D>& cpu, const World<D>& device, const Energy& before) {
    const Energy expected = change_of(before, cpu.energy), got = change_of(before, device.energy);
    const double scale = cpu.energy.kinetic + std::abs(expected.work) + std::abs(expected.losses.friction) + std::abs(expected.losses.impact);
    EXPECT_NEAR(cpu.energy.kinetic, device.energy.kinetic, 1e-4 * scale);
    EXPECT_NEAR(cpu.energy.potential, device.energy.potential, 1e-4 * scale);
    EXPECT_NEAR(expected.losses.total(), got.losses.total(), 1e-4 * scale);
    if (has_one_set_of_forces(cpu)) {
        EXPECT_NEAR(expected.losses.friction, got.losses.friction, 1e-4 * scale);
        EXPECT_NEAR(expected.losses.impact, got.losses.impact, 1e-4 * scale);
        EXPECT_NEAR(expected.losses.damage, got.losses.damage, 1e-4 * scale);
        EXPECT_NEAR(expected.losses.cohesion, got.losses.cohesion, 1e-4 * scale);
    }
    EXPECT_NEAR(expected.losses.damping, got.losses.damping, 1e-4 * scale);
    EXPECT_NEAR(expected.stored, got.stored, 1e-4 * scale);
    EXPECT_NEAR(expected.work, got.work, 1e-4 * scale);
    EXPECT_NEAR(expected.projected, got.projected, 1e-4 * scale);
    EXPECT_NEAR(expected.scheme, got.scheme, 1e-4 * scale);
}

/// What contacts that bear something remember, each number as a share of the largest of its kind.
template <int D>
void expect_same_memories(const World<D>& cpu, const World<D>& device, double close) {
    const Memories &c = cpu.contacts.memory, &d = device.contacts.memory;
    ASSERT_EQ(c.values.size(), d.values.size());
    for (const MemoryField& field : c.schema.fields) {
        double largest = 0.0;
        for (std::size_t i = 0; i < c.size(); ++i)
            for (const double x : c.of(field, i)) largest = std::max(largest, std::abs(x));
        for (std::size_t i = 0; i < c.size(); ++i) {
            if (cpu.contacts.impulse[i] == Vec<D>{} && device.contacts.impulse[i] == Vec<D>{}) continue;
            for (std::size_t k = 0; k < c.of(field, i).size(); ++k)
                EXPECT_NEAR(c.of(field, i)[k], d.of(field, i)[k], close * largest + 1e-12) << field.name << " of contact " << i;
        }
    }
}

/// Friction with a tangential bounce, pushed out of deep overlaps: problems of which more than one answer obeys the law.
constexpr double several_answers = 1e100;

/// The moments of a device's contacts as the CPU's problem lists them.
template <int D>
std::vector<Spin<D>> moments_of(const World<D>& cpu, const World<D>& device) {
    std::vector<Spin<D>> moments;
    for (const Turning<D>& turning : cpu.problem.turning)
        moments.push_back(to_frame(cpu.problem.W.contact[turning.contact].frame, device.contacts.moment[turning.contact]));
    return moments;
}

/// Points of faces are known again by their place, too: where two old ones are equally near, rounding decides which goes on, and so which joint is whole.
template <int D>
bool has_same_joints(const World<D>& cpu, const World<D>& device) {
    for (std::size_t i = 0; i < cpu.contacts.memory.size(); ++i)
        if (cpu.contacts.memory.intact(i) != device.contacts.memory.intact(i)) return false;
    return true;
}

/// A run, and one that is interrupted after some steps, brought back and taken over anew: the same bits of all that the future depends on.
struct Restart {
    int steps = 30, interrupted_after = 17;
};
template <int D>
World<D> expect_same_bits_after_restart(const Stage<D>& stage, const StepSettings& settings, Where where, Restart at = {}) {
    World<D> whole = stage.build(), part = stage.build();
    ThreadPool pool(1);
    const auto run = [&](World<D>& world, int from, int to) {
        DeviceStep<D> device(world, pipeline<D>(where));
        for (int k = from; k < to; ++k) device.advance(world, settings, pool);
        device.bring_back(world);
    };
    run(whole, 0, at.steps);
    run(part, 0, at.interrupted_after);
    run(part, at.interrupted_after, at.steps);
    EXPECT_GT(whole.contacts.size(), 0);
    EXPECT_EQ(whole.bodies, part.bodies);
    EXPECT_EQ(whole.contacts.impulse, part.contacts.impulse);
    EXPECT_EQ(whole.contacts.moment, part.contacts.moment);
    EXPECT_EQ(whole.contacts.memory, part.contacts.memory);
    EXPECT_EQ(whole.listed, part.listed);
    EXPECT_EQ(whole.cell, part.cell);
    EXPECT_EQ(whole.time, part.time);
    EXPECT_EQ(whole.energy.stored, part.energy.stored);
    EXPECT_EQ(whole.energy.balance_error(), part.energy.balance_error());
    EXPECT_EQ(whole.census.in, part.census.in);
    EXPECT_EQ(whole.census.out, part.census.out);
    expect_balanced(whole.energy);
    return whole;
}

/// How far a device's answers may be from the CPU's: of motions, and of what is found.
struct Closeness {
    double answers = 1e-6, rounding = 1e-12;
};

/// Each step by both from the same state: what rounding and the tolerance leave is all they may differ by. take(): the next one of `other`, elsewhere, whose
/// world is then as it is there. Returns how many contacts the steps had that both solved to the tolerance.
template <int D, class Take>
int steps_as_the_cpu_does(const Stage<D>& stage, World<D>& other, int steps, const Closeness& closeness, const Take& take) {
    const auto [close, rounding] = closeness;
    World<D> cpu = stage.build();
    ThreadPool pool(1);
    int contacts = 0, other_joints = 0;
    for (int k = 0; k < steps && !testing::Test::HasFailure(); ++k) {
        const Energy before = other.energy;
        cpu.bodies = other.bodies;
        cpu.contacts = other.contacts;
        cpu.carried = {};
        cpu.energy = before;
        cpu.cell = other.cell;
        place_cell(cpu);
        const StepReport expected = advance(cpu, stage.settings, pool), got = take();
        EXPECT_EQ(expected.contacts, got.contacts) << k;
        EXPECT_LE(std::max(expected.solve.residual, got.solve.residual), close == several_answers ? 1e-2 : 1e-3) << k;
        EXPECT_EQ(expected.finite, got.finite);
        EXPECT_NEAR(expected.max_penetration, got.max_penetration, rounding);
        EXPECT_EQ(cpu.time, other.time);
        EXPECT_EQ(cpu.steps, other.steps);
        expect_same_contacts(cpu, other, rounding);
        if (cpu.contacts.size() != other.contacts.size()) break;
        const double by_cpu = relative_residual<D>(cpu.problem, other.impulse, moments_of(cpu, other));  // the device's answer in the CPU's problem
        const double rounded = 1e-3 * got.solve.residual + 1e-12;
        if (std::abs(by_cpu - got.solve.residual) > rounded && !has_same_joints(cpu, other)) {
            ++other_joints;
            continue;
        }
        EXPECT_NEAR(by_cpu, got.solve.residual, rounded) << k;
        if (!got.solve.converged || !expected.solve.converged) continue;  // sweeps that stall: the certificate says how far they came
        contacts += got.contacts;
        if (close == several_answers) continue;
        expect_same_motion(cpu, other, close);
        expect_same_cells(cpu, other, close);
        expect_same_memories(cpu, other, 100.0 * close);
        expect_same_energies(cpu, other, before);
    }
    EXPECT_LE(other_joints, 1);
    expect_balanced(other.energy);
    return contacts;
}

template <int D>
int steps_as_the_cpu_does(const Stage<D>& stage, Where where, int steps, double close = 1e-6, double rounding = 1e-12) {
    World<D> other = stage.build();
    EXPECT_FALSE(what_is_missing(other, stage.settings)) << what_is_missing(other, stage.settings)->what;
    DeviceStep<D> device(other, pipeline<D>(where));
    return steps_as_the_cpu_does<D>(stage, other, steps, Closeness{close, rounding}, [&] {
        const StepReport report = device.advance(other, stage.settings);
        device.bring_back(other);
        return report;
    });
}

}  // namespace drystone::device
