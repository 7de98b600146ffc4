#include "scene/read_water.h"

#include <cmath>

#include "scene/read_body_list.h"
#include "scene/read_signal.h"

namespace drystone {

namespace {

template <int D>
void read_drag(const Node& node, Water<D>& water) {
    const Table table(node, "drag", {"coefficient", "velocity"});
    water.drag = table.not_negative("coefficient");
    water.velocity = table.vector<D>("velocity", {});
}

/// Faces by the box that their middles are in at time 0.
template <int D>
void read_faces(const Node& node, const Draft<D>& draft, Water<D>& water) {
    const Table table(node, "[[water.pressure]]");
    const Table box(table.at("faces"), "faces", {"min", "max"});
    typename Water<D>::Faces faces{.where = {box.vector<D>("min"), box.vector<D>("max")},
                                   .factor = table.not_negative("factor", 1.0),
                                   .place = origin_of(table.at("faces"))};
    for (const int body : read_body_or_bodies(node, draft)) {
        faces.body = body;
        water.faces.push_back(faces);
    }
}

/// Pressure is that of a depth: a direction that also points up or down would press with a depth that changes under way.
template <int D>
void read_pressure(const Node& node, const Draft<D>& draft, Water<D>& water) {
    const Table table(node, "[[water.pressure]]", {"body", "bodies", "direction", "faces", "factor"});
    if (table.has("direction") == table.has("faces"))
        refuse(table.place(), "water presses along a direction, or on faces = { min, max }: give one of the two");
    if (table.has("faces")) return read_faces(node, draft, water);
    const Vec<D> direction = unit_vector_of<D>(table.at("direction"), "direction");
    const Vec<D>& gravity = draft.world.gravity;
    constexpr double level = 1e-9;  // a sine: rounding of directions written by hand
    if (std::abs(dot(direction, gravity)) > level * norm(gravity))
        refuse(table.at("direction").place, "direction must be horizontal, across gravity");
    const double factor = table.not_negative("factor", 1.0);
    for (const int body : read_body_or_bodies(node, draft))
        water.pressures.push_back({body, direction, factor});
}

}  // namespace

template <int D>
void read_water(const Node& document, Draft<D>& draft) {
    const Node* node = find_in(document, "water");
    if (!node) return;
    const Table table(*node, "[water]", {"level", "density", "drag", "buoyancy", "pressure"});
    if (draft.world.gravity == Vec<D>{})
        refuse(table.place(), "water needs a gravity, which says where up is; give one in [scene]");
    if (draft.world.gravity_change && !(draft.world.gravity_change->tilt.is_zero()))
        refuse(table.place(),
               "the surface of the water stays where it is: it cannot go with a gravity that tilts");
    Water<D> water;
    water.place = origin_of(*node);
    water.level = read_signal_or_number(table.at("level"), "level", draft.folder);
    water.density = table.positive("density", water.density);
    water.buoyancy = table.truth("buoyancy", true);
    if (const Node* drag = table.find("drag")) read_drag(*drag, water);
    for (const Node* pressure : tables_of(table.find("pressure"), "water.pressure"))
        read_pressure(*pressure, draft, water);
    draft.world.water = std::move(water);
}

template void read_water<2>(const Node&, Draft<2>&);
template void read_water<3>(const Node&, Draft<3>&);

}  // namespace drystone
