#include "run/closing_words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "run/progress.h"
#include "scene/judge_overlaps.h"
#include "step/inertia.h"

namespace drystone {

namespace {

constexpr double deep_overlap = 0.01;      // of the smallest radius: visible, and energy is stored in it
constexpr double large_imbalance = 1e-6;   // of the energy turned over: far above rounding
constexpr double much_created = 0.5;       // of the energy turned over: motion that came from nowhere
constexpr double energy_rounding = 1e-12;  // of the energy itself: a pile at rest turns over next to nothing

/// Against overlaps.
std::string what_helps(const RunFacts& facts) {
    const auto at_start = [](const std::string& warning) { return warning.starts_with(overlaps_at_start); };
    if (std::any_of(facts.warnings.begin(), facts.warnings.end(), at_start))
        return "some did when it began, see above; move those apart";
    if (facts.settings.projects())
        return "struck by others within one step, or held by joints; they were moved apart where nothing holds them, and a "
               "smaller time step makes it less";
    if (facts.settings.integrator == Integrator::euler) return "a smaller tolerance or time step makes it less";
    return "overlap = \"project\" moves them apart, and a smaller time step makes it less";
}

/// One line a stage.
std::string words_of(const StageLog& log) {
    std::string text;
    for (const StageRecord& stage : log.stages) {
        text += fmt::format("  {}: {:.6g} s to {:.6g} s", stage.name, stage.begin, stage.end);
        if (stage.ended == "condition") text += fmt::format(", where {} was {:.3g}", stage.quantity, stage.value);
        if (stage.ended == "at_most") text += fmt::format(", its longest; {} was {:.3g}", stage.quantity, stage.value);
        text += stage.ended.empty() ? ", under way\n" : "\n";
    }
    return text;
}

}  // namespace

std::vector<std::string> quality_warnings(const Summary& summary) {
    const RunTotals& totals = summary.totals;
    std::vector<std::string> warnings;
    if (totals.not_finite > 0) {
        warnings.push_back(
            fmt::format("step {} gave numbers that are not finite, and the run stopped there: a smaller "
                        "time step may help, or the scene asks for the impossible",
                        totals.steps));
    }
    if (totals.not_converged > 0) {
        const double tolerance = summary.facts.settings.solver.tolerance;
        warnings.push_back(
            fmt::format("{} of {} steps did not converge: largest residual {:.2g}, tolerance {:.2g}{}",
                        totals.not_converged, totals.steps, totals.residual_max, tolerance,
                        totals.residual_max <= tolerance ? "; their impulses obey the laws, but a control found no load for its displacement, impulses ran away, or a stiffness had no factor" : ""));
    }
    if (totals.halved > 0) {
        warnings.push_back(fmt::format("{} of {} steps were taken in halves ({} halvings): whole, they did not converge",
                                       totals.halved, totals.steps, totals.halvings));
    }
    if (totals.inertial > 0) {
        warnings.push_back(fmt::format(
            "{} of {} static steps carried inertia, up to {:.2g} of the forces (the last {:.2g}; {:.0e} is allowed): their "
            "forces are not those of statics. Longer steps, slower drives or more steps at the same load make it less",
            totals.inertial, totals.steps, totals.inertia_max, totals.inertia_last, inertia_allowed));
    }
    if (totals.settling > 0 && totals.settled == 0 && !summary.interrupted) {
        warnings.push_back(fmt::format(
            "it did not come to rest: the largest resultant on a body is {:.2g} of the mean contact force. More time "
            "(settle = {{ at_most = .. }}), a smaller tolerance, or something goes on moving it",
            totals.unbalanced));
    }
    for (const StageRecord& stage : summary.stages.stages) {
        if (stage.ended == "at_most")
            warnings.push_back(fmt::format("stage \"{}\" ended after the time it was given at most: {} was {:.3g} then", stage.name,
                                           stage.quantity, stage.value));
    }
    const bool rigid = summary.facts.settings.able().contact_problem;
    if (totals.deep_overlaps > 0) {
        warnings.push_back(fmt::format(
            "soft grains: {} of {} contact forces came from overlaps deeper than 10 % of the smaller "
            "radius (deepest {:.2g} m): a larger normal_stiffness makes it less",
            totals.deep_overlaps, totals.contact_updates, totals.max_penetration));
    }
    if (rigid && summary.relative_penetration() > deep_overlap) {
        warnings.push_back(fmt::format("bodies overlapped by up to {:.2g} m, {:.2g} % of the smallest radius: {}",
                                       totals.max_penetration, 100.0 * summary.relative_penetration(),
                                       what_helps(summary.facts)));
    }
    const Energy& energy = summary.energy;
    const double rounding = energy_rounding * (std::abs(energy.initial) + std::abs(energy.potential));
    const bool is_off = summary.relative_balance_error() != 0.0;  // not where nothing was turned over but rounding
    if (is_off && std::abs(energy.balance_error()) > large_imbalance * totals.energy_scale + rounding) {
        warnings.push_back(
            fmt::format("the energy balance is off by {:.2g} J, {:.2g} % of the energy turned over",
                        energy.balance_error(), 100.0 * std::abs(summary.relative_balance_error())));
    }
    if (-energy.scheme > much_created * totals.energy_scale + rounding) {
        warnings.push_back(fmt::format(
            "{:.2g} J of motion came from the time steps themselves, {:.2g} % of the energy turned over: links that turn far within a step, or a "
            "chain that is straight and has no slack. A smaller time step makes it less",
            -energy.scheme, -100.0 * energy.scheme / totals.energy_scale));
    }
    return warnings;
}

std::string closing_words(const Summary& summary, const std::string& folder) {
    const RunTotals& totals = summary.totals;
    const std::string& name = summary.facts.title.empty() ? summary.facts.scene : summary.facts.title;
    std::string text = fmt::format("{}: {} bodies, {} steps, {:.6g} s simulated in {}\n", name,
                                   summary.facts.bodies, totals.steps, summary.simulated_seconds,
                                   summary.wall_seconds < 10.0 ? fmt::format("{:.2g} s", summary.wall_seconds)
                                                               : in_words(summary.wall_seconds));
    text += words_of(summary.stages);
    if (totals.settled > 0)
        text += fmt::format("it rests, after {} steps behind its duration, which took {:.3g} J\n", totals.settling,
                            totals.settle_removed);
    if (!summary.facts.settings.able().contact_problem) {
        text += fmt::format(
            "contacts {} at the end, {} at most; {:.4g} sub-steps a step; {:.3g} contact forces\n",
            totals.contacts_last, totals.contacts_max, summary.mean_iterations(),
            static_cast<double>(totals.contact_updates));
        return text + fmt::format("results in {}/\n", folder);
    }
    text += fmt::format(
        "contacts {} at the end, {} at most; iterations {:.3g} a step; largest residual {:.2g}\n",
        totals.contacts_last, totals.contacts_max, summary.mean_iterations(), totals.residual_max);
    return text + fmt::format("results in {}/\n", folder);
}

}  // namespace drystone
