#include "scene/read_cell.h"

#include "scene/read_signal.h"

namespace drystone {

namespace {

template <int D>
std::array<bool, D> read_periodic(const Table& table) {
    const Node& node = table.at("periodic");
    const Node::Array& words = array_of(node, "periodic", "a list of true and false, one for each direction");
    if (words.size() != D)
        refuse(node.place,
               "periodic is a list of " + std::to_string(D) + ", true or false for each direction");
    std::array<bool, D> periodic{};
    bool any = false;
    for (std::size_t k = 0; k < D; ++k) any |= periodic[k] = truth_of(words[k], "periodic");
    if (!any)
        refuse(node.place,
               "a cell that repeats in no direction is none: drop [cell], or make one of them true");
    return periodic;
}

/// One of rate, strain and stress.
template <int D>
typename CellDescription<D>::Component read_component(const Node& node, const std::string& name,
                                                      const Draft<D>& draft) {
    using Control = typename CellDescription<D>::Control;
    const std::vector<std::pair<std::string, Control>> words = {
        {"rate", Control::rate}, {"strain", Control::strain}, {"stress", Control::stress}};
    const Table table(node, "control." + name, {"rate", "strain", "stress"});
    typename CellDescription<D>::Component out;
    out.place = origin_of(node);
    int given = 0;
    for (const auto& [word, control] : words) {
        const Node* signal = table.find(word);
        if (!signal) continue;
        ++given;
        out.control = control;
        out.signal = read_signal_or_number(*signal, word, draft.folder);
    }
    if (given != 1)
        refuse(node.place,
               "control." + name +
                   " is told by one of rate [1/s], strain and stress [Pa]; what is left out stays as it is");
    return out;
}

}  // namespace

template <int D>
void read_cell(const Node& document, Draft<D>& draft) {
    const Node* node = find_in(document, "cell");
    if (!node) return;
    const Table table(*node, "[cell]", {"origin", "size", "periodic", "control", "mass", "damping"});
    CellDescription<D> cell;
    cell.place = origin_of(*node);
    cell.origin = table.vector<D>("origin", {});
    cell.size = table.vector<D>("size");
    for (const double length : cell.size.c) {
        if (!(length > 0.0))
            refuse(table.at("size").place, "the size of a cell is positive in all directions");
    }
    cell.periodic = read_periodic<D>(table);
    cell.mass = table.has("mass") ? table.positive("mass") : 0.0;
    cell.damping = table.not_negative("damping", 0.0);
    if (const Node* control = table.find("control")) {
        Keys names;
        for (const CellComponent& one : cell_components<D>) names.emplace_back(one.name);
        const Table components(*control, "control", names);
        for (std::size_t n = 0; n < names.size(); ++n) {
            if (const Node* one = components.find(names[n]))
                cell.component[n] = read_component<D>(*one, names[n], draft);
        }
    }
    draft.world.cell = std::move(cell);
}

template void read_cell<2>(const Node&, Draft<2>&);
template void read_cell<3>(const Node&, Draft<3>&);

}  // namespace drystone
