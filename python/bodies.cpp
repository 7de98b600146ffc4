// The state of the bodies as numpy arrays that look into the world's own memory.
#include <algorithm>

#include <fmt/format.h>

#include "core/input_error.h"
#include "python/bind.h"
#include "step/world.h"

namespace py = pybind11;

namespace drystone::python {

py::array view_of(const NumberRows& rows, const py::object& owner, bool writable) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows.count)},
        strides{static_cast<py::ssize_t>(rows.stride)};
    if (rows.width > 0) {
        shape.push_back(static_cast<py::ssize_t>(rows.width));
        strides.push_back(sizeof(double));
    }
    py::array view(py::dtype::of<double>(), shape, strides, rows.first, owner);
    if (!writable) view.attr("setflags")(py::arg("write") = false);
    return view;
}

namespace {

/// What an array holds on to: its world, and the memory it looks into.
struct ArrayOwner {
    py::object world;
    std::shared_ptr<Storage> storage;
};

py::capsule owner_of(const py::object& self) {
    return {new ArrayOwner{self, self.cast<Simulation&>().storage()}, [](void* owner) { delete static_cast<ArrayOwner*>(owner); }};
}

enum class Field { position, rotation, velocity, spin };

/// A spin and an angle in the plane are numbers, not vectors of one.
template <int D>
py::array state_view(Bodies<D>& bodies, Field field, const py::object& owner) {
    const std::size_t n = bodies.position.size();
    const auto* twist = reinterpret_cast<const double*>(bodies.velocity.data());
    constexpr std::size_t spin = D == 3 ? 3 : 0, turn = D == 3 ? 4 : 0;
    switch (field) {
        case Field::position:
            return view_of({reinterpret_cast<const double*>(bodies.position.data()), n, D, sizeof(Vec<D>)},
                           owner, true);
        case Field::rotation:
            return view_of(
                {reinterpret_cast<const double*>(bodies.rotation.data()), n, turn, sizeof(Rotation<D>)},
                owner, true);
        case Field::velocity:
            return view_of({twist, n, D, sizeof(Twist<D>)}, owner, true);
        case Field::spin:
            return view_of({n > 0 ? twist + D : nullptr, n, spin, sizeof(Twist<D>)}, owner, true);
    }
    return {};
}

template <Field field>
py::array state_array(const py::object& self) {
    auto& simulation = self.cast<Simulation&>();
    simulation.check_memory_stays();
    simulation.expose();
    const py::capsule owner = owner_of(self);
    return std::visit([&](auto& w) { return state_view(w.bodies, field, owner); }, simulation.world);
}

py::array masses(const py::object& self) {
    auto& simulation = self.cast<Simulation&>();
    simulation.check_memory_stays();
    const py::capsule owner = owner_of(self);
    return std::visit(
        [&](auto& w) {
            return view_of({w.matter.mass.data(), w.bodies.position.size(), 0, sizeof(double)}, owner, false);
        },
        simulation.world);
}

/// Writes what was given, then takes it in; where that is refused everything is as it was.
void set_state(const py::object& self, const py::object& positions, const py::object& orientations,
               const py::object& velocities, const py::object& spins) {
    auto& simulation = self.cast<Simulation&>();
    simulation.check_changeable();
    simulation.expose();
    simulation.adopt_writes();
    const auto write = [&](const char* name, const py::object& values, const py::array& to) {
        if (values.is_none()) return;
        try {
            to[py::ellipsis()] = values;
        } catch (py::error_already_set& error) {
            throw InputError(name, fmt::format("must be numbers of shape {}",
                                               py::str(to.attr("shape")).cast<std::string>()));
        }
    };
    try {
        write("positions", positions, state_array<Field::position>(self));
        write("orientations", orientations, state_array<Field::rotation>(self));
        write("velocities", velocities, state_array<Field::velocity>(self));
        write("spins", spins, state_array<Field::spin>(self));
        simulation.adopt_writes();
    } catch (const InputError&) {
        simulation.forget_writes();
        throw;
    }
}

/// Of the frames that the scene described the shapes in.
py::array shape_positions(Simulation& simulation) {
    simulation.check_idle();
    return std::visit(
        [&]<int D>(const World<D>& w) -> py::array {
            std::vector<Vec<D>> at(w.bodies.position);
            for (std::size_t i = 0; i < at.size(); ++i)
                at[i] += rotate(w.bodies.rotation[i], w.matter.shape_origin[i]);
            return vectors_from<D>(at, [](const Vec<D>& v) { return v; });
        },
        simulation.world);
}

py::array shape_orientations(Simulation& simulation) {
    simulation.check_idle();
    return std::visit(
        [&]<int D>(const World<D>& w) -> py::array {
            std::vector<Rotation<D>> turn(w.bodies.rotation);
            for (std::size_t i = 0; i < turn.size(); ++i) turn[i] = turn[i] * w.matter.shape_rotation[i];
            if constexpr (D == 2) {
                return column_from<double>(turn, [](const Rotation<2>& r) { return r.angle; });
            } else {
                py::array_t<double> out({static_cast<py::ssize_t>(turn.size()), py::ssize_t{4}});
                const auto* from = reinterpret_cast<const double*>(turn.data());
                std::copy(from, from + 4 * turn.size(), out.mutable_data());
                return out;
            }
        },
        simulation.world);
}

}  // namespace

void bind_bodies(WorldClass& world) {
    world
        .def_property_readonly("positions", state_array<Field::position>,
                               "(bodies, D) of the centres of mass [m]; a view that can be written")
        .def_property_readonly(
            "orientations", state_array<Field::rotation>,
            "of the principal axes: (bodies) angles [rad] in 2D, (bodies, 4) quaternions w x y z\n"
            "in 3D; a view that can be written")
        .def_property_readonly("velocities", state_array<Field::velocity>,
                               "(bodies, D) of the centres of mass [m/s]; a view that can be written")
        .def_property_readonly(
            "spins", state_array<Field::spin>,
            "angular velocities in world axes [rad/s]: (bodies) in 2D, (bodies, 3) in 3D; a view\n"
            "that can be written")
        .def_property_readonly(
            "masses", masses,
            "(bodies) [kg], in 2D per metre of depth; 0 for planes and drums; a read-only view")
        .def_property_readonly("shape_positions", shape_positions,
                               "(bodies, D) of the frames the scene described the shapes in [m]; a copy")
        .def_property_readonly("shape_orientations", shape_orientations,
                               "of those frames, as orientations; a copy")
        .def("set_state", set_state, py::arg("positions") = py::none(), py::arg("orientations") = py::none(),
             py::arg("velocities") = py::none(), py::arg("spins") = py::none(),
             "Sets some of the four arrays and takes them in at once. What is fixed has no velocity of its "
             "own, and\n"
             "what is driven stays where its drive has it.")
        .def(
            "touch",
            [](Simulation& s) {
                s.check_changeable();
                s.adopt_writes();
            },
            "Takes in what was written into the arrays now, instead of before the next step.");
}

}  // namespace drystone::python
