#include "scene/read_interactions.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/index.h"
#include "scene/nearest.h"
#include "scene/read_body_list.h"
#include "scene/read_shape.h"
#include "scene/read_signal.h"
#include "scene/read_sources.h"
#include "step/party.h"
#include "step/tabulate_laws.h"

namespace drystone {

namespace {

/// A pattern of the bodies that a source will bring: all of them, for laws know them by their source.
template <int D>
Party party_of_source(const Node& node, const Draft<D>& draft) {
    const std::string& pattern = *node.as<std::string>();
    for (const Source<D>& source : draft.world.sources) {
        if (pattern == source.name + ".*" || pattern == source.name + "*") return Party::of_group(source.name);
    }
    refuse(node.place, fmt::format("\"{}\" may be of bodies that a source brings: laws know these by the name of their source alone, "
                                   "one at a time",
                                   pattern));
}

template <int D>
Party read_party(const Node& node, const char* key, const Draft<D>& draft, const std::set<std::string>& groups) {
    const auto* text = node.as<std::string>();
    if (text && is_pattern(*text) && *text != "*" && names_source(*text, draft)) return party_of_source(node, draft);
    if (!text || (is_pattern(*text) && *text != "*")) return Party::of_bodies(read_body_list(node, key, draft));
    const std::string& word = text_of(node, key);
    if (word == "*") return Interaction::any;
    const bool material = draft.materials.has(word), body = draft.bodies.has(word),
               group = groups.contains(word);
    if (material + body + group > 1) {
        refuse(node.place, fmt::format("\"{}\" names {} and {}: which is meant? rename one of them", word,
                                       material ? "a material" : "a body", group ? "a group" : "a body"));
    }
    if (material) return draft.materials.at(node, key);
    if (body) return Party::of_body(draft.bodies.at(node, key));
    if (group) return Party::of_group(word);
    std::vector<std::string> known = draft.materials.all(), bodies = draft.bodies.all();
    known.insert(known.end(), groups.begin(), groups.end());
    known.insert(known.end(), bodies.begin(), bodies.end());
    refuse(node.place,
           fmt::format("there is no material, body or group named \"{}\"{}", word, suggestion(word, known)));
}

template <int D>
std::pair<Party, Party> read_between(const Table& table, const Draft<D>& draft,
                                     const std::set<std::string>& groups) {
    const Node& node = table.at("between");
    const auto* names = node.as<Node::Array>();
    if (!names || names->size() != 2) {
        refuse(node.place,
               fmt::format("between must be two materials, bodies or groups in brackets, [\"a\", \"b\"], "
                           "found {}; \"*\" stands for any",
                           describe(node)));
    }
    return {read_party((*names)[0], "between", draft, groups), read_party((*names)[1], "between", draft, groups)};
}

/// Beyond 1000 a slope is steeper than 89.9 degrees: that much friction is a slip of the keyboard.
void check_friction(const Table& table) {
    constexpr double most_friction = 1000.0;
    for (const char* key : {"friction", "static_friction", "residual_friction", "rolling_friction_ratio"})
        if (const Node* node = table.find(key)) number_between(*node, key, 0.0, most_friction);
}

/// A law per area that was not told one: faces bring theirs, balls have none.
bool needs_area(const Law& law) {
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.joint.area; })
                return one.joint.area == 0.0 && one.joint.ratio == 0.0;
            return false;
        },
        law);
}

/// Whether a ball may be in a joint of these two.
template <int D>
bool has_balls(const WorldDescription<D>& world, const Party& a, const Party& b) {
    const auto is_ball = [&](const BodyDescription<D>& body, int i) {
        return (is_of(a, body, i) || is_of(b, body, i)) &&
               std::any_of(body.geometry.begin(), body.geometry.end(),
                           [](const auto& part) { return std::holds_alternative<Ball<D>>(part.shape); });
    };
    for (int i = 0; i < static_cast<int>(world.bodies.size()); ++i)
        if (is_ball(world.bodies[at(i)], i)) return true;
    return std::any_of(world.sources.begin(), world.sources.end(), [&](const Source<D>& source) {
        const std::vector<BodyDescription<D>> samples = source.grains->samples();
        return std::any_of(samples.begin(), samples.end(), [&](const BodyDescription<D>& body) { return is_ball(body, -1); });
    });
}

/// An entry as its law reads it.
struct LawEntry {
    Table table;
    const LawReader* reader;
};

LawEntry law_entry(const Node& node, const LawReaders& laws) {
    const Table any_keys(node, "[[interactions]]");
    std::vector<std::pair<std::string, const LawReader*>> words;
    for (const auto& [name, reader] : laws) words.emplace_back(name, &reader);
    const LawReader* reader = any_keys.choice<const LawReader*>("law", words.front().second, words);
    const std::string word = any_keys.text("law", words.front().first);

    Keys keys = {"between", "law"};
    keys.insert(keys.end(), reader->keys.begin(), reader->keys.end());
    const std::string title =
        word == "coulomb" ? "[[interactions]]" : fmt::format("[[interactions]] with law = \"{}\"", word);
    return {Table(node, title, keys), reader};
}

Law law_of(const LawEntry& entry, int dimension) {
    Law law = entry.reader->read(entry.table, dimension);
    check_friction(entry.table);
    return law;
}

template <int D>
Interaction read_interaction(const Node& node, const LawReaders& laws, const Draft<D>& draft,
                             const std::set<std::string>& groups) {
    const LawEntry entry = law_entry(node, laws);
    auto [a, b] = read_between(entry.table, draft, groups);
    Law law = law_of(entry, D);
    if (needs_area(law) && has_balls(draft.world, a, b)) {
        refuse(entry.table.place(),
               fmt::format("{} needs the area of its joints, which balls do not have: area, or area_ratio",
                           entry.table.title()));
    }
    return {std::move(a), std::move(b), std::move(law), origin_of(node)};
}

template <int D>
std::set<std::string> groups_of(const Draft<D>& draft) {
    std::set<std::string> groups;
    for (const BodyDescription<D>& body : draft.world.bodies) {
        if (!body.group.empty()) groups.insert(body.group);
    }
    for (const Source<D>& source : draft.world.sources) groups.insert(source.name);
    return groups;
}

/// Bodies of a surface: [has volume][can move].
using Population = std::array<std::array<long, 2>, 2>;

/// Planes and drums do not touch each other, nor do bodies of which neither can move.
bool can_meet(const Population& a, const Population& b, bool same) {
    for (int k = 0; k < 16; ++k) {
        const std::size_t va = k & 1, ma = (k >> 1) & 1, vb = (k >> 2) & 1, mb = (k >> 3) & 1;
        if (va + vb == 0 || ma + mb == 0) continue;
        const bool one_class = same && va == vb && ma == mb;
        if (one_class ? a[va][ma] > 1 : (a[va][ma] > 0 && b[vb][mb] > 0)) return true;
    }
    return false;
}

}  // namespace

Law read_law(const Node& node, int dimension) { return law_of(law_entry(node, known_laws()), dimension); }

template <int D>
void read_interactions(const Node& document, const LawReaders& own, Draft<D>& draft) {
    LawReaders laws = known_laws();
    laws.insert(laws.end(), own.begin(), own.end());
    const std::set<std::string> groups = groups_of(draft);
    for (const Node* node : tables_of(find_in(document, "interactions"), "interactions")) {
        draft.world.interactions.push_back(read_interaction(*node, laws, draft, groups));
        const Interaction& read = draft.world.interactions.back();
        const auto* spring = std::get_if<Spring>(&read.law);
        if (spring && spring->has_normal_damping() && !draft.soft) {
            draft.warnings.push_back(fmt::format(
                "{}: normal_damping: contact dynamics has no dashpots; it takes a restitution of 0",
                read.place.text()));
        }
    }
}

template <int D>
void read_damping(const Node& document, Draft<D>& draft) {
    const std::set<std::string> groups = groups_of(draft);
    for (const Node* node : tables_of(find_in(document, "damping"), "damping")) {
        const Table table(*node, "[[damping]]", {"of", "mass"});
        Damping damping{.of = read_party(table.at("of"), "of", draft, groups),
                        .rate = read_signal_or_number(table.at("mass"), "mass", draft.folder),
                        .place = origin_of(*node)};
        if (!table.at("mass").template as<Node::Entries>()) not_negative_of(table.at("mass"), "mass");
        draft.world.dampings.push_back(std::move(damping));
    }
}

template <int D>
std::set<std::pair<int, int>> missing_interactions(const WorldDescription<D>& world) {
    std::vector<int> surface;
    const LawBook book = tabulate_laws(world, surface);
    std::vector<Population> of(static_cast<std::size_t>(book.surfaces));
    std::vector<int> material(static_cast<std::size_t>(book.surfaces));
    for (std::size_t i = 0; i < surface.size(); ++i) {
        const BodyDescription<D>& body = world.bodies[i];
        const auto s = static_cast<std::size_t>(surface[i]);
        ++of[s][has_volume(body.geometry) ? 1 : 0][body.fixed ? 0 : 1];
        material[s] = body.material;
    }
    std::set<std::pair<int, int>> missing;
    for (std::size_t a = 0; a < of.size(); ++a) {
        for (std::size_t b = a; b < of.size(); ++b) {
            const bool spoken_of = book.between[a * of.size() + b] != 0;
            if (spoken_of || !can_meet(of[a], of[b], a == b)) continue;
            missing.insert(std::minmax(material[a], material[b]));
        }
    }
    return missing;
}

template <int D>
void warn_of_missing_interactions(Draft<D>& draft) {
    const WorldDescription<D>& world = draft.world;
    const auto missing = world.sources.empty() ? missing_interactions(world) : missing_interactions(with_samples(world));
    for (const auto& [a, b] : missing) {
        draft.warnings.push_back(
            fmt::format("no [[interactions]] entry for \"{}\" and \"{}\": their contacts are frictionless "
                        "and do not bounce",
                        world.materials[static_cast<std::size_t>(a)].name,
                        world.materials[static_cast<std::size_t>(b)].name));
    }
}

template void read_interactions<2>(const Node&, const LawReaders&, Draft<2>&);
template void read_interactions<3>(const Node&, const LawReaders&, Draft<3>&);
template void read_damping<2>(const Node&, Draft<2>&);
template void read_damping<3>(const Node&, Draft<3>&);
template std::set<std::pair<int, int>> missing_interactions(const WorldDescription<2>&);
template std::set<std::pair<int, int>> missing_interactions(const WorldDescription<3>&);
template void warn_of_missing_interactions<2>(Draft<2>&);
template void warn_of_missing_interactions<3>(Draft<3>&);

}  // namespace drystone
