#include "scene/read_bodies.h"

#include <fmt/format.h>

#include "scene/check_sizes.h"
#include "scene/read_deformable.h"
#include "scene/read_shape.h"
#include "scene/table.h"

namespace drystone {

namespace {

const Keys body_keys = {"name", "material",         "shape", "position", "orientation", "velocity",
                        "mass", "angular_velocity", "fixed", "deformable"};

Vec<1> read_spin(const Node& node, Vec<1>) { return {{number_of(node, "angular_velocity")}}; }
Vec<3> read_spin(const Node& node, Vec<3>) { return vector_of<3>(node, "angular_velocity"); }

void refuse_moving_fixed_body(const Table& table) {
    for (const char* key : {"velocity", "angular_velocity"}) {
        if (!table.has(key)) continue;
        refuse(table.at(key).place,
               fmt::format(
                   "a fixed body cannot have a {}; drop one of the two, or move it with a [[drives]] entry",
                   key));
    }
}

template <int D>
void check_mass(const Table& table, const BodyDescription<D>& body, const Draft<D>& draft) {
    if (body.fixed || has_volume(body.geometry)) return;
    if (body.mass == 0.0 && !draft.chooses_masses) {
        refuse(table.at("shape").place,
               "a plane or drum has no mass of its own: say fixed = true, or give it a mass (a piston)");
    }
    if (const Node* spin = table.find("angular_velocity")) {
        refuse(spin->place, "a plane or drum with a mass only slides; turn it with a [[drives]] entry");
    }
}

}  // namespace

template <int D>
BodyDescription<D> read_body(const Node& node, const Draft<D>& draft) {
    const Table table(node, "[[bodies]]", body_keys);
    BodyDescription<D> body;
    body.name = table.text("name", "");
    body.place = origin_of(node);
    body.material = draft.materials.at(table.at("material"), "material");
    const Node* deformable = table.find("deformable");
    if (deformable && names_a_mesh(*deformable)) {
        if (const Node* shape = table.find("shape"))
            refuse(shape->place, "the mesh of deformable is the body's shape: drop one of the two");
        read_meshed_body(*deformable, draft, body);
    } else {
        body.geometry = read_shape<D>(table.at("shape"), draft.folder);
        if (deformable) read_deformable(*deformable, body, Order::axes);
    }
    body.mass = table.positive("mass", 0.0);
    body.position = table.vector<D>("position", {});
    if (const Node* orientation = table.find("orientation"))
        body.orientation = read_orientation<D>(*orientation);
    body.velocity = table.vector<D>("velocity", {});
    if (const Node* spin = table.find("angular_velocity"))
        body.angular_velocity = read_spin(*spin, Spin<D>{});
    body.fixed = table.truth("fixed", false);
    if (body.fixed) refuse_moving_fixed_body(table);
    check_sizes(body);
    check_mass(table, body, draft);
    if (deformable) check_deformable(*deformable, draft, body);
    return body;
}

template <int D>
void read_bodies(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "bodies"), "bodies")) {
        BodyDescription<D> body = read_body(*node, draft);
        const int index = static_cast<int>(draft.world.bodies.size());
        if (!body.name.empty()) draft.bodies.add(body.name, index, find_in(*node, "name")->place);
        draft.world.bodies.push_back(std::move(body));
    }
}

template BodyDescription<2> read_body(const Node&, const Draft<2>&);
template BodyDescription<3> read_body(const Node&, const Draft<3>&);
template void read_bodies<2>(const Node&, Draft<2>&);
template void read_bodies<3>(const Node&, Draft<3>&);

}  // namespace drystone
