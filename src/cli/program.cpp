#include "cli/program.h"

#include <cstdio>
#include <exception>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/check_command.h"
#include "cli/run_command.h"
#include "core/input_error.h"

namespace drystone {

namespace {

constexpr const char* exit_statuses =
    "Exit status: 0 done; 2 the input is wrong, nothing written; 3 some steps did not converge, or a number\n"
    "became infinite; 4 interrupted; 1 anything else that went wrong.";

void add_scene(CLI::App& command, std::string& scene, std::vector<std::string>& overrides) {
    command.add_option("SCENE", scene, "the scene, a TOML file")->required();
    command
        .add_option("--set", overrides,
                    "a value of the scene to replace, e.g. solver.tolerance=1e-8; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

/// One program, two commands: the command line as a value.
struct CommandLine {
    CLI::App app{"Drystone: rigid bodies in contact, by Contact Dynamics", "drystone"};
    RunCommand run;
    CheckCommand check;
    CLI::App* run_app = nullptr;
    CLI::App* check_app = nullptr;

    CommandLine() {
        app.set_version_flag("--version", "drystone " DRYSTONE_VERSION, "print the version and exit");
        app.require_subcommand(1);
        app.footer(exit_statuses);

        run_app = app.add_subcommand("run", "run a scene and leave the results in a folder");
        add_scene(*run_app, run.scene, run.overrides);
        run_app->add_option("--out", run.out, "folder of the results (default: the scene's name, here)")
            ->type_name("DIR");
        run_app->add_flag("--force", run.force, "replace the results of an earlier run in that folder");
        run_app
            ->add_option("--threads", run.threads,
                         "threads; 0: all cores (default: the scene's solver.threads)")
            ->type_name("N")
            ->check(CLI::Range(0, 4096));
        run_app->add_flag("--quiet", run.quiet, "no progress and no closing words; warnings go to stderr");

        check_app = app.add_subcommand("check", "read a scene, say what is in it, write nothing");
        add_scene(*check_app, check.scene, check.overrides);
    }
};

ExitStatus execute(int argc, char** argv, const LawReaders& laws) {
    CommandLine line;
    line.run.laws = line.check.laws = laws;
    const auto is_command = [&](const CLI::App* command) { return command->check_name(argv[1]); };
    if (argc > 1 && argv[1][0] != '-' && !is_command(line.run_app) && !is_command(line.check_app)) {
        throw InputError(
            "drystone",
            fmt::format("there is no command \"{}\"; there are run and check: drystone --help", argv[1]));
    }
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_text) {
        return line.app.exit(asked_for_text) == 0 ? ExitStatus::done : ExitStatus::internal_error;
    } catch (const CLI::ParseError& error) {
        const char* command = line.run_app->parsed() ? "run " : line.check_app->parsed() ? "check " : "";
        fmt::print(stderr, "drystone: {}\nTry: drystone {}--help\n", error.what(), command);
        return ExitStatus::input_wrong;
    }
    return line.run_app->parsed() ? run(line.run) : check(line.check);
}

}  // namespace

int run_program(int argc, char** argv, const LawReaders& laws) {
    ExitStatus status = ExitStatus::internal_error;
    try {
        status = execute(argc, argv, laws);
    } catch (const InputError& error) {
        fmt::print(stderr, "{}\n", error.what());
        status = ExitStatus::input_wrong;
    } catch (const std::exception& error) {
        fmt::print(stderr, "drystone: {}\n", error.what());
    }
    return static_cast<int>(status);
}

}  // namespace drystone
