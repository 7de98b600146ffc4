#include "render/run_pictures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"
#include "core/names.h"
#include "render/svg.h"
#include "report/stress_field.h"

namespace drystone::render {

namespace {

/// From the front, right and above: up is where gravity does not pull.
Vec<3> three_quarter(const Vec<3>& up) {
    const Vec<3> x = Vec<3>::axis(std::abs(up[0]) < 0.9 ? 0 : 1);
    Vec<3> right = x - dot(x, up) * up;
    right = (1.0 / norm(right)) * right;
    const Vec<3> front = cross(right, up);
    return 0.5 * right + front + 0.5 * up;
}

double range_in(const Extents& extents, ColourBy way) {
    if (way == ColourBy::velocity) return extents.speed;
    if (way == ColourBy::displacement) return extents.displacement;
    return way == ColourBy::pressure ? extents.pressure : 0.0;
}

/// The stress that nearly all principal stresses stay below.
double largest_stress(const ShownBodies& bodies, const Extents& extents) {
    const std::vector<std::string> names = field_names(bodies.dimension);
    double largest = 0.0;
    for (std::size_t k = 0; k < extents.fields.size(); ++k) {
        if (names[k] != "sigma_1" && names[k] != "sigma_2") continue;
        for (const float value : extents.fields[k]) largest = std::max<double>(largest, std::abs(value));
    }
    return largest;
}

void refuse_unknown(const std::string& of, const std::vector<std::string>& names) {
    if (!of.empty() &&
        std::none_of(names.begin(), names.end(), [&](const std::string& name) { return belongs(name, of); }))
        throw InputError("--of " + of, "no body has that name, nor one that begins with it and a point");
}

const PictureSettings& checked(const PictureSettings& settings) {
    if (settings.view && !(norm(*settings.view) > 0.0))
        throw InputError("drystone render", "--view needs a direction, three numbers that are not all 0");
    if (!settings.of.empty() && !settings.thrust)
        throw InputError("--of " + settings.of, "belongs to --thrust, which is not given");
    return settings;
}

}  // namespace

RunPictures::RunPictures(const std::string& folder, const PictureSettings& settings)
    : settings_(checked(settings)), reader_(folder) {
    if (frames() == 0)
        throw InputError(folder, "holds no frames: the run has not come to its first, or stored none");
    const bool flat = bodies().dimension == 2;
    if (flat && (settings.view || settings.perspective))
        throw InputError(folder,
                         "is a 2D run, seen from the front: --view and --perspective are for 3D runs");
    const bool meshes = bodies().meshes.bodies() > 0;
    if (!meshes && (!settings.field.empty() || settings.crosses || settings.magnified != 1.0))
        throw InputError(folder, "has no deformable bodies: --field, --crosses and --magnify are for those");
    if (!settings.field.empty() && !is_field(settings.field, bodies().dimension))
        throw InputError("--field " + settings.field,
                         fmt::format("is not known: of a {}D run there are {}", bodies().dimension,
                                     fmt::join(field_names(bodies().dimension), ", ")));
    if (settings.crosses && !flat) throw InputError(folder, "is a 3D run: --crosses are drawn in the plane");
    look_.field = settings.field;
    look_.magnified = settings.magnified;
    const Vec<3> up{{bodies().up[0], bodies().up[1], bodies().up[2]}};
    axes_ = flat ? ViewAxes::scaled_identity(1.0) : view_axes(settings.view.value_or(three_quarter(up)), up);
    first_ = reader_.frame(0);
    if (settings.forces) style_ = usual_forces(bodies());
    refuse_unknown(settings.of, bodies().names);
    letter_ = std::max(5.0, std::min(settings.height / 62.0, settings.width / 80.0));
    column_ = settings.plain ? 0.0 : 13.0 * letter_;
}

int RunPictures::nearest(double time) const {
    int best = 0;
    for (int k = 1; k < frames(); ++k) {
        if (std::abs(this->time(k) - time) < std::abs(this->time(best) - time)) best = k;
    }
    return best;
}

const std::vector<std::string>& RunPictures::kinds() const {
    return settings_.colour == ColourBy::group ? bodies().groups : bodies().materials;
}

Drawing RunPictures::bodies_of(const ShownFrame& frame) const {
    Drawing out{.flat = bodies().dimension == 2, .balls = {}, .faces = {}, .strokes = {}};
    std::vector<Colour> colours = colours_of(settings_.colour, bodies(), frame, first_, top_);
    // Where colours tell nothing, pale bodies let the forces speak.
    if (out.flat && shows_forces() && !is_number(settings_.colour) && kinds().size() < 2) {
        for (Colour& colour : colours) colour = mix(colour, {1.0, 1.0, 1.0}, 0.6);
    }
    draw_bodies(bodies(), frame, colours, out);
    draw_meshes(bodies(), frame, colours, look_, out);
    draw_drums(bodies(), frame, out);
    return out;
}

void RunPictures::look_at(int first, int last) {
    const int count = std::min(last - first + 1, 100);
    ExtentsOf seen(bodies()), moved(bodies());
    moved.add(first_);  // displacements count from there, and that is all it tells
    Bounds bounds(axes_);
    ShownFrame frame;
    std::vector<double> strong;
    for (int i = 0; i < count; ++i) {
        frame = reader_.frame(
            count > 1 ? first + static_cast<int>(static_cast<long>(last - first) * i / (count - 1)) : first);
        seen.add(frame);
        moved.add(frame);
        bounds.add(bodies_of(frame));
        if (const double force = strong_force(bodies(), frame, style_); force > 0.0) strong.push_back(force);
    }
    Extents extents = seen.result();
    extents.displacement = moved.result().displacement;
    top_ = settings_.range.value_or(range_in(extents, settings_.colour));
    cross_ = largest_stress(bodies(), extents);
    if (!look_.field.empty()) {
        const std::vector<std::string> names = field_names(bodies().dimension);
        const auto k =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), look_.field) - names.begin());
        look_.low = settings_.field_range ? (*settings_.field_range)[0] : extents.fields[k][0];
        look_.top = settings_.field_range ? (*settings_.field_range)[1] : extents.fields[k][1];
    }
    // Impacts have forces far above those of the rest of a run: the middling frame counts.
    std::sort(strong.begin(), strong.end());
    scale_.newton = settings_.newton.value_or(strong.empty() ? 1.0 : strong[strong.size() / 2]);
    scale_.width = (style_ == ForceStyle::bars ? 0.3 : 0.75) * extents.grain;
    scale_.length = 2.0 * extents.grain;

    if (bounds.empty())
        throw InputError("drystone render", "there is nothing to be seen: no body of the run has an extent");
    const Vec<3> more = 0.02 * norm(bounds.high - bounds.low) * Vec<3>{{1.0, 1.0, 1.0}};
    low_ = bounds.low - more;
    high_ = bounds.high + more;
    Drawing walls;
    draw_planes(bodies(), frame, low_, high_, walls);
    bounds.add(walls);
    const double margin = 0.03 * settings_.height, right = column_ > 0.0 ? column_ : margin;
    camera_ = fit(axes_, bounds,
                  {margin, margin, settings_.width - margin - right, settings_.height - 2.0 * margin},
                  settings_.perspective);
    thrust_ = std::max(0.1 * extents.grain, 0.25 * letter_ / camera_.scale);
}

LegendWords RunPictures::words(const ShownFrame& frame) const {
    LegendWords out{
        .time = fmt::format("t = {:.4g} s", frame.time), .way = settings_.colour, .top = top_, .kinds = {}};
    if (!is_number(settings_.colour) && kinds().size() > 1) out.kinds = kinds();
    if (!look_.field.empty()) {
        out.field = look_.field;
        out.unit = unit_of_field(look_.field);
        out.low = look_.low;
        out.top = look_.top;
    }
    out.magnified = look_.magnified;
    out.crosses = settings_.crosses;
    if (settings_.thrust) out.thrust = thrust_ * camera_.scale;
    if (style_ != ForceStyle::none) {
        out.newton = scale_.newton;
        out.width = scale_.width * camera_.scale;
    }
    if (!camera_.perspective()) out.pixels_per_metre = camera_.scale;
    return out;
}

RunPictures::Picture RunPictures::picture(int index) const {
    const ShownFrame frame = reader_.frame(index);
    Picture out{bodies_of(frame), {}};
    draw_planes(bodies(), frame, low_, high_, out.drawing);
    if (settings_.crosses) draw_crosses(bodies(), frame, look_.magnified, cross_, out.drawing);
    draw_forces(bodies(), frame, style_, scale_, out.drawing);
    if (settings_.thrust) draw_thrust(bodies(), frame, settings_.of, thrust_, out.drawing);
    if (!settings_.plain)
        out.overlay = legend(words(frame), settings_.width - column_ + letter_, settings_.height, letter_);
    return out;
}

Image RunPictures::image(int frame, ThreadPool& pool) const {
    const auto [drawing, overlay] = picture(frame);
    const double opacity = settings_.opacity.value_or(shows_forces() ? 0.25 : 1.0);
    return rasterise(drawing, camera_, overlay, {settings_.width, settings_.height, opacity}, pool);
}

std::string RunPictures::svg(int frame) const {
    const auto [drawing, overlay] = picture(frame);
    return svg_of(drawing, camera_, overlay, settings_.width, settings_.height);
}

}  // namespace drystone::render
