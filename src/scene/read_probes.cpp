#include "scene/read_probes.h"

#include <algorithm>

#include <fmt/format.h>

#include "measure/material_place.h"
#include "scene/nearest.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// A probe's name becomes a file's.
void check_file_name(const Node& node) {
    const std::string& name = text_of(node, "name");
    const bool safe = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.';
    });
    if (safe && name[0] != '.' && name.size() <= 200) return;
    refuse(node.place,
           fmt::format("the probe's name \"{}\" names a file: use letters, digits, '_', '-' and '.', "
                       "not first a '.', at most 200 of them",
                       name));
}

std::string read_quantity(const Node& node, Subject subject, int dimension) {
    const std::string& name = text_of(node, "a quantity");
    const std::string problem = why_no_quantity(name, subject, dimension);
    if (!problem.empty()) refuse(node.place, problem);
    return name;
}

/// `at`: a point of a deformable body, by where it is at time 0.
template <int D>
std::vector<double> read_point(const Node& node, const Draft<D>& draft, int body) {
    const Vec<D> at = vector_of<D>(node, "at");
    if (body < 0) refuse(node.place, "at is a point of a deformable body: say of which with body = \"..\"");
    const BodyDescription<D>& description = draft.world.bodies[static_cast<std::size_t>(body)];
    if (!description.deformable)
        refuse(node.place,
               fmt::format("at is a point of a deformable body, and \"{}\" does not deform: give it "
                           "deformable = .., or leave at away",
                           description.name));
    if (!is_inside(description, at))
        refuse(node.place, fmt::format("at is not in the body \"{}\" at time 0", description.name));
    return {at.c.begin(), at.c.end()};
}

template <int D>
Probe read_probe(const Node& node, const Draft<D>& draft) {
    const Table table(node, "[[probes]]", {"name", "body", "at", "between", "link", "quantities", "every"});
    const Names& bodies = draft.bodies;
    Probe probe;
    probe.name = table.text("name");
    check_file_name(table.at("name"));
    if (const Node* body = table.find("body")) probe.body = bodies.at(*body, "body");
    probe.every = table.not_negative("every", 0.0);
    if (const Node* pair = table.find("between")) {
        const auto* names = pair->as<Node::Array>();
        if (table.has("body") || !names || names->size() != 2)
            refuse(pair->place, "between must be two bodies in brackets, [\"a\", \"b\"], in place of body");
        probe.body = bodies.at((*names)[0], "between");
        probe.other = bodies.at((*names)[1], "between");
    }
    if (const Node* at = table.find("at")) {
        if (probe.other >= 0)
            refuse(at->place, "at is a point of one body: body = \"..\" in place of between");
        probe.at = read_point(*at, draft, probe.body);
    }
    if (const Node* link = table.find("link")) {
        if (probe.body >= 0) refuse(link->place, "link is in place of body and between");
        probe.link = draft.links.at(*link, "link");
    }
    const Subject subject = probe.link >= 0     ? Subject::link
                            : probe.other >= 0  ? Subject::joint
                            : !probe.at.empty() ? Subject::point
                            : probe.body < 0    ? Subject::world
                                                : Subject::body;
    const auto& quantities = array_of(table.at("quantities"), "quantities", "names");
    if (quantities.empty()) refuse(table.at("quantities").place, "quantities is empty; name at least one");
    for (const Node& quantity : quantities) {
        const std::string name = read_quantity(quantity, subject, D);
        if (subject == Subject::body && needs_deformable(name) &&
            !draft.world.bodies[static_cast<std::size_t>(probe.body)].deformable)
            refuse(quantity.place,
                   fmt::format("\"{}\" is a quantity of deformable bodies, and \"{}\" does not deform", name,
                               draft.world.bodies[static_cast<std::size_t>(probe.body)].name));
        if (std::find(probe.quantities.begin(), probe.quantities.end(), name) != probe.quantities.end()) {
            refuse(quantity.place, fmt::format("\"{}\" is asked for twice", name));
        }
        probe.quantities.push_back(name);
    }
    return probe;
}

}  // namespace

std::string why_no_quantity(const std::string& name, Subject subject, int dimension) {
    if (is_quantity(name, subject, dimension)) return "";
    constexpr const char* asked_of[] = {
        "a body; say which with body = \"..\"", "the whole world; ask for it in a probe without a body",
        "a joint; say of which two bodies with between = [\"..\", \"..\"]",
        "a point of a deformable body; say which with body = \"..\", at = [..]",
        "a link; say which with link = \"..\""};
    constexpr const char* of[] = {"a body", "the whole world", "a joint", "a point", "a link"};
    for (const Subject other : {Subject::body, Subject::world, Subject::joint, Subject::point, Subject::link}) {
        if (is_quantity(name, other, dimension))
            return fmt::format("\"{}\" is a quantity of {}", name, asked_of[static_cast<int>(other)]);
    }
    return fmt::format("there is no quantity \"{}\" of {}{}", name, of[static_cast<int>(subject)],
                       suggestion(name, quantity_names(subject, dimension)));
}

template <int D>
std::vector<Probe> read_probes(const Node& document, const Draft<D>& draft) {
    std::vector<Probe> probes;
    Names names("probe");
    for (const Node* node : tables_of(find_in(document, "probes"), "probes")) {
        probes.push_back(read_probe(*node, draft));
        names.add(probes.back().name, static_cast<int>(probes.size()) - 1, find_in(*node, "name")->place);
    }
    return probes;
}

template std::vector<Probe> read_probes(const Node&, const Draft<2>&);
template std::vector<Probe> read_probes(const Node&, const Draft<3>&);

}  // namespace drystone
