#include "measure/probe.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "measure/joints.h"
#include "measure/passages.h"
#include "measure/assembly_of.h"
#include "measure/probe_region.h"
#include "measure/quantities.h"
#include "step/deformable.h"

namespace drystone {

namespace {

template <int D>
std::vector<std::string> names_of(Subject subject) {
    std::vector<std::string> names;
    for (const Quantity<D>& quantity : quantities<D>()) {
        if (quantity.subject == subject) names.emplace_back(quantity.name);
    }
    return names;
}

/// "x,y" -> "name.x", "name.y"
void add_columns(const std::string& name, std::string_view components, std::vector<std::string>& columns) {
    while (!components.empty()) {
        const std::string_view one = components.substr(0, components.find(','));
        columns.push_back(name + '.' + std::string(one));
        components.remove_prefix(std::min(components.size(), one.size() + 1));
    }
}

/// One side of a joint: several bodies, or the one.
std::span<const int> side(const std::vector<int>& several, const int& one) {
    return several.empty() ? std::span(&one, 1) : std::span<const int>(several);
}

/// Whether a body that the probe is of has left; of several together those are meant that are there.
template <int D>
bool is_gone(const World<D>& world, const Probe& probe) {
    const auto left = [&](int id) { return id >= 0 && world.slot[static_cast<std::size_t>(id)] < 0; };
    const bool of_joint = subject_of(probe) == Subject::joint;
    return left(probe.body) || left(probe.other) ||
           (of_joint && (std::any_of(probe.bodies.begin(), probe.bodies.end(), left) ||
                         std::any_of(probe.others.begin(), probe.others.end(), left)));
}

template <int D>
CutThrough<D> cut_of(const ProbeCut& given, const World<D>& world) {
    CutThrough<D> cut;
    for (int k = 0; k < D; ++k) {
        cut.point[k] = given.point[static_cast<std::size_t>(k)];
        cut.normal[k] = given.normal[static_cast<std::size_t>(k)];
    }
    const Space<D>& space = world.parts.space;
    for (int j = 0; j < D && space.repeats(); ++j) {
        Vec<D> edge;
        for (int i = 0; i < D; ++i) edge[i] = space.edges()[i][j];
        const double along = dot(edge, cut.normal);
        if (!space.repeats_along(j) || std::abs(along) <= 1e-9 * norm(edge)) continue;
        cut.edge = along > 0.0 ? edge : -1.0 * edge;
        cut.period = cut.period == 0.0 ? std::abs(along) : std::numeric_limits<double>::quiet_NaN();  // sheared since: no images of one plane
    }
    return cut;
}

}  // namespace

Subject subject_of(const Probe& probe) {
    if (probe.region) return Subject::region;
    if (probe.cut) return Subject::cut;
    if (probe.link >= 0) return Subject::link;
    if (!probe.drive.empty()) return Subject::drive;
    if (!probe.membrane.empty()) return Subject::membrane;
    if (probe.other >= 0 || !probe.others.empty()) return Subject::joint;
    if (!probe.bodies.empty()) return Subject::bodies;
    if (!probe.at.empty()) return Subject::point;
    return probe.body < 0 ? Subject::world : Subject::body;
}

bool is_quantity(std::string_view name, Subject subject, int dimension) {
    return dimension == 2 ? find_quantity<2>(name, subject) != nullptr
                          : find_quantity<3>(name, subject) != nullptr;
}

bool needs_deformable(std::string_view name) {
    constexpr std::string_view names[] = {"stress",     "strain",        "principal_stress", "max_stress",
                                          "min_stress", "strain_energy", "reaction"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::vector<std::string> quantity_names(Subject subject, int dimension) {
    return dimension == 2 ? names_of<2>(subject) : names_of<3>(subject);
}

template <int D>
std::vector<std::string> probe_columns(const Probe& probe) {
    std::vector<std::string> columns;
    for (const std::string& name : probe.quantities) {
        if (is_passage(name)) {
            columns.push_back(name);
            continue;
        }
        const Quantity<D>* quantity = find_quantity<D>(name, subject_of(probe));
        assert(quantity != nullptr);
        if (quantity->components.empty()) columns.push_back(name);
        add_columns(name, quantity->components, columns);
    }
    return columns;
}

template <int D>
std::vector<Seam<D>> seams_of(const World<D>& world, const Probe& probe) {
    if (subject_of(probe) != Subject::joint) return {};
    return seams_between(world, Sides{side(probe.bodies, probe.body), side(probe.others, probe.other)});
}

template <int D>
std::vector<int> layers_of(const World<D>& world, const Probe& probe) {
    const auto& asked = probe.quantities;
    if (!probe.cut || std::find(asked.begin(), asked.end(), "flux") == asked.end()) return {};
    const CutThrough<D> cut = cut_of<D>(*probe.cut, world);
    std::vector<int> layers(world.slot.size(), unknown_layer);
    for (std::size_t id = 0; id < layers.size(); ++id) {
        if (world.slot[id] >= 0 && !std::isnan(cut.period)) layers[id] = cut.layer(world.bodies.position[world.slot[id]]);
    }
    return layers;
}

template <int D>
void measure(const World<D>& world, const Probe& probe, double h, std::vector<double>& values) {
    measure<D>(world, probe, ProbeMemory<D>{seams_of(world, probe), {}}, h, values);
}

template <int D>
void measure(const World<D>& world, const Probe& probe, const ProbeMemory<D>& memory, double h, std::vector<double>& values) {
    assert(!(h <= 0.0));
    assert(probe.at.empty() || probe.at.size() == D);
    const auto slot = [&](int id) { return id < 0 ? -1 : world.slot[static_cast<std::size_t>(id)]; };
    if (is_gone(world, probe)) {
        values.resize(values.size() + probe_columns<D>(probe).size(), std::numeric_limits<double>::quiet_NaN());
        return;
    }
    Sample<D> sample{world, slot(probe.body), h};
    sample.link = probe.link;
    sample.drive = probe.drive;
    sample.membrane = probe.membrane;
    sample.bodies = side(probe.bodies, probe.body);
    sample.others = side(probe.others, probe.other);
    sample.seams = memory.seams;
    sample.layers = memory.layers;
    std::optional<PlacedRegion<D>> region;
    if (probe.region) sample.region = &region.emplace(placed_region(*probe.region, world));
    std::optional<CutThrough<D>> cut;
    if (probe.cut) sample.cut = &cut.emplace(cut_of<D>(*probe.cut, world));
    if (cut && std::isnan(cut->period)) {
        values.resize(values.size() + probe_columns<D>(probe).size(), std::numeric_limits<double>::quiet_NaN());
        return;
    }
    MaterialPlace place;
    if (!probe.at.empty()) {
        sample.place = &place;
        Vec<D> at;
        for (int c = 0; c < D; ++c) at[c] = probe.at[static_cast<std::size_t>(c)];
        place = material_place(world, sample.body, at);
    }
    for (const std::string& name : probe.quantities) {
        if (is_passage(name)) {
            values.push_back(passage(world, name));
            continue;
        }
        const Quantity<D>* quantity = find_quantity<D>(name, subject_of(probe));
        assert(quantity != nullptr);
        quantity->append(sample, values);
    }
}

template std::vector<std::string> probe_columns<2>(const Probe&);
template std::vector<std::string> probe_columns<3>(const Probe&);
template std::vector<Seam<2>> seams_of(const World<2>&, const Probe&);
template std::vector<Seam<3>> seams_of(const World<3>&, const Probe&);
template std::vector<int> layers_of(const World<2>&, const Probe&);
template std::vector<int> layers_of(const World<3>&, const Probe&);
template void measure(const World<2>&, const Probe&, const ProbeMemory<2>&, double, std::vector<double>&);
template void measure(const World<3>&, const Probe&, const ProbeMemory<3>&, double, std::vector<double>&);
template void measure(const World<2>&, const Probe&, double, std::vector<double>&);
template void measure(const World<3>&, const Probe&, double, std::vector<double>&);

}  // namespace drystone
