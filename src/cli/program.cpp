#include "cli/program.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/check_command.h"
#include "cli/completion.h"
#include "cli/doctor_command.h"
#include "cli/joints_command.h"
#include "cli/man_page.h"
#include "cli/new_command.h"
#include "cli/options.h"
#include "core/input_error.h"
#include "hdf5/at_exit.h"
#include "io/output_file.h"
#include "ranks/team.h"
#include "run/run_command.h"
#include "run/say.h"

namespace drystone {

namespace {

constexpr const char* exit_statuses =
    "Exit status: 0 done; 2 the input is wrong, nothing written; 3 some steps or problems did not converge, "
    "or a\n"
    "number became infinite; 4 interrupted; 1 anything else that went wrong. stability: 0 it stands, 10 it "
    "moves,\n"
    "11 undecided. limit: 0 done, 10 the dead load alone is not carried.";

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
    MeasureCommand measure_command;
    CLI::App* measure_app = nullptr;
    PlotCommand plot_command;
    CLI::App* plot_app = nullptr;
    ViewCommand view_command;
    CLI::App* view_app = nullptr;
    PackCommand pack_command;
    CLI::App* pack_app = nullptr;
    VerifyCommand verify_command;
    CLI::App* verify_app = nullptr;
    DoctorCommand doctor;
    CLI::App* doctor_app = nullptr;
    std::string shell;
    CLI::App* completion_app = nullptr;
    CLI::App* man_app = nullptr;

    CommandLine() {
        app.set_version_flag("--version", "drystone " DRYSTONE_VERSION, "print the version and exit");
        app.require_subcommand(1);
        app.footer(exit_statuses);

        run_app = app.add_subcommand("run", "run a scene and leave the results in a folder");
        add_scene(*run_app, run.scene, run.overrides);
        option(*run_app, "--out", run.out, "folder of the results (default: the scene's name, here)", "DIR");
        run_app->add_flag("--force", run.force, "replace the results of an earlier run in that folder");
        add_threads(*run_app, run.threads);
        option(*run_app, "--from", run.from,
               "begin where another run ended: bodies of the same name take places, velocities and the memory of their contacts; @T: from its "
               "frame nearest to that time, without memory",
               "DIR[@T]");
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
        check_app->get_option("SCENE")->required(false);
        check_app->add_flag("--keys", check.keys, "print instead what the readers ask for: every key, what its value must be, its default (JSON)");
        check_app->add_flag("--schema", check.schema, "print the JSON schema of scenes instead, for editors that complete and check");

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
        measure_app = app.add_subcommand("measure", "numbers of a run's frames: mixing, profiles, g(r), local strain, forces, fabric");
        add_measure(*measure_app, measure_command);
        view_app =
            app.add_subcommand("view", "show a run in the browser, with all its data, also while it goes on");
        add_view(*view_app, view_command);
        pack_app = app.add_subcommand("pack", "put a run into one file that another machine can verify and repeat to the same bits");
        add_pack(*pack_app, pack_command);
        verify_app = app.add_subcommand("verify", "compare the hashes of a bundle and repeat its run: the same bits?");
        add_verify(*verify_app, verify_command);
        doctor_app = app.add_subcommand("doctor", "say what was found on this machine and what is missing for what");
        doctor_app->add_flag("--json", doctor.json, "print one JSON object instead of words");
        completion_app = app.add_subcommand("completion", "print the script that completes this command line, for a shell");
        completion_app->add_option("SHELL", shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
        man_app = app.add_subcommand("man", "print the manual page: drystone man | man -l -");
    }

    std::vector<CLI::App*> commands() const {
        return {run_app,     resume_app, new_app,   check_app, stability_app, limit_app, statics_app, ensemble_app,
                study_app,   compare_app, joints_app, solve_app, bench_app, report_app,    render_app,  plot_app,    measure_app, view_app,
                pack_app, verify_app, doctor_app, completion_app, man_app};
    }

    /// The one that was asked for, "" if none was recognised.
    std::string parsed() const {
        for (const CLI::App* command : commands()) {
            if (command->parsed()) return command->get_name();
        }
        return "";
    }
};

ExitStatus print_completion(const CLI::App& app, const std::string& shell) {
    const CommandRow program = command_table(app);
    say(shell == "bash" ? bash_completion(program) : shell == "zsh" ? zsh_completion(program) : fish_completion(program));
    return ExitStatus::done;
}

ExitStatus print_manual(const CLI::App& app) {
    say(man_page(command_table(app), DRYSTONE_VERSION, exit_statuses));
    return ExitStatus::done;
}

ExitStatus execute(int argc, char** argv, const LawReaders& laws) {
    CommandLine line;
    line.run.laws = line.resume_command.laws = line.check.laws = line.stability.laws = line.limit.laws = line.statics.laws =
        line.ensemble.laws = line.compare_command.laws = line.bench.laws = line.study_command.laws =
            line.verify_command.laws = laws;
    const auto is_command = [&](const CLI::App* command) { return command->check_name(argv[1]); };
    const std::vector<CLI::App*> commands = line.commands();
    const bool is_follower = ranks::launched_rank() > 0;  // what is to be said of a command line rank 0 says
    if (argc > 1 && argv[1][0] != '-' && std::none_of(commands.begin(), commands.end(), is_command)) {
        if (is_follower) return ExitStatus::done;
        std::string names;
        for (const CLI::App* command : line.app.get_subcommands({}))
            names += (names.empty() ? "" : ", ") + command->get_name();
        throw InputError("drystone", fmt::format("there is no command \"{}\"; there are {}: drystone --help",
                                                 argv[1], names));
    }
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_text) {
        return is_follower || line.app.exit(asked_for_text) == 0 ? ExitStatus::done : ExitStatus::internal_error;
    } catch (const CLI::ParseError& error) {
        if (is_follower) return ExitStatus::done;
        const std::string command = line.parsed();
        warn(fmt::format("drystone: {}\nTry: drystone {}{}--help\n", error.what(), command,
                         command.empty() ? "" : " "));
        return ExitStatus::input_wrong;
    }
    const bool is_shared = line.run_app->parsed() || line.resume_app->parsed() || line.stability_app->parsed();
    if (is_follower && !is_shared) return ExitStatus::done;  // rank 0 does it
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
    if (line.measure_app->parsed()) return measure(line.measure_command);
    if (line.view_app->parsed()) return view(line.view_command);
    if (line.pack_app->parsed()) return pack(line.pack_command);
    if (line.verify_app->parsed()) return verify(line.verify_command);
    if (line.doctor_app->parsed()) return examine(line.doctor);
    if (line.completion_app->parsed()) return print_completion(line.app, line.shell);
    if (line.man_app->parsed()) return print_manual(line.app);
    return line.run_app->parsed() ? run(line.run) : check(line.check);
}

}  // namespace

int run_program(int argc, char** argv, const LawReaders& laws) {
    hold_standard_streams();
    hdf5::leave_files_alone_at_exit();
    ExitStatus status = ExitStatus::internal_error;
    try {
        status = execute(argc, argv, laws);
    } catch (const InputError& error) {
        warn(std::string(error.what()) + '\n');
        status = ExitStatus::input_wrong;
    } catch (const std::filesystem::filesystem_error& error) {  // a name that is too long, a folder that may not be looked into
        warn(fmt::format("{}: {}\n", error.path1().string(), error.code().message()));
        if (!is_of_machine(error.code())) status = ExitStatus::input_wrong;
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
