#include "scene/read_gravity.h"

#include <numbers>

#include "scene/read_signal.h"

namespace drystone {

namespace {

Signal in_radians(Signal degrees) {
    constexpr double rad = std::numbers::pi / 180.0;
    for (double* value : {&degrees.value, &degrees.from, &degrees.to, &degrees.amplitude}) *value *= rad;
    for (Signal::Point& point : degrees.points) point.value *= rad;
    return degrees;
}

template <int D>
Spin<D> read_tilt_axis(const Table& table) {
    if constexpr (D == 3) return unit_vector_of<3>(table.at("axis"), "axis");
    return Spin<D>::axis(0);
}

template <int D>
GravityChange<D> read_change(const Table& table, const std::filesystem::path& folder) {
    GravityChange<D> change;
    change.axis = Spin<D>::axis(0);
    if (const Node* tilt = table.find("tilt_deg")) {
        change.axis = read_tilt_axis<D>(table);
        change.tilt = in_radians(read_signal_or_number(*tilt, "tilt_deg", folder));
    } else if (const Node* axis = table.find("axis")) {
        refuse(axis->place, "an axis belongs to tilt_deg, and there is none");
    }
    if (const Node* scale = table.find("scale"))
        change.scale = read_signal_or_number(*scale, "scale", folder);
    return change;
}

}  // namespace

template <int D>
void read_gravity(const Node& document, Draft<D>& draft) {
    const Node* scene = find_in(document, "scene");
    const Node* node = scene ? find_in(*scene, "gravity") : nullptr;
    if (!node) return;
    if (!node->as<Node::Entries>()) {
        draft.world.gravity = vector_of<D>(*node, "gravity");
        return;
    }
    Keys keys = {"vector", "tilt_deg", "scale"};
    if constexpr (D == 3) keys.push_back("axis");
    const Table table(*node, "gravity", keys);
    draft.world.gravity = table.vector<D>("vector");
    if (table.has("tilt_deg") || table.has("scale") || table.has("axis"))
        draft.world.gravity_change = read_change<D>(table, draft.folder);
}

template void read_gravity<2>(const Node&, Draft<2>&);
template void read_gravity<3>(const Node&, Draft<3>&);

}  // namespace drystone
