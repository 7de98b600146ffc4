#include "ensemble/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr std::size_t shown = 5;  // contacts, supports
constexpr const char* axis_names[] = {"x", "y", "z"};

template <int D>
std::string place(const Vec<D>& x) {
    std::string text;
    for (int k = 0; k < D; ++k) text += fmt::format("{}{:.4g}", k ? ", " : "", x[k]);
    return "(" + text + ")";
}

std::string interval(const Spread& s) { return fmt::format("{:.4g} .. {:.4g}", s.low, s.high); }

template <int D>
std::string how_runs_went(const Ensemble<D>& e) {
    double largest = 0.0;
    int most = 0;
    for (const int k : e.counted) {
        const SolveReport& report = e.runs[static_cast<std::size_t>(k)].report;
        largest = std::max(largest, report.residual);
        most = std::max(most, report.iterations);
    }
    std::string text = fmt::format("  {} of {} runs reached the residual {:.2g}", e.counted.size(),
                                   e.runs.size(), e.settings.tolerance);
    if (!e.counted.empty()) text += fmt::format(" (largest {:.2g}, at most {} iterations)", largest, most);
    text += "\n";
    if (e.counted.size() == e.runs.size()) return text;
    double worst = 0.0;
    for (const EnsembleRun<D>& run : e.runs)
        if (!run.report.converged) worst = std::max(worst, run.report.residual);
    return text + fmt::format(
                      "  {} did not, and are left out of everything below (the worst ended at {:.2g}); more "
                      "--max-iterations or a larger --tolerance may help\n",
                      e.runs.size() - e.counted.size(), worst);
}

template <int D>
std::string of_motion(const Ensemble<D>& e) {
    if (e.moves())
        return fmt::format(
            "  this state is not at rest: its fastest body goes at {:.2g} of free fall over the step; the "
            "forces "
            "are those of a moving state (velocities differ between runs by {:.2g})\n",
            e.fastest, e.change);
    return fmt::format("  at rest in every run: the fastest body goes at {:.2g} of free fall over the step\n",
                       e.fastest);
}

/// Where nothing is open, what is left between the runs is the solver's.
template <int D>
std::string of_forces(const Ensemble<D>& e) {
    constexpr double determined = 1e-4;
    if (e.indeterminacy < determined)
        return fmt::format(
            "  the contact forces are determined: from run to run they differ by {:.2g} of the mean force\n",
            e.indeterminacy);
    return fmt::format(
        "  the contact forces are not determined: indeterminacy {:.3g} (a contact's force varies by {:.0f} % "
        "of the "
        "mean force, {:.4g} N); of joints, the contacts of two bodies together, {:.3g}\n",
        e.indeterminacy, 100.0 * e.indeterminacy, e.mean_force, e.joint_indeterminacy);
}

template <int D>
std::string of_supports(const Ensemble<D>& e) {
    std::string mean;
    double open = 0.0, size = 0.0;
    for (int k = 0; k < D; ++k) {
        mean += fmt::format("{}{:.4g}", k ? ", " : "", e.total[k].mean);
        open = std::max(open, e.total[k].high - e.total[k].low);
        size = std::max(size, std::abs(e.total[k].mean));
    }
    if (e.supports.empty()) return "";
    const bool shared = open <= 1e-3 * std::max(size, e.mean_force);
    std::string text =
        fmt::format("  force on all fixed and driven bodies together: [{}] N, {} (apart by {:.2g} N)\n", mean,
                    shared ? "the same in every run" : "not the same in all runs", open);
    text += "  on each, lowest .. highest, mean and standard deviation [N]:\n";
    for (std::size_t s = 0; s < std::min(shown, e.supports.size()); ++s) {
        for (int k = 0; k < D; ++k) {
            const Spread& f = e.supports[s].force[static_cast<std::size_t>(k)];
            text += fmt::format("    {:<20} {}  {:<26} mean {:.4g}, deviation {:.2g}\n",
                                k == 0 ? called(e.names, e.supports[s].body) : "", axis_names[k], interval(f),
                                f.mean, f.deviation);
        }
    }
    if (e.supports.size() > shown)
        text += fmt::format("    and {} more in ensemble.json\n", e.supports.size() - shown);
    return text;
}

template <int D>
std::string of_the_least_determined(const Ensemble<D>& e) {
    std::string text = "  least determined contacts, lowest .. highest [N]:\n";
    const std::vector<int> order = least_determined(e.contacts);
    for (std::size_t k = 0; k < std::min(shown, order.size()); ++k) {
        const ForceSpread<D>& c = e.contacts[static_cast<std::size_t>(order[k])];
        text += fmt::format("    {} - {} at {}: normal {}, tangential {}\n", called(e.names, c.a),
                            called(e.names, c.b), place(c.point), interval(c.normal_force),
                            interval(c.tangential));
    }
    return text;
}

}  // namespace

std::string called(const std::vector<std::string>& names, int body) {
    const std::string& name = names[static_cast<std::size_t>(body)];
    return name.empty() ? fmt::format("body {}", body) : name;
}

template <int D>
std::string in_words(const Ensemble<D>& e, const std::string& scene) {
    std::string text = fmt::format(
        "{}: the forces of the state at {:.6g} s, {} times from random impulses\n  {} contacts in {} joints, "
        "{} "
        "movable bodies; random impulses of {:g} to {:g} times the typical force, {:.4g} N; seed {}\n",
        scene, e.time, e.runs.size(), e.contacts.size(), e.joints.size(), e.movable, e.settings.smallest,
        e.settings.largest, e.typical_force, e.settings.seed);
    text += how_runs_went(e);
    if (e.contacts.empty()) return text + "  no contacts: nothing to be determined\n";
    if (e.counted.empty()) return text;
    text += of_motion(e) + of_forces(e) + of_supports(e);
    if (e.indeterminacy >= 1e-4) text += of_the_least_determined(e);
    return text;
}

template std::string in_words(const Ensemble<2>&, const std::string&);
template std::string in_words(const Ensemble<3>&, const std::string&);

}  // namespace drystone
