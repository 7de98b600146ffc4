#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/rotation.h"
#include "core/vec.h"

// What every generator of this room returns. In the plane x is horizontal and y points up; in space x and y
// are horizontal and z points up. A plane picture becomes a solid by going from (x, y) to (x, depth, y).

namespace drystone::masonry {

/// A stone: convex, or of convex parts. Faces that touch a neighbour's have corners from the same expression: equal
/// to the last bit.
template <int D>
struct Block {
    std::string part;              // name within the group: "3.1", "voussoir.4", "abutment.left"
    std::vector<Vec<D>> vertices;  // its corners, all on its convex hull, in no promised order [m]
    bool fixed = false;            // abutments, foundations
    std::vector<std::vector<Vec<D>>> parts{};  // of a stone that is not convex: corners of its convex parts; then vertices is empty [m]
};

/// A parameter that cannot be built: which one, and what was meant. `what()` is "field meant".
class BadParameters : public std::invalid_argument {
  public:
    BadParameters(std::string_view field, std::string_view meant)
        : std::invalid_argument(std::string(field) + " " + std::string(meant)), field_(field) {}
    const std::string& field() const { return field_; }

  private:
    std::string field_;
};

/// Throws BadParameters unless `holds`.
void require(bool holds, std::string_view field, std::string_view meant);
void require_positive(double value, std::string_view field);
void require_not_negative(double value, std::string_view field);

/// Refuses more stones than a structure can have: a size or count of more is a slip of the keyboard.
constexpr double most_stones = 1e6;
void require_count(double stones, std::string_view field);

/// How many times `unit` goes into `total`; refuses what is not a whole number, at least 1, within 1e-6 unit.
int whole_count(double total, double unit, std::string_view field, std::string_view unit_name);

/// Corners in the plane: x and height.
using Polygon = std::vector<Vec<2>>;

/// Where a solid begins and ends along its depth, y in space; the plane does not look at it.
struct Depth {
    double from = 0.0, to = 0.0;  // [m]
};

/// Depth centred on y = 0.
constexpr Depth centred(double depth) { return {-0.5 * depth, 0.5 * depth}; }

/// The polygon itself in the plane, the prism over it in space: first all corners at depth.from, then at
/// depth.to.
template <int D>
Block<D> prism(std::string part, const Polygon& polygon, const Depth& depth, bool fixed = false);
template <>
Block<2> prism<2>(std::string part, const Polygon& polygon, const Depth& depth, bool fixed);
template <>
Block<3> prism<3>(std::string part, const Polygon& polygon, const Depth& depth, bool fixed);

/// The rectangle between two corners (x, height), or the box over it.
template <int D>
Block<D> box(std::string part, const Vec<2>& low, const Vec<2>& high, const Depth& depth, bool fixed = false);

/// Turns the blocks about the origin, then moves them.
template <int D>
void place(const Vec<D>& position, const Rotation<D>& orientation, std::vector<Block<D>>& blocks);

}  // namespace drystone::masonry
