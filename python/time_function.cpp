#include "python/time_function.h"

#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

double finite_number(const py::handle& value, const std::string& place, double t) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        throw InputError(place, fmt::format("the function must return numbers; at t = {} it returned {}", t,
                                            py::repr(value).cast<std::string>()));
    }
    if (!std::isfinite(number))
        throw InputError(place, fmt::format("the function returned {} at t = {}", number, t));
    return number;
}

bool is_sequence(const py::handle& value) {
    return py::hasattr(value, "__len__") && py::hasattr(value, "__iter__");
}

std::vector<double> numbers(const py::object& value, const std::string& place, double t) {
    std::vector<double> all;
    for (const py::handle one : value) all.push_back(finite_number(one, place, t));
    return all;
}

}  // namespace

std::vector<double> TimeFunction::ask(double t) const {
    const py::object value = function(t);
    std::vector<double> all;
    if (is_vector) {
        if (!is_sequence(value))
            throw InputError(place,
                             fmt::format("the function must return {} numbers; at t = {} it returned one",
                                         lines.size(), t));
        all = numbers(value, place, t);
        if (all.size() != lines.size())
            throw InputError(place,
                             fmt::format("the function must return {} numbers; at t = {} it returned {}",
                                         lines.size(), t, all.size()));
    } else {
        all.push_back(finite_number(value, place, t));
    }
    return all;
}

TimeFunction make_time_function(py::object function, const std::string& place, bool may_be_vector) {
    const py::object first = function(0.0);
    const bool is_control = py::hasattr(function, "_is_drystone_control");
    TimeFunction made{std::move(function), place, may_be_vector && is_sequence(first), is_control, {}};
    const std::vector<double> values =
        made.is_vector ? numbers(first, place, 0.0) : std::vector<double>{finite_number(first, place, 0.0)};
    for (const double value : values) {
        made.lines.push_back(std::make_shared<GivenLine>());
        made.lines.back()->begin(value);
    }
    return made;
}

}  // namespace drystone::python
