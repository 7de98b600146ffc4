#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/collect.h"
#include "study/vary.h"

namespace drystone {

/// How a run of a study ended.
enum class RunStatus {
    missing,      // it has not begun
    interrupted,  // it has not ended, and can go on
    done,
    not_converged,  // done, but some steps did not converge
    not_finite,     // it stopped where a number became infinite
    refused,        // its scene is wrong
    failed          // the program ended otherwise
};

const char* name_of(RunStatus status);

/// Whether there is nothing left to do.
bool has_ended(RunStatus status);

/// As the folder of a run tells: `missing` without a summary, `interrupted` with a checkpoint to go on from.
RunStatus status_in(const std::string& folder);

struct StudyRow {
    RunStatus status = RunStatus::missing;
    std::vector<std::optional<double>> numbers = {};  // (items)
    std::optional<bool> collapsed = {};
    std::string message = {};  // what the run said that did not end well
};

/// What table.csv and table.html show.
struct StudyTable {
    std::string title;   // of the scene
    std::string folder;  // of the study
    std::vector<Vary> varies;
    std::vector<Item> items;
    bool judged = false;  // rows say whether they collapsed
    std::vector<StudyRow> rows;

    const std::string& value(std::size_t row, std::size_t key) const;
    std::string folder_of(std::size_t row) const { return folder_of_run(row, rows.size()); }
};

/// Columns: run, the keys varied, the items as written, status; with a criterion of collapse `collapsed` (1, 0, or empty) after it.
std::string table_csv(const StudyTable& table);

/// A number with all its digits, or nothing.
std::string csv_number(std::optional<double> number);

}  // namespace drystone
