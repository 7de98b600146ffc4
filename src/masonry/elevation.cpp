#include "masonry/elevation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

constexpr double same_level = 1e-9;  // of an arch's thickness

/// Facets of 45 deg and more at a springing; left and right are mirror images.
int steep_facets(const std::vector<Joint>& joints) {
    std::size_t steep = 0;
    while (steep < (joints.size() - 1) / 2) {
        const Vec<2> facet = joints[steep + 1].outer - joints[steep].outer;
        if (facet[1] < facet[0]) break;
        ++steep;
    }
    return static_cast<int>(steep);
}

/// Heights of the corners beside which courses lie, from the springing up.
void add_levels(const Elevation& e, int a, std::vector<double>& levels) {
    const double near = same_level * norm(e.joint(a, 0).outer - e.joint(a, 0).inner);
    for (int k = 0; k <= e.steep[static_cast<std::size_t>(a)]; ++k) {
        const double level = e.joint(a, k).outer[1];
        const bool known =
            std::any_of(levels.begin(), levels.end(), [&](double y) { return std::abs(y - level) <= near; });
        if (!known) levels.push_back(level);
    }
}

std::vector<double> make_levels(const Elevation& e, int support, const Vec<2>& block) {
    std::vector<double> levels;
    if (support > 0) add_levels(e, support - 1, levels);
    if (support < e.spans()) add_levels(e, support, levels);
    std::sort(levels.begin(), levels.end());
    const double from = levels.back();
    const int above = std::max(1, static_cast<int>(std::lround((e.deck - from) / block[1])));
    for (int k = 1; k < above; ++k) levels.push_back(from + k * (e.deck - from) / above);
    levels.push_back(e.deck);
    return levels;
}

/// Where the extrados of arch `a` is at a height, going up from its springing at the left or right; upright above its steep facets.
double flank(const Elevation& e, int a, bool at_left, double height) {
    const auto corner = [&](int k) { return e.joint(a, at_left ? k : e.voussoirs(a) - k).outer; };
    const double near = same_level * norm(e.joint(a, 0).outer - e.joint(a, 0).inner);
    const int steep = e.steep[static_cast<std::size_t>(a)];
    for (int k = 0; k <= steep; ++k) {
        const Vec<2> here = corner(k);
        if (std::abs(here[1] - height) <= near) return here[0];
        if (here[1] < height) continue;
        const Vec<2> below = corner(k - 1);
        return below[0] + (height - below[1]) / (here[1] - below[1]) * (here[0] - below[0]);
    }
    return corner(steep)[0];
}

/// A course of a bay between two cuts; ends beyond the bed's own are the bed's, sloping where the arch does.
Polygon course_polygon(const Elevation& e, int support, int course, double from, double to) {
    assert(from <= to);
    const Vec<2> low = e.bed(support, course), high = e.bed(support, course + 1);
    const double y0 = e.beds(support)[static_cast<std::size_t>(course)];
    const double y1 = e.beds(support)[static_cast<std::size_t>(course) + 1];
    const bool first = from <= low[0], last = to >= low[1];
    Polygon polygon = {{{first ? low[0] : from, y0}}};
    // Arches side by side on a pier leave a bed without length: the stone is a triangle.
    if ((last ? low[1] : to) > polygon[0][0]) polygon.push_back({{last ? low[1] : to, y0}});
    polygon.push_back({{last ? high[1] : to, y1}});
    polygon.push_back({{first ? high[0] : from, y1}});
    return polygon;
}

/// Head joints of a course, half a block further in every other one, none too near the bed's ends.
std::vector<double> head_joints(const Elevation& e, int support, int course, double length) {
    const Vec<2> low = e.bed(support, course);
    const double anchor = support == 0 ? low[0] : (support == e.spans() ? low[1] : 0.5 * (low[0] + low[1]));
    const double shift = course % 2 == 0 ? 0.0 : 0.5, margin = 0.25 * length * (1.0 - 1e-9);
    std::vector<double> cuts;
    for (double k = std::floor((low[0] - anchor) / length - 1.0);; k += 1.0) {
        const double x = anchor + (k + shift) * length;
        if (x > low[1] - margin) return cuts;
        if (x >= low[0] + margin) cuts.push_back(x);
    }
}

Polygon crown_polygon(const Elevation& e, int a, int facet) {
    const Vec<2>&left = e.joint(a, facet).outer, &right = e.joint(a, facet + 1).outer;
    return {left, right, {{right[0], e.deck}}, {{left[0], e.deck}}};
}

void add_crowns(const Elevation& e, std::vector<Piece>& pieces) {
    for (int a = 0; a < e.spans(); ++a) {
        const int steep = e.steep[static_cast<std::size_t>(a)];
        for (int k = steep; k < e.voussoirs(a) - steep; ++k)
            pieces.push_back({fmt::format("crown.{}.{}", a, k), crown_polygon(e, a, k)});
    }
}

}  // namespace

Vec<2> Elevation::bed(int support, int level) const {
    const double height = beds(support)[static_cast<std::size_t>(level)];
    return {{support == 0 ? left : flank(*this, support - 1, false, height),
             support == spans() ? right : flank(*this, support, true, height)}};
}

std::vector<Joint> moved(std::vector<Joint> joints, const Vec<2>& middle) {
    for (Joint& joint : joints) joint = {middle + joint.inner, middle + joint.outer};
    return joints;
}

Elevation make_elevation(const ElevationParameters& p) {
    assert(!p.arches.empty());
    Elevation e;
    e.arches = p.arches;
    e.left = p.left;
    e.right = p.right;
    for (const std::vector<Joint>& joints : e.arches) {
        e.steep.push_back(steep_facets(joints));
        e.deck = std::max(e.deck, joints[(joints.size() - 1) / 2].outer[1] + p.cover);
    }
    const double from = e.joint(0, e.steep[0]).outer[1];
    require_count((e.deck - from) / p.block[1] * ((e.right - e.left) / p.block[0] + e.spans() + 1.0),
                  "block");
    for (int support = 0; support <= e.spans(); ++support)
        e.levels.push_back(make_levels(e, support, p.block));
    for (int support = 1; support < e.spans(); ++support) {
        const Joint &before = e.arch(support - 1).back(), &after = e.arch(support).front();
        const double thickness = norm(after.outer - after.inner);
        require(std::abs(before.outer[1] - after.outer[1]) <= same_level * thickness, "rise",
                "must be in proportion to the spans: the arches on a pier end at different heights");
        const Vec<2> bed = e.bed(support, 0);
        require(bed[1] - bed[0] >= -1e-12 * thickness, "pier_width",
                "must be so great that the two arches on a pier do not overlap");
    }
    return e;
}

/// The room on the arches: as stones, or in the fewest convex pieces.
std::vector<Piece> stones_on_arches(const Elevation& e, double length) {
    std::vector<Piece> pieces;
    for (int support = 0; support <= e.spans(); ++support) {
        for (int course = 0; course < e.courses(support); ++course) {
            std::vector<double> ends = head_joints(e, support, course, length);
            ends.insert(ends.begin(), e.left);
            ends.push_back(e.right);
            for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
                pieces.push_back({fmt::format("bay.{}.{}.{}", support, course, k),
                                  course_polygon(e, support, course, ends[k], ends[k + 1])});
            }
        }
    }
    add_crowns(e, pieces);
    return pieces;
}

std::vector<Piece> room_on_arches(const Elevation& e) {
    std::vector<Piece> pieces;
    for (int support = 0; support <= e.spans(); ++support) {
        for (int course = 0; course < e.courses(support); ++course) {
            pieces.push_back({fmt::format("bay.{}.{}", support, course),
                              course_polygon(e, support, course, e.left, e.right)});
        }
    }
    add_crowns(e, pieces);
    return pieces;
}

}  // namespace drystone::masonry
