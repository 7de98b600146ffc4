#include "scene/read_pressures.h"

#include <algorithm>

#include <fmt/format.h>

#include "geometry/mass.h"
#include "scene/read_body_list.h"
#include "scene/read_signal.h"
#include "scene/read_stages.h"
#include "scene/table.h"

namespace drystone {

namespace {

constexpr double share_of_grains = 0.1;  // what a wall without a mass weighs
constexpr double smoothing = 20.0;       // steps

template <int D>
double mass_of(const BodyDescription<D>& body, const Draft<D>& draft) {
    if (body.mass > 0.0) return body.mass;
    return mass_properties(body.geometry,
                           draft.world.materials[static_cast<std::size_t>(body.material)].density)
        .mass;
}

/// A plane that has no mass gets a tenth of that of all bodies that can move, and no weight. Returns whether it did, for this drive or another.
template <int D>
bool give_mass(const Node& drive, int index, Draft<D>& draft) {
    const BodyDescription<D> wall = draft.world.bodies[index];
    if (std::find(draft.chosen_masses.begin(), draft.chosen_masses.end(), index) != draft.chosen_masses.end()) return true;
    if (wall.fixed || mass_of(wall, draft) > 0.0) return false;
    double grains = 0.0;
    for (const BodyDescription<D>& body : draft.world.bodies) {
        if (!body.fixed) grains += mass_of(body, draft);
    }
    if (!(grains > 0.0))
        refuse(drive.place,
               fmt::format("\"{}\" has no mass, and there are no grains yet to choose one by: give it `mass`",
                           wall.name));
    draft.world.bodies.edit(index).mass = share_of_grains * grains;
    draft.chosen_masses.push_back(index);
    return true;
}

/// `free`: what the wall may do besides moving along its normal.
template <int D>
void read_free(const Node& node, Pressing<D>& pressing) {
    const Keys names = D == 3 ? Keys{"x", "y", "z", "rx", "ry", "rz"} : Keys{"x", "y", "rz"};
    for (const Node& item : array_of(node, "free", "degrees of freedom")) {
        const auto found = std::find(names.begin(), names.end(), text_of(item, "a degree of freedom"));
        if (found == names.end())
            refuse(item.place,
                   fmt::format("\"{}\" is no degree of freedom in {}D", *item.as<std::string>(), D));
        const int index = static_cast<int>(found - names.begin());
        (index < D ? pressing.free_directions[index] : pressing.free_rotations[index - D]) = 1.0;
    }
}

/// `of`: the set pressure of a drive above, or the stress on a wall.
template <int D>
void read_followed(const Table& path, const Draft<D>& draft, Pressing<D>& pressing) {
    const Node& of = path.at("of");
    const std::string& name = text_of(of, "of");
    const auto& above = draft.world.pressings;
    const auto same = [&](const Pressing<D>& one) { return one.name == name; };
    const auto found = std::find_if(above.begin(), above.end(), same);
    const bool measured = path.truth("measured", found == above.end());
    if (found == above.end() && !draft.bodies.has(name))
        refuse(
            of.place,
            fmt::format("\"{}\" is neither a drive above with a pressure nor a body whose wall has a stress",
                        name));
    if (!measured && found == above.end())
        refuse(path.at("measured").place, fmt::format("\"{}\" is a body: its stress is measured", name));
    if (measured)
        pressing.measured_at = found != above.end() ? found->body : draft.bodies.at(of, "of");
    else
        pressing.share_of = name;
    if (const Node* over = path.find("over"); over && !measured)
        refuse(over->place,
               "over smooths a stress that is measured, and this one is set: say measured = true, or leave "
               "it away");
    pressing.over = path.not_negative("over", smoothing * draft.step);
}

template <int D>
void read_amount(const Node& node, const Draft<D>& draft, Pressing<D>& pressing) {
    if (!find_in(node, "of")) {
        pressing.pressure = read_signal_or_number(node, "pressure", draft.folder);
        return;
    }
    const Table path(node, "a pressure that follows another", {"of", "ratio", "plus", "over", "measured"});
    pressing.ratio = path.number("ratio");
    if (const Node* plus = path.find("plus"))
        pressing.pressure = read_signal_or_number(*plus, "plus", draft.folder);
    read_followed(path, draft, pressing);
}

}  // namespace

bool has_pressures(const Node& document) {
    const std::vector<const Node*> drives = tables_of(find_in(document, "drives"), "drives");
    return std::any_of(drives.begin(), drives.end(),
                       [](const Node* drive) { return find_in(*drive, "pressure") != nullptr; });
}

template <int D>
void read_pressure(const Node& drive, Draft<D>& draft) {
    const Table table(drive, "a drive with a pressure",
                      {"name", "body", "bodies", "pressure", "area", "direction", "between", "free", "stage"});
    Pressing<D> pressing;
    pressing.name = table.text("name", "");
    pressing.place = origin_of(drive);
    pressing.stages = read_stage_list(drive, draft);
    pressing.area = table.positive("area", 0.0);
    if (const Node* direction = table.find("direction"))
        pressing.direction = unit_vector_of<D>(*direction, "direction");
    if (const Node* between = table.find("between")) {
        if (const Node* area = table.find("area"))
            refuse(area->place, "between says what bounds an area that is to be found; give one of the two");
        pressing.between = read_body_list(*between, "between", draft);
    }
    if (const Node* free = table.find("free")) read_free(*free, pressing);
    read_amount(table.at("pressure"), draft, pressing);
    for (const int body : read_body_or_bodies(drive, draft)) {
        pressing.body = body;
        if (pressing.measured_at == body)
            refuse(table.at("pressure").place, "a wall cannot follow its own stress");
        const BodyDescription<D>& wall = draft.world.bodies[static_cast<std::size_t>(body)];
        if (wall.fixed)
            draft.warnings.push_back(
                fmt::format("body \"{}\" is fixed: the pressure on it changes nothing", wall.name));
        pressing.weightless = give_mass(drive, body, draft);
        draft.world.pressings.push_back(pressing);
    }
    if (!pressing.name.empty()) draft.drives.add(pressing.name, 0, table.at("name").place);
}

template void read_pressure(const Node&, Draft<2>&);
template void read_pressure(const Node&, Draft<3>&);

}  // namespace drystone
