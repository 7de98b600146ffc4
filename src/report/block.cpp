#include "report/block.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

namespace drystone {

namespace {

constexpr double quantum_steps = 65535.0;
constexpr float half_top = 60000.0F;  // the largest half is 65504

}  // namespace

void ColumnBlock::add(std::string_view name, std::string_view type, int size, std::size_t numbers,
                      std::string_view more) {
    index_ += fmt::format(R"({}{{"name":{},"type":"{}","size":{},"count":{},"offset":{}{}}})",
                          index_.empty() ? "" : ",", nlohmann::json(name).dump(), type, size, numbers / size,
                          data_.size(), more);
}

template <class T>
void ColumnBlock::append_planes(std::span<const T> values) {
    const std::size_t n = values.size(), start = data_.size();
    data_.resize(start + n * sizeof(T));
    for (std::size_t i = 0; i < n; ++i) {
        char parts[sizeof(T)];
        std::memcpy(parts, &values[i], sizeof(T));
        for (std::size_t k = 0; k < sizeof(T); ++k) data_[start + k * n + i] = parts[k];
    }
}

void ColumnBlock::bytes(std::string_view name, std::span<const std::uint8_t> values) {
    add(name, "u8", 1, values.size(), "");
    append_planes(values);
}

void ColumnBlock::integers(std::string_view name, std::span<const int> values) {
    add(name, "i32", 1, values.size(), "");
    append_planes(values);
}

void ColumnBlock::ascending(std::string_view name, std::span<const int> values) {
    std::vector<int> steps(values.begin(), values.end());
    for (std::size_t i = steps.size(); i > 1; --i) steps[i - 1] -= steps[i - 2];
    add(name, "d32", 1, values.size(), "");
    append_planes(std::span<const int>(steps));
}

void ColumnBlock::floats(std::string_view name, int size, std::span<const float> values) {
    assert(size > 0 && values.size() % static_cast<std::size_t>(size) == 0);
    add(name, "f32", size, values.size(), "");
    append_planes(values);
}

void ColumnBlock::doubles(std::string_view name, std::span<const double> values) {
    add(name, "f64", 1, values.size(), "");
    append_planes(values);
}

void ColumnBlock::halves(std::string_view name, int size, std::span<const float> values) {
    assert(size > 0 && values.size() % static_cast<std::size_t>(size) == 0);
    float largest = 0.0F;
    for (const float value : values) {
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    }
    const float scale = largest > 0.0F ? largest / half_top : 1.0F;
    std::vector<std::uint16_t> bits(values.size());
    std::transform(values.begin(), values.end(), bits.begin(),
                   [&](float value) { return half_bits(value / scale); });
    add(name, "f16", size, values.size(), fmt::format(R"(,"scale":{})", scale));
    append_planes(std::span<const std::uint16_t>(bits));
}

void ColumnBlock::quantised(std::string_view name, int size, std::span<const float> values) {
    assert(size > 0 && values.size() % static_cast<std::size_t>(size) == 0);
    std::vector<double> low(size, std::numeric_limits<double>::infinity()), high(size, -low[0]);
    for (std::size_t i = 0; i < values.size(); ++i) {
        low[i % size] = std::min<double>(low[i % size], values[i]);
        high[i % size] = std::max<double>(high[i % size], values[i]);
    }
    std::vector<double> step(size, 0.0);
    for (int c = 0; c < size; ++c) {
        if (values.empty()) low[c] = high[c] = 0.0;
        step[c] = (high[c] - low[c]) / quantum_steps;
    }
    std::vector<std::uint16_t> bits(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int c = static_cast<int>(i % size);
        bits[i] = step[c] > 0.0 ? static_cast<std::uint16_t>(std::lround((values[i] - low[c]) / step[c])) : 0;
    }
    add(name, "q16", size, values.size(),
        fmt::format(R"(,"low":{},"step":{})", nlohmann::json(low).dump(), nlohmann::json(step).dump()));
    append_planes(std::span<const std::uint16_t>(bits));
}

std::string ColumnBlock::deflated(int level) const {
    const std::string index = fmt::format(R"({{"time":{},"columns":[{}]}})", time_, index_);
    const auto length = static_cast<std::uint32_t>(index.size());
    std::string whole(sizeof length, '\0');
    std::memcpy(whole.data(), &length, sizeof length);
    whole += index;
    whole += data_;
    return deflate(whole, level);
}

std::uint16_t half_bits(float value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const float size = std::abs(value);
    if (std::isnan(value)) return 0x7e00;
    if (size >= 65520.0F) return sign | 0x7c00;
    if (size < std::ldexp(1.0F, -14)) {  // subnormal: whole multiples of 2^-24
        return sign | static_cast<std::uint16_t>(std::nearbyint(std::ldexp(size, 24)));
    }
    int exponent = 0;
    const float fraction = std::frexp(size, &exponent);  // in [1/2, 1)
    // The carry of a fraction that rounds up to 1 goes into the exponent, as it should.
    const int rounded = static_cast<int>(std::nearbyint(std::ldexp(fraction, 11))) - 1024;
    return sign | static_cast<std::uint16_t>(((exponent + 14) << 10) + rounded);
}

std::string deflate(std::string_view bytes, int level) {
    assert(level >= 0 && level <= 9);
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string out(size, '\0');
    const int result =
        compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), level);
    if (result != Z_OK) throw std::runtime_error(fmt::format("zlib cannot deflate ({})", result));
    out.resize(size);
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < left ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= left ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

}  // namespace drystone
