// Packings of spheres from nothing to a residual of 1e-4, or what --to says: plain Gauss-Seidel against auto, and how both grow with the size.
//
//     build/bin/bench_cold [--to 1e-8] [--friction 0.5] 1000 10000 100000 1000000
//
// The contact problem of the first step, impulses zero, one thread, time of the processor. Blocks of up to 10^5 spheres are dropped and settled for
// real (10^5 takes some minutes; kept beside the program for the next run), larger packings are copies side by side: their
// force chains are no longer. They are settled at a friction of 0.3, and solved at that or what --friction says. "In sweeps" is the time of a solve over that of a plain sweep.

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>

#include "settled.h"
#include "solvers/solve.h"

namespace drystone {
namespace {

struct Solve {
    SolveReport report;
    double seconds = 0.0;
};

Solve solve_cold(const RigidProblem<3>& problem, const SolverSettings& settings, SolverScratch<3>& scratch) {
    ThreadPool pool(1);
    Solve best;
    for (int repeat = 0; repeat < 3; ++repeat) {
        std::vector<Vec<3>> r(problem.b.size());
        const std::clock_t start = std::clock();
        const SolveReport report = solve_contacts<3>(problem, {settings, 0, pool}, scratch, {r});
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (repeat == 0 || seconds < best.seconds) best = {report, seconds};
        if (seconds > 5.0) break;
    }
    return best;
}

/// Slope of log y over log x.
double exponent(const std::vector<double>& x, const std::vector<double>& y) {
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    const double n = static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = std::log(x[i]), v = std::log(y[i]);
        sx += u, sy += v, sxx += u * u, sxy += u * v;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// What is asked for.
struct Asked {
    double tolerance = 1e-4, friction = 0.3;
    std::vector<int> sizes;
};

void measure(const Asked& asked, const std::filesystem::path& program) {
    constexpr int largest_settled = 100000;
    std::vector<double> settled_sizes, plain_sweeps, auto_sweeps;
    for (const int n : asked.sizes) {
        ThreadPool both(0);
        World<3> world = tile(settled<3>(std::min(n, largest_settled), program, both), n);
        StepSettings first = settings_to(1e-4);
        first.solver.fixed_iterations = 1;
        advance(world, first, both);
        for (std::size_t i = 0; i < world.problem.b.size(); ++i)
            world.problem.law.change(i, [&](LocalLaw<3>& law) { law.mu = asked.friction; });
        SolverScratch<3> scratch;
        SolverSettings settings{
            .method = SolverMethod::nlgs, .tolerance = asked.tolerance, .max_iterations = 20000, .fixed_iterations = 50};
        const double sweep = solve_cold(world.problem, settings, scratch).seconds / 50;
        settings.fixed_iterations = 0;
        const Solve plain = solve_cold(world.problem, settings, scratch);
        settings.method = SolverMethod::automatic;
        const Solve fast = solve_cold(world.problem, settings, scratch);
        fmt::print("{},{},{:.3f},{},{:.4f},{:.2e},{},{:.4f},{:.2e},{:.0f},{:.2f}\n", n, world.contacts.size(),
                   1e3 * sweep, plain.report.iterations, plain.seconds, plain.report.residual,
                   fast.report.iterations, fast.seconds, fast.report.residual, fast.seconds / sweep,
                   plain.seconds / fast.seconds);
        std::fflush(stdout);
        if (n > largest_settled) continue;
        settled_sizes.push_back(n);
        plain_sweeps.push_back(plain.report.iterations);
        auto_sweeps.push_back(fast.seconds / sweep);
    }
    if (settled_sizes.size() > 1)
        fmt::print(
            "# exponent of the sweeps over N, settled blocks: nlgs {:.2f}, auto {:.2f}; Brendel (1.34): "
            "0.67\n",
            exponent(settled_sizes, plain_sweeps), exponent(settled_sizes, auto_sweeps));
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    drystone::Asked asked;
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        if (word == "--to" && k + 1 < argc)
            asked.tolerance = std::atof(argv[++k]);
        else if (word == "--friction" && k + 1 < argc)
            asked.friction = std::atof(argv[++k]);
        else
            asked.sizes.push_back(std::atoi(argv[k]));
    }
    if (asked.sizes.empty() || *std::min_element(asked.sizes.begin(), asked.sizes.end()) < 1) {
        fmt::print(stderr, "usage: bench_cold [--to TOLERANCE] [--friction MU] SPHERES...\n");
        return 2;
    }
    fmt::print(
        "spheres,contacts,sweep_ms,nlgs_sweeps,nlgs_s,nlgs_residual,auto_iterations,auto_s,auto_residual,"
        "auto_in_sweeps,ratio\n");
    drystone::measure(asked, argv[0]);
}
