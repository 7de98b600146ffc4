#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// One row of arches of an arcade.
struct Storey {
    double springing = 0.0;  // height of its piers [m]
    double thickness = 0.0;  // of its arches [m]
    int voussoirs = 0;       // of an arch
    int pier_courses = 1;
    double cover = 0.0;    // from the highest corners of the extrados to the top of its wall [m]
    double cornice = 0.0;  // height of a row of slabs on it [m]; 0: none
};

/// Bays of an arcade, storey above storey, as of an arena: piers, semicircular arches, the wall on them cut to the extrados (elevation.h),
/// a cornice. The middle is x = 0, height 0 the foot of the lowest piers; in space the depth is centred on y = 0.
struct ArcadeParameters {
    int bays = 1;
    double span = 0.0;            // clear, between two piers [m]
    double pier_width = 0.0;      // [m]
    std::vector<Storey> storeys;  // from below
    Vec<2> block{};               // length and height of the stones of walls and cornices, about [m]
    double foundation = 0.0;      // height of fixed blocks below the piers [m]
    double depth = 0.0;           // [m]; 3D
};

/// Parts: "storeyS.pier.i.c", "storeyS.arch.a.k", "storeyS.wall.bay.b.c.k", "storeyS.wall.crown.a.k", "storeyS.cornice.k"; "foundation.i".
template <int D>
std::vector<Block<D>> arcade(const ArcadeParameters& parameters);

}  // namespace drystone::masonry
