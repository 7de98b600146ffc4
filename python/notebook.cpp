// A world as pictures and pages show it: the folder of a run that takes no step.
#include "core/input_error.h"
#include "python/bind.h"
#include "python/python_host.h"
#include "render/png.h"
#include "render/run_pictures.h"
#include "run/begin_run.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

void snapshot(const py::object& self, const std::string& folder, bool report) {
    auto& simulation = self.cast<Simulation&>();
    Simulation::Turn turn(simulation);
    RunCommand command;
    command.scene = simulation.source.path;
    command.overrides = simulation.source.overrides;
    command.text = simulation.source.text;
    command.out = folder;
    PythonHost host(self, {py::none(), 1});
    turn.without_interpreter([&] {
        std::visit(
            [&]<int D>(World<D>& w) {
                Run<D> run = begin_run(command, simulation.scene, w, host, simulation.pool().size());
                run.ended = true;
                run.duration = w.time;
                carry_out(run, simulation.pool(), {.quiet = true, .no_report = !report});
            },
            simulation.world);
    });
    host.rethrow();
}

/// PNG of the frame nearest to that time, or of the last one.
py::bytes picture(const std::string& folder, std::optional<double> time, int width, int height, const std::string& colour,
                  bool forces) {
    constexpr int most = 20000;
    if (width < 16 || height < 16 || width > most || height > most)
        throw InputError("size", "must be between 16 and 20000 pixels each way");
    const auto way = render::colour_by(colour);
    if (!way) throw InputError("colour", "is not known: there are " + render::names_of_ways());
    std::string png;
    {
        const py::gil_scoped_release free_interpreter;
        render::RunPictures pictures(folder, {.width = width, .height = height, .colour = *way, .forces = forces});
        const int frame = time ? pictures.nearest(*time) : pictures.frames() - 1;
        pictures.look_at(frame, frame);
        ThreadPool pool(1);
        png = render::encode_png(pictures.image(frame, pool));
    }
    return {png};
}

py::object from_notebook(const char* function, const py::object& world) {
    return py::module_::import("drystone._notebook").attr(function)(world);
}

}  // namespace

void bind_notebook(py::module_& module, WorldClass& world) {
    world
        .def("snapshot", snapshot, py::arg("folder"), py::arg("report") = false,
             "The world as it is as the folder of a run that has taken no step: what pictures are made of.")
        .def(
            "show", [](const py::object& self) { return from_notebook("page", self); },
            "A page with the world in three dimensions, to be turned, for notebooks: it shows itself, and save() writes it.")
        .def(
            "_repr_png_", [](const py::object& self) { return from_notebook("png", self); },
            "The world as a picture, for notebooks.");
    module.def("picture", picture, py::arg("folder"), py::arg("time") = py::none(), py::arg("width") = 1200,
               py::arg("height") = 900, py::arg("colour") = "material", py::arg("forces") = false,
               "PNG of a run's frame nearest to that time, or of its last one.");
}

}  // namespace drystone::python
