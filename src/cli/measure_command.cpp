#include "cli/measure_command.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/picture_file.h"
#include "core/input_error.h"
#include "fields/measure_run.h"
#include "io/atomic_file.h"
#include "render/png.h"
#include "render/raster_sheet.h"
#include "render/run_pictures.h"
#include "report/xy_plot.h"
#include "run/say.h"

namespace drystone {

namespace {

MeasureAsk ask_of(const MeasureCommand& command) {
    MeasureAsk ask{.what = command.what,
                   .at = command.at,
                   .since = command.since,
                   .by = command.by,
                   .cell = command.cell,
                   .bins = command.bins,
                   .axis = {},
                   .farthest = command.farthest};
    if (command.axis.empty()) return ask;
    const std::size_t axis = std::string("xyz").find(command.axis);
    if (command.axis.size() != 1 || axis == std::string::npos)
        throw InputError("--axis " + command.axis, "is not x, y or z");
    ask.axis = static_cast<int>(axis);
    return ask;
}

std::size_t column_shown(const Measured& table, const MeasureCommand& command) {
    if (command.column.empty()) return is_of_bodies(command.what) ? table.columns.size() - 1 : 1;
    const auto found = std::find(table.columns.begin(), table.columns.end(), command.column);
    if (found == table.columns.end())
        throw InputError("--column " + command.column,
                         fmt::format("is not known: there are {}", fmt::join(table.columns, ", ")));
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::vector<double> values_in(const Measured& table, std::size_t column) {
    std::vector<double> values;
    for (const std::vector<double>& row : table.rows) values.push_back(row[column]);
    return values;
}

bool is_svg(const std::string& path) { return ends_with(path, ".svg"); }

/// The run, its bodies in the colours of the numbers.
void draw_bodies_by(const Measured& table, std::size_t column, const MeasureCommand& command) {
    render::PictureSettings settings;
    settings.values =
        render::BodyValues(table.columns[column], values_in(table, 0), values_in(table, column));
    render::RunPictures pictures(command.folder, settings);
    if (is_svg(command.out) && pictures.bodies().dimension == 3)
        throw InputError(command.out, "only 2D runs are written as SVG: give a name that ends with .png");
    const int frame = command.at ? pictures.nearest(*command.at) : pictures.frames() - 1;
    pictures.look_at(frame, frame);
    ThreadPool pool(0);
    write_atomically(command.out, is_svg(command.out) ? pictures.svg(frame)
                                                      : render::encode_png(pictures.image(frame, pool)));
}

void draw_curve(const Measured& table, std::size_t column, const MeasureCommand& command) {
    constexpr double print_scale = 2.0;  // pixels of a PNG for each of the chart
    const std::string &x = table.columns[0], &y = table.columns[column];
    const std::vector<XyCurve> curves{{.label = y,
                                       .of_x = x,
                                       .of_y = y,
                                       .unit_x = x == "time" ? "s" : "",
                                       .unit_y = "",
                                       .x = values_in(table, 0),
                                       .y = values_in(table, column)}};
    const PlotSize size;
    if (is_svg(command.out)) return write_atomically(command.out, plot_svg(curves, "", size));
    render::RasterSheet sheet(size.width, size.height, print_scale);
    draw_plot(curves, "", size, sheet);
    ThreadPool alone(1);
    write_atomically(command.out, render::encode_png(sheet.finish(alone)));
}

}  // namespace

ExitStatus measure(const MeasureCommand& command) {
    const bool table_wanted = ends_with(command.out, ".csv");
    if (!table_wanted && !ends_with(command.out, ".png") && !is_svg(command.out))
        throw InputError(command.out, "measures are written to .csv, .png or .svg");
    refuse_place(command.out);
    const Measured table = measure_run(FramesFile(command.folder + "/frames.h5"), ask_of(command));
    if (table_wanted) {
        write_atomically(command.out, csv_of(table));
    } else {
        const std::size_t column = column_shown(table, command);
        is_of_bodies(command.what) ? draw_bodies_by(table, column, command)
                                   : draw_curve(table, column, command);
    }
    say(fmt::format("{}: {}, {} rows\n", command.out, command.what, table.rows.size()));
    return ExitStatus::done;
}

}  // namespace drystone
