#pragma once

#include <algorithm>
#include <limits>

#include "elastic/element.h"
#include "elastic/fields.h"
#include "step/deformable.h"
#include "step/material_place.h"
#include "measure/quantities.h"

namespace drystone {

// Quantities of deformable bodies, and of their points: Sample::place. Tension is positive; world axes. A body that does not deform has
// none: NaN.

/// A symmetric tensor as columns: xx, yy, (zz,) xy, (yz, xz), and in the plane, of stresses, zz across it.
template <int D>
struct StressColumns {
    static constexpr std::string_view components = D == 2 ? "xx,yy,xy,zz" : "xx,yy,zz,xy,yz,xz";
    Mat<D> tensor{};
    double across = 0.0;
};
template <int D>
struct StrainColumns {
    static constexpr std::string_view components = D == 2 ? "xx,yy,xy" : "xx,yy,zz,xy,yz,xz";
    Mat<D> tensor{};
};
/// Principal values, the largest first.
template <int D>
struct PrincipalColumns {
    static constexpr std::string_view components = D == 2 ? "1,2" : "1,2,3";
    Vec<D> value{};
};

template <int D>
const ElasticBody<D>* deformable_of(const Sample<D>& s) {
    return deformable_of(s.world, s.body);
}

template <int D>
std::vector<StressState<D>> element_stresses(const ElasticBody<D>& body) {
    std::vector<StressState<D>> points, elements;
    stress_at_points(body, points);
    stress_of_elements(body, points, elements);
    return elements;
}

template <int D>
Vec<D> no_vector() {
    Vec<D> out;
    for (double& one : out.c) one = no_number;
    return out;
}

template <int D>
StressState<D> no_stress() {
    StressState<D> out;
    for (int i = 0; i < D; ++i) out.strain[i] = out.stress[i] = no_vector<D>();
    out.stress_across = out.energy = no_number;
    return out;
}

/// Six times the volume (twice the area) of the cone from `apex` to a facet; a quadrilateral is that of its two triangles.
inline double cone(const Facet<2>& facet, const std::vector<Vec<2>>& x, const Vec<2>& apex) {
    const Vec<2> a = x[static_cast<std::size_t>(facet.node[0])] - apex, b = x[static_cast<std::size_t>(facet.node[1])] - apex;
    return a[0] * b[1] - a[1] * b[0];
}
inline double cone(const Facet<3>& facet, const std::vector<Vec<3>>& x, const Vec<3>& apex) {
    const auto corner = [&](std::size_t k) { return x[static_cast<std::size_t>(facet.node[k])] - apex; };
    double sum = 0.0;
    for (std::size_t k = 2; k < static_cast<std::size_t>(facet.corners); ++k) sum += dot(corner(0), cross(corner(k - 1), corner(k)));
    return sum;
}

/// The volume that a deformable body has now: by its gradient, or from its surface.
template <int D>
double present_volume(const World<D>& world, int body) {
    const ElasticBody<D>& one = *deformable_of(world, body);
    const ElasticModel<D>& model = *one.model;
    if (model.affine) return model.mass / model.material.density * determinant(mean_motion(one).gradient);
    const int part = world.elastic_parts[static_cast<std::size_t>(world.deforming_of[static_cast<std::size_t>(body)])].first_part;
    double sum = 0.0;
    for (const Facet<D>& facet : world.parts.surfaces[static_cast<std::size_t>(world.parts.surface[static_cast<std::size_t>(part)])].facet)
        sum += cone(facet, one.x, world.bodies.position[static_cast<std::size_t>(body)]);
    return std::abs(sum) / (D == 2 ? 2.0 : 6.0);
}

/// Of the element that the point is in; of a body its mean over the volume.
template <int D>
StressState<D> stress_state(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body || (s.place && s.place->element < 0)) return no_stress<D>();
    const std::vector<StressState<D>> elements = element_stresses(*body);
    if (s.place) return elements[static_cast<std::size_t>(s.place->element)];
    const ElasticModel<D>& model = *body->model;
    StressState<D> mean;
    for (std::size_t e = 0; e < elements.size(); ++e) {
        const double share = element_volume(model, e) / model.volume;
        mean.strain = mean.strain + share * elements[e].strain;
        mean.stress = mean.stress + share * elements[e].stress;
        mean.stress_across += share * elements[e].stress_across;
    }
    return mean;
}

template <int D>
StressColumns<D> stress(const Sample<D>& s) {
    const StressState<D> state = stress_state(s);
    return {state.stress, state.stress_across};
}

template <int D>
StrainColumns<D> strain(const Sample<D>& s) {
    return {stress_state(s).strain};
}

template <int D>
PrincipalColumns<D> principal_stress(const Sample<D>& s) {
    return {principal(stress_state(s).stress).value};
}

template <int D>
double body_strain_energy(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    return body ? strain_energy<D>(*body, body->x) : no_number;
}

/// The largest principal stress of any element.
template <int D>
double max_stress(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body) return no_number;
    double most = -std::numeric_limits<double>::infinity();
    for (const StressState<D>& one : element_stresses(*body))
        most = std::max(most, principal(one.stress).value[0]);
    return most;
}

template <int D>
double min_stress(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body) return no_number;
    double least = std::numeric_limits<double>::infinity();
    for (const StressState<D>& one : element_stresses(*body))
        least = std::min(least, principal(one.stress).value[D - 1]);
    return least;
}

/// By which drives with `where` hold the body; zero where none does.
template <int D>
Vec<D> reaction(const Sample<D>& s) {
    return deforms<D>(s.world, s.body) ? support_reaction(s.world, s.body) : no_vector<D>();
}

template <int D>
Vec<D> point_position(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body || s.place->element < 0) return no_vector<D>();
    return at_point<D>(s.place->point, body->x);
}

template <int D>
Vec<D> point_displacement(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body || s.place->element < 0) return no_vector<D>();
    return at_point<D>(s.place->point, body->x) -
           at_point<D>(s.place->point, placed_dofs(s.world, s.body));
}

template <int D>
Vec<D> point_velocity(const Sample<D>& s) {
    const ElasticBody<D>* body = deformable_of(s);
    if (!body || s.place->element < 0) return no_vector<D>();
    return at_point<D>(s.place->point, body->v);
}

}  // namespace drystone
