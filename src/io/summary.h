#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/stage_log.h"
#include "step/energy.h"
#include "step/report.h"
#include "step/settings.h"

namespace drystone {

/// What the scene says to those who read the run's report; docs/scene.md.
struct ReportKeys {
    struct Plot {
        std::string title, x;
        std::vector<std::string> y;
        bool x_from_start = false, y_from_start = false;
    };
    std::vector<std::pair<std::string, std::string>> words;
    std::vector<Plot> plots;
};

/// What is known of a run before its first step.
struct RunFacts {
    std::string version;
    std::string scene;  // the path as given
    std::string title;
    int dimension = 0;
    int threads = 1;
    StepSettings settings;
    int bodies = 0;
    double smallest_radius = 0.0;        // [m]
    double initial_potential = 0.0;      // energy at time 0 [J]
    std::vector<std::string> overrides;  // as given to --set
    std::vector<std::string> resumed_with = {};  // as given to resume --set, since
    std::string from = {};               // as given to --from, or empty
    std::vector<std::string> warnings = {};  // in plain words
    ReportKeys report = {};
    std::string device = "cpu";          // that takes the steps: or the name of one
    int ranks = 1;                       // processes
    std::string ranks_way = {};          // how several take the steps: "domains" or "gathered"
};

/// The steps of a run, added up.
struct RunTotals {
    long steps = 0;
    long contacts_last = 0, contacts_max = 0, contacts_sum = 0;
    long iterations_sum = 0, iterations_max = 0;
    long contact_updates = 0;
    std::array<long, solved_by_names.size()> steps_solved_by{};  // by SolvedBy
    WorkByMethod work;
    double residual_sum = 0.0, residual_max = 0.0;
    long not_converged = 0;
    long halved = 0, halvings = 0;  // steps that were not taken whole, and how often parts of them were halved
    long not_finite = 0;
    long pair_visits = 0;  // of soft grains: pairs looked at
    long deep_overlaps =
        0;  // of soft grains: contacts deeper than 10 % of the smaller radius, over the sub-steps
    double max_penetration = 0.0;  // [m]
    long inertial = 0;             // static steps that carried more inertia than inertia_allowed
    double inertia_max = 0.0, inertia_last = 0.0;  // shares of static steps [-]
    double energy_scale = 0.0;                     // largest energy turned over so far [J]
    long settling = 0, settled = 0;                // steps behind the duration; 1: it came to rest
    double settle_removed = 0.0;                   // kinetic energy they took out [J]
    double unbalanced = 0.0;                       // after the last of them [-]
    StageSeconds seconds;

    void add(const StepReport& report, const Energy& energy, double initial_potential);
};

/// What came in or went out in a run.
struct PassedInRun {
    std::string name;  // of the source or sink; empty: in all
    long bodies = 0;
    double mass = 0.0;             // [kg]
    std::vector<double> momentum;  // [kg m/s]; in all alone
    double energy = 0.0;           // [J]; likewise
};

struct Summary {
    RunFacts facts;
    RunTotals totals;
    std::vector<PassedInRun> sources, sinks;  // none where bodies stay the same
    PassedInRun entered, left;
    Energy energy;  // at the end
    StageLog stages;
    double simulated_seconds = 0.0;
    double wall_seconds = 0.0;
    double record_seconds = 0.0;
    std::vector<std::pair<std::string, double>> elsewhere_seconds;  // where the time of steps that are taken elsewhere goes
    long neighbour_rebuilds = 0;
    bool interrupted = false;

    bool bodies_change() const {
        return !sources.empty() || !sinks.empty() || entered.bodies > 0 || left.bodies > 0;
    }
    double mean_contacts() const;
    double mean_iterations() const;
    double mean_residual() const;
    double relative_penetration() const;    // of the smallest radius [-]
    double relative_balance_error() const;  // of the largest energy turned over [-]
};

/// summary.json, with the keys of docs/scene.md. A number that is not finite becomes null and is counted in
/// numbers_not_finite.
std::string summary_json(const Summary& summary, std::int64_t peak_memory_bytes);

/// The most memory this process has used so far.
std::int64_t peak_memory_bytes();

}  // namespace drystone
