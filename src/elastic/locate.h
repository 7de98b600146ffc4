#pragma once

#include "elastic/elastic_body.h"

namespace drystone {

/// The material point of an element that is at `place` now; a little outside the element is no matter, there its shape
/// functions go on. Weights sum to one and sum weight x = place: an impulse there keeps its force and its moment.
/// Of a body of uniform strain `element` is not read.
template <int D>
MaterialPoint locate(const ElasticBody<D>& body, int element, const Vec<D>& place);

/// The gradients of the weights in space, dN_a/dx [1/m], where the material point is now: the velocity gradient there is
/// sum_a v_a (x) dN_a/dx.
template <int D>
std::array<Vec<D>, 8> weight_gradients(const ElasticBody<D>& body, int element, const Vec<D>& place);

}  // namespace drystone
