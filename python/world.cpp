// World: what it is made of, and its steps.
#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"
#include "python/bind.h"
#include "step/walls.h"

namespace py = pybind11;

namespace drystone::python {

int body_index(const Simulation& simulation, const py::object& body) {
    if (py::isinstance<py::str>(body)) return simulation.body(body.cast<std::string>());
    if (!PyIndex_Check(body.ptr()))
        throw InputError(
            "body", "must be the name of a body or its number, found " + py::repr(body).cast<std::string>());
    const auto index = body.cast<long>();
    if (index < 0 || index >= simulation.bodies()) {
        throw InputError("body", fmt::format("there is no number {}: the bodies are numbered 0 to {}", index,
                                             simulation.bodies() - 1));
    }
    return static_cast<int>(index);
}

RunReport step_until(const py::object& self, double until, const py::object& callback, long stride) {
    auto& simulation = self.cast<Simulation&>();
    const long end = std::lround(until / simulation.step());
    if (callback.is_none()) return simulation.take_steps(std::max(0L, end - simulation.steps()));
    RunReport report;
    while (simulation.steps() < end && report.finite) {
        report.add(simulation.take_steps(std::min(stride, end - simulation.steps())));
        const py::object answer = callback(self);
        if (!answer.is_none() && !py::bool_(answer)) break;  // numpy's False, too
    }
    return report;
}

namespace {

/// Of each body what `of` says.
template <class Of>
py::list list_bodies(const Simulation& simulation, const Of& of) {
    py::list out;
    std::visit(
        [&](const auto& w) {
            for (const auto& body : w.description.bodies) out.append(of(w, body));
        },
        simulation.world);
    return out;
}

py::array_t<int> group(const Simulation& simulation, const std::string& name) {
    std::vector<int> members;
    std::visit(
        [&](const auto& w) {
            for (std::size_t i = 0; i < w.description.bodies.size(); ++i) {
                if (w.bodies.id[i] >= 0 && w.description.bodies[i].group == name) members.push_back(static_cast<int>(i));
            }
        },
        simulation.world);
    if (members.empty())
        throw InputError(simulation.name, fmt::format("there is no group named \"{}\"", name));
    return py::array_t<int>(static_cast<py::ssize_t>(members.size()), members.data());
}

py::array_t<bool> fixed(const Simulation& simulation) {
    return std::visit(
        [](const auto& w) {
            return column_from<bool>(w.matter.freedom, [](Freedom f) { return f == Freedom::immovable; });
        },
        simulation.world);
}

py::array_t<bool> walls(const Simulation& simulation) {
    return std::visit(
        [](const auto& w) {
            return column_from<bool>(walls_of(w), [](std::uint8_t wall) { return wall != 0; });
        },
        simulation.world);
}

RunReport take(Simulation& simulation, long n) {
    if (n < 0) throw InputError("n", "must be a number of steps, zero or more");
    return simulation.take_steps(n);
}

bool settle(Simulation& simulation, double below, double at_most) {
    if (!(below > 0.0)) throw InputError("below", "must be greater than zero");
    if (!(at_most >= 0.0) || !std::isfinite(at_most))
        throw InputError("at_most", "must be a time in seconds");
    if (simulation.scene.settings.quasistatic)
        throw InputError("settle", "static steps begin at rest as it is");
    return simulation.settle({.wanted = true, .below = below, .at_most = at_most});
}

py::str describe(const Simulation& s) {
    return py::str("<World \"{}\": {} bodies in {}D, t = {:.6g} s>")
        .format(s.scene.title, s.bodies(), s.scene.dimension, s.time());
}

void bind_facts(WorldClass& world) {
    world
        .def_property_readonly(
            "title", [](const Simulation& s) { return s.scene.title; }, "of the scene")
        .def_property_readonly(
            "dimension", [](const Simulation& s) { return s.scene.dimension; }, "2 or 3")
        .def_property_readonly("time", &Simulation::time, "[s]")
        .def_property_readonly("steps", &Simulation::steps, "taken since time 0")
        .def_property_readonly("time_step", &Simulation::step, "h [s]")
        .def_property_readonly(
            "duration", [](const Simulation& s) { return s.scene.duration; }, "of the scene [s]")
        .def_property_readonly(
            "warnings", [](const Simulation& s) { return s.scene.warnings; }, "of the scene, in plain words")
        .def_property(
            "threads", [](Simulation& s) { return s.pool().size(); },
            [](Simulation& s, int threads) {
                s.check_free();
                if (threads < 0 || threads > 4096) throw InputError("threads", "must be between 0 and 4096");
                s.set_threads(threads);
            },
            "how many compute; 0 sets all cores. The answer does not depend on it.")
        .def("__len__", &Simulation::bodies)
        .def("__repr__", describe);
}

}  // namespace

void bind_world(WorldClass& world) {
    bind_facts(world);
    world
        .def_property_readonly(
            "names",
            [](const Simulation& s) {
                return list_bodies(s, [](const auto&, const auto& b) { return b.name; });
            },
            "of the bodies, \"\" for those without")
        .def_property_readonly(
            "groups",
            [](const Simulation& s) {
                return list_bodies(s, [](const auto&, const auto& b) { return b.group; });
            },
            "of the bodies: the generator they come from, or \"\"")
        .def_property_readonly(
            "materials",
            [](const Simulation& s) {
                return list_bodies(s, [](const auto& w, const auto& b) {
                    return w.description.materials[static_cast<std::size_t>(b.material)].name;
                });
            },
            "of the bodies")
        .def_property_readonly("fixed", fixed, "(bodies) whether impulses cannot move it")
        .def_property_readonly(
            "walls", walls,
            "(bodies) whether it is a wall: fixed or driven, a plane or a drum, or held where other bodies "
            "are free, as a piston is")
        .def("body", body_index, py::arg("body"), "The number of a body, from its name.")
        .def("group", group, py::arg("name"), "The numbers of a group's bodies.")
        .def("step", take, py::arg("n") = 1,
             "Takes n steps. Other Python threads run meanwhile; Ctrl-C stops between two steps.")
        .def("settle", settle, py::arg("below") = Settle{}.below, py::arg("at_most") = 10.0,
             "Takes the kinetic energy out whenever it no longer rises, until a step from rest leaves less "
             "than `below`\n"
             "unbalanced, for at most so many seconds. Whether it rests.");
}

}  // namespace drystone::python
