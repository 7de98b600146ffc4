#pragma once

#include <cmath>

#include "measure/body_volume.h"
#include "measure/deformable_quantities.h"
#include "step/cell.h"

namespace drystone {

// Quantities of a cell that repeats, docs/theory.md (16.8), (16.9); NaN where there is none. V is the volume of the cell:
//
//     stress_ij = (sum over contacts f_i b_j + sum m c_i c_j) / V         compression positive; f on the second body, b from the first to it
//     strain    = ln (A_ii / A_ii(0)),  A_ij / A_jj - A_ij(0) / A_jj(0)   extension positive
//     I         = |d| sqrt(m / p) in the plane (da Cruz et al. 2005),  |d| l sqrt(rho / p) in space;   |d|^2 = 2 D : D,  p = tr stress / D

/// The diagonal of its edges.
template <int D>
Vec<D> cell_size(const Sample<D>& s) {
    if (!s.world.cell_model.is_there) return no_vector<D>();
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = s.world.cell.edges[i][i];
    return size;
}

template <int D>
StrainColumns<D> cell_strain(const Sample<D>& s) {
    if (!s.world.cell_model.is_there) return {no_stress<D>().strain};
    const Mat<D>& A = s.world.cell.edges;
    StrainColumns<D> out;
    for (int i = 0; i < D; ++i) {
        out.tensor[i][i] = std::log(A[i][i] / s.world.cell_model.start[i][i]);
        for (int j = i + 1; j < D; ++j)
            out.tensor[i][j] = A[i][j] / A[j][j] - s.world.cell_model.start[i][j] / s.world.cell_model.start[j][j];
    }
    return out;
}

template <int D>
StrainColumns<D> cell_stress(const Sample<D>& s) {
    if (!s.world.cell_model.is_there) return {no_stress<D>().strain};
    const Mat<D> sum = (s.h > 0.0 ? 1.0 / s.h : 0.0) * branch_moments(s.world) + kinetic_moments(s.world);
    return {(1.0 / s.world.parts.space.volume()) * sum};
}

template <int D>
double solid_volume(const World<D>& world, int i) {
    return deforms<D>(world, i) ? present_volume(world, i) : body_volume(world, i);
}

/// Of all bodies, fixed ones included; planes and drums have no volume.
template <int D>
double cell_solid_fraction(const Sample<D>& s) {
    if (!s.world.cell_model.is_there) return no_number;
    double sum = 0.0;
    for (int i = 0; i < s.world.bodies.size(); ++i) {
        if (s.world.bodies.id[static_cast<std::size_t>(i)] != nobody) sum += solid_volume(s.world, i);
    }
    return sum / s.world.parts.space.volume();
}

/// NaN where nothing presses.
template <int D>
double cell_inertial_number(const Sample<D>& s) {
    const World<D>& world = s.world;
    if (!world.cell_model.is_there) return no_number;
    const Mat<D> stress = cell_stress(s).tensor, L = velocity_gradient(world);
    const double pressure = mean_diagonal(stress);
    if (!(pressure > 0.0)) return no_number;
    double square = 0.0, mass = 0.0, volume = 0.0;
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) square += 0.5 * (L[i][j] + L[j][i]) * (L[i][j] + L[j][i]);
    }
    int count = 0;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[static_cast<std::size_t>(i)] == Freedom::immovable) continue;
        mass += world.matter.mass[static_cast<std::size_t>(i)];
        volume += solid_volume(world, i);
        ++count;
    }
    const double time = D == 2 ? std::sqrt(mass / count / pressure)
                               : world.cell_model.length * std::sqrt(mass / volume / pressure);
    return std::sqrt(square) * time;
}

}  // namespace drystone
