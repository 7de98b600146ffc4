// Quantities by the names that probes use, energies, joints.
#include <functional>

#include <fmt/format.h>

#include "core/input_error.h"
#include "measure/joints.h"
#include "measure/link_quantities.h"
#include "measure/probe.h"
#include "python/bind.h"
#include "python/document.h"
#include "scene/read_probes.h"
#include "scene/region.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

/// A number, or a vector of those a quantity has components for.
py::object value_of(const std::vector<double>& values, bool is_vector) {
    if (!is_vector) return py::float_(values[0]);
    return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::object measure_one(const Simulation& simulation, Probe probe, const std::string& quantity) {
    probe.quantities = {quantity};
    return std::visit(
        [&]<int D>(const World<D>& w) {
            std::vector<double> values;
            measure(w, probe, simulation.step(), values);
            return value_of(values, probe_columns<D>(probe)[0] != quantity);
        },
        simulation.world);
}

/// Number of the link of that name, which has the quantity.
int link_number(const Simulation& simulation, const std::string& name, const std::string& quantity) {
    return std::visit(
        [&](const auto& w) {
            for (int k = 0; k < w.links.size(); ++k) {
                const auto& link = w.description.links[static_cast<std::size_t>(k)];
                if (link.name != name) continue;
                if (!has_quantity(link.type, quantity))
                    throw InputError("measure", fmt::format("a {} has no {}", name_of(link.type), quantity));
                return k;
            }
            throw InputError("link", fmt::format("there is no link \"{}\"", name));
        },
        simulation.world);
}

ProbeRegion region_of(const Simulation& simulation, py::dict given, const std::function<int(const py::object&)>& id) {
    ProbeRegion region;
    if (given.contains("with")) {
        given = given.attr("copy")();
        region.with = id(given.attr("pop")("with"));
    }
    if (simulation.scene.dimension == 2)
        region.shape = read_region<2>(table_of(given, "region"), "region");
    else
        region.shape = read_region<3>(table_of(given, "region"), "region");
    return region;
}

py::object measure_by_name(Simulation& simulation, const std::string& quantity, const py::object& body,
                           const std::optional<std::pair<py::object, py::object>>& between,
                           const std::optional<std::string>& link, const std::optional<py::dict>& region,
                           const std::optional<py::dict>& cut) {
    simulation.check_idle();
    if (!body.is_none() + between.has_value() + link.has_value() + region.has_value() + cut.has_value() > 1)
        throw InputError("measure", "a quantity is of a body, between two, of a link, of a region or of a cut");
    Probe probe;
    const auto id = [&](const py::object& which) {
        const auto slot = static_cast<std::size_t>(body_index(simulation, which));
        return std::visit([&](const auto& w) { return w.bodies.id[slot]; }, simulation.world);
    };
    if (region) probe.region = std::make_shared<const ProbeRegion>(region_of(simulation, *region, id));
    if (cut) probe.cut = simulation.scene.dimension == 2 ? read_cut<2>(table_of(*cut, "cut")) : read_cut<3>(table_of(*cut, "cut"));
    if (cut && quantity == "flux") throw InputError("measure", "what passes a cut takes a step to see: ask for flux in a probe");
    if (!body.is_none()) probe.body = id(body);
    if (between) {
        probe.body = id(between->first);
        probe.other = id(between->second);
    }
    if (link) probe.link = link_number(simulation, *link, quantity);
    const std::string problem = why_no_quantity(quantity, subject_of(probe), simulation.scene.dimension);
    if (!problem.empty()) throw InputError("measure", problem);
    simulation.adopt_writes();
    return measure_one(simulation, probe, quantity);
}

/// {probe: {quantity: value}} of the scene's probes.
py::dict probes(Simulation& simulation) {
    simulation.check_idle();
    simulation.adopt_writes();
    py::dict all;
    for (const Probe& probe : simulation.scene.probes) {
        py::dict values;
        for (const std::string& quantity : probe.quantities)
            values[quantity.c_str()] = measure_one(simulation, probe, quantity);
        all[probe.name.c_str()] = values;
    }
    return all;
}

py::dict energy(Simulation& simulation) {
    simulation.check_idle();
    simulation.adopt_writes();
    return std::visit(
        [](const auto& w) {
            const Energy& e = w.energy;
            return py::dict(py::arg("kinetic") = e.kinetic, py::arg("potential") = e.potential,
                            py::arg("stored") = e.stored, py::arg("initial") = e.initial,
                            py::arg("work") = e.work, py::arg("dissipated") = e.dissipated(),
                            py::arg("friction") = e.losses.friction, py::arg("impact") = e.losses.impact,
                            py::arg("damage") = e.losses.damage, py::arg("cohesion") = e.losses.cohesion,
                            py::arg("damping") = e.losses.damping, py::arg("strain") = e.strain,
                            py::arg("scheme") = e.scheme, py::arg("projected") = e.projected,
                            py::arg("balance_error") = e.balance_error());
        },
        simulation.world);
}

template <int D>
py::dict joint_table(const std::vector<Joint<D>>& joints) {
    py::array_t<int> bodies({static_cast<py::ssize_t>(joints.size()), py::ssize_t{2}});
    for (std::size_t i = 0; i < joints.size(); ++i) {
        bodies.mutable_at(i, 0) = joints[i].a;
        bodies.mutable_at(i, 1) = joints[i].b;
    }
    py::dict table;
    table["bodies"] = bodies;
    table["contacts"] = column_from<int>(joints, [](const Joint<D>& j) { return j.contacts; });
    table["force"] = vectors_from<D>(joints, [](const Joint<D>& j) { return j.force; });
    table["point"] = vectors_from<D>(joints, [](const Joint<D>& j) { return j.point; });
    const auto number = [&](const char* name, double Joint<D>::*member) {
        table[name] = column_from<double>(joints, [member](const Joint<D>& j) { return j.*member; });
    };
    number("area", &Joint<D>::area);
    number("normal", &Joint<D>::normal);
    number("shear", &Joint<D>::shear);
    number("opening", &Joint<D>::opening);
    number("slip", &Joint<D>::slip);
    number("damage", &Joint<D>::damage);
    number("utilisation", &Joint<D>::utilisation);
    table["status"] = column_from<std::uint8_t>(
        joints, [](const Joint<D>& j) { return static_cast<std::uint8_t>(j.status); });
    return table;
}

py::dict joints(Simulation& simulation) {
    simulation.check_idle();
    return std::visit([&](const auto& w) { return joint_table(joints_of(w, simulation.step())); },
                      simulation.world);
}

}  // namespace

void bind_measures(WorldClass& world) {
    world
        .def("measure", measure_by_name, py::arg("quantity"), py::arg("body") = py::none(),
             py::arg("between") = py::none(), py::arg("link") = py::none(), py::arg("region") = py::none(),
             py::arg("cut") = py::none(),
             "A quantity by the name it has in [[probes]]: of the whole world, of a body (name or number), "
             "of the joint\n"
             "between two, of a link, of what is in a region or across a cut (dicts as in [[probes]]). A number, or an array for a "
             "vector\n"
             "or tensor; units as in docs/scene.md.")
        .def("probes", probes, "What the scene's probes would say now: {probe: {quantity: value}}.")
        .def_property_readonly("energy", energy, "the work-energy balance since time 0, by cause [J]")
        .def("joints", joints,
             "What each two touching bodies do to each other through all their contacts, as {column: array}: "
             "bodies\n"
             "(n, 2), contacts, force on the second body (n, D) [N], point: the centre of pressure (n, D) "
             "[m], area\n"
             "[m2], 2D [m], normal, shear [N], opening, slip [m], damage, utilisation, status 0: open, 1: "
             "sticking, 2: sliding.\n"
             "Bodies whose faces touched at time 0 are in it whether they touch or not.");
}

}  // namespace drystone::python
