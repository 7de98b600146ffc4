#include "masonry/bridge.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "masonry/arch.h"

namespace drystone::masonry {

namespace {

struct Piece {
    std::string part;
    Polygon polygon;
};

/// The bridge in elevation. Support 0 is the left abutment, support `spans` the right one.
struct Elevation {
    std::vector<std::vector<Joint>> arches;
    double left = 0.0, right = 0.0;  // back faces of the abutments [m]
    double deck = 0.0;               // [m]
    int steep = 0;                   // facets of an extrados, from a springing up, that courses lie beside
    std::vector<double> levels;      // of the beds beside and above the steep facets [m]

    int spans() const { return static_cast<int>(arches.size()); }
    const std::vector<Joint>& arch(int a) const { return arches[static_cast<std::size_t>(a)]; }
    int voussoirs() const { return static_cast<int>(arches[0].size()) - 1; }
    const Joint& joint(int a, int k) const { return arch(a)[static_cast<std::size_t>(k)]; }
    int courses() const { return static_cast<int>(levels.size()) - 1; }

    /// Ends of bed `level` of the bay over a support.
    Vec<2> bed(int support, int level) const {
        const int k = std::min(level, steep);
        return {{support == 0 ? left : joint(support - 1, voussoirs() - k).outer[0],
                 support == spans() ? right : joint(support, k).outer[0]}};
    }
};

void check(const BridgeParameters& p, int dimension) {
    require(p.spans >= 1, "spans", "must be at least 1");
    require_positive(p.span, "span");
    require_not_negative(p.rise, "rise");
    require_not_negative(p.springing, "springing");
    require_positive(p.abutment, "abutment");
    require_positive(p.foundation, "foundation");
    require_positive(p.cover, "cover");
    require_positive(p.block[0], "block");
    require_positive(p.block[1], "block");
    require_not_negative(p.end_wall, "end_wall");
    require_not_negative(p.parapet, "parapet");
    require(p.voussoirs >= 3, "voussoirs", "must be at least 3");
    require_count(static_cast<double>(p.spans) * p.voussoirs, "voussoirs");
    require_count(static_cast<double>(p.spans) * p.pier_courses, "pier_courses");
    require(p.abutment > p.thickness, "abutment", "must be greater than the thickness of the arches");
    if (p.spans > 1) {
        require_positive(p.pier_width, "pier_width");
        require_positive(p.springing, "springing");
        require(p.pier_courses >= 1, "pier_courses", "must be at least 1");
    }
    if (dimension == 3) {
        require_positive(p.width, "width");
        require_positive(p.spandrel_thickness, "spandrel_thickness");
        require(2.0 * p.spandrel_thickness < p.width, "spandrel_thickness",
                "must be less than half the width");
    } else {
        require(p.parapet == 0.0 || p.fill == BridgeFill::blocks, "parapet",
                "needs a fill of blocks to stand on");
    }
}

std::vector<Joint> first_arch(const BridgeParameters& p) {
    ArchParameters arch;
    arch.form = p.rise > 0.0 ? ArchForm::segmental : ArchForm::semicircular;
    arch.span = p.span;
    arch.rise = p.rise;
    arch.thickness = p.thickness;
    arch.voussoirs = p.voussoirs;
    return arch_joints(arch);
}

Elevation make_elevation(const BridgeParameters& p) {
    Elevation e;
    const std::vector<Joint> joints = first_arch(p);
    const double half_length = 0.5 * (p.spans * p.span + (p.spans - 1) * p.pier_width);
    for (int a = 0; a < p.spans; ++a) {
        const Vec<2> middle = {{(a - 0.5 * (p.spans - 1)) * (p.span + p.pier_width), p.springing}};
        std::vector<Joint>& arch = e.arches.emplace_back(joints);
        for (Joint& joint : arch) joint = {middle + joint.inner, middle + joint.outer};
    }
    e.left = -half_length - p.abutment;
    e.right = half_length + p.abutment;
    while (e.steep < p.voussoirs / 2) {
        const Vec<2> facet = e.joint(0, e.steep + 1).outer - e.joint(0, e.steep).outer;
        if (facet[1] < facet[0]) break;
        ++e.steep;
    }
    e.deck = e.joint(0, p.voussoirs / 2).outer[1] + p.cover;
    for (int k = 0; k <= e.steep; ++k) e.levels.push_back(e.joint(0, k).outer[1]);
    const double from = e.levels.back();
    require_count((e.deck - from) / p.block[1] * ((e.right - e.left) / p.block[0] + p.spans + 1.0), "block");
    const int above = std::max(1, static_cast<int>(std::lround((e.deck - from) / p.block[1])));
    for (int k = 1; k < above; ++k) e.levels.push_back(from + k * (e.deck - from) / above);
    e.levels.push_back(e.deck);
    for (int support = 1; support < p.spans; ++support) {
        const Vec<2> bed = e.bed(support, 0);
        require(bed[1] - bed[0] >= -1e-12 * p.thickness, "pier_width",
                "must be so great that the two arches on a pier do not overlap");
    }
    return e;
}

/// A course of a bay between two cuts; ends beyond the bed's own are the bed's, sloping where the arch does.
Polygon course_polygon(const Elevation& e, int support, int course, double from, double to) {
    assert(from <= to);
    const Vec<2> low = e.bed(support, course), high = e.bed(support, course + 1);
    const double y0 = e.levels[static_cast<std::size_t>(course)];
    const double y1 = e.levels[static_cast<std::size_t>(course) + 1];
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
        for (int k = e.steep; k < e.voussoirs() - e.steep; ++k)
            pieces.push_back({fmt::format("crown.{}.{}", a, k), crown_polygon(e, a, k)});
    }
}

/// The room on the arches: as stones, or in the fewest convex pieces.
std::vector<Piece> stones_on_arches(const Elevation& e, double length) {
    std::vector<Piece> pieces;
    for (int support = 0; support <= e.spans(); ++support) {
        for (int course = 0; course < e.courses(); ++course) {
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
        for (int course = 0; course < e.courses(); ++course) {
            pieces.push_back({fmt::format("bay.{}.{}", support, course),
                              course_polygon(e, support, course, e.left, e.right)});
        }
    }
    add_crowns(e, pieces);
    return pieces;
}

/// Abutment with its skewback, left or right. Without a slope the outer end of the joint is no corner.
Polygon abutment_polygon(const Elevation& e, const BridgeParameters& p, bool at_left) {
    const Joint& joint = at_left ? e.arches.front().front() : e.arches.back().back();
    const double back = at_left ? e.left : e.right;
    Polygon polygon = {{{back, -p.foundation}}, {{joint.inner[0], -p.foundation}}, joint.inner};
    if (joint.outer[1] > joint.inner[1]) polygon.push_back(joint.outer);
    polygon.push_back({{back, joint.outer[1]}});
    return polygon;
}

template <int D>
void add_supports(const Elevation& e, const BridgeParameters& p, const Depth& depth,
                  std::vector<Block<D>>& blocks) {
    for (const bool at_left : {true, false}) {
        const std::string side = at_left ? "left" : "right";
        blocks.push_back(prism<D>("abutment." + side, abutment_polygon(e, p, at_left), depth, true));
        if (p.end_wall == 0.0) continue;
        const double inside = at_left ? e.left : e.right, outside = inside + (at_left ? -1 : 1) * p.end_wall;
        blocks.push_back(box<D>("end_wall." + side, {{std::min(inside, outside), -p.foundation}},
                                {{std::max(inside, outside), e.deck}}, depth, true));
    }
    for (int i = 0; i + 1 < p.spans; ++i) {
        const Joint &before = e.arch(i).back(), &after = e.arch(i + 1).front();
        const double x0 = before.inner[0], x1 = after.inner[0];
        blocks.push_back(
            box<D>(fmt::format("foundation.{}", i), {{x0, -p.foundation}}, {{x1, 0.0}}, depth, true));
        const auto level = [&](int c) { return (c * p.springing) / p.pier_courses; };
        for (int c = 0; c < p.pier_courses; ++c) {
            blocks.push_back(
                box<D>(fmt::format("pier.{}.{}", i, c), {{x0, level(c)}}, {{x1, level(c + 1)}}, depth));
        }
        if (before.outer[1] == before.inner[1]) continue;
        Polygon springer = {before.inner, after.inner, after.outer};
        if (before.outer[0] < after.outer[0]) springer.push_back(before.outer);
        blocks.push_back(prism<D>(fmt::format("springer.{}", i), springer, depth));
    }
}

template <int D>
void add_parapet(const std::string& part, const Elevation& e, const BridgeParameters& p, const Depth& depth,
                 std::vector<Block<D>>& blocks) {
    const int count = std::max(1, static_cast<int>(std::lround((e.right - e.left) / p.block[0])));
    const auto x = [&](int k) { return e.left + (k * (e.right - e.left)) / count; };
    for (int k = 0; k < count; ++k) {
        blocks.push_back(
            box<D>(fmt::format("{}{}", part, k), {{x(k), e.deck}}, {{x(k + 1), e.deck + p.parapet}}, depth));
    }
}

template <int D>
void add_pieces(const std::string& prefix, const std::vector<Piece>& pieces, const Depth& depth,
                std::vector<Block<D>>& blocks) {
    for (const Piece& piece : pieces) blocks.push_back(prism<D>(prefix + piece.part, piece.polygon, depth));
}

}  // namespace

template <int D>
Bridge<D> bridge(const BridgeParameters& p) {
    check(p, D);
    const Elevation e = make_elevation(p);
    const Depth whole = centred(p.width), middle = centred(p.width - 2.0 * p.spandrel_thickness);
    const std::vector<Piece> stones = stones_on_arches(e, p.block[0]);
    Bridge<D> out;
    out.deck = e.deck;
    add_supports(e, p, whole, out.blocks);
    for (int a = 0; a < p.spans; ++a) {
        for (int k = 0; k < p.voussoirs; ++k) {
            const Polygon polygon = voussoir(e.joint(a, k), e.joint(a, k + 1));
            out.blocks.push_back(prism<D>(fmt::format("arch.{}.{}", a, k), polygon, whole));
        }
    }
    if (D == 3) {
        const Depth front{whole.from, middle.from}, back{middle.to, whole.to};
        add_pieces("spandrel.front.", stones, front, out.blocks);
        add_pieces("spandrel.back.", stones, back, out.blocks);
        if (p.parapet > 0.0) add_parapet("parapet.front.", e, p, front, out.blocks);
        if (p.parapet > 0.0) add_parapet("parapet.back.", e, p, back, out.blocks);
    } else if (p.parapet > 0.0) {
        add_parapet("parapet.", e, p, whole, out.blocks);
    }
    if (p.fill == BridgeFill::blocks) {
        add_pieces("fill.", stones, middle, out.blocks);
    } else {
        add_pieces("", room_on_arches(e), middle, out.fill_region);
    }
    return out;
}

template Bridge<2> bridge<2>(const BridgeParameters&);
template Bridge<3> bridge<3>(const BridgeParameters&);

}  // namespace drystone::masonry
