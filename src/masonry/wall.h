#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// How the head joints of one course lie to those of the next. In lengths of a block:
///
///     running    1 1 1 1      stack  1 1 1    english   1   1   1           flemish   1  1/2  1  1/2  1
///               1/2 1 1 1/2          1 1 1             1/2 1/4 1/2 .. 1/4 1/2        1/2 1/4 1 1/2 1 1/4 1/2
///
/// In space a header (1/2) of the English and Flemish bonds goes through the whole thickness, a stretcher (1)
/// through half of it: two stand one behind the other.
enum class Bond { running, stack, english, flemish };

/// A door or window. Its edges fall on quarter blocks and on course lines.
struct Opening {
    Vec<2> position{};     // lower left corner, from the wall's [m]
    Vec<2> size{};         // width and height [m]
    bool lintel = true;    // one stone over it, a course high; none where the opening reaches the top
    double bearing = 0.0;  // least length of lintel on either side [m]; it goes on to the next joint of its
                           // course. 0: half a block
};

/// A wall along x from 0, its base at height 0, its thickness centred on y = 0.
/// Beams on top of a wall across it, their far ends on a fixed ledge; space only.
struct Beams {
    int count = 0;         // at equal distances; 0: none
    Vec<2> section{};      // width along the wall and height [m]
    double span = 0.0;     // from the wall to the ledge, along +y [m]
    double bearing = 0.0;  // on the ledge [m]; on the wall they lie over its whole thickness
};

struct WallParameters {
    double length = 0.0;  // [m]; whole half blocks. english: whole blocks; flemish: 1, 2.5, 4, 5.5, .. blocks
    double height = 0.0;  // [m]; whole courses
    double thickness = 0.0;  // [m]; 3D
    Vec<2> block{};          // length and height of a full block [m]
    Bond bond = Bond::running;
    double head_gap = 0.0;  // width of upright joints [m]; block + gap is then the unit of length
    double bed_gap = 0.0;   // of lying joints [m]; not 0: nothing rests on anything yet
    std::vector<Opening> openings;
    Beams beams;
    bool fixed_course = false;  // the lowest course never moves
    double base = 0.0;          // height of a fixed slab below the wall [m]; 0: none
    double base_margin = 0.0;   // by which the slab stands out on all sides [m]
};

/// Parts: "course.stone", both from 0, counted from below and from the left (in space: the stretcher at -y
/// first); "lintel.k" over opening k; "base"; "beam.k" and the fixed "ledge".
template <int D>
std::vector<Block<D>> wall(const WallParameters& parameters);

}  // namespace drystone::masonry
