#include "scene/grain_shapes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/index.h"
#include "geometry/mass.h"
#include "scene/read_shape.h"
#include "scene/region.h"

namespace drystone {

namespace {

template <int D>
GrainShape<D> read_grain_shape(const Node& node, const std::filesystem::path& folder) {
    GrainShape<D> shape;
    shape.geometry = read_shape<D>(node, folder);
    if (!has_volume(shape.geometry)) refuse(node.place, "a grain needs a volume: planes and drums have none");
    shape.around = surrounding_ball(shape.geometry);
    shape.size = std::pow(mass_properties(shape.geometry, 1.0).mass / unit_ball_volume<D>(), 1.0 / D);
    return shape;
}

}  // namespace

template <int D>
std::vector<GrainShape<D>> read_grain_shapes(const Table& table, const std::filesystem::path& folder) {
    const Node *one = table.find("shape"), *several = table.find("shapes");
    if (one && several) refuse(several->place, "give either shape or shapes, not both");
    if (one && one->as<std::string>()) return {};
    if (one) return {read_grain_shape<D>(*one, folder)};
    if (!several) table.at("shape");  // refused as missing
    std::vector<GrainShape<D>> shapes;
    double sum = 0.0;
    for (const Node* node : tables_of(several, "shapes")) {
        const Table entry(*node, "an entry of shapes", {"shape", "weight"});
        shapes.push_back(read_grain_shape<D>(entry.at("shape"), folder));
        shapes.back().weight = entry.not_negative("weight", 1.0);
        sum += shapes.back().weight;
    }
    if (!(sum > 0.0)) refuse(several->place, "shapes must name at least one shape with a weight");
    return shapes;
}

template <int D>
std::vector<Grain> draw_grains(const std::vector<GrainShape<D>>& shapes, const std::vector<double>& radii,
                               int count, Random& random) {
    assert(!shapes.empty());
    double sum = 0.0;
    for (const GrainShape<D>& shape : shapes) sum += shape.weight;
    std::vector<Grain> grains(at(count));
    for (std::size_t k = 0; k < grains.size(); ++k) {
        double left = shapes.size() > 1 ? random.uniform(0.0, sum) : 0.0;
        int chosen = 0;
        while (chosen + 1 < static_cast<int>(shapes.size()) && left >= shapes[at(chosen)].weight)
            left -= shapes[at(chosen++)].weight;
        grains[k] = {chosen, radii.empty() ? 1.0 : radii[k] / shapes[at(chosen)].size};
    }
    return grains;
}

template <>
Rotation<2> random_rotation<2>(Random& random) {
    return {random.uniform(-std::numbers::pi, std::numbers::pi)};
}

/// A point of the sphere in four dimensions (Marsaglia 1972), as axis and angle.
template <>
Rotation<3> random_rotation<3>(Random& random) {
    Vec<3> v;
    for (int i = 0; i < 3; ++i) v[i] = random.normal();
    const double w = random.normal(), length = norm(v);
    if (!(length > 0.0)) return {};
    return rotation_by((2.0 * std::atan2(length, w) / length) * v);
}

#define DRYSTONE_GRAIN_SHAPES(D)                                                                           \
    template std::vector<GrainShape<D>> read_grain_shapes(const Table&, const std::filesystem::path&);     \
    template std::vector<Grain> draw_grains(const std::vector<GrainShape<D>>&, const std::vector<double>&, \
                                            int, Random&);
DRYSTONE_GRAIN_SHAPES(2)
DRYSTONE_GRAIN_SHAPES(3)
#undef DRYSTONE_GRAIN_SHAPES

}  // namespace drystone
