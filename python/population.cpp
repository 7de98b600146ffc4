// Bodies that Python adds and takes away.
#include "step/population.h"

#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"
#include "python/bind.h"
#include "python/document.h"
#include "scene/draft.h"
#include "scene/read_bodies.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// (rows, width) of finite numbers, or of the shape (rows) where width is 1.
Numbers rows_of(const py::object& given, const char* name, py::ssize_t rows, py::ssize_t width) {
    Numbers array = Numbers::ensure(given);
    const bool fits = array && array.size() == rows * width && array.ndim() >= 1 && array.ndim() <= 2 && array.shape(0) == rows;
    if (!fits) {
        PyErr_Clear();
        throw InputError(name, fmt::format("must be {} numbers for each of {} bodies", width, rows));
    }
    for (py::ssize_t i = 0; i < array.size(); ++i) {
        if (!std::isfinite(array.data()[i])) throw InputError(name, "must be finite numbers");
    }
    return array;
}

/// What they have besides their places, as the table of a body in a scene has it.
py::dict table_of(const py::object& shape, const std::string& material, std::optional<double> mass) {
    py::dict table;
    table["shape"] = shape;
    table["material"] = material;
    if (mass) table["mass"] = *mass;
    return table;
}

template <int D>
BodyDescription<D> body_of(const World<D>& world, const std::string& folder, const py::dict& table) {
    Draft<D> draft;
    draft.folder = folder;
    for (std::size_t k = 0; k < world.description.materials.size(); ++k)
        draft.materials.add(world.description.materials[k].name, static_cast<int>(k), {});
    std::vector<TimeFunction> functions;
    return read_body<D>(document_of(table, functions, "add"), draft);
}

/// What the arrays say of body number k.
struct Given {
    std::optional<Numbers> velocities, orientations, spins;
};

void put_row(const Numbers& rows, py::ssize_t k, std::span<double> to) {
    const double* from = rows.data() + k * static_cast<py::ssize_t>(to.size());
    std::copy(from, from + to.size(), to.begin());
}

template <int D>
void put_rows(const Given& given, py::ssize_t k, BodyDescription<D>& body) {
    if (given.velocities) put_row(*given.velocities, k, body.velocity.c);
    if (given.spins) put_row(*given.spins, k, body.angular_velocity.c);
    if (!given.orientations) return;
    if constexpr (D == 2) {
        body.orientation = {given.orientations->data()[k]};
    } else {
        const double* q = given.orientations->data() + 4 * k;
        if (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] == 0.0)
            throw InputError("orientations", "a quaternion of zeros is no orientation");
        body.orientation = normalised(Rotation<3>{q[0], {{q[1], q[2], q[3]}}});
    }
}

struct Wanted {
    py::object shape, positions, velocities, orientations, spins, names;
    std::string material, group;
    std::optional<double> mass;
};

template <int D>
std::vector<BodyDescription<D>> bodies_of(const World<D>& world, const std::string& folder, const Wanted& wanted) {
    const py::ssize_t rows = py::len(wanted.positions);
    const Numbers positions = rows_of(wanted.positions, "positions", rows, D);
    const auto optional = [&](const py::object& values, const char* name, py::ssize_t width) -> std::optional<Numbers> {
        if (values.is_none()) return std::nullopt;
        return rows_of(values, name, rows, width);
    };
    const Given given{optional(wanted.velocities, "velocities", D), optional(wanted.orientations, "orientations", D == 2 ? 1 : 4),
                      optional(wanted.spins, "spins", spin_dim<D>)};
    const bool several = !py::isinstance<py::dict>(wanted.shape);
    if (several && py::len(wanted.shape) != static_cast<std::size_t>(rows))
        throw InputError("shape", fmt::format("must be one table, or one for each of {} bodies", rows));
    if (!wanted.names.is_none() && py::len(wanted.names) != static_cast<std::size_t>(rows))
        throw InputError("names", fmt::format("must be one for each of {} bodies", rows));
    std::vector<BodyDescription<D>> bodies;
    for (py::ssize_t k = 0; k < rows; ++k) {
        if (several || bodies.empty()) {
            const py::object shape = several ? py::object(wanted.shape[py::int_(k)]) : wanted.shape;
            bodies.push_back(body_of<D>(world, folder, table_of(shape, wanted.material, wanted.mass)));
        } else {
            bodies.push_back(bodies.front());
        }
        bodies.back().group = wanted.group;
        bodies.back().name = wanted.names.is_none() ? "" : py::object(wanted.names[py::int_(k)]).cast<std::string>();
        put_row(positions, k, bodies.back().position.c);
        put_rows(given, k, bodies.back());
    }
    return bodies;
}

py::array_t<int> as_array(const std::vector<int>& numbers) {
    return py::array_t<int>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

/// Between steps, with what was written taken in before and remembered after.
template <class Change>
auto change_population(Simulation& simulation, const Change& change) {
    simulation.check_changeable();
    simulation.adopt_writes();
    struct Remembering {
        explicit Remembering(Simulation& s) : simulation(s) {}
        ~Remembering() { simulation.remember(); }
        Simulation& simulation;
    } remembering(simulation);
    const Simulation::Moving moving(simulation);
    return std::visit(change, simulation.world);
}

py::array_t<int> add(Simulation& simulation, const py::object& shape, const py::object& positions, const std::string& material,
                     const py::object& velocities, const py::object& orientations, const py::object& spins,
                     std::optional<double> mass, const py::object& names, const std::string& group) {
    const Wanted wanted{shape, positions, velocities, orientations, spins, names, material, group, mass};
    return as_array(change_population(simulation, [&]<int D>(World<D>& w) {
        const std::vector<BodyDescription<D>> bodies = bodies_of<D>(w, simulation.source.folder, wanted);
        return insert_bodies<D>(w, bodies);
    }));
}

/// Ids of what was asked for: names, ids, or a mask of rows.
std::vector<int> ids_of(const Simulation& simulation, const py::object& which) {
    const auto id_in = [&](int row) {
        return std::visit([&](const auto& w) { return w.bodies.id[static_cast<std::size_t>(row)]; }, simulation.world);
    };
    if (py::isinstance<py::str>(which)) return {id_in(simulation.body(which.cast<std::string>()))};
    const py::array array = py::array::ensure(which);
    std::vector<int> ids;
    if (array && array.dtype().kind() == 'b') {
        if (array.ndim() != 1 || array.shape(0) != simulation.bodies())
            throw InputError("which", fmt::format("a mask has a truth for each of {} rows", simulation.bodies()));
        const auto mask = array.cast<py::array_t<bool, py::array::c_style | py::array::forcecast>>();
        for (int row = 0; row < simulation.bodies(); ++row) {
            if (mask.data()[row] && id_in(row) >= 0) ids.push_back(id_in(row));
        }
        return ids;
    }
    for (const py::handle one : py::iter(py::isinstance<py::array>(which) || !PyIndex_Check(which.ptr()) ? which : py::make_tuple(which))) {
        if (py::isinstance<py::str>(one))
            ids.push_back(id_in(simulation.body(one.cast<std::string>())));
        else if (PyIndex_Check(one.ptr()))
            ids.push_back(one.cast<int>());
        else
            throw InputError("which", "must be names, ids, or a mask of rows, found " + py::repr(one).cast<std::string>());
    }
    return ids;
}

void remove(Simulation& simulation, const py::object& which) {
    simulation.check_changeable();
    const std::vector<int> ids = ids_of(simulation, which);
    change_population(simulation, [&]<int D>(World<D>& w) { remove_bodies<D>(w, ids); });
}

/// Of bodies that are there; refuses others.
py::array_t<int> rows(const Simulation& simulation, const std::vector<int>& ids) {
    return std::visit(
        [&](const auto& w) {
            std::vector<int> found;
            for (const int id : ids) {
                const bool known = id >= 0 && static_cast<std::size_t>(id) < w.slot.size();
                if (!known || w.slot[static_cast<std::size_t>(id)] < 0) throw InputError("ids", fmt::format("nobody has the id {}", id));
                found.push_back(w.slot[static_cast<std::size_t>(id)]);
            }
            return as_array(found);
        },
        simulation.world);
}

}  // namespace

void bind_population(WorldClass& world) {
    const auto none = py::none();
    world
        .def_property_readonly(
            "ids", [](const Simulation& s) { return std::visit([](const auto& w) { return as_array(w.bodies.id); }, s.world); },
            "(rows) ids of the bodies, -1 where nobody is; a copy")
        .def("rows", rows, py::arg("ids"), "The rows of the arrays that bodies of these ids have.")
        .def("add", add, py::arg("shape"), py::arg("positions"), py::arg("material"), py::arg("velocities") = none,
             py::arg("orientations") = none, py::arg("spins") = none, py::arg("mass") = none, py::arg("names") = none,
             py::arg("group") = "",
             "Bodies come in, one for each row of positions, which are those of their shapes' frames [m]; shape: a table as in a scene, or one\n"
             "for each; returns their ids. They are to touch nothing.")
        .def("remove", remove, py::arg("which"),
             "Bodies leave: names, ids, or a mask of rows. Their contacts, and drives and loads that name them, go with them.");
}

}  // namespace drystone::python
