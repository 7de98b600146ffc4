#include "scene/read_membranes.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/read_body_list.h"
#include "scene/read_signal.h"
#include "scene/read_stages.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
void refuse_own_platens(const Node& node, const Membrane<D>& membrane, const Draft<D>& draft) {
    for (const int body : membrane.platens) {
        if (std::find(membrane.bodies.begin(), membrane.bodies.end(), body) == membrane.bodies.end())
            continue;
        refuse(node.place,
               fmt::format("\"{}\" is one of the bodies that the membrane holds; it cannot end on it",
                           draft.world.bodies[static_cast<std::size_t>(body)].name));
    }
}

template <int D>
Membrane<D> read_membrane(const Node& node, const Draft<D>& draft) {
    const Table table(node, "[[membranes]]", {"name", "of", "pressure", "platens", "reach", "push_platens", "stage"});
    Membrane<D> membrane;
    membrane.name = table.text("name");
    membrane.bodies = read_body_list(table.at("of"), "of", draft);
    std::sort(membrane.bodies.begin(), membrane.bodies.end());
    membrane.pressure = read_signal_or_number(table.at("pressure"), "pressure", draft.folder);
    if (const Node* platens = table.find("platens")) {
        membrane.platens = read_body_list(*platens, "platens", draft);
        refuse_own_platens(*platens, membrane, draft);
    }
    membrane.reach = table.positive("reach", 0.0);
    membrane.pushes_platens = table.truth("push_platens", false);
    if (const Node* push = table.find("push_platens"); push && membrane.platens.empty())
        refuse(push->place,
               "push_platens is about the walls that a membrane ends on: name them, platens = [..]");
    membrane.place = origin_of(node);
    membrane.stages = read_stage_list(node, draft);
    membrane.from_start = membrane.stages.empty() || membrane.stages.front() == 0;
    return membrane;
}

}  // namespace

template <int D>
void read_membranes(const Node& document, Draft<D>& draft) {
    Names names("membrane");
    for (const Node* node : tables_of(find_in(document, "membranes"), "membranes")) {
        draft.world.membranes.push_back(read_membrane(*node, draft));
        names.add(draft.world.membranes.back().name, 0, find_in(*node, "name")->place);
    }
}

template void read_membranes(const Node&, Draft<2>&);
template void read_membranes(const Node&, Draft<3>&);

}  // namespace drystone
