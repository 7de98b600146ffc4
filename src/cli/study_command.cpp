#include "cli/study_command.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "core/stopwatch.h"
#include "io/atomic_file.h"
#include "run/interrupt.h"
#include "run/load.h"
#include "run/progress.h"
#include "run/say.h"
#include "study/picture.h"
#include "study/plan_file.h"
#include "study/processes.h"
#include "study/study_folder.h"

namespace drystone {

namespace {

namespace fs = std::filesystem;

/// A study under way.
struct Study {
    const StudyCommand& command;
    StudyTable table;
    std::vector<CollapseCriterion> criteria;
    std::size_t intensity = 0;
    int jobs = 1, threads = 1;

    std::string folder_of(std::size_t run) const { return table.folder + "/" + table.folder_of(run); }
};

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// The scene of the first run: what all have in common is wrong in it, too.
Scene scene_of_first_run(const StudyCommand& command, const std::vector<Vary>& varies) {
    std::vector<std::string> overrides = command.overrides;
    for (std::string& one : overrides_of_run(varies, 0)) overrides.push_back(std::move(one));
    return load_scene(command.scene, overrides, command.laws);
}

Study plan_study(const StudyCommand& command, const std::vector<Vary>& varies) {
    const Scene scene = scene_of_first_run(command, varies);
    Study study{.command = command,
                .table = {scene.title, command.out, varies, {}, !command.collapse.empty(), {}},
                .criteria = {}};
    for (const std::string& text : command.collect)
        study.table.items.push_back(parse_item(text, "--collect", scene));
    for (const std::string& text : command.collapse) study.criteria.push_back(parse_collapse(text, scene));
    for (const CollapseCriterion& criterion : study.criteria)  // what is judged by can be seen
        if (criterion.item &&
            std::none_of(study.table.items.begin(), study.table.items.end(),
                         [&](const Item& item) { return item.text == criterion.item->text; }))
            study.table.items.push_back(*criterion.item);
    if (study.table.judged) study.intensity = intensity_key(varies, command.intensity);
    study.table.rows.resize(number_of_runs(varies));
    study.jobs =
        std::min<int>(command.jobs > 0 ? command.jobs : cores(), static_cast<int>(study.table.rows.size()));
    study.threads = command.threads.value_or(std::max(1, cores() / study.jobs));
    return study;
}

std::vector<std::string> arguments_of_run(const Study& study, std::size_t run, bool anew) {
    const StudyCommand& command = study.command;
    const std::string folder = study.folder_of(run);
    std::vector<std::string> words;
    if (!anew && study.table.rows[run].status == RunStatus::interrupted) {
        words = {"resume", folder};
    } else {
        words = {"run", command.scene, "--out", folder, "--force"};
        for (const auto& list : {command.overrides, overrides_of_run(study.table.varies, run)})
            for (const std::string& one : list) words.insert(words.end(), {"--set", one});
    }
    words.insert(words.end(), {"--quiet", "--threads", std::to_string(study.threads)});
    if (command.no_report) words.emplace_back("--no-report");
    return words;
}

/// Numbers and verdict of a run, from its folder.
void look_at_run(Study& study, std::size_t run) {
    StudyRow& row = study.table.rows[run];
    const std::string folder = study.folder_of(run);
    row.numbers.assign(study.table.items.size(), std::nullopt);
    if (has_ended(row.status))
        for (std::size_t k = 0; k < study.table.items.size(); ++k)
            row.numbers[k] = value_of(study.table.items[k], folder);
    if (study.table.judged) row.collapsed = has_collapsed(study.criteria, row.status, folder);
}

void take_result(Study& study, const EndedProcess& process) {
    StudyRow& row = study.table.rows[process.task];
    row.status = status_in(study.folder_of(process.task));
    const bool stopped =
        process.status == static_cast<int>(ExitStatus::interrupted) || process.status == 128 + SIGTERM;
    if (process.status == static_cast<int>(ExitStatus::input_wrong)) row.status = RunStatus::refused;
    if (!has_ended(row.status) && row.status != RunStatus::refused && !stopped)
        row.status = RunStatus::failed;
    row.message = row.status == RunStatus::done || stopped ? "" : process.said;
    if (row.status == RunStatus::failed && row.message.empty())
        row.message = fmt::format("exit status {}", process.status);
    look_at_run(study, process.task);
}

void write_table(const Study& study) {
    const std::string& out = study.table.folder;
    std::optional<Fragility> fragility;
    if (study.table.judged) {
        fragility = analyse(study.table, study.intensity);
        write_atomically(out + "/ida.csv", ida_csv(study.table, *fragility));
        write_atomically(out + "/fragility.csv", fragility_csv(*fragility));
        write_atomically(out + "/fit.csv", fit_csv(study.table, *fragility));
    } else {
        for (const std::string& name : files_of_fragility()) fs::remove(out + "/" + name);
    }
    write_atomically(out + "/table.csv", table_csv(study.table));
    write_atomically(out + "/table.html", table_html(study.table, fragility ? &*fragility : nullptr));
}

/// How far a study is, on stderr.
class StudyProgress {
  public:
    StudyProgress(bool quiet, std::size_t runs)
        : style_(quiet ? Progress::Style::silent : style_of_stderr()), runs_(runs) {}

    void show(std::size_t done, const StudyTable& table, std::size_t run) {
        if (style_ == Progress::Style::silent) return;
        const double left = watch_.seconds() * static_cast<double>(runs_ - done) / static_cast<double>(done);
        const std::string line =
            fmt::format("{} of {} runs, the last {}: {}; {} left", done, runs_, table.folder_of(run),
                        name_of(table.rows[run].status), drystone::in_words(left));
        std::fputs((style_ == Progress::Style::redrawn ? "\r" + line + "\033[K" : line + "\n").c_str(),
                   stderr);
        std::fflush(stderr);
    }
    void clear() const {
        if (style_ == Progress::Style::redrawn) std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
    }

  private:
    Progress::Style style_;
    std::size_t runs_;
    Stopwatch watch_;
};

/// The runs that are left, `jobs` beside each other, until an interrupt.
void carry_out_runs(Study& study, const std::vector<std::size_t>& left) {
    constexpr double table_interval = 2.0;  // [s] between two tables under way
    Processes processes;
    StudyProgress progress(study.command.quiet, left.size());
    Stopwatch written;
    std::size_t next = 0, done = 0;
    bool told = false;
    std::map<std::size_t, bool> anew;  // a checkpoint that could not be gone on with
    while (next < left.size() || processes.size() > 0) {
        if (interrupted() && !told) {
            processes.tell_to_stop();
            told = true;
        }
        if (told && processes.size() == 0) break;
        while (!told && next < left.size() && processes.size() < static_cast<std::size_t>(study.jobs)) {
            wait_until_free(study.folder_of(left[next]));
            processes.start(left[next], arguments_of_run(study, left[next], false));
            ++next;
        }
        for (const EndedProcess& process : processes.wait(1.0)) {
            const bool resumed = study.table.rows[process.task].status == RunStatus::interrupted;
            if (resumed && process.status == static_cast<int>(ExitStatus::input_wrong) && !told &&
                !anew[process.task]) {
                anew[process.task] = true;
                processes.start(process.task, arguments_of_run(study, process.task, true));
                continue;
            }
            take_result(study, process);
            progress.show(++done, study.table, process.task);
        }
        if (written.seconds() > table_interval) {
            write_table(study);
            written = {};
        }
    }
    progress.clear();
}

std::map<std::string, int> count_of_statuses(const StudyTable& table) {
    std::map<std::string, int> count;
    for (const StudyRow& row : table.rows) ++count[name_of(row.status)];
    return count;
}

void report_study(const Study& study) {
    for (std::size_t run = 0; run < study.table.rows.size(); ++run) {
        const StudyRow& row = study.table.rows[run];
        if ((row.status == RunStatus::refused || row.status == RunStatus::failed) && !row.message.empty())
            warn(fmt::format("run {}: {}: {}", study.table.folder_of(run), name_of(row.status),
                             row.message.ends_with('\n') ? row.message : row.message + "\n"));
    }
    if (study.command.quiet) return;
    std::string counts;
    for (const auto& [name, count] : count_of_statuses(study.table))
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, name);
    say(fmt::format("{} runs: {}\n", study.table.rows.size(), counts));
    if (study.table.judged) say(in_words(study.table, analyse(study.table, study.intensity)) + "\n");
    say(fmt::format("open {}/table.html\n", study.table.folder));
}

ExitStatus status_of_study(const Study& study, bool was_interrupted) {
    const auto any = [&](auto holds) {
        return std::any_of(study.table.rows.begin(), study.table.rows.end(), holds);
    };
    if (was_interrupted && any([](const StudyRow& row) { return !has_ended(row.status); }))
        return ExitStatus::interrupted;
    return any([](const StudyRow& row) { return row.status != RunStatus::done; }) ? ExitStatus::not_converged
                                                                                  : ExitStatus::done;
}

}  // namespace

ExitStatus study(const StudyCommand& command) {
    const std::vector<Vary> varies = parse_varies(command.vary);
    Study study = plan_study(command, varies);
    const StudyPlan plan = make_plan(DRYSTONE_VERSION, command.scene, command.overrides, varies);
    const ResultFolder folder = open_study(command.out, plan, command.force);
    std::vector<std::size_t> left;
    for (std::size_t run = 0; run < study.table.rows.size(); ++run) {
        study.table.rows[run].status = status_in(study.folder_of(run));
        look_at_run(study, run);
        if (!has_ended(study.table.rows[run].status)) left.push_back(run);
    }
    if (left.size() < study.table.rows.size() && !command.quiet)
        warn(fmt::format("{} of {} runs are there already\n", study.table.rows.size() - left.size(),
                         study.table.rows.size()));
    catch_interrupts();
    write_table(study);
    carry_out_runs(study, left);
    write_table(study);
    report_study(study);
    return status_of_study(study, interrupted());
}

}  // namespace drystone
