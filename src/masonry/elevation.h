#pragma once

#include "masonry/arch.h"

namespace drystone::masonry {

/// Arches side by side and what lies on them up to a level deck, in elevation: what bridges and arcades have in common. Support 0 is
/// at the left of the first arch, support `spans` at the right of the last.
///
/// Beside a steep facet of an extrados (45 deg and more) is a course as high as the facet, its last stone cut to it; where
/// arches of two sizes meet the courses end at the facets of both. Above that courses go on to the deck. Over each flatter facet stands
/// one stone with upright sides.
struct Elevation {
    std::vector<std::vector<Joint>> arches;
    std::vector<int> steep;  // (arches) facets of an extrados, from a springing up, that courses lie beside
    double left = 0.0, right = 0.0;           // where the supports at the ends end [m]
    double deck = 0.0;                        // [m]
    std::vector<std::vector<double>> levels;  // (supports) of the beds beside and above the steep facets [m]

    int spans() const { return static_cast<int>(arches.size()); }
    const std::vector<Joint>& arch(int a) const { return arches[static_cast<std::size_t>(a)]; }
    int voussoirs(int a) const { return static_cast<int>(arch(a).size()) - 1; }
    const Joint& joint(int a, int k) const { return arch(a)[static_cast<std::size_t>(k)]; }
    const std::vector<double>& beds(int support) const { return levels[static_cast<std::size_t>(support)]; }
    int courses(int support) const { return static_cast<int>(beds(support).size()) - 1; }

    /// Ends of bed `level` over a support.
    Vec<2> bed(int support, int level) const;
};

struct ElevationParameters {
    std::vector<std::vector<Joint>> arches;  // in place, from the left
    double left = 0.0, right = 0.0;          // [m]
    double cover = 0.0;                      // from the highest corner of the extrados to the deck [m]
    Vec<2> block{};                          // length and height of the stones, about [m]
};

/// Refuses arches that overlap on a support, or whose springings there end at different heights.
Elevation make_elevation(const ElevationParameters& parameters);

/// An arch of that section moved to where the middle between its springings is.
std::vector<Joint> moved(std::vector<Joint> joints, const Vec<2>& middle);

struct Piece {
    std::string part;
    Polygon polygon;
};

/// What lies on the arches as stones about as long as `length`: "bay.b.c.k" (over support b, course c, stone k), "crown.a.k" (over facet k of arch a).
std::vector<Piece> stones_on_arches(const Elevation& e, double length);

/// The same in the fewest convex pieces.
std::vector<Piece> room_on_arches(const Elevation& e);

}  // namespace drystone::masonry
