#include "scene/read_signal.h"

#include <numbers>

#include <fmt/format.h>

#include "scene/read_record.h"

namespace drystone {

namespace {

enum class Form { constant, ramp, sine, table, record };

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
            return {"file", "scale"};
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
            break;
    }
}

Form read_kind(const Table& table) {
    return table.choice<Form>("kind", {{"constant", Form::constant},
                                       {"ramp", Form::ramp},
                                       {"sine", Form::sine},
                                       {"table", Form::table},
                                       {"record", Form::record}});
}

}  // namespace

Signal read_signal(const Node& node, const std::string& title, const Keys& extra,
                   const std::filesystem::path& folder) {
    const Table any(node, title);
    const Form form = read_kind(any);
    Keys keys = extra;
    for (const Keys& more : {Keys{"kind", "start", "stop"}, keys_of(form)}) {
        keys.insert(keys.end(), more.begin(), more.end());
    }
    const Table table(node, fmt::format("{} of kind \"{}\"", title, any.text("kind")), keys);
    Signal signal;
    signal.start = table.number("start", 0.0);
    signal.stop = table.number("stop", signal.stop);
    if (signal.stop <= signal.start) {
        refuse(table.at("stop").place, fmt::format("stop must come after start ({})", signal.start));
    }
    read_form(table, form, folder, signal);
    return signal;
}

}  // namespace drystone
