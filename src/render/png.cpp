#include "render/png.h"

#include <zlib.h>

#include <array>
#include <cassert>
#include <cstdlib>
#include <string_view>

#include "report/block.h"

namespace drystone::render {

namespace {

void append_u32(std::uint32_t value, std::string& out) {
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 255);
}

/// length | type | data | CRC of type and data
void append_chunk(std::string_view type, std::string_view data, std::string& out) {
    append_u32(static_cast<std::uint32_t>(data.size()), out);
    const std::size_t begin = out.size();
    out += type;
    out += data;
    append_u32(static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(&out[begin]),
                                                static_cast<uInt>(out.size() - begin))),
               out);
}

/// Paeth's predictor: of left, above and above left, the one nearest to left + above - above left.
std::uint8_t paeth(int left, int above, int corner) {
    const int guess = left + above - corner;
    const int a = std::abs(guess - left), b = std::abs(guess - above), c = std::abs(guess - corner);
    return static_cast<std::uint8_t>(a <= b && a <= c ? left : b <= c ? above : corner);
}

/// Rows as differences from what their neighbours predict (filter type 4), which deflate better.
std::string filtered(const Image& image) {
    const std::size_t row = 3 * static_cast<std::size_t>(image.width);
    std::string out;
    out.reserve((row + 1) * image.height);
    for (int y = 0; y < image.height; ++y) {
        out += '\4';
        const std::uint8_t* now = &image.rgb[row * y];
        for (std::size_t i = 0; i < row; ++i) {
            const int left = i >= 3 ? now[i - 3] : 0;
            const int above = y > 0 ? *(now + i - row) : 0;
            const int corner = y > 0 && i >= 3 ? *(now + i - row - 3) : 0;
            out += static_cast<char>(now[i] - paeth(left, above, corner));
        }
    }
    return out;
}

}  // namespace

std::string encode_png(const Image& image) {
    assert(image.width > 0 && image.height > 0);
    assert(image.rgb.size() ==
           3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    std::string out = "\x89PNG\r\n\x1a\n", header;
    append_u32(static_cast<std::uint32_t>(image.width), header);
    append_u32(static_cast<std::uint32_t>(image.height), header);
    header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB, deflate, filters by row, not interlaced
    append_chunk("IHDR", header, out);
    append_chunk("IDAT", deflate(filtered(image), 6), out);
    append_chunk("IEND", "", out);
    return out;
}

}  // namespace drystone::render
