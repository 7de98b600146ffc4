#include "scene/check_sizes.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "geometry/curved.h"

namespace drystone {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Of a part: the farthest it reaches from its place, and its least width. Planes have neither.
struct Size {
    double reach = 0.0, width = unbounded;  // [m]
};

template <int D>
Size size_of(const PlacedShape<D>& part) {
    if (const auto* ball = std::get_if<Ball<D>>(&part.shape)) return {ball->radius, ball->radius};
    if (const auto* drum = std::get_if<Drum<D>>(&part.shape)) return {drum->radius, drum->radius};
    if (const auto* solid = std::get_if<Solid<D>>(&part.shape))
        return {norm(solid->convex->middle) + solid->convex->radius, solid->convex->inner_radius};
    if (const auto* solid = std::get_if<CurvedSolid<D>>(&part.shape))
        return {norm(solid->curved->middle) + solid->curved->radius, solid->curved->inner_radius};
    return {};
}

}  // namespace

void check_size(double size, const Place& place, std::string_view what) {
    if (size >= least_size && size <= most_size) return;
    refuse(place, fmt::format("{} of {:.3g} m: sizes must be between {:g} and {:g} m", what, size, least_size,
                              most_size));
}

void check_alike(double least, double most, const Place& place) {
    if (least >= finest * most) return;
    refuse(place,
           fmt::format(
               "sizes of {:.3g} m and {:.3g} m in one body: the least must be {:g} of the largest or more",
               least, most, finest));
}

template <int D>
void check_sizes(const BodyDescription<D>& body) {
    Size whole;
    for (const PlacedShape<D>& part : body.geometry) {
        const Size size = size_of(part);
        whole.reach = std::max(whole.reach, norm(part.position) + size.reach);
        whole.width = std::min(whole.width, size.width);
    }
    const double distance = norm(body.position);
    if (!(distance <= most_size))
        refuse(body.place, fmt::format("a body {:.3g} m from the origin: places must be within {:g} m",
                                       distance, most_size));
    if (whole.width == unbounded) return;
    check_size(whole.width, body.place, "a body with a part");
    check_size(whole.reach, body.place, "a body");
    check_alike(whole.width, whole.reach, body.place);
    if (whole.width < finest * distance)
        refuse(
            body.place,
            fmt::format("a body of {:.3g} m, {:.3g} m from the origin: so far away doubles do not tell its "
                        "sides apart; move the scene to the origin",
                        whole.width, distance));
}

template <int D>
Vec<D> read_sizes(const Table& table, const char* key, std::string_view what) {
    const Vec<D> sizes = table.vector<D>(key);
    const Place& place = table.at(key).place;
    for (const double size : sizes.c) {
        if (!(size > 0.0)) refuse(place, fmt::format("every {} must be greater than zero, found {}", what, size));
    }
    const auto [least, most] = std::minmax_element(sizes.c.begin(), sizes.c.end());
    check_alike(*least, *most, place);
    return sizes;
}

template Vec<2> read_sizes(const Table&, const char*, std::string_view);
template Vec<3> read_sizes(const Table&, const char*, std::string_view);
template void check_sizes(const BodyDescription<2>&);
template void check_sizes(const BodyDescription<3>&);

}  // namespace drystone
