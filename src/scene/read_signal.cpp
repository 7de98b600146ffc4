#include "scene/read_signal.h"

#include <numbers>

#include <fmt/format.h>

#include "scene/read_record.h"
#include "step/baseline.h"

namespace drystone {

namespace {

enum class Form { constant, ramp, sine, table, record, ellipse };

Keys keys_of(Form form) {
    switch (form) {
        case Form::constant:
            return {"value"};
        case Form::ramp:
            return {"from", "to", "over"};
        case Form::sine:
            return {"amplitude", "frequency_hz", "phase_deg"};
        case Form::table:
            return {"points"};
        case Form::record:
            return {"file", "scale", "baseline"};
        case Form::ellipse:
            break;
    }
    return {};
}

std::vector<Signal::Point> read_points(const Node& node) {
    std::vector<Signal::Point> points;
    for (const Node& item : array_of(node, "points", "[time, value] pairs")) {
        const Vec<2> pair = vector_of<2>(item, "a point of the table, [time, value],");
        if (pair[0] < 0.0)
            refuse(item.place, "a time in points must not be negative; it is counted from start");
        if (!points.empty() && pair[0] <= points.back().time) {
            refuse(item.place, fmt::format("the times in points must ascend, but {} follows {}", pair[0],
                                           points.back().time));
        }
        points.push_back({pair[0], pair[1]});
    }
    if (points.empty()) refuse(node.place, "points is empty; give at least one [time, value]");
    return points;
}

void read_baseline(const Table& table, std::vector<Signal::Point>& points) {
    constexpr int none = -1;
    const int degree =
        table.choice("baseline", none, {{"none", none}, {"constant", 0}, {"linear", 1}, {"quadratic", 2}});
    if (degree == none) return;
    if (table.text("quantity", "") != "acceleration") {
        refuse(
            table.at("baseline").place,
            "a baseline is taken from an acceleration: it needs a motion with quantity = \"acceleration\"");
    }
    if (points.back().time == 0.0)
        refuse(table.at("baseline").place, "a record of one value has no baseline");
    correct_baseline(degree, points);
}

void read_form(const Table& table, Form form, const std::filesystem::path& folder, Signal& signal) {
    switch (form) {
        case Form::constant:
            signal.kind = Signal::Kind::constant;
            signal.value = table.number("value");
            break;
        case Form::ramp:
            signal.kind = Signal::Kind::ramp;
            signal.from = table.number("from");
            signal.to = table.number("to");
            signal.over = table.not_negative("over");
            break;
        case Form::sine:
            signal.kind = Signal::Kind::sine;
            signal.amplitude = table.number("amplitude");
            signal.frequency = table.positive("frequency_hz");
            signal.phase = table.number("phase_deg", 0.0) * std::numbers::pi / 180.0;
            break;
        case Form::table:
            signal.kind = Signal::Kind::table;
            signal.points = read_points(table.at("points"));
            break;
        case Form::record:
            signal.kind = Signal::Kind::table;
            signal.points = read_record(table.at("file"), folder, table.number("scale", 1.0));
            read_baseline(table, signal.points);
            break;
        case Form::ellipse:
            refuse(table.at("kind").place,
                   "an ellipse is a motion in two directions, not a function of time");
    }
}

Form read_kind(const Table& table) {
    return table.choice<Form>("kind", {{"constant", Form::constant},
                                       {"ramp", Form::ramp},
                                       {"sine", Form::sine},
                                       {"table", Form::table},
                                       {"record", Form::record},
                                       {"ellipse", Form::ellipse}});
}

/// A function of a program's own instead of a kind.
Signal read_given(const Node& node, const std::string& title, Keys keys) {
    keys.push_back("function");
    const Table table(node, title + " with a function", keys);
    const Node& function = table.at("function");
    const auto* given = function.as<Node::Given>();
    if (!given) {
        refuse(function.place,
               fmt::format("function must be a function of the program that makes the scene, found {}; "
                           "in a file write a kind, such as \"table\"",
                           describe(function)));
    }
    return {.kind = Signal::Kind::given, .given = *given};
}

}  // namespace

void read_start_and_stop(const Table& table, Signal& signal) {
    signal.start = table.number("start", 0.0);
    signal.stop = table.number("stop", signal.stop);
    if (signal.stop <= signal.start) {
        refuse(table.at("stop").place, fmt::format("stop must come after start ({})", signal.start));
    }
}

Signal read_signal_or_number(const Node& node, const std::string& what, const std::filesystem::path& folder) {
    if (node.as<Node::Entries>()) return read_signal(node, what, {}, folder);
    if (!node.as<double>() && !node.as<std::int64_t>()) {
        refuse(node.place,
               fmt::format("{} must be a number, or a function of time such as {{ kind = \"ramp\", from = 0, "
                           "to = 1, over = 10 }}, found {}",
                           what, describe(node)));
    }
    return {.kind = Signal::Kind::constant, .value = number_of(node, what)};
}

Signal read_signal(const Node& node, const std::string& title, const Keys& extra,
                   const std::filesystem::path& folder) {
    const Table any(node, title);
    if (any.has("function")) return read_given(node, title, extra);
    const Form form = read_kind(any);
    Keys keys = extra;
    for (const Keys& more : {Keys{"kind", "start", "stop"}, keys_of(form)}) {
        keys.insert(keys.end(), more.begin(), more.end());
    }
    const Table table(node, fmt::format("{} of kind \"{}\"", title, any.text("kind")), keys);
    Signal signal;
    read_start_and_stop(table, signal);
    read_form(table, form, folder, signal);
    return signal;
}

}  // namespace drystone
