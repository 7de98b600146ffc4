#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "scene/scene.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone {

/// A plane world of blocks: gravity turned by a tilt, one material, the generators and bodies of `text`.
inline std::string block_scene(const std::string& text, double friction, double tilt = 0.0, double h = 1e-3) {
    return fmt::format(
        "[scene]\ndimension = 2\ngravity = [{:.17g}, {:.17g}]\n[time]\nstep = {}\nduration = 1\n"
        "[solver]\nmethod = \"auto\"\ntolerance = 1e-9\nmax_iterations = 200000\n"
        "[materials.stone]\ndensity = 2000.0\n[[interactions]]\nbetween = [\"stone\", \"stone\"]\nfriction = "
        "{}\n{}",
        9.81 * std::sin(tilt), -9.81 * std::cos(tilt), h, friction, text);
}

/// A world of a scene text with what it takes to step it.
struct Blocks {
    Scene scene;
    World<2> world;
    ThreadPool pool{1};

    explicit Blocks(const std::string& text)
        : scene(read_scene(Folder().write("scene.toml", text), {})),
          world(make_world(std::get<WorldDescription<2>>(scene.world))) {}

    StepReport step(int n = 1) {
        StepReport report;
        for (int k = 0; k < n; ++k) report = advance(world, scene.settings, pool);
        return report;
    }

    int body(const std::string& name) const {
        for (std::size_t i = 0; i < world.description.bodies.size(); ++i) {
            if (world.description.bodies[i].name == name) return static_cast<int>(i);
        }
        return -1;
    }

    /// Impulse of all contacts between two bodies on the second, over h: the joint's resultant.
    Vec<2> force(int a, int b) const {
        Vec<2> sum{};
        for (int c = 0; c < world.contacts.size(); ++c) {
            const int first = world.parts.body[world.contacts.point[c].a],
                      second = world.parts.body[world.contacts.point[c].b];
            if (first == a && second == b) sum += world.contacts.impulse[c];
            if (first == b && second == a) sum -= world.contacts.impulse[c];
        }
        return (1.0 / scene.settings.step) * sum;
    }
};

/// The first-step test: from rest, one converged step, s = max |v| / (g h).
inline double first_step(const std::string& text) {
    Blocks blocks(text);
    const StepReport report = blocks.step();
    EXPECT_TRUE(report.solve.converged) << "residual " << report.solve.residual;
    double fastest = 0.0;
    for (int i = 0; i < blocks.world.bodies.size(); ++i) {
        const Twist<2>& t = blocks.world.bodies.velocity[i];
        fastest = std::max(fastest, norm(t.v) + std::abs(t.w[0]) * blocks.world.parts.radius[i]);
    }
    return fastest / (9.81 * blocks.scene.settings.step);
}

inline bool rests(const std::string& text) {
    const double s = first_step(text);
    EXPECT_TRUE(s < 1e-4 || s > 3e-4) << "neither rests nor moves: " << s;
    return s < 1e-4;
}

}  // namespace drystone
