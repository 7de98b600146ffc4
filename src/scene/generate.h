#pragma once

#include <functional>
#include <vector>

#include "geometry/placed_ball.h"
#include "scene/draft.h"
#include "scene/table.h"

namespace drystone {

/// What every generator of grains needs to know of its bodies.
template <int D>
struct Crowd {
    std::string name;  // bodies are "name.0", "name.1", ..; empty: they have none
    Place place;       // of the name
    Place origin;      // of the whole
    int material = 0;
    Vec<D> velocity{};  // [m/s]
    bool fixed = false;
};

/// A grain where it is to be.
template <int D>
struct PlacedGeometry {
    Geometry<D> geometry;
    Vec<D> position{};  // of the origin of its frame [m]
    Rotation<D> orientation{};
};

/// Keys of every generator of grains: type, name, shape, material, velocity, fixed.
Keys with_crowd_keys(Keys keys);

template <int D>
Crowd<D> read_crowd(const Table& table, const Draft<D>& draft);

/// Grains at their places become bodies, one after the other: they are not held twice.
template <int D>
using GrainOf = std::function<PlacedGeometry<D>(std::size_t number)>;
template <int D>
void add_crowd(const Crowd<D>& crowd, std::size_t count, const GrainOf<D>& grain, Draft<D>& draft);

template <int D>
void add_crowd(const Crowd<D>& crowd, const std::vector<PlacedBall<D>>& balls, Draft<D>& draft);

/// Stream of the scene's seed for the generator of that number; solvers count theirs from zero.
constexpr std::uint64_t generator_stream(int number) {
    return (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(number);
}

/// type = "lattice": equal balls on a rectangular lattice.
template <int D>
void generate_lattice(const Node& node, Draft<D>& draft, int number);

/// type = "packing": grains of given shapes and sizes, at random in a region, none touching another.
template <int D>
void generate_packing(const Node& node, Draft<D>& draft, int number);

/// The words of the masonry generators in D dimensions.
template <int D>
Keys masonry_words();

/// type = one of these: stones in place (src/masonry).
template <int D>
void generate_masonry(const Node& node, const std::string& word, Draft<D>& draft, int number);

}  // namespace drystone
