#pragma once

// Packings at rest in a box, for benchmarks.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/random.h"
#include "solvers/nlgs_sweep.h"
#include "step/world.h"

namespace drystone {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr double radius = 0.005;  // mean [m]; +-10 %

template <int D>
struct Block {
    std::vector<Vec<D>> position;
    std::vector<double> radius;
    double width = 0.0;  // of the box along x (and y) [m]
};

template <int D>
WorldDescription<D> boxed(const std::vector<Vec<D>>& position, const std::vector<double>& radii,
                          const Vec<D>& size) {
    WorldDescription<D> d;
    d.materials = {{"glass", 2500.0}};
    d.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = 0.3}}};
    d.gravity = -9.81 * Vec<D>::axis(D - 1);
    const auto wall = [&](const Vec<D>& normal, const Vec<D>& at) {
        BodyDescription<D> body;
        body.fixed = true;
        body.geometry = {{Plane<D>{normal}, {}, {}}};
        body.position = at;
        d.bodies.push_back(body);
    };
    wall(Vec<D>::axis(D - 1), {});
    for (int k = 0; k < D - 1; ++k)
        wall(Vec<D>::axis(k), {}), wall(-Vec<D>::axis(k), size[k] * Vec<D>::axis(k));
    for (std::size_t i = 0; i < position.size(); ++i) {
        BodyDescription<D> body;
        body.geometry = {{Ball<D>{radii[i]}, {}, {}}};
        body.position = position[i];
        d.bodies.push_back(body);
    }
    return d;
}

inline StepSettings settings_to(double tolerance) {
    StepSettings s;
    s.step = 1e-3;
    s.solver.tolerance = tolerance;
    s.solver.max_iterations = 2000;
    return s;
}

/// n grains of +-10 % on a loose lattice.
template <int D>
Block<D> loose(int n) {
    Block<D> block;
    Random random(1);
    const int across = std::max(1, static_cast<int>(std::round(std::pow(n, 1.0 / D))));
    const double spacing = 2.25 * radius;
    block.width = across * spacing;
    for (int i = 0; i < n; ++i) {
        Vec<D> p;
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int cell = k + 1 < D ? rest % across : rest;
            rest /= across;
            p[k] = (cell + 0.5) * spacing + random.uniform(-0.02, 0.02) * radius;
        }
        block.position.push_back(p);
        block.radius.push_back(radius * random.uniform(0.9, 1.1));
    }
    return block;
}

/// Drops the grains and brings them to rest: they fall for some tenths of a second, then what still moves is stopped again and
/// again. Sweeps a step: fewer would leave overlaps, and too many contacts.
template <int D>
void settle(Block<D>& block, ThreadPool& pool) {
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = block.width;
    World<D> world = make_world(boxed(block.position, block.radius, size));
    StepSettings settings = settings_to(1e-4);
    const bool large = block.position.size() > 20000;
    const int falling = large ? 500 : 600, stopping = 200;
    for (int k = 0; k < falling + stopping; ++k) {
        const bool stops = k >= falling;
        settings.solver.fixed_iterations = large ? (k < 100 ? 10
                                                    : stops ? 150
                                                            : 40)
                                                 : (stops    ? 300
                                                    : D == 2 ? 300
                                                             : 100);
        advance(world, settings, pool);
        if (!stops) continue;
        for (Twist<D>& velocity : world.bodies.velocity) velocity = {};
    }
    const std::size_t walls = world.bodies.position.size() - block.position.size();
    for (std::size_t i = 0; i < block.position.size(); ++i)
        block.position[i] = world.bodies.position[i + walls];
}

/// The settled block, from the file of an earlier run where there is one that is younger than the program: another solver settles to another packing.
template <int D>
Block<D> settled(int n, const std::filesystem::path& program, ThreadPool& pool) {
    Block<D> block = loose<D>(n);
    const std::filesystem::path path = program.parent_path() / fmt::format("settled_{}d_{}.bin", D, n);
    const std::size_t bytes = block.position.size() * sizeof(Vec<D>);
    std::error_code missing;  // then the oldest of times
    const bool ours = last_write_time(path, missing) > last_write_time(program, missing);
    std::ifstream in(path, std::ios::binary);
    if (ours && in.read(reinterpret_cast<char*>(block.position.data()), static_cast<std::streamsize>(bytes)))
        return block;
    block = loose<D>(n);
    settle(block, pool);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(block.position.data()), static_cast<std::streamsize>(bytes));
    return block;
}

/// Copies of the block side by side, enough for n grains.
template <int D>
World<D> tile(const Block<D>& block, int n) {
    const int copies = std::max(1, n / static_cast<int>(block.position.size()));
    const int along_x = D == 2 ? copies : static_cast<int>(std::round(std::sqrt(copies)));
    const int along_y = D == 2 ? 1 : copies / along_x;
    std::vector<Vec<D>> position;
    std::vector<double> radii;
    for (int y = 0; y < along_y; ++y) {
        for (int x = 0; x < along_x; ++x) {
            Vec<D> shift{};
            shift[0] = x * block.width;
            if (D == 3) shift[1] = y * block.width;
            for (const Vec<D>& p : block.position) position.push_back(p + shift);
            radii.insert(radii.end(), block.radius.begin(), block.radius.end());
        }
    }
    Vec<D> size{};
    size[0] = along_x * block.width;
    if (D == 3) size[1] = along_y * block.width;
    return make_world(boxed(position, radii, size));
}

/// Contact updates a second of the sweep alone, on the problem of the last step from its own impulses: the best of some runs.
template <int D>
double sweep_rate(const World<D>& world, ThreadPool& pool) {
    NlgsScratch<D> scratch;
    BodySweep<D> sweep(world.problem, SweepOrder::coloured, pool, scratch);
    sweep.load(world.impulse, world.moment);
    sweep.residual();
    Random random(1);
    const int sweeps = std::clamp(static_cast<int>(2e7 / world.problem.size()), 10, 1000);
    double best = 0.0;
    for (int repeat = 0; repeat < 7; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        for (int k = 0; k < sweeps; ++k) sweep.sweep(random);
        best = std::max(best, static_cast<double>(sweeps) * world.problem.size() / seconds_since(start));
    }
    return best;
}

}  // namespace drystone
