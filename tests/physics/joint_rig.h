#pragma once

#include <cmath>

#include "physics/stage.h"

namespace drystone {

/// A joint between a ball that cannot turn and a floor: pulled, pressed and sheared by loads or drives.
template <int D>
struct JointRig {
    static constexpr double R = 0.1;
    Stage<D> stage;
    int ball;

    JointRig(Law law, double mass, double h = 1e-3, Integrator integrator = Integrator::moreau)
        : stage(std::move(law)) {
        stage.settings.step = h;
        stage.settings.integrator = integrator;
        stage.floor();
        ball = stage.ball(mass, R, R * up());
        Spin<D> held;
        for (int i = 0; i < spin_dim<D>; ++i) held[i] = 1.0;
        stage.description.holds = {{.body = ball, .rotations = held}};
    }

    static Vec<D> up() { return Vec<D>::axis(D - 1); }
    static Vec<D> along() { return Vec<D>::axis(0); }

    JointRig& loaded(const Vec<D>& force, Signal history = {.kind = Signal::Kind::constant, .value = 1.0}) {
        stage.description.loads.push_back({.body = ball, .force = force, .history = std::move(history)});
        return *this;
    }

    /// Displacement along a direction through the points {time, displacement}.
    JointRig& driven(const Vec<D>& direction, std::vector<Signal::Point> points) {
        stage.moves(ball, Driven::displacement, direction,
                    {.kind = Signal::Kind::table, .points = std::move(points)});
        return *this;
    }

    /// Force of the ball on the joint in a direction: what the drive or load feels.
    double force(const World<D>& world, const Vec<D>& direction) const {
        Vec<D> sum{};
        for (int c = 0; c < world.contacts.size(); ++c) {
            const bool second = world.parts.body[world.contacts.point[c].b] == ball;
            sum += (second ? -1.0 : 1.0) * world.contacts.impulse[c];
        }
        return dot(sum, direction) / stage.settings.step;
    }

    double height(const World<D>& world) const { return world.bodies.position[ball][D - 1] - R; }
    double travel(const World<D>& world) const { return world.bodies.position[ball][0]; }
};

/// The whole account closes to rounding of what went through it.
inline void expect_balanced(const Energy& energy) {
    const double turned_over = std::abs(energy.kinetic) + std::abs(energy.potential) + std::abs(energy.work) +
                               std::abs(energy.dissipated()) + std::abs(energy.scheme) + energy.stored;
    EXPECT_LT(std::abs(energy.balance_error()), 1e-12 * turned_over + 1e-300);
}

}  // namespace drystone
