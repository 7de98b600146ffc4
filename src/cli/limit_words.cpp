#include "cli/limit_words.h"

#include <cmath>

#include <fmt/format.h>

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

/// JSON knows no NaN and no infinity.
Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

const char* flow_of(bool coulomb) { return coulomb ? "coulomb" : "associated"; }

std::string verdict_of(const LimitReport& r) {
    if (!r.found) return "no answer: the search stalled";
    if (!r.feasible) return "the dead load alone is not carried";
    if (r.unbounded) return "any multiple of the live load is carried";
    return fmt::format("carries up to {:.7g} times the live load", r.multiplier);
}

std::string range_in_words(const CoulombRange& range) {
    if (range.low == range.high) return "  steps from rest do not move below the limit: no range of both was found\n";
    const std::string low = range.low > 0.0 ? fmt::format("from {:.5g}", range.low) : "from the dead load on";
    const std::string high = std::isfinite(range.high) ? fmt::format("to {:.7g}", range.high) : "without end";
    return fmt::format("  rest and motion both solve Coulomb's problem {} {}: a step from rest moves there{}\n", low, high,
                       range.reached ? "" : ", as far as its steps converge");
}

/// Between the two limits of a key, which differ where both are possible.
struct KeyRange {
    double low, high;

    explicit KeyRange(const KeyLimit& found) {
        const double a = found.equilibrium ? found.equilibrium->standing().value : found.far, b = found.steps->standing().value;
        low = std::min(a, b);
        high = std::max(a, b);
    }
};

}  // namespace

std::string in_words(const LimitReport& r) {
    std::string text = fmt::format("{}: {}\n", r.mechanism.scene, verdict_of(r));
    if (r.found && r.feasible && !r.unbounded)
        text += fmt::format(
            "  lower bound {:.7g} by forces (residual {:.1e}), upper bound {:.7g} by a mechanism: gap {:.1e}\n"
            "  flow associated: the bound is that of equilibrium, whatever the path\n",
            r.lower, r.residual, r.upper, r.upper - r.lower);
    if (r.coulomb) text += range_in_words(*r.coulomb);
    text += fmt::format("  {} bodies, {} contacts; {} iterations, {:.2g} s\n", r.bodies, r.contacts, r.iterations, r.seconds);
    if (r.mechanism.fastest.empty() || r.unbounded || !r.found) return text;
    return text + "  the mechanism, its fastest bodies:\n" + fastest_in_words(r.mechanism);
}

std::string in_json(const LimitReport& r) {
    const bool bounded = r.found && r.feasible && !r.unbounded;
    const auto number = [&](double value) { return bounded ? finite_or_null(value) : Json(nullptr); };
    Json out{{"scene", r.mechanism.scene},
             {"found", r.found},
             {"feasible", r.feasible},
             {"unbounded", r.unbounded},
             {"multiplier", number(r.multiplier)},
             {"lower", number(r.lower)},
             {"upper", number(r.upper)},
             {"residual", finite_or_null(r.residual)},
             {"flow", flow_of(r.coulomb.has_value())},
             {"bodies", r.bodies},
             {"contacts", r.contacts},
             {"iterations", r.iterations},
             {"seconds", r.seconds}};
    if (r.coulomb)
        out["coulomb"] = {{"low", r.coulomb->low},
                          {"high", finite_or_null(r.coulomb->high)},
                          {"reached", r.coulomb->reached},
                          {"steps", r.coulomb->tried.size()}};
    if (!r.unbounded) out["fastest"] = fastest_json(r.mechanism);
    return out.dump(2) + '\n';
}

std::string in_words(const KeyLimit& found) {
    std::string text = found.equilibrium ? in_words(*found.equilibrium, found.key, found.precision)
                                         : fmt::format("forces within the limits of the contacts hold it at all values of {} tried\n", found.key);
    if (!found.steps) return text;
    text += fmt::format("by steps from rest: {} at {} = {:.10g}, {} at {:.10g}\n", name_of(found.steps->low.judgement.side()), found.key,
                        found.steps->low.value, name_of(found.steps->high.judgement.side()), found.steps->high.value);
    const KeyRange range(found);
    return text + fmt::format("rest and motion both solve Coulomb's problem between {:.6g} and {:.6g}\n", range.low, range.high);
}

std::string in_json(const KeyLimit& found) {
    Json out{{"scene", found.scene},
             {"feasible", true},
             {"flow", flow_of(found.steps.has_value())},
             {"limit", found.equilibrium ? limit_json(*found.equilibrium, found.key) : Json(nullptr)},
             {"seconds", found.seconds}};
    if (found.steps) {
        const KeyRange range(found);
        out["steps"] = limit_json(*found.steps, found.key);
        out["coulomb"] = {{"low", range.low}, {"high", range.high}, {"reached", found.steps->reached}};
    }
    return out.dump(2) + '\n';
}

}  // namespace drystone
