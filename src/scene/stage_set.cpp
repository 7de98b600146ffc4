#include "scene/stage_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/overrides.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// A table of a scene, and what of it stages may change.
struct Changeable {
    const char* table;
    Keys keys;       // none: all but `not_these`
    Keys not_these;  // keys anywhere below
    const char*
        lists;  // what stands between the table and the keys: "0" of "interactions.0.friction"; or nothing
};

const std::vector<Changeable>& changeable() {
    static const std::vector<Changeable> tables = {
        {"scene", {"gravity"}, {}, nullptr},
        {"time", {"step", "integrator", "overlap", "theta", "quasistatic", "halve"}, {}, nullptr},
        {"solver", {"method", "order", "tolerance", "max_iterations", "fixed_iterations"}, {}, nullptr},
        {"md", {}, {}, nullptr},
        {"output", {}, {}, nullptr},
        {"water", {}, {}, nullptr},
        {"interactions", {}, {"between"}, "number"},
        {"drives", {}, {"stage", "control", "where", "name", "file"}, "name or number"},
        {"membranes", {}, {"stage", "name", "of", "file"}, "name or number"},
        {"settlements", {}, {"stage", "file"}, "number"},
        {"links",
         {},
         {"name", "between", "type", "point", "points", "axis", "collide", "axial_stiffness", "prestress", "limits", "file"},
         "name or number"},
        {"damping", {}, {"of"}, "number"},
        {"cell", {"control", "damping"}, {}, nullptr},
    };
    return tables;
}

[[noreturn]] void refuse_table(const std::string& name, const Place& place) {
    Keys known;
    for (const Changeable& one : changeable()) known.push_back(one.table);
    refuse(place, fmt::format("a stage cannot change [{}]: bodies come and go by remove, sources and sinks, "
                              "all else is as the run began. "
                              "It can change {}",
                              name, quoted_list(known)));
}

void expect_changeable(const std::vector<std::string>& path, const Place& place) {
    const auto is_it = [&](const Changeable& one) { return one.table == path[0]; };
    const auto found = std::find_if(changeable().begin(), changeable().end(), is_it);
    if (found == changeable().end()) refuse_table(path[0], place);
    const std::size_t first = found->lists ? 2 : 1;
    if (path.size() <= first) {
        refuse(place,
               found->lists
                   ? fmt::format("which key of which of {0}? \"{0}.{1}.key\", with its {2}", path[0],
                                 found->lists[0] == 'n' && path[0] == "drives" ? "name" : "0", found->lists)
                   : fmt::format("which key of [{0}]? \"{0}.key\"", path[0]));
    }
    if (!found->keys.empty() &&
        std::find(found->keys.begin(), found->keys.end(), path[1]) == found->keys.end())
        refuse(place, fmt::format("a stage cannot change {}.{}; of [{}] it can change {}", path[0], path[1],
                                  path[0], quoted_list(found->keys)));
    for (std::size_t k = first; k < path.size(); ++k) {
        if (std::find(found->not_these.begin(), found->not_these.end(), path[k]) != found->not_these.end())
            refuse(place, fmt::format("a stage cannot change `{}` of {}: give another entry, with stage = "
                                      "\"..\" where it takes one",
                                      path[k], path[0]));
    }
}

/// Keys without quotes are tables within tables in TOML: interactions.0.friction = 0.1 without them is meant the same.
bool is_unquoted_path(const std::vector<std::string>& path, const Node& value) {
    if (!value.as<Node::Entries>()) return false;
    const auto is_it = [&](const Changeable& one) { return one.table == path[0]; };
    const auto found = std::find_if(changeable().begin(), changeable().end(), is_it);
    return found != changeable().end() && path.size() < (found->lists ? 3U : 2U);
}

/// Files that a scene reads are copied with it, by the keys that name them.
void refuse_files(const Node& value) {
    const auto* entries = value.as<Node::Entries>();
    if (!entries) return;
    for (const Node::Entry& entry : *entries) {
        if (entry.key == "file")
            refuse(entry.key_place, "a stage reads no files: give a drive of its own, with stage = \"..\"");
        refuse_files(entry.value);
    }
}

void apply(const std::string& keys, const Node& value, Node& document) {
    const std::vector<std::string> path = keys_in(keys, value.place);
    if (is_unquoted_path(path, value)) {
        for (const Node::Entry& entry : *value.as<Node::Entries>())
            apply(keys + "." + entry.key, entry.value, document);
        return;
    }
    expect_changeable(path, value.place);
    refuse_files(value);
    set_in_document(keys, value, document);
}

}  // namespace

void apply_stage_set(const Node& set, Node& document) {
    const auto* entries = set.as<Node::Entries>();
    if (!entries)
        refuse(set.place,
               fmt::format("set must be a table, {{ \"interactions.0.friction\" = 0.1 }}, found {}",
                           describe(set)));
    for (const Node::Entry& entry : *entries) apply(entry.key, entry.value, document);
}

}  // namespace drystone
