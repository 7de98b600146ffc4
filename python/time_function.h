#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "step/signal.h"

namespace drystone::python {

/// A Python function of time [s] and the signals it feeds: one for a number, one per component of a vector.
struct TimeFunction {
    pybind11::object function;
    std::string place;  // "drives[0].force", for messages
    bool is_vector = false;
    bool is_control = false;  // a drystone.Control: its value is part of what a run remembers
    std::vector<std::shared_ptr<GivenLine>> lines;

    /// Its values at t. Throws what it throws, and InputError where it returns something else than before.
    std::vector<double> ask(double t) const;
};

/// Asks for f(0) to learn what the function returns, and begins its lines there. `vector`: it may return several numbers.
TimeFunction make_time_function(pybind11::object function, const std::string& place, bool may_be_vector);

}  // namespace drystone::python
