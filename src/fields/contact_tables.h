#pragma once

#include "fields/measured.h"
#include "granular/assembly.h"

namespace drystone {

// Tables of what granular/contact_measures.h measures. A row is of one moment.

/// How forces between grains are distributed: of contacts that bear, walls left out, the normal and the tangential force over the mean normal
/// force, as densities; their integrals over f are the shares of contacts below `largest`. Columns: f (the middle of the bin), normal, tangential.
Measured force_distribution(const Assembly& assembly, const GrainSelection& selection, double largest, int bins);

/// How much of the friction is used, of contacts between grains that bear: densities from 0 to 1; what is beyond by rounding is in the last bin. Columns:
/// mobilisation (the middle of the bin), density.
Measured mobilisation_distribution(const Assembly& assembly, const GrainSelection& selection, int bins);

/// The mean of n n over contacts between grains that bear a force (trace 1), and what else contacts say without a volume. Columns: time, contacts, fabric.xx,
/// fabric.yy, fabric.xy (in space xx, yy, zz, xy, yz, xz), coordination, coordination_without_rattlers, rattlers, strong_fraction, mobilisation,
/// anisotropy.contacts, .branches, .normal, .tangential.
std::vector<std::string> fabric_columns(int dimension);
std::vector<double> fabric_row(const Assembly& assembly, const GrainSelection& selection);

/// Columns: time, volume, solid_fraction (`solid` over the volume), stress.xx .., kinetic_stress.xx .., strong_stress.xx .., weak_stress.xx .., couple_stress.zx,
/// .zy (in space xx, xy, .. zz), pressure, deviator_ratio, granular_temperature.
std::vector<std::string> stress_columns(int dimension);
std::vector<double> stress_row(const Assembly& assembly, const GrainSelection& selection, double solid);

}  // namespace drystone
