#include "scene/read_probes.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "measure/link_quantities.h"
#include "measure/passages.h"
#include "granular/placed_region.h"
#include "scene/key_log.h"
#include "scene/nearest.h"
#include "scene/read_body_list.h"
#include "scene/read_stages.h"
#include "scene/region.h"
#include "scene/table.h"
#include "step/material_place.h"

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

template <int D>
std::string read_quantity(const Node& node, Subject subject, const Draft<D>& draft) {
    const std::string& name = text_of(node, "a quantity");
    if (subject == Subject::world && is_passage(name)) {
        const std::vector<std::string> known = passages(draft.world);
        if (std::find(known.begin(), known.end(), name) == known.end())
            refuse(node.place, fmt::format("there is no source or sink for \"{}\"{}", name, suggestion(name, known)));
        return name;
    }
    const std::string problem = why_no_quantity(name, subject, D);
    if (!problem.empty()) refuse(node.place, problem);
    return name;
}

void check_type_has(const Node& node, const std::string& name, LinkType type) {
    if (has_quantity(type, name)) return;
    refuse(node.place, fmt::format("\"{}\" is a quantity of {}, and this link is a {}", name,
                                   name == "angle"     ? "hinges"
                                   : name == "tension" ? "rods, cables and springs"
                                                       : "rods, cables, springs and sliders",
                                   name_of(type)));
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

/// The ids of a selector's bodies, ascending: as they are numbered here, they begin a run.
template <int D>
std::vector<int> read_ids(const Node& node, std::string_view what, const Draft<D>& draft) {
    std::vector<int> ids = read_body_list(node, what, draft);
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// `between`: two bodies, or two selectors, that have none in common.
template <int D>
void read_sides(const Node& node, const Draft<D>& draft, Probe& probe) {
    const auto* sides = node.as<Node::Array>();
    if (!sides || sides->size() != 2)
        refuse(node.place, "between must be two bodies in brackets, [\"a\", \"b\"], in place of body");
    probe.bodies = read_ids((*sides)[0], "between", draft);
    probe.others = read_ids((*sides)[1], "between", draft);
    std::vector<int> common;
    std::set_intersection(probe.bodies.begin(), probe.bodies.end(), probe.others.begin(), probe.others.end(),
                          std::back_inserter(common));
    if (!common.empty())
        refuse(node.place, fmt::format("both sides of between name \"{}\"",
                                       draft.world.bodies[static_cast<std::size_t>(common[0])].name));
}

/// Only drives that are controlled, travel or press have something to say.
template <int D>
const std::string& read_drive_name(const Node& node, const Draft<D>& draft) {
    const std::string& name = text_of(node, "drive");
    std::vector<std::string> names;
    for (const auto& control : draft.world.controls) names.push_back(control.name);
    for (const auto& load : draft.world.moving_loads) names.push_back(load.name);
    for (const auto& pressing : draft.world.pressings) names.push_back(pressing.name);
    if (std::count(names.begin(), names.end(), name) > 1)
        refuse(node.place, fmt::format("the drive \"{}\" presses several walls: give each its own, with a name", name));
    if (std::find(names.begin(), names.end(), name) == names.end())
        refuse(node.place, fmt::format("there is no drive named \"{}\" that has a control or a pressure, or travels{}", name, suggestion(name, names)));
    return name;
}

template <int D>
const std::string& read_membrane_name(const Node& node, const Draft<D>& draft) {
    const std::string& name = text_of(node, "membrane");
    std::vector<std::string> names;
    for (const auto& membrane : draft.world.membranes) names.push_back(membrane.name);
    if (std::find(names.begin(), names.end(), name) == names.end())
        refuse(node.place, fmt::format("there is no membrane named \"{}\"{}", name, suggestion(name, names)));
    return name;
}

/// The multiplier is a control's, the position one of what travels, the stress one of a wall.
template <int D>
void check_drive(const Node& quantity, const std::string& name, const std::string& drive, const Draft<D>& draft) {
    const auto& controls = draft.world.controls;
    const auto& moving = draft.world.moving_loads;
    const bool travels = std::any_of(moving.begin(), moving.end(), [&](const auto& load) { return load.name == drive; });
    const bool controlled = !controls.empty() && controls[0].name == drive;
    const Keys known = controlled ? Keys{"multiplier", "displacement"}
                       : travels  ? Keys{"position"}
                                  : Keys{"pressure", "area", "force", "stress", "displacement"};
    if (std::find(known.begin(), known.end(), name) == known.end())
        refuse(quantity.place, fmt::format("the drive \"{}\" {}: ask for its {}", drive,
                                           controlled ? "has a control" : travels ? "travels" : "has a pressure", fmt::join(known, ", ")));
}

/// `region`: box, disk or sphere, cylinder, as a packing's; `with`: the body that it moves with.
template <int D>
std::shared_ptr<const ProbeRegion> read_probe_region(const Node& node, const Draft<D>& draft) {
    ProbeRegion region;
    Node shape = node;
    if (node.log) node.log->knows("a region of a probe", {"with"});
    if (auto* entries = shape.as<Node::Entries>()) {
        if (const Node::Entry* with = find_entry(*entries, "with")) region.with = read_one_body(with->value, "with", draft);
        std::erase_if(*entries, [](const Node::Entry& entry) { return entry.key == "with"; });
    }
    region.shape = read_region<D>(shape, "region");
    return std::make_shared<const ProbeRegion>(std::move(region));
}

/// The shape of a deformable body within a region is not known.
template <int D>
void check_solid_fraction(const Node& node, const Draft<D>& draft) {
    for (const BodyDescription<D>& body : draft.world.bodies) {
        if (body.fixed || !body.deformable) continue;
        refuse(node.place, fmt::format("solid_fraction needs the volume of bodies within a region, which is known of rigid ones; \"{}\" deforms", body.name));
    }
}

/// In a cell a region is one of the medium that repeats: no body is in it twice.
template <int D>
void check_region_in_cell(const Node& node, const ProbeRegion& region, const CellDescription<D>& cell) {
    const Space<D> space(cell.origin, Mat<D>::diagonal(cell.size), cell.periodic);
    if (PlacedRegion<D>(std::get<Region<D>>(region.shape)).in(space).overlaps_itself())
        refuse(node.place, "the region is wider than the cell: it would overlap its own images");
}

/// The edge along which the cell repeats and which is not in the plane; of several the last one. None: -1.
template <int D>
int edge_across(const CellDescription<D>& cell, const ProbeCut& cut) {
    int along = -1;
    for (int j = 0; j < D; ++j) {
        if (cell.periodic[static_cast<std::size_t>(j)] && std::abs(cut.normal[static_cast<std::size_t>(j)]) > 1e-9) along = j;
    }
    return along;
}

/// In a cell a cut is a plane and its images: they must lie one behind the other as the cell repeats, whatever it does.
template <int D>
void check_cut_in_cell(const Node& node, const ProbeCut& cut, const CellDescription<D>& cell) {
    const int along = edge_across(cell, cut);
    const bool alike = along < 0 || std::abs(cut.normal[static_cast<std::size_t>(along)]) >= 1.0 - 1e-9;
    if (!alike || shears_across(cell, cut))
        refuse(node.place, "this plane is not alike at all images of the cell: in a cell that repeats a cut is across one of its edges, and that edge "
                           "is not sheared (in simple shear `xy` across y), or across directions in which the cell does not repeat");
}

/// The moment about a point needs forces that have a place: along the plane the cell must not repeat.
template <int D>
void check_moment_in_cell(const Node& node, const ProbeCut& cut, const CellDescription<D>& cell) {
    for (int j = 0; j < D; ++j) {
        if (cell.periodic[static_cast<std::size_t>(j)] && std::abs(cut.normal[static_cast<std::size_t>(j)]) < 0.5)
            refuse(node.place, fmt::format("the moment of a cut along which the cell repeats ({}) has no point to be about", "xyz"[j]));
    }
}

/// Whose quantities: at most one of body, bodies, between and link.
template <int D>
void read_subject(const Table& table, const Draft<D>& draft, Probe& probe) {
    const Node* first = nullptr;
    for (const char* key : {"body", "bodies", "between", "link", "drive", "membrane", "region", "cut"}) {
        const Node* node = table.find(key);
        if (node && first) refuse(node->place, fmt::format("{}: a probe is of a body, of bodies, between two, of a link, of a drive, of a membrane, of a region or of a cut: give one", key));
        if (node) first = node;
    }
    if (const Node* body = table.find("body")) probe.body = read_one_body(*body, "body", draft);
    if (const Node* bodies = table.find("bodies")) probe.bodies = read_ids(*bodies, "bodies", draft);
    if (const Node* sides = table.find("between")) read_sides(*sides, draft, probe);
    if (const Node* link = table.find("link")) probe.link = draft.links.at(*link, "link");
    if (const Node* drive = table.find("drive")) probe.drive = read_drive_name(*drive, draft);
    if (const Node* membrane = table.find("membrane")) probe.membrane = read_membrane_name(*membrane, draft);
    if (const Node* region = table.find("region")) probe.region = read_probe_region(*region, draft);
    if (const Node* cut = table.find("cut")) probe.cut = read_cut<D>(*cut);
    if (draft.world.cell && probe.region) check_region_in_cell(*first, *probe.region, *draft.world.cell);
    if (draft.world.cell && probe.cut) check_cut_in_cell(*first, *probe.cut, *draft.world.cell);
    if (const Node* at = table.find("at")) {
        if (!probe.bodies.empty() || probe.region || probe.cut) refuse(at->place, "at is a point of one body: body = \"..\"");
        probe.at = read_point(*at, draft, probe.body);
    }
}

template <int D>
void read_quantities(const Node& node, const Draft<D>& draft, Probe& probe) {
    const Subject subject = subject_of(probe);
    const auto& quantities = array_of(node, "quantities", "names");
    if (quantities.empty()) refuse(node.place, "quantities is empty; name at least one");
    for (const Node& quantity : quantities) {
        const std::string name = read_quantity(quantity, subject, draft);
        if (subject == Subject::body && needs_deformable(name) &&
            !draft.world.bodies[static_cast<std::size_t>(probe.body)].deformable)
            refuse(quantity.place,
                   fmt::format("\"{}\" is a quantity of deformable bodies, and \"{}\" does not deform", name,
                               draft.world.bodies[static_cast<std::size_t>(probe.body)].name));
        if (name.starts_with("cell.") && !draft.world.cell)
            refuse(quantity.place, fmt::format("\"{}\" is a quantity of a cell, and the scene has no [cell]", name));
        if (name == "solid_fraction") check_solid_fraction(quantity, draft);
        if (subject == Subject::cut && name == "moment" && draft.world.cell) check_moment_in_cell(quantity, *probe.cut, *draft.world.cell);
        if (subject == Subject::drive) check_drive(quantity, name, probe.drive, draft);
        if (subject == Subject::link) check_type_has(quantity, name, draft.world.links[static_cast<std::size_t>(probe.link)].type);
        if (std::find(probe.quantities.begin(), probe.quantities.end(), name) != probe.quantities.end()) {
            refuse(quantity.place, fmt::format("\"{}\" is asked for twice", name));
        }
        probe.quantities.push_back(name);
    }
}

template <int D>
Probe read_probe(const Node& node, const Draft<D>& draft) {
    const Table table(node, "[[probes]]",
                      {"name", "body", "bodies", "at", "between", "link", "drive", "membrane", "region", "cut", "quantities", "every", "average", "stage"});
    Probe probe;
    probe.name = table.text("name");
    check_file_name(table.at("name"));
    probe.every = table.not_negative("every", 0.0);
    probe.average = table.truth("average", false);
    probe.stages = read_stage_list(node, draft);
    read_subject(table, draft, probe);
    read_quantities(table.at("quantities"), draft, probe);
    return probe;
}

}  // namespace

std::string why_no_quantity(const std::string& name, Subject subject, int dimension) {
    if (is_quantity(name, subject, dimension)) return "";
    constexpr const char* asked_of[] = {
        "a body; say which with body = \"..\"",
        "the whole world; ask for it in a probe without a body",
        "a joint; say of which two bodies with between = [\"..\", \"..\"]",
        "a point of a deformable body; say which with body = \"..\", at = [..]",
        "a link; say which with link = \"..\"", "several bodies; say which with bodies = ..",
        "a drive; say which with drive = \"..\"", "a membrane; say which with membrane = \"..\"",
        "a region; say where with region = { type = \"box\", min, max }", "a cut; say where with cut = { point, normal }"};
    constexpr const char* of[] = {"a body", "the whole world", "a joint", "a point", "a link", "several bodies", "a drive", "a membrane", "a region", "a cut"};
    if (subject == Subject::world && is_quantity(name, Subject::region, dimension))
        return fmt::format("\"{}\" is a quantity of {}", name, asked_of[static_cast<int>(Subject::region)]);
    for (const Subject other :
         {Subject::body, Subject::world, Subject::joint, Subject::point, Subject::link, Subject::bodies,
          Subject::drive, Subject::membrane, Subject::region, Subject::cut}) {
        if (is_quantity(name, other, dimension))
            return fmt::format("\"{}\" is a quantity of {}", name, asked_of[static_cast<int>(other)]);
    }
    return fmt::format("there is no quantity \"{}\" of {}{}", name, of[static_cast<int>(subject)],
                       suggestion(name, quantity_names(subject, dimension)));
}

template <int D>
const typename CellDescription<D>::Component* shears_across(const CellDescription<D>& cell, const ProbeCut& cut) {
    const int along = edge_across(cell, cut);
    for (std::size_t k = 0; k < cell_components<D>.size(); ++k) {
        const auto [i, j, name] = cell_components<D>[k];
        if (i == along && j != along && cell.component[k].control != CellDescription<D>::Control::fixed) return &cell.component[k];
    }
    return nullptr;
}

template <int D>
std::shared_ptr<const ProbeCut> read_cut(const Node& node) {
    const Table table(node, "cut", {"point", "normal"});
    const Vec<D> point = table.vector<D>("point"), normal = unit_vector_of<D>(table.at("normal"), "normal");
    return std::make_shared<const ProbeCut>(
        ProbeCut{{point.c.begin(), point.c.end()}, {normal.c.begin(), normal.c.end()}});
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

template <int D>
Watched read_watched(const Table& table, const Draft<D>& draft) {
    Watched watched{.probe = {}, .column = 0, .name = table.text("quantity")};
    const Node& node = table.at("quantity");
    Probe& probe = watched.probe;
    probe.name = "until";
    read_subject(table, draft, probe);
    const std::size_t dot = watched.name.rfind('.');
    const bool whole = is_quantity(watched.name, subject_of(probe), D) || is_passage(watched.name) || dot == std::string::npos;
    const Node::Array one{Node{node.place, whole ? watched.name : watched.name.substr(0, dot)}};
    read_quantities({node.place, one}, draft, probe);
    const std::vector<std::string> columns = probe_columns<D>(probe);
    const auto found = std::find(columns.begin(), columns.end(), watched.name);
    if (found == columns.end())
        refuse(node.place, fmt::format("\"{}\" is no number; one of its components is: {}", watched.name, quoted_list(columns)));
    watched.column = static_cast<std::size_t>(found - columns.begin());
    return watched;
}

template Watched read_watched(const Table&, const Draft<2>&);
template Watched read_watched(const Table&, const Draft<3>&);
template const CellDescription<2>::Component* shears_across(const CellDescription<2>&, const ProbeCut&);
template const CellDescription<3>::Component* shears_across(const CellDescription<3>&, const ProbeCut&);
template std::shared_ptr<const ProbeCut> read_cut<2>(const Node&);
template std::shared_ptr<const ProbeCut> read_cut<3>(const Node&);
template std::vector<Probe> read_probes(const Node&, const Draft<2>&);
template std::vector<Probe> read_probes(const Node&, const Draft<3>&);

}  // namespace drystone
