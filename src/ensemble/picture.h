#pragma once

#include <string>

#include "ensemble/ensemble.h"

namespace drystone {

/// An SVG: left the network of contacts, lines as wide as the mean force and coloured by how much of it is open (fluctuation
/// over size); right P(f / <f>) with the band of its scatter over the runs. In space the network is seen along y.
/// `world`: the one whose forces were sampled.
template <int D>
std::string in_svg(const Ensemble<D>& ensemble, const World<D>& world);

}  // namespace drystone
