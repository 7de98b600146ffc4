// Masonry at rest: bench_masonry wall COLUMNS COURSES TOLERANCE STEPS | arch VOUSSOIRS TOLERANCE STEPS
//                                | pyramid COURSES TOLERANCE STEPS
//
// A running-bond wall of COLUMNS bricks a course (3D, four contact points a bed joint and head joint), a semicircular arch
// (2D) or a pyramid of loose blocks, each on two (3D; 20 courses are 210 blocks), from rest, method auto, one thread. Prints CSV: what, bodies, contacts, tolerance, first step [ms], median step [ms],
// largest residual, share of detection in the steps after the first, million contact updates a second
// of plain Gauss-Seidel sweeps.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scene/scene.h"
#include "settled.h"

using namespace drystone;

namespace {

std::string body(const std::string& size, double x, double z) {
    return fmt::format("[[bodies]]\nmaterial = \"brick\"\nshape = {{ type = \"box\", size = [{}] }}\nposition = [{}, 0.0, {}]\n", size, x, z);
}

/// COURSES blocks in the lowest course, one less in each above, a little apart, on a fixed slab.
std::string pyramid(int courses) {
    constexpr double height = 0.15, apart = 0.42;
    std::string text = body(fmt::format("{}, 1.0, 0.2", apart * (courses + 1)), 0.0, -0.1) + "fixed = true\n";
    for (int course = 0; course < courses; ++course) {
        for (int k = 0; k < courses - course; ++k)
            text += body("0.4, 0.3, 0.15", apart * (k - 0.5 * (courses - course - 1)), height * (course + 0.5));
    }
    return text;
}

std::string head(int dimension, const std::string& tolerance) {
    return fmt::format(
        "[scene]\ndimension = {}\ngravity = [{}]\n[time]\nstep = 1e-3\nduration = 1\n[solver]\nmethod = "
        "\"auto\"\ntolerance = {}\n"
        "[materials.brick]\ndensity = 1800.0\n[[interactions]]\nbetween = [\"brick\", \"brick\"]\nfriction = "
        "0.6\n",
        dimension, dimension == 2 ? "0.0, -9.81" : "0.0, 0.0, -9.81", tolerance);
}

template <int D>
void bench(const std::string& what, const std::string& tolerance, const std::string& generator, int steps) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "drystone_bench_masonry.toml";
    std::ofstream(path) << head(D, tolerance) << generator;
    const Scene scene = read_scene(path.string(), {});
    World<D> world = make_world(std::get<WorldDescription<D>>(scene.world));
    ThreadPool pool(1);
    std::vector<double> times;
    double residual = 0.0, detect = 0.0, total = 0.0;
    for (int k = 0; k < steps; ++k) {
        const auto began = std::chrono::steady_clock::now();
        const StepReport report = advance(world, scene.settings, pool);
        times.push_back(1e3 *
                        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        residual = std::max(residual, report.solve.residual);
        if (k == 0) continue;
        detect += report.seconds.detect;
        total += 1e-3 * times.back();
    }
    const double first = times[0];
    std::sort(times.begin() + 1, times.end());
    fmt::print("{},{},{},{},{:.3f},{:.4f},{:.1e},{:.2f},{:.1f}\n", what, world.bodies.size(),
               world.contacts.size(), tolerance, first, times[times.size() / 2], residual, detect / total,
               1e-6 * sweep_rate(world, pool));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "wall" && argc == 6) {
        bench<3>(fmt::format("wall {} x {}", argv[2], argv[3]), argv[4],
                 fmt::format("[[generate]]\nmaterial = \"brick\"\ntype = \"wall\"\nlength = {}\nheight = {}\nthickness = 0.3\nblock = [0.4, "
                             "0.15]\nbase = 0.2\n",
                             0.4 * std::atoi(argv[2]), 0.15 * std::atoi(argv[3])),
                 std::atoi(argv[5]));
    } else if (what == "arch" && argc == 5) {
        bench<2>(fmt::format("arch {}", argv[2]), argv[3],
                 fmt::format("[[generate]]\nmaterial = \"brick\"\ntype = \"arch\"\nradius = 1.0\nthickness = 0.2\nvoussoirs = {}\n", argv[2]),
                 std::atoi(argv[4]));
    } else if (what == "pyramid" && argc == 5) {
        bench<3>(fmt::format("pyramid {}", argv[2]), argv[3], pyramid(std::atoi(argv[2])), std::atoi(argv[4]));
    } else {
        fmt::print(stderr,
                   "bench_masonry wall COLUMNS COURSES TOLERANCE STEPS | arch VOUSSOIRS TOLERANCE STEPS | pyramid COURSES TOLERANCE STEPS\n");
        return 2;
    }
    return 0;
}
