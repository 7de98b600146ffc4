#pragma once

#include <filesystem>
#include <vector>

#include "scene/node.h"
#include "step/signal.h"

namespace drystone {

/// Two columns of numbers: separated by commas, semicolons, tabs or blanks; lines that begin with '#' or
/// '%' and a first line of column titles are skipped. `file` is the string of the scene that names the
/// file, `folder` the scene's own. A bad line is refused with its place in the file.
struct TwoColumns {
    struct Row {
        double first = 0.0;
        double second = 0.0;
        Place place;
    };
    std::vector<Row> rows;
};
TwoColumns read_two_columns(const Node& file, const std::filesystem::path& folder);

/// A record of motion: a PEER .AT2 file (a header line with NPTS and DT, then the values), or two columns,
/// time and value, the times ascending. Values are multiplied by `scale`.
std::vector<Signal::Point> read_record(const Node& file, const std::filesystem::path& folder, double scale);

}  // namespace drystone
