#include <algorithm>
#include <filesystem>

#include "contact/law_book.h"
#include "core/input_error.h"
#include "scene/check_soft.h"
#include "scene/key_log.h"
#include "scene/overrides.h"
#include "scene/parse_toml.h"
#include "scene/read_bodies.h"
#include "scene/read_bodies_from.h"
#include "scene/read_cell.h"
#include "scene/read_drives.h"
#include "scene/read_generators.h"
#include "scene/read_gravity.h"
#include "scene/read_interactions.h"
#include "scene/read_limit.h"
#include "scene/read_links.h"
#include "scene/read_materials.h"
#include "scene/read_membranes.h"
#include "scene/read_pressures.h"
#include "scene/read_probes.h"
#include "scene/read_report.h"
#include "scene/read_settings.h"
#include "scene/read_settlements.h"
#include "scene/read_sources.h"
#include "scene/read_stages.h"
#include "scene/read_supports.h"
#include "scene/read_water.h"
#include "scene/scene.h"
#include "scene/table.h"
#include "solvers/method_names.h"
#include "step/abilities.h"

namespace drystone {

namespace {

void warn_of_unused_variables(Scene& scene) {
    for (const Variable& variable : scene.variables)
        if (!variable.used)
            scene.warnings.push_back("the variable " + variable.name + " is used nowhere");
}

/// [contacts]
PointRule read_contacts(const Node& document, Scene& scene) {
    const Node* node = find_in(document, "contacts");
    if (!node) return PointRule::vertices;
    const Table table(*node, "[contacts]", {"points", "initial_overlaps"});
    scene.accepts_overlaps = table.choice<bool>("initial_overlaps", false, {{"refuse", false}, {"accept", true}});
    return table.choice<PointRule>("points", PointRule::vertices,
                                   {{"vertices", PointRule::vertices}, {"gauss", PointRule::gauss}});
}

/// Whether the cell gives way to the stresses in it.
template <int D>
bool has_cell_under_stress(const WorldDescription<D>& world) {
    return world.cell && std::any_of(world.cell->component.begin(), world.cell->component.end(),
                                     [](const auto& one) { return one.control == CellDescription<D>::Control::stress; });
}

/// What the method and the kind of step do not take, at the key that asks for them. Laws and bodies have places of their own.
template <int D>
void check_abilities(const Node& document, const StepSettings& settings, double duration,
                     const WorldDescription<D>& world) {
    const auto asked_by = [&](const char* table, const char* key, const auto& check) {
        try {
            check();
        } catch (const InputError& error) {
            const Node* node = find_in(document, table);
            if (node) node = find_in(*node, key);
            const Place& place = node ? node->place : document.place;
            const std::string said = error.what();
            if (place.source && said.starts_with(*place.source + ":")) throw;  // it has a place of its own
            refuse(place, said);
        }
    };
    const bool deforms = std::any_of(world.bodies.begin(), world.bodies.end(),
                                     [](const auto& body) { return body.deformable.has_value(); });
    const bool turns = std::any_of(world.interactions.begin(), world.interactions.end(),
                                   [](const Interaction& entry) { return LawBook::carries_moments(entry.law); }) ||
                       std::any_of(world.links.begin(), world.links.end(),
                                   [](const auto& d) { return LinkModel<D>{.type = d.type, .is = d.is}.carries_moments(); });
    asked_by("solver", "method", [&] {
        require_able(settings.stepper(), world);
        if (!settings.able().contact_problem) return;
        require_form(settings.solver.method, false);
        require_moments(settings.solver.method, deforms || has_cell_under_stress(world), turns);
    });
    if (!settings.quasistatic && !world.controls.empty())
        refuse(world.controls[0].place, "a control finds loads of equilibrium: say quasistatic = true in [time]");
    if (settings.quasistatic)
        asked_by("time", "quasistatic", [&] {
            require_static_steps(settings.stepper());
            require_slow_drives(world, settings.step, duration);
        });
}

template <int D>
void read_world(const Node& document, const std::filesystem::path& folder, const LawReaders& own,
                Scene& scene) {
    Draft<D> draft;
    draft.folder = folder;
    draft.world.place = document.place;
    draft.seed = scene.settings.solver.seed;
    draft.step = scene.settings.step;
    draft.chooses_masses = has_pressures(document);
    draft.soft = scene.settings.stepper() == Solves::soft_grains;
    read_stage_names(document, draft);
    read_gravity(document, draft);
    draft.world.points = read_contacts(document, scene);
    read_materials(document, draft);
    read_bodies(document, draft);
    read_bodies_from(document, draft);
    read_generators(document, draft);
    read_sources(document, draft);
    read_sinks(document, draft);
    read_interactions(document, own, draft);
    read_damping(document, draft);
    read_drives(document, draft);
    read_settlements(document, draft);
    read_membranes(document, draft);
    scene.limit = read_limit(document, draft);
    read_links(document, draft);
    read_supports(document, draft);
    read_water(document, draft);
    read_cell(document, draft);
    scene.probes = read_probes(document, draft);
    const auto check = [&](const Node& as_it_is, const StepSettings& settings) {
        if (draft.soft) check_soft(as_it_is, draft);
        if (draft.world.sources.empty()) return check_abilities(as_it_is, settings, scene.duration, draft.world);
        check_abilities(as_it_is, settings, scene.duration, with_samples(draft.world));
    };
    check(document, scene.settings);
    read_stages<D>({document, own, check}, draft, scene);
    warn_of_missing_interactions(draft);
    scene.warnings.insert(scene.warnings.end(), draft.warnings.begin(), draft.warnings.end());
    scene.world = std::move(draft.world);
}

}  // namespace

Scene read_scene(const std::string& path, const std::vector<std::string>& overrides, const LawReaders& own) {
    const std::filesystem::path file(path);
    Scene scene = read_scene(parse_toml_file(path), file.parent_path(), overrides, own);
    if (scene.title.empty()) scene.title = file.stem().string();
    return scene;
}

namespace {

Scene read_document(Node document, const std::filesystem::path& folder, const LawReaders& own, KeyLog* log) {
    Scene scene;
    scene.variables = compute_numbers(document);
    if (log) log->watch(document);
    const Table known(document, "a scene",
                      {"scene", "variables", "time", "solver", "md", "contacts", "materials", "interactions", "bodies", "bodies_from",
                       "generate", "sources", "sinks", "drives", "membranes", "settlements", "damping", "limit", "links", "supports", "water", "cell",
                       "stages", "probes", "statics", "output", "report"});
    read_settings(document, scene);
    warn_of_unused_variables(scene);
    scene.inputs = input_files(document, folder);
    if (scene.dimension == 2) {
        read_world<2>(document, folder, own, scene);
    } else {
        read_world<3>(document, folder, own, scene);
    }
    read_report(document, scene);
    return scene;
}

}  // namespace

Scene read_scene(Node document, const std::filesystem::path& folder,
                 const std::vector<std::string>& overrides, const LawReaders& own) {
    apply_overrides(overrides, document);
    return read_document(std::move(document), folder, own, nullptr);
}

std::string keys_asked_for(const std::string& path, const std::vector<std::string>& overrides) {
    Node document = parse_toml_file(path);
    apply_overrides(overrides, document);
    KeyLog log;
    read_document(std::move(document), std::filesystem::path(path).parent_path(), {}, &log);
    return log.json();
}

}  // namespace drystone
