// Laws and gravity that a program sets while a world goes on.
#include "core/input_error.h"
#include "python/bind.h"
#include "scene/overrides.h"
#include "scene/parse_toml.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

/// As it was read, before numbers were computed.
Node document_of(const Simulation& simulation) {
    if (simulation.source.text.empty())
        throw InputError(simulation.name, "this scene cannot be written to a file, and nothing of it can be set while it goes on");
    Node document = parse_toml_text(simulation.source.text, simulation.source.path);
    apply_overrides(simulation.source.overrides, document);
    return document;
}

void set(Simulation& simulation, const py::object& values) {
    simulation.check_changeable();
    simulation.adopt_writes();
    const auto texts = py::module_::import("drystone._open").attr("_overrides")(values).cast<std::vector<std::string>>();
    simulation.set_late(texts);
    simulation.remember();
}

}  // namespace

void Simulation::set_late(const std::vector<std::string>& texts) {
    std::visit(
        [&]<int D>(World<D>& w) {
            std::vector<LateSetting> settings = late_;
            for (const std::string& text : texts) settings.push_back({w.staging.number, text});
            change_laws(w, read_late_settings<D>(document_of(*this), settings), pool());
            late_ = std::move(settings);
        },
        world);
}

void Simulation::put_late(const std::vector<LateSetting>& settings) {
    if (settings.empty() && late_.empty()) return;
    std::visit(
        [&]<int D>(World<D>& w) { put_changes(w, read_late_settings<D>(document_of(*this), settings, late_)); }, world);
    late_ = settings;
}

void bind_late(WorldClass& world) {
    world.def("set", set, py::arg("values"),
              "Sets numbers of laws, and gravity, from the next step on: {\"interactions.0.friction\": 0.2, \"scene.gravity\": [0, -1.6]}, or as\n"
              "the command has them, [\"interactions.0.friction=0.2\"]. What that does to the energies is booked; checkpoints know of it.");
}

}  // namespace drystone::python
