#include "scene/late_settings.h"

#include <algorithm>
#include <memory>
#include <set>

#include "scene/overrides.h"
#include "scene/read_gravity.h"
#include "scene/read_interactions.h"
#include "scene/stage_set.h"
#include "scene/table.h"
#include "scene/variables.h"

namespace drystone {

namespace {

/// What settings speak of.
struct Touched {
    std::set<std::size_t> laws;  // numbers of interactions
    bool gravity = false;
};

void touch(const LateSetting& setting, Touched& touched) {
    const Place place{std::make_shared<const std::string>("set " + setting.text), 0, 0};
    const std::vector<std::string> path = keys_in(setting.text.substr(0, setting.text.find('=')), place);
    if (path.size() == 2 && path[0] == "scene" && path[1] == "gravity") {
        touched.gravity = true;
        return;
    }
    const bool by_number = path.size() > 2 && !path[1].empty() && path[1].find_first_not_of("0123456789") == std::string::npos;
    if (path[0] != "interactions" || !by_number || path[1].size() > 9)
        refuse(place, "while a run goes on \"interactions.N.key\" and \"scene.gravity\" can be set; walls and loads by a drystone.Control");
    if (path[2] == "between" || path[2] == "law")
        refuse(place, "`" + path[2] + "` stays as the run began: numbers of a law can be set");
    touched.laws.insert(std::stoul(path[1]));
}

template <int D>
LawChange<D> changes_in(const Node& document, const Touched& touched) {
    LawChange<D> change;
    const std::vector<const Node*> entries = tables_of(find_in(document, "interactions"), "interactions");
    for (const std::size_t k : touched.laws)
        change.laws.emplace_back(static_cast<int>(k), read_law(*entries[k], D));
    if (touched.gravity) {
        Draft<D> draft;
        read_gravity(document, draft);
        change.gravity = {draft.world.gravity, draft.world.gravity_change};
    }
    return change;
}

}  // namespace

template <int D>
std::vector<LawChange<D>> read_late_settings(Node document, const std::vector<LateSetting>& settings,
                                             const std::vector<LateSetting>& taken_back) {
    compute_numbers(document);
    Touched touched;
    for (const LateSetting& setting : taken_back) touch(setting, touched);
    const std::vector<const Node*> tables = tables_of(find_in(document, "stages"), "stages");
    std::vector<Node> stage_sets;
    for (const Node* table : tables) stage_sets.push_back(find_in(*table, "set") ? *find_in(*table, "set") : Node{});
    std::vector<LawChange<D>> changes;
    for (std::size_t k = 0; k < std::max<std::size_t>(1, tables.size()); ++k) {
        if (k < stage_sets.size() && stage_sets[k].as<Node::Entries>()) apply_stage_set(stage_sets[k], document);
        for (const LateSetting& setting : settings) {
            if (setting.stage != static_cast<int>(k)) continue;
            touch(setting, touched);
            apply_overrides({setting.text}, document);
        }
        changes.push_back(changes_in<D>(document, touched));
    }
    return changes;
}

template std::vector<LawChange<2>> read_late_settings<2>(Node, const std::vector<LateSetting>&, const std::vector<LateSetting>&);
template std::vector<LawChange<3>> read_late_settings<3>(Node, const std::vector<LateSetting>&, const std::vector<LateSetting>&);

}  // namespace drystone
