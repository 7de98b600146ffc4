// How much can the contacts carry? docs/how/limit-load.md.
#include "limit/limit_load.h"

#include "core/input_error.h"
#include "limit/limit_case.h"
#include "python/bind.h"
#include "step/abilities.h"
#include "step/first_problem.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

struct LimitAnswer {
    std::variant<LimitLoad<2>, LimitLoad<3>> limit;

    template <class Field>
    auto get(Field field) const {
        return std::visit([&](const auto& l) { return field(l); }, limit);
    }
};

template <int D>
LimitLoad<D> limit_of(const WorldDescription<D>& description, const Scene& scene, ThreadPool& pool) {
    require_able(Solves::limit, description);
    require_convex(description);
    if (!scene.limit.given)
        throw InputError("", "the scene has no [limit]: it says what is scaled, as acceleration = [..] or drives = [\"name\", ..]");
    const LimitCase<D> limits = limit_case(description, scene.limit);
    World<D> world = make_world(limits.dead);
    find_first_problem(world, scene.settings, pool);
    return limit_load<D>(world, scene.settings.step, live_loads<D>(world, limits.acceleration, limits.loads));
}

LimitAnswer find(Simulation& simulation) {
    Simulation::Turn turn(simulation);
    LimitAnswer answer;
    const std::vector<GivenLine> now = simulation.lines();
    simulation.set_lines(simulation.first_lines());
    try {
        turn.without_interpreter([&] {
            std::visit([&]<int D>(const World<D>& w) { answer.limit = limit_of<D>(w.description, simulation.scene, simulation.pool()); },
                       simulation.world);
        });
    } catch (...) {
        simulation.set_lines(now);
        throw;
    }
    simulation.set_lines(now);
    return answer;
}

py::array vectors(const LimitAnswer& answer, bool forces) {
    return std::visit(
        [&]<int D>(const LimitLoad<D>& l) -> py::array {
            return vectors_from<D>(forces ? l.force : l.velocity, [](const Twist<D>& t) { return t.v; });
        },
        answer.limit);
}

py::array spins(const LimitAnswer& answer) {
    return std::visit(
        []<int D>(const LimitLoad<D>& l) -> py::array {
            if constexpr (D == 2)
                return column_from<double>(l.velocity, [](const Twist<2>& t) { return t.w[0]; });
            else
                return vectors_from<3>(l.velocity, [](const Twist<3>& t) { return t.w; });
        },
        answer.limit);
}

}  // namespace

void bind_limit(py::module_& module, WorldClass& world) {
    const auto number = [](auto field) { return [field](const LimitAnswer& a) { return a.get(field); }; };
    py::class_<LimitAnswer>(module, "LimitLoad", "The largest multiple of the scene's [limit] that the contacts can carry.")
        .def_property_readonly("found", number([](const auto& l) { return l.found; }), "whether the search came to an answer")
        .def_property_readonly("feasible", number([](const auto& l) { return l.feasible; }), "whether the dead load alone is carried")
        .def_property_readonly("unbounded", number([](const auto& l) { return l.unbounded; }), "whether any multiple is carried")
        .def_property_readonly("multiplier", number([](const auto& l) { return l.multiplier; }), "between the two bounds [-]")
        .def_property_readonly("lower", number([](const auto& l) { return l.lower; }), "bound by forces [-]")
        .def_property_readonly("upper", number([](const auto& l) { return l.upper; }), "bound by a mechanism [-]")
        .def_property_readonly("residual", number([](const auto& l) { return l.residual; }), "of the forces, of a typical load [-]")
        .def_property_readonly("forces", [](const LimitAnswer& a) { return vectors(a, true); },
                               "(contacts, D) at the limit, on the second body [N]")
        .def_property_readonly("velocities", [](const LimitAnswer& a) { return vectors(a, false); },
                               "(bodies, D) of the mechanism; the fastest point has 1 m/s")
        .def_property_readonly("spins", spins, "likewise [rad/s]: (bodies) in 2D, (bodies, 3) in 3D")
        .def("__repr__", [](const LimitAnswer& a) {
            if (!a.get([](const auto& l) { return l.feasible; })) return py::str("<LimitLoad: the dead load alone is not carried>");
            if (a.get([](const auto& l) { return l.unbounded; })) return py::str("<LimitLoad: unbounded>");
            return py::str("<LimitLoad: {:.6g}>").format(a.get([](const auto& l) { return l.multiplier; }));
        });
    world.def("limit", find, "The load multiplier of the scene as it was at time 0. Changes nothing here.");
}

}  // namespace drystone::python
