#include "study/study_folder.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_studies() {
    std::vector<std::string> names = {plan_name, "table.csv", "table.html"};
    names.insert(names.end(), files_of_fragility().begin(), files_of_fragility().end());
    return names;
}

/// Takes away what the runs of an earlier study left, and nothing else.
void clear_runs(const std::string& folder, const StudyPlan& plan) {
    const std::size_t runs = number_of_runs(plan.varies);
    for (std::size_t run = 0; run < runs; ++run) {
        const std::string one = folder + "/" + folder_of_run(run, runs);
        if (!fs::exists(one + "/" + mark_name)) continue;
        {
            ResultFolder results(one, true);
            results.replace(results.made(), {});
        }
        fs::remove(one + "/" + mark_name);
        if (fs::is_empty(one)) fs::remove(one);
    }
}

/// A study that was killed when it began: its mark is there or half written, and nothing else.
bool holds_a_mark_alone(const std::string& folder) {
    if (!fs::is_directory(folder)) return false;
    return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(), [](const fs::directory_entry& entry) {
        const std::string name = entry.path().filename().string();
        return name.starts_with(mark_name) || name.starts_with(plan_name);
    });
}

}  // namespace

const std::vector<std::string>& files_of_fragility() {
    static const std::vector<std::string> names{"ida.csv", "fragility.csv", "fit.csv"};
    return names;
}

ResultFolder open_study(const std::string& folder, const StudyPlan& plan, bool force) {
    const std::optional<StudyPlan> before = read_plan(folder);
    const std::string other = before ? difference(*before, plan) : "";
    if (!other.empty() && !force)
        throw InputError(folder, "holds another study: " + other +
                                     "; choose another folder with --out, or give --force to begin anew, "
                                     "without the runs that are there");
    ResultFolder results(folder, before || force || holds_a_mark_alone(folder));
    const std::vector<std::string> files = files_of_studies();
    results.expect_replaceable(files);
    if (before && other.empty()) return results;
    if (before) clear_runs(folder, *before);
    results.replace(files, files);
    write_atomically(folder + "/" + plan_name, plan_json(plan));
    return results;
}

void wait_until_free(const std::string& run_folder) {
    constexpr int tries = 100;
    for (int k = 0; k < tries && fs::exists(run_folder); ++k) {
        try {
            const FolderLock lock(run_folder);
            return;
        } catch (const InputError&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }
}

}  // namespace drystone
