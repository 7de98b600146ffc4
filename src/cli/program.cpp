#include "cli/program.h"

#include <algorithm>
#include <exception>
#include <limits>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/bench_command.h"
#include "cli/check_command.h"
#include "cli/compare_command.h"
#include "cli/ensemble_command.h"
#include "cli/joints_command.h"
#include "cli/limit_command.h"
#include "cli/new_command.h"
#include "cli/plot_command.h"
#include "cli/render_command.h"
#include "cli/report_command.h"
#include "cli/resume_command.h"
#include "cli/run_command.h"
#include "cli/say.h"
#include "cli/solve_command.h"
#include "cli/stability_command.h"
#include "cli/statics_command.h"
#include "cli/study_command.h"
#include "cli/view_command.h"
#include "core/input_error.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

constexpr const char* exit_statuses =
    "Exit status: 0 done; 2 the input is wrong, nothing written; 3 some steps or problems did not converge, "
    "or a\n"
    "number became infinite; 4 interrupted; 1 anything else that went wrong. stability: 0 it stands, 10 it "
    "moves,\n"
    "11 undecided. limit: 0 done, 10 the dead load alone is not carried.";

/// `type` stands for the value in the help.
template <class Value>
CLI::Option* option(CLI::App& command, const char* name, Value& value, const std::string& about,
                    const char* type) {
    return command.add_option(name, value, about)->type_name(type);
}

void add_scene(CLI::App& command, std::string& scene, std::vector<std::string>& overrides) {
    command.add_option("SCENE", scene, "the scene, a TOML file")->required();
    option(command, "--set", overrides,
           "a value of the scene to replace, e.g. solver.tolerance=1e-8; may be repeated", "KEY=VALUE")
        ->allow_extra_args(false);
}

void add_threads(CLI::App& command, std::optional<int>& threads) {
    option(command, "--threads", threads, "threads; 0: all cores (default: the scene's solver.threads)", "N")
        ->check(CLI::Range(0, 4096));
}

void add_stability(CLI::App& command, StabilityCommand& stability) {
    add_scene(command, stability.scene, stability.overrides);
    option(command, "--step", stability.step, "time step in seconds (default: the scene's)", "H")
        ->check(CLI::PositiveNumber);
    option(command, "--vary", stability.vary,
           "look for the value of a key, between two, where standing turns into moving", "KEY=LOW:HIGH");
    option(command, "--to", stability.precision, "relative precision of that value (default: 1e-3)", "REL")
        ->check(CLI::Range(1e-12, 0.5));
    option(command, "--out", stability.out, "folder for mechanism.csv, the velocities of all bodies", "DIR");
    command.add_flag("--force", stability.force, "also where that folder is not empty");
    command.add_flag("--json", stability.json, "print one JSON object instead of words");
    add_threads(command, stability.threads);
}

void add_limit(CLI::App& command, LimitCommand& limit) {
    add_scene(command, limit.scene, limit.overrides);
    option(command, "--flow", limit.flow,
           "associated (default), or coulomb: also where steps from rest begin to move though forces could hold", "FLOW")
        ->check(CLI::IsMember({"associated", "coulomb"}));
    option(command, "--vary", limit.vary,
           "look for the value of a key, between two, up to which the dead load is carried, instead of the multiplier",
           "KEY=LOW:HIGH");
    option(command, "--to", limit.precision, "relative precision of --vary and --flow coulomb (default: 1e-3)", "REL")
        ->check(CLI::Range(1e-12, 0.5));
    option(command, "--out", limit.out, "folder for forces.csv, mechanism.csv and pictures of both", "DIR");
    command.add_flag("--force", limit.force, "also where that folder is not empty");
    command.add_flag("--json", limit.json, "print one JSON object instead of words");
    add_threads(command, limit.threads);
}

void add_ensemble(CLI::App& command, EnsembleCommand& ensemble) {
    command
        .add_option("SCENE|DIR", ensemble.subject, "a scene (.toml), or the folder of a run: its last state")
        ->required();
    option(command, "--runs", ensemble.settings.runs,
           "solves, each from other random impulses (default: 100)", "N")
        ->check(CLI::Range(1, 1'000'000));
    option(command, "--seed", ensemble.settings.seed, "of the random impulses and orders (default: 1)", "N")
        ->check(CLI::NonNegativeNumber);
    option(command, "--at", ensemble.at, "run the scene to this time first, in seconds (default: its start)",
           "T")
        ->check(CLI::PositiveNumber);
    option(command, "--tolerance", ensemble.settings.tolerance,
           "on the residual of every run (default: 1e-8)", "T")
        ->check(CLI::PositiveNumber);
    option(command, "--max-iterations", ensemble.settings.max_iterations, "of every run (default: 200000)",
           "N")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    option(command, "--starts", ensemble.starts,
           "size of the random impulses, in typical ones (default: 0.01:100)", "LOW:HIGH");
    command.add_flag("--sweeps-only", ensemble.settings.sweeps_only,
                     "by Gauss-Seidel in random order alone, without a sparse factor (slower)");
    option(command, "--out", ensemble.out,
           "folder for ensemble.svg, ensemble.json, contacts.csv, joints.csv and samples.h5", "DIR");
    command.add_flag("--force", ensemble.force, "also where that folder is not empty");
    command.add_flag("--json", ensemble.json, "print ensemble.json instead of words");
    option(command, "--set", ensemble.overrides, "a value of the scene to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
    add_threads(command, ensemble.threads);
}

void add_compare(CLI::App& command, CompareCommand& compare) {
    command.add_option("SCENE", compare.scene, "the scene, a TOML file (none with --case)");
    option(command, "--set", compare.overrides, "a value of the scene to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
    option(command, "--methods", compare.methods,
           "cd, md, kishino, bagi-bojtar, serrano, with commas between them (default: all)", "M,M")
        ->delimiter(',')
        ->allow_extra_args(false);
    option(command, "--case", compare.pile,
           "instead of a scene: what contact dynamics and soft grains cost on a stack, disks or spheres",
           "PILE");
    option(command, "--sizes", compare.sizes, "of --case: balls, with commas between them", "N,N")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 1'000'000));
    option(command, "--stiffness", compare.stiffness,
           "of --case: springs of soft grains in N/m (default: 1e4,1e6,1e8)", "K,K")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1e-6, 1e18));
    option(command, "--accuracy", compare.accuracy,
           "of --case: of contact forces, in the largest (default: 1e-6)", "A")
        ->check(CLI::Range(1e-10, 0.1));
    option(command, "--out", compare.out,
           "folder for contacts.csv, compare.json and compare.svg, or cost_map.csv, .json and .svg", "DIR");
    command.add_flag("--force", compare.force, "also where that folder is not empty");
    command.add_flag("--json", compare.json, "print compare.json instead of words");
    add_threads(command, compare.threads);
}

void add_statics(CLI::App& command, StaticsCommand& statics) {
    add_scene(command, statics.scene, statics.overrides);
    option(command, "--method", statics.method,
           "serrano, kishino or bagi-bojtar (default: the scene's statics.method, or bagi-bojtar)", "M");
    option(command, "--out", statics.out, "folder of the results (default: the scene's name, here)", "DIR");
    command.add_flag("--force", statics.force, "replace the results of an earlier run in that folder");
    add_threads(command, statics.threads);
    command.add_flag("--no-report", statics.no_report, "leave report.html out");
    command.add_flag("--quiet", statics.quiet, "no progress and no closing words; warnings go to stderr");
}

void add_study(CLI::App& command, StudyCommand& study) {
    add_scene(command, study.scene, study.overrides);
    option(command, "--vary", study.vary,
           "a key and its values: n from a to b, or a list; may be repeated: every value with every other", "KEY=a:b:n|v,v")
        ->allow_extra_args(false)
        ->required();
    option(command, "--collect", study.collect, "a column of a probe over time: last, max, min, mean or absmax; may be repeated",
           "PROBE.COLUMN:HOW")
        ->allow_extra_args(false);
    option(command, "--collapse", study.collapse,
           "what counts as a collapse, e.g. top.angle:absmax>0.5, or failed; may be repeated. Gives a fragility curve", "CRITERION")
        ->allow_extra_args(false);
    option(command, "--intensity", study.intensity,
           "of --collapse: the key that is the intensity (default: the first with numbers above zero)", "KEY");
    option(command, "--out", study.out, "folder of the study; where it holds this study, it goes on", "DIR")->required();
    option(command, "--jobs", study.jobs, "runs beside each other (default: one for each core)", "N")->check(CLI::Range(1, 4096));
    option(command, "--threads", study.threads, "threads of each run; 0: all cores (default: cores over jobs)", "N")
        ->check(CLI::Range(0, 4096));
    command.add_flag("--force", study.force, "begin anew where the folder holds another study");
    command.add_flag("--no-report", study.no_report, "leave report.html of the runs out");
    command.add_flag("--quiet", study.quiet, "no progress and no closing words; what runs complain of goes to stderr");
}

void add_solve(CLI::App& command, SolveCommand& solve) {
    command.add_option("FILE", solve.files, "contact problems, HDF5 in FCLIB's local or global layout")
        ->required();
    std::string methods = "method (default: auto):";
    for (const MethodName& one : method_names) {
        if (one.on_blocks) methods += fmt::format("\n{}: {}", one.name, one.purpose);
    }
    option(command, "--method", solve.method, methods, "M");
    option(command, "--tolerance", solve.tolerance, "on the residual (default: 1e-8)", "T")
        ->check(CLI::PositiveNumber);
    option(command, "--max-iterations", solve.max_iterations, "of the method (default: 100000)", "N")
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    option(command, "--repeat", solve.repeat, "solve so often and tell the median of the times (default: 1)",
           "N")
        ->check(CLI::Range(1, 1'000'000));
    command.add_flag("--all", solve.all, "every method, and how far their velocities are apart");
    command.add_flag("--from-guess", solve.from_guess, "begin from the file's first guess, not from zero");
    option(command, "--save", solve.save, "file for the problem in local layout with its solution", "FILE");
    command.add_flag("--json", solve.json, "print JSON: an object, or a list of them");
    option(command, "--threads", solve.threads, "accepted for scripts: these solvers use one thread", "N")
        ->check(CLI::Range(0, 4096));
}

void add_bench_solvers(CLI::App& command, BenchCommand& bench) {
    command.add_option("FILE|SCENE", bench.problems, "contact problems in FCLIB files, and scenes (.toml)")
        ->required();
    option(command, "--methods", bench.methods, "methods, with commas between them (default: all that fit)",
           "M,M")
        ->delimiter(',')
        ->allow_extra_args(false);
    option(command, "--out", bench.out, "folder for curves.csv and curves.svg", "DIR");
    command.add_flag("--force", bench.force, "also where that folder is not empty");
    option(command, "--step", bench.step, "of scenes: the step whose problem is taken (default: 1)", "K")
        ->check(CLI::Range(1L, std::numeric_limits<long>::max()));
    option(command, "--limit", bench.limit, "seconds for one solve, about (default: 10)", "S")
        ->check(CLI::PositiveNumber);
    option(command, "--threads", bench.threads, "for problems of scenes; 0: all cores (default: 1)", "N")
        ->check(CLI::Range(0, 4096));
    option(command, "--set", bench.overrides, "a value of the scenes to replace; may be repeated",
           "KEY=VALUE")
        ->allow_extra_args(false);
}

void add_resume(CLI::App& command, ResumeCommand& resume) {
    command.add_option("DIR", resume.folder, "the folder of a run")->required();
    option(command, "--until", resume.until, "simulated time to end at (default: where the run was to end)",
           "T")
        ->check(CLI::PositiveNumber);
    add_threads(command, resume.threads);
    command.add_flag("--no-report", resume.no_report, "leave report.html out");
    command.add_flag("--quiet", resume.quiet, "no progress and no closing words; warnings go to stderr");
}

void add_report(CLI::App& command, ReportCommand& report) {
    command.add_option("DIR", report.folder, "the folder of a run")->required();
    option(command, "--budget", report.megabytes, "megabytes that the file should not exceed (default: 20)",
           "MB")
        ->check(CLI::Range(1.0, 1e4));
}

void add_view(CLI::App& command, ViewCommand& view) {
    command.add_option("DIR", view.folder, "the folder of a run")->required();
    option(command, "--port", view.port, "port on 127.0.0.1 (default: one that is free)", "P")
        ->check(CLI::Range(0, 65535));
}

void add_render(CLI::App& command, RenderCommand& render) {
    command.add_option("DIR", render.folder, "the folder of a run")->required();
    option(command, "--out", render.out, "the picture: x.png, or x.svg of a 2D run", "FILE");
    option(command, "--frame", render.frame,
           "simulated time of the picture in seconds, first or last (default: last)", "T");
    option(command, "--movie", render.movie, "the whole run as x.mp4, by the program ffmpeg", "FILE");
    option(command, "--fps", render.fps, "pictures a second of the movie (default: 25)", "N")
        ->check(CLI::Range(0.1, 1000.0));
    option(command, "--speed", render.speed, "simulated seconds in a second of the movie (default: 1)", "S")
        ->check(CLI::PositiveNumber);
    option(command, "--size", render.size, "pixels (default: 1600x1200)", "WxH");
    option(command, "--colour", render.colour,
           "velocity, displacement, pressure, material (default), group; the worst of a body's joints: "
           "opening, slip, damage, "
           "utilisation, status",
           "BY");
    option(command, "--joints", render.joints,
           "draws joints, coloured by opening, slip, damage, utilisation or status", "BY");
    command.add_flag("--cracks", render.cracks, "a crack map: joints as wide as they are open, in mm");
    option(command, "--crack-from", render.crack_from,
           "with --cracks: smaller openings are left out, in mm (default: 1/50 of the largest)", "MM")
        ->check(CLI::PositiveNumber);
    command.add_flag("--mechanism", render.mechanism,
                     "arrows of displacements, the shape magnified, outlines of where bodies were");
    option(command, "--since", render.since,
           "displacements count from the frame nearest to that time (default: the first)", "T");
    option(command, "--field", render.field,
           "of deformable bodies: von_mises, sigma_1, sigma_2, .., sigma_xx, .. or displacement", "FIELD");
    option(command, "--field-range", render.field_range,
           "values at both ends of the field's colour bar (default: of nearly all elements)", "LOW,HIGH")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_flag("--crosses", render.crosses, "2D: principal stresses of every element as a cross");
    option(
        command, "--magnify", render.magnified,
        "displacements are drawn so many times larger (default: 1; with --mechanism so that they are seen)",
        "N")
        ->check(CLI::PositiveNumber);
    command.add_flag("--forces", render.forces, "contact forces as lines, as wide as they are strong");
    command.add_flag("--thrust", render.thrust, "lines of thrust, through the centres of pressure of joints");
    command.add_flag("--kern", render.kern,
                     "lines of thrust with the kern of the joints, and where they leave it");
    option(command, "--of", render.of,
           "with --thrust: only through the bodies of that name, as in drystone joints", "NAME");
    option(command, "--view", render.view,
           "3D: where the eye is, seen from the scene (default: front, right, above)", "X,Y,Z")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_flag("--perspective", render.perspective, "3D: what is far looks smaller");
    option(command, "--opacity", render.opacity,
           "3D: of bodies, 0 to 1 (default: 1, with --forces, --joints, .. 0.25)", "A")
        ->check(CLI::Range(0.0, 1.0));
    option(command, "--range", render.range,
           "value at the end of the colour bar, as it is told there (default: of nearly all bodies)", "V")
        ->check(CLI::PositiveNumber);
    option(command, "--force-scale", render.newton,
           "force drawn at the full width (default: a strong one of the picture)", "N")
        ->check(CLI::PositiveNumber);
    command.add_flag("--whole-run", render.whole_run,
                     "camera and scales that suit all frames, to compare pictures");
    command.add_flag("--plain", render.plain, "the scene alone, without time, legend and scale");
    option(command, "--threads", render.threads, "threads; 0: all cores (default)", "N")
        ->check(CLI::Range(0, 4096));
}

void add_plot(CLI::App& command, PlotCommand& plot) {
    command.add_option("DIR", plot.folders, "folders of runs")->required();
    option(command, "--x", plot.x,
           "probe.column, steps.column or time (default); with a minus sign, --x=-probe.column, turned round",
           "COLUMN");
    option(command, "--y", plot.y, "likewise; may be given several times", "COLUMN")
        ->required()
        ->allow_extra_args(false);
    command.add_flag("--x-from-start", plot.x_from_start, "x less its first value, as displacements are");
    command.add_flag("--y-from-start", plot.y_from_start, "likewise y");
    option(command, "--title", plot.title, "above the plot (default: none)", "TEXT");
    option(command, "--size", plot.size, "in pixels; a PNG has twice as many (default: 900x600)", "WxH");
    option(command, "--out", plot.out, "x.svg or x.png (default: plot.svg)", "FILE");
}

/// One program, a few commands: the command line as a value.
struct CommandLine {
    CLI::App app{"Drystone: rigid bodies in contact, by Contact Dynamics", "drystone"};
    RunCommand run;
    CheckCommand check;
    CLI::App* run_app = nullptr;
    StabilityCommand stability;
    CLI::App* check_app = nullptr;
    CLI::App* stability_app = nullptr;
    LimitCommand limit;
    CLI::App* limit_app = nullptr;
    EnsembleCommand ensemble;
    CLI::App* ensemble_app = nullptr;
    StaticsCommand statics;
    CLI::App* statics_app = nullptr;
    StudyCommand study_command;
    CLI::App* study_app = nullptr;
    CompareCommand compare_command;
    CLI::App* compare_app = nullptr;
    JointsCommand joints_command;
    CLI::App* joints_app = nullptr;
    SolveCommand solve_command;
    CLI::App* solve_app = nullptr;
    BenchCommand bench;
    CLI::App* bench_app = nullptr;
    ResumeCommand resume_command;
    CLI::App* resume_app = nullptr;
    NewCommand new_command;
    CLI::App* new_app = nullptr;
    ReportCommand report_command;
    CLI::App* report_app = nullptr;
    RenderCommand render_command;
    CLI::App* render_app = nullptr;
    PlotCommand plot_command;
    CLI::App* plot_app = nullptr;
    ViewCommand view_command;
    CLI::App* view_app = nullptr;

    CommandLine() {
        app.set_version_flag("--version", "drystone " DRYSTONE_VERSION, "print the version and exit");
        app.require_subcommand(1);
        app.footer(exit_statuses);

        run_app = app.add_subcommand("run", "run a scene and leave the results in a folder");
        add_scene(*run_app, run.scene, run.overrides);
        option(*run_app, "--out", run.out, "folder of the results (default: the scene's name, here)", "DIR");
        run_app->add_flag("--force", run.force, "replace the results of an earlier run in that folder");
        add_threads(*run_app, run.threads);
        option(*run_app, "--dump-problems", run.dump_problems,
               "store the contact problem of every N-th step in DIR/problems, as FCLIB files", "N")
            ->check(CLI::Range(1L, std::numeric_limits<long>::max()));
        run_app->add_flag("--no-report", run.no_report, "leave report.html out");
        run_app->add_flag("--quiet", run.quiet, "no progress and no closing words; warnings go to stderr");

        resume_app =
            app.add_subcommand("resume", "go on with a run from its last checkpoint, to the same bits");
        add_resume(*resume_app, resume_command);

        new_app = app.add_subcommand("new", "write a commented scene to begin with");
        new_app->add_option("NAME", new_command.name, "which one: see --list");
        new_app->add_option("FILE", new_command.file, "where to (default: NAME.toml, here)");
        new_app->add_flag("--list", new_command.list, "say which there are");

        check_app = app.add_subcommand("check", "read a scene, say what is in it, write nothing");
        add_scene(*check_app, check.scene, check.overrides);

        stability_app =
            app.add_subcommand("stability", "does a scene stand? one step from rest, solved well");
        add_stability(*stability_app, stability);

        limit_app = app.add_subcommand("limit", "how much of a load can the contacts carry? bounds by forces and by a mechanism");
        add_limit(*limit_app, limit);

        ensemble_app = app.add_subcommand(
            "ensemble",
            "the forces of one state, many times from random impulses: what is determined, what is not");
        add_ensemble(*ensemble_app, ensemble);

        statics_app = app.add_subcommand(
            "statics",
            "equilibrium of bodies with springs at their contacts, without time: loads in increments");
        add_statics(*statics_app, statics);

        study_app = app.add_subcommand("study", "a scene many times with other values: a table, plots, fragility");
        add_study(*study_app, study_command);

        compare_app = app.add_subcommand(
            "compare",
            "the same scene by contact dynamics, soft grains and statics: forces and cost side by side");
        add_compare(*compare_app, compare_command);

        joints_app = app.add_subcommand(
            "joints", "the joints of a run's last state: forces, centres of pressure, openings");
        joints_app->add_option("DIR", joints_command.folder, "the folder of a run")->required();
        option(*joints_app, "--of", joints_command.group, "only joints of this body or group", "NAME");

        solve_app = app.add_subcommand("solve", "solve contact problems that were stored in files");
        add_solve(*solve_app, solve_command);

        bench_app = app.add_subcommand("bench", "measurements");
        bench_app->require_subcommand(1);
        add_bench_solvers(*bench_app->add_subcommand(
                              "solvers", "how long every method takes to which residual, as CSV and SVG"),
                          bench);

        report_app = app.add_subcommand("report", "write report.html of a run: 3D view, plots, summary");
        add_report(*report_app, report_command);
        render_app =
            app.add_subcommand("render", "pictures (PNG, SVG) and movies of a run, without a display");
        add_render(*render_app, render_command);
        plot_app =
            app.add_subcommand("plot", "columns of probes against each other or over time, as SVG or PNG");
        add_plot(*plot_app, plot_command);
        view_app =
            app.add_subcommand("view", "show a run in the browser, with all its data, also while it goes on");
        add_view(*view_app, view_command);
    }

    std::vector<CLI::App*> commands() const {
        return {run_app,     resume_app, new_app,   check_app, stability_app, limit_app, statics_app, ensemble_app,
                study_app,   compare_app, joints_app, solve_app, bench_app, report_app,    render_app,  plot_app,    view_app};
    }

    /// The one that was asked for, "" if none was recognised.
    std::string parsed() const {
        for (const CLI::App* command : commands()) {
            if (command->parsed()) return command->get_name();
        }
        return "";
    }
};

ExitStatus execute(int argc, char** argv, const LawReaders& laws) {
    CommandLine line;
    line.run.laws = line.resume_command.laws = line.check.laws = line.stability.laws = line.limit.laws = line.statics.laws =
        line.ensemble.laws = line.compare_command.laws = line.bench.laws = line.study_command.laws = laws;
    const auto is_command = [&](const CLI::App* command) { return command->check_name(argv[1]); };
    const std::vector<CLI::App*> commands = line.commands();
    if (argc > 1 && argv[1][0] != '-' && std::none_of(commands.begin(), commands.end(), is_command)) {
        std::string names;
        for (const CLI::App* command : line.app.get_subcommands({}))
            names += (names.empty() ? "" : ", ") + command->get_name();
        throw InputError("drystone", fmt::format("there is no command \"{}\"; there are {}: drystone --help",
                                                 argv[1], names));
    }
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_text) {
        return line.app.exit(asked_for_text) == 0 ? ExitStatus::done : ExitStatus::internal_error;
    } catch (const CLI::ParseError& error) {
        const std::string command = line.parsed();
        warn(fmt::format("drystone: {}\nTry: drystone {}{}--help\n", error.what(), command,
                         command.empty() ? "" : " "));
        return ExitStatus::input_wrong;
    }
    if (line.stability_app->parsed()) return judge(line.stability);
    if (line.limit_app->parsed()) return find_limit_load(line.limit);
    if (line.ensemble_app->parsed()) return sample(line.ensemble);
    if (line.statics_app->parsed()) return find_equilibrium(line.statics);
    if (line.study_app->parsed()) return study(line.study_command);
    if (line.compare_app->parsed()) return compare(line.compare_command);
    if (line.resume_app->parsed()) return resume(line.resume_command);
    if (line.new_app->parsed()) return write_starter(line.new_command);
    if (line.joints_app->parsed()) return joints(line.joints_command);
    if (line.bench_app->parsed()) return bench_solvers(line.bench);
    if (line.solve_app->parsed()) return solve(line.solve_command);
    if (line.report_app->parsed()) return report(line.report_command);
    if (line.render_app->parsed()) return render_pictures(line.render_command);
    if (line.plot_app->parsed()) return plot(line.plot_command);
    if (line.view_app->parsed()) return view(line.view_command);
    return line.run_app->parsed() ? run(line.run) : check(line.check);
}

}  // namespace

int run_program(int argc, char** argv, const LawReaders& laws) {
    hold_standard_streams();
    ExitStatus status = ExitStatus::internal_error;
    try {
        status = execute(argc, argv, laws);
    } catch (const InputError& error) {
        warn(std::string(error.what()) + '\n');
        status = ExitStatus::input_wrong;
    } catch (const std::exception& error) {
        warn(fmt::format("drystone: {}\n", error.what()));
    }
    if (!all_was_said()) {
        warn("drystone: standard output could not be written\n");
        status = ExitStatus::internal_error;
    }
    return static_cast<int>(status);
}

}  // namespace drystone
