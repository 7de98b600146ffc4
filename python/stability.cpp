// Does it stand? docs/stability.md.
#include "stability/stability.h"

#include "python/bind.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

struct Answer {
    Judgement judgement;
    std::variant<Stability<2>, Stability<3>> field;
};

Answer judge(Simulation& simulation) {
    Simulation::Turn turn(simulation);
    Answer answer;
    const std::vector<GivenLine> now = simulation.lines();
    simulation.set_lines(simulation.first_lines());
    StepSettings settings = simulation.scene.settings;
    if (!settings.able().contact_problem) settings.solver.method = SolverMethod::automatic;  // as rigid, like the command
    const auto judge_it = [&] {
        std::visit(
            [&]<int D>(const World<D>& w) {
                Stability<D> found = judge_stability(make_world(at_rest(w.description)), settings,
                                                     simulation.pool());
                answer.judgement = found.judgement;
                answer.field = std::move(found);
            },
            simulation.world);
    };
    try {
        turn.without_interpreter(judge_it);
    } catch (...) {
        simulation.set_lines(now);
        throw;
    }
    simulation.set_lines(now);
    return answer;
}

py::array velocities(const Answer& answer) {
    return std::visit(
        []<int D>(const Stability<D>& s) -> py::array {
            return vectors_from<D>(s.velocity, [](const Twist<D>& t) { return t.v; });
        },
        answer.field);
}

py::array spins(const Answer& answer) {
    return std::visit(
        []<int D>(const Stability<D>& s) -> py::array {
            if constexpr (D == 2)
                return column_from<double>(s.velocity, [](const Twist<2>& t) { return t.w[0]; });
            else
                return vectors_from<3>(s.velocity, [](const Twist<3>& t) { return t.w; });
        },
        answer.field);
}

}  // namespace

void bind_stability(py::module_& module, WorldClass& world) {
    py::class_<Answer>(module, "Stability", "Whether the scene stands, and how it moves if it does not.")
        .def_property_readonly(
            "verdict", [](const Answer& a) { return name_of(a.judgement.verdict); },
            "stands, moves or undecided")
        .def_property_readonly(
            "speed_ratio", [](const Answer& a) { return a.judgement.speed_ratio; },
            "the share of free fall that the fastest point takes up [-]")
        .def_property_readonly(
            "rest", [](const Answer& a) { return name_of(a.judgement.rest); },
            "possible, impossible or unknown: whether any forces within the friction cones hold everything still")
        .def_property_readonly(
            "decided_by", [](const Answer& a) { return name_of(a.judgement.decided_by); },
            "what the verdict rests on: rest possible, rest impossible, speed (of one step), or nothing")
        .def_property_readonly(
            "trusted", [](const Answer& a) { return a.judgement.trusted; },
            "whether the solve was good enough")
        .def_property_readonly(
            "doubt", [](const Answer& a) { return a.judgement.doubt; }, "why undecided, in words")
        .def_property_readonly(
            "residual", [](const Answer& a) { return a.judgement.solve.residual; }, "of the solve [-]")
        .def_property_readonly("velocities", velocities, "(bodies, D) after one step from rest [m/s]")
        .def_property_readonly("spins", spins, "likewise [rad/s]: (bodies) in 2D, (bodies, 3) in 3D")
        .def("__repr__", [](const Answer& a) {
            return py::str("<Stability: {}, {:.3g} of free fall>")
                .format(name_of(a.judgement.verdict), a.judgement.speed_ratio);
        });
    world.def("stability", judge,
              "Judges the scene as it was at time 0: one step from rest, solved well. Changes nothing here.");
}

}  // namespace drystone::python
