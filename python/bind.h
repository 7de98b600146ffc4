#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/simulation.h"

namespace drystone::python {

using WorldClass = pybind11::class_<Simulation>;

// Each adds its part of the module; module.cpp calls them in order.
void bind_world(WorldClass& world);                                // world.cpp: steps, names, settings
void bind_run(pybind11::module_& module, WorldClass& world);       // run.cpp: runs that write their folder
void bind_notebook(pybind11::module_& module, WorldClass& world);  // notebook.cpp: pictures and pages
void bind_population(WorldClass& world);                            // population.cpp: bodies that come and leave
void bind_late(WorldClass& world);                                 // late.cpp: laws that change while it goes on
void bind_bodies(WorldClass& world);                               // bodies.cpp: arrays of the state
void bind_contacts(pybind11::module_& module, WorldClass& world);  // contacts.cpp
void bind_shapes(WorldClass& world);                               // shapes.cpp: what pictures need
void bind_measures(WorldClass& world);                          // measures.cpp: quantities, energies, joints
void bind_state(pybind11::module_& module, WorldClass& world);  // state.cpp: save and restore
void bind_stability(pybind11::module_& module, WorldClass& world);  // stability.cpp
void bind_limit(pybind11::module_& module, WorldClass& world);      // limit.cpp
void bind_solve(pybind11::module_& module);                         // solve.cpp
void bind_grains(pybind11::module_& module);                        // grains.cpp: what drystone.measure measures

/// A number of a body from an index or a name; refuses what is neither.
int body_index(const Simulation& simulation, const pybind11::object& body);

/// Steps until that time, with a callback, or None, every so many steps; it ends them by returning False.
RunReport step_until(const pybind11::object& self, double until, const pybind11::object& callback,
                     long stride);

/// Rows of doubles in memory.
struct NumberRows {
    const double* first;
    std::size_t count;
    std::size_t width;   // 0: a row is a number
    std::size_t stride;  // [bytes]
};

/// An array that looks at memory of `owner`, which it keeps alive.
pybind11::array view_of(const NumberRows& rows, const pybind11::object& owner, bool writable);

/// A new array (rows, D) of vectors.
template <int D, class Range, class Of>
pybind11::array_t<double> vectors_from(const Range& range, const Of& of) {
    pybind11::array_t<double> out(
        {static_cast<pybind11::ssize_t>(range.size()), static_cast<pybind11::ssize_t>(D)});
    double* to = out.mutable_data();
    for (const auto& one : range) {
        const Vec<D> v = of(one);
        for (int k = 0; k < D; ++k) *to++ = v[k];
    }
    return out;
}

template <class T, class Range, class Of>
pybind11::array_t<T> column_from(const Range& range, const Of& of) {
    pybind11::array_t<T> out(static_cast<pybind11::ssize_t>(range.size()));
    T* to = out.mutable_data();
    for (const auto& one : range) *to++ = of(one);
    return out;
}

}  // namespace drystone::python
