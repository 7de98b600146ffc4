#include "cli/measure_ask.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "core/input_error.h"
#include "scene/parse_toml.h"
#include "scene/region.h"

namespace drystone {

namespace {

Vec<3> direction_of(const std::string& axis) {
    const std::size_t letter = std::string("xyz").find(axis);
    if (axis.size() == 1 && letter != std::string::npos) return Vec<3>::axis(static_cast<int>(letter));
    std::istringstream in(axis);
    Vec<3> out{};
    char comma = ',';
    int c = 0;
    for (; c < 3 && comma == ',' && in >> out[c]; ++c) {
        if (!(in >> comma)) comma = '.';
    }
    if (c < 2 || comma == ',' || !(norm(out) > 0.0) || in.rdbuf()->in_avail() > 0)
        throw InputError("--axis " + axis, "is not x, y or z, nor a direction as 1,1 or 1,0,1");
    return (1.0 / norm(out)) * out;
}

int row_of(const std::string& name, const FramesGeometry& geometry) {
    const auto found = std::find(geometry.name.begin(), geometry.name.end(), name);
    if (found == geometry.name.end()) throw InputError("--with " + name, "there is no body of that name");
    return static_cast<int>(found - geometry.name.begin());
}

RunRegion region_of(const MeasureCommand& command, const FramesGeometry& geometry) {
    const Node document = parse_toml_text("region = { " + command.region + " }", "--region");
    const auto* entries = document.as<Node::Entries>();
    const Node& node = entries->front().value;
    RunRegion out;
    if (geometry.dimension == 2)
        out.shape = read_region<2>(node, "region");
    else
        out.shape = read_region<3>(node, "region");
    if (!command.with.empty()) out.with = row_of(command.with, geometry);
    return out;
}

}  // namespace

MeasureAsk ask_of(const MeasureCommand& command, const FramesGeometry& geometry) {
    MeasureAsk ask{.what = command.what,
                   .at = command.at,
                   .since = command.since,
                   .from = command.from,
                   .to = command.to,
                   .by = command.by,
                   .cell = command.cell,
                   .bins = command.bins,
                   .direction = {},
                   .farthest = command.farthest,
                   .kernel = command.kernel,
                   .width = command.width,
                   .spacing = command.spacing,
                   .region = {}};
    if (!command.axis.empty()) ask.direction = direction_of(command.axis);
    if (!command.region.empty()) ask.region = region_of(command, geometry);
    if (command.region.empty() && !command.with.empty()) throw InputError("--with", "says whom a --region moves with: give one");
    return ask;
}

}  // namespace drystone
