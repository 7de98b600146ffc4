#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

/// Columns of numbers in one deflated block, for the page (web/src/block.js reads it):
///
///     u32 length of the index | index (JSON): time, name, type, size, count, offset of each column | bytes
///
/// Numbers of several bytes lie in planes (all first bytes, all second bytes, ...): they deflate better so. Little
/// endian. A column has `size` numbers per entry.
class ColumnBlock {
  public:
    explicit ColumnBlock(double time = 0.0) : time_(time) {}

    void bytes(std::string_view name, std::span<const std::uint8_t> values);
    void integers(std::string_view name, std::span<const int> values);
    void ascending(std::string_view name, std::span<const int> values);  // as differences
    void floats(std::string_view name, int size, std::span<const float> values);
    void doubles(std::string_view name, std::span<const double> values);

    /// Half precision of the values over their largest: three digits, over nine decades.
    void halves(std::string_view name, int size, std::span<const float> values);

    /// 65536 steps between the least and the greatest value of each component. Values must be finite.
    void quantised(std::string_view name, int size, std::span<const float> values);

    /// zlib's deflate, level 0 (only wrapped: for short ways), 1 (fast) to 9.
    std::string deflated(int level) const;

  private:
    void add(std::string_view name, std::string_view type, int size, std::size_t numbers,
             std::string_view more);
    template <class T>
    void append_planes(std::span<const T> values);

    double time_;
    std::string index_;  // the columns so far, as JSON objects with commas between
    std::string data_;
};

/// Half precision, to nearest; what is too large becomes infinite, NaN stays.
std::uint16_t half_bits(float value);

std::string deflate(std::string_view bytes, int level);
std::string base64(std::string_view bytes);

}  // namespace drystone
