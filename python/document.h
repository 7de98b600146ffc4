#pragma once

#include <string>
#include <vector>

#include "python/time_function.h"
#include "scene/node.h"

namespace drystone::python {

/// A Python dict of a scene as the document that the readers know. Each value has the path of its key as its place,
/// "bodies[2].shape.radius". Functions of time become signals, which are added to `functions`.
Node document_of(const pybind11::dict& scene, std::vector<TimeFunction>& functions);

}  // namespace drystone::python
