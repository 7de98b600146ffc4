#pragma once

#include <filesystem>

#include "core/random.h"
#include "geometry/scaled.h"
#include "scene/table.h"

namespace drystone {

/// What grains of a packing look like: a shape about its centre of mass, and how large it is as it was given.
template <int D>
struct GrainShape {
    Geometry<D> geometry;
    PlacedBall<D> around;  // that holds it, about its centre of mass, in its frame
    double size = 0.0;     // radius of the ball of its volume [m]
    double weight = 1.0;   // share of the grains, by number; not yet divided by the total
};

/// A grain to be placed: which shape, and how many times as large as given.
struct Grain {
    int shape = 0;
    double scale = 1.0;
};

/// `shape = { type = .., .. }` or `shapes = [{ shape = { .. }, weight = 1 }, ..]` of a table; whatever has a volume. Empty: `shape` is a word.
template <int D>
std::vector<GrainShape<D>> read_grain_shapes(const Table& table, const std::filesystem::path& folder);

/// A shape for each radius, by the weights; `radius` empty: `count` grains of the size they were given in.
template <int D>
std::vector<Grain> draw_grains(const std::vector<GrainShape<D>>& shapes, const std::vector<double>& radii,
                               int count, Random& random);

/// All orientations alike.
template <int D>
Rotation<D> random_rotation(Random& random);

}  // namespace drystone
