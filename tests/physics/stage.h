#pragma once

#include <vector>

#include "step/world.h"

namespace drystone {

/// A small world put together in a test: one material, one law, balls of given mass, fixed planes.
template <int D>
struct Stage {
    WorldDescription<D> description;
    StepSettings settings{.step = 1e-3, .solver = {.tolerance = 1e-12, .max_iterations = 100000}};

    explicit Stage(Coulomb law = {}) : Stage(Law(law)) {}

    explicit Stage(Law law) {
        description.materials = {{"stuff", 1000.0}};
        description.interactions = {{Interaction::any, Interaction::any, law}};
    }

    /// Gravity g along minus the last axis.
    Stage& falling(double g = 9.81) {
        description.gravity = -g * Vec<D>::axis(D - 1);
        return *this;
    }

    int ball(double mass, double radius, const Vec<D>& position, const Vec<D>& velocity = {},
             const Spin<D>& spin = {}) {
        return clump(mass, {{Ball<D>{radius}, {}, {}}}, position, velocity, spin);
    }

    int clump(double mass, const Geometry<D>& balls, const Vec<D>& position, const Vec<D>& velocity = {},
              const Spin<D>& spin = {}) {
        BodyDescription<D> body;
        body.mass = mass;
        body.geometry = balls;
        body.position = position;
        body.velocity = velocity;
        body.angular_velocity = spin;
        return add(body);
    }

    int fixed(const Shape<D>& shape, const Vec<D>& position = {}) {
        BodyDescription<D> body;
        body.fixed = true;
        body.geometry = {{shape, {}, {}}};
        body.position = position;
        return add(body);
    }

    int floor() { return fixed(Plane<D>{Vec<D>::axis(D - 1)}); }

    Stage& moves(int body, Driven quantity, const Vec<D>& direction, const Signal& signal) {
        description.motions.push_back(
            {.body = body, .quantity = quantity, .direction = direction, .signal = signal});
        return *this;
    }

    Stage& turns(int body, Driven quantity, const Spin<D>& axis, const Signal& signal) {
        description.motions.push_back(
            {.body = body, .quantity = quantity, .rotates = true, .axis = axis, .signal = signal});
        return *this;
    }

    int add(const BodyDescription<D>& body) {
        description.bodies.push_back(body);
        return static_cast<int>(description.bodies.size()) - 1;
    }

    World<D> build() const { return make_world(description); }
};

/// Three balls of unlike sizes at a right angle, a little apart, the first of radius r: in space a body with
/// three unlike moments of inertia.
template <int D>
Geometry<D> tripod(double r) {
    return {{Ball<D>{r}, {}, {}},
            {Ball<D>{0.75 * r}, 2.0 * r * Vec<D>::axis(0), {}},
            {Ball<D>{0.5 * r}, 1.625 * r * Vec<D>::axis(D - 1), {}}};
}

/// Advances n steps on one thread; returns the last report.
template <int D>
StepReport run(World<D>& world, const StepSettings& settings, int steps = 1, int threads = 1) {
    ThreadPool pool(threads);
    StepReport report;
    for (int k = 0; k < steps; ++k) report = advance(world, settings, pool);
    return report;
}

}  // namespace drystone
