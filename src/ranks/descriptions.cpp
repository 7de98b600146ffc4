#include "ranks/descriptions.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "core/index.h"

namespace drystone::ranks {

namespace {

/// The radius of a body that is one ball about its own centre; 0 of others.
template <int D>
double radius_of_ball(const BodyDescription<D>& body) {
    if (body.deformable || body.geometry.size() != 1 || !(body.orientation == Rotation<D>{})) return 0.0;
    const PlacedShape<D>& one = body.geometry[0];
    const auto* ball = std::get_if<Ball<D>>(&one.shape);
    return ball && one.position == Vec<D>{} && one.rotation == Rotation<D>{} ? ball->radius : 0.0;
}

/// The shape of a body that is one polygon, polyhedron or curved solid: those that share it are alike but for their places. None of others.
template <int D>
const void* shape_shared_by(const BodyDescription<D>& body) {
    if (body.deformable || body.geometry.size() != 1) return nullptr;
    const PlacedShape<D>& one = body.geometry[0];
    if (!(one.position == Vec<D>{} && one.rotation == Rotation<D>{})) return nullptr;
    if (const auto* solid = std::get_if<Solid<D>>(&one.shape)) return solid->convex.get();
    if (const auto* solid = std::get_if<CurvedSolid<D>>(&one.shape)) return solid->curved.get();
    return nullptr;
}

}  // namespace

template <int D>
void Descriptions<D>::take(BodyList<D>& bodies, std::span<const char> isotropic) {
    std::map<std::tuple<int, std::string, double, bool, const void*>, int> known;
    kind_of_.reserve(bodies.size());
    radius_.reserve(bodies.size());
    position_.reserve(bodies.size());
    orientation_.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyDescription<D> body = bodies[i];
        const double radius = isotropic[i] ? radius_of_ball(body) : 0.0;
        const void* shape = shape_shared_by(body);
        const bool has_kind = radius > 0.0 || shape;
        const int next = static_cast<int>(kind_.size());
        const int kind = has_kind ? known.try_emplace({body.material, body.group, body.mass, body.fixed, shape}, next).first->second : next;
        kind_of_.push_back(kind);
        radius_.push_back(radius);
        position_.push_back(body.position);
        orientation_.push_back(body.orientation);
        if (kind < next) continue;
        kind_.push_back(body);
        if (has_kind) kind_.back().name.clear();
    }
    bodies.clear();
}

template <int D>
void Descriptions<D>::take_beginnings(World<D>& whole) {
    for (std::size_t i = 0; i < radius_.size(); ++i) {
        if (radius_[i] == 0.0) beginning_[static_cast<int>(i)] = {whole.start_position[i], whole.start_rotation[i]};
    }
    std::vector<Vec<D>>().swap(whole.start_position);
    whole.start_rotation = {};
}

template <int D>
BodyDescription<D> Descriptions<D>::of(int slot) const {
    BodyDescription<D> body = kind_[at(kind_of_[at(slot)])];
    if (radius_[at(slot)] > 0.0) std::get<Ball<D>>(body.geometry[0].shape).radius = radius_[at(slot)];
    body.position = position_[at(slot)];
    body.orientation = orientation_[slot];
    return body;
}

template <int D>
void Descriptions<D>::begin(int slot, std::size_t here, World<D>& world) const {
    const auto found = beginning_.find(slot);
    if (found == beginning_.end()) return;
    world.start_position[here] = found->second.position;
    world.start_rotation.set(here, found->second.rotation);
}

template class Descriptions<2>;
template class Descriptions<3>;

}  // namespace drystone::ranks
