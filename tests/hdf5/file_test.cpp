#include "hdf5/file.h"

#include <cstring>
#include <limits>
#include <numeric>

#include "core/input_error.h"
#include "core/random.h"
#include "hdf5/series.h"
#include "io/folders.h"

namespace drystone::hdf5::file_test {
namespace {

using Files = InAFolder;

/// What the refusal says.
template <class Action>
std::string refusal(const Action& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was refused";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void write_sample(const std::string& path) {
    File file = File::create(path);
    file.set_text("format", "sample");
    file.set_whole_number("version", 3);
    file.set_number("step", 1e-3);
    const Group group = file.make_group("things");
    group.write<double>("lengths", std::vector<double>{1.5, -2.5, 1e-300, 4.0, 5.0, 6.0}, {2, 3});
    group.write<std::int32_t>("bodies", std::vector<std::int32_t>{7, -8}, {2});
    const std::vector<std::string> names{"ball", "", "plate of glass \xc3\xa9"};
    group.write_texts("names", names);
    group.write_text("scene", "[scene]\ndimension = 3\n");
    file.close();
}

TEST_F(Files, GiveBackWhatWasWritten) {
    write_sample(path("a.h5"));
    const File file = File::open(path("a.h5"));
    EXPECT_EQ(file.text("format"), "sample");
    EXPECT_EQ(file.whole_number("version"), 3);
    EXPECT_EQ(file.number("step"), 1e-3);
    EXPECT_EQ(file.names(), std::vector<std::string>{"things"});
    const Group things = file.group("things");
    EXPECT_EQ(things.names(), (std::vector<std::string>{"bodies", "lengths", "names", "scene"}));
    const Array<double> lengths = things.read<double>("lengths");
    EXPECT_EQ(lengths.shape, (Shape{2, 3}));
    EXPECT_EQ(lengths.values, (std::vector<double>{1.5, -2.5, 1e-300, 4.0, 5.0, 6.0}));
    EXPECT_EQ(things.read<std::int64_t>("bodies", {any}), (std::vector<std::int64_t>{7, -8}));
    EXPECT_EQ(things.read_texts("names"), (std::vector<std::string>{"ball", "", "plate of glass \xc3\xa9"}));
    EXPECT_EQ(things.read_text("scene"), "[scene]\ndimension = 3\n");
    EXPECT_TRUE(things.has("names"));
    EXPECT_FALSE(things.has("nothing"));
    EXPECT_FALSE(file.has_attribute("nothing"));
}

TEST_F(Files, KeepEveryTypeToTheLastBit) {
    const std::vector<float> real{0.1f, -1e-40f, std::numeric_limits<float>::infinity()};
    const std::vector<std::uint8_t> bytes{0, 255, 7};
    const std::vector<std::int64_t> large{std::numeric_limits<std::int64_t>::min(), 0, 1};
    const Storage packed{.chunk = {2}, .deflate = 4, .checksum = true};
    {
        File file = File::create(path("a.h5"));
        file.write<float>("real", real, {3}, packed);
        file.write<std::uint8_t>("bytes", bytes, {3}, packed);
        file.write<std::int64_t>("large", large, {3}, packed);
        file.close();
    }
    const File file = File::open(path("a.h5"));
    EXPECT_EQ(file.read<float>("real").values, real);
    EXPECT_EQ(file.read<std::uint8_t>("bytes").values, bytes);
    EXPECT_EQ(file.read<std::int64_t>("large").values, large);
}

TEST_F(Files, SayWhatIsWrongAndWhere) {
    write_sample(path("a.h5"));
    const File file = File::open(path("a.h5"));
    const Group things = file.group("things");
    const std::string place = path("a.h5") + ": /things/";
    EXPECT_EQ(refusal([&] { things.read<double>("widths"); }), place + "widths: is missing");
    EXPECT_EQ(refusal([&] { things.read<double>("bodies"); }),
              place + "bodies: holds 32-bit whole numbers, expected 64-bit real numbers");
    EXPECT_EQ(refusal([&] { things.read<std::uint8_t>("bodies"); }),
              place + "bodies: holds 32-bit whole numbers, expected 8-bit unsigned whole numbers");
    EXPECT_EQ(refusal([&] {
                  things.read<double>("lengths", {any, 2});
              }),
              place + "lengths: has the shape (2, 3), expected (any, 2)");
    EXPECT_EQ(refusal([&] { things.read<double>("lengths", {6}); }),
              place + "lengths: has the shape (2, 3), expected (6)");
    EXPECT_EQ(refusal([&] { things.read_texts("bodies"); }),
              place + "bodies: holds 32-bit whole numbers, expected text");
    EXPECT_EQ(refusal([&] { things.read_text("names"); }), place + "names: holds 3 texts, expected one");
    EXPECT_EQ(refusal([&] { file.group("places"); }), path("a.h5") + ": /places: is missing");
    EXPECT_TRUE(contains(refusal([&] { file.group("things").group("names"); }), "names: is not a group"));
    EXPECT_EQ(refusal([&] { file.text("version"); }),
              path("a.h5") + ": attribute version: holds 64-bit whole numbers, expected text");
    EXPECT_EQ(refusal([&] { file.number("nothing"); }), path("a.h5") + ": attribute nothing: is missing");
}

TEST_F(Files, ThatAreNoneAreRefused) {
    EXPECT_EQ(refusal([&] { File::open(path("none.h5")); }), path("none.h5") + ": there is no such file");
    EXPECT_EQ(refusal([&] { File::open(folder); }), folder + ": is not a file");
    put_file(path("text.h5"), "time,position.x\n0,1\n");
    EXPECT_EQ(refusal([&] { File::open(path("text.h5")); }), path("text.h5") + ": is not an HDF5 file");
    put_file(path("empty.h5"), "");
    EXPECT_EQ(refusal([&] { File::open(path("empty.h5")); }), path("empty.h5") + ": is not an HDF5 file");
}

TEST_F(Files, CannotBeCreatedWhereThereIsNoFolder) {
    EXPECT_THROW(File::create(path("none/a.h5")), WriteError);
}

/// Reads everything of the sample; whatever is refused must be an InputError.
bool reads(const std::string& path) {
    try {
        const File file = File::open(path);
        file.text("format");
        const Group things = file.group("things");
        things.read<double>("lengths", {2, 3});
        things.read<std::int32_t>("bodies", {2});
        things.read_texts("names");
        things.read_text("scene");
        return true;
    } catch (const InputError&) {
        return false;
    }
}

TEST_F(Files, CutShortAnywhereAreRefused) {
    write_sample(path("a.h5"));
    const std::string whole = content_of_file(path("a.h5"));
    for (std::size_t length = 1; length < whole.size(); length += 1 + whole.size() / 97) {
        put_file(path("cut.h5"), whole.substr(0, length));
        EXPECT_FALSE(reads(path("cut.h5"))) << length << " of " << whole.size() << " bytes";
    }
}

TEST_F(Files, WithAFlippedByteAreReadOrRefused) {
    write_sample(path("a.h5"));
    const std::string whole = content_of_file(path("a.h5"));
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 199) {
        std::string bad = whole;
        bad[at] = static_cast<char>(bad[at] ^ 0x55);
        put_file(path("bad.h5"), bad);
        refused += !reads(path("bad.h5"));
    }
    EXPECT_GT(refused,
              20);  // what describes the arrays has checksums; unused bytes and the numbers have none
}

TEST_F(Files, WithChecksumsRefuseAFlippedNumber) {
    std::vector<double> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0.5);
    {
        File file = File::create(path("a.h5"));
        file.write<double>("numbers", numbers, {1000}, {.chunk = {1000}, .checksum = true});
        file.close();
    }
    std::string bytes = content_of_file(path("a.h5"));
    const double sought = 321.5;
    const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&sought), sizeof sought));
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(File::open(path("a.h5")).read<double>("numbers").values, numbers);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    put_file(path("a.h5"), bytes);
    const File file = File::open(path("a.h5"));
    EXPECT_TRUE(contains(refusal([&] { file.read<double>("numbers"); }), "/numbers: cannot be read"));
}

}  // namespace
}  // namespace drystone::hdf5::file_test
