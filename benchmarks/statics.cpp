// Quasi-static methods: assembling and factorising K, and Kishino's cost per update.
//     bench_statics ROWS...        triangular piles of ROWS (ROWS - 1) / 2 movable disks with friction 0.4 (45: 990, 142: 10011)
// K: of all contacts as bonds, assembly + analysis + factor, best of 3. kishino: one increment of gravity, 30 updates an element (not
// to convergence), stock taking included; seconds per update must not grow with the number of disks.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "statics/statics.h"

using namespace drystone;

namespace {

WorldDescription<2> pile(int rows) {
    const double r = 0.5, s = 1.02, rise = 2.0 * r * std::sqrt(1.0 - 0.25 * s * s);
    WorldDescription<2> world;
    world.gravity = {{0.0, -9.81}};
    world.materials.push_back({"stone", 1000.0});
    const Spring spring{.normal_stiffness = 1e7, .tangential_stiffness = 5e6, .friction = 0.4};
    world.interactions.push_back({Interaction::any, Interaction::any, spring});  // GCC 13 gives up where lists of lists are assigned
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < rows - i; ++j) {
            BodyDescription<2> body;
            body.geometry.push_back({Ball<2>{r}, {}, {}});
            body.mass = 1.0;
            body.fixed = i == 0;
            body.position = {{2.0 * r * s * (j + 0.5 * i), i * rise}};
            world.bodies.push_back(body);
        }
    }
    return world;
}

double seconds(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(int rows) {
    ThreadPool pool(1);
    World<2> world = make_world(pile(rows));
    double assembly_s = 1e9, factor_s = 1e9;
    std::size_t contacts = 0;
    {
        StiffAssembly<2> assembly(world, {.method = StaticsMethod::serrano}, pool);
        for (int repeat = 0; repeat < 3; ++repeat) {
            Stiffness<2> K;
            assembly_s = std::min(assembly_s, seconds([&] {
                                      K = assemble_stiffness<2>(
                                          assembly, assembly.link, [](const Link<2>& l) { return l.bonded; },
                                          Tangent::elastic, 1e-6);
                                  }));
            SparseCholesky factor;
            factor_s = std::min(factor_s, seconds([&] { K.factorise(factor); }));
        }
        for (const Link<2>& link : assembly.link) contacts += link.bonded;
    }
    World<2> relaxed = make_world(pile(rows));
    QuasistaticReport<2> report;
    const double kishino_s = seconds([&] {
        report = solve_statics<2>(
            relaxed,
            {.method = StaticsMethod::kishino, .load_steps = 1, .tolerance = 1e-12, .max_iterations = 30},
            pool);
    });
    const long updates = report.increments[0].iterations;
    fmt::print("{},{},{:.4f},{:.4f},{},{:.4f},{:.3f}\n", rows * (rows - 1) / 2, contacts, assembly_s,
               factor_s, updates, kishino_s, 1e6 * kishino_s / static_cast<double>(updates));
}

}  // namespace

int main(int argc, char** argv) {
    fmt::print("disks,contacts,K_assembly_s,K_factor_s,kishino_updates,kishino_s,kishino_us_an_update\n");
    for (int i = 1; i < argc; ++i) measure(std::atoi(argv[i]));
}
