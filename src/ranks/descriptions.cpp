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

}  // namespace

template <int D>
void Descriptions<D>::take(World<D>& whole) {
    const BodyList<D> bodies = std::exchange(whole.description.bodies, {});
    std::map<std::tuple<int, std::string, double>, int> of_balls;
    kind_of_.reserve(bodies.size());
    radius_.reserve(bodies.size());
    position_.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double radius = whole.matter.freedom[i] == Freedom::isotropic ? radius_of_ball(bodies[i]) : 0.0;
        const int next = static_cast<int>(kind_.size());
        const int kind = radius > 0.0 ? of_balls.try_emplace({bodies[i].material, bodies[i].group, bodies[i].mass}, next).first->second : next;
        kind_of_.push_back(kind);
        radius_.push_back(radius);
        position_.push_back(bodies[i].position);
        if (kind < next) continue;
        kind_.push_back(bodies[i]);
        beginning_.push_back({whole.start_position[i], whole.start_rotation[i]});
        if (radius > 0.0) kind_.back().name.clear();
    }
    whole.start_position = {};
    whole.start_rotation = {};
}

template <int D>
BodyDescription<D> Descriptions<D>::of(int slot) const {
    BodyDescription<D> body = kind_[at(kind_of_[at(slot)])];
    if (radius_[at(slot)] > 0.0) {
        std::get<Ball<D>>(body.geometry[0].shape).radius = radius_[at(slot)];
        body.position = position_[at(slot)];
    }
    return body;
}

template <int D>
void Descriptions<D>::begin(int slot, std::size_t here, World<D>& world) const {
    if (radius_[at(slot)] > 0.0) return;
    world.start_position[here] = beginning_[at(kind_of_[at(slot)])].position;
    world.start_rotation.set(here, beginning_[at(kind_of_[at(slot)])].rotation);
}

template class Descriptions<2>;
template class Descriptions<3>;

}  // namespace drystone::ranks
