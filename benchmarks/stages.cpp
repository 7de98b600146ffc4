// What each stage of a step costs, for 1, 2, 4, .. threads: the packings of bench_packings, milliseconds a call.
//
//     build/bin/bench_stages 100000 16      spheres, most threads
//     build/bin/bench_stages 100000 16 1e-4 40
//
// Rows are stages, columns numbers of threads; "of one" is what share of the step they take on one thread, "gain" how many times faster they are on
// most threads. The list of pairs is built anew in every step here, in life in every few dozen. Of one thread processor time is taken, so that others who
// are at work do not count; "step: .." are the step's own clocks.

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>

#include "bodies/move.h"
#include "settled.h"
#include "solvers/anderson.h"
#include "solvers/body_islands.h"
#include "solvers/solve.h"
#include "step/look_ahead.h"
#include "step/project.h"
#include "step/settle.h"
#include "step/stages.h"

namespace drystone {
namespace {

/// Least seconds of a stage over the steps, in the order of first mention.
class StageTable {
  public:
    void time(const std::string& stage, const std::function<void()>& work) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t used = std::clock();
        work();
        const double seconds = static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
        note(stage, threads_ == 1 ? seconds : seconds_since(start));
    }

    void note(const std::string& stage, double seconds) {
        const auto [place, fresh] = seconds_.try_emplace(stage);
        if (fresh) order_.push_back(stage);
        double& least = place->second.try_emplace(threads_, seconds).first->second;
        least = std::min(least, seconds);
    }

    void begin(int threads) { threads_ = threads; }

    void print() const {
        const std::map<int, double>& whole = seconds_.at("step");
        fmt::print("stage");
        for (const auto& [threads, seconds] : whole) fmt::print(",{}", threads);
        fmt::print(",of one,gain\n");
        for (const std::string& stage : order_) {
            const std::map<int, double>& by = seconds_.at(stage);
            fmt::print("{}", stage);
            for (const auto& [threads, seconds] : by) fmt::print(",{:.3f}", 1e3 * seconds);
            fmt::print(",{:.3f},{:.1f}\n", by.begin()->second / whole.begin()->second,
                       by.begin()->second / by.rbegin()->second);
        }
    }

  private:
    int threads_ = 1;
    std::vector<std::string> order_;
    std::map<std::string, std::map<int, double>> seconds_;
};

/// The stages of moreau_step(), one by one, on the world as it stands.
void time_stages(World<3>& world, const StepSettings& settings, ThreadPool& pool, StageTable& table) {
    const double h = settings.step;
    table.time("move", [&] { move_bodies(world, 0.0, world.time, pool); });
    table.time("place", [&] { place_parts(world.bodies, pool, world.parts); });
    table.time("look ahead", [&] { look_ahead(world, settings, pool); });
    table.time("free", [&] { free_velocities(world, h, world.time, pool); });
    table.time("neighbours: still valid", [&] { world.neighbours.update(world.parts, world.reach, pool); });
    table.time("detect: all", [&] { find_contacts(world, settings, false, pool); });
    table.time("detect: foresee", [&] { foresee_impacts(world, settings, pool); });
    PointList<3> points;
    table.time("detect: find",
               [&] { world.finder.find_balls(world.parts, world.neighbours.pairs(), {world.reach}, pool, points); });
    table.time("assemble: number", [&] {
        number_mobile_bodies<3>({world.matter, world.bodies}, pool, world.scratch.bench(), world.numbering, world.mobile);
    });
    table.time("assemble: all", [&] { assemble_problem(world, settings, pool); });
    const std::vector<Vec<3>> guess = world.impulse;
    SolverScratch<3>& scratch = *world.scratch;
    table.time("solve: islands", [&] { sort_into_lots(world.problem, pool, scratch.nlgs.bench, scratch.islands); });
    {
        std::unique_ptr<BodySweep<3>> sweep;
        table.time("solve: pack", [&] {
            sweep = std::make_unique<BodySweep<3>>(world.problem, SweepOrder::coloured, pool, scratch.nlgs);
        });
        table.time("solve: load zero", [&] { sweep->load_zero(); });
        table.time("solve: load", [&] { sweep->load(guess, world.moment); });
        table.time("solve: refresh", [&] { sweep->refresh(); });
        table.time("solve: look", [&] { sweep->residual_as_it_stands(); });
        Random random(1);
        table.time("solve: 8 sweeps", [&] {
            for (int k = 0; k < 8; ++k) sweep->sweep(random);
        });
        table.time("solve: store", [&] { sweep->store(world.impulse, world.moment); });
    }
    world.impulse = guess;
    SolverSettings told = settings.solver;
    told.max_iterations = 100;
    told.tolerance = 1e-14;
    table.time("solve: 100 iterations", [&] {
        solve_anderson<3>(world.problem, {told, 0, pool}, scratch.nlgs, scratch.anderson, {world.impulse, world.moment});
    });
    world.impulse = guess;
    SolveReport solved;
    table.time("solve: to the tolerance", [&] { solved = solve(world, settings, pool); });
    table.time("apply", [&] { apply_impulses(world, pool); });
    table.time("settle", [&] { settle_contacts(world, settings, solved, pool); });
    table.time("energy", [&] { account_energy(world, h, true, pool); });
    table.time("project", [&] { project_overlaps(world, settings, pool); });
    StepReport report;
    table.time("accept", [&] { accept(world, h, report, pool); });
}

void measure(int n, int most, double tolerance, int steps, const std::filesystem::path& program) {
    ThreadPool all(0);
    World<3> world = tile(settled<3>(std::min(n, 10000), program, all), n);
    StepSettings settings = settings_to(tolerance);
    settings.solver.max_iterations = 100;
    for (int k = 0; k < 10; ++k) advance(world, settings, all);
    StageTable table;
    const State<3> kept = world;
    for (int threads = 1; threads <= most; threads *= 2) {
        ThreadPool pool(threads);
        table.begin(threads);
        for (int k = 0; k < steps; ++k) {
            table.time("step", [&] { table.note("step: solve", advance(world, settings, pool).seconds.solve); });
            table.note("step: detect", world.last.seconds.detect);
            table.note("step: assemble", world.last.seconds.assemble);
            table.note("step: advance", world.last.seconds.advance);
        }
        for (int k = 0; k < std::max(2, steps / 2); ++k) {
            static_cast<State<3>&>(world) = kept;
            make_room(world);
            time_stages(world, settings, pool, table);
            table.time("neighbours: rebuild", [&] {
                world.neighbours.restore(world.parts, world.neighbours.reference(), pool);
            });
        }
        static_cast<State<3>&>(world) = kept;
    }
    fmt::print("# {} spheres, {} contacts\n", n, world.contacts.size());
    table.print();
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: bench_stages SPHERES MOST_THREADS [TOLERANCE] [STEPS]\n");
        return 2;
    }
    drystone::measure(std::atoi(argv[1]), std::atoi(argv[2]), argc > 3 ? std::atof(argv[3]) : 1e-4,
                      argc > 4 ? std::atoi(argv[4]) : 6, argv[0]);
}
