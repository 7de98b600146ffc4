#include "core/input_error.h"
#include "python/bind.h"
#include "python/document.h"
#include "run/load.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

using Overrides = std::vector<std::string>;

/// A scene, wherever it comes from.
struct Document {
    Node node;
    Source source;
    std::string folder;  // files are named from there
    std::vector<TimeFunction> functions = {};
};

/// Packings take seconds to make: the interpreter is free meanwhile.
std::unique_ptr<Simulation> simulate(Document document, const Overrides& overrides,
                                     std::optional<int> threads) {
    if (threads && (*threads < 0 || *threads > 4096))
        throw InputError("threads", "must be between 0 (all cores) and 4096");
    std::unique_ptr<Simulation> made;
    {
        const py::gil_scoped_release free_interpreter;
        Scene scene = read_scene(std::move(document.node), document.folder, overrides);
        if (scene.title.empty()) scene.title = std::filesystem::path(document.source.path).stem().string();
        warn_of_runs(scene);
        document.source.overrides = overrides;
        document.source.folder = document.folder;
        made = std::make_unique<Simulation>(std::move(scene), std::move(document.source), threads);
    }
    made->set_functions(std::move(document.functions));
    return made;
}

std::unique_ptr<Simulation> load(const std::string& path, const Overrides& overrides,
                                 std::optional<int> threads) {
    std::string text = read_text_file(path, {std::make_shared<const std::string>(path), 0, 0});
    Node document = parse_toml_text(text, path);
    return simulate(
        {std::move(document), {path, std::move(text)}, std::filesystem::path(path).parent_path().string()},
        overrides, threads);
}

std::unique_ptr<Simulation> from_text(const std::string& text, const Overrides& overrides,
                                      const std::string& folder, std::optional<int> threads) {
    return simulate({parse_toml_text(text, "scene"), {"scene", text}, folder}, overrides, threads);
}

std::unique_ptr<Simulation> from_dict(const py::dict& scene, const Overrides& overrides,
                                      const std::string& folder, std::optional<int> threads,
                                      const std::string& text) {
    std::vector<TimeFunction> functions;
    Node document = document_of(scene, functions);
    return simulate({std::move(document), {"scene", text}, folder, std::move(functions)}, overrides, threads);
}

/// Null while the object is being made.
Simulation* simulation_in(PyObject* object) {
    const auto holder = reinterpret_cast<py::detail::instance*>(object)->get_value_and_holder();
    return static_cast<Simulation*>(holder.value_ptr());
}

/// A function that knows the world it drives makes a circle, which only the collector can open.
void let_collector_see_functions(PyHeapTypeObject* heap_type) {
    PyTypeObject& type = heap_type->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        const Simulation* simulation = simulation_in(self);
        if (!simulation) return 0;
        for (const TimeFunction& function : simulation->functions()) Py_VISIT(function.function.ptr());
        return 0;
    };
    type.tp_clear = [](PyObject* self) {
        if (Simulation* simulation = simulation_in(self)) simulation->set_functions({});
        return 0;
    };
}

void bind_report(py::module_& module) {
    py::class_<RunReport>(module, "Report", "What one or several steps say of themselves.")
        .def_readonly("steps", &RunReport::steps, "how many were taken")
        .def_readonly("iterations", &RunReport::iterations, "of the solver, summed over the steps")
        .def_readonly("residual", &RunReport::residual, "of the exact law, the largest [-]")
        .def_property_readonly("converged", &RunReport::converged, "whether every step reached the tolerance")
        .def_readonly("not_converged", &RunReport::not_converged, "steps that did not reach it")
        .def_readonly("contacts", &RunReport::contacts, "in the contact problem of the last step")
        .def_readonly("max_penetration", &RunReport::max_penetration, "deepest overlap [m]")
        .def_readonly(
            "inertia", &RunReport::inertia,
            "largest share of inertia in a static step; above 1e-3 its forces are not those of statics [-]")
        .def_readonly("finite", &RunReport::finite,
                      "False: a number became infinite, and stepping stopped there")
        .def_readonly("seconds", &RunReport::seconds, "wall clock [s]")
        .def("__repr__", [](const RunReport& r) {
            return py::str(
                       "Report(steps={}, iterations={}, residual={:.3g}, not_converged={}, contacts={}, "
                       "max_penetration={:.3g})")
                .format(r.steps, r.iterations, r.residual, r.not_converged, r.contacts, r.max_penetration);
        });
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    module.doc() = "The engine behind the package drystone.";
    module.attr("__version__") = DRYSTONE_VERSION;
    static py::exception<InputError> input_error(module, "InputError", PyExc_ValueError);
    input_error.attr("__module__") = "drystone";
    input_error.doc() = "The input is wrong. The text says where, what is wrong and what was meant.";
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const InputError& error) {
            input_error(error.what());
        }
    });

    bind_report(module);
    WorldClass world(
        module, "World", py::custom_type_setup(let_collector_see_functions),
        "Bodies, their contacts and the time they have come to. Made by drystone.load and drystone.scene.");
    bind_world(world);
    bind_run(module, world);
    bind_notebook(module, world);
    bind_bodies(world);
    bind_population(world);
    bind_late(world);
    bind_contacts(module, world);
    bind_shapes(world);
    bind_measures(world);
    bind_state(module, world);
    bind_stability(module, world);
    bind_limit(module, world);
    bind_solve(module);
    bind_grains(module);

    const auto none = py::none();
    module.def("load", load, py::arg("path"), py::arg("overrides") = Overrides{}, py::arg("threads") = none,
               "The world of a scene file; overrides are key.path=value.");
    module.def("from_text", from_text, py::arg("text"), py::arg("overrides") = Overrides{},
               py::arg("folder") = "", py::arg("threads") = none, "The world of a scene in a TOML text.");
    module.def("from_dict", from_dict, py::arg("scene"), py::arg("overrides") = Overrides{},
               py::arg("folder") = "", py::arg("threads") = none, py::arg("text") = "",
               "The world of a scene in a dict; `text` is the same as TOML, for the folder of a run.");
}

}  // namespace drystone::python
