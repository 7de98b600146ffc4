// Units of the columns of probes: those that the reference gives.

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "report/columns.h"

namespace drystone::units_test {
namespace {

/// A row of the tables of quantities in docs/scene.md: | `force`, `moment` | ... [N], [N m] |
struct Row {
    std::vector<std::string> quantities, units;
};

std::vector<std::string> all_of(const std::string& text, const char* pattern) {
    const std::regex expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) found.push_back((*at)[1]);
    return found;
}

/// "[m2], 2D [m]": in the plane the latter stands for the former.
std::vector<std::string> units_in(std::string meaning, int dimension) {
    const std::regex both(R"(\[([^\]]*)\], 2D \[([^\]]*)\])");
    meaning = std::regex_replace(meaning, both, dimension == 2 ? "[$2]" : "[$1]");
    return all_of(meaning, R"(\[([^\]#]+)\](?!\())");
}

std::vector<Row> rows_of_the_reference(int dimension) {
    std::ifstream file(DRYSTONE_SOURCE_DIR "/docs/scene.md");
    std::vector<Row> rows;
    bool of_probes = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) of_probes = line == "## [[probes]]";
        const std::size_t bar = line.find(" | ");
        if (!of_probes || !line.starts_with("| `") || bar == std::string::npos) continue;
        if (std::count(line.begin(), line.end(), '|') != 3) continue;  // keys have their types and defaults
        rows.push_back({all_of(line.substr(0, bar), "`([^`]+)`"), units_in(line.substr(bar), dimension)});
    }
    return rows;
}

TEST(UnitsOfColumns, AreThoseOfTheReference) {
    for (const int dimension : {2, 3}) {
        int with_units = 0;
        for (const Row& row : rows_of_the_reference(dimension)) {
            if (row.units.empty()) continue;
            std::vector<std::string> found;
            for (const std::string& quantity : row.quantities) found.push_back(unit_of_column(quantity, dimension));
            with_units += static_cast<int>(found.size());
            if (row.quantities.size() == row.units.size()) {
                EXPECT_EQ(found, row.units) << row.quantities.front();
                continue;
            }
            std::set<std::string> known(row.units.begin(), row.units.end()), told(found.begin(), found.end());
            told.erase("");  // counts and ratios stand beside what has a unit
            EXPECT_EQ(told, known) << row.quantities.front();
        }
        EXPECT_GT(with_units, 40);
    }
}

TEST(UnitsOfColumns, AreOfTheQuantityWhereverItIsOf) {
    EXPECT_EQ(unit_of_column("cell.stress.xx", 2), "Pa");
    EXPECT_EQ(unit_of_column("cell.size.x", 3), "m");
    EXPECT_EQ(unit_of_column("cell.strain.xx", 2), "");
    EXPECT_EQ(unit_of_column("cell.solid_fraction", 2), "");
    EXPECT_EQ(unit_of_column("sinks.below.mass", 2), "kg");
    EXPECT_EQ(unit_of_column("sources.rain.v2.count", 2), "");
    EXPECT_EQ(unit_of_column("strong_stress.xy", 3), "Pa");
    EXPECT_EQ(unit_of_column("volume", 2), "m2");
    EXPECT_EQ(unit_of_column("face_area", 3), "m2");
}

}  // namespace
}  // namespace drystone::units_test
