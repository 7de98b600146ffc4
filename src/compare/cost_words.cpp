#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compare/cost_map.h"

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

/// Two over the dimension is the exponent of everything here.
double expected(const CostMap& map) { return 2.0 / dimension_of(map.settings.which); }

const SizeCost& size_of(const CostMap& map, const SoftCost& soft) {
    return map.sizes[static_cast<std::size_t>(soft.size)];
}

std::string slope(const std::string& what, double found, double wanted) {
    if (std::isnan(found)) return fmt::format("  {}: no slope, that takes two different values\n", what);
    return fmt::format("  {}: {:.3f}; expected {:.3f}\n", what, found, wanted);
}

std::string of_size(const SizeCost& one) {
    const auto part = [](const std::string& name, const StepCost& cost) {
        return fmt::format("{} {} iterations, {} contact updates, {:.3g} s{}", name, cost.iterations,
                           cost.updates, cost.seconds,
                           cost.converged ? "" : fmt::format(" (NOT REACHED: error {:.2g})", cost.error));
    };
    return fmt::format("  {} balls, {} contacts, a step of contact dynamics: {}; {}\n", one.balls,
                       one.contacts, part("plain sweeps", one.plain), part("auto", one.automatic));
}

/// NaN is no number of JSON.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json step_json(const StepCost& cost) {
    return {{"iterations", cost.iterations},
            {"contact_updates", cost.updates},
            {"seconds", cost.seconds},
            {"force_error", cost.error},
            {"converged", cost.converged}};
}

}  // namespace

std::string in_words(const CostMap& map) {
    const CostSettings& s = map.settings;
    const CostExponents& e = map.exponents;
    std::string text = fmt::format(
        "cost of a simulated second, {}: contact dynamics in steps of {:.3g} s from nothing to forces "
        "within {:.2g}, soft grains in fiftieths of a collision\n",
        name_of(s.which), s.units.step(), s.accuracy);
    for (const SizeCost& one : map.sizes) text += of_size(one);
    for (const SoftCost& one : map.soft)
        text += fmt::format(
            "  {} balls, K = {:.3g} N/m: {:.4g} sub-steps a second of {:.6g} pair forces, {:.3g} s each; "
            "contact dynamics costs {:.3g} times as much, counted (of the clock {:.3g}, auto {:.3g})\n",
            size_of(map, one).balls, one.stiffness, one.substeps, one.pair_forces, one.seconds, one.ratio,
            one.ratio_seconds, one.ratio_automatic);
    const double p = expected(map);
    text += slope("sweeps over N (1.34)", e.sweeps, p);
    text += slope("contact updates over N (1.35)", e.plain, 1.0 + p);
    text += slope("pair forces over N (1.36)", e.soft_size, 1.0);
    text += slope("sub-steps over K (1.36)", e.soft_stiffness, 0.5);
    text += slope("T_CD / T_MD over N (1.37)", e.ratio_size, p);
    text += slope("T_CD / T_MD over K (1.37)", e.ratio_stiffness, -0.5);
    text += slope("K of equal cost over N (fig. 1.6)", e.crossover, 2.0 * p);
    if (!std::isnan(e.automatic))
        text += fmt::format("  auto over N: contact updates {:.3f}, seconds {:.3f}\n", e.automatic,
                            e.automatic_seconds);
    return text;
}

std::string in_json(const CostMap& map) {
    const CostSettings& s = map.settings;
    const CostExponents& e = map.exponents;
    Json sizes = Json::array(), soft = Json::array();
    for (const SizeCost& one : map.sizes)
        sizes.push_back({{"balls", one.balls},
                         {"contacts", one.contacts},
                         {"plain", step_json(one.plain)},
                         {"auto", step_json(one.automatic)},
                         {"crossover_stiffness", one.crossover}});
    for (const SoftCost& one : map.soft)
        soft.push_back({{"balls", size_of(map, one).balls},
                        {"stiffness", one.stiffness},
                        {"substeps_per_second", one.substeps},
                        {"pair_forces_per_substep", one.pair_forces},
                        {"seconds_per_substep", one.seconds},
                        {"cd_over_md", one.ratio},
                        {"cd_over_md_seconds", one.ratio_seconds},
                        {"auto_over_md_seconds", one.ratio_automatic}});
    const Json out = {{"case", name_of(s.which)},
                      {"dimension", dimension_of(s.which)},
                      {"accuracy", s.accuracy},
                      {"cd_step", s.units.step()},
                      {"radius", s.units.radius},
                      {"mass", s.units.mass},
                      {"gravity", s.units.gravity},
                      {"converged", map.converged()},
                      {"contact_dynamics", sizes},
                      {"soft_grains", soft},
                      {"exponents",
                       {{"sweeps_over_n", number(e.sweeps)},
                        {"cd_over_n", number(e.plain)},
                        {"auto_over_n", number(e.automatic)},
                        {"auto_seconds_over_n", number(e.automatic_seconds)},
                        {"md_over_n", number(e.soft_size)},
                        {"substeps_over_k", number(e.soft_stiffness)},
                        {"ratio_over_n", number(e.ratio_size)},
                        {"ratio_over_k", number(e.ratio_stiffness)},
                        {"crossover_over_n", number(e.crossover)}}}};
    return out.dump(2) + '\n';
}

std::string in_csv(const CostMap& map) {
    std::string text =
        "case,dimension,balls,contacts,stiffness,reduced_stiffness,cd_sweeps_per_step,cd_updates_per_second,"
        "cd_seconds_per_second,auto_updates_per_second,auto_seconds_per_second,md_substeps_per_second,"
        "md_pair_forces_per_second,md_seconds_per_second,cd_over_md,cd_over_md_seconds,auto_over_md_seconds,"
        "converged\n";
    const CostSettings& s = map.settings;
    const double steps = map.steps_per_second();
    for (const SoftCost& one : map.soft) {
        const SizeCost& size = size_of(map, one);
        const auto updates = [&](const StepCost& cost) { return steps * static_cast<double>(cost.updates); };
        text += fmt::format(
            "{},{},{},{},{},{},{},{:.8g},{:.4g},{:.8g},{:.4g},{:.8g},{:.8g},{:.4g},{:.6g},{:.4g},{:.4g},{}\n",
            name_of(s.which), dimension_of(s.which), size.balls, size.contacts, one.stiffness,
            s.units.reduced(one.stiffness), size.plain.iterations, updates(size.plain),
            steps * size.plain.seconds, updates(size.automatic), steps * size.automatic.seconds, one.substeps,
            one.substeps * one.pair_forces, one.substeps * one.seconds, one.ratio, one.ratio_seconds,
            one.ratio_automatic, size.plain.converged && size.automatic.converged);
    }
    return text;
}

}  // namespace drystone
