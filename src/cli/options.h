#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/bench_command.h"
#include "cli/compare_command.h"
#include "cli/ensemble_command.h"
#include "cli/limit_command.h"
#include "cli/measure_command.h"
#include "cli/pack_command.h"
#include "cli/plot_command.h"
#include "cli/render_command.h"
#include "cli/report_command.h"
#include "cli/solve_command.h"
#include "cli/stability_command.h"
#include "cli/statics_command.h"
#include "cli/study_command.h"
#include "cli/view_command.h"
#include "run/resume_command.h"

namespace drystone {

// What numbers must be. Those of CLI11 take nan, and tell the largest double in three hundred digits.
CLI::Validator finite();
CLI::Validator above_zero();
CLI::Validator zero_or_more();

template <class Value>
constexpr bool is_real =
    std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>> || std::is_same_v<Value, std::vector<double>>;

/// `type` stands for the value in the help. Numbers are finite.
template <class Value>
CLI::Option* option(CLI::App& command, const char* name, Value& value, const std::string& about,
                    const char* type) {
    CLI::Option* made = command.add_option(name, value, about)->type_name(type);
    return is_real<Value> ? made->check(finite()) : made;
}

// The options of each command, and those that several have.

void add_scene(CLI::App& command, std::string& scene, std::vector<std::string>& overrides);
void add_threads(CLI::App& command, std::optional<int>& threads);
void add_stability(CLI::App& command, StabilityCommand& stability);
void add_limit(CLI::App& command, LimitCommand& limit);
void add_ensemble(CLI::App& command, EnsembleCommand& ensemble);
void add_compare(CLI::App& command, CompareCommand& compare);
void add_statics(CLI::App& command, StaticsCommand& statics);
void add_study(CLI::App& command, StudyCommand& study);
void add_solve(CLI::App& command, SolveCommand& solve);
void add_bench_solvers(CLI::App& command, BenchCommand& bench);
void add_resume(CLI::App& command, ResumeCommand& resume);
void add_report(CLI::App& command, ReportCommand& report);
void add_view(CLI::App& command, ViewCommand& view);
void add_render(CLI::App& command, RenderCommand& render);
void add_pack(CLI::App& command, PackCommand& pack);
void add_verify(CLI::App& command, VerifyCommand& verify);
void add_plot(CLI::App& command, PlotCommand& plot);
void add_measure(CLI::App& command, MeasureCommand& measure);

}  // namespace drystone
