#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/place.h"
#include "core/rotation.h"
#include "elastic/elastic_model.h"
#include "geometry/shape.h"
#include "geometry/surface.h"

namespace drystone {

/// How a body deforms. Its elastic constants are those of its material.
template <int D>
struct Deformable {
    std::shared_ptr<const Mesh<D>> mesh;  // in the shape's frame; none: one strain for the whole body
    Elasticity elasticity = Elasticity::corotational;
    PlaneKind plane = PlaneKind::strain;
    FiniteElementOptions elements{};
    Candidates candidates = Candidates::nodes;
};

template <int D>
struct BodyDescription {
    std::string name;   // unique, or empty
    std::string group;  // of a generator, or empty
    int material = 0;
    Geometry<D> geometry;
    double mass = 0.0;  // [kg] (2D: kg per metre of depth); 0: from shape and density
    Vec<D> position{};  // of the shape's frame [m]
    Rotation<D> orientation{};
    Vec<D> velocity{};           // of the centre of mass [m/s]
    Spin<D> angular_velocity{};  // world axes [rad/s]
    bool fixed = false;          // no degree of freedom left to impulses
    std::optional<Deformable<D>> deformable;
    Place place{};
};

}  // namespace drystone
