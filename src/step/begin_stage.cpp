// The model of a stage in place of another, between two steps. Bodies stay where they are; what changes of
//
//     T + V + E_stored,   T = sum (P_v v) . m v / 2 + .., V = - sum m P_v G . x
//
// by other projectors P (bodies released, held, driven), other gravity G and other springs is booked: docs/theory.md (8.14).

#include "step/begin_stage.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "core/index.h"
#include "core/input_error.h"
#include "step/damping.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/energy.h"
#include "step/freedom.h"
#include "step/gravity.h"
#include "step/membranes.h"
#include "step/population.h"
#include "step/pressure.h"
#include "step/sinks.h"
#include "step/stages.h"
#include "step/tabulate_laws.h"

namespace drystone {

namespace {

/// A stage's lists with bodies by slot; entries of bodies that have left go with them.
template <int D>
class InSlots {
  public:
    explicit InSlots(const std::vector<int>& slot) : slot_(slot) {}

    StageDescription<D> operator()(StageDescription<D> stage) const {
        place(stage.motions);
        place(stage.holds);
        place(stage.loads);
        for (MovingLoad<D>& load : stage.moving_loads) place_ids(load.bodies);
        for (LoadControl<D>& control : stage.controls) {
            control.acts = control.acts && is_there(control.body);
            control.body = control.acts ? slot_[at(control.body)] : 0;
        }
        place(stage.pressings);
        for (Pressing<D>& one : stage.pressings) {
            place_ids(one.between);
            if (one.measured_at >= 0) one.measured_at = slot_[at(one.measured_at)];
        }
        for (Membrane<D>& one : stage.membranes) {
            place_ids(one.bodies);
            place_ids(one.platens);
        }
        for (Interaction& entry : stage.interactions) {
            place_ids(entry.a.bodies);
            place_ids(entry.b.bodies);
        }
        for (Damping& damping : stage.dampings) place_ids(damping.of.bodies);
        if (stage.water) {
            place(stage.water->pressures);
            place(stage.water->faces);
        }
        return stage;
    }

  private:
    bool is_there(int id) const { return id < static_cast<int>(slot_.size()) && slot_[at(id)] >= 0; }

    template <class Entry>
    void place(std::vector<Entry>& entries) const {
        std::erase_if(entries, [&](const Entry& one) { return !is_there(one.body); });
        for (Entry& one : entries) one.body = slot_[at(one.body)];
    }
    void place_ids(std::vector<int>& ids) const {
        std::erase_if(ids, [&](int id) { return !is_there(id); });
        for (int& id : ids) id = slot_[at(id)];
    }

    const std::vector<int>& slot_;
};

/// Time counts from the beginning of the first of a drive's stages; a program's own function knows the time itself.
void set_origin(const std::vector<int>& stages, const std::vector<double>& began, Signal& signal) {
    signal.prepare();
    if (!stages.empty() && signal.kind != Signal::Kind::given) signal.origin = began[at(stages.front())];
}

template <int D>
void set_origins(const std::vector<double>& began, StageDescription<D>& stage) {
    for (Motion<D>& one : stage.motions) set_origin(one.stages, began, one.signal);
    for (Load<D>& one : stage.loads) set_origin(one.stages, began, one.history);
    for (MovingLoad<D>& one : stage.moving_loads) {
        set_origin(one.stages, began, one.position);
        set_origin(one.stages, began, one.history);
    }
    for (Pressing<D>& one : stage.pressings) set_origin(one.stages, began, one.pressure);
    for (Membrane<D>& one : stage.membranes) set_origin(one.stages, began, one.pressure);
    for (LoadControl<D>& one : stage.controls) {
        if (one.acts) set_origin(one.stages, began, one.displacement);
    }
}

template <int D>
void put_lists(StageDescription<D> stage, WorldDescription<D>& description) {
    description.gravity = stage.gravity;
    description.gravity_change = std::move(stage.gravity_change);
    description.water = std::move(stage.water);
    description.interactions = std::move(stage.interactions);
    description.motions = std::move(stage.motions);
    description.holds = std::move(stage.holds);
    description.loads = std::move(stage.loads);
    description.moving_loads = std::move(stage.moving_loads);
    description.controls = std::move(stage.controls);
    description.pressings = std::move(stage.pressings);
    description.membranes = std::move(stage.membranes);
    description.dampings = std::move(stage.dampings);
    if (stage.cell) description.cell = std::move(stage.cell);
}

/// Which bodies are fixed. Returns the slots of those that stages speak of.
template <int D>
std::vector<int> set_fixed(const Model<D>& model, const Staging<D>& staging, BodyList<D>& bodies) {
    std::vector<int> named;
    const auto fix = [&](int i, bool fixed) {
        bodies.change(at(i), [&](BodyDescription<D>& body) { body.fixed = fixed; });
        named.push_back(i);
    };
    for (const auto& [id, fixed] : model.description.stages[at(staging.number)].fixed) {
        const int i = model.slot[at(id)];
        if (i >= 0) fix(i, fixed);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!came_later(model, model.description.ids[i])) continue;
        const bool held = std::binary_search(staging.held.begin(), staging.held.end(), model.description.ids[i]);
        if (bodies[i].fixed != held) fix(static_cast<int>(i), held);
    }
    return named;
}

/// Water acts on bodies that can move, and on faces by where they were at time 0.
template <int D>
void list_wet_bodies_again(World<D>& world) {
    if (!world.description.water) return;
    world.wet.clear();
    world.wet_faces.clear();
    std::vector<Vec<D>> position = world.start_position;
    std::vector<Rotation<D>> rotation = world.start_rotation.all();
    world.bodies.position.swap(position);
    world.bodies.rotation.swap(rotation);
    list_wet_bodies(world);
    world.bodies.position.swap(position);
    world.bodies.rotation.swap(rotation);
    ThreadPool alone(1);
    place_parts(world.bodies, alone, world.parts);
}

template <int D>
void place_bases(World<D>& world) {
    world.drive_base.clear();
    if (world.staging.bases.empty()) return;
    for (std::size_t i = 0; i < world.start_position.size(); ++i)
        world.drive_base.push_back({world.start_position[i], world.start_rotation[i]});
    for (const auto& base : world.staging.bases) {
        const int i = world.slot[at(base.id)];
        if (i >= 0) world.drive_base[at(i)] = base.pose;
    }
}

/// A link that stretches keeps its unstretched length, and so how far it is drawn.
template <int D>
void tune_links(const std::vector<LinkTuning>& tunings, World<D>& world) {
    assert(tunings.empty() || tunings.size() == world.links.link.size());
    for (std::size_t k = 0; k < tunings.size(); ++k) {
        if (tunings[k].is.stiffness > 0.0) world.links.link[k].stiffness = tunings[k].is.stiffness;
        world.links.link[k].is = world.description.links[k].is = tunings[k].is;
        world.description.links[k].motor = tunings[k].motor;
        world.description.links[k].motor.prepare();
    }
}

/// All that follows from a stage's description. Returns whether other bodies than before can be moved.
template <int D>
bool set_model(World<D>& world, int number) {
    WorldDescription<D>& description = world.description;
    StageDescription<D> stage = InSlots<D>(world.slot)(description.stages[at(number)]);
    set_origins(world.staging.began, stage);
    std::vector<int> touched = world.driven;
    put_lists(std::move(stage), description);
    const std::vector<int> named = set_fixed<D>(world, world.staging, description.bodies);
    tune_links(description.stages[at(number)].links, world);
    touched.insert(touched.end(), named.begin(), named.end());
    for (const Motion<D>& motion : description.motions) touched.push_back(motion.body);
    for (const Hold<D>& hold : description.holds) touched.push_back(hold.body);
    for (const Pressing<D>& pressing : description.pressings) touched.push_back(pressing.body);
    bool moves = false;
    for (const int i : touched) moves = set_freedom<D>(world, world, i) || moves;
    for (int p = 0; p < world.parts.size(); ++p)
        world.parts.movable[at(p)] = world.matter.freedom[at(world.parts.body[at(p)])] != Freedom::immovable;
    world.book = tabulate_laws(description, world.matter.surface, world.surfaces);
    list_wet_bodies_again(world);
    world.damped.clear();
    list_damped_bodies(world);
    list_driven_bodies(world);
    list_membranes(world);
    list_pressed_walls(world);
    control_cell(world);
    world.applied.forget();  // of bodies that no load acts on any more
    renumber_node_drives(world);
    place_bases(world);
    return moves;
}

bool same_motion(const auto& a, const auto& b) {
    return a.quantity == b.quantity && a.rotates == b.rotates && a.direction == b.direction && a.axis == b.axis &&
           a.has_point == b.has_point && a.point == b.point && a.signal == b.signal;
}

template <int D>
std::vector<Motion<D>> motions_of(const WorldDescription<D>& description, int body) {
    std::vector<Motion<D>> own;
    for (const Motion<D>& motion : description.motions) {
        if (motion.body == body) own.push_back(motion);
    }
    return own;
}

/// What the drives and fixed bodies were before.
template <int D>
struct Before {
    std::vector<Motion<D>> motions;
    std::vector<Freedom> freedom;
    bool controlled = false;
    LawBook book;
    std::vector<int> surface;
    std::vector<LinkModel<D>> links;
};

/// Drives never make a body jump: where they are others than before, they go on from where it is.
template <int D>
void renew_bases(World<D>& world, const Before<D>& before) {
    using Base = typename Staging<D>::Base;
    std::vector<Base>& bases = world.staging.bases;
    const auto renew = [&](int i, const DrivenPose<D>& pose) {
        const int id = world.bodies.id[at(i)];
        std::erase_if(bases, [&](const Base& base) { return base.id == id; });
        bases.push_back({id, pose});
    };
    WorldDescription<D> old;
    old.motions = before.motions;
    for (const int i : world.driven) {
        if (world.matter.freedom[at(i)] != Freedom::immovable) continue;
        const auto was = motions_of(old, i), is = motions_of(world.description, i);
        const bool goes_on = before.freedom[at(i)] == Freedom::immovable &&
                             std::equal(was.begin(), was.end(), is.begin(), is.end(),
                                        [](const auto& a, const auto& b) { return same_motion(a, b); });
        if (goes_on) continue;
        const DrivenPose<D> here{world.bodies.position[at(i)], world.bodies.rotation[at(i)]};
        renew(i, base_of(world.description, i, here, world.time));
    }
    const auto& controls = world.description.controls;
    if (!controls.empty() && controls[0].acts && !before.controlled && !controls[0].stages.empty() &&
        controls[0].stages.front() == world.staging.number) {
        const int i = controls[0].body;
        renew(i, {world.bodies.position[at(i)], world.bodies.rotation[at(i)]});
    }
    std::sort(bases.begin(), bases.end(), [](const Base& a, const Base& b) { return a.id < b.id; });
    place_bases(world);
}

/// What is held, and what no drive moves any more, stands still.
template <int D>
void stop_what_is_held(World<D>& world) {
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[at(i)] != Freedom::immovable) continue;
        if (!std::binary_search(world.driven.begin(), world.driven.end(), i)) world.bodies.velocity[at(i)] = {};
    }
}

/// Springs of elastic joints that are as far drawn as they were, and stiffer or softer now: E = (f_n^2 / k_n + f_t^2 / k_t) / (2 A); and those of
/// links, E = k e^2 / 2. Returns the energy they gained.
template <int D>
double retune_springs(World<D>& world, const Before<D>& before) {
    double gained = 0.0;
    Contacts<D>& contacts = world.contacts;
    for (int c = 0; c < contacts.size() && !contacts.memory.empty(); ++c) {
        const ContactPoint<D>& point = contacts.point[at(c)];
        const double stored = contacts.memory.stored(at(c));
        if (stored == 0.0) continue;
        if (is_link(world.parts, point)) {
            const auto k = at(world.links.of(point.a));
            const double now = stored * (world.links.link[k].stiffness / before.links[k].stiffness);
            contacts.memory.set_stored(at(c), now);
            gained += now - stored;
            continue;
        }
        const int a = world.parts.body[at(point.a)], b = world.parts.body[at(point.b)];
        const auto* was = std::get_if<Elastic>(&before.book.of(before.surface[at(a)], before.surface[at(b)]));
        const auto* is = std::get_if<Elastic>(&world.book.of(world.matter.surface[at(a)], world.matter.surface[at(b)]));
        if (!was || !is) continue;
        const Vec<D>& J = contacts.impulse[at(c)];
        const double J_n = dot(J, point.normal), J2 = dot(J, J);
        const double normal = J_n * J_n / was->normal_stiffness,
                     shear = std::max(0.0, J2 - J_n * J_n) / was->shear_stiffness;
        if (!(normal + shear > 0.0)) continue;
        const double share = normal / (normal + shear);
        const double now = stored * (share * (is->normal_stiffness / was->normal_stiffness) +
                                     (1.0 - share) * (is->shear_stiffness / was->shear_stiffness));
        contacts.memory.set_stored(at(c), now);
        gained += now - stored;
    }
    return gained;
}

/// Kinetic and potential energy of rigid bodies, and the potential energy of others, with the model as it is.
template <int D>
Energy sum_up(World<D>& world, ThreadPool& pool) {
    const Energy kept = world.energy;
    measure_energy(world, pool);
    const Energy now = world.energy;
    world.energy = kept;
    return now;
}

/// set() changes the model; what that does to the energies is booked.
template <int D, class Set>
void change_model(World<D>& world, ThreadPool& pool, const Set& set) {
    const Energy first = sum_up(world, pool);
    const auto& controls = world.description.controls;
    const Before<D> before{.motions = world.description.motions,
                           .freedom = world.matter.freedom,
                           .controlled = !controls.empty() && controls[0].acts,
                           .book = world.book,
                           .surface = world.matter.surface,
                           .links = world.links.link};
    set();
    renew_bases(world, before);
    stop_what_is_held(world);
    world.grains = {};
    world.soft.push.clear();  // the forces of new springs are to be found
    world.gravity = gravity_at(world.description, world.time);
    const double gained = retune_springs(world, before);
    const Energy last = sum_up(world, pool);
    world.energy.kinetic += last.kinetic - first.kinetic;
    world.energy.potential += last.potential - first.potential;
    world.energy.stored += gained;
    world.energy.changed += (last.kinetic - first.kinetic) + (last.potential - first.potential) + gained;
}

template <int D>
void become_stage(World<D>& world, int number) {
    if (set_model(world, number)) {  // pairs of bodies that cannot move are not listed
        world.listed = {};
        world.neighbours.forget();
        world.images = {};
    }
    world.sensed.clear();  // measured and drawn anew
    world.skins.clear();
}

template <int D>
void remove_selected(World<D>& world, int number) {
    const Selection& selection = world.description.stages[at(number)].remove;
    std::vector<int> ids;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const int id = world.bodies.id[at(i)];
        if (id != nobody && is_of(selection, id, world.description.bodies[at(i)])) ids.push_back(id);
    }
    std::sort(ids.begin(), ids.end());
    if (!ids.empty()) remove_bodies<D>(world, ids);
}

/// Of bodies that came after time 0: who is held from now on.
template <int D>
void hold_selected(World<D>& world, int number) {
    const StageDescription<D>& stage = world.description.stages[at(number)];
    std::vector<int>& held = world.staging.held;
    std::erase_if(held, [&](int id) { return world.slot[at(id)] < 0; });
    for (int i = 0; i < world.bodies.size(); ++i) {
        const int id = world.bodies.id[at(i)];
        if (id == nobody || !came_later<D>(world, id)) continue;
        const BodyDescription<D>& body = world.description.bodies[at(i)];
        if (is_of(stage.release, id, body)) std::erase(held, id);
        if (is_of(stage.hold, id, body) && std::find(held.begin(), held.end(), id) == held.end()) held.push_back(id);
    }
    std::sort(held.begin(), held.end());
}

/// Which sources and sinks are at work; their time goes on while they are.
template <int D>
void set_openings(World<D>& world) {
    WorldDescription<D>& description = world.description;
    const std::vector<double>& began = world.staging.began;
    const auto set = [&](Opening& open) {
        if (open.stages.empty()) return;
        const auto acts = [&](int k) {
            const std::string& name = description.stages[at(k)].name;
            return std::find(open.stages.begin(), open.stages.end(), name) != open.stages.end();
        };
        open.acts = acts(world.staging.number);
        open.origin = began[at(world.staging.number)];
        for (int k = 0; k < world.staging.number; ++k) {
            if (acts(k)) open.origin -= began[at(k) + 1] - began[at(k)];
        }
    };
    for (Source<D>& source : description.sources) set(source.open);
    for (Sink<D>& sink : description.sinks) set(sink.open);
}

}  // namespace

template <int D>
void take_stage(World<D>& world, const Staging<D>& staging) {
    world.staging = staging;
    if (world.description.stages.empty()) return;
    if (world.staging.began.empty()) world.staging.began = {0.0};
    set_model(world, staging.number);
    set_openings(world);
}

template <int D>
void begin_stage(World<D>& world, int number, double h, ThreadPool& pool) {
    assert(number >= 0 && at(number) < world.description.stages.size());
    Staging<D>& staging = world.staging;
    make_room(world);
    remove_selected(world, number);
    hold_selected(world, number);
    staging.number = number;
    staging.began.resize(at(number) + 1, world.time);
    if (world.time != staging.time(world.steps, h)) {
        staging.clock_time = world.time;
        staging.clock_steps = world.steps;
    }
    set_openings(world);
    if (number > 0 && world.description.stages[at(number)].differs)
        change_model(world, pool, [&] { become_stage(world, number); });
}

namespace {

/// Of a stage, or of the world as it is.
template <int D>
void put_change(const LawChange<D>& change, auto& lists) {
    for (const auto& [number, law] : change.laws) lists.interactions[at(number)].law = law;
    if (!change.gravity) return;
    lists.gravity = change.gravity->now;
    lists.gravity_change = change.gravity->change;
}

}  // namespace

template <int D>
void put_changes(World<D>& world, const std::vector<LawChange<D>>& changes) {
    WorldDescription<D>& description = world.description;
    assert(changes.size() == std::max<std::size_t>(1, description.stages.size()));
    const std::vector<Interaction> before = description.interactions;
    for (const auto& [number, law] : changes[at(world.staging.number)].laws) description.interactions[at(number)].law = law;
    LawBook book = tabulate_laws(description, world.matter.surface, world.surfaces);
    if (!(book.memory == world.book.memory)) {
        description.interactions = before;
        throw InputError("", "contacts would remember other things than before: numbers of a law can be set while a run goes on");
    }
    for (std::size_t k = 0; k < description.stages.size(); ++k) put_change(changes[k], description.stages[k]);
    put_change(changes[at(world.staging.number)], description);
    world.book = std::move(book);
    world.gravity = gravity_at(description, world.time);
}

template <int D>
void change_laws(World<D>& world, const std::vector<LawChange<D>>& changes, ThreadPool& pool) {
    make_room(world);
    change_model(world, pool, [&] { put_changes(world, changes); });
}

#define DRYSTONE_BEGIN_STAGE(D)                                \
    template void take_stage(World<D>&, const Staging<D>&);    \
    template void begin_stage(World<D>&, int, double, ThreadPool&); \
    template void put_changes(World<D>&, const std::vector<LawChange<D>>&); \
    template void change_laws(World<D>&, const std::vector<LawChange<D>>&, ThreadPool&);
DRYSTONE_BEGIN_STAGE(2)
DRYSTONE_BEGIN_STAGE(3)
#undef DRYSTONE_BEGIN_STAGE

}  // namespace drystone
