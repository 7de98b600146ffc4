#pragma once

#include <string>

#include "ensemble/ensemble.h"

namespace drystone {

/// ensemble.json: everything but the samples and the tables. Forces in N, the keys as in docs/ensemble.md.
template <int D>
std::string in_json(const Ensemble<D>& ensemble, const std::string& scene);

/// contacts.csv or joints.csv: a row per contact, or per pair of bodies.
template <int D>
std::string in_csv(const Ensemble<D>& ensemble, const std::vector<ForceSpread<D>>& forces);

/// samples.h5: the forces of every run that converged. Written aside, then renamed.
template <int D>
void write_samples(const std::string& path, const Ensemble<D>& ensemble);

}  // namespace drystone
