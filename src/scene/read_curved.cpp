#include "scene/read_curved.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/check_sizes.h"

namespace drystone {

namespace {

template <int D>
CurvedSolid<D> shared(Curved<D> curved) {
    return {std::make_shared<const Curved<D>>(std::move(curved))};
}

double read_rounding(const Table& table) { return table.not_negative("rounding", 0.0); }

Frustum read_frustum(const Table& table, double top) {
    const Frustum frustum{table.positive("radius"), top, 0.5 * table.positive("height")};
    check_alike(std::min(frustum.low, 2.0 * frustum.half), std::max(frustum.low, 2.0 * frustum.half),
                table.place());
    return frustum;
}

CurvedSolid<3> read_cylinder(const Table& table) {
    return shared(make_curved<3>(read_frustum(table, table.positive("radius")), read_rounding(table)));
}

CurvedSolid<3> read_cone(const Table& table) {
    return shared(
        make_curved<3>(read_frustum(table, table.not_negative("top_radius", 0.0)), read_rounding(table)));
}

template <int D>
CurvedSolid<D> read_capsule(const Table& table) {
    const double radius = table.positive("radius"), height = table.positive("height");
    check_alike(std::min(radius, height), std::max(radius, height), table.place());
    return shared(make_curved<D>(Segment<D>{0.5 * height}, radius));
}

template <int D>
CurvedSolid<D> read_ellipsoid(const Table& table) {
    return shared(make_curved<D>(Ellipsoid<D>{read_sizes<D>(table, "half_axes", "half axis")}, 0.0));
}

CurvedSolid<2> read_superellipse(const Table& table) {
    const double m = number_between(table.at("exponent"), "exponent", least_exponent, most_exponent);
    return shared(make_curved<2>(Superquadric<2>{read_sizes<2>(table, "half_axes", "half axis"), m, m}, 0.0));
}

CurvedSolid<3> read_superquadric(const Table& table) {
    const auto& list = array_of(table.at("exponents"), "exponents", "two numbers, across and along z");
    if (list.size() != 2)
        refuse(table.at("exponents").place,
               fmt::format("exponents are two numbers, across and along z, found {}", list.size()));
    const auto exponent = [&](std::size_t k) {
        return number_between(list[k], "an exponent", least_exponent, most_exponent);
    };
    return shared(make_curved<3>(Superquadric<3>{read_sizes<3>(table, "half_axes", "half axis"), exponent(0), exponent(1)}, 0.0));
}

}  // namespace

Keys shape_keys(const Keys& own, const Keys& more) {
    Keys keys = {"type"};
    keys.insert(keys.end(), own.begin(), own.end());
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
}

template <int D>
Shape<D> rounded(const Solid<D>& solid, const Table& table) {
    const double rounding = read_rounding(table);
    if (rounding == 0.0) return solid;
    return shared(make_rounded(solid.convex, rounding));
}

template <>
Keys curved_words<2>() {
    return {"capsule", "ellipse", "superellipse"};
}
template <>
Keys curved_words<3>() {
    return {"cylinder", "cone", "capsule", "ellipsoid", "superquadric"};
}

template <>
std::optional<CurvedSolid<2>> read_curved<2>(const Node& node, const std::string& word, const Keys& more) {
    const auto table = [&](const Keys& own) {
        return Table(node, fmt::format("{} {}", word == "ellipse" ? "an" : "a", word), shape_keys(own, more));
    };
    if (word == "capsule") return read_capsule<2>(table({"radius", "height"}));
    if (word == "ellipse") return read_ellipsoid<2>(table({"half_axes"}));
    if (word == "superellipse") return read_superellipse(table({"half_axes", "exponent"}));
    return {};
}

template <>
std::optional<CurvedSolid<3>> read_curved<3>(const Node& node, const std::string& word, const Keys& more) {
    const auto table = [&](const Keys& own) {
        return Table(node, fmt::format("{} {}", word == "ellipsoid" ? "an" : "a", word),
                     shape_keys(own, more));
    };
    if (word == "cylinder" && !find_in(node, "sides"))
        return read_cylinder(table({"radius", "height", "sides", "rounding"}));
    if (word == "cone") return read_cone(table({"radius", "height", "top_radius", "rounding"}));
    if (word == "capsule") return read_capsule<3>(table({"radius", "height"}));
    if (word == "ellipsoid") return read_ellipsoid<3>(table({"half_axes"}));
    if (word == "superquadric") return read_superquadric(table({"half_axes", "exponents"}));
    return {};
}

template Shape<2> rounded(const Solid<2>&, const Table&);
template Shape<3> rounded(const Solid<3>&, const Table&);

}  // namespace drystone
