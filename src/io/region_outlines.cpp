#include "io/region_outlines.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/motion.h"
#include "geometry/region.h"
#include "io/flat.h"

namespace drystone {

namespace {

using Lines = std::vector<std::vector<double>>;

template <int D>
std::vector<double> line_of(const std::vector<Vec<D>>& points) {
    return flat(points);
}

void outline(const BoxRegion<2>& box, Lines& out) {
    const Vec<2>&a = box.min, &b = box.max;
    out.push_back(line_of<2>({a, {{b[0], a[1]}}, b, {{a[0], b[1]}}, a}));
}

/// Bottom, top, and the edges between.
void outline(const BoxRegion<3>& box, Lines& out) {
    const auto corner = [&](int x, int y, int z) {
        return Vec<3>{{(x ? box.max : box.min)[0], (y ? box.max : box.min)[1], (z ? box.max : box.min)[2]}};
    };
    for (const int z : {0, 1})
        out.push_back(line_of<3>(
            {corner(0, 0, z), corner(1, 0, z), corner(1, 1, z), corner(0, 1, z), corner(0, 0, z)}));
    for (const int x : {0, 1}) {
        for (const int y : {0, 1}) out.push_back(line_of<3>({corner(x, y, 0), corner(x, y, 1)}));
    }
}

/// About a centre, through centre + u and centre + v.
template <int D>
std::vector<double> ring(const Vec<D>& centre, const Vec<D>& u, const Vec<D>& v) {
    constexpr int sides = 64;
    std::vector<Vec<D>> points;
    for (int k = 0; k <= sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / sides;
        points.push_back(centre + std::cos(angle) * u + std::sin(angle) * v);
    }
    return line_of<D>(points);
}

void outline(const BallRegion<2>& disk, Lines& out) {
    out.push_back(ring<2>(disk.centre, disk.radius * Vec<2>::axis(0), disk.radius * Vec<2>::axis(1)));
}

/// Three great circles.
void outline(const BallRegion<3>& ball, Lines& out) {
    for (const int c : {0, 1, 2})
        out.push_back(
            ring<3>(ball.centre, ball.radius * Vec<3>::axis(c), ball.radius * Vec<3>::axis((c + 1) % 3)));
}

void outline(const CylinderRegion& cylinder, Lines& out) {
    const Vec<3> other = Vec<3>::axis(std::abs(cylinder.axis[0]) < 0.9 ? 0 : 1);
    Vec<3> u = cross(cylinder.axis, other);
    u = (cylinder.radius / norm(u)) * u;
    const Vec<3> v = cross(cylinder.axis, u), half = (0.5 * cylinder.height) * cylinder.axis;
    for (const Vec<3>& end : {cylinder.centre - half, cylinder.centre + half})
        out.push_back(ring<3>(end, u, v));
    for (const Vec<3>& side : {u, v, -u, -v})
        out.push_back(line_of<3>({cylinder.centre + side - half, cylinder.centre + side + half}));
}

template <int D>
FramesRegion region_of(const std::string& name, const Region<D>& region, bool is_sink) {
    FramesRegion out{name, is_sink, {}};
    std::visit([&](const auto& one) { outline(one, out.lines); }, region);
    return out;
}

}  // namespace

template <int D>
void tell_changes(const WorldDescription<D>& description, FramesHead& head) {
    for (const Source<D>& source : description.sources) {
        head.coming.push_back(source.name);
        head.regions.push_back(region_of<D>(source.name, source.region, false));
    }
    for (const Sink<D>& sink : description.sinks)
        head.regions.push_back(region_of<D>(sink.name, sink.region, true));
    const auto removes = [](const StageDescription<D>& stage) {
        return stage.remove.all || !stage.remove.ids.empty() || !stage.remove.patterns.empty();
    };
    head.changes = head.changes || !head.regions.empty() ||
                   std::any_of(description.stages.begin(), description.stages.end(), removes);
}

template void tell_changes(const WorldDescription<2>&, FramesHead&);
template void tell_changes(const WorldDescription<3>&, FramesHead&);

}  // namespace drystone
