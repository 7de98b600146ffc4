// Runs that write their folder, as the command does, and worlds from such folders.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <pybind11/stl/filesystem.h>

#include "bodies/move.h"
#include "core/input_error.h"
#include "io/run_folder.h"
#include "python/bind.h"
#include "python/python_host.h"
#include "run/begin_run.h"
#include "run/load.h"
#include "run/resume_command.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

long stride_of(const Simulation& simulation, double every) {
    if (!(every >= 0.0)) throw InputError("every", "must be a time in seconds, zero or more");
    return std::max(1L, std::lround(std::min(every / simulation.step(), 1e15)));
}

/// What is told of a run, and how.
struct Manner {
    bool quiet = false, report = true;

    CarryOutOptions options() const { return {.quiet = quiet, .no_report = !report}; }
};

py::object results(const std::string& folder) {
    return py::module_::import("drystone").attr("Results")(folder);
}

py::object run_into(const py::object& self, const RunCommand& wish, const Callback& callback,
                    const Manner& manner) {
    auto& simulation = self.cast<Simulation&>();
    Simulation::Turn turn(simulation);
    RunCommand command = wish;
    command.scene = simulation.source.path;
    command.overrides = simulation.source.overrides;
    command.text = simulation.source.text;
    if (command.text->empty())
        throw InputError(simulation.name, "this scene cannot be written to a file, and so leaves no run");
    PythonHost host(self, callback);
    turn.without_interpreter([&] {
        ThreadPool& pool = simulation.pool();
        std::visit(
            [&]<int D>(World<D>& w) {
                Run<D> run = begin_run(command, simulation.scene, w, host, pool.size());
                carry_out(run, pool, manner.options());
            },
            simulation.world);
    });
    host.rethrow();
    return results(*command.out);
}

void expect_time(const char* name, double time) {
    if (!std::isfinite(time)) throw InputError(name, "must be a finite time in seconds");
}

/// Of the steps as World.step() tells them, or of a run in a folder its results.
py::object run(const py::object& self, std::optional<double> until, const py::object& callback, double every,
               const std::optional<std::filesystem::path>& out, bool force, bool quiet, bool report) {
    auto& simulation = self.cast<Simulation&>();
    const double end = until.value_or(simulation.scene.duration);
    expect_time("until", end);
    const long stride = stride_of(simulation, every);
    if (!out) return py::cast(step_until(self, end, callback, stride));
    RunCommand command;
    command.out = out->string();
    command.until = until;
    command.force = force;
    return run_into(self, command, {callback, stride}, {quiet, report});
}

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The world takes the state of the run's last checkpoint.
void enter(const CheckpointFile& checkpoint, Simulation& simulation) {
    Simulation::Turn turn(simulation);
    std::visit(
        [&]<int D>(World<D>& w) {
            const Simulation::Moving moving(simulation);
            turn.without_interpreter([&] { put_state(checkpoint.state(w), w, simulation.pool()); });
        },
        simulation.world);
    put_host_memory(checkpoint.mark.host, simulation);
    simulation.put_late(late_settings_of(checkpoint.mark.host));
}

std::unique_ptr<Simulation> open_run(const std::string& folder, std::optional<int> threads, bool at_start) {
    const CheckpointFile checkpoint = open_checkpoint(folder, DRYSTONE_VERSION);
    if (had_functions(checkpoint.mark.host))
        throw InputError(folder,
                         "has drives that were Python functions, which are not in the folder: give the scene "
                         "again, scene=..");
    std::unique_ptr<Simulation> made;
    {
        const py::gil_scoped_release free_interpreter;
        Scene scene = scene_of_run(folder, checkpoint.mark, {});
        std::vector<std::string> overrides = checkpoint.mark.overrides;
        overrides.insert(overrides.end(), checkpoint.mark.inputs.begin(), checkpoint.mark.inputs.end());
        const std::string path = folder + "/scene.toml";
        made = std::make_unique<Simulation>(std::move(scene),
                                            Source{path, text_of(path), std::move(overrides), folder}, threads);
    }
    if (!at_start) enter(checkpoint, *made);
    return made;
}

/// As many rows as bodies, finite numbers.
py::array_t<double> checked(const py::object& given, const py::object& like, const char* name) {
    auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(given);
    if (!array || !array.attr("shape").equal(like.attr("shape")))
        throw InputError(name, "must be numbers of shape " + py::str(like.attr("shape")).cast<std::string>() +
                                   ": as many bodies as the scene has");
    for (py::ssize_t i = 0; i < array.size(); ++i) {
        if (!std::isfinite(array.data()[i]))
            throw InputError(name, "not all are finite: some bodies were not there");
    }
    return array;
}

/// The energy balance counts from there.
template <int D>
void begin_at(long steps, double h, World<D>& w) {
    w.steps = steps;
    w.time = static_cast<double>(steps) * h;
    for (std::size_t i = 0; i < w.bodies.position.size(); ++i) {
        w.bodies.rotation[i] = normalised(w.bodies.rotation[i]);
        if (w.matter.freedom[i] == Freedom::general)
            refresh_inverse_inertia(w.matter, w.bodies, static_cast<int>(i));
    }
    const double before = w.energy.kinetic + w.energy.potential;
    measure_energy(w);
    w.energy.initial += w.energy.kinetic + w.energy.potential - before;
}

void place(const py::object& self, long steps, const py::object& positions, const py::object& orientations,
           const py::object& velocities, const py::object& spins) {
    auto& simulation = self.cast<Simulation&>();
    simulation.check_free();
    if (simulation.steps() != 0 || steps < 0)
        throw InputError("steps", "only a world of time 0 can be placed in time");
    if (std::visit([](const auto& w) { return !w.elastic.empty(); }, simulation.world))
        throw InputError(simulation.name,
                         "has deformable bodies, of which a frame does not say enough to go on from");
    const std::pair<const char*, const py::object*> given[] = {{"positions", &positions},
                                                               {"orientations", &orientations},
                                                               {"velocities", &velocities},
                                                               {"spins", &spins}};
    std::vector<py::array_t<double>> arrays;
    for (const auto& [name, values] : given) arrays.push_back(checked(*values, self.attr(name), name));
    for (std::size_t k = 0; k < arrays.size(); ++k) self.attr(given[k].first)[py::ellipsis()] = arrays[k];
    std::visit([&](auto& w) { begin_at(steps, simulation.step(), w); }, simulation.world);
    simulation.remember();
}

/// A world that is to go on with a run is of its scene, and at time 0. One that was opened from the folder reads the copies there.
void expect_own(const std::string& folder, const RunMark& mark, const Simulation& simulation) {
    std::vector<std::string> with_copies = mark.overrides;
    with_copies.insert(with_copies.end(), mark.inputs.begin(), mark.inputs.end());
    const Source& source = simulation.source;
    if (text_of(folder + "/scene.toml") != source.text ||
        (source.overrides != mark.overrides && source.overrides != with_copies))
        throw InputError(folder, "is the run of another scene than this one, or of one with other values set");
    if (simulation.steps() != 0)
        throw InputError(folder, "a world goes on with a run from time 0, and this one is beyond");
}

void enter_run(Simulation& simulation, const std::string& folder) {
    const CheckpointFile checkpoint = open_checkpoint(folder, DRYSTONE_VERSION);
    expect_own(folder, checkpoint.mark, simulation);
    enter(checkpoint, simulation);
}

py::object resume(const py::object& self, const std::string& folder, std::optional<double> until,
                  const py::object& callback, double every, bool quiet, bool report) {
    auto& simulation = self.cast<Simulation&>();
    if (until) expect_time("until", *until);
    const CheckpointFile checkpoint = open_checkpoint(folder, DRYSTONE_VERSION);
    if (had_callback(checkpoint.mark.host) && callback.is_none())
        throw InputError(
            folder, "had a callback: give it again, callback=.., or one that does nothing to go on without");
    expect_own(folder, checkpoint.mark, simulation);
    const FolderLock lock(folder);
    Simulation::Turn turn(simulation);
    put_host_memory(checkpoint.mark.host, simulation);
    PythonHost host(self, {callback, stride_of(simulation, every)});
    const ResumeCommand command{.folder = folder, .until = until, .quiet = quiet};
    turn.without_interpreter([&] {
        const GoingOn going{command, checkpoint, simulation.scene, simulation.pool(), host};
        const Manner manner{quiet, report};
        std::visit(
            [&]<int D>(World<D>& w) {
                std::optional<Run<D>> run = go_on_run(going, w);
                simulation.put_late(late_settings_of(checkpoint.mark.host));
                if (run) carry_out(*run, going.pool, manner.options());
            },
            simulation.world);
    });
    host.rethrow();
    return results(folder);
}

}  // namespace

void bind_run(py::module_& module, WorldClass& world) {
    const auto none = py::none();
    world
        .def("run", run, py::arg("until") = none, py::arg("callback") = none, py::arg("every") = 0.0,
             py::arg("out") = none, py::arg("force") = false, py::arg("quiet") = false,
             py::arg("report") = true,
             "Steps until that time [s] (default: the scene's duration). callback(world) is called every so "
             "many\n"
             "seconds, 0: after each step; it ends the run by returning False.\n"
             "out: a folder for the results of a run, as `drystone run --out` leaves them; then they are "
             "returned.")
        .def("place", place, py::arg("steps"), py::arg("positions"), py::arg("orientations"),
             py::arg("velocities"), py::arg("spins"),
             "Puts a world of time 0 to the end of that step, with these places and velocities and no contacts "
             "yet.")
        .def(
            "enter_run", enter_run, py::arg("folder"),
            "Takes the state of the last checkpoint of a run of this very scene, functions of time included.")
        .def("resume", resume, py::arg("folder"), py::arg("until") = none, py::arg("callback") = none,
             py::arg("every") = 0.0, py::arg("quiet") = false, py::arg("report") = true,
             "Goes on with the run in the folder, whose world this is, from its last checkpoint; its "
             "results.");
    module.def("open_run", open_run, py::arg("folder"), py::arg("threads") = none, py::arg("at_start") = false,
               "The world of a run at its last checkpoint, or at time 0.");
}

}  // namespace drystone::python
