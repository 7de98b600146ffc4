#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/random.h"
#include "scene/generate.h"
#include "scene/read_shape.h"
#include "scene/require_memory.h"

namespace drystone {

namespace {

template <int D>
struct Lattice {
    double radius = 0.0;
    std::array<int, D> counts{};
    Vec<D> spacing{};     // [m]
    Vec<D> origin{};      // centre of the first ball [m]
    double jitter = 0.0;  // the most a centre is moved along each axis [m]
};

template <int D>
Vec<D> read_spacing(const Node& node) {
    Vec<D> spacing;
    if (node.as<Node::Array>()) {
        spacing = vector_of<D>(node, "spacing");
    } else {
        for (int i = 0; i < D; ++i) spacing[i] = number_of(node, "spacing");
    }
    for (int i = 0; i < D; ++i) {
        if (!(spacing[i] > 0.0)) refuse(node.place, "spacing must be greater than zero");
    }
    return spacing;
}

template <int D>
std::array<int, D> read_counts(const Node& node, std::size_t bodies_before) {
    const auto& items = array_of(node, "counts", "whole numbers");
    if (items.size() != static_cast<std::size_t>(D)) {
        refuse(node.place,
               fmt::format("counts must be {} whole numbers in {}D, found {}", D, D, describe(node)));
    }
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    std::array<int, D> counts;
    std::int64_t total = 1;
    for (std::size_t i = 0; i < items.size(); ++i) {
        counts[i] = static_cast<int>(whole_number_of(items[i], "counts", 1, most));
        total = std::min(most + 1, total * counts[i]);
    }
    if (static_cast<std::int64_t>(bodies_before) + total > most) {
        refuse(node.place, fmt::format("too many bodies: a scene can have {}", most));
    }
    require_memory_for_bodies(static_cast<double>(total), node.place);
    return counts;
}

template <int D>
Lattice<D> read_lattice(const Table& table, std::size_t bodies_before) {
    Lattice<D> lattice;
    lattice.radius = table.positive("radius");
    lattice.counts = read_counts<D>(table.at("counts"), bodies_before);
    lattice.spacing = read_spacing<D>(table.at("spacing"));
    lattice.origin = table.vector<D>("origin", {});
    lattice.jitter = table.not_negative("jitter", 0.0);
    for (int i = 0; i < D; ++i) {
        // Decimal digits of spacing = 2 radius may round either way; that is touching, not overlapping.
        const double room = lattice.spacing[i] - 2.0 * lattice.jitter;
        if (lattice.counts[static_cast<std::size_t>(i)] < 2 || room >= 2.0 * lattice.radius * (1.0 - 1e-12))
            continue;
        refuse(table.at(lattice.jitter > 0.0 ? "jitter" : "spacing").place,
               fmt::format("the balls would overlap: spacing - 2 jitter = {} is less than the diameter {}",
                           room, 2.0 * lattice.radius));
    }
    return lattice;
}

/// The first coordinate runs fastest, so a ball's number says where it is: i + nx (j + ny k).
template <int D>
std::vector<PlacedBall<D>> place(const Lattice<D>& lattice, Random& random) {
    std::size_t total = 1;
    for (int count : lattice.counts) total *= static_cast<std::size_t>(count);
    std::vector<PlacedBall<D>> balls(total);
    for (std::size_t n = 0; n < total; ++n) {
        balls[n].radius = lattice.radius;
        std::size_t rest = n;
        for (int i = 0; i < D; ++i) {
            const auto count = static_cast<std::size_t>(lattice.counts[static_cast<std::size_t>(i)]);
            const double shift = lattice.jitter > 0.0 ? random.uniform(-lattice.jitter, lattice.jitter) : 0.0;
            balls[n].centre[i] =
                lattice.origin[i] + static_cast<double>(rest % count) * lattice.spacing[i] + shift;
            rest /= count;
        }
    }
    return balls;
}

}  // namespace

template <int D>
void generate_lattice(const Node& node, Draft<D>& draft, int number) {
    const Table table(node, "a lattice",
                      with_crowd_keys({"radius", "spacing", "counts", "origin", "jitter"}));
    expect_ball_word<D>(table.at("shape"), "the shape of " + table.title());
    const Crowd<D> crowd = read_crowd(table, draft);
    const Lattice<D> lattice = read_lattice<D>(table, draft.world.bodies.size());
    Random random(draft.seed, generator_stream(number));
    add_crowd(crowd, place(lattice, random), draft);
}

template void generate_lattice<2>(const Node&, Draft<2>&, int);
template void generate_lattice<3>(const Node&, Draft<3>&, int);

}  // namespace drystone
