#include "charts/heat_map.h"

#include <algorithm>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr double margin_left = 70.0, margin_right = 110.0, margin_top = 40.0, margin_bottom = 60.0, bar_width = 16.0;

Pixel area_of(const HeatMap& map, double longest) {
    const double x = map.columns * map.width, y = map.rows * map.height, scale = longest / std::max(x, y);
    return {scale * x, scale * y};
}

void paint_box(const Pixel& from, const Pixel& to, const std::string& colour, Sheet& sheet) {
    if (colour == "none") return;
    const Pixel corners[] = {from, {to.x, from.y}, to, {from.x, to.y}};
    sheet.polygon(corners, {.fill = colour, .stroke = colour, .width = 0.5});
}

void draw_bar(const HeatMap& map, const Pixel& corner, double height, Sheet& sheet) {
    const double piece = height / static_cast<double>(map.bar.size());
    for (std::size_t k = 0; k < map.bar.size(); ++k) {
        const double bottom = corner.y + height - static_cast<double>(k) * piece;
        paint_box({corner.x, bottom - piece}, {corner.x + bar_width, bottom}, map.bar[k], sheet);
    }
    for (const double share : {0.0, 0.5, 1.0})
        sheet.text({corner.x + bar_width + 6.0, corner.y + height * (1.0 - share) + 4.0},
                   fmt::format("{:.4g}", map.low + share * (map.high - map.low)), {});
}

}  // namespace

Pixel size_of(const HeatMap& map, double longest) {
    const Pixel area = area_of(map, longest);
    return {area.x + margin_left + margin_right, area.y + margin_top + margin_bottom};
}

void draw(const HeatMap& map, double longest, Sheet& sheet) {
    const Pixel area = area_of(map, longest);
    Chart chart{.title = map.title, .of_x = map.of_x, .of_y = map.of_y};
    chart.x = Scale::linear(map.left, map.left + map.columns * map.width);
    chart.y = Scale::linear(map.bottom, map.bottom + map.rows * map.height);
    chart.corner = {margin_left, margin_top};
    chart.size = area;
    chart.most_ticks = 6;
    draw(chart, sheet);
    for (int row = 0; row < map.rows; ++row) {
        for (int column = 0; column < map.columns; ++column) {
            const double x = map.left + column * map.width, y = map.bottom + row * map.height;
            paint_box(chart.at(x, y), chart.at(x + map.width, y + map.height),
                      map.colour[static_cast<std::size_t>(row * map.columns + column)], sheet);
        }
    }
    draw_bar(map, {margin_left + area.x + 20.0, margin_top}, area.y, sheet);
}

}  // namespace drystone
