#include "scene/read_probes.h"

#include <algorithm>

#include <fmt/format.h>

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

Probe read_probe(const Node& node, const Names& bodies, int dimension) {
    const Table table(node, "[[probes]]", {"name", "body", "between", "quantities", "every"});
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
    const Subject subject = probe.other >= 0 ? Subject::joint
                            : probe.body < 0 ? Subject::world
                                             : Subject::body;
    const auto& quantities = array_of(table.at("quantities"), "quantities", "names");
    if (quantities.empty()) refuse(table.at("quantities").place, "quantities is empty; name at least one");
    for (const Node& quantity : quantities) {
        const std::string name = read_quantity(quantity, subject, dimension);
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
    constexpr const char* asked_of[] = {"a body; say which with body = \"..\"",
                                        "the whole world; ask for it in a probe without a body",
                                        "a joint; say of which two bodies with between = [\"..\", \"..\"]"};
    constexpr const char* of[] = {"a body", "the whole world", "a joint"};
    for (const Subject other : {Subject::body, Subject::world, Subject::joint}) {
        if (is_quantity(name, other, dimension))
            return fmt::format("\"{}\" is a quantity of {}", name, asked_of[static_cast<int>(other)]);
    }
    return fmt::format("there is no quantity \"{}\" of {}{}", name, of[static_cast<int>(subject)],
                       suggestion(name, quantity_names(subject, dimension)));
}

std::vector<Probe> read_probes(const Node& document, const Names& bodies, int dimension) {
    std::vector<Probe> probes;
    Names names("probe");
    for (const Node* node : tables_of(find_in(document, "probes"), "probes")) {
        probes.push_back(read_probe(*node, bodies, dimension));
        names.add(probes.back().name, static_cast<int>(probes.size()) - 1, find_in(*node, "name")->place);
    }
    return probes;
}

}  // namespace drystone
