#include "run/report_figures.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "render/png.h"
#include "render/run_pictures.h"
#include "report/run_reader.h"
#include "report/xy_plot.h"

namespace drystone {

namespace {

using render::PictureSettings;

constexpr int most_bodies = 20000;        // of more a picture takes longer than it is worth
constexpr int most_vector_bodies = 2000;  // of more an SVG is larger than pixels
constexpr PlotSize plot_size{760.0, 480.0};

/// Several pictures stand in one page: what is a name in one of them must not be one in all.
std::string as_part(std::string svg) {
    for (std::size_t at = 0; (at = svg.find("<g id=", at)) != std::string::npos;)
        svg.replace(at, 6, "<g class=");
    return svg;
}

/// The last frame of a run, in one way after another.
class Album {
  public:
    Album(const std::string& folder, const RunReader& run)
        : folder_(folder), run_(run), last_(run.frame(run.frames() - 1)), first_(run.frame(0)) {}

    void add(const std::string& title, const std::string& caption, PictureSettings settings) {
        settings.width = 1000;
        settings.height = 640;
        render::RunPictures pictures(folder_, settings);
        const int last = pictures.frames() - 1;
        pictures.look_at(last, last);
        const bool vectors = run_.bodies().dimension == 2 && run_.bodies().size() <= most_vector_bodies;
        figures.push_back({title, fmt::format("{} At {:.4g} s.", caption, last_.time),
                           vectors ? as_part(pictures.svg(last))
                                   : png_image(render::encode_png(pictures.image(last, pool_)), title)});
    }

    bool has_moved(double than) const {
        for (std::size_t k = 0; k < last_.position.size(); ++k) {
            if (std::abs(last_.position[k] - first_.position[k]) > than) return true;
        }
        return false;
    }
    double widest() const {
        return *std::max_element(last_.joints.opening.begin(), last_.joints.opening.end());
    }
    /// In a cell that repeats bodies come in again on the other side: displacements are not drawn.
    bool repeats() const { return first_.space.repeats(); }
    bool bears() const { return last_.contacts() > 0; }

    std::vector<Figure> figures;

  private:
    const std::string& folder_;
    const RunReader& run_;
    ShownFrame last_, first_;
    ThreadPool pool_{1};
};

void add_pictures(Album& album, bool flat) {
    album.add("The structure",
              flat ? "Resultant forces at the joints, as wide as they are strong." : "The last state.",
              {.forces = flat && album.bears()});
    if (album.widest() > 1e-4)
        album.add("Crack map", "Openings since the start, drawn as wide lines.", {.cracks = true});
    if (album.has_moved(1e-4) && !album.repeats())
        album.add("Mechanism",
                  "Displacements since the start, magnified as told; outlines: where bodies were.",
                  {.mechanism = true});
    if (!album.bears()) return;
    if (flat)
        album.add("Line of thrust", "With the kern of the joints; rings: where the thrust has left it.",
                  {.thrust = true, .kern = true});
    album.add("Utilisation of joints",
              "Share of the strength in shear, tension or compression; 1: it slides, tears or is crushed.",
              {.joints = render::ColourBy::utilisation});
}

void add_plot(const std::string& folder, const nlohmann::json& plot, RunReader& run, std::vector<Figure>& out) {
    std::vector<XyCurve> curves;
    const int dimension = run.bodies().dimension;
    const Track x = track_of(run.tables(), {plot.value("x", "time"), plot.value("x_from_start", false)}, dimension, folder);
    for (const nlohmann::json& y : plot.value("y", nlohmann::json::array()))
        curves.push_back(curve_of(x, track_of(run.tables(), {y.get<std::string>(), plot.value("y_from_start", false)}, dimension, folder)));
    const std::string title = plot.value("title", "");
    out.push_back({title.empty() ? "Plot" : title, "", as_part(plot_svg(curves, "", plot_size))});
}

void add_energies(const std::vector<NumberTable>& tables, std::vector<Figure>& out) {
    const auto steps = std::find_if(tables.begin(), tables.end(),
                                    [](const NumberTable& table) { return table.name == "steps"; });
    if (steps == tables.end()) return;
    NumberTable few = *steps;
    thin(few, 2000);
    if (const std::vector<XyCurve> curves = energy_curves(few); !curves.empty())
        out.push_back({"Energies", "Without the potential.", as_part(plot_svg(curves, "", plot_size))});
    if (const std::vector<XyCurve> curves = released_curves(few); !curves.empty())
        out.push_back(
            {"Potential energy", "Change since the start.", as_part(plot_svg(curves, "", plot_size))});
}

}  // namespace

std::vector<Figure> figures_of(const std::string& folder) {
    RunReader run(folder);
    const nlohmann::json summary = nlohmann::json::parse(run.words().summary, nullptr, false);
    const nlohmann::json report = summary.is_object() ? summary.value("report", nlohmann::json::object()) : nlohmann::json::object();
    const bool joints = run.frames() > 0 && run.bodies().joints.size() > 0;
    if (!joints && report.empty()) return {};
    std::vector<Figure> figures;
    if (run.frames() > 0 && run.bodies().size() <= most_bodies) {
        Album album(folder, run);
        joints ? add_pictures(album, run.bodies().dimension == 2)
               : album.add("The scene", "The last state.", {.forces = true});
        figures = std::move(album.figures);
    }
    for (const nlohmann::json& plot : report.value("plots", nlohmann::json::array())) add_plot(folder, plot, run, figures);
    add_energies(run.tables(), figures);
    return figures;
}

}  // namespace drystone
