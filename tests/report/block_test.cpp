#include "report/block.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <zlib.h>

namespace drystone::block_test {
namespace {

std::string inflated(const std::string& bytes, std::size_t most = 1 << 20) {
    std::string out(most, '\0');
    uLongf size = most;
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                         reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
              Z_OK);
    out.resize(size);
    return out;
}

double value_of_half(std::uint16_t bits) {  // by the definition of IEEE 754
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -size : size;
}

TEST(HalfPrecision, ReadsBackEveryHalf) {
    for (int bits = 0; bits < 0x7c00; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        ASSERT_EQ(half_bits(static_cast<float>(value_of_half(half))), half);
        ASSERT_EQ(half_bits(static_cast<float>(-value_of_half(half))), half | 0x8000);
    }
}

TEST(HalfPrecision, RoundsToTheNearest) {
    for (double x = 1e-4; x < 6e4; x *= 1.37) {
        const double got = value_of_half(half_bits(static_cast<float>(x)));
        EXPECT_LE(std::abs(got - x), x * std::ldexp(1.0, -11) * 1.0001);
    }
    EXPECT_EQ(half_bits(65519.0F), 0x7bff);
    EXPECT_EQ(half_bits(65520.0F), 0x7c00);  // infinite
    EXPECT_EQ(half_bits(-std::numeric_limits<float>::infinity()), 0xfc00);
    EXPECT_EQ(half_bits(std::nanf("")), 0x7e00);
}

TEST(Base64, HasTheTextsOfRfc4648) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(ColumnBlock, HasAnIndexAndItsColumnsInPlanes) {
    ColumnBlock block(0.5);
    block.bytes("kind", std::vector<std::uint8_t>{7, 8});
    block.ascending("a", std::vector<int>{3, 4, 260});
    const std::string text = inflated(block.deflated(6));
    const std::string index =
        R"({"time":0.5,"columns":[{"name":"kind","type":"u8","size":1,"count":2,"offset":0},)"
        R"({"name":"a","type":"d32","size":1,"count":3,"offset":2}]})";
    ASSERT_EQ(static_cast<unsigned char>(text[0]), index.size());
    EXPECT_EQ(text.substr(4, index.size()), index);
    // 3, +1, +256: low bytes 3 1 0, second bytes 0 0 1
    EXPECT_EQ(text.substr(4 + index.size()), std::string("\x07\x08\x03\x01\x00\x00\x00\x01\0\0\0\0\0\0", 14));
}

TEST(ColumnBlock, QuantisesBetweenTheExtremesOfEachComponent) {
    ColumnBlock block;
    block.quantised("x", 2, std::vector<float>{-1.0F, 5.0F, 1.0F, 5.0F, 0.0F, 5.0F});
    const std::string text = inflated(block.deflated(6));
    EXPECT_NE(text.find(R"("low":[-1.0,5.0])"), std::string::npos) << text;
    const std::string data = text.substr(text.size() - 12);
    const auto number = [&](int i) {
        return static_cast<unsigned char>(data[i]) + 256 * static_cast<unsigned char>(data[6 + i]);
    };
    EXPECT_EQ(number(0), 0);
    EXPECT_EQ(number(2), 65535);
    EXPECT_NEAR(number(4), 32768, 1);
    EXPECT_EQ(number(1), 0);  // a component that does not vary
}

}  // namespace
}  // namespace drystone::block_test
