#include "cli/limit_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "charts/svg.h"
#include "limit/limit_load.h"

namespace drystone {

namespace {

constexpr double side = 720.0, margin = 24.0, head = 40.0;  // [px]
constexpr double widest = 9.0;                              // of a line of force [px]
constexpr double moved = 0.08;                              // of the picture, by the fastest point

/// On paper: x to the right, the last axis up; in space y goes away from the eye, to the right and up.
template <int D>
std::array<double, 2> on_paper(const Vec<D>& p) {
    if constexpr (D == 2)
        return {p[0], p[1]};
    else
        return {p[0] + 0.4 * p[1], p[2] + 0.3 * p[1]};
}

struct Outlook {
    double low[2] = {0.0, 0.0}, high[2] = {1.0, 1.0}, scale = 1.0;

    template <int D>
    Pixel operator()(const Vec<D>& p) const {
        const auto at = on_paper(p);
        return {margin + scale * (at[0] - low[0]), head + scale * (high[1] - at[1])};
    }
    double width() const { return 2.0 * margin + scale * (high[0] - low[0]); }
    double height() const { return head + margin + scale * (high[1] - low[1]); }
};

template <int D>
Outlook sight_of(const World<D>& world) {
    constexpr double far = std::numeric_limits<double>::infinity();
    Outlook sight{{far, far}, {-far, -far}, 1.0};
    const auto include = [&](const Vec<D>& p, double radius) {
        const auto at = on_paper(p);
        for (std::size_t k = 0; k < 2; ++k) {
            sight.low[k] = std::min(sight.low[k], at[k] - radius);
            sight.high[k] = std::max(sight.high[k], at[k] + radius);
        }
    };
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p)
        if (parts.is_grain(p) && parts.movable[p]) include(parts.centre[p], parts.radius[p]);
    for (const ContactPoint<D>& c : world.contacts.point) include(c.point, 0.0);
    const double extent = std::max(sight.high[0] - sight.low[0], sight.high[1] - sight.low[1]);
    if (!(extent > 0.0) || !std::isfinite(extent)) return {};
    const double room = 0.1 * extent;
    for (int k = 0; k < 2; ++k) {
        sight.low[k] -= room;
        sight.high[k] += room;
    }
    sight.scale = side / (extent + 2.0 * room);
    return sight;
}

/// Where a body has taken a point of it: along its velocity, for `time`.
template <int D>
struct Displaced {
    const World<D>& world;
    const std::vector<Twist<D>>& velocity;
    double time = 0.0;

    Vec<D> operator()(int body, const Vec<D>& x) const {
        const Twist<D>& t = velocity[static_cast<std::size_t>(body)];
        return x + time * (t.v + turn(t.w, x - world.bodies.position[body]));
    }
};

template <int D>
void draw_solid(const Outlook& sight, const Displaced<D>& at, int part, const Paint& paint, SvgSheet& sheet) {
    const Parts<D>& parts = at.world.parts;
    const int s = parts.solid[part], body = parts.body[part];
    const auto place = [&](const Vec<D>& v) { return sight(at(body, parts.solids.origin[s] + parts.solids.turn[s] * v)); };
    if constexpr (D == 2) {
        std::vector<Pixel> corners;
        for (const Vec<2>& v : parts.solids.vertices(s)) corners.push_back(place(v));
        sheet.polygon(corners, paint);
    } else {
        const Skin<3> skin = parts.solids.skin(s);
        for (const std::vector<int>& face : skin.faces) {
            for (std::size_t k = 0; k < face.size(); ++k) {
                const int from = face[k], to = face[(k + 1) % face.size()];
                if (from > to) continue;  // an edge has two faces, and runs up in one of them
                sheet.line(place(skin.vertex[static_cast<std::size_t>(from)]), place(skin.vertex[static_cast<std::size_t>(to)]),
                           {.stroke = paint.stroke, .width = 0.7});
            }
        }
    }
}

template <int D>
void draw_bodies(const Outlook& sight, const Displaced<D>& at, const Paint& paint, SvgSheet& sheet) {
    const Parts<D>& parts = at.world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.kind[p] == PartKind::ball)
            sheet.circle(sight(at(parts.body[p], parts.centre[p])), sight.scale * parts.radius[p],
                         {.fill = D == 2 ? paint.fill : "none", .stroke = paint.stroke, .opacity = paint.opacity});
        if (parts.is_convex(p)) draw_solid(sight, at, p, paint, sheet);
    }
}

void draw_arrow(const Pixel& from, const Pixel& to, SvgSheet& sheet) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length < 4.0) return;
    const double x = dx / length, y = dy / length, tip = std::min(8.0, 0.4 * length);
    const Paint paint{.stroke = "#b03000", .width = 1.4};
    sheet.line(from, to, paint);
    const Pixel ends[] = {{to.x - tip * (x - 0.5 * y), to.y - tip * (y + 0.5 * x)}, to, {to.x - tip * (x + 0.5 * y), to.y - tip * (y - 0.5 * x)}};
    sheet.polyline(ends, paint);
}

template <int D>
SvgSheet titled_sheet(const Outlook& sight, const std::string& title) {
    SvgSheet sheet(sight.width(), sight.height());
    sheet.text({margin, 0.6 * head}, title + (D == 3 ? ", seen from the front and above" : ""), {.size = 12.0});
    return sheet;
}

template <int N>
std::string in_cells(const Vec<N>& v) {
    std::string text;
    for (int k = 0; k < N; ++k) text += fmt::format(",{}", v[k]);
    return text;
}

template <int D>
double strongest_of(const std::vector<Twist<D>>& force) {
    double size = 0.0;
    for (const Twist<D>& f : force) size = std::max(size, norm(f.v));
    return size;
}

std::string csv_word(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

}  // namespace

template <int D>
std::string forces_csv(const World<D>& world, double step, const std::vector<Twist<D>>& force) {
    const auto vector = [](const char* name) {
        return D == 2 ? fmt::format(",{0}.x,{0}.y", name) : fmt::format(",{0}.x,{0}.y,{0}.z", name);
    };
    std::string text = "a,b,name_a,name_b" + vector("point") + vector("normal") + vector("force") +
                       (D == 2 ? std::string(",moment") : vector("moment")) + ",normal_force,shear,utilisation\n";
    const double strongest = strongest_of(force);
    for (std::size_t i = 0; i < force.size(); ++i) {
        const bool carries = norm(force[i].v) > 1e-9 * strongest;  // the share of nothing is nothing
        const ContactPoint<D>& c = world.contacts.point[i];
        const int a = world.parts.body[c.a], b = world.parts.body[c.b];
        const auto name = [&](int body) { return csv_word(world.description.bodies[static_cast<std::size_t>(body)].name); };
        const double normal = dot(force[i].v, c.normal);
        text += fmt::format("{},{},{},{}{}{}{}{},{},{},{}\n", a, b, name(a), name(b), in_cells(c.point), in_cells(c.normal),
                            in_cells(force[i].v), in_cells(force[i].w), normal, norm(force[i].v - normal * c.normal),
                            carries ? utilisation<D>(world, step, i, force[i].v) : 0.0);
    }
    return text;
}

template <int D>
std::string forces_svg(const World<D>& world, const std::vector<Twist<D>>& force, const std::string& title) {
    const Outlook sight = sight_of(world);
    SvgSheet sheet = titled_sheet<D>(sight, title);
    const std::vector<Twist<D>> none(world.bodies.position.size());
    sheet.open("bodies");
    draw_bodies(sight, Displaced<D>{world, none}, {.fill = "#f7f5f1", .stroke = "#b8b4ac"}, sheet);
    sheet.close();
    const double strongest = strongest_of(force);
    sheet.open("forces");
    for (std::size_t i = 0; i < force.size() && strongest > 0.0; ++i) {
        const double size = norm(force[i].v), width = widest * size / strongest;
        if (width < 0.05) continue;
        const Vec<D> half = (18.0 / (sight.scale * size)) * force[i].v;
        const Vec<D>& at = world.contacts.point[i].point;
        sheet.line(sight(at - half), sight(at + half), {.stroke = "#00417f", .width = width, .round = true});
    }
    sheet.close();
    sheet.text({sight.width() - margin, 0.6 * head}, fmt::format("widest: {:.4g} N", strongest), {.size = 12.0, .anchor = Anchor::end});
    return sheet.finish();
}

template <int D>
std::string mechanism_svg(const World<D>& world, const std::vector<Twist<D>>& velocity, const std::string& title) {
    const Outlook sight = sight_of(world);
    SvgSheet sheet = titled_sheet<D>(sight, title);
    const Displaced<D> before{world, velocity}, after{world, velocity, moved * side / sight.scale};  // the fastest point has 1 m/s
    sheet.open("before");
    draw_bodies(sight, before, {.fill = "#f3f1ec", .stroke = "#d2cec6"}, sheet);
    sheet.close();
    sheet.open("after");
    draw_bodies(sight, after, {.fill = D == 2 ? "#c9d8e6" : "none", .stroke = "#00417f", .opacity = D == 2 ? 0.75 : 1.0}, sheet);
    sheet.close();
    sheet.open("velocities");
    for (int i = 0; i < world.bodies.size(); ++i) draw_arrow(sight(world.bodies.position[i]), sight(after(i, world.bodies.position[i])), sheet);
    sheet.close();
    return sheet.finish();
}

#define DRYSTONE_LIMIT_FILES(D)                                                                                          \
    template std::string forces_csv(const World<D>&, double, const std::vector<Twist<D>>&);                            \
    template std::string forces_svg(const World<D>&, const std::vector<Twist<D>>&, const std::string&);               \
    template std::string mechanism_svg(const World<D>&, const std::vector<Twist<D>>&, const std::string&);
DRYSTONE_LIMIT_FILES(2)
DRYSTONE_LIMIT_FILES(3)
#undef DRYSTONE_LIMIT_FILES

}  // namespace drystone
