#include "scene/read_moving_loads.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/read_body_list.h"
#include "scene/read_signal.h"
#include "scene/read_stages.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
std::vector<typename MovingLoad<D>::Axle> read_axles(const Table& travel) {
    const Node* node = travel.find("axles");
    if (!node) return {{}};
    std::vector<typename MovingLoad<D>::Axle> axles;
    for (const Node& item : array_of(*node, "axles", "[distance behind the first, share of the force] pairs")) {
        const Vec<2> pair = vector_of<2>(item, "an axle, [distance behind the first, share of the force],");
        if (pair[0] < 0.0) refuse(item.place, "an axle's distance is counted backwards from the first: it is not negative");
        if (!(pair[1] > 0.0)) refuse(item.place, "an axle's share of the force must be greater than zero");
        axles.push_back({pair[0], pair[1]});
    }
    if (axles.empty()) refuse(node->place, "axles is empty; leave it out for one");
    return axles;
}

/// At one station after the other, each for `every` seconds; at the last for good.
Signal stations(const Table& travel, double way) {
    const Node& node = travel.at("stations");
    const auto count = static_cast<int>(whole_number_of(node, "stations", 2, 1000000));
    const double every = travel.positive("every");
    Signal signal{.kind = Signal::Kind::table};
    for (int k = 0; k < count; ++k) {
        const double s = way * k / (count - 1);
        if (k > 0) signal.points.push_back({k * every, s - way / (count - 1)});
        signal.points.push_back({k * every, s});
    }
    return signal;
}

/// Where the first axle is, up to the place where the last has left.
Signal read_position(const Table& travel, double way, const std::filesystem::path& folder) {
    const bool by_speed = travel.has("speed"), by_stations = travel.has("stations"), given = travel.has("position");
    if (by_speed + by_stations + given != 1)
        refuse(travel.place(), "say how the load travels: speed, or stations and every, or position (m along the way, a number or a "
                               "function of time)");
    if (const Node* every = travel.find("every"); every && !by_stations)
        refuse(every->place, "every is the time at each of the stations, and there are none");
    if (const Node* start = travel.find("start"); start && given)
        refuse(start->place, "start belongs to speed or stations; a position has its own");
    if (given) return read_signal_or_number(travel.at("position"), "position", folder);
    Signal signal = by_stations ? stations(travel, way) : Signal{.kind = Signal::Kind::ramp, .to = way};
    if (by_speed) signal.over = way / travel.positive("speed");
    signal.start = travel.not_negative("start", 0.0);
    return signal;
}

}  // namespace

template <int D>
MovingLoad<D> read_moving_load(const Node& drive, const Draft<D>& draft) {
    const Table table(drive, "a drive that travels", {"name", "body", "bodies", "force", "history", "travel", "stage"});
    const Table travel(table.at("travel"), "travel", {"from", "to", "speed", "stations", "every", "position", "start", "axles"});
    MovingLoad<D> load;
    load.name = table.text("name", "");
    load.bodies = read_body_or_bodies(drive, draft);
    load.force = table.template vector<D>("force");
    if (load.force == Vec<D>{}) refuse(table.at("force").place, "force must not be zero: it says where a load that travels presses");
    if (const Node* history = table.find("history")) load.history = read_signal(*history, "a history", {}, draft.folder);
    load.from = travel.template vector<D>("from");
    load.to = travel.template vector<D>("to");
    if (load.from == load.to) refuse(travel.at("to").place, "from and to are the same place");
    load.axles = read_axles<D>(travel);
    double longest = 0.0;
    for (const auto& axle : load.axles) longest = std::max(longest, axle.behind);
    load.position = read_position(travel, norm(load.to - load.from) + longest, draft.folder);
    load.place = origin_of(drive);
    load.stages = read_stage_list(drive, draft);
    return load;
}

template MovingLoad<2> read_moving_load(const Node&, const Draft<2>&);
template MovingLoad<3> read_moving_load(const Node&, const Draft<3>&);

}  // namespace drystone
