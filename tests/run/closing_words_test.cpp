// What a run ends with: nothing to warn of where all is well, and each fault by its own sentence, with its numbers.

#include "run/closing_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "scene/judge_overlaps.h"

namespace drystone::closing_words_test {
namespace {

/// A run of a hundred steps in which nothing went wrong.
Summary sound() {
    Summary s;
    s.facts.scene = "scene.toml";
    s.facts.bodies = 7;
    s.facts.smallest_radius = 0.1;
    s.totals.steps = 100;
    s.totals.iterations_sum = 1250;
    s.totals.contacts_last = 11;
    s.totals.contacts_max = 13;
    s.totals.energy_scale = 1.0;
    s.totals.residual_max = 1e-9;
    s.simulated_seconds = 0.5;
    s.wall_seconds = 90.0;
    return s;
}

struct Fault {
    std::string says;
    std::function<void(Summary&)> happens;
};

const std::vector<Fault> faults = {
    {"step 100 gave numbers that are not finite", [](Summary& s) { s.totals.not_finite = 1; }},
    {"3 of 100 steps did not converge", [](Summary& s) { s.totals.not_converged = 3; }},
    {"4 of 100 steps were taken in halves (9 halvings)", [](Summary& s) { s.totals.halved = 4, s.totals.halvings = 9; }},
    {"5 of 100 static steps carried inertia", [](Summary& s) { s.totals.inertial = 5, s.totals.inertia_max = 0.2; }},
    {"did not come to rest", [](Summary& s) { s.totals.settling = 20, s.totals.unbalanced = 0.3; }},
    {"stage \"press\" ended after the time it was given at most",
     [](Summary& s) { s.stages.stages.push_back({.name = "press", .end = 0.1, .ended = "at_most", .quantity = "speed"}); }},
    {"overlapped by up to 0.002 m, 2 % of the smallest radius", [](Summary& s) { s.totals.max_penetration = 2e-3; }},
    {"the energy balance is off by", [](Summary& s) { s.energy.initial = -1e-3; }},
    {"0.7 J of motion came from the time steps themselves, 70 %", [](Summary& s) { s.energy.scheme = -0.7, s.energy.kinetic = 0.7; }},
};

TEST(ClosingWords, NothingIsWarnedOfWhereAllIsWell) { EXPECT_TRUE(quality_warnings(sound()).empty()); }

TEST(ClosingWords, EveryFaultHasItsSentence) {
    for (const Fault& fault : faults) {
        Summary s = sound();
        fault.happens(s);
        const std::vector<std::string> warnings = quality_warnings(s);
        ASSERT_EQ(warnings.size(), 1U) << fault.says;
        EXPECT_NE(warnings[0].find(fault.says), std::string::npos) << warnings[0];
    }
}

/// A body at rest at height zero: its weight and the floor's force do work by rounding alone.
TEST(ClosingWords, RoundingAloneIsNoImbalance) {
    Summary still = sound();
    still.totals.energy_scale = 2.8e-34;
    still.energy.initial = -2.6e-35;
    EXPECT_EQ(still.relative_balance_error(), 0.0);
    EXPECT_TRUE(quality_warnings(still).empty());
    still.totals.energy_scale = 2.8e-20;
    still.energy.initial = -2.6e-21;
    EXPECT_EQ(quality_warnings(still).size(), 1U);
}

/// What the steps take, and what little they give, is no fault: it is in the summary.
TEST(ClosingWords, OnlyMotionFromNowhereIsWarnedOf) {
    for (const double scheme : {0.7, -0.3}) {
        Summary s = sound();
        s.energy.scheme = scheme;
        s.energy.kinetic = -scheme;
        EXPECT_TRUE(quality_warnings(s).empty()) << scheme;
    }
}

/// Of static steps under a control: impulses are there, the load is not.
TEST(ClosingWords, StepsWhoseImpulsesObeyTheLawsAreToldApart) {
    for (const bool solved : {false, true}) {
        Summary s = sound();
        s.totals.not_converged = 1;
        s.totals.residual_max = solved ? 0.5 * s.facts.settings.solver.tolerance : 2.0 * s.facts.settings.solver.tolerance;
        EXPECT_EQ(quality_warnings(s)[0].find("a control found no load") != std::string::npos, solved);
    }
}

TEST(ClosingWords, TwoFaultsAreTwoSentences) {
    for (std::size_t i = 0; i < faults.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            Summary s = sound();
            faults[i].happens(s);
            faults[j].happens(s);
            EXPECT_EQ(quality_warnings(s).size(), 2U) << faults[i].says << "; " << faults[j].says;
        }
    }
}

TEST(ClosingWords, WhatHelpsAgainstOverlapsDependsOnTheRun) {
    const auto advice = [](Integrator integrator, Overlap overlap, bool at_start) {
        Summary s = sound();
        s.totals.max_penetration = 0.01;
        s.facts.settings.integrator = integrator;
        s.facts.settings.overlap = overlap;
        if (at_start) s.facts.warnings.push_back(fmt::format("{} of two bodies", overlaps_at_start));
        return quality_warnings(s).at(0);
    };
    const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(has(advice(Integrator::moreau, Overlap::keep, true), "when it began"));
    EXPECT_TRUE(has(advice(Integrator::moreau, Overlap::keep, false), "overlap = \"project\""));
    EXPECT_TRUE(has(advice(Integrator::moreau, Overlap::project, false), "struck by others"));
    EXPECT_TRUE(has(advice(Integrator::euler, Overlap::keep, false), "smaller tolerance"));
}

TEST(ClosingWords, ARunThatWasInterruptedNeedNotRest) {
    Summary s = sound();
    s.totals.settling = 20;
    s.interrupted = true;
    EXPECT_TRUE(quality_warnings(s).empty());
}

TEST(ClosingWords, SayWhatWasDoneAndWhere) {
    Summary s = sound();
    s.stages.stages.push_back({.name = "pour", .end = 0.2, .ended = "condition", .quantity = "speed", .value = 0.01});
    s.stages.stages.push_back({.name = "rest", .begin = 0.2, .end = 0.5});
    const std::string text = closing_words(s, "out");
    for (const char* part : {"scene.toml: 7 bodies, 100 steps, 0.5 s simulated in 1 min 30 s", "pour: 0 s to 0.2 s, where speed was 0.01",
                             "rest: 0.2 s to 0.5 s, under way", "contacts 11 at the end, 13 at most; iterations 12.5 a step", "results in out/"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    s.facts.title = "A pile";
    EXPECT_TRUE(closing_words(s, "out").starts_with("A pile: "));
}

}  // namespace
}  // namespace drystone::closing_words_test
