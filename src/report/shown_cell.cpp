#include "report/shown_cell.h"

#include "core/reduced_space.h"

namespace drystone {

namespace {

Vec<3> entry(const std::vector<float>& values, int d, std::size_t i) {
    Vec<3> out{};
    for (int c = 0; c < d; ++c)
        out[c] = static_cast<double>(values[static_cast<std::size_t>(d) * i + static_cast<std::size_t>(c)]);
    return out;
}

}  // namespace

Vec<3> home(const ShownBodies& bodies, const ShownFrame& frame, int i) {
    return between_edges(frame.space, entry(frame.position, bodies.dimension, static_cast<std::size_t>(i)));
}

ContactAtHome contact_at_home(const ShownBodies& bodies, const ShownFrame& frame, std::size_t k) {
    const Vec<3> a = home(bodies, frame, frame.a[k]);
    const Vec<3> point = seen_from(frame.space, a, entry(frame.point, bodies.dimension, k));
    return {point, a, seen_from(frame.space, point, home(bodies, frame, frame.b[k]))};
}

std::vector<Vec<3>> shifts_of_images(const Space<3>& space, const Vec<3>& x, double radius) {
    std::vector<Vec<3>> out;
    if (!space.repeats()) return out;
    const Mat<3> fraction = inverse(space.edges());
    const Vec<3> place = fraction * (x - space.origin());
    std::array<int, 3> low{}, high{};
    for (std::size_t j = 0; j < 3; ++j) {
        const int row = static_cast<int>(j);
        if (!space.repeats_along(row)) continue;
        const double reach = radius * norm(fraction[row]);
        low[j] = place[row] + reach > 1.0 ? -1 : 0;
        high[j] = place[row] - reach < 0.0 ? 1 : 0;
    }
    std::array<int, 3> k{};
    for (k[0] = low[0]; k[0] <= high[0]; ++k[0])
        for (k[1] = low[1]; k[1] <= high[1]; ++k[1])
            for (k[2] = low[2]; k[2] <= high[2]; ++k[2])
                if (k != std::array<int, 3>{}) out.push_back(space.shift(k));
    return out;
}

std::vector<std::array<Vec<3>, 2>> outline(const Space<3>& space, int dimension) {
    std::vector<std::array<Vec<3>, 2>> out;
    if (!space.repeats()) return out;
    const auto corner = corners(space);
    const unsigned last = 1U << dimension;
    for (unsigned j = 0; j < static_cast<unsigned>(dimension); ++j) {
        for (unsigned k = 0; k < last; ++k) {
            if (!(k >> j & 1U)) out.push_back({corner[k], corner[k | 1U << j]});
        }
    }
    return out;
}

}  // namespace drystone
