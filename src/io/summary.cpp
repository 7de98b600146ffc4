#include "io/summary.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "solvers/method_names.h"
#include "step/inertia.h"

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

/// 0 / 0 = 0: nothing of nothing.
double ratio(double part, double whole) { return part == 0.0 ? 0.0 : part / whole; }

/// JSON knows no NaN and no infinity.
class Numbers {
  public:
    Json operator()(double value) {
        if (std::isfinite(value)) return value;
        ++not_finite_;
        return nullptr;
    }
    long not_finite() const { return not_finite_; }

  private:
    long not_finite_ = 0;
};

Json energy_json(const Summary& s, Numbers& number) {
    return {{"kinetic", number(s.energy.kinetic)},
            {"potential", number(s.energy.potential)},
            {"stored", number(s.energy.stored)},
            {"work", number(s.energy.work)},
            {"dissipated", number(s.energy.dissipated())},
            {"dissipation",
             {{"friction", number(s.energy.losses.friction)},
              {"impact", number(s.energy.losses.impact)},
              {"damage", number(s.energy.losses.damage)},
              {"cohesion", number(s.energy.losses.cohesion)},
              {"damping", number(s.energy.losses.damping)}}},
            {"strain", number(s.energy.strain)},
            {"scheme", number(s.energy.scheme)},
            {"projected", number(s.energy.projected)},
            {"changed", number(s.energy.changed)},
            {"balance_error", number(s.energy.balance_error())},
            {"balance_error_relative", number(s.relative_balance_error())}};
}

Json seconds_json(const Summary& s) {
    const StageSeconds& t = s.totals.seconds;
    Json out = {{"detect", t.detect}, {"assemble", t.assemble}, {"solve", t.solve}, {"advance", t.advance}, {"record", s.record_seconds}};
    if (s.bodies_change()) out["population"] = t.population;
    return out;
}

/// What passed each source and sink, and in all.
void add_passages(const Summary& s, Numbers& number, Json& out) {
    const auto each = [&](const std::vector<PassedInRun>& list) {
        Json all = Json::object();
        for (const PassedInRun& one : list) all[one.name] = {{"count", one.bodies}, {"mass", number(one.mass)}};
        return all;
    };
    const auto flow = [&](const PassedInRun& one) {
        Json momentum = Json::array();
        for (const double component : one.momentum) momentum.push_back(number(component));
        return Json{{"count", one.bodies}, {"mass", number(one.mass)}, {"momentum", momentum}, {"energy", number(one.energy)}};
    };
    out["sources"] = each(s.sources);
    out["sinks"] = each(s.sinks);
    out["entered"] = flow(s.entered);
    out["left"] = flow(s.left);
}

/// Methods that took part: how many steps each gave the answer to, and what it took in all steps. Steps with nothing to solve are
/// nobody's.
Json solved_by_json(const RunTotals& t) {
    Json out = Json::object();
    for (std::size_t k = 1; k < solved_by_names.size(); ++k) {
        const MethodWork& work = t.work[static_cast<SolvedBy>(k)];
        if (t.steps_solved_by[k] > 0 || work.iterations > 0)
            out[solved_by_names[k]] = {
                {"steps", t.steps_solved_by[k]}, {"iterations", work.iterations}, {"seconds", work.seconds}};
    }
    return out;
}

Json stages_json(const StageLog& log, Numbers& number) {
    Json out = Json::array();
    for (const StageRecord& one : log.stages) {
        Json stage = {{"name", one.name},
                      {"begin", number(one.begin)},
                      {"end", number(one.end)},
                      {"begin_step", one.begin_step},
                      {"end_step", one.end_step},
                      {"ended", one.ended.empty() ? Json(nullptr) : Json(one.ended)}};
        if (!one.quantity.empty()) {
            stage["quantity"] = one.quantity;
            stage["value"] = number(one.value);
        }
        out.push_back(std::move(stage));
    }
    return out;
}

void describe_run(const RunFacts& f, Json& out) {
    out["version"] = f.version;
    out["scene"] = f.scene;
    out["title"] = f.title;
    out["overrides"] = f.overrides;
    if (!f.resumed_with.empty()) out["resumed_with"] = f.resumed_with;
    if (!f.from.empty()) out["from"] = f.from;
    out["dimension"] = f.dimension;
    const bool soft = f.settings.stepper() == Solves::soft_grains;
    out["method"] = name_of(f.settings.solver.method);
    out["integrator"] = soft                                          ? "velocity verlet"
                        : f.settings.integrator == Integrator::moreau ? "moreau"
                                                                      : "euler";
    out["step"] = f.settings.step;
    out["tolerance"] = f.settings.solver.tolerance;
    out["seed"] = f.settings.solver.seed;
    out["threads"] = f.threads;
    out["device"] = f.device;
    out["ranks"] = f.ranks;
    if (f.ranks > 1 || f.ranks_way == "domains") out["ranks_way"] = f.ranks_way;
    out["bodies"] = f.bodies;
    if (f.report.words.empty() && f.report.plots.empty()) return;
    for (const auto& [key, text] : f.report.words) out["report"][key] = text;
    for (const ReportKeys::Plot& plot : f.report.plots)
        out["report"]["plots"].push_back({{"title", plot.title},
                                          {"x", plot.x},
                                          {"y", plot.y},
                                          {"x_from_start", plot.x_from_start},
                                          {"y_from_start", plot.y_from_start}});
}

}  // namespace

void RunTotals::add(const StepReport& report, const Energy& energy, double initial_potential) {
    ++steps;
    contacts_last = report.contacts;
    contacts_max = std::max<long>(contacts_max, report.contacts);
    contacts_sum += report.contacts;
    iterations_max = std::max<long>(iterations_max, report.solve.iterations);
    iterations_sum += report.solve.iterations;
    contact_updates += report.solve.contact_updates;
    ++steps_solved_by[static_cast<std::size_t>(report.solve.solved_by)];
    work += report.solve.work;
    residual_max = worst(residual_max, report.solve.residual);
    residual_sum += report.solve.residual;
    not_converged += !report.solve.converged;
    halved += report.halvings > 0;
    halvings += report.halvings;
    not_finite += !report.finite;
    pair_visits += report.pair_visits;
    deep_overlaps += report.deep_overlaps;
    max_penetration = worst(max_penetration, report.max_penetration);
    inertial += !(report.inertia <= inertia_allowed);
    inertia_max = worst(inertia_max, report.inertia);
    inertia_last = report.inertia;
    for (const double turned_over : {energy.kinetic, energy.potential - initial_potential, energy.work,
                                     energy.dissipated(), energy.scheme, energy.changed}) {
        energy_scale = worst(energy_scale, std::abs(turned_over));
    }
    seconds.detect += report.seconds.detect;
    seconds.assemble += report.seconds.assemble;
    seconds.solve += report.seconds.solve;
    seconds.advance += report.seconds.advance;
    seconds.population += report.seconds.population;
}

double Summary::mean_contacts() const {
    return ratio(static_cast<double>(totals.contacts_sum), static_cast<double>(totals.steps));
}
double Summary::mean_iterations() const {
    return ratio(static_cast<double>(totals.iterations_sum), static_cast<double>(totals.steps));
}
double Summary::mean_residual() const {
    return ratio(totals.residual_sum, static_cast<double>(totals.steps));
}
double Summary::relative_penetration() const { return ratio(totals.max_penetration, facts.smallest_radius); }
double Summary::relative_balance_error() const {
    constexpr double nothing = 1e-30;  // [J]  a grain of a micrometre, lifted by its own size, has 1e-20
    const double error = energy.balance_error();
    return totals.energy_scale < nothing && std::isfinite(error) ? 0.0 : ratio(error, totals.energy_scale);
}

std::string summary_json(const Summary& s, std::int64_t peak_memory_bytes) {
    Numbers number;
    const RunTotals& t = s.totals;
    Json out;
    describe_run(s.facts, out);
    out["steps"] = t.steps;
    out["simulated_seconds"] = s.simulated_seconds;
    out["wall_seconds"] = s.wall_seconds;
    out["interrupted"] = s.interrupted;
    out["contacts"] = {{"last", t.contacts_last}, {"max", t.contacts_max}, {"mean", s.mean_contacts()}};
    out["iterations"] = {
        {"total", t.iterations_sum}, {"max", t.iterations_max}, {"mean", s.mean_iterations()}};
    out["contact_updates"] = t.contact_updates;
    if (s.facts.settings.solver.method != SolverMethod::md) out["solved_by"] = solved_by_json(t);
    out["residual"] = {{"max", number(t.residual_max)}, {"mean", number(s.mean_residual())}};
    if (!s.facts.settings.able().contact_problem) {
        // There is no contact problem, hence no residual: it is 0 for want of one. Iterations are sub-steps.
        out["md"] = {{"substeps", t.iterations_sum},
                     {"pair_visits", t.pair_visits},
                     {"force_evaluations", t.contact_updates},
                     {"deep_overlaps", t.deep_overlaps}};
    }
    if (s.facts.settings.quasistatic) {
        out["inertia"] = {{"max", number(t.inertia_max)},
                          {"last", number(t.inertia_last)},
                          {"allowed", inertia_allowed},
                          {"steps_above", t.inertial}};
    }
    if (!s.stages.empty()) out["stages"] = stages_json(s.stages, number);
    if (t.settling > 0) {
        out["settle"] = {{"settled", t.settled > 0},
                         {"steps", t.settling},
                         {"removed", number(t.settle_removed)},
                         {"unbalanced", number(t.unbalanced)}};
    }
    out["steps_not_converged"] = t.not_converged;
    out["steps_halved"] = {{"steps", t.halved}, {"halvings", t.halvings}};
    out["steps_not_finite"] = t.not_finite;
    out["max_penetration"] = {{"metres", number(t.max_penetration)},
                              {"relative", number(s.relative_penetration())}};
    out["energy"] = energy_json(s, number);
    if (s.bodies_change()) add_passages(s, number, out);
    out["neighbour_rebuilds"] = s.neighbour_rebuilds;
    out["seconds"] = seconds_json(s);
    for (const auto& [name, seconds] : s.elsewhere_seconds) out["rank_seconds"][name] = number(seconds);
    out["peak_memory_bytes"] = peak_memory_bytes;
    out["numbers_not_finite"] = number.not_finite();
    out["warnings"] = s.facts.warnings;
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::int64_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

}  // namespace drystone
