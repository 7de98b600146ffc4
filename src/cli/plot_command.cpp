#include "cli/plot_command.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/picture_file.h"
#include "core/input_error.h"
#include "io/atomic_file.h"
#include "render/png.h"
#include "render/raster_sheet.h"
#include "report/run_reader.h"
#include "report/xy_plot.h"
#include "run/say.h"

namespace drystone {

namespace {


/// What tells folders apart: the last part of their paths.
std::string name_of(const std::string& folder) {
    return std::filesystem::absolute(folder + "/.").lexically_normal().parent_path().filename().string();
}

std::vector<XyCurve> curves_of(const PlotCommand& command) {
    std::vector<XyCurve> curves;
    for (const std::string& folder : command.folders) {
        RunReader run(folder);
        const std::vector<NumberTable>& tables = run.tables();
        if (tables.empty())
            throw InputError(folder, "holds neither steps.csv nor probes: there is nothing to plot");
        const int dimension = run.bodies().dimension;
        const Track x = track_of(tables, {command.x, command.x_from_start}, dimension, folder);
        for (const std::string& name : command.y) {
            curves.push_back(curve_of(x, track_of(tables, {name, command.y_from_start}, dimension, folder)));
            if (command.folders.size() > 1) curves.back().label += ", " + name_of(folder);
        }
    }
    return curves;
}

}  // namespace

ExitStatus plot(const PlotCommand& command) {
    if (!ends_with(command.out, ".svg") && !ends_with(command.out, ".png"))
        throw InputError(command.out, "plots are .svg or .png");
    refuse_place(command.out);
    const auto [width, height] = size_in(command.size);
    const PlotSize size{static_cast<double>(width), static_cast<double>(height)};
    const std::vector<XyCurve> curves = curves_of(command);
    if (ends_with(command.out, ".svg")) {
        write_atomically(command.out, plot_svg(curves, command.title, size));
    } else {
        render::RasterSheet sheet(size.width, size.height, render::print_scale);
        draw_plot(curves, command.title, size, sheet);
        ThreadPool alone(1);
        write_atomically(command.out, render::encode_png(sheet.finish(alone)));
    }
    std::size_t points = 0;
    for (const XyCurve& curve : curves) points += curve.y.size();
    say(fmt::format("{}: {} curve{} of {} points\n", command.out, curves.size(),
                    curves.size() == 1 ? "" : "s", points));
    return ExitStatus::done;
}

}  // namespace drystone
