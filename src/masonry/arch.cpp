#include "masonry/arch.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

using std::numbers::pi;

/// Mean radius R and half the embrace angle, from whichever parameters were given.
struct Circle {
    double mean = 0.0;        // [m]
    double half_angle = 0.0;  // [rad]; of a pointed arch: swept by one of its arcs
    bool half_circle = false;
    double offset = 0.0;  // of the centres beyond the axis [m]
};

void check_numbers(const ArchParameters& p) {
    require_positive(p.thickness, "thickness");
    require(p.voussoirs >= 1, "voussoirs", "must be at least 1");
    require_count(p.voussoirs, "voussoirs");
    const int given = (p.radius != 0.0) + (p.inner_radius != 0.0) + (p.span != 0.0);
    require(given == 1, "radius", "or inner_radius or span must be given, exactly one of the three");
    require_not_negative(p.radius, "radius");
    require_not_negative(p.inner_radius, "inner_radius");
    require_not_negative(p.span, "span");
    require(!p.keystone || p.voussoirs % 2 == 1, "keystone",
            "needs a stone at the crown: an odd number of voussoirs");
    const bool segmental = p.form == ArchForm::segmental;
    require(segmental || p.embrace_deg == 0.0, "embrace_deg", "is for segmental arches");
    require(segmental || p.rise == 0.0, "rise", "is for segmental arches");
    require(p.form == ArchForm::pointed || p.pointedness == 0.0, "pointedness", "is for pointed arches");
}

/// Radius of the intrados unless it follows from the span.
double inner_radius(const ArchParameters& p) {
    const double inner = p.inner_radius > 0.0 ? p.inner_radius : p.radius - 0.5 * p.thickness;
    require(inner > 0.0, "thickness", "must be less than twice the radius");
    return inner;
}

Circle segmental_circle(const ArchParameters& p) {
    require((p.embrace_deg != 0.0) != (p.rise != 0.0), "embrace_deg",
            "or rise must be given for a segmental arch, one of the two");
    double inner = 0.0, half_angle = 0.0;
    if (p.rise == 0.0) {
        require(p.embrace_deg > 0.0 && p.embrace_deg <= 180.0, "embrace_deg",
                "must be greater than 0 and at most 180");
        half_angle = p.embrace_deg / 360.0 * pi;
        inner = p.span > 0.0 ? 0.5 * p.span / std::sin(half_angle) : inner_radius(p);
    } else {
        require_positive(p.rise, "rise");
        inner = p.span > 0.0 ? 0.5 * (0.25 * p.span * p.span / p.rise + p.rise) : inner_radius(p);
        const bool fits = p.span > 0.0 ? 2.0 * p.rise <= p.span : p.rise <= inner;
        require(fits, "rise", "must be at most half the span: the semicircle");
        half_angle = std::acos(1.0 - p.rise / inner);
    }
    // Level end joints are made so exactly: a bed that slopes by rounding would have a corner nobody wants.
    const bool half_circle = std::cos(half_angle) < 1e-9;
    return {inner + 0.5 * p.thickness, half_circle ? 0.5 * pi : half_angle, half_circle, 0.0};
}

Circle pointed_circle(const ArchParameters& p) {
    require(p.pointedness >= 0.0 && p.pointedness < 1.0, "pointedness", "must be at least 0 and below 1");
    require(p.voussoirs % 2 == 0, "voussoirs", "must be even in a pointed arch: its crown is a joint");
    const double mean = p.span > 0.0 ? 0.5 * (p.span + p.thickness) / (1.0 - p.pointedness)
                                     : inner_radius(p) + 0.5 * p.thickness;
    const double e = p.pointedness * mean, swept = std::acos(p.pointedness);
    const double inner = mean - 0.5 * p.thickness, last = swept * (1.0 - 2.0 / p.voussoirs);
    require(inner * std::cos(last) > e, "thickness",
            "is too great for so pointed an arch of so many voussoirs: the last radial joint would cross the "
            "axis");
    return {mean, swept, false, e};
}

Circle make_circle(const ArchParameters& p) {
    if (p.form == ArchForm::segmental) return segmental_circle(p);
    if (p.form == ArchForm::pointed) return pointed_circle(p);
    const double inner = p.span > 0.0 ? 0.5 * p.span : inner_radius(p);
    return {inner + 0.5 * p.thickness, 0.5 * pi, true, 0.0};
}

/// On the circle of radius r, `part` of the way (1: springing, 0: crown) down the left half; heights from the
/// centre.
Vec<2> round_point(const Circle& circle, double r, double part) {
    if (circle.half_circle && part == 1.0) return {{-r, 0.0}};
    const double angle = part * circle.half_angle;
    return {{-r * std::sin(angle), r * std::cos(angle)}};
}

Vec<2> pointed_point(const Circle& circle, double r, double part) {
    const double e = circle.offset;
    if (part == 0.0) return {{0.0, std::sqrt(r * r - e * e)}};
    const double angle = (1.0 - part) * circle.half_angle;
    return {{e - r * std::cos(angle), r * std::sin(angle)}};
}

Vec<2> mirrored(const Vec<2>& p) { return {{-p[0], p[1]}}; }

Polygon mirrored(const Polygon& polygon) {
    Polygon out;
    for (auto p = polygon.rbegin(); p != polygon.rend(); ++p) out.push_back(mirrored(*p));
    return out;
}

}  // namespace

std::vector<Joint> arch_joints(const ArchParameters& p) {
    check_numbers(p);
    const Circle circle = make_circle(p);
    require(p.voussoirs >= 2 || circle.half_angle < 0.499 * pi, "voussoirs",
            "must be at least 2 in a semicircle: one alone would be flat");
    const double inner = circle.mean - 0.5 * p.thickness, outer = circle.mean + 0.5 * p.thickness;
    const auto point = p.form == ArchForm::pointed ? pointed_point : round_point;
    const double springing = point(circle, inner, 1.0)[1];
    const int n = p.voussoirs;
    std::vector<Joint> joints(static_cast<std::size_t>(n) + 1);
    for (int i = 0; 2 * i <= n; ++i) {
        const double part = static_cast<double>(n - 2 * i) / n;
        Joint left{point(circle, inner, part), point(circle, outer, part)};
        for (Vec<2>* corner : {&left.inner, &left.outer}) {
            (*corner)[1] -= springing;
            if (2 * i == n) (*corner)[0] = 0.0;
        }
        joints[static_cast<std::size_t>(n - i)] = {mirrored(left.inner), mirrored(left.outer)};
        joints[static_cast<std::size_t>(i)] = left;
    }
    return joints;
}

Polygon voussoir(const Joint& left, const Joint& right, int ring, int rings) {
    assert(ring >= 0 && ring < rings);
    const auto on = [&](const Joint& joint, int bed) {
        if (bed == 0) return joint.inner;
        return bed == rings ? joint.outer : joint.inner + (static_cast<double>(bed) / rings) * (joint.outer - joint.inner);
    };
    return {on(left, ring), on(right, ring), on(right, ring + 1), on(left, ring + 1)};
}

std::string ring_part(int ring, int rings, int k) { return rings == 1 ? fmt::format("{}", k) : fmt::format("ring{}.{}", ring, k); }

void check_rings(int rings, int voussoirs) {
    require(rings >= 1, "rings", "must be at least 1");
    require_count(static_cast<double>(rings) * voussoirs, "rings");
}

std::vector<Polygon> arch_abutments(const ArchParameters& p, const std::vector<Joint>& joints) {
    assert(joints.size() >= 2);
    require(std::isfinite(p.abutment), "abutment", "must be a length");
    require_not_negative(p.abutment_margin, "abutment_margin");
    if (p.abutment == 0.0) return {};
    const double length = p.abutment < 0.0 ? p.thickness : p.abutment;
    const auto [inner, outer] = joints.front();
    const Vec<2> along = (1.0 / norm(outer - inner)) * (outer - inner);
    const Vec<2> behind = {{-length * along[1], length * along[0]}};
    Vec<2> a = inner, b = outer;
    if (p.abutment_margin > 0.0) {
        a -= p.abutment_margin * along;
        b += p.abutment_margin * along;
    }
    const Polygon left = {a, b, b + behind, a + behind};
    for (const Vec<2>& corner : left)
        require(corner[0] <= 0.0, "abutment_margin", "is so great that the two abutments would overlap");
    return {left, mirrored(left)};
}

template <int D>
std::vector<Block<D>> arch(const ArchParameters& p) {
    if (D == 3) require_positive(p.depth, "depth");
    const std::vector<Joint> joints = arch_joints(p);
    check_rings(p.rings, p.voussoirs);
    const Depth depth = centred(p.depth), wide = centred(p.depth + 2.0 * p.abutment_margin);
    const std::string stone = p.short_names ? "" : "voussoir.", end = p.short_names ? "" : "abutment.";
    std::vector<Block<D>> blocks;
    for (int ring = 0; ring < p.rings; ++ring) {
        for (std::size_t k = 0; k + 1 < joints.size(); ++k) {
            blocks.push_back(prism<D>(stone + ring_part(ring, p.rings, static_cast<int>(k)),
                                      voussoir(joints[k], joints[k + 1], ring, p.rings), depth));
        }
    }
    const std::vector<Polygon> ends = arch_abutments(p, joints);
    if (ends.empty()) return blocks;
    blocks.push_back(prism<D>(end + "left", ends[0], wide, true));
    blocks.push_back(prism<D>(end + "right", ends[1], wide, true));
    return blocks;
}

template std::vector<Block<2>> arch<2>(const ArchParameters&);
template std::vector<Block<3>> arch<3>(const ArchParameters&);

}  // namespace drystone::masonry
