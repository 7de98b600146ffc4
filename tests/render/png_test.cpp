#include "render/png.h"

#include <zlib.h>

#include <cstdlib>
#include <stdexcept>

#include <gtest/gtest.h>

namespace drystone::render::png_test {
namespace {

std::uint32_t u32(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

/// The data of the one chunk of a type; every checksum is looked at.
std::string chunk(const std::string& png, const std::string& wanted) {
    std::string found;
    for (std::size_t at = 8; at < png.size();) {
        const std::uint32_t size = u32(png, at);
        const std::string type = png.substr(at + 4, 4), data = png.substr(at + 8, size);
        const std::string whole = type + data;
        EXPECT_EQ(u32(png, at + 8 + size),
                  crc32(0, reinterpret_cast<const Bytef*>(whole.data()), static_cast<uInt>(whole.size())));
        if (type == wanted) found = data;
        at += 12 + size;
    }
    return found;
}

/// As the PNG specification tells a reader to: inflate, then undo each row's filter.
Image decode(const std::string& png) {
    const std::string header = chunk(png, "IHDR"), packed = chunk(png, "IDAT");
    Image image{static_cast<int>(u32(header, 0)), static_cast<int>(u32(header, 4)), {}};
    const std::size_t row = 3 * static_cast<std::size_t>(image.width);
    std::string raw((row + 1) * image.height, '\0');
    uLongf size = raw.size();
    if (uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                   packed.size()) != Z_OK ||
        size != raw.size())
        throw std::runtime_error("cannot inflate");
    const auto pixel = [&](int y, std::ptrdiff_t i) { return y < 0 || i < 0 ? 0 : image.rgb[row * y + i]; };
    for (int y = 0; y < image.height; ++y) {
        if (raw[(row + 1) * y] != 4) throw std::runtime_error("another filter than expected");
        for (std::size_t i = 0; i < row; ++i) {
            const auto k = static_cast<std::ptrdiff_t>(i);
            const int a = pixel(y, k - 3), b = pixel(y - 1, k), c = k >= 3 ? pixel(y - 1, k - 3) : 0,
                      p = a + b - c;
            int nearest = a;
            if (std::abs(p - b) < std::abs(p - nearest)) nearest = b;
            if (std::abs(p - c) < std::abs(p - nearest)) nearest = c;
            image.rgb.push_back(static_cast<std::uint8_t>(raw[(row + 1) * y + 1 + i] + nearest));
        }
    }
    return image;
}

TEST(APng, DecodesToTheSamePixels) {
    Image image{37, 23, {}};
    std::uint32_t state = 1;
    for (int i = 0; i < 3 * 37 * 23; ++i) {
        state = state * 1664525 + 1013904223;
        image.rgb.push_back(static_cast<std::uint8_t>(i % 7 < 3 ? i : state >> 24));
    }
    const std::string png = encode_png(image);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(chunk(png, "IHDR").substr(8), std::string("\x08\x02\x00\x00\x00", 5));
    EXPECT_EQ(decode(png), image);
}

}  // namespace
}  // namespace drystone::render::png_test
