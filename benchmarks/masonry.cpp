// Masonry at rest: bench_masonry wall COLUMNS COURSES TOLERANCE STEPS | arch VOUSSOIRS TOLERANCE STEPS
//
// A running-bond wall of COLUMNS bricks a course (3D, four contact points a bed joint and head joint) or a semicircular arch
// (2D), from rest, method auto, one thread. Prints CSV: what, bodies, contacts, tolerance, first step [ms], median step [ms],
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

std::string head(int dimension, const std::string& tolerance) {
    return fmt::format(
        "[scene]\ndimension = {}\ngravity = [{}]\n[time]\nstep = 1e-3\nduration = 1\n[solver]\nmethod = "
        "\"auto\"\ntolerance = {}\n"
        "[materials.brick]\ndensity = 1800.0\n[[interactions]]\nbetween = [\"brick\", \"brick\"]\nfriction = "
        "0.6\n[[generate]]\nmaterial = \"brick\"\n",
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
                 fmt::format("type = \"wall\"\nlength = {}\nheight = {}\nthickness = 0.3\nblock = [0.4, "
                             "0.15]\nbase = 0.2\n",
                             0.4 * std::atoi(argv[2]), 0.15 * std::atoi(argv[3])),
                 std::atoi(argv[5]));
    } else if (what == "arch" && argc == 5) {
        bench<2>(fmt::format("arch {}", argv[2]), argv[3],
                 fmt::format("type = \"arch\"\nradius = 1.0\nthickness = 0.2\nvoussoirs = {}\n", argv[2]),
                 std::atoi(argv[4]));
    } else {
        fmt::print(stderr,
                   "bench_masonry wall COLUMNS COURSES TOLERANCE STEPS | arch VOUSSOIRS TOLERANCE STEPS\n");
        return 2;
    }
    return 0;
}
