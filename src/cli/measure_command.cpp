#include "cli/measure_command.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/heat_map.h"
#include "cli/measure_ask.h"
#include "cli/picture_file.h"
#include "core/input_error.h"
#include "fields/events.h"
#include "io/atomic_file.h"
#include "render/colours.h"
#include "render/png.h"
#include "render/raster_sheet.h"
#include "render/run_pictures.h"
#include "report/run_reader.h"
#include "report/xy_plot.h"
#include "run/say.h"

namespace drystone {

namespace {


std::size_t column_named(const Measured& table, const std::string& name) {
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end())
        throw InputError("--column " + name, fmt::format("is not known: there are {}", fmt::join(table.columns, ", ")));
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::size_t column_shown(const Measured& table, const MeasureCommand& command) {
    if (!command.column.empty()) return column_named(table, command.column);
    return is_of_bodies(command.what) ? column_named(table, first_seen(command.what)) : 1;
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

/// A drawing on a sheet of that size, in the format of the file's name.
template <class Draw>
void write_sheet(const std::string& path, const Pixel& size, const Draw& draw_on) {
    if (is_svg(path)) {
        SvgSheet sheet(size.x, size.y);
        draw_on(sheet);
        return write_atomically(path, sheet.finish());
    }
    render::RasterSheet sheet(size.x, size.y, render::print_scale);
    draw_on(sheet);
    ThreadPool alone(1);
    write_atomically(path, render::encode_png(sheet.finish(alone)));
}

void draw_curve(const Measured& table, std::size_t column, const MeasureCommand& command) {
    const std::string &x = table.columns[0], &y = table.columns[column];
    const std::vector<XyCurve> curves{{.label = y,
                                       .of_x = x,
                                       .of_y = y,
                                       .unit_x = x == "time" ? "s" : "",
                                       .unit_y = "",
                                       .x = values_in(table, 0),
                                       .y = values_in(table, column)}};
    const PlotSize size;
    write_sheet(command.out, {size.width, size.height}, [&](Sheet& sheet) { draw_plot(curves, "", size, sheet); });
}

std::string hex(const render::Colour& colour) {
    const auto part = [](double x) { return static_cast<int>(std::lround(255.0 * std::clamp(x, 0.0, 1.0))); };
    return fmt::format("#{:02x}{:02x}{:02x}", part(colour.r), part(colour.g), part(colour.b));
}

/// A field of the plane, or of the middle layer of space across y.
void draw_field(const RunField& field, const MeasureCommand& command) {
    const Measured table = field_table(field.grid.points(), field.sums, field.dimension);
    const std::size_t column = column_named(table, command.column.empty() ? "density" : command.column);
    const int up = field.dimension - 1;
    const auto &n = field.grid.count;
    const auto number = [&](int i, int k) {
        return field.dimension == 2 ? k * n[0] + i : (k * n[1] + n[1] / 2) * n[0] + i;
    };
    HeatMap map{.title = table.columns[column], .of_x = "x [m]", .of_y = field.dimension == 2 ? "y [m]" : "z [m]", .columns = n[0],
                .rows = n[static_cast<std::size_t>(up)]};
    map.width = field.grid.step[0];
    map.height = field.grid.step[up];
    map.left = field.grid.first[0] - 0.5 * map.width;
    map.bottom = field.grid.first[up] - 0.5 * map.height;
    std::vector<double> values;
    for (int k = 0; k < map.rows; ++k) {
        for (int i = 0; i < map.columns; ++i) values.push_back(table.rows[static_cast<std::size_t>(number(i, k))][column]);
    }
    map.low = std::numeric_limits<double>::infinity();
    map.high = -map.low;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        map.low = std::min(map.low, value);
        map.high = std::max(map.high, value);
    }
    if (map.low > map.high) map.low = map.high = 0.0;  // nothing to be shown
    const double span = map.high > map.low ? map.high - map.low : 1.0;
    for (const double value : values) map.colour.push_back(std::isfinite(value) ? hex(render::on_ramp((value - map.low) / span)) : "none");
    for (int k = 0; k < 64; ++k) map.bar.push_back(hex(render::on_ramp((k + 0.5) / 64.0)));
    constexpr double longest = 640.0;
    write_sheet(command.out, size_of(map, longest), [&](Sheet& sheet) { draw(map, longest, sheet); });
}

Measured avalanches(const MeasureCommand& command) {
    if (command.of.empty() || !command.above)
        throw InputError("--what avalanches", "needs --of probe.column and --above X, the threshold");
    RunReader run(command.folder);
    const Track track = track_of(run.tables(), {command.of, false}, run.bodies().dimension, command.folder);
    return events_above(track.time, track.value, *command.above);
}

Measured table_of(const MeasureCommand& command) {
    if (command.what == "avalanches") return avalanches(command);
    const FramesFile file(command.folder + "/frames.h5");
    return measure_run(file, ask_of(command, file.geometry()));
}

/// Fields know where they are: they are drawn as a map, and written for ParaView.
void write_field(const MeasureCommand& command) {
    const FramesFile file(command.folder + "/frames.h5");
    const RunField field = field_of_run(file, ask_of(command, file.geometry()));
    if (ends_with(command.out, ".vti"))
        write_atomically(command.out, vti_of(field.grid, field.sums, field.dimension));
    else
        draw_field(field, command);
    say(fmt::format("{}: field, {} points\n", command.out, field.sums.size()));
}

}  // namespace

ExitStatus measure(const MeasureCommand& command) {
    const bool table_wanted = ends_with(command.out, ".csv"), is_field = command.what == "field";
    if (!table_wanted && !ends_with(command.out, ".png") && !is_svg(command.out) && !(is_field && ends_with(command.out, ".vti")))
        throw InputError(command.out, "measures are written to .csv, .png or .svg, fields also to .vti");
    refuse_place(command.out);
    if (is_field && !table_wanted) {
        write_field(command);
        return ExitStatus::done;
    }
    const Measured table = table_of(command);
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
