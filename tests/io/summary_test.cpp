#include "io/summary.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

namespace drystone::summary_test {
namespace {

StepReport report_of(int contacts, int iterations, double residual, bool converged) {
    StepReport report;
    report.contacts = contacts;
    report.solve = {
        .iterations = iterations, .residual = residual, .converged = converged, .contact_updates = 100};
    report.seconds = {.detect = 1.0, .assemble = 2.0, .solve = 4.0, .advance = 8.0};
    return report;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(RunTotals, AddUpTheSteps) {
    RunTotals totals;
    StepReport deep = report_of(3, 5, 1e-6, true);
    deep.max_penetration = 0.5;
    deep.inertia = 0.25;
    totals.add(deep, {}, 0.0);
    totals.add(report_of(9, 20, 1e-2, false), {}, 0.0);
    totals.add(report_of(6, 5, 1e-7, true), {}, 0.0);
    EXPECT_EQ(totals.steps, 3);
    EXPECT_EQ(totals.contacts_last, 6);
    EXPECT_EQ(totals.contacts_max, 9);
    EXPECT_EQ(totals.contacts_sum, 18);
    EXPECT_EQ(totals.iterations_max, 20);
    EXPECT_EQ(totals.iterations_sum, 30);
    EXPECT_EQ(totals.contact_updates, 300);
    EXPECT_EQ(totals.residual_max, 1e-2);
    EXPECT_EQ(totals.not_converged, 1);
    EXPECT_EQ(totals.not_finite, 0);
    EXPECT_EQ(totals.max_penetration, 0.5);
    EXPECT_EQ(totals.inertia_max, 0.25);
    EXPECT_EQ(totals.inertia_last, 0.0);
    EXPECT_EQ(totals.inertial, 1);
    EXPECT_EQ(totals.seconds.solve, 12.0);
}

TEST(RunTotals, KnowWhichMethodSolvedHowManySteps) {
    RunTotals totals;
    StepReport sweeps = report_of(3, 5, 1e-6, true), factor = report_of(3, 70, 1e-6, true);
    sweeps.solve.solved_by = SolvedBy::anderson;
    sweeps.solve.work[SolvedBy::anderson] = {5, 0.5};
    factor.solve.solved_by = SolvedBy::admm;
    factor.solve.work[SolvedBy::anderson] = {60, 2.0};
    factor.solve.work[SolvedBy::admm] = {10, 4.0};
    totals.add(sweeps, {}, 0.0);
    totals.add(factor, {}, 0.0);
    totals.add(report_of(0, 0, 0.0, true), {}, 0.0);  // nothing to solve
    Summary summary;
    summary.totals = totals;
    const std::string json = std::regex_replace(summary_json(summary, 1), std::regex("\\s+"), "");
    EXPECT_TRUE(contains(json,
                         "\"solved_by\":{\"anderson\":{\"steps\":1,\"iterations\":65,\"seconds\":2.5},"
                         "\"admm\":{\"steps\":1,\"iterations\":10,\"seconds\":4.0}}"))
        << json;
    summary.facts.settings.solver.method = SolverMethod::md;
    EXPECT_FALSE(contains(summary_json(summary, 1), "solved_by"));  // there is no contact problem
}

TEST(RunTotals, KeepTheNaNInTheLargestResidual) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    RunTotals totals;
    totals.add(report_of(1, 1, nan, false), {}, 0.0);
    EXPECT_TRUE(std::isnan(totals.residual_max));
    totals.add(report_of(1, 1, 1.0, true), {}, 0.0);
    EXPECT_TRUE(std::isnan(totals.residual_max));
}

// Where the zero of the potential energy lies must not matter.
TEST(RunTotals, EnergyTurnedOverIsCountedFromTheStart) {
    RunTotals totals;
    totals.add({}, {.kinetic = 2.0, .potential = 1003.0, .initial = 1005.0}, 1005.0);
    EXPECT_EQ(totals.energy_scale, 2.0);
    totals.add({}, {.kinetic = 0.0, .potential = 1000.0, .initial = 1005.0, .losses = {.friction = 4.0}},
               1005.0);
    EXPECT_EQ(totals.energy_scale, 5.0);
}

TEST(Summary, RelativeNumbersOfNothingAreZero) {
    const Summary empty;
    EXPECT_EQ(empty.mean_contacts(), 0.0);
    EXPECT_EQ(empty.mean_residual(), 0.0);
    EXPECT_EQ(empty.relative_penetration(), 0.0);
    EXPECT_EQ(empty.relative_balance_error(), 0.0);
}

TEST(Summary, HasEveryKeyOfTheContract) {
    const std::string json = summary_json(Summary{}, 1);
    for (const char* key : {"version",
                            "scene",
                            "seed",
                            "threads",
                            "steps",
                            "simulated_seconds",
                            "wall_seconds",
                            "bodies",
                            "contacts",
                            "last",
                            "max",
                            "mean",
                            "iterations",
                            "total",
                            "contact_updates",
                            "residual",
                            "steps_not_converged",
                            "steps_halved",
                            "max_penetration",
                            "metres",
                            "relative",
                            "energy",
                            "kinetic",
                            "potential",
                            "work",
                            "dissipated",
                            "scheme",
                            "balance_error",
                            "balance_error_relative",
                            "seconds",
                            "detect",
                            "assemble",
                            "solve",
                            "advance",
                            "record",
                            "peak_memory_bytes",
                            "title",
                            "dimension",
                            "tolerance",
                            "step",
                            "integrator",
                            "overrides",
                            "warnings",
                            "steps_not_finite",
                            "interrupted",
                            "neighbour_rebuilds",
                            "numbers_not_finite"}) {
        EXPECT_TRUE(contains(json, '"' + std::string(key) + "\":")) << key;
    }
}

TEST(Summary, HasNoKeyThatTheReferenceDoesNotName) {
    std::ifstream file(DRYSTONE_SOURCE_DIR "/docs/scene.md");
    std::string line, rows;
    while (std::getline(file, line) && line != "### summary.json") {
    }
    while (std::getline(file, line) && !line.starts_with("#")) rows += line + '\n';
    ASSERT_FALSE(rows.empty());
    Summary summary;
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::md}) {
        summary.facts.settings.solver.method = method;
        const std::string json = summary_json(summary, 1);
        const std::regex key("\"(\\w+)\":");
        int keys = 0;
        for (std::sregex_iterator k(json.begin(), json.end(), key), end; k != end; ++k, ++keys)
            EXPECT_TRUE(std::regex_search(rows, std::regex("\\b" + (*k)[1].str() + "\\b"))) << (*k)[1];
        EXPECT_GT(keys, 50);
    }
}

TEST(Summary, WritesNullForWhatIsNotANumberAndCountsIt) {
    Summary summary;
    summary.energy.kinetic = std::numeric_limits<double>::infinity();  // and with it the two balance errors
    summary.totals.residual_max = std::numeric_limits<double>::quiet_NaN();
    const std::string json = summary_json(summary, 1);
    EXPECT_TRUE(contains(json, "\"kinetic\": null"));
    EXPECT_TRUE(contains(json, "\"balance_error\": null"));
    EXPECT_TRUE(contains(json, "\"numbers_not_finite\": 4"));
    EXPECT_FALSE(contains(json, "nan"));
    EXPECT_FALSE(contains(json, "inf"));
}

TEST(Summary, SurvivesAPathThatIsNoText) {
    Summary summary;
    summary.facts.scene = "sc\xff.toml";
    EXPECT_TRUE(contains(summary_json(summary, 1), "\"scene\": \"sc\xEF\xBF\xBD.toml\""));
}

TEST(PeakMemory, IsThatOfAProcess) {
    EXPECT_GT(peak_memory_bytes(), 1 << 20);
    EXPECT_LT(peak_memory_bytes(), std::int64_t{1} << 40);
}

}  // namespace
}  // namespace drystone::summary_test
