#include "python/simulation.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "bodies/move.h"
#include "core/input_error.h"
#include "scene/judge_overlaps.h"
#include "scene/nearest.h"
#include "step/world.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_signals{
    50};  // how long Ctrl-C may wait, besides the step under way

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

AnyWorld world_of(Scene& scene, const std::string& name) {
    try {
        return std::visit([](auto& description) -> AnyWorld { return make_world(std::move(description)); },
                          scene.world);
    } catch (const InputError& error) {
        if (!error.place().empty()) throw;
        throw InputError(name, error.what());
    }
}

AnyWorld begin_world(Scene& scene, const std::string& name) {
    AnyWorld world = world_of(scene, name);
    std::visit([&](const auto& w) { judge_overlaps(w, scene); }, world);
    return world;
}

}  // namespace

void RunReport::add(const StepReport& report) {
    ++steps;
    iterations += report.solve.iterations;
    residual = std::max(residual, report.solve.residual);
    not_converged += !report.solve.converged;
    contacts = report.contacts;
    max_penetration = std::max(max_penetration, report.max_penetration);
    inertia = std::max(inertia, report.inertia);
    finite = report.finite;
}

void RunReport::add(const RunReport& other) {
    if (other.steps == 0) return;
    steps += other.steps;
    iterations += other.iterations;
    residual = std::max(residual, other.residual);
    not_converged += other.not_converged;
    contacts = other.contacts;
    max_penetration = std::max(max_penetration, other.max_penetration);
    inertia = std::max(inertia, other.inertia);
    finite = other.finite;
    seconds += other.seconds;
}

Simulation::Simulation(Scene read, Source from, std::optional<int> threads)
    : scene(std::move(read)), source(std::move(from)), name(source.path), world(begin_world(scene, name)) {
    set_threads(threads.value_or(scene.threads));
}

Simulation::Turn::Turn(Simulation& simulation) : simulation_(simulation) {
    simulation.check_free();
    simulation.adopt_writes();
    simulation.busy_ = Busy::asking;
}

Simulation::Turn::~Turn() {
    simulation_.busy_ = Busy::no;
    simulation_.remember();
}

RunReport Simulation::take_steps(long count) {
    Turn turn(*this);
    const Clock::time_point start = Clock::now();
    RunReport report;
    while (report.steps < count && report.finite) {
        ask_functions();
        const long batch = functions_.empty() ? count - report.steps : 1;
        turn.without_interpreter([&] { advance_for_a_while(batch, report); });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    report.seconds = seconds_since(start);
    return report;
}

bool Simulation::settle(const Settle& how) {
    Turn turn(*this);
    const long most = std::lround(how.at_most / step());
    bool settled = false;
    for (long k = 0; k < most && !settled; ++k) {
        ask_functions();
        turn.without_interpreter([&] {
            ThreadPool& threads = pool();
            std::optional<Moving> moving;
            if (may_change_population()) moving.emplace(*this);
            settled = std::visit(
                [&](auto& w) { return settle_step(w, scene.settings, how, threads).settled; }, world);
        });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    return settled;
}

void Simulation::advance_for_a_while(long count, RunReport& report) {
    const Clock::time_point start = Clock::now();
    ThreadPool& threads = pool();
    std::optional<Moving> moving;
    if (may_change_population()) moving.emplace(*this);
    for (long i = 0; i < count && report.finite; ++i) {
        report.add(std::visit([&](auto& w) { return advance(w, scene.settings, threads); }, world));
        if (Clock::now() - start > between_signals) break;
    }
}

/// All are asked before any line goes on: one that throws leaves everything as it was.
void Simulation::ask_functions() {
    const double from = time(), to = from + step();
    std::vector<std::vector<double>> values;
    for (const TimeFunction& function : functions_) values.push_back(function.ask(to));
    for (std::size_t f = 0; f < functions_.size(); ++f) {
        for (std::size_t k = 0; k < values[f].size(); ++k)
            functions_[f].lines[k]->go_on(from, to, values[f][k]);
    }
}

bool Simulation::may_change_population() const {
    return std::visit([](const auto& w) { return !w.description.sources.empty() || !w.description.sinks.empty(); }, world);
}

void Simulation::check_memory_stays() const {
    if (moving_ || may_change_population()) check_idle();
}

void Simulation::check_idle() const {
    if (busy_ == Busy::stepping)
        throw std::runtime_error("a step of this world is under way in another thread");
}

void Simulation::check_free() const {
    check_changeable();
    if (busy_ == Busy::calling)
        throw std::runtime_error("a callback of a run that writes files cannot step its world");
}

void Simulation::check_changeable() const {
    check_idle();
    if (busy_ == Busy::asking)
        throw std::runtime_error("a function of time cannot step or change the world that asks it");
}

/// What is refused is as if it had not been written.
void Simulation::Calling::take_in() {
    try {
        simulation_.adopt_writes();
    } catch (const InputError&) {
        simulation_.forget_writes();
        throw;
    }
}

Simulation::~Simulation() { forget_pool_of_parent(); }

/// The threads of a pool that a fork copied are the parent's: there is nothing here to stop, and waiting would last for ever.
void Simulation::forget_pool_of_parent() {
    if (pool_of_ != getpid()) static_cast<void>(pool_.release());
}

ThreadPool& Simulation::pool() {
    if (pool_of_ != getpid()) {
        const int threads = pool_->size();
        set_threads(threads);
    }
    return *pool_;
}

void Simulation::set_threads(int threads) {
    forget_pool_of_parent();
    pool_ = std::make_unique<ThreadPool>(threads);
    pool_of_ = getpid();
}

void Simulation::set_functions(std::vector<TimeFunction> functions) {
    functions_ = std::move(functions);
    first_lines_ = lines();
}

std::vector<GivenLine> Simulation::lines() const {
    std::vector<GivenLine> all;
    for (const TimeFunction& function : functions_) {
        for (const auto& line : function.lines) all.push_back(*line);
    }
    return all;
}

void Simulation::set_lines(const std::vector<GivenLine>& lines) {
    std::size_t k = 0;
    for (const TimeFunction& function : functions_) {
        for (const auto& line : function.lines) *line = lines[k++];
    }
}

int Simulation::body(const std::string& wanted) const {
    return std::visit(
        [&](const auto& w) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < w.description.bodies.size(); ++i) {
                if (w.bodies.id[i] < 0) continue;  // it has left
                if (w.description.bodies[i].name == wanted) return static_cast<int>(i);
                if (!w.description.bodies[i].name.empty()) names.push_back(w.description.bodies[i].name);
            }
            throw InputError(
                name, fmt::format("there is no body named \"{}\"{}", wanted, suggestion(wanted, names)));
        },
        world);
}

}  // namespace drystone::python
