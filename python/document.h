#pragma once

#include <string>
#include <vector>

#include "python/time_function.h"
#include "scene/node.h"

namespace drystone::python {

/// A Python dict of a scene as the document that the readers know. Each value has the path of its key as its place,
/// "bodies[2].shape.radius". Functions of time become signals, which are added to `functions`.
/// `name`: what the caller called the whole.
Node document_of(const pybind11::dict& scene, std::vector<TimeFunction>& functions, const std::string& name = "scene");

/// A table that a call was given by this name, "region", whose values have the places "region.min", ...
Node table_of(const pybind11::dict& table, const std::string& name);

}  // namespace drystone::python
