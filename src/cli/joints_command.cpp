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

namespace drystone {

namespace {

using Row = std::map<std::string, std::string>;

/// Body names may hold commas only within quotes.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += c;
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

std::string name_of(Row& row, const std::string& side) {
    return row["name_" + side].empty() ? "body " + row["body_" + side] : row["name_" + side];
}

double number(const std::string& text) { return text.empty() || text == "nan" ? 0.0 : std::strtod(text.c_str(), nullptr); }

}  // namespace

ExitStatus joints(const JointsCommand& command) {
    std::vector<Row> rows = read_rows(command.folder + "/joints.csv");
    say(fmt::format("{:>24} {:>24} {:>11} {:>11} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>5}  {}\n",
                    "joint of", "and", "normal [N]", "shear [N]", "shear/n", "x [m]", "y [m]", "z [m]",
                    "opening", "slip", "used", "status"));
    for (Row& row : rows) {
        const std::string a = name_of(row, "a"), b = name_of(row, "b");
        if (!belongs(a, command.group) && !belongs(b, command.group)) continue;
        const double normal = number(row["normal"]), shear = number(row["shear"]);
        say(
            fmt::format("{:>24} {:>24} {:>11.4g} {:>11.4g} {:>9.3g} {:>10.5g} {:>10.5g} {:>10.5g} {:>10.2g} "
                        "{:>9.2g} {:>5.2f}  "
                        "{}\n",
                        a, b, normal, shear, normal != 0.0 ? shear / normal : 0.0, number(row["point.x"]),
                        number(row["point.y"]), number(row["point.z"]), number(row["opening"]),
                        number(row["slip"]), number(row["utilisation"]), row["status"]));
    }
    return ExitStatus::done;
}

}  // namespace drystone
