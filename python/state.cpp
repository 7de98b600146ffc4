// Save and restore.
#include <algorithm>
#include <cstring>

#include "core/input_error.h"
#include "python/bind.h"
#include "python/saved_state.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

/// Sizes and numbers of parts: what would be read out of bounds where they are wrong.
template <int D>
bool fits(const FullState<D>& full, const World<D>& w) {
    const State<D>& s = full.state;
    const std::size_t bodies = w.bodies.position.size(), parts = w.parts.body.size(), contacts = s.contacts.point.size();
    const auto walls = std::count_if(w.parts.kind.begin(), w.parts.kind.end(), [](PartKind kind) {
        return kind == PartKind::plane || kind == PartKind::drum;
    });
    const bool placed = s.listed->centre.size() == parts && s.listed->margin.size() == parts &&
                        s.listed->axis.size() == static_cast<std::size_t>(walls) && s.listed->span.size() == s.listed->axis.size();
    const bool new_world = *s.listed == NeighbourReference<D>{};
    const auto is_part = [&](int p) { return p >= 0 && static_cast<std::size_t>(p) < parts; };
    const auto has_parts = [&](const auto& c) { return is_part(c.a) && is_part(c.b); };
    const std::size_t remembered = w.book.remembers ? contacts * static_cast<std::size_t>(w.book.memory.width) : 0;
    const bool counted = std::all_of(w.bodies.id.begin(), w.bodies.id.end(), [&](int id) { return id < s.census.next_id; }) && s.census.vacant == w.census.vacant &&
                         s.census.by_source.size() == w.census.by_source.size() && s.census.by_sink.size() == w.census.by_sink.size() &&
                         (s.census.origin.empty() || s.census.origin.size() == bodies);
    const int stages = std::max(1, static_cast<int>(w.description.stages.size()));
    const bool staged = s.staging.number >= 0 && s.staging.number < stages && std::ssize(s.staging.began) <= stages;
    const auto is_held = [&](const MembraneSkin<D>& skin) {
        return std::all_of(skin.facet.begin(), skin.facet.end(), [&](const auto& facet) {
            return std::all_of(facet.begin(), facet.end(), [&](const MembraneCorner& c) { return c.id >= 0 && c.id < s.census.next_id; });
        });
    };
    const bool pressed = s.factor.size() == w.factor.size() && std::all_of(s.skins.begin(), s.skins.end(), is_held);
    return s.steps >= 0 && counted && staged && pressed && s.bodies.id == w.bodies.id && s.bodies.position.size() == bodies &&
           s.bodies.rotation.size() == bodies && s.bodies.velocity.size() == bodies &&
           s.bodies.inverse_inertia.size() == bodies && s.contacts.impulse.size() == contacts &&
           s.contacts.moment.size() == contacts && s.contacts.status.size() == contacts && full.arms.size() == contacts &&
           s.contacts.memory.values.size() == remembered && (placed || new_world) &&
           (s.soft.push.empty() || s.soft.push.size() == bodies) &&
           std::all_of(s.contacts.point.begin(), s.contacts.point.end(), has_parts) &&
           std::all_of(s.soft.contacts.begin(), s.soft.contacts.end(), has_parts) &&
           std::all_of(s.contacts.status.begin(), s.contacts.status.end(),
                       [](ContactStatus status) { return status <= ContactStatus::sliding; });
}

template <int D>
FullState<D> take(const World<D>& w) {
    FullState<D> full{.state = w, .arms = w.problem.W.contact.all(), .last = w.last};
    full.last.seconds = {};
    return full;
}

template <int D>
void put(const FullState<D>& full, ThreadPool& pool, World<D>& w) {
    put_state(full.state, w, pool);
    w.problem.W.contact = full.arms;
    w.last = full.last;
}

template <class T>
void stir(std::uint64_t& hash, const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    hash = (hash ^ values.size()) * 0x100000001b3u;
}

}  // namespace

std::uint64_t fingerprint(const Simulation& simulation) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    std::visit(
        [&](const auto& w) {
            stir(hash, w.matter.mass);
            stir(hash, w.matter.inertia.all());
            stir(hash, w.parts.body);
            stir(hash, w.parts.kind);
            stir(hash, w.parts.radius);
        },
        simulation.world);
    stir(hash, std::vector<std::size_t>{simulation.lines().size()});
    return hash;
}

SavedState save(Simulation& simulation) {
    simulation.check_idle();
    simulation.adopt_writes();
    SavedState state;
    state.scene = fingerprint(simulation);
    std::visit([&](const auto& w) { state.world = take(w); }, simulation.world);
    state.lines = simulation.lines();
    state.late = simulation.late();
    return state;
}

void restore(const SavedState& state, Simulation& simulation) {
    Simulation::Turn turn(simulation);
    if (state.scene != fingerprint(simulation))
        throw InputError(simulation.name, "the state belongs to another scene: its bodies are others");
    std::visit(
        [&]<int D>(World<D>& w) {
            const auto* full = std::get_if<FullState<D>>(&state.world);
            if (full) expect_same_memory(full->state.contacts.memory.schema, w.book.memory);
            if (!full || !fits(*full, w) || state.lines.size() != simulation.lines().size())
                throw InputError(simulation.name, "the state does not fit this world");
            const Simulation::Moving moving(simulation);
            turn.without_interpreter([&] { put(*full, simulation.pool(), w); });
        },
        simulation.world);
    simulation.set_lines(state.lines);
    simulation.put_late(state.late);
}

void bind_state(py::module_& module, WorldClass& world) {
    py::class_<SavedState>(module, "State", "All that a world's future depends on besides its scene.")
        .def(
            "to_bytes", [](const SavedState& s) { return py::bytes(to_bytes(s)); },
            "The same bytes for the same state.")
        .def_static(
            "from_bytes", [](const py::bytes& b) { return from_bytes(std::string(b)); }, py::arg("bytes"),
            "The state those bytes hold; refuses damaged ones.")
        .def_property_readonly(
            "time",
            [](const SavedState& s) {
                return std::visit([](const auto& f) { return f.state.time; }, s.world);
            },
            "[s]")
        .def(
            "__eq__", [](const SavedState& a, const SavedState& b) { return to_bytes(a) == to_bytes(b); },
            py::is_operator())
        .def(py::pickle([](const SavedState& s) { return py::bytes(to_bytes(s)); },
                        [](const py::bytes& b) { return from_bytes(std::string(b)); }));
    world.def("save", save, "The state, to come back to.")
        .def(
            "restore", [](Simulation& s, const SavedState& state) { restore(state, s); }, py::arg("state"),
            "Goes back to a state of this world, or of another one made from the same scene: what follows "
            "has the same bits.");
}

}  // namespace drystone::python
