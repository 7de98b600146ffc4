#include "render/run_pictures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/scale.h"
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
    if (way == ColourBy::rotation) return extents.rotation;
    if (way == ColourBy::opening) return extents.opening;
    if (way == ColourBy::slip) return extents.slip;
    if (way == ColourBy::damage || way == ColourBy::utilisation) return 1.0;
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
    refuse_what_is_missing(folder);
    look_.field = settings.field;
    const Vec<3> up{{bodies().up[0], bodies().up[1], bodies().up[2]}};
    axes_ = bodies().dimension == 2 ? ViewAxes::scaled_identity(1.0)
                                    : view_axes(settings.view.value_or(three_quarter(up)), up);
    first_ = reader_.frame(0);
    since_ = reader_.first_places(settings.since ? reader_.frame(nearest(*settings.since)) : first_);
    // Meshes know where they were at time 0, also where that frame was not stored.
    if (!settings.since) std::fill(since_.displacement.begin(), since_.displacement.end(), 0.0F);
    times_ = settings.magnified.value_or(1.0);
    joints_.by = settings.cracks ? ColourBy::opening : settings.joints.value_or(ColourBy::opening);
    joints_.grows = settings.cracks;
    if (settings.forces) style_ = usual_forces(bodies());
    letter_ = std::max(5.0, std::min(settings.height / 62.0, settings.width / 80.0));
    column_ = settings.plain
                  ? 0.0
                  : (settings.mechanism || settings.kern || shows_joints() ? 15.0 : 13.0) * letter_;
}

void RunPictures::refuse_what_is_missing(const std::string& folder) const {
    const PictureSettings& settings = settings_;
    const bool flat = bodies().dimension == 2, meshes = bodies().meshes.bodies() > 0;
    if (flat && (settings.view || settings.perspective))
        throw InputError(folder,
                         "is a 2D run, seen from the front: --view and --perspective are for 3D runs");
    if (!meshes && (!settings.field.empty() || settings.crosses))
        throw InputError(folder, "has no deformable bodies: --field and --crosses are for those");
    if (!settings.field.empty() && !is_field(settings.field, bodies().dimension))
        throw InputError("--field " + settings.field,
                         fmt::format("is not known: of a {}D run there are {}", bodies().dimension,
                                     fmt::join(field_names(bodies().dimension), ", ")));
    if (settings.crosses && !flat) throw InputError(folder, "is a 3D run: --crosses are drawn in the plane");
    if (settings.mechanism && frames() < 2)
        throw InputError(folder,
                         "has one frame alone: --mechanism needs an earlier one, see [output] frames_every");
    const bool of_faces = settings.colour == ColourBy::opening || settings.colour == ColourBy::slip;
    if (bodies().joints.size() == 0 && (shows_joints() || settings.kern || of_faces))
        throw InputError(folder,
                         "has no joints in its frames: no faces of its bodies touched at time 0, or it was "
                         "made by an earlier version; "
                         "--joints, --cracks, --kern and --colour by opening or slip need them");
    const bool magnifies = settings.magnified && *settings.magnified != 1.0;
    if (reader_.frame(0).space.repeats() && (settings.mechanism || magnifies))
        throw InputError(folder,
                         "is of a cell that repeats, whose bodies come in again on the other side: --mechanism and "
                         "--magnify are not for it");
    refuse_unknown(settings.of, bodies().names);
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

std::vector<Colour> RunPictures::colours(const ShownFrame& frame) const {
    if (!settings_.values) return colours_of(settings_.colour, bodies(), frame, since_, top_);
    return colours_of_values(settings_.values->at(frame.time, bodies().ids), low_value_, top_);
}

Drawing RunPictures::bodies_of(const ShownFrame& frame) const {
    Drawing out{.flat = bodies().dimension == 2, .balls = {}, .faces = {}, .strokes = {}};
    std::vector<Colour> colours = this->colours(frame);
    // Where colours tell nothing, pale bodies let the forces speak, and the joints.
    const bool tells =
        settings_.values || is_number(settings_.colour) || settings_.colour == ColourBy::status || kinds().size() > 1;
    const double pale = shows_joints() ? 0.75 : out.flat && shows_forces() && !tells ? 0.6 : 0.0;
    if (!settings_.values && !is_number(settings_.colour)) {
        for (Colour& colour : colours) colour = mix(colour, {1.0, 1.0, 1.0}, pale);
    }
    draw_bodies(bodies(), shown(frame), colours, out);
    draw_meshes(bodies(), shown(frame), colours, look_, out);
    draw_drums(bodies(), frame, out);
    draw_links(bodies(), frame, link_, out);
    draw_membranes(bodies(), frame, link_, out);
    draw_regions(bodies(), out);
    return out;
}

/// Such that the body that has moved most is seen to have moved by an eighth of the scene; never less than it has.
void RunPictures::choose_magnification(const std::vector<int>& looked_at) {
    if (!settings_.mechanism || settings_.magnified) return;
    double farthest = 0.0;
    Bounds bounds(axes_);
    for (const int k : looked_at) {
        const ShownFrame frame = reader_.frame(k);
        for (int i = 0; i < bodies().size(); ++i) {
            if (bodies().fixed[i]) continue;
            const double way = norm(Pose(bodies(), frame, i).point({}) - Pose(bodies(), since_, i).point({}));
            if (std::isfinite(way)) farthest = std::max(farthest, way);
        }
        bounds.add(bodies_of(frame));
    }
    const double size = bounds.empty() ? 0.0 : norm(bounds.high - bounds.low);
    times_ = farthest > 0.0 ? std::max(1.0, round_number(0.125 * size / farthest)) : 1.0;
}

void RunPictures::choose_joint_look(const Extents& extents) {
    if (!shows_joints()) return;
    const bool is_length = joints_.by == ColourBy::opening || joints_.by == ColourBy::slip;
    const double most = joints_.by == ColourBy::slip ? extents.slip : extents.opening;
    joints_.top = settings_.range ? *settings_.range / shown_per_unit(joints_.by) : is_length ? most : 1.0;
    // On paper as wide as letters, in walls of small stones less.
    joints_.width = (joints_.grows ? 1.0 : 0.5) *
                    std::min(letter_ / camera_.scale, 0.8 * static_cast<double>(extents.grain));
    // What solvers leave open between bodies at rest is no crack.
    if (joints_.grows)
        joints_.least = settings_.crack_from.value_or(
            1e-3 *
            round_number(1e3 * std::max(joints_.top / 50.0, 1e-5 * static_cast<double>(extents.grain))));
}

void RunPictures::look_at(int first, int last) {
    const int count = std::min(last - first + 1, 100);
    std::vector<int> looked_at;
    for (int i = 0; i < count; ++i)
        looked_at.push_back(
            count > 1 ? first + static_cast<int>(static_cast<long>(last - first) * i / (count - 1)) : first);
    choose_magnification(looked_at);
    ExtentsOf seen(bodies()), moved(bodies());
    moved.add(since_);  // displacements count from there, and that is all it tells
    Bounds bounds(axes_);
    ShownFrame frame;
    std::vector<double> strong;
    for (const int k : looked_at) {
        frame = reader_.frame(k);
        seen.add(frame);
        moved.add(frame);
        bounds.add(bodies_of(frame));
        Drawing cell;  // its edges are seen, however few bodies reach them
        draw_cell(bodies(), frame, cell);
        bounds.add(cell);
        if (const double force = strong_force(bodies(), frame, style_); force > 0.0) strong.push_back(force);
    }
    Extents extents = seen.result();
    extents.displacement = moved.result().displacement;
    grain_ = extents.grain;
    const double told =
        settings_.range && !shows_joints() ? *settings_.range / shown_per_unit(settings_.colour) : 0.0;
    top_ = told > 0.0 ? told : range_in(extents, settings_.colour);
    if (settings_.values) {
        low_value_ = settings_.range ? std::min(0.0, settings_.values->low()) : settings_.values->low();
        top_ = settings_.range.value_or(settings_.values->high());
    }
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
    const double share = style_ == ForceStyle::chains ? 0.75
                         : bodies().dimension == 2    ? 0.3
                                                      : 0.2;  // heads need room
    scale_.width = share * extents.grain;
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
    thrust_ = settings_.kern ? 0.16 * letter_ / camera_.scale  // so that the kern is seen beside it
                             : std::max(0.1 * extents.grain, 0.25 * letter_ / camera_.scale);
    choose_joint_look(extents);
    link_ = std::max(0.05 * extents.grain, 3.0 / camera_.scale);
}

LegendWords RunPictures::words(const ShownFrame& frame) const {
    LegendWords out{
        .time = fmt::format("t = {:.4g} s", frame.time), .way = settings_.colour, .top = top_, .kinds = {}};
    if (!is_number(settings_.colour) && settings_.colour != ColourBy::status && kinds().size() > 1)
        out.kinds = kinds();
    if (settings_.values) {
        out.field = settings_.values->name();
        out.unit = "-";
        out.low = low_value_;
        out.top = top_;
    }
    if (bodies().changes) out.count = static_cast<int>(present_bodies(bodies(), frame).size());
    if (!look_.field.empty()) {
        out.field = look_.field;
        out.unit = unit_of_field(look_.field);
        out.low = look_.low;
        out.top = look_.top;
    }
    out.magnified = times_;
    out.arrows = settings_.mechanism;
    const bool since = settings_.colour == ColourBy::displacement || settings_.colour == ColourBy::rotation;
    out.tells_since = settings_.since && since && !settings_.values;
    if (settings_.since || settings_.mechanism) out.since = fmt::format("t = {:.4g} s", since_.time);
    if (shows_joints()) {
        out.joints = joints_.by;
        out.joint_top = joints_.top;
        out.least = joints_.least;
        if (joints_.grows) out.crack = joints_.width * camera_.scale;
    }
    out.crosses = settings_.crosses;
    if (settings_.thrust) out.thrust = thrust_ * camera_.scale;
    out.kern = settings_.kern;
    if (style_ != ForceStyle::none) {
        out.newton = scale_.newton;
        out.width = scale_.width * camera_.scale;
    }
    if (!camera_.perspective()) out.pixels_per_metre = camera_.scale;
    return out;
}

/// The widest cracks by their numbers, as many as can be read: none lies over another, or beside the picture.
void RunPictures::add_crack_labels(const ShownFrame& frame, Overlay& out) const {
    constexpr std::size_t most = 8;
    std::vector<Overlay::Text> labels;
    for (const CrackLabel& one : crack_labels(bodies(), first_, shown(frame), 0.1 * joints_.top)) {
        if (labels.size() == most || one.opening < joints_.least) break;
        const Vec<3> p = camera_.project(camera_.to_view(one.place));
        const std::string words = fmt::format("{:.2g} mm", 1e3 * one.opening);
        const double size = 0.8 * letter_, width = 0.8 * size * static_cast<double>(words.size());
        const double away =
            0.9 * letter_ + 0.5 * width * std::abs(one.outwards[0]) + 0.5 * size * std::abs(one.outwards[1]);
        const Overlay::Text text{p[0] + away * one.outwards[0] - 0.5 * width,
                                 p[1] - away * one.outwards[1] + 0.5 * size, size, words};
        const bool inside = text.x > 0.0 && text.x + width < settings_.width - column_ &&
                            text.y > text.size && text.y < settings_.height;
        const bool clear = std::none_of(labels.begin(), labels.end(), [&](const Overlay::Text& other) {
            return std::abs(other.x - text.x) < width && std::abs(other.y - text.y) < 1.6 * text.size;
        });
        if (inside && clear) labels.push_back(text);
    }
    out.texts.insert(out.texts.end(), labels.begin(), labels.end());
}

RunPictures::Picture RunPictures::picture(int index) const {
    const ShownFrame frame = reader_.frame(index);
    Picture out{bodies_of(frame), {}};
    draw_planes(bodies(), frame, low_, high_, out.drawing);
    draw_cell(bodies(), frame, out.drawing);
    if (settings_.mechanism) draw_ghosts(bodies(), where_present(bodies(), since_, frame), out.drawing);
    if (settings_.crosses) draw_crosses(bodies(), shown(frame), cross_, out.drawing);
    if (shows_joints()) draw_joints(bodies(), first_, shown(frame), joints_, out.drawing);
    draw_forces(bodies(), shown(frame), style_, scale_, out.drawing);
    if (settings_.mechanism)
        draw_displacements(bodies(), shown(frame),
                           {.least = 0.05 * grain_,
                            .apart = 3.5 * letter_ / camera_.scale,
                            .radius = 0.12 * letter_ / camera_.scale},
                           out.drawing);
    LegendWords legend_words = words(frame);
    if (settings_.kern) {
        const KernCount count = draw_kern(bodies(), first_, shown(frame), {settings_.of, thrust_}, out.drawing);
        legend_words.kern_of = count.joints;
        legend_words.kern_left = count.left;
    }
    if (settings_.thrust) draw_thrust(bodies(), shown(frame), settings_.of, thrust_, out.drawing);
    if (settings_.plain) return out;
    out.overlay = legend(legend_words, settings_.width - column_ + letter_, settings_.height, letter_);
    if (settings_.cracks && out.drawing.flat) add_crack_labels(frame, out.overlay);
    return out;
}

Image RunPictures::image(int frame, ThreadPool& pool) const {
    const auto [drawing, overlay] = picture(frame);
    const double opacity =
        settings_.opacity.value_or(shows_forces() || shows_joints() || settings_.mechanism ? 0.25 : 1.0);
    return rasterise(drawing, camera_, overlay, {settings_.width, settings_.height, opacity}, pool);
}

std::string RunPictures::svg(int frame) const {
    const auto [drawing, overlay] = picture(frame);
    return svg_of(drawing, camera_, overlay, settings_.width, settings_.height);
}

}  // namespace drystone::render
