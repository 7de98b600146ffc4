#include "report/number_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "io/folders.h"

namespace drystone::number_table_test {
namespace {

using NumberTables = InAFolder;

TEST_F(NumberTables, AreReadAsTheyWereWritten) {
    put_file(path("a.csv"), "time,x\n0.1,1e-300\n0.2,nan\n0.30000000000000004,-inf\n");
    const NumberTable table = read_table(path("a.csv"), "a");
    EXPECT_EQ(table.columns, (std::vector<std::string>{"time", "x"}));
    EXPECT_EQ(table.values[0], (std::vector<double>{0.1, 0.2, 0.30000000000000004}));
    EXPECT_EQ(table.values[1][0], 1e-300);
    EXPECT_TRUE(std::isnan(table.values[1][1]));
    EXPECT_EQ(table.values[1][2], -INFINITY);
}

TEST_F(NumberTables, LeaveOutALineThatIsStillBeingWritten) {
    put_file(path("a.csv"), "time,x\n0.1,1\n0.2,");
    EXPECT_EQ(read_table(path("a.csv"), "a").rows(), 1U);
}

TEST_F(NumberTables, GrowWithTheirFile) {
    put_file(path("a.csv"), "time,x\n0.1,1\n0.2,");
    NumberTable table = read_table(path("a.csv"), "a");
    std::ofstream(path("a.csv"), std::ios::app) << "2\n0.3,3\n";
    read_more(path("a.csv"), table);
    EXPECT_EQ(table.values[1], (std::vector<double>{1.0, 2.0, 3.0}));
    EXPECT_EQ(table.rows_in_file, 3U);
}

TEST_F(NumberTables, RefuseARowOfAnotherLength) {
    put_file(path("a.csv"), "time,x\n0.1,1\n0.2\n");
    try {
        read_table(path("a.csv"), "a");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), path("a.csv") + ":3: 1 cells, 2 wanted");
    }
}

TEST(ThinnedTables, KeepEveryPeakAndBothEnds) {
    NumberTable table{.name = "a", .columns = {"time", "x"}, .values = {{}, {}}};
    for (int i = 0; i < 100'000; ++i) {
        table.values[0].push_back(i);
        table.values[1].push_back(i == 77'777 ? 9.0 : i == 5 ? -9.0 : std::sin(1e-3 * i));
    }
    table.rows_in_file = table.rows();
    thin(table, 1000);
    EXPECT_LE(table.rows(), 1002U);
    EXPECT_GE(table.rows(), 500U);
    EXPECT_EQ(table.values[0].front(), 0.0);
    EXPECT_EQ(table.values[0].back(), 99'999.0);
    const auto peak = std::find(table.values[1].begin(), table.values[1].end(), 9.0);
    ASSERT_NE(peak, table.values[1].end());
    EXPECT_EQ(table.values[0][peak - table.values[1].begin()], 77'777.0);
    EXPECT_NE(std::find(table.values[1].begin(), table.values[1].end(), -9.0), table.values[1].end());
    EXPECT_TRUE(std::is_sorted(table.values[0].begin(), table.values[0].end()));
    EXPECT_EQ(table.rows_in_file, 100'000U);
}

/// Columns of bodies that come later, or of joints that do not bear yet, begin with none.
TEST(ThinnedTables, KeepThePeaksBehindWhatIsNoNumber) {
    NumberTable table{.name = "a", .columns = {"time", "x"}, .values = {{}, {}}};
    for (int i = 0; i < 4000; ++i) {
        table.values[0].push_back(i);
        table.values[1].push_back(i % 40 < 7 ? std::nan("") : i == 3333 ? 9.0 : i == 1234 ? -9.0 : 1.0);
    }
    thin(table, 400);
    for (const double peak : {9.0, -9.0}) EXPECT_NE(std::find(table.values[1].begin(), table.values[1].end(), peak), table.values[1].end()) << peak;
    EXPECT_LE(table.rows(), 402U);
}

}  // namespace
}  // namespace drystone::number_table_test
