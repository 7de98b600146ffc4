#include "cli/joints_command.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "core/input_error.h"
#include "core/names.h"
#include "run/say.h"
#include "scene/nearest.h"

namespace drystone {

namespace {

using Row = std::map<std::string, std::string>;

/// Body names may hold commas within quotes, and quotes doubled.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        const bool doubled = quoted && line.compare(k, 2, "\"\"") == 0;
        if (doubled) ++k;
        if (line[k] == '"' && !doubled)
            quoted = !quoted;
        else if (line[k] == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += line[k];
    }
    return cells;
}

std::vector<Row> read_rows(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw InputError(path, "cannot be opened: is this the folder of a run?");
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> header = cells_of(line);
    for (const char* column :
         {"name_a", "name_b", "normal", "shear", "point.x", "opening", "slip", "status", "utilisation"}) {
        if (std::find(header.begin(), header.end(), column) == header.end())
            throw InputError(path,
                             fmt::format("has no column \"{}\": it was not written by this version", column));
    }
    std::vector<Row> rows;
    for (int number = 2; std::getline(file, line); ++number) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != header.size())
            throw InputError(fmt::format("{}:{}", path, number),
                             fmt::format("{} cells, {} wanted", cells.size(), header.size()));
        Row row;
        for (std::size_t k = 0; k < header.size(); ++k) row[header[k]] = cells[k];
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The names of all bodies of the run; none where it has no such table.
std::vector<std::string> names_in(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> header = cells_of(line);
    const auto column = static_cast<std::size_t>(std::find(header.begin(), header.end(), "name") - header.begin());
    std::vector<std::string> names;
    while (std::getline(file, line)) {
        const std::vector<std::string> cells = cells_of(line);
        if (column < cells.size() && !cells[column].empty()) names.push_back(cells[column]);
    }
    return names;
}

std::string name_of(Row& row, const std::string& side) {
    return row["name_" + side].empty() ? "body " + row["body_" + side] : row["name_" + side];
}

/// A table in 2D has no z.
double number(const std::string& text) { return text.empty() ? 0.0 : std::strtod(text.c_str(), nullptr); }

/// Glue may carry shear alone.
double slope(double shear, double normal) { return shear == 0.0 ? 0.0 : shear / normal; }

bool is_of(Row& row, const std::string& group) { return belongs(name_of(row, "a"), group) || belongs(name_of(row, "b"), group); }

/// A body may have no joint; a name that nobody has is a slip.
void expect_known(const std::string& group, std::vector<Row>& rows, const std::vector<std::string>& names) {
    const bool has_joints = std::any_of(rows.begin(), rows.end(), [&](Row& row) { return is_of(row, group); });
    const bool is_there = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return belongs(name, group); });
    if (has_joints || is_there || group.empty() || names.empty()) return;
    throw InputError("--of " + group, "no body has that name, nor one that begins with it and a point" + suggestion(group, names));
}

}  // namespace

ExitStatus joints(const JointsCommand& command) {
    std::vector<Row> rows = read_rows(command.folder + "/joints.csv");
    expect_known(command.group, rows, names_in(command.folder + "/bodies.csv"));
    say(fmt::format("{:>24} {:>24} {:>11} {:>11} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>5}  {}\n",
                    "joint of", "and", "normal [N]", "shear [N]", "shear/n", "x [m]", "y [m]", "z [m]",
                    "opening", "slip", "used", "status"));
    for (Row& row : rows) {
        if (!is_of(row, command.group)) continue;
        const std::string a = name_of(row, "a"), b = name_of(row, "b");
        const double normal = number(row["normal"]), shear = number(row["shear"]);
        say(
            fmt::format("{:>24} {:>24} {:>11.4g} {:>11.4g} {:>9.3g} {:>10.5g} {:>10.5g} {:>10.5g} {:>10.2g} "
                        "{:>9.2g} {:>5.2f}  "
                        "{}\n",
                        a, b, normal, shear, slope(shear, normal), number(row["point.x"]),
                        number(row["point.y"]), number(row["point.z"]), number(row["opening"]),
                        number(row["slip"]), number(row["utilisation"]), row["status"]));
    }
    return ExitStatus::done;
}

}  // namespace drystone
