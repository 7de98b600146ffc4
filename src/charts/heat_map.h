#pragma once

#include <string>
#include <vector>

#include "charts/chart.h"

namespace drystone {

/// Numbers on a grid as colours, with a bar that tells them. Lengths along both axes have one scale.
struct HeatMap {
    std::string title = {}, of_x = {}, of_y = {};
    int columns = 1, rows = 1;
    double left = 0.0, bottom = 0.0;       // of the first piece
    double width = 1.0, height = 1.0;      // of one piece, in the units of the axes
    std::vector<std::string> colour = {};  // (rows, columns), the lowest row first; "none" paints nothing
    double low = 0.0, high = 1.0;          // at the ends of the bar
    std::vector<std::string> bar = {};     // from low to high
};

/// The size of the sheet that it asks for, the longer side of the map being `longest` [px].
Pixel size_of(const HeatMap& map, double longest);
void draw(const HeatMap& map, double longest, Sheet& sheet);

}  // namespace drystone
