#include "render/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drystone::render {

namespace {

constexpr Colour hex(int rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr std::array ramp{hex(0xecdcbd), hex(0xc6d2c0), hex(0x86b4bd),
                          hex(0x3f82a0), hex(0x1b4f78), hex(0x12294a)};
constexpr std::array kinds{hex(0x8fb3c4), hex(0xd9a679), hex(0x9dbb8c), hex(0xc58f9c),
                           hex(0xb3a5d1), hex(0xd6c36f), hex(0x7fb8ad), hex(0xc9b8a4)};

constexpr std::array joint_ramp{hex(0xf6c244), hex(0xf08a24), hex(0xd8453a), hex(0x95226b), hex(0x3b0f55)};
constexpr std::array statuses{hex(0xd55e00), hex(0x3c7fb1),
                              hex(0xe6a817)};  // open, sticking, sliding (Okabe and Ito)

struct Way {
    ColourBy way;
    std::string_view name, unit;
    double per_unit = 1.0;
    std::optional<JointValue> joint = {};
};
constexpr std::array ways{Way{ColourBy::velocity, "velocity", "m/s"},
                          Way{ColourBy::displacement, "displacement", "m"},
                          Way{ColourBy::rotation, "rotation", "rad"},
                          Way{ColourBy::pressure, "pressure", "Pa"},
                          Way{ColourBy::material, "material", ""},
                          Way{ColourBy::group, "group", ""},
                          Way{ColourBy::opening, "opening", "mm", 1e3, JointValue::opening},
                          Way{ColourBy::slip, "slip", "mm", 1e3, JointValue::slip},
                          Way{ColourBy::damage, "damage", "-", 1.0, JointValue::damage},
                          Way{ColourBy::utilisation, "utilisation", "-", 1.0, JointValue::utilisation},
                          Way{ColourBy::status, "status", "", 1.0, JointValue::status}};

const Way& entry(ColourBy way) {
    return *std::find_if(ways.begin(), ways.end(), [&](const Way& one) { return one.way == way; });
}

template <std::size_t N>
Colour between(const std::array<Colour, N>& colours, double x) {
    const double place = std::clamp(x, 0.0, 1.0) * (N - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(place), N - 2);
    return mix(colours[low], colours[low + 1], place - static_cast<double>(low));
}

/// |v - w| of entry i of (n, d) numbers; w may be missing.
double distance(const std::vector<float>& v, const std::vector<float>* w, int d, int i) {
    double sum = 0.0;
    for (int c = 0; c < d; ++c) {
        const double x = v[d * i + c] - (w ? static_cast<double>((*w)[d * i + c]) : 0.0);
        sum += x * x;
    }
    return std::sqrt(sum);
}

}  // namespace

std::optional<ColourBy> colour_by(std::string_view name) {
    for (const Way& one : ways) {
        if (one.name == name) return one.way;
    }
    return std::nullopt;
}

std::string_view name_of(ColourBy way) { return entry(way).name; }
std::string_view unit_of(ColourBy way) { return entry(way).unit; }
bool is_number(ColourBy way) { return !entry(way).unit.empty(); }

double shown_per_unit(ColourBy way) { return entry(way).per_unit; }
std::optional<JointValue> joint_value_of(ColourBy way) { return entry(way).joint; }

std::string names_of_ways() {
    std::string names;
    for (const Way& one : ways) names += (names.empty() ? "" : ", ") + std::string(one.name);
    return names;
}

Colour on_ramp(double x) { return between(ramp, x); }
Colour on_joint_ramp(double x) { return between(joint_ramp, x); }
Colour status_colour(int status) { return statuses[std::clamp(status, 0, 2)]; }

Colour on_ramp_between(double value, double low, double high) {
    const double x = high > low ? (value - low) / (high - low) : 0.0;
    return on_ramp(std::abs(low) > std::abs(high) ? 1.0 - x : x);
}

Colour kind_colour(int index) { return index < 0 ? unknown_colour : kinds[index % kinds.size()]; }

std::vector<Colour> colours_of_values(const std::vector<float>& values, double low, double high) {
    std::vector<Colour> out;
    for (const float value : values)
        out.push_back(std::isfinite(value) ? on_ramp_between(value, low, high) : unknown_colour);
    return out;
}

std::vector<Colour> colours_of(ColourBy way, const ShownBodies& bodies, const ShownFrame& frame,
                               const ShownFrame& first, double top) {
    const int d = bodies.dimension;
    const std::vector<float> pressure =
        way == ColourBy::pressure ? pressures(bodies, frame) : std::vector<float>{};
    const std::vector<float> turned =
        way == ColourBy::rotation ? rotations_since(bodies, first, frame) : std::vector<float>{};
    const std::optional<JointValue> joint = joint_value_of(way);
    const std::vector<float> worst = joint ? worst_by_body(*joint, bodies, frame) : std::vector<float>{};
    const auto value = [&](int i) -> double {
        if (joint) return worst[i];
        if (way == ColourBy::velocity) return distance(frame.velocity, nullptr, d, i);
        if (way == ColourBy::displacement) return distance(frame.position, &first.position, d, i);
        if (way == ColourBy::rotation) return turned[i];
        return pressure[i];
    };
    std::vector<Colour> out;
    out.reserve(bodies.size());
    for (int i = 0; i < bodies.size(); ++i) {
        if (way == ColourBy::material) {
            out.push_back(kind_colour(bodies.material[i]));
        } else if (bodies.fixed[i]) {
            out.push_back(fixed_colour);
        } else if (way == ColourBy::group) {
            out.push_back(kind_colour(bodies.group[i]));
        } else if (way == ColourBy::status) {
            out.push_back(std::isfinite(worst[i])
                              ? mix(status_colour(static_cast<int>(worst[i])), {1.0, 1.0, 1.0}, 0.45)
                              : unknown_colour);
        } else {
            const double x = value(i);
            out.push_back(std::isfinite(x) ? on_ramp(top > 0.0 ? x / top : 0.0) : unknown_colour);
        }
    }
    return out;
}

}  // namespace drystone::render
