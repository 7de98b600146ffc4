// Arrays that grow, against plain vectors to which the same is done: rows written at the end and again, cut, closed and opened anew in every way, in any
// order; every type, shape and storage. Then files of thousands of chunks, torn anywhere.

#include <cmath>
#include <cstring>
#include <limits>

#include "core/input_error.h"
#include "core/random.h"
#include "hdf5/file.h"
#include "hdf5/series.h"
#include "hdf5/sheet.h"
#include "hdf5/text_series.h"
#include "io/folders.h"

namespace drystone::hdf5::models_test {
namespace {

template <class T>
T any_value(Random& random) {
    if constexpr (std::is_floating_point_v<T>) {
        const int kind = static_cast<int>(random.uniform(0.0, 12.0));
        if (kind == 0) return std::numeric_limits<T>::infinity();
        if (kind == 1) return -std::numeric_limits<T>::denorm_min();
        if (kind == 2) return -T{};
        if (kind == 3) return std::numeric_limits<T>::max();
        return static_cast<T>(random.normal());
    } else {
        const int kind = static_cast<int>(random.uniform(0.0, 6.0));
        if (kind == 0) return std::numeric_limits<T>::max();
        if (kind == 1) return std::numeric_limits<T>::min();
        return static_cast<T>(random.uniform(0.0, 100.0));
    }
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

std::int64_t below(Random& random, std::int64_t n) { return std::min(n - 1, static_cast<std::int64_t>(random.uniform() * static_cast<double>(n))); }

struct Kept {
    Shape row;
    Storage storage;
};
std::vector<Kept> ways_to_keep() {
    std::vector<Kept> all;
    for (const Shape& row : {Shape{}, Shape{3}, Shape{2, 3}, Shape{1, 1}, Shape{17}}) {
        for (const std::int64_t first : {1, 4, 64}) {
            for (const int deflate : {0, 4}) {
                Kept one{row, {.chunk = {}, .deflate = deflate, .checksum = first == 4}};
                one.storage.chunk.push_back(first);
                for (const std::int64_t length : row) one.storage.chunk.push_back(std::max<std::int64_t>(1, length - 1));
                all.push_back(one);
            }
        }
    }
    return all;
}

template <class T>
class GrowingSeries : public InAFolder {};
using Types = testing::Types<std::uint8_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(GrowingSeries, Types);

TYPED_TEST(GrowingSeries, IsTheVectorItWasWrittenFrom) {
    using T = TypeParam;
    Random random(5);
    for (const Kept& kept : ways_to_keep()) {
        const std::string name = this->path("a.h5");
        const auto width = static_cast<std::size_t>(values_in(kept.row));
        std::vector<T> model;
        {
            File file = File::create(name);
            Series<T>::make(file, "grüße", kept.row, kept.storage);
            file.close();
        }
        for (int life = 0; life < 4; ++life) {
            const bool appends = life % 2 == 1;
            File file = appends ? File::open_to_append(name) : File::open_for_writing(name);
            Series<T> series = Series<T>::open(file, "grüße", kept.row);
            for (int action = 0; action < 6; ++action) {
                const auto rows = static_cast<std::int64_t>(model.size() / width);
                ASSERT_EQ(series.rows(), rows);
                if (action == 3 && !appends) {
                    const std::int64_t left = below(random, rows + 1);
                    series.cut(left);
                    model.resize(static_cast<std::size_t>(left) * width);
                    continue;
                }
                const std::int64_t first = action % 2 == 0 ? rows : below(random, rows + 1), count = below(random, 7);
                std::vector<T> values(static_cast<std::size_t>(count) * width);
                for (T& value : values) value = any_value<T>(random);
                series.write(first, values);
                model.resize(std::max(model.size(), (static_cast<std::size_t>(first + count)) * width));
                std::copy(values.begin(), values.end(), model.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(first) * width));
            }
            series.flush();
            file.close();
            const File reader = File::open(name);
            const auto read = Series<T>::open(reader, "grüße", kept.row);
            const auto rows = static_cast<std::int64_t>(model.size() / width);
            ASSERT_TRUE(same_bits(read.read(0, rows), model)) << in_words(kept.row) << " life " << life;
            ASSERT_NO_THROW(read.expect_readable(rows));
            if (rows == 0) continue;
            const std::int64_t at = below(random, rows);
            ASSERT_TRUE(same_bits(read.read(at, 1), std::vector<T>(model.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at) * width),
                                                                  model.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(at) + 1) * width))));
            ASSERT_THROW(read.read(rows, 1), InputError);
            ASSERT_THROW(read.read(-1, 1), InputError);
            ASSERT_THROW(read.expect_readable(rows + 1), InputError);
        }
    }
}

template <class T>
class GrowingSheet : public InAFolder {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(GrowingSheet, Reals);

// Rows of unlike lengths: what was never written is not a number.
TYPED_TEST(GrowingSheet, HasGapsWhereNothingWasWritten) {
    using T = TypeParam;
    Random random(6);
    for (const Shape& entry : {Shape{}, Shape{3}, Shape{2, 2}}) {
        const auto width = static_cast<std::size_t>(values_in(entry));
        Shape chunk{2, 3};
        for (const std::int64_t length : entry) chunk.push_back(length);
        std::vector<std::vector<T>> model;
        std::size_t columns = 0;
        File file = File::create(this->path("a.h5"));
        Sheet<T> sheet = Sheet<T>::make(file, "numbers", entry, {.chunk = chunk, .deflate = 1});
        for (int k = 0; k < 30; ++k) {
            const auto row = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(model.size()) + 1));
            std::vector<T> values(static_cast<std::size_t>(below(random, 9)) * width);
            for (T& value : values) value = static_cast<T>(random.normal());
            sheet.write(static_cast<std::int64_t>(row), values);
            if (model.size() <= row) model.resize(row + 1);
            columns = std::max(columns, values.size() / width);
            model[row].resize(std::max(model[row].size(), values.size()), std::numeric_limits<T>::quiet_NaN());
            std::copy(values.begin(), values.end(), model[row].begin());
        }
        ASSERT_EQ(sheet.rows(), static_cast<std::int64_t>(model.size()));
        ASSERT_EQ(sheet.columns(), static_cast<std::int64_t>(columns));
        for (std::size_t row = 0; row < model.size(); ++row) {
            const std::vector<T> read = sheet.read(static_cast<std::int64_t>(row), static_cast<std::int64_t>(columns));
            ASSERT_EQ(read.size(), columns * width);
            for (std::size_t i = 0; i < read.size(); ++i) {
                if (i < model[row].size() && !std::isnan(model[row][i]))
                    ASSERT_EQ(read[i], model[row][i]);
                else
                    ASSERT_TRUE(std::isnan(read[i])) << row << " " << i;
            }
        }
        ASSERT_THROW(sheet.read(static_cast<std::int64_t>(model.size()), 1), InputError);
        ASSERT_THROW(sheet.read(0, static_cast<std::int64_t>(columns) + 1), InputError);
        ASSERT_THROW(sheet.entry(0, static_cast<std::int64_t>(columns)), InputError);
        sheet.cut(1, 1);
        ASSERT_EQ(sheet.rows(), 1);
        ASSERT_EQ(sheet.columns(), 1);
        file.close();
    }
}

using Torn = InAFolder;

// Letters of one to four bytes, cut where they do not fit, never within one.
TEST_F(Torn, TextsAreCutBetweenLetters) {
    const std::vector<std::string> letters{"a", "é", "石", "🧱", "\"", ",", "\n"};
    Random random(7);
    for (const std::size_t bytes : {1u, 2u, 3u, 4u, 7u, 64u}) {
        File file = File::create(path("a.h5"));
        TextSeries series = TextSeries::make(file, "names", bytes, 3);
        std::vector<std::string> model;
        for (int k = 0; k < 20; ++k) {
            std::string text, fitting;
            bool full = false;
            for (int n = 0; n < static_cast<int>(random.uniform(0.0, 30.0)); ++n) {
                const std::string& letter = letters[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(letters.size())))];
                text += letter;
                full = full || fitting.size() + letter.size() > bytes;
                if (!full) fitting += letter;
            }
            ASSERT_EQ(series.kept(text), fitting) << bytes;
            series.write(k, std::vector<std::string>{text});
            model.push_back(fitting);
        }
        file.close();
        const File reader = File::open(path("a.h5"));
        ASSERT_EQ(TextSeries::open(reader, "names").read(20), model) << bytes;
    }
}

// A long run: thousands of chunks, appended and flushed one by one; whatever its writer left when it was stopped is read or refused, quickly.
TEST_F(Torn, ThousandsOfChunksAreReadOrRefusedWhereverTheyEnd) {
    const std::string name = path("long.h5");
    constexpr int rows = 4000;
    {
        File file = File::create(name);
        Series<double>::make(file, "x", {2}, {.chunk = {1, 2}, .checksum = true});
        Series<std::int32_t>::make(file, "n", {}, {.chunk = {2}});
        file.close();
        file = File::open_to_append(name);
        auto x = Series<double>::open(file, "x", {2});
        auto n = Series<std::int32_t>::open(file, "n", {});
        for (int k = 0; k < rows; ++k) {
            x.write(k, std::vector<double>{1.0 * k, -0.5 * k});
            n.write(k, std::vector<std::int32_t>{k});
            if (k % 97 == 0) x.flush(), n.flush();
        }
        file.close();
    }
    const std::string whole = content_of_file(name);
    {
        const File file = File::open(name);
        const auto x = Series<double>::open(file, "x", {2});
        ASSERT_EQ(x.rows(), rows);
        for (const int k : {0, 1, 2047, 2048, rows - 1}) ASSERT_EQ(x.read(k, 1), (std::vector<double>{1.0 * k, -0.5 * k}));
    }
    int refused = 0, read = 0;
    for (int k = 0; k < 40; ++k) {
        std::string bad = whole;
        if (k % 2 == 0)
            bad.resize(whole.size() * static_cast<std::size_t>(k) / 40);
        else
            bad[whole.size() * static_cast<std::size_t>(k) / 40] ^= 0x10;
        put_file(path("bad.h5"), bad);
        try {
            const File file = File::open(path("bad.h5"));
            const auto x = Series<double>::open(file, "x", {2});
            const auto n = Series<std::int32_t>::open(file, "n", {});
            x.expect_readable(x.rows());
            n.expect_readable(n.rows());
            ++read;
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GE(refused, 20);  // all that are short, at least
    EXPECT_EQ(read + refused, 40);
}

}  // namespace
}  // namespace drystone::hdf5::models_test
