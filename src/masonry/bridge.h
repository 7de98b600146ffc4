#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

enum class BridgeFill { blocks, none };

/// Arches between two abutments, on piers. x = 0 is the middle of the bridge, height 0 the top of the
/// foundations; in space the width is centred on y = 0.
///
/// What lies on the arches follows their extrados (elevation.h): every stone is convex and shares facets with the voussoirs.
/// In the plane these stones are the fill; in space they are the two spandrel walls and, between them, the
/// fill.
struct BridgeParameters {
    int spans = 1;
    double span = 0.0;        // between the springings of an intrados [m]
    std::vector<double> unequal{};  // instead of span: of each arch from the left [m]
    double rise = 0.0;        // of the intrados above its springings, of the widest arch [m]; the others' in proportion. 0: semicircles
    double thickness = 0.0;   // of the arches [m]
    int rings = 1;            // of voussoirs in an arch
    int voussoirs = 0;        // of an arch
    double springing = 0.0;   // height of the springings above the foundations [m]
    double pier_width = 0.0;  // [m]; at least two arches' springings side by side
    int pier_courses = 1;     // blocks on top of each other in a pier
    double abutment = 0.0;    // length of an abutment behind its springing [m]
    double foundation = 0.0;  // height of the fixed blocks below piers; abutments reach as deep [m]
    double cover = 0.0;       // from the highest corner of the extrados to the deck [m]
    Vec<2> block{};           // length and height of the stones on the arches, about [m]
    BridgeFill fill = BridgeFill::blocks;
    double end_wall = 0.0;  // thickness of a fixed wall behind each abutment, up to the deck [m]; 0: none
    double parapet = 0.0;   // height of a row of stones on the spandrel walls (the plane: on the fill) [m]
    double width = 0.0;     // of the bridge [m]; 3D
    double spandrel_thickness = 0.0;  // [m]; 3D
};

template <int D>
struct Bridge {
    std::vector<Block<D>> blocks;
    std::vector<Block<D>> fill_region;  // convex pieces of the room for grains; empty if filled with blocks
    double deck = 0.0;                  // its height [m]
};

/// Parts: "arch.a.k" (voussoir k of arch a), of several rings "arch.a.ringr.k"; "pier.i.c" from below, "springer.i" on it under segmental
/// arches, "foundation.i"; "abutment.left", "abutment.right", "end_wall.left", "end_wall.right"; stones on
/// the arches "bay.b.c.k" (over support b from the left, course c, stone k) and "crown.a.k" (over facet k of
/// arch a), each after "fill." or, in space, "spandrel.front." (at -y), "spandrel.back.", "fill.";
/// "parapet.k" or "parapet.front.k", "parapet.back.k".
template <int D>
Bridge<D> bridge(const BridgeParameters& parameters);

}  // namespace drystone::masonry
