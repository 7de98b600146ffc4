#include "masonry/arcade.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "masonry/elevation.h"

namespace drystone::masonry {

namespace {

double pier_left(const ArcadeParameters& p, int i) {
    return (i - 0.5 * p.bays) * (p.span + p.pier_width) - 0.5 * p.pier_width;
}

void check(const ArcadeParameters& p, int dimension) {
    require(p.bays >= 1, "bays", "must be at least 1");
    require_positive(p.span, "span");
    require_positive(p.pier_width, "pier_width");
    require_positive(p.block[0], "block");
    require_positive(p.block[1], "block");
    require_positive(p.foundation, "foundation");
    require(!p.storeys.empty(), "storeys", "must name at least one");
    if (dimension == 3) require_positive(p.depth, "depth");
    for (const Storey& s : p.storeys) {
        require_positive(s.springing, "springing");
        require_positive(s.thickness, "thickness");
        require_positive(s.cover, "cover");
        require_not_negative(s.cornice, "cornice");
        require(s.pier_courses >= 1, "pier_courses", "must be at least 1");
        require(s.voussoirs >= 3, "voussoirs", "must be at least 3");
        require(s.thickness < p.pier_width, "thickness", "must be less than the width of a pier");
        require_count(static_cast<double>(p.bays + 1) * (s.voussoirs + s.pier_courses), "voussoirs");
    }
}

Elevation elevation_of(const ArcadeParameters& p, const Storey& s, double foot) {
    ArchParameters arch;
    arch.span = p.span;
    arch.thickness = s.thickness;
    arch.voussoirs = s.voussoirs;
    const std::vector<Joint> joints = arch_joints(arch);
    ElevationParameters e;
    for (int a = 0; a < p.bays; ++a)
        e.arches.push_back(
            moved(joints, {{pier_left(p, a) + p.pier_width + 0.5 * p.span, foot + s.springing}}));
    e.left = pier_left(p, 0);
    e.right = pier_left(p, p.bays) + p.pier_width;
    e.cover = s.cover;
    e.block = p.block;
    return make_elevation(e);
}

/// One storey; returns where the next one stands.
template <int D>
double add_storey(const ArcadeParameters& p, int number, double foot, std::vector<Block<D>>& blocks) {
    const Storey& s = p.storeys[static_cast<std::size_t>(number)];
    const Depth depth = centred(p.depth);
    const std::string name = fmt::format("storey{}.", number);
    const Elevation e = elevation_of(p, s, foot);
    const auto level = [&](int c) {
        return c == s.pier_courses ? e.joint(0, 0).inner[1] : foot + (c * s.springing) / s.pier_courses;
    };
    for (int i = 0; i <= p.bays; ++i) {
        const double left = i == 0 ? e.left : e.arch(i - 1).back().inner[0],
                     right = i == p.bays ? e.right : e.arch(i).front().inner[0];
        for (int c = 0; c < s.pier_courses; ++c)
            blocks.push_back(box<D>(fmt::format("{}pier.{}.{}", name, i, c), {{left, level(c)}},
                                    {{right, level(c + 1)}}, depth));
    }
    for (int a = 0; a < p.bays; ++a)
        for (int k = 0; k < s.voussoirs; ++k)
            blocks.push_back(prism<D>(fmt::format("{}arch.{}.{}", name, a, k),
                                      voussoir(e.joint(a, k), e.joint(a, k + 1)), depth));
    for (const Piece& piece : stones_on_arches(e, p.block[0]))
        blocks.push_back(prism<D>(name + "wall." + piece.part, piece.polygon, depth));
    if (s.cornice == 0.0) return e.deck;
    const int slabs = std::max(1, static_cast<int>(std::lround((e.right - e.left) / p.block[0])));
    const auto x = [&](int k) { return k == slabs ? e.right : e.left + (k * (e.right - e.left)) / slabs; };
    for (int k = 0; k < slabs; ++k)
        blocks.push_back(box<D>(fmt::format("{}cornice.{}", name, k), {{x(k), e.deck}},
                                {{x(k + 1), e.deck + s.cornice}}, depth));
    return e.deck + s.cornice;
}

}  // namespace

template <int D>
std::vector<Block<D>> arcade(const ArcadeParameters& p) {
    check(p, D);
    std::vector<Block<D>> blocks;
    for (int i = 0; i <= p.bays; ++i)
        blocks.push_back(box<D>(fmt::format("foundation.{}", i), {{pier_left(p, i), -p.foundation}},
                                {{pier_left(p, i) + p.pier_width, 0.0}}, centred(p.depth), true));
    double foot = 0.0;
    for (int s = 0; s < static_cast<int>(p.storeys.size()); ++s) foot = add_storey(p, s, foot, blocks);
    return blocks;
}

template std::vector<Block<2>> arcade<2>(const ArcadeParameters&);
template std::vector<Block<3>> arcade<3>(const ArcadeParameters&);

}  // namespace drystone::masonry
