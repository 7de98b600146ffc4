#include "render/body_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/input_error.h"

namespace drystone::render {

namespace {

/// The cells of a line, which may be quoted.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += c;
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

double number_in(const std::string& cell) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc() && end == cell.data() + cell.size() && !cell.empty();
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

int column_in(const std::vector<std::string>& header, const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

}  // namespace

BodyValues::BodyValues(const std::string& told) {
    const std::size_t colon = told.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == told.size())
        throw InputError("--colour-from " + told, "names no column: give FILE.csv:column");
    const std::string path = told.substr(0, colon);
    name_ = told.substr(colon + 1);
    std::ifstream file(path);
    std::string line;
    if (!file || !std::getline(file, line)) throw InputError(path, "cannot be read, or is empty");
    const std::vector<std::string> header = cells_of(line);
    const int body = std::max(column_in(header, "body"), column_in(header, "id")),
              value = column_in(header, name_), time = column_in(header, "time");
    if (body < 0)
        throw InputError(path + ":1", "has no column `body` or `id` that says whose the numbers are");
    if (value < 0)
        throw InputError(path + ":1",
                         fmt::format("has no column `{}`: there are {}", name_, fmt::join(header, ", ")));
    for (int number = 2; std::getline(file, line); ++number) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != header.size())
            throw InputError(fmt::format("{}:{}", path, number),
                             fmt::format("{} cells, {} wanted", cells.size(), header.size()));
        const double whose = number_in(cells[static_cast<std::size_t>(body)]);
        if (!(whose >= 0.0) || whose != std::floor(whose) || whose > std::numeric_limits<int>::max())
            throw InputError(
                fmt::format("{}:{}", path, number),
                fmt::format("`{}` is not the number of a body", cells[static_cast<std::size_t>(body)]));
        add({time < 0 ? 0.0 : number_in(cells[static_cast<std::size_t>(time)]), static_cast<int>(whose),
             static_cast<float>(number_in(cells[static_cast<std::size_t>(value)]))});
    }
    if (!has_numbers_ && !rows_.empty()) throw InputError(path, fmt::format("the column `{}` has no number in it", name_));
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& p, const Row& q) { return p.time < q.time; });
}

BodyValues::BodyValues(std::string name, const std::vector<double>& ids, const std::vector<double>& values)
    : name_(std::move(name)) {
    for (std::size_t k = 0; k < ids.size(); ++k)
        add({0.0, static_cast<int>(ids[k]), static_cast<float>(values[k])});
}

void BodyValues::add(const Row& row) {
    if (std::isnan(row.time)) return;
    if (std::isfinite(row.value)) {
        low_ = has_numbers_ ? std::min<double>(low_, row.value) : row.value;
        high_ = has_numbers_ ? std::max<double>(high_, row.value) : row.value;
        has_numbers_ = true;
    }
    rows_.push_back(row);
}

std::vector<float> BodyValues::at(double time, const std::vector<int>& ids) const {
    std::vector<float> out(ids.size(), std::numeric_limits<float>::quiet_NaN());
    if (rows_.empty()) return out;
    double nearest = rows_.front().time;
    for (const Row& row : rows_) {
        if (std::abs(row.time - time) < std::abs(nearest - time)) nearest = row.time;
    }
    std::map<int, std::size_t> place;
    for (std::size_t i = 0; i < ids.size(); ++i) place[ids[i]] = i;
    for (const Row& row : rows_) {
        if (row.time != nearest) continue;
        if (const auto found = place.find(row.body); found != place.end()) out[found->second] = row.value;
    }
    return out;
}

}  // namespace drystone::render
