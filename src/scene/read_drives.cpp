#include "scene/read_drives.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scene/nearest.h"
#include "scene/read_body_list.h"
#include "scene/read_moving_loads.h"
#include "scene/read_pressures.h"
#include "scene/read_shape.h"
#include "scene/read_signal.h"
#include "scene/read_stages.h"
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

Driven read_quantity(const Table& table) {
    return table.choice<Driven>("quantity", {{"displacement", Driven::displacement},
                                             {"velocity", Driven::velocity},
                                             {"acceleration", Driven::acceleration}});
}

bool is_ellipse(const Node& node) {
    const Node* kind = find_in(node, "kind");
    return kind && kind->as<std::string>() && *kind->as<std::string>() == "ellipse";
}

/// a cos(angle) + b sin(angle), angle = 2 pi frequency (t - start) + phase: a sine along each semi-axis.
template <int D>
std::vector<Motion<D>> read_ellipse(const Node& node) {
    const Table table(node, "a motion of kind \"ellipse\"",
                      {"kind", "quantity", "semi_axes", "frequency_hz", "phase_deg", "start", "stop"});
    const Node& axes = table.at("semi_axes");
    const auto* pair = axes.as<Node::Array>();
    if (!pair || pair->size() != 2)
        refuse(axes.place,
               fmt::format("semi_axes must be two vectors in brackets, found {}", describe(axes)));
    std::vector<Motion<D>> motions;
    for (const std::size_t k : {0, 1}) {
        const Vec<D> axis = vector_of<D>((*pair)[k], "a semi-axis");
        const double length = norm(axis);
        if (length == 0.0) continue;
        Motion<D> motion;
        motion.quantity = read_quantity(table);
        motion.direction = (1.0 / length) * axis;
        motion.signal.kind = Signal::Kind::sine;
        motion.signal.amplitude = length;
        motion.signal.frequency = table.positive("frequency_hz");
        const double quarter = k == 0 ? 90.0 : 0.0;
        motion.signal.phase = (table.number("phase_deg", 0.0) + quarter) * std::numbers::pi / 180.0;
        read_start_and_stop(table, motion.signal);
        motions.push_back(motion);
    }
    if (motions.empty()) refuse(axes.place, "semi_axes must not both be zero");
    return motions;
}

template <int D>
std::vector<Motion<D>> read_motion(const Node& node, const std::filesystem::path& folder) {
    if (is_ellipse(node)) return read_ellipse<D>(node);
    Motion<D> motion;
    motion.signal = read_signal(node, "a motion", {"quantity", "direction", "axis", "point"}, folder);
    const Table table(node, "a motion");  // read_signal has refused unknown keys
    motion.quantity = read_quantity(table);
    read_path(table, motion);
    return {motion};
}

template <int D>
Hold<D> read_hold(const Node& node) {
    const Keys names = D == 3 ? Keys{"x", "y", "z", "rx", "ry", "rz"} : Keys{"x", "y", "rz"};
    const auto& items = array_of(node, "fix", "degrees of freedom");
    if (items.empty()) refuse(node.place, "fix is empty; name the degrees of freedom to hold");
    Hold<D> hold;
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
Load<D> read_load(const Table& table, const std::filesystem::path& folder) {
    Load<D> load;
    load.force = table.vector<D>("force", {});
    if (const Node* torque = table.find("torque")) load.torque = read_torque<D>(*torque);
    if (const Node* history = table.find("history")) {
        load.history = read_signal(*history, "a history", {}, folder);
    }
    load.acceleration = table.vector<D>("acceleration", {});
    load.has_point = table.has("point");
    load.point = table.vector<D>("point", {});
    load.follows = table.truth("follows", false);
    return load;
}

/// Keys that say more of a force, where there is none.
void refuse_idle_keys(const Table& table) {
    const bool force = table.has("force"), loads = force || table.has("torque") || table.has("acceleration");
    if (const Node* history = table.find("history"); history && !loads)
        refuse(history->place, "a history scales a force or torque, and there is none");
    if (const Node* follows = table.find("follows"); follows && !loads)
        refuse(follows->place, "follows says that a force or torque turns with its body, and there is none");
    if (const Node* point = table.find("point"); point && !force)
        refuse(point->place, "a point is where a force acts, and there is none");
    if (const Node* control = table.find("control"); control && !loads)
        refuse(control->place, "a control finds what a force, torque or acceleration is multiplied by, and there is none");
}

template <int D>
std::string in_brackets(const Vec<D>& x) {
    return fmt::format("[{:.6g}]", fmt::join(x.c, ", "));
}

/// A box that holds no node at time 0 is a slip: it says where the nodes are.
template <int D>
void refuse_empty_box(const Node& node, const Bounds<D>& where, const BodyDescription<D>& body) {
    const auto place = [&](const Vec<D>& X) { return body.position + rotate(body.orientation, X); };
    const std::vector<Vec<D>>& nodes = body.deformable->mesh->node;
    Bounds<D> all{place(nodes[0]), place(nodes[0])};
    for (const Vec<D>& X : nodes) {
        const Vec<D> x = place(X);
        for (int i = 0; i < D; ++i) {
            all.low[i] = std::min(all.low[i], x[i]);
            all.high[i] = std::max(all.high[i], x[i]);
        }
    }
    const double slack = 1e-9 * norm(all.high - all.low);
    const bool some = std::any_of(nodes.begin(), nodes.end(), [&](const Vec<D>& X) {
        const Vec<D> x = place(X);
        bool inside = true;
        for (int i = 0; i < D; ++i)
            inside = inside && x[i] >= where.low[i] - slack && x[i] <= where.high[i] + slack;
        return inside;
    });
    if (!some)
        refuse(node.place, fmt::format("no node of body \"{}\" is in this box at time 0; they are between {} and {}",
                                       body.name, in_brackets(all.low), in_brackets(all.high)));
}

/// The part of a deformable body that a drive acts on, or nothing. What acts on a whole deformable body is limited: its mean
/// motion is an outcome.
template <int D>
std::optional<Bounds<D>> read_where(const Table& table, const std::vector<int>& bodies,
                                    const Draft<D>& draft) {
    const Node* node = table.find("where");
    for (const int body : bodies) {
        const BodyDescription<D>& b = draft.world.bodies[static_cast<std::size_t>(body)];
        if (node && !(b.deformable && b.deformable->mesh))
            refuse(node->place, "where chooses nodes of a deformable body with a mesh, and this body has none");
        if (!b.deformable) continue;
        if (!node && (table.has("motion") || table.has("fix")))
            refuse(table.place(),
                   "a deformable body is held or moved by some of its nodes: say where = { min = .., max = .. }");
        if (node && (table.has("torque") || table.has("point") || table.has("acceleration")))
            refuse(node->place, "where spreads a force; a torque, a point or an acceleration acts on the body as a whole");
        if (const Node* follows = table.find("follows"); node && follows)
            refuse(follows->place, "a force spread by where keeps its direction; follows is for the body as a whole");
    }
    if (!node) return std::nullopt;
    const Table box(*node, "where", {"min", "max"});
    const Bounds<D> where{box.vector<D>("min"), box.vector<D>("max")};
    for (const int body : bodies)
        refuse_empty_box(*node, where, draft.world.bodies[static_cast<std::size_t>(body)]);
    return where;
}

/// On nodes there are no rotations.
template <int D>
void refuse_turning_nodes(const Table& table, const std::vector<Motion<D>>& motions, const Hold<D>& hold) {
    if (!table.has("where")) return;
    const bool turns = std::any_of(motions.begin(), motions.end(), [](const auto& m) { return m.rotates; });
    if (turns || !(hold.rotations == Spin<D>{}))
        refuse(table.at("where").place, "nodes move along directions; they have no rotation to hold or to drive");
}

/// Axes of a body that turns are not those of the world: its nodes have all components held, or none.
template <int D>
void refuse_loose_nodes(const Table& table, const Node& fix, const Hold<D>& hold, const std::vector<int>& bodies,
                        const Draft<D>& draft) {
    if (!table.has("where")) return;
    if (std::find(hold.directions.c.begin(), hold.directions.c.end(), 0.0) == hold.directions.c.end()) return;
    for (const int i : bodies) {
        const BodyDescription<D>& body = draft.world.bodies[static_cast<std::size_t>(i)];
        if (body.deformable->elasticity == Elasticity::small && body.orientation == Rotation<D>{}) continue;
        refuse(fix.place, fmt::format("nodes are held as a whole: say fix = [\"x\", \"y\"{}]; along some axes only those of "
                                      "bodies with elasticity = \"small\" that are not turned",
                                      D == 3 ? ", \"z\"" : ""));
    }
}

template <int D>
void warn_of_idle_load(int body, Draft<D>& draft) {
    const auto& loaded = draft.world.bodies[static_cast<std::size_t>(body)];
    if (!loaded.fixed) return;
    draft.warnings.push_back(
        fmt::format("body \"{}\" is fixed: the force or torque on it changes nothing", loaded.name));
}

/// What a drive's loads are multiplied by, found so that a point moves as told: one of its own, or that of the drive it names.
template <int D>
int read_control(const Table& drive, Draft<D>& draft) {
    const Node& node = drive.at("control");
    std::vector<LoadControl<D>>& controls = draft.world.controls;
    if (const auto* name = node.as<std::string>()) {
        if (controls.empty() || controls[0].name != *name)
            refuse(node.place, fmt::format("there is no drive \"{}\" above with a control of its own", *name));
        if (read_stage_list(drive.node(), draft) != controls[0].stages)
            refuse(node.place, fmt::format("the control of the drive \"{}\" acts in other stages than this drive", *name));
        return 0;
    }
    if (!controls.empty())
        refuse(node.place, "one multiplier can be found in a scene: name the drive that has the control, control = \"..\"");
    LoadControl<D> control;
    control.displacement = read_signal(node, "a control", {"body", "point", "direction"}, draft.folder);
    const Table table(node, "a control");
    control.name = drive.text("name", "");
    control.body = read_one_body(table.at("body"), "body", draft);
    control.direction = unit_vector_of<D>(table.at("direction"), "direction");
    control.has_point = table.has("point");
    control.point = table.template vector<D>("point", {});
    control.place = origin_of(node);
    control.stages = read_stage_list(drive.node(), draft);
    const BodyDescription<D>& body = draft.world.bodies[static_cast<std::size_t>(control.body)];
    if (body.fixed) refuse(table.at("body").place, fmt::format("body \"{}\" is fixed: no load moves it", body.name));
    if (body.deformable && control.has_point)
        refuse(table.at("point").place, "of a deformable body the centre of mass is controlled: leave point away");
    controls.push_back(control);
    return 0;
}

template <int D>
void read_drive(const Node& node, Draft<D>& draft) {
    if (find_in(node, "pressure")) return read_pressure(node, draft);
    if (find_in(node, "travel")) {
        draft.world.moving_loads.push_back(read_moving_load(node, draft));
        const std::string& name = draft.world.moving_loads.back().name;
        if (!name.empty()) draft.drives.add(name, 0, find_in(node, "name")->place);
        for (const int body : draft.world.moving_loads.back().bodies) warn_of_idle_load(body, draft);
        return;
    }
    const Table table(node, "[[drives]]",
                      {"name", "body", "bodies", "motion", "fix", "force", "point", "follows", "torque", "acceleration", "history",
                       "control", "travel", "where", "pressure", "stage"});
    const std::vector<int> bodies = read_body_or_bodies(node, draft);
    const bool loads = table.has("force") || table.has("torque") || table.has("acceleration");
    if (!table.has("motion") && !table.has("fix") && !loads) {
        refuse(table.place(), "this drive does nothing; give it a motion, fix, force, torque, acceleration or pressure");
    }
    refuse_idle_keys(table);
    const std::string name = table.text("name", "");
    if (!name.empty()) draft.drives.add(name, 0, table.at("name").place);
    const std::optional<Bounds<D>> where = read_where<D>(table, bodies, draft);
    const std::vector<int> stages = read_stage_list(table.node(), draft);
    if (where && !stages.empty())
        refuse(table.at("stage").place, "the nodes of a deformable body are driven in all stages: leave stage away, and let a table of "
                                        "the motion or history say when");
    const auto give = [&](auto thing, auto& list) {
        for (const int body : bodies) {
            thing.body = body;
            thing.where = where;
            thing.stages = stages;
            thing.place = origin_of(node);
            list.push_back(thing);
        }
    };
    if (const Node* motion = table.find("motion")) {
        const std::vector<Motion<D>> motions = read_motion<D>(*motion, draft.folder);
        refuse_turning_nodes<D>(table, motions, {});
        for (const Motion<D>& one : motions) give(one, draft.world.motions);
    }
    if (const Node* fix = table.find("fix")) {
        const Hold<D> hold = read_hold<D>(*fix);
        refuse_turning_nodes<D>(table, {}, hold);
        refuse_loose_nodes<D>(table, *fix, hold, bodies, draft);
        give(hold, draft.world.holds);
    }
    if (!loads) return;
    Load<D> load = read_load<D>(table, draft.folder);
    if (table.has("control")) load.control = read_control(table, draft);
    load.name = name;
    give(load, draft.world.loads);
    for (const int body : bodies) warn_of_idle_load(body, draft);
}

}  // namespace

template <int D>
void read_drives(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "drives"), "drives")) read_drive(*node, draft);
    if (!draft.chooses_masses) return;
    for (const BodyDescription<D>& body : draft.world.bodies) {
        if (!body.fixed && body.mass == 0.0 && !has_volume(body.geometry))
            refuse(body.place, "a plane or drum has no mass of its own, and no pressure is on this one: say fixed = true, or give it a mass");
    }
}

template void read_drives<2>(const Node&, Draft<2>&);
template void read_drives<3>(const Node&, Draft<3>&);

}  // namespace drystone
