#include "scene/read_stages.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "geometry/mass.h"
#include "scene/read_body_list.h"
#include "scene/read_cell.h"
#include "scene/read_drives.h"
#include "scene/read_gravity.h"
#include "scene/read_interactions.h"
#include "scene/read_links.h"
#include "scene/read_membranes.h"
#include "scene/read_settings.h"
#include "scene/read_settlements.h"
#include "scene/read_sources.h"
#include "scene/read_water.h"
#include "scene/stage_set.h"
#include "scene/table.h"
#include "step/pressure.h"
#include "step/tabulate_laws.h"

namespace drystone {

namespace {

constexpr double long_enough = 10.0;  // [s], of a condition without at_most; as of settle

Table stage_table(const Node& node) {
    return {node, "[[stages]]", {"name", "duration", "until", "remove", "release", "hold", "set"}};
}

Table until_table(const Node& node) {
    return {node,
            "until",
            {"quantity", "below", "above", "for", "at_most", "body", "bodies", "between", "link", "drive", "membrane", "region", "cut"}};
}

/// Of one stage, at most [s].
double read_duration(const Node& node) {
    const Table table = stage_table(node);
    const Node* until = table.find("until");
    if (!until) {
        if (!table.has("duration"))
            refuse(table.place(),
                   "how long? give duration (s), or until = { quantity = \"unbalanced\", below = 1e-3, "
                   "at_most = 5.0 }");
        return table.positive("duration");
    }
    if (const Node* duration = table.find("duration"))
        refuse(duration->place,
               "a stage lasts for a duration, or until a condition holds: give one of the two");
    return until_table(*until).positive("at_most", long_enough);
}

template <int D>
StageEnd read_until(const Node& node, const Draft<D>& draft) {
    const Table table = until_table(node);
    StageEnd end;
    end.watched = read_watched(table, draft);
    if (end.watched.name == "flux")
        refuse(table.at("quantity").place, "flux is of a step and the one before it: wait for the count of a sink, or of a region");
    end.above = table.has("above");
    if (end.above == table.has("below"))
        refuse(end.above ? table.at("above").place : table.place(),
               "until needs a limit: either below = .. or above = ..");
    end.limit = table.number(end.above ? "above" : "below");
    end.held_for = table.not_negative("for", 0.0);
    if (end.held_for > table.positive("at_most", long_enough))
        refuse(table.at("for").place, "it is to hold for longer than the stage lasts at most (at_most)");
    return end;
}

/// Everything of the world that stages may change, read from a document; all else is the draft's.
template <int D>
Draft<D> read_lists(const Node& document, const LawReaders& own, const Draft<D>& draft) {
    Draft<D> again = draft;
    WorldDescription<D>& world = again.world;
    world.gravity = {};
    world.gravity_change.reset();
    world.water.reset();
    world.interactions.clear();
    world.motions.clear();
    world.holds.clear();
    world.loads.clear();
    world.moving_loads.clear();
    world.controls.clear();
    world.pressings.clear();
    world.membranes.clear();
    world.dampings.clear();
    world.links.clear();
    again.links = Names{"link"};
    world.cell.reset();
    again.drives = Names{"drive"};
    again.warnings.clear();
    read_gravity(document, again);
    read_interactions(document, own, again);
    read_damping(document, again);
    read_drives(document, again);
    read_settlements(document, again);
    read_membranes(document, again);
    read_links(document, again);
    read_water(document, again);
    read_cell(document, again);
    return again;
}

bool acts_in(const std::vector<int>& stages, int k) {
    return stages.empty() || std::binary_search(stages.begin(), stages.end(), k);
}

/// What acts in stage k of a world's lists.
template <int D>
StageDescription<D> lists_of(const WorldDescription<D>& world, int k) {
    const auto acting = [k](auto entries) {
        std::erase_if(entries, [k](const auto& one) { return !acts_in(one.stages, k); });
        return entries;
    };
    StageDescription<D> stage{.gravity = world.gravity,
                              .gravity_change = world.gravity_change,
                              .water = world.water,
                              .interactions = world.interactions,
                              .motions = acting(world.motions),
                              .holds = acting(world.holds),
                              .loads = acting(world.loads),
                              .moving_loads = acting(world.moving_loads),
                              .controls = world.controls,
                              .pressings = acting(world.pressings),
                              .membranes = acting(world.membranes),
                              .dampings = world.dampings,
                              .cell = world.cell};
    for (const LinkDescription<D>& link : world.links) stage.links.push_back({link.is, link.motor});
    for (LoadControl<D>& control : stage.controls) control.acts = acts_in(control.stages, k);
    return stage;
}

/// Whether what acts in two stages of one world's lists is not the same.
template <int D>
bool act_differently(const WorldDescription<D>& world, int a, int b) {
    const auto some = [&](const auto& entries) {
        return std::any_of(entries.begin(), entries.end(),
                           [&](const auto& one) { return acts_in(one.stages, a) != acts_in(one.stages, b); });
    };
    return some(world.motions) || some(world.holds) || some(world.loads) || some(world.moving_loads) ||
           some(world.controls) || some(world.pressings) || some(world.membranes);
}

template <int D>
void put_lists(const StageDescription<D>& stage, WorldDescription<D>& world) {
    world.gravity = stage.gravity;
    world.gravity_change = stage.gravity_change;
    world.water = stage.water;
    world.interactions = stage.interactions;
    world.motions = stage.motions;
    world.holds = stage.holds;
    world.loads = stage.loads;
    world.moving_loads = stage.moving_loads;
    world.controls = stage.controls;
    world.pressings = stage.pressings;
    world.membranes = stage.membranes;
    world.dampings = stage.dampings;
    world.cell = stage.cell;
    for (std::size_t k = 0; k < stage.links.size(); ++k) {
        world.links[k].is = stage.links[k].is;
        world.links[k].motor = stage.links[k].motor;
    }
    for (const auto& entry : stage.fixed)
        world.bodies.change(static_cast<std::size_t>(entry.first), [&](BodyDescription<D>& body) { body.fixed = entry.second; });
}

/// Who is fixed and who has left, stage after stage.
template <int D>
class Fates {
  public:
    explicit Fates(const Draft<D>& draft) : draft_(draft), removed_(draft.world.bodies.size(), -1) {
        for (const auto& body : draft.world.bodies) fixed_.push_back(body.fixed);
    }

    void read(const Table& table, int k, StageDescription<D>& stage) {
        if (const Node* node = table.find("remove")) {
            stage.remove = read_selection(*node, "remove", draft_);
            if (stage.remove.all) stage.remove = everybody();
            for (const int body : stage.remove.ids) {
                expect_there(body, *node);
                expect_removable(body, *node);
                removed_[index(body)] = k;
            }
        }
        if (const Node* node = table.find("release")) stage.release = set_fixed(*node, "release", false);
        if (const Node* node = table.find("hold")) stage.hold = set_fixed(*node, "hold", true);
        changes_.push_back(fixed_);
    }

    /// Of all bodies that some stage releases or holds, which are fixed in stage k.
    std::vector<std::pair<int, bool>> fixed_in(int k) const {
        std::vector<std::pair<int, bool>> list;
        for (const int body : spoken_of_) list.emplace_back(body, changes_[index(k)][index(body)]);
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        return list;
    }

    /// Refuses drives of stages in which their body is no more.
    template <class Entry>
    void expect_there(const std::vector<Entry>& entries) const {
        for (const Entry& one : entries) {
            const int gone = removed_[index(one.body)];
            if (gone >= 0 && !one.stages.empty() && one.stages.back() >= gone)
                refuse(
                    one.place,
                    fmt::format(
                        "the body \"{}\" is removed when stage \"{}\" begins, and this drive is to act later",
                        name(one.body), draft_.stages.all_in_order()[index(gone)]));
        }
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    BodyDescription<D> body(int i) const { return draft_.world.bodies[index(i)]; }
    std::string name(int i) const { return body(i).name; }

    void expect_there(int one, const Node& node) const {
        const int gone = removed_[index(one)];
        if (gone >= 0)
            refuse(node.place, fmt::format("the body \"{}\" has been removed in stage \"{}\"", name(one),
                                           draft_.stages.all_in_order()[index(gone)]));
    }

    /// Those of the scene that are still there, and all that come.
    Selection everybody() const {
        Selection all{.all = false, .ids = {}, .patterns = {"*"}};
        for (std::size_t i = 0; i < removed_.size(); ++i) {
            if (removed_[i] < 0) all.ids.push_back(static_cast<int>(i));
        }
        return all;
    }

    void expect_removable(int one, const Node& node) const {
        const auto said = [&](const char* why) {
            refuse(node.place, fmt::format("the body \"{}\" cannot be removed: {}", name(one), why));
        };
        if (body(one).deformable) said("it deforms");
        for (const LinkDescription<D>& link : draft_.world.links) {
            if (link.body_a == one || link.body_b == one)
                said("a link holds it; release the other one, or let the link break");
        }
        for (const LoadControl<D>& control : draft_.world.controls) {
            if (control.body == one) said("a control follows it");
        }
        for (const Pressing<D>& pressing : draft_.world.pressings) {
            if (pressing.body == one || pressing.measured_at == one) said("a pressure is on it, or is found from it");
        }
        for (const Membrane<D>& membrane : draft_.world.membranes) {
            const std::vector<int>& platens = membrane.platens;
            if (std::find(platens.begin(), platens.end(), one) != platens.end()) said("a membrane ends on it");
        }
    }

    /// Those of the scene now; returns words for those that come. A pattern or a group may be of bodies that are so already, but not of these alone.
    Selection set_fixed(const Node& node, const char* key, bool fixed) {
        Selection selection = read_selection(node, key, draft_);
        if (selection.all) selection = everybody();
        bool changes = !selection.patterns.empty();
        for (const int one : selection.ids) {
            expect_there(one, node);
            if (body(one).deformable)
                refuse(node.place,
                       fmt::format("the body \"{}\" is deformable: it is held by some of its nodes, with a drive", name(one)));
            if (fixed_[index(one)] == fixed) continue;
            changes = true;
            set_fixed(one, fixed, node);
        }
        if (!changes)
            refuse(node.place, fmt::format("the body \"{}\" is {} already", name(selection.ids.front()), fixed ? "fixed" : "not fixed"));
        selection.ids.clear();
        return selection;
    }

    void set_fixed(int i, bool fixed, const Node& node) {
        const Material& material = draft_.world.materials[index(body(i).material)];
        if (!fixed && !(body(i).mass > 0.0) &&
            !(mass_properties(body(i).geometry, material.density).mass > 0.0))
            refuse(
                node.place,
                fmt::format("the body \"{}\" has no mass of its own, and cannot be released: give it `mass`",
                            name(i)));
        fixed_[index(i)] = fixed;
        spoken_of_.push_back(i);
    }

    const Draft<D>& draft_;
    std::vector<int> removed_;                // (bodies)  in which stage, or -1
    std::vector<bool> fixed_;                 // (bodies)  now
    std::vector<std::vector<bool>> changes_;  // (stages, bodies)
    std::vector<int> spoken_of_;
};

/// What contacts remember is carried from stage to stage.
template <int D>
void expect_memory(const Node& stage, const MemorySchema& first, const WorldDescription<D>& world) {
    std::vector<int> surface;
    if (tabulate_laws(world, surface).memory == first) return;
    refuse(find_in(stage, "set")->place,
           "contacts would remember other things than before: a stage can change the numbers of a law, and "
           "its type where neither law "
           "remembers anything");
}

/// Rows of links, and what they remember, are those of the run: a motor that nobody spoke of cannot begin, friction of a pin neither.
template <int D>
void expect_same_links(const Node& stage, const std::vector<LinkDescription<D>>& first, const std::vector<LinkDescription<D>>& now) {
    for (std::size_t k = 0; k < first.size(); ++k) {
        const LinkModel<D> was{.type = first[k].type, .is = first[k].is}, is{.type = now[k].type, .is = now[k].is};
        const Place& place = find_in(stage, "set")->place;
        if (was.rows() != is.rows() || was.carries_moments() != is.carries_moments() || was.remembers() != is.remembers() ||
            was.is.motor != is.is.motor || (was.is.stiffness > 0.0) != (is.is.stiffness > 0.0))
            refuse(place, fmt::format("link \"{}\" would do something that it did not do before: give it a motor, a friction, a strength or a stiffness, "
                                      "as small or large as you like, from the beginning",
                                      first[k].name));
        if (is.is.motor == LinkProperties::Motor::displacement && !(first[k].motor == now[k].motor))
            refuse(place, fmt::format("the motor of link \"{}\" holds a displacement, which would jump: give it one that changes in time", first[k].name));
    }
}

template <int D>
void expect_same_control(const Node& stage, const std::vector<LoadControl<D>>& first,
                         const std::vector<LoadControl<D>>& now) {
    const auto same = [](const LoadControl<D>& a, const LoadControl<D>& b) {
        return a.body == b.body && a.point == b.point && a.direction == b.direction && a.name == b.name;
    };
    if (!std::equal(first.begin(), first.end(), now.begin(), now.end(), same))
        refuse(find_in(stage, "set")->place, "a stage cannot change which point a control moves");
}

/// A cell that a stage shears against a cut stays so: the cut has no rows from there on, and nobody waits for it.
template <int D>
void expect_cuts_unsheared(const std::vector<StageDescription<D>>& stages, const Scene& scene) {
    const auto expect = [&](std::size_t k, const Probe& probe, const std::string& who) {
        for (std::size_t n = 0; n <= k && probe.cut && stages[n].cell; ++n) {
            if (const auto* component = shears_across(*stages[n].cell, *probe.cut))
                refuse(component->place, fmt::format("the stage \"{}\" shears the cell against the cut {}, whose images are then no longer one plane: let it be "
                                                     "of stages before that one (`stage`), or across an edge that is not sheared",
                                                     stages[n].name, who));
        }
    };
    for (std::size_t k = 0; k < stages.size(); ++k) {
        for (const Probe& probe : scene.probes) {
            if (acts_in(probe.stages, static_cast<int>(k))) expect(k, probe, "of probe \"" + probe.name + "\"");
        }
        if (scene.stages[k].until) expect(k, scene.stages[k].until->watched.probe, "that stage \"" + stages[k].name + "\" waits for");
    }
}

/// [time], [solver], [output] as they are in a stage.
void read_stage_settings(const Node& document, const Node& node, const Scene& scene, StagePlan& plan) {
    Scene again;
    read_settings(document, again);
    plan.settings = again.settings;
    plan.output = again.output;
    if (again.settings.stepper() != scene.settings.stepper())
        refuse(find_in(node, "set")->place,
               "method = \"md\" is for a run as a whole: grains are soft in all of its stages, or in none");
}

/// A stage has steps, whatever their length.
void check_steps(const Node& node, StagePlan& plan, Scene& scene) {
    const double h = plan.settings.step, steps = std::round(plan.duration / h);
    if (steps < 1.0)
        refuse(node.place, fmt::format("stage \"{}\" is shorter than half a step of {} s: it has no steps",
                                       plan.name, h));
    if (!plan.until && std::abs(steps * h - plan.duration) > 1e-6 * h)
        scene.warnings.push_back(fmt::format(
            "the duration of stage \"{}\", {} s, is not a whole number of steps of {} s: it lasts {:.12g} s",
            plan.name, plan.duration, h, steps * h));
}

}  // namespace

std::optional<double> duration_of_stages(const Node& document) {
    const std::vector<const Node*> tables = tables_of(find_in(document, "stages"), "stages");
    if (tables.empty()) return std::nullopt;
    double sum = 0.0;
    for (const Node* node : tables) sum += read_duration(*node);
    return sum;
}

template <int D>
void read_stage_names(const Node& document, Draft<D>& draft) {
    int k = 0;
    for (const Node* node : tables_of(find_in(document, "stages"), "stages")) {
        const Table table = stage_table(*node);
        draft.stages.add(table.text("name"), k++, table.at("name").place);
    }
}

template <int D>
std::vector<int> read_stage_list(const Node& table, const Draft<D>& draft) {
    const Node* node = find_in(table, "stage");
    if (!node) return {};
    std::vector<int> stages;
    const auto add = [&](const Node& one) {
        const int k = draft.stages.at(one, "stage");
        if (std::find(stages.begin(), stages.end(), k) != stages.end())
            refuse(one.place, fmt::format("stage \"{}\" is named twice", *one.template as<std::string>()));
        stages.push_back(k);
    };
    if (const auto* items = node->as<Node::Array>()) {
        if (items->empty()) refuse(node->place, "stage is empty; name one, or leave it out for all");
        for (const Node& item : *items) add(item);
    } else {
        add(*node);
    }
    std::sort(stages.begin(), stages.end());
    return stages;
}

template <int D>
void read_stages(const StageSource& source, Draft<D>& draft, Scene& scene) {
    const std::vector<const Node*> tables = tables_of(find_in(source.document, "stages"), "stages");
    if (tables.empty()) return;
    Node document = source.document;
    Draft<D> lists = draft;
    Fates<D> fates(draft);
    std::vector<int> surface;
    const MemorySchema memory = tabulate_laws(draft.world, surface).memory;
    std::vector<StageDescription<D>> stages;
    std::vector<Node> documents;
    for (std::size_t n = 0; n < tables.size(); ++n) {
        const int k = static_cast<int>(n);
        const Table table = stage_table(*tables[n]);
        StagePlan plan{
            .name = table.text("name"), .place = table.place(), .duration = read_duration(*tables[n])};
        const Node* set = table.find("set");
        if (set) {
            apply_stage_set(*set, document);
            lists = read_lists(document, source.own, draft);
            expect_memory(*tables[n], memory, lists.world);
            expect_same_links(*tables[n], draft.world.links, lists.world.links);
            expect_same_control(*tables[n], draft.world.controls, lists.world.controls);
        }
        if (const Node* until = table.find("until")) plan.until = read_until(*until, draft);
        read_stage_settings(document, *tables[n], scene, plan);
        check_steps(*tables[n], plan, scene);
        StageDescription<D> stage = lists_of(lists.world, k);
        stage.name = plan.name;
        fates.read(table, k, stage);
        stage.differs = set || table.has("remove") || table.has("release") || table.has("hold") ||
                        (k > 0 && act_differently(lists.world, k - 1, k));
        stages.push_back(std::move(stage));
        documents.push_back(document);
        scene.stages.push_back(std::move(plan));
    }
    fates.expect_there(draft.world.motions);
    fates.expect_there(draft.world.loads);
    fates.expect_there(draft.world.holds);
    fates.expect_there(draft.world.pressings);
    expect_cuts_unsheared(stages, scene);
    for (std::size_t n = stages.size(); n-- > 0;) {  // the first last: the draft's world becomes it
        stages[n].fixed = fates.fixed_in(static_cast<int>(n));
        put_lists(stages[n], draft.world);
        aim_pressings(draft.world);
        stages[n].pressings = draft.world.pressings;  // which know their faces now
        source.check(documents[n], scene.stages[n].settings);
    }
    const auto acts_at_first = [&](const Opening& open) {
        return open.stages.empty() ||
               std::find(open.stages.begin(), open.stages.end(), stages[0].name) != open.stages.end();
    };
    for (Source<D>& one : draft.world.sources) one.open.acts = acts_at_first(one.open);
    for (Sink<D>& one : draft.world.sinks) one.open.acts = acts_at_first(one.open);
    draft.world.stages = std::move(stages);
    scene.settings = scene.stages[0].settings;
    scene.output = scene.stages[0].output;
}

#define DRYSTONE_READ_STAGES(D)                                              \
    template void read_stage_names(const Node&, Draft<D>&);                  \
    template std::vector<int> read_stage_list(const Node&, const Draft<D>&); \
    template void read_stages(const StageSource&, Draft<D>&, Scene&);
DRYSTONE_READ_STAGES(2)
DRYSTONE_READ_STAGES(3)
#undef DRYSTONE_READ_STAGES

}  // namespace drystone
