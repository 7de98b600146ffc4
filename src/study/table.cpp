#include "study/table.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/csv_field.h"

namespace drystone {

namespace {

namespace fs = std::filesystem;

bool has_checkpoint(const std::string& folder) {
    return fs::exists(folder + "/checkpoint.h5") || fs::exists(folder + "/checkpoint.previous.h5");
}

}  // namespace

const char* name_of(RunStatus status) {
    constexpr const char* names[] = {"missing",    "interrupted", "done",  "not_converged",
                                     "not_finite", "refused",     "failed"};
    return names[static_cast<int>(status)];
}

bool has_ended(RunStatus status) {
    return status == RunStatus::done || status == RunStatus::not_converged || status == RunStatus::not_finite;
}

RunStatus status_in(const std::string& folder) {
    const RunStatus open = has_checkpoint(folder) ? RunStatus::interrupted : RunStatus::missing;
    std::ifstream file(folder + "/summary.json", std::ios::binary);
    const auto summary = nlohmann::json::parse(file, nullptr, false);
    if (!summary.is_object()) return open;
    try {
        if (summary.value("interrupted", false)) return open;
        if (summary.value("steps_not_finite", 0L) > 0) return RunStatus::not_finite;
        return summary.value("steps_not_converged", 0L) > 0 ? RunStatus::not_converged : RunStatus::done;
    } catch (const nlohmann::json::exception&) {  // it is not the summary of a run
        return open;
    }
}

const std::string& StudyTable::value(std::size_t row, std::size_t key) const {
    return varies[key].values[choice_of_run(varies, row)[key]];
}

std::string csv_number(std::optional<double> number) { return number ? fmt::format("{}", *number) : ""; }

std::string table_csv(const StudyTable& table) {
    std::string csv = "run";
    for (const Vary& vary : table.varies) csv += "," + csv_field(vary.key);
    for (const Item& item : table.items) csv += "," + csv_field(item.text);
    csv += table.judged ? ",status,collapsed\n" : ",status\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const StudyRow& one = table.rows[row];
        csv += table.folder_of(row);
        for (std::size_t key = 0; key < table.varies.size(); ++key)
            csv += "," + csv_field(table.value(row, key));
        for (std::size_t item = 0; item < table.items.size(); ++item)
            csv += "," + csv_number(item < one.numbers.size() ? one.numbers[item] : std::nullopt);
        csv += std::string(",") + name_of(one.status);
        if (table.judged) csv += one.collapsed ? (*one.collapsed ? ",1" : ",0") : ",";
        csv += '\n';
    }
    return csv;
}

}  // namespace drystone
