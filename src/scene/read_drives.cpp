#include "scene/read_drives.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/read_signal.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// A vector along world z, as the plane's rotations are written: [0, 0, w] -> w.
double along_z(const Node& node, std::string_view what) {
    const Vec<3> v = vector_of<3>(node, what);
    if (v[0] != 0.0 || v[1] != 0.0) {
        refuse(node.place, fmt::format("{} must be along z in 2D: [0, 0, 1] or [0, 0, -1]", what));
    }
    return v[2];
}

template <int D>
Spin<D> read_axis(const Node& node) {
    if constexpr (D == 3) {
        return unit_vector_of<3>(node, "axis");
    } else {
        const double z = along_z(node, "axis");
        if (z == 0.0) refuse(node.place, "axis must not be zero");
        return {{std::copysign(1.0, z)}};
    }
}

template <int D>
Spin<D> read_torque(const Node& node) {
    if constexpr (D == 3) {
        return vector_of<3>(node, "torque");
    } else {
        return {{node.as<Node::Array>() ? along_z(node, "torque") : number_of(node, "torque")}};
    }
}

template <int D>
void read_path(const Table& table, Motion<D>& motion) {
    motion.rotates = table.has("axis");
    if (motion.rotates == table.has("direction")) {
        refuse(motion.rotates ? table.at("axis").place : table.place(),
               "a motion needs either a direction (it moves along it) or an axis (it turns about it)");
    }
    if (motion.rotates) {
        motion.axis = read_axis<D>(table.at("axis"));
    } else {
        motion.direction = unit_vector_of<D>(table.at("direction"), "direction");
    }
    motion.has_point = table.has("point");
    if (!motion.has_point) return;
    if (!motion.rotates)
        refuse(table.at("point").place, "a point belongs to an axis; a direction needs none");
    motion.point = table.vector<D>("point");
}

template <int D>
Motion<D> read_motion(const Node& node, int body, const std::filesystem::path& folder) {
    Motion<D> motion;
    motion.body = body;
    motion.signal = read_signal(node, "a motion", {"quantity", "direction", "axis", "point"}, folder);
    const Table table(node, "a motion");  // read_signal has refused unknown keys
    motion.quantity = table.choice<Driven>("quantity", {{"displacement", Driven::displacement},
                                                        {"velocity", Driven::velocity},
                                                        {"acceleration", Driven::acceleration}});
    read_path(table, motion);
    return motion;
}

template <int D>
Hold<D> read_hold(const Node& node, int body) {
    const Keys names = D == 3 ? Keys{"x", "y", "z", "rx", "ry", "rz"} : Keys{"x", "y", "rz"};
    const auto& items = array_of(node, "fix", "degrees of freedom");
    if (items.empty()) refuse(node.place, "fix is empty; name the degrees of freedom to hold");
    Hold<D> hold;
    hold.body = body;
    for (const Node& item : items) {
        const auto found = std::find(names.begin(), names.end(), text_of(item, "a degree of freedom"));
        if (found == names.end()) {
            refuse(item.place, fmt::format("\"{}\" is no degree of freedom in {}D; fix can hold {}",
                                           *item.as<std::string>(), D, quoted_list(names)));
        }
        const int index = static_cast<int>(found - names.begin());
        double& held = index < D ? hold.directions[index] : hold.rotations[index - D];
        if (held == 1.0) refuse(item.place, fmt::format("\"{}\" is held twice", *found));
        held = 1.0;
    }
    return hold;
}

template <int D>
Load<D> read_load(const Table& table, int body, const std::filesystem::path& folder) {
    Load<D> load;
    load.body = body;
    load.force = table.vector<D>("force", {});
    if (const Node* torque = table.find("torque")) load.torque = read_torque<D>(*torque);
    if (const Node* history = table.find("history")) {
        load.history = read_signal(*history, "a history", {}, folder);
    }
    return load;
}

template <int D>
void read_drive(const Node& node, Draft<D>& draft) {
    const Table table(node, "[[drives]]", {"body", "motion", "fix", "force", "torque", "history"});
    const int body = draft.bodies.at(table.at("body"), "body");
    const bool loads = table.has("force") || table.has("torque");
    if (!table.has("motion") && !table.has("fix") && !loads) {
        refuse(table.place(), "this drive does nothing; give it a motion, fix, force or torque");
    }
    if (const Node* history = table.find("history"); history && !loads) {
        refuse(history->place, "a history scales a force or torque, and there is none");
    }
    if (const Node* motion = table.find("motion")) {
        draft.world.motions.push_back(read_motion<D>(*motion, body, draft.folder));
    }
    if (const Node* fix = table.find("fix")) draft.world.holds.push_back(read_hold<D>(*fix, body));
    if (!loads) return;
    draft.world.loads.push_back(read_load<D>(table, body, draft.folder));
    const auto& loaded = draft.world.bodies[static_cast<std::size_t>(body)];
    if (loaded.fixed) {
        draft.warnings.push_back(
            fmt::format("body \"{}\" is fixed: the force or torque on it changes nothing", loaded.name));
    }
}

}  // namespace

template <int D>
void read_drives(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "drives"), "drives")) read_drive(*node, draft);
}

template void read_drives<2>(const Node&, Draft<2>&);
template void read_drives<3>(const Node&, Draft<3>&);

}  // namespace drystone
