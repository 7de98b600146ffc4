#include "render/legend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/scale.h"
#include "render/draw.h"

namespace drystone::render {

namespace {

constexpr Colour legend_ink{0.2, 0.2, 0.2};
constexpr std::size_t most_kinds = 16;

/// Writes from the top downwards.
struct Column {
    double left, y, letter;
    Overlay out;

    void write(const std::string& text, double indent = 0.0) {
        out.texts.push_back({left + indent, y + letter, letter, text});
    }
    void next(double lines = 1.0) { y += 1.9 * lines * letter; }
};

/// A bar of colours with its name, unit and ticks.
struct Ramp {
    std::string name, unit;
    double low = 0.0, top = 0.0;
    bool of_joints = false;

    Colour colour(double value, double high) const {
        return of_joints ? on_joint_ramp((value - low) / (high - low)) : on_ramp_between(value, low, high);
    }
};

void add_ramp(const Ramp& words, double length, Column& column) {
    column.write(words.name);
    column.next();
    if (words.unit != "-") {
        column.write(words.unit);
        column.next();
    }
    if (words.of_joints) column.next(0.4);
    const double width = 1.2 * column.letter;
    constexpr int steps = 128;
    const double high = words.top > words.low ? words.top : words.low + 1.0;  // a ramp also of nothing
    for (int i = 0; i < steps; ++i) {
        // Each reaches a little below the next, so that no seam shows.
        const double top = column.y + length * i / steps;
        const double height = i + 1 < steps ? 1.5 * length / steps : length / steps;
        const double value = high + (words.low - high) * (i + 0.5) / steps;
        column.out.boxes.push_back({column.left, top, width, height, words.colour(value, high)});
    }
    const double span = words.top - words.low, step = round_number(span / 3.0);
    const double first = std::ceil(words.low / step - 1e-9) + 0.0;  // no -0
    for (double i = first; step > 0.0 && i * step <= words.top + 1e-9 * span; i += 1.0) {
        const double y = column.y + length * (words.top - i * step) / span;
        column.out.lines.push_back(
            {column.left + width, y, column.left + 1.3 * width, y, 0.08 * column.letter, legend_ink});
        column.out.texts.push_back({column.left + 1.6 * width, y + 0.5 * column.letter, column.letter,
                                    fmt::format("{:.6g}", i * step)});
    }
    column.y += length;
    column.next(1.5);
}

Ramp ramp_of(const LegendWords& words) {
    if (!words.field.empty())
        return {.name = words.field, .unit = words.unit, .low = words.low, .top = words.top};
    return {.name = std::string(name_of(words.way)),
            .unit = std::string(unit_of(words.way)),
            .top = shown_per_unit(words.way) * words.top};
}

void add_patch(const Colour& colour, const std::string& text, Column& column) {
    column.out.boxes.push_back(
        {column.left, column.y - 0.1 * column.letter, 1.2 * column.letter, 1.2 * column.letter, colour});
    column.write(text, 2.0 * column.letter);
    column.next();
}

void add_statuses(Column& column, double pale) {
    for (const int status : {1, 2, 0})
        add_patch(mix(status_colour(status), {1.0, 1.0, 1.0}, pale), status_names[status], column);
    column.next(0.5);
}

/// Lines of a crack map with the openings they stand for.
void add_cracks(const LegendWords& words, Column& column) {
    const double unit = shown_per_unit(*words.joints), most = unit * words.joint_top,
                 rounded = round_number(most);
    column.write("cracks");
    column.next();
    if (!(words.joint_top > words.least)) {
        column.write("none above");
        column.next();
    }
    for (const double told : {most, rounded, 0.5 * rounded, 0.2 * rounded}) {
        const double value = told / unit;
        const bool twice = told != most && told > 0.85 * most;
        if (!(value >= words.least) || !(words.joint_top > words.least) || twice) continue;
        const double y = column.y + 0.5 * column.letter;
        column.out.lines.push_back({column.left, y, column.left + 3.0 * column.letter, y,
                                    words.crack * value / words.joint_top,
                                    on_joint_ramp(value / words.joint_top)});
        column.write(fmt::format("{:.2g} mm", told), 4.2 * column.letter);
        column.next();
    }
    column.write(
        fmt::format("{}{:.3g} mm", words.joint_top > words.least ? "from " : "", unit * words.least));
    column.next(1.5);
}

void add_joints(const LegendWords& words, double height, Column& column) {
    if (!words.joints) return;
    if (words.crack > 0.0) return add_cracks(words, column);
    if (*words.joints == ColourBy::status) {
        column.write("joints");
        column.next();
        return add_statuses(column, 0.0);
    }
    const std::string name(name_of(*words.joints)), unit(unit_of(*words.joints));
    add_ramp({.name = name,
              .unit = unit == "-" ? "of joints" : "of joints, " + unit,
              .top = shown_per_unit(*words.joints) * words.joint_top,
              .of_joints = true},
             0.25 * height, column);
}

void add_meshes(const LegendWords& words, Column& column) {
    if (words.magnified != 1.0 || words.arrows) {
        column.write("displacements");
        column.next();
        if (!words.since.empty()) {
            column.write("since " + words.since);
            column.next();
        }
        column.write(fmt::format("drawn x {:g}", words.magnified));
        column.next(1.5);
    }
    if (!words.crosses) return;
    for (const auto& [colour, text] : {std::pair(pressing, "compression"), std::pair(pulling, "tension")}) {
        const double y = column.y + 0.5 * column.letter;
        column.out.lines.push_back(
            {column.left, y, column.left + 1.2 * column.letter, y, 0.2 * column.letter, colour});
        column.write(text, 2.0 * column.letter);
        column.next();
    }
    column.next(0.5);
}

void add_kinds(const LegendWords& words, Column& column) {
    for (std::size_t i = 0; i < std::min(words.kinds.size(), most_kinds); ++i) {
        add_patch(kind_colour(static_cast<int>(i)), words.kinds[i], column);
    }
    if (words.kinds.size() > most_kinds) {
        column.write(fmt::format("and {} more", words.kinds.size() - most_kinds));
        column.next();
    }
    column.next(0.5);
}

/// A force as wide as it is drawn, with its size; a round number that is drawn about two letters wide at most.
void add_force(const LegendWords& words, Column& column) {
    const double most = std::min(1.0, 2.0 * column.letter / words.width);
    const double force = round_number(most * words.newton);
    if (!(force > 0.0)) return;
    const double width = words.width * force / words.newton;
    const double y = column.y + 0.5 * std::max(width, column.letter);
    column.out.lines.push_back(
        {column.left, y, column.left + 3.0 * column.letter, y, width, {0.64, 0.13, 0.11}});
    column.out.texts.push_back({column.left + 3.0 * column.letter + 0.5 * width + 0.8 * column.letter,
                                y + 0.5 * column.letter, column.letter, fmt::format("{:g} N", force)});
    column.y = y + 0.5 * width;
    column.next();
}

void add_thrust(const LegendWords& words, Column& column) {
    const double y = column.y + 0.5 * column.letter;
    column.out.lines.push_back({column.left, y, column.left + 3.0 * column.letter, y, words.thrust, thrust});
    column.write("thrust", 3.8 * column.letter);
    column.next();
    if (!words.kern) return;
    column.out.boxes.push_back(
        {column.left, column.y - 0.1 * column.letter, 3.0 * column.letter, 1.2 * column.letter, kern_green});
    column.write("kern", 3.8 * column.letter);
    column.next();
    column.write(words.kern_of == 0     ? "not known"
                 : words.kern_left == 0 ? "never left"
                                        : fmt::format("left at {} of", words.kern_left));
    column.next();
    if (words.kern_left > 0) column.write(fmt::format("{} joints", words.kern_of));
    column.next();
}

void add_scale(const LegendWords& words, double height, Column& column) {
    const double metres = round_number(7.0 * column.letter / words.pixels_per_metre);
    const double length = metres * words.pixels_per_metre, y = height - 1.5 * column.letter;
    const double tick = 0.35 * column.letter, pen = 0.12 * column.letter;
    column.out.lines.push_back({column.left, y, column.left + length, y, pen, legend_ink});
    for (const double x : {column.left, column.left + length})
        column.out.lines.push_back({x, y - tick, x, y + tick, pen, legend_ink});
    column.out.texts.push_back(
        {column.left, y - 0.9 * column.letter, column.letter, fmt::format("{:g} m", metres)});
}

}  // namespace

Overlay legend(const LegendWords& words, double left, double height, double letter) {
    Column column{left, 1.5 * letter, letter, {}};
    if (!words.time.empty()) {
        column.write(words.time);
        column.next(words.count >= 0 ? 1.0 : 1.5);
    }
    if (words.count >= 0) {
        column.write(fmt::format("{} bodies", words.count));
        column.next(1.5);
    }
    if (words.tells_since && words.field.empty()) {
        column.write("since " + words.since);
        column.next();
    }
    if (!words.field.empty() || is_number(words.way))
        add_ramp(ramp_of(words), (words.joints ? 0.2 : 0.3) * height, column);
    else if (words.way == ColourBy::status)
        add_statuses(column, 0.45);
    else
        add_kinds(words, column);
    add_joints(words, height, column);
    add_meshes(words, column);
    if (words.newton > 0.0 && words.width > 0.0) add_force(words, column);
    if (words.thrust > 0.0) add_thrust(words, column);
    if (words.pixels_per_metre > 0.0) add_scale(words, height, column);
    return column.out;
}

}  // namespace drystone::render
