#include "scene/read_settings.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "scene/read_stages.h"
#include "scene/table.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

const Node& section(const Node& document, const std::string& name) {
    const Node* node = find_in(document, name);
    if (node) return *node;
    refuse(document.place, fmt::format("there is no [{}] table; a scene needs one", name));
}

/// Steps are counted, and their time found, in doubles: beyond 2^53 of them one more changes nothing.
void check_count_of_steps(const Table& table, const Scene& scene) {
    const double steps = scene.duration / scene.settings.step;
    if (steps > 0x1p53)
        refuse(table.has("duration") ? table.at("duration").place : table.place(),
               fmt::format("duration / step = {:.3g}: a run can have 2^53 = 9e15 steps", steps));
}

/// A solver's relative residual: at 1 no force at all would pass as the answer.
double tolerance_of(const Table& table, double otherwise) {
    const double tolerance = table.positive("tolerance", otherwise);
    if (tolerance >= 1.0)
        refuse(table.at("tolerance").place,
               fmt::format("tolerance is relative and must be less than 1, found {}", tolerance));
    return tolerance;
}

/// Static steps push overlaps apart: there is no velocity that this could spoil.
Overlap read_overlap(const Table& table, const StepSettings& settings) {
    const bool moreau = settings.integrator == Integrator::moreau;
    const Overlap otherwise = moreau ? Overlap::project : settings.quasistatic ? Overlap::push : Overlap::keep;
    const Overlap overlap = table.choice(
        "overlap", otherwise,
        {{"project", Overlap::project}, {"keep", Overlap::keep}, {"push", Overlap::push}});
    if (overlap == Overlap::project && !moreau)
        refuse(table.at("overlap").place,
               "\"project\" belongs to moreau; euler closes gaps exactly: say \"keep\" or \"push\" there");
    return overlap;
}

/// true, or { below, at_most }.
void read_settle(const Table& time, Scene& scene) {
    const Node* node = time.find("settle");
    if (!node) return;
    constexpr double long_enough = 10.0;  // [s]
    scene.settle.at_most = long_enough;
    if (!node->as<Node::Entries>()) {
        scene.settle.wanted = time.truth("settle", false);
    } else {
        const Table table(*node, "settle", {"below", "at_most"});
        scene.settle.wanted = true;
        scene.settle.below = table.positive("below", scene.settle.below);
        scene.settle.at_most = table.positive("at_most", scene.settle.at_most);
    }
    if (scene.settle.wanted && scene.settings.quasistatic)
        refuse(node->place, "quasistatic steps begin at rest as it is: there is nothing to settle");
}

void read_time(const Node& document, Scene& scene) {
    const Table table(section(document, "time"), "[time]", {"step", "duration", "integrator", "overlap", "theta", "quasistatic", "halve", "settle"});
    scene.settings.step = table.positive("step");
    const std::optional<double> by_stages = duration_of_stages(document);
    if (const Node* duration = table.find("duration"); duration && by_stages)
        refuse(duration->place, "a run in [[stages]] lasts as long as they do: leave duration out");
    scene.duration = by_stages ? *by_stages : table.not_negative("duration");
    check_count_of_steps(table, scene);
    scene.settings.integrator = table.choice("integrator", Integrator::moreau,
                                             {{"moreau", Integrator::moreau}, {"euler", Integrator::euler}});
    scene.settings.quasistatic = table.truth("quasistatic", false);
    if (scene.settings.quasistatic && table.has("integrator") && scene.settings.integrator != Integrator::euler)
        refuse(table.at("integrator").place, "quasistatic steps close gaps as euler does: say \"euler\", or drop it");
    if (scene.settings.quasistatic) scene.settings.integrator = Integrator::euler;
    scene.settings.overlap = read_overlap(table, scene.settings);
    read_settle(table, scene);
    scene.settings.halve = table.whole_number("halve", 3, 0);
    if (const Node* theta = table.find("theta")) {
        scene.settings.theta = number_between(*theta, "theta", 0.5, 1.0);
        if (scene.settings.integrator == Integrator::euler && scene.settings.theta != 1.0)
            refuse(theta->place, "euler and quasistatic steps take deformable bodies to their end: theta is 1 there");
    }
}

std::vector<std::pair<std::string, SolverMethod>> methods_for_scenes() {
    std::vector<std::pair<std::string, SolverMethod>> words;
    for (const MethodName& one : method_names) {
        words.emplace_back(one.name, one.method);
    }
    return words;
}

void read_solver(const Node& document, Scene& scene) {
    const Node* node = find_in(document, "solver");
    if (!node) return;
    const Table table(
        *node, "[solver]",
        {"method", "order", "tolerance", "max_iterations", "fixed_iterations", "seed", "threads", "device", "ranks",
         "reproducible"});
    SolverSettings& solver = scene.settings.solver;
    solver.method = table.choice("method", solver.method, methods_for_scenes());
    solver.order = table.choice("order", solver.order,
                                {{"coloured", SweepOrder::coloured},
                                 {"random", SweepOrder::random},
                                 {"sequential", SweepOrder::sequential}});
    solver.tolerance = tolerance_of(table, solver.tolerance);
    solver.max_iterations = table.whole_number("max_iterations", solver.max_iterations, 1);
    solver.fixed_iterations = table.whole_number("fixed_iterations", solver.fixed_iterations, 0);
    const bool sweeps = solver.method == SolverMethod::nlgs || solver.method == SolverMethod::automatic;
    // Where no contact problem is solved the whole table means nothing.
    if (solver.fixed_iterations > 0 && scene.settings.able().contact_problem && !sweeps) {
        refuse(table.at("fixed_iterations").place,
               fmt::format(
                   "fixed_iterations are plain sweeps: method must be \"nlgs\" (or \"auto\"), found \"{}\"",
                   name_of(solver.method)));
    }
    if (const Node* seed = table.find("seed")) {
        solver.seed = static_cast<std::uint64_t>(
            whole_number_of(*seed, "seed", 0, std::numeric_limits<std::int64_t>::max()));
    }
    constexpr int most_threads = 4096;  // more is a slip of the keyboard, and would exhaust the machine
    scene.threads = table.whole_number("threads", 0, 0, most_threads);
    scene.device = table.choice("device", scene.device,
                                {{"cpu", DeviceWish::cpu}, {"cuda", DeviceWish::cuda}, {"auto", DeviceWish::automatic}});
    if (table.has("device")) scene.device_place = table.at("device").place;
    scene.ranks = table.choice("ranks", scene.ranks,
                               {{"auto", RanksWish::automatic}, {"domains", RanksWish::domains}, {"gathered", RanksWish::gathered}});
    if (table.has("ranks")) scene.ranks_place = table.at("ranks").place;
    scene.reproducible = table.truth("reproducible", false);
    solver.reproducible = scene.reproducible;
}

/// [md]
void read_soft(const Node& document, Scene& scene) {
    const Node* node = find_in(document, "md");
    if (!node) return;
    const Table table(*node, "[md]", {"steps_per_collision", "step"});
    SoftSettings& soft = scene.settings.soft;
    if (table.has("step") && table.has("steps_per_collision"))
        refuse(table.at("step").place,
               "step and steps_per_collision are two ways to say one thing: keep one of them");
    soft.step = table.positive("step", soft.step);
    constexpr double most_substeps = 1e9;
    if (soft.step > 0.0 && scene.settings.step / soft.step > most_substeps)
        refuse(table.at("step").place, fmt::format("a time step of {} s would need {:.3g} of these; there can be {:g}",
                                                   scene.settings.step, scene.settings.step / soft.step, most_substeps));
    if (const Node* steps = table.find("steps_per_collision"))
        soft.steps_per_collision = number_between(*steps, "steps_per_collision", 5.0, 1e6);
}

void read_statics(const Node& document, Scene& scene) {
    StaticsSettings& statics = scene.statics;
    statics.duration = scene.duration > 0.0 ? scene.duration : 1.0;
    const Node* node = find_in(document, "statics");
    if (!node) return;
    const Table table(*node, "[statics]",
                      {"method", "displacements", "load_steps", "ramp", "tolerance", "max_iterations", "rho",
                       "fictitious_stiffness", "touching_gap", "max_move"});
    statics.method = table.choice("method", statics.method, statics_methods());
    statics.displacements = table.choice("displacements", statics.displacements,
                                         {{"large", Displacements::large}, {"small", Displacements::small}});
    constexpr int most_load_steps = 1'000'000;
    statics.load_steps = table.whole_number("load_steps", statics.load_steps, 1, most_load_steps);
    if (const Node* ramp = table.find("ramp")) statics.ramp = number_between(*ramp, "ramp", 0.0, 1.0);
    statics.tolerance = tolerance_of(table, statics.tolerance);
    statics.max_iterations = table.whole_number("max_iterations", statics.max_iterations, 1);
    statics.rho = table.positive("rho", statics.rho);
    statics.fictitious = table.positive("fictitious_stiffness", statics.fictitious);
    statics.touching_gap = table.not_negative("touching_gap", statics.touching_gap);
    statics.max_move = table.positive("max_move", statics.max_move);
    if (statics.max_move > 0.1)
        refuse(table.at("max_move").place,
               "max_move must be at most 0.1: contacts are looked for no further away");
}

void read_output(const Node& document, Scene& scene) {
    const Node* node = find_in(document, "output");
    if (!node) return;
    const Table table(*node, "[output]", {"frames_every", "checkpoint_every", "checkpoint_wall"});
    OutputSettings& output = scene.output;
    output.frames_every = table.not_negative("frames_every", output.frames_every);
    constexpr double most_frames = 1e7;
    const double apart = std::max(output.frames_every, scene.settings.step);
    if (output.frames_every > 0.0 && scene.duration / apart > most_frames)
        refuse(table.at("frames_every").place, fmt::format("{:.3g} frames: a run can keep {:g}; say frames_every = {:.3g}",
                                                           scene.duration / apart, most_frames, scene.duration / 1000.0));
    output.checkpoint_every = table.not_negative("checkpoint_every", output.checkpoint_every);
    output.checkpoint_wall = table.not_negative("checkpoint_wall", output.checkpoint_wall);
}

}  // namespace

void read_settings(const Node& document, Scene& scene) {
    const Table table(section(document, "scene"), "[scene]", {"title", "dimension", "gravity"});
    scene.title = table.text("title", scene.title);
    scene.dimension = table.whole_number("dimension", 3, std::numeric_limits<int>::min());
    const Node& dimension = table.at("dimension");
    if (scene.dimension != 2 && scene.dimension != 3) {
        refuse(dimension.place, fmt::format("dimension must be 2 or 3, found {}", describe(dimension)));
    }
    read_time(document, scene);
    read_solver(document, scene);
    read_soft(document, scene);
    read_statics(document, scene);
    read_output(document, scene);
}

}  // namespace drystone
