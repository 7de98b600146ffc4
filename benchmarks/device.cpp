// A packing of spheres at rest in a box, step by step on a CUDA device and on this processor: sweeps in contact updates a second, milliseconds
// of a step's stages, residuals.
//
//     build/bin/bench_device 1000000 50 16          spheres, sweeps a step, threads
//     build/bin/bench_device equal 1000000 1e-4 16   each step to that residual, whatever sweeps it takes
//     build/bin/bench_device pour 10000000 600 40 1e-3 400   a loose lattice that falls and comes to rest: spheres, steps, layers, residual, at most so many sweeps a step
//     build/bin/bench_device wall 100000 1e-4 16     courses of bricks in bond, laid dry: bricks, residual, threads
//     build/bin/bench_device wall 100000 1e-4 16 elastic   .. on joints that deform
//
// A block of 10^4 spheres is dropped and settled for real (on the device where there is one); larger packings are copies of it side by
// side, brought to rest again on the device.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "device/device_step.h"
#include "settled.h"

namespace drystone {
namespace {

struct Row {
    std::string who;
    double detect = 0.0, assemble = 0.0, solve = 0.0, advance = 0.0, step = 0.0;  // median [ms]
    double updates = 0.0;                                                       // of sweeps alone [1/s]
    double residual = 0.0;
    int contacts = 0;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

template <class Advance>
Row time_steps(const std::string& who, int steps, const Advance& advance) {
    std::vector<double> detect, assemble, solve, rest, whole;
    Row row{.who = who};
    for (int k = 0; k < steps; ++k) {
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = advance();
        whole.push_back(1e3 * seconds_since(start));
        detect.push_back(1e3 * report.seconds.detect);
        assemble.push_back(1e3 * report.seconds.assemble);
        solve.push_back(1e3 * report.seconds.solve);
        rest.push_back(1e3 * report.seconds.advance);
        row.residual = report.solve.residual;
        row.contacts = report.contacts;
    }
    row.detect = median(detect), row.assemble = median(assemble), row.solve = median(solve);
    row.advance = median(rest), row.step = median(whole);
    return row;
}

void print(const Row& row) {
    std::printf("| %-24s | %9d | %7.2f | %7.2f | %8.2f | %7.2f | %8.2f | %8.3f | %.2e |\n", row.who.c_str(), row.contacts, row.detect,
                row.assemble, row.solve, row.advance, row.step, 1e-9 * row.updates, row.residual);
    std::fflush(stdout);
}

/// Lets what still moves come to rest.
void calm(World<3>& world, device::DeviceStep<3>& on_device, int steps, int sweeps) {
    StepSettings settings = settings_to(1e-4);
    settings.solver.fixed_iterations = sweeps;
    settings.halve = 0;
    for (int k = 0; k < steps; ++k) on_device.advance(world, settings);
}

double updates_on_device(device::DeviceStep<3>& on_device, int sweeps) {
    double best = 0.0;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        on_device.pipeline().sweep(sweeps);
        best = std::max(best, sweeps * static_cast<double>(on_device.pipeline().contacts()) / seconds_since(start));
    }
    return best;
}

/// Sums of bits of places and impulses: the same run twice gives them twice.
std::uint64_t bits_of(const World<3>& world) {
    std::uint64_t sum = 1469598103934665603ULL;
    const auto add = [&](double x) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        sum = (sum ^ bits) * 1099511628211ULL;
    };
    for (const Vec<3>& x : world.bodies.position) add(x[0]), add(x[1]), add(x[2]);
    for (const Vec<3>& r : world.contacts.impulse) add(r[0]), add(r[1]), add(r[2]);
    return sum;
}

int measure(int n, int sweeps, int threads, int calming, const std::filesystem::path& program) {
    const device::CudaDevice found = device::find_cuda_device();
    if (!found.is_there) {
        std::printf("%s\n", found.name.c_str());
        return 1;
    }
    ThreadPool all(0);
    Block<3> block = settled<3>(std::min(n, 10000), program, all);
    World<3> world = tile(block, n);
    device::DeviceStep<3> on_device(world, device::pipeline_on_cuda<3>());
    auto start = std::chrono::steady_clock::now();
    calm(world, on_device, calming, 100);
    std::printf("%d spheres on %s: brought to rest by %d steps of 100 sweeps in %.1f s, kinetic energy %.2e J\n", world.bodies.size(),
                found.name.c_str(), calming, seconds_since(start), world.energy.kinetic);
    StepSettings settings = settings_to(1e-4);
    settings.solver.fixed_iterations = sweeps;
    settings.halve = 0;
    std::printf("| %-24s | %9s | %7s | %7s | %8s | %7s | %8s | %8s | residual |\n", "ms of a step", "contacts", "detect", "assemble",
                "solve", "advance", "step", "G upd/s");
    on_device.bring_back(world);
    World<3> copy = world;
    Row row = time_steps(found.name, 20, [&] { return on_device.advance(world, settings); });
    row.updates = updates_on_device(on_device, 50);
    print(row);
    if (on_device.rebuilds() > 0) std::printf("pairs %ld, lists made %ld\n", on_device.pipeline().pairs(), on_device.rebuilds());
    on_device.bring_back(world);
    {
        World<3> again = copy;
        device::DeviceStep<3> second(again, device::pipeline_on_cuda<3>());
        for (int k = 0; k < 20; ++k) second.advance(again, settings);
        second.bring_back(again);
        std::printf("the same %s twice: %016llx %016llx\n", "bits", static_cast<unsigned long long>(bits_of(world)),
                    static_cast<unsigned long long>(bits_of(again)));
    }
    for (const int count : {1, threads}) {
        if (count > threads || threads == 0) continue;
        ThreadPool pool(count);
        World<3> cpu = copy;
        advance(cpu, settings, pool);
        Row own = time_steps("CPU, " + std::to_string(count) + " threads", count == 1 ? 2 : 4, [&] { return advance(cpu, settings, pool); });
        own.updates = sweep_rate(cpu, pool);
        print(own);
        if (count == threads) break;
    }
    return 0;
}

void compare_at(double tolerance) {
    std::printf("to a residual of %.0e\n| %-24s | %9s | %7s | %7s | %8s | %7s | %8s | sweeps | residual |\n", tolerance, "ms of a step", "contacts",
                "detect", "assemble", "solve", "advance", "step");
}

template <class Advance>
void show_steps(const std::string& who, int steps, const Advance& advance_once) {
    long sweeps = 0;
    const Row row = time_steps(who, steps, [&] {
        const StepReport report = advance_once();
        sweeps += report.solve.iterations;
        return report;
    });
    std::printf("| %-24s | %9d | %7.2f | %7.2f | %8.2f | %7.2f | %8.2f | %6ld | %.2e |\n", row.who.c_str(), row.contacts, row.detect, row.assemble,
                row.solve, row.advance, row.step, sweeps / steps, row.residual);
    std::fflush(stdout);
}

/// The same packing solved to the same residual by everybody, with Anderson's jumps.
int at_equal_residual(int n, double tolerance, int threads, const std::filesystem::path& program) {
    ThreadPool all(0);
    Block<3> block = settled<3>(std::min(n, 10000), program, all);
    World<3> world = tile(block, n);
    device::DeviceStep<3> on_device(world, device::pipeline_on_cuda<3>());
    calm(world, on_device, 100, 100);
    StepSettings settings = settings_to(tolerance);
    settings.solver.method = SolverMethod::anderson;
    on_device.advance(world, settings);
    on_device.bring_back(world);
    const World<3> copy = world;
    compare_at(tolerance);
    show_steps(device::find_cuda_device().name, 10, [&] { return on_device.advance(world, settings); });
    for (const int count : {threads, 1}) {
        ThreadPool pool(count);
        World<3> cpu = copy;
        show_steps("CPU, " + std::to_string(count) + " threads", count == 1 ? 1 : 3, [&] { return advance(cpu, settings, pool); });
    }
    return 0;
}

/// n grains of +-10 % on a loose lattice of so many layers, and the box about them.
Block<3> loose_layers(int n, int layers, Vec<3>& size) {
    Block<3> block;
    Random random(1);
    const int across = std::max(1, static_cast<int>(std::round(std::sqrt(static_cast<double>(n) / layers))));
    const double spacing = 2.25 * radius;
    for (int i = 0; i < n; ++i) {
        const int cell[3] = {i % across, i / across % across, i / (across * across)};
        Vec<3> p;
        for (int k = 0; k < 3; ++k) p[k] = (cell[k] + 0.5) * spacing + random.uniform(-0.1, 0.1) * radius;
        block.position.push_back(p);
        block.radius.push_back(radius * random.uniform(0.9, 1.1));
    }
    size = {{across * spacing, across * spacing, layers * spacing}};
    return block;
}

/// Every step is solved to the tolerance, as far as so many sweeps go.
int pour(int n, int steps, int layers, double tolerance, int most_sweeps) {
    auto start = std::chrono::steady_clock::now();
    Vec<3> size;
    const Block<3> block = loose_layers(n, layers, size);
    World<3> world = make_world(boxed(block.position, block.radius, size));
    device::DeviceStep<3> on_device(world, device::pipeline_on_cuda<3>());
    std::printf("%d spheres on a lattice of %d layers in a box of %.2f m, made in %.1f s\n", n, layers, size[0], seconds_since(start));
    StepSettings settings = settings_to(tolerance);
    settings.solver.method = SolverMethod::anderson;
    settings.solver.max_iterations = most_sweeps;
    settings.halve = 0;
    start = std::chrono::steady_clock::now();
    double slowest = 0.0, worst = 0.0, mass = 0.0;
    for (const double m : world.matter.mass) mass += m;
    long sweeps = 0;
    int unsolved = 0;
    for (int k = 1; k <= steps; ++k) {
        const auto begun = std::chrono::steady_clock::now();
        const StepReport report = on_device.advance(world, settings);
        slowest = std::max(slowest, seconds_since(begun));
        worst = std::max(worst, report.solve.residual);
        sweeps += report.solve.iterations;
        unsolved += report.solve.converged ? 0 : 1;
        if (k % std::max(1, steps / 20) != 0) continue;
        std::printf("t = %.3f s, %.1f s of the clock: %d contacts, kinetic energy %.3e J (%.1e m/s in the mean), deepest overlap %.1e m, "
                    "%ld sweeps a step, worst residual %.1e, %d steps not solved, balance %.1e J\n",
                    world.time, seconds_since(start), report.contacts, world.energy.kinetic, std::sqrt(2.0 * world.energy.kinetic / mass),
                    report.max_penetration, sweeps / std::max(1, steps / 20), worst, unsolved, world.energy.balance_error());
        std::fflush(stdout);
        sweeps = 0, unsolved = 0, worst = 0.0;
    }
    std::printf("%d steps in %.1f s, the slowest in %.2f s; %.1f GiB of the device's memory\n", steps, seconds_since(start), slowest,
                device::memory_in_use() / 1073741824.0);
    return 0;
}

/// Walls of 50 courses beside each other, 0.2 m of brick by 0.1 by 0.1, each brick on two; head joints are open by a hundredth.
WorldDescription<3> bricks(int n, const Law& law) {
    WorldDescription<3> d;
    d.materials = {{"stone", 2200.0}};
    d.interactions = {{Interaction::any, Interaction::any, law}};
    d.gravity = -9.81 * Vec<3>::axis(2);
    BodyDescription<3> ground;
    ground.fixed = true;
    ground.geometry = {{Plane<3>{Vec<3>::axis(2)}, {}, {}}};
    d.bodies.push_back(ground);
    const auto brick = std::make_shared<const Convex<3>>(box<3>({{0.2, 0.1, 0.1}}));
    constexpr int courses = 50, along = 100;
    for (int i = 0; i < n; ++i) {
        const int row = i / along % courses, wall = i / (along * courses);
        BodyDescription<3> body;
        body.geometry = {{Solid<3>{brick}, {}, {}}};
        body.position = {{0.202 * (i % along) + (row % 2 == 0 ? 0.0 : 0.101), 0.5 * wall, 0.05 + 0.1 * row}};
        d.bodies.push_back(body);
    }
    return d;
}

int wall_of_bricks(int n, double tolerance, int threads, const Law& law) {
    const World<3> begun = make_world(bricks(n, law));
    World<3> world = begun;
    device::DeviceStep<3> on_device(world, device::pipeline_on_cuda<3>());
    StepSettings settings = settings_to(tolerance);
    settings.solver.method = SolverMethod::anderson;
    settings.solver.max_iterations = 20000;
    settings.halve = 0;
    const auto first_step = [&](const std::string& who, const auto& advance_once) {
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = advance_once();
        std::printf("%s: first step, from no impulses: %.0f ms, %d contacts, %d sweeps, residual %.2e\n", who.c_str(), 1e3 * seconds_since(start),
                    report.contacts, report.solve.iterations, report.solve.residual);
        std::fflush(stdout);
    };
    first_step(device::find_cuda_device().name, [&] { return on_device.advance(world, settings); });
    compare_at(tolerance);
    show_steps(device::find_cuda_device().name, 20, [&] { return on_device.advance(world, settings); });
    std::printf("kinetic energy %.2e J, deepest overlap %.1e m, balance %.1e J\n", world.energy.kinetic, world.last.max_penetration, world.energy.balance_error());
    for (const int count : {threads, 1}) {
        if (count == 0) return 0;
        ThreadPool pool(count);
        World<3> cpu = begun;
        const std::string who = "CPU, " + std::to_string(count) + " threads";
        first_step(who, [&] { return advance(cpu, settings, pool); });
        show_steps(who, count == 1 ? 1 : 4, [&] { return advance(cpu, settings, pool); });
    }
    return 0;
}

}  // namespace
}  // namespace drystone

int main(int count, char** given) {
    const auto number = [&](int k, int otherwise) { return k < count ? std::atoi(given[k]) : otherwise; };
    const std::string what = count > 1 ? given[1] : "";
    if (what == "pour") return drystone::pour(number(2, 1000000), number(3, 600), number(4, 40), count > 5 ? std::atof(given[5]) : 1e-3, number(6, 400));
    if (what == "wall") {
        const bool deforms = count > 5 && std::string(given[5]) == "elastic";
        const drystone::Law law = deforms ? drystone::Law(drystone::Elastic{.normal_stiffness = 1e10, .shear_stiffness = 4e9, .friction = 0.6})
                                          : drystone::Law(drystone::Coulomb{.friction = 0.6});
        return drystone::wall_of_bricks(number(2, 100000), count > 3 ? std::atof(given[3]) : 1e-4, number(4, 16), law);
    }
    if (what == "equal") return drystone::at_equal_residual(number(2, 1000000), count > 3 ? std::atof(given[3]) : 1e-4, number(4, 16), given[0]);
    return drystone::measure(number(1, 1000000), number(2, 50), number(3, 16), number(4, 200), given[0]);
}
