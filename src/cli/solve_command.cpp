#include "cli/solve_command.h"

#include <algorithm>
#include <filesystem>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "core/stopwatch.h"
#include "problems/attempt.h"
#include "problems/blocks.h"
#include "problems/read_problem.h"
#include "problems/write_problem.h"
#include "run/say.h"
#include "solvers/method_names.h"

namespace drystone {

namespace {

/// A file as read, in the form that is solved.
struct Read {
    std::string path;
    ProblemFile file;
    LocalForm local;
    double seconds = 0.0;

    const char* layout() const { return std::holds_alternative<LocalForm>(file.form) ? "local" : "global"; }
};

Read read(const std::string& path) {
    const Stopwatch watch;
    Read result{.path = path, .file = read_problem(path), .local = {}, .seconds = 0.0};
    result.local = condensed(result.file, path);
    result.seconds = watch.seconds();
    return result;
}

std::vector<SolverMethod> methods(const SolveCommand& command) {
    std::vector<SolverMethod> chosen;
    if (command.all) {
        for (const MethodName& one : method_names) {
            if (one.on_blocks) chosen.push_back(one.method);
        }
        return chosen;
    }
    const std::optional<SolverMethod> method = method_named(command.method);
    if (!method || !has_block_form(*method)) {
        throw InputError(
            "--method " + command.method,
            fmt::format("{}; problem files can be solved by {}",
                        method ? "needs the bodies of a scene" : "is no method", names_of_block_methods()));
    }
    return {*method};
}

/// Index of the converged attempt with the smallest residual; -1: none converged.
template <int D>
int best_of(const std::vector<Attempt<D>>& attempts) {
    int best = -1;
    for (std::size_t k = 0; k < attempts.size(); ++k) {
        if (!attempts[k].report.converged) continue;
        if (best < 0 ||
            attempts[k].report.residual < attempts[static_cast<std::size_t>(best)].report.residual)
            best = static_cast<int>(k);
    }
    return best;
}

/// Of converged attempts; nothing for the others, and where there is one only.
template <int D>
std::optional<double> apart(const BlockProblem<D>& problem, const std::vector<Attempt<D>>& attempts,
                            std::size_t k, int best) {
    if (best < 0 || attempts.size() < 2 || !attempts[k].report.converged) return std::nullopt;
    return disagreement<D>(problem, attempts[k].r, attempts[static_cast<std::size_t>(best)].r);
}

template <int D>
nlohmann::ordered_json as_json(const SolveCommand& command, const Read& file, const Attempt<D>& one,
                               std::optional<double> differs) {
    nlohmann::ordered_json object = {{"file", file.path},
                                     {"layout", file.layout()},
                                     {"dimension", D},
                                     {"contacts", file.local.contacts()},
                                     {"unknowns", D * file.local.contacts()},
                                     {"method", name_of(one.method)},
                                     {"iterations", one.report.iterations},
                                     {"contact_updates", one.report.contact_updates},
                                     {"seconds", one.seconds},
                                     {"read_seconds", file.seconds},
                                     {"tolerance", command.tolerance},
                                     {"residual", one.report.residual},
                                     {"merit", one.merit},
                                     {"converged", one.report.converged}};
    if (differs) object["disagreement"] = *differs;
    return object;
}

std::string heading(const Read& file) {
    const std::string title =
        file.file.info.title.empty() ? "" : fmt::format(" \"{}\"", file.file.info.title);
    return fmt::format("{}:{} {} contacts, {} unknowns, {} layout, {} numbers in W, read in {:.2g} s\n",
                       file.path, title, file.local.contacts(), file.local.dimension * file.local.contacts(),
                       file.layout(), file.local.W.value.size(), file.seconds);
}

template <int D>
std::string in_words(const Attempt<D>& one, std::optional<double> differs) {
    return fmt::format("  {:8} {:13} {:8} iterations {:11.6f} s   residual {:8.2e}   fclib merit {:8.2e}{}\n",
                       name_of(one.method), one.report.converged ? "converged" : "NOT CONVERGED",
                       one.report.iterations, one.seconds, one.report.residual, one.merit,
                       differs ? fmt::format("   velocities apart by {:.1e}", *differs) : "");
}

/// Refuses before anything is solved what could not be written afterwards.
void check_save(const SolveCommand& command) {
    if (command.files.size() != 1)
        throw InputError("--save", "can keep the solution of one problem, and there are several");
    const std::filesystem::path folder = std::filesystem::path(*command.save).parent_path();
    std::error_code error;
    if (!folder.empty() && !std::filesystem::is_directory(folder, error))
        throw InputError("--save " + *command.save, "there is no folder " + folder.string());
    if (std::filesystem::is_directory(*command.save, error))
        throw InputError("--save " + *command.save, "is a folder, expected the name of a file");
}

template <int D>
void save(const SolveCommand& command, const Read& file, const BlockProblem<D>& problem,
          const Attempt<D>& one) {
    if (!command.save) return;
    write_problem(*command.save, file.local, file.file.info, file.file.guess,
                  state_of<D>(problem, std::span<const Vec<D>>(one.r)));
}

/// Returns whether some method solved it.
template <int D>
bool solve_file(const SolveCommand& command, const Read& file, nlohmann::ordered_json& results) {
    const BlockProblem<D> problem = to_blocks<D>(file.local);
    std::vector<Vec<D>> guess;
    if (command.from_guess) guess = as_vectors<D>(file.file.guess->r);
    if (!command.json) say(heading(file));

    std::vector<Attempt<D>> attempts;
    for (const SolverMethod method : methods(command)) {
        const SolverSettings settings{
            .method = method, .tolerance = command.tolerance, .max_iterations = command.max_iterations};
        attempts.push_back(attempt<D>(problem, settings, command.repeat, guess));
    }
    const int best = best_of(attempts);
    for (std::size_t k = 0; k < attempts.size(); ++k) {
        const std::optional<double> differs = apart<D>(problem, attempts, k, best);
        if (command.json) {
            results.push_back(as_json(command, file, attempts[k], differs));
        } else {
            say(in_words(attempts[k], differs));
        }
    }
    save(command, file, problem, attempts[static_cast<std::size_t>(std::max(best, 0))]);
    return best >= 0;
}

}  // namespace

ExitStatus solve(const SolveCommand& command) {
    methods(command);
    if (command.save) check_save(command);
    std::vector<Read> files;
    for (const std::string& path : command.files) {
        files.push_back(read(path));
        if (command.from_guess && !files.back().file.guess)
            throw InputError(path, "holds no first guess (/guesses), which --from-guess asks for");
    }
    bool solved = true;
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const Read& file : files) {
        const bool one = file.local.dimension == 2 ? solve_file<2>(command, file, results)
                                                   : solve_file<3>(command, file, results);
        solved = solved && one;
    }
    if (command.json) say((results.size() == 1 ? results[0] : results).dump(2) + "\n");
    return solved ? ExitStatus::done : ExitStatus::not_converged;
}

}  // namespace drystone
