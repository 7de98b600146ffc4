// Packings at rest in a box: contact updates per second, steps per second, bytes, per stage.
//
//     ./dev bench                          all sizes, one thread and two
//     build/bin/bench_packings 3 10000 1   dimension, bodies, threads
//
// A block of up to 2500 disks or 10^4 spheres is dropped and settled for real (and kept beside the program for the next run);
// larger packings are copies of it side by side.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/random.h"
#include "step/world.h"

namespace drystone {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Read bandwidth of the memory, best of five passes over 256 MiB [B/s].
double memory_bandwidth(ThreadPool& pool) {
    std::vector<double> data(std::size_t{32} << 20, 1.0), partial;
    double best = 0.0, total = 0.0;
    for (int pass = 0; pass < 5; ++pass) {
        const auto start = std::chrono::steady_clock::now();
        total += pool.sum_in_order(
            data.size(), std::size_t{1} << 16, partial, [&](std::size_t begin, std::size_t end) {
                double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
                for (std::size_t i = begin; i < end; i += 8) {
                    a += data[i], b += data[i + 1], c += data[i + 2], d += data[i + 3];
                    e += data[i + 4], f += data[i + 5], g += data[i + 6], h += data[i + 7];
                }
                return a + b + c + d + e + f + g + h;
            });
        best = std::max(best, static_cast<double>(data.size() * sizeof(double)) / seconds_since(start));
    }
    return total > 0.0 ? best : 0.0;
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

StepSettings settings_to(double tolerance) {
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

/// Drops the grains and brings them to rest: they fall for 0.6 s, then what still moves is stopped again and again.
template <int D>
void settle(Block<D>& block, ThreadPool& pool) {
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = block.width;
    World<D> world = make_world(boxed(block.position, block.radius, size));
    StepSettings settings = settings_to(1e-4);
    settings.solver.fixed_iterations =
        D == 2 ? 300 : 100;  // less would leave overlaps, and too many contacts
    for (int k = 0; k < 600; ++k) advance(world, settings, pool);
    settings.solver.fixed_iterations = 300;
    for (int k = 0; k < 200; ++k) {
        advance(world, settings, pool);
        for (Twist<D>& velocity : world.bodies.velocity) velocity = {};
    }
    const std::size_t walls = world.bodies.mass.size() - block.position.size();
    for (std::size_t i = 0; i < block.position.size(); ++i)
        block.position[i] = world.bodies.position[i + walls];
}

/// The settled block, from the file of an earlier run where there is one.
template <int D>
Block<D> settled(int n, const std::string& folder, ThreadPool& pool) {
    Block<D> block = loose<D>(n);
    const std::string path = fmt::format("{}/settled_{}d_{}.bin", folder, D, n);
    const std::size_t bytes = block.position.size() * sizeof(Vec<D>);
    std::ifstream in(path, std::ios::binary);
    if (in.read(reinterpret_cast<char*>(block.position.data()), static_cast<std::streamsize>(bytes)))
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

template <int D>
void measure(int n, int threads, double tolerance, const std::string& folder) {
    ThreadPool pool(threads), both(0);
    const double bandwidth = memory_bandwidth(pool);
    const Block<D> block = settled<D>(std::min(n, D == 2 ? 2500 : 10000), folder, both);
    World<D> world = tile(block, n);
    // Copies lean on each other where walls stood, so tiled packings are not quite at rest: a hundred sweeps a step
    // are enough to time them, and the residual says what they reached.
    StepSettings settings = settings_to(tolerance);
    if (world.bodies.size() > 20000) settings.solver.max_iterations = 100;
    const int warm_up = n >= 1000000 ? 2 : 20, steps = n >= 1000000 ? 5 : n >= 100000 ? 10 : 40;
    for (int k = 0; k < warm_up; ++k) advance(world, settings, pool);

    StageSeconds spent;
    double worst = 0.0, updates = 0.0, sweeps = 0.0;
    std::vector<double> step_seconds, rates;
    for (int k = 0; k < steps; ++k) {
        const auto start = std::chrono::steady_clock::now();
        const StepReport r = advance(world, settings, pool);
        step_seconds.push_back(seconds_since(start));
        spent.detect += r.seconds.detect;
        spent.assemble += r.seconds.assemble;
        spent.solve += r.seconds.solve;
        spent.advance += r.seconds.advance;
        worst = std::max(worst, r.solve.residual);
        updates += static_cast<double>(r.solve.contact_updates);
        sweeps += r.solve.iterations;
    }

    // The sweep alone, without the certificate: fifty fixed sweeps from cold.
    StepSettings fifty = settings;
    fifty.solver.fixed_iterations = 50;
    for (int k = 0; k < 5; ++k) {
        const StepReport r = advance(world, fifty, pool);
        rates.push_back(static_cast<double>(r.solve.contact_updates) / r.seconds.solve);
    }
    std::sort(step_seconds.begin(), step_seconds.end());
    std::sort(rates.begin(), rates.end());
    const double rate = rates[rates.size() / 2];
    const double bytes = sizeof(RoundGroup<D>) / 8 + sizeof(Vec<D>);  // a contact read and its impulse written
    const double body_bytes = 2.0 * sizeof(SweepBody<D>) * static_cast<double>(n) / world.contacts.size();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{},{},{},{},{:.1f},{:.2e},{:.2f},{:.2f},{:.4f},{:.1f},{:.1f},{:.3f},{:.2f},{:.0f}\n", D, n,
               threads, world.contacts.size(), sweeps / steps, worst, rate / 1e6, updates / spent.solve / 1e6,
               step_seconds[step_seconds.size() / 2],
               (spent.detect + spent.assemble) / steps / (world.contacts.size() / rate), bytes + body_bytes,
               rate * (bytes + body_bytes) / bandwidth, bandwidth / 1e9,
               static_cast<double>(usage.ru_maxrss) / 1024);
    std::fflush(stdout);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: bench_packings DIMENSION BODIES THREADS [TOLERANCE]\n");
        return 2;
    }
    const int dimension = std::atoi(argv[1]), n = std::atoi(argv[2]), threads = std::atoi(argv[3]);
    const double tolerance = argc > 4 ? std::atof(argv[4]) : 1e-4;
    fmt::print(
        "dimension,bodies,threads,contacts,sweeps_a_step,worst_residual,sweep_Mupdates_s,solve_Mupdates_s,"
        "step_s,detect_and_assemble_in_sweeps,bytes_an_update,fraction_of_bandwidth,bandwidth_GB_s,memory_"
        "MiB\n");
    const std::string folder = std::filesystem::path(argv[0]).parent_path().string();
    dimension == 2 ? drystone::measure<2>(n, threads, tolerance, folder)
                   : drystone::measure<3>(n, threads, tolerance, folder);
}
