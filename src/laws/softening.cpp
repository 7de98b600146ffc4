// x(S_new) - x(S) = sum_i (beyond_i + f_i (S - S_new) / k_i)^+ f_i / G_i: docs/theory.md (3.16), (3.17).

#include "laws/softening.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

constexpr double torn = 1e-7;  // of the strength: an exponential has to end somewhere

double least(Softening softening) { return softening == Softening::linear ? 0.0 : torn; }

/// x, where S > 0 is left.
double way_at(Softening softening, double S) {
    return softening == Softening::linear ? 2.0 * (1.0 - S) : -std::log(S);
}

/// Zero of a function that is positive at `low` and negative at `high`.
template <class F>
double bisect(double low, double high, const F& f) {
    for (int k = 0; k < 200; ++k) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low) || !(middle < high)) break;
        (f(middle) > 0.0 ? low : high) = middle;
    }
    return low;
}

}  // namespace

double spent_at(Softening softening, double S) {
    return softening == Softening::linear ? (1.0 - S) * (1.0 + S) : 1.0 - S;
}

double longest_opening(Softening softening, double energy_over_strength) {
    return (softening == Softening::linear ? 2.0 : -std::log(torn)) * energy_over_strength;
}

double SofteningMode::gives(double lost) const {
    return std::clamp(beyond + strength * lost / stiffness, 0.0, most);
}

double soften(Softening softening, double S, std::span<const SofteningMode> modes) {
    assert(S >= 0.0 && S <= 1.0);
    const bool yields =
        std::any_of(modes.begin(), modes.end(), [](const SofteningMode& mode) { return mode.beyond > 0.0; });
    if (S == 0.0 || !yields) return S;
    const double begun = way_at(softening, S);
    const auto allowed = [&](double left) {
        double spare = way_at(softening, left) - begun;
        for (const SofteningMode& mode : modes) spare -= mode.share(S - left);
        return spare;
    };
    const double low = least(softening);
    return S > low && allowed(low) > 0.0 ? bisect(low, S, allowed) : 0.0;
}

}  // namespace drystone
