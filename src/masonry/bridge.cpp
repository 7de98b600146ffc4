#include "masonry/bridge.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "masonry/elevation.h"

namespace drystone::masonry {

namespace {

void check(const BridgeParameters& p, int dimension) {
    require(p.spans >= 1, "spans", "must be at least 1");
    require_positive(p.unequal.empty() ? p.span : *std::min_element(p.unequal.begin(), p.unequal.end()), "span");
    require(p.unequal.empty() || static_cast<int>(p.unequal.size()) == p.spans, "spans", "must be as many as span names");
    check_rings(p.rings, p.voussoirs);
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

/// Spans and rises of all arches. A single rise is that of the widest, those of the others are in proportion.
double span_of(const BridgeParameters& p, int a) { return p.unequal.empty() ? p.span : p.unequal[static_cast<std::size_t>(a)]; }

double rise_of(const BridgeParameters& p, int a) {
    if (p.unequal.empty()) return p.rise;
    return p.rise * (span_of(p, a) / *std::max_element(p.unequal.begin(), p.unequal.end()));
}

std::vector<Joint> section(const BridgeParameters& p, int a) {
    ArchParameters arch;
    arch.form = p.rise > 0.0 ? ArchForm::segmental : ArchForm::semicircular;
    arch.span = span_of(p, a);
    arch.rise = rise_of(p, a);
    arch.thickness = p.thickness;
    arch.voussoirs = p.voussoirs;
    return arch_joints(arch);
}

Elevation elevation_of(const BridgeParameters& p) {
    ElevationParameters e;
    double clear = 0.0;
    for (int a = 0; a < p.spans; ++a) clear += span_of(p, a);
    if (p.unequal.empty()) clear = p.spans * p.span;
    const double half_length = 0.5 * (clear + (p.spans - 1) * p.pier_width);
    double from = -half_length;
    for (int a = 0; a < p.spans; ++a) {
        const double middle = p.unequal.empty() ? (a - 0.5 * (p.spans - 1)) * (p.span + p.pier_width) : from + 0.5 * span_of(p, a);
        e.arches.push_back(moved(section(p, a), {{middle, p.springing}}));
        from += span_of(p, a) + p.pier_width;
    }
    e.left = -half_length - p.abutment;
    e.right = half_length + p.abutment;
    e.cover = p.cover;
    e.block = p.block;
    return make_elevation(e);
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
    const Elevation e = elevation_of(p);
    const Depth whole = centred(p.width), middle = centred(p.width - 2.0 * p.spandrel_thickness);
    const std::vector<Piece> stones = stones_on_arches(e, p.block[0]);
    Bridge<D> out;
    out.deck = e.deck;
    add_supports(e, p, whole, out.blocks);
    for (int a = 0; a < p.spans; ++a) {
        for (int ring = 0; ring < p.rings; ++ring) {
            for (int k = 0; k < p.voussoirs; ++k) {
                const Polygon polygon = voussoir(e.joint(a, k), e.joint(a, k + 1), ring, p.rings);
                out.blocks.push_back(prism<D>(fmt::format("arch.{}.{}", a, ring_part(ring, p.rings, k)), polygon, whole));
            }
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
