#pragma once

#include "core/random.h"
#include "masonry/block.h"

namespace drystone::masonry {

/// A wall of rubble, bare or between two faces of squared stones: the Voronoi cells of random points, evened
/// out by Lloyd's steps (each point moves to the centre of its cell). The cells fill the core without gaps.
///
/// In space the wall runs along x from 0, its thickness is centred on y = 0. The plane is a section through
/// it: x across the wall, centred, y up.
struct RubbleParameters {
    double length = 0.0;     // [m]; 3D
    double height = 0.0;     // [m]
    double thickness = 0.0;  // of the whole wall, faces included [m]
    double stone = 0.0;      // size of a rubble stone [m]: its volume is on average stone^3 (plane: stone^2)
    int relaxation = 5;      // Lloyd's steps; 0: ragged, thin splinters; 5: stones; 50: nearly equal
    double facing = 0.0;     // thickness of either face [m]; 0: rubble throughout
    Vec<2> facing_block{};   // length and height of a facing stone [m], in running bond; whole half blocks to
                             // the length, whole courses to the height. The plane takes the height only
    double base = 0.0;       // height of a fixed slab below the wall [m]; 0: none
    double base_margin = 0.0;  // by which the slab stands out on all sides [m]
};

/// Parts: "core.k"; "front.course.stone" (at -y) and "back.course.stone", in the plane "front.course" (at -x)
/// and "back.course"; "base". The same random numbers give the same stones.
template <int D>
std::vector<Block<D>> rubble(const RubbleParameters& parameters, Random& random);

}  // namespace drystone::masonry
