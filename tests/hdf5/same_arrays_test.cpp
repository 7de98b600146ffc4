#include "hdf5/same_arrays.h"

#include "core/input_error.h"
#include "hdf5/file.h"
#include "hdf5/series.h"

#include <gtest/gtest.h>

namespace drystone::hdf5::same_arrays_test {
namespace {

File file_with(const std::vector<double>& mass, const std::string& title, std::int64_t rows = 0) {
    static int number = 0;
    File file = File::create_in_memory("file " + std::to_string(number++));
    const Group bodies = file.make_group("bodies");
    bodies.write<double>("mass", mass, {static_cast<std::int64_t>(mass.size())});
    file.write_text("title", title);
    auto time = Series<double>::make(file, "time", {}, {.chunk = {4}});
    if (rows > 0) time.write(0, std::vector<double>(static_cast<std::size_t>(rows), 1.0));
    return file;
}

TEST(SameArrays, AreTakenWhateverGrewMeanwhile) {
    EXPECT_NO_THROW(expect_same_arrays(file_with({1.0, 2.0}, "a", 9), file_with({1.0, 2.0}, "a")));
}

TEST(SameArrays, OtherNumbersShapesAndTextsAreRefused) {
    const File expected = file_with({1.0, 2.0}, "a");
    EXPECT_THROW(expect_same_arrays(file_with({1.0, 2.0000001}, "a"), expected), InputError);
    EXPECT_THROW(expect_same_arrays(file_with({1.0, -0.0}, "a"), file_with({1.0, 0.0}, "a")), InputError);
    EXPECT_THROW(expect_same_arrays(file_with({1.0}, "a"), expected), InputError);
    EXPECT_THROW(expect_same_arrays(file_with({1.0, 2.0}, "b"), expected), InputError);
    EXPECT_THROW(expect_same_arrays(File::create_in_memory("empty"), expected), InputError);
}

TEST(Series, AreReadableAsFarAsTheyWereWritten) {
    const File file = file_with({1.0}, "", 10);
    const auto time = Series<double>::open(file, "time", {});
    EXPECT_NO_THROW(time.expect_readable(10));
    EXPECT_THROW(time.expect_readable(11), InputError);
}

}  // namespace
}  // namespace drystone::hdf5::same_arrays_test
