#include "scene/region.h"

#include <algorithm>

#include "scene/check_sizes.h"
#include "scene/read_shape.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
BoxRegion<D> read_box(const Node& node) {
    const Table table(node, "a box", {"type", "min", "max"});
    const BoxRegion<D> box{table.vector<D>("min"), table.vector<D>("max")};
    for (int i = 0; i < D; ++i) {
        if (!(box.max[i] > box.min[i]))
            refuse(table.at("max").place, "max must be greater than min in each direction");
    }
    return box;
}

template <int D>
BallRegion<D> read_ball(const Node& node) {
    const Table table(node, "a " + ball_word<D>(), {"type", "centre", "radius"});
    return {table.vector<D>("centre", {}), table.positive("radius")};
}

CylinderRegion read_cylinder(const Node& node) {
    const Table table(node, "a cylinder", {"type", "centre", "axis", "radius", "height"});
    CylinderRegion cylinder;
    cylinder.centre = table.vector<3>("centre", {});
    cylinder.axis = table.has("axis") ? unit_vector_of<3>(table.at("axis"), "axis") : Vec<3>::axis(2);
    cylinder.radius = table.positive("radius");
    cylinder.height = table.positive("height");
    return cylinder;
}

template <int D>
Region<D> read_any_region(const Node& node, const char* what) {
    enum class Kind { box, ball, cylinder };
    std::vector<std::pair<std::string, Kind>> words = {{"box", Kind::box}, {ball_word<D>(), Kind::ball}};
    if (D == 3) words.push_back({"cylinder", Kind::cylinder});
    switch (Table(node, what).choice<Kind>("type", words)) {
        case Kind::box:
            return read_box<D>(node);
        case Kind::ball:
            return read_ball<D>(node);
        case Kind::cylinder:
            break;
    }
    if constexpr (D == 3) {
        return read_cylinder(node);
    } else {
        return {};
    }
}

}  // namespace

template <int D>
Region<D> read_region(const Node& node, const char* what) {
    const Region<D> region = read_any_region<D>(node, what);
    const BoxRegion<D> box = std::visit([](const auto& one) { return one.bounds(); }, region);
    check_size(std::visit([](const auto& one) { return one.least_width(); }, region), node.place, "a region");
    check_size(std::max(norm(box.min), norm(box.max)), node.place, "a region");
    return region;
}

template Region<2> read_region<2>(const Node&, const char*);
template Region<3> read_region<3>(const Node&, const char*);

}  // namespace drystone
