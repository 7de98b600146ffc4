// A contact problem of one's own: u = W r + q with Signorini's condition and Coulomb's cone, by blocks.
#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"
#include "python/bind.h"
#include "solvers/method_names.h"
#include "solvers/solve.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Ints = py::array_t<int, py::array::c_style | py::array::forcecast>;

/// W in compressed rows of blocks, as the Python side has checked and sorted it.
struct Blocks {
    Ints row_start, column;
    Doubles block;  // (blocks, D, D)
};

struct Solution {
    Doubles r, u;
    SolveReport report;
};

template <int D>
BlockProblem<D> problem_of(const Blocks& W, const Doubles& q, const Doubles& mu) {
    const auto contacts = static_cast<std::size_t>(mu.size());
    BlockProblem<D> problem;
    problem.W.row_start.assign(W.row_start.data(), W.row_start.data() + W.row_start.size());
    problem.W.column.assign(W.column.data(), W.column.data() + W.column.size());
    const double* from = W.block.data();
    for (py::ssize_t k = 0; k < W.column.size(); ++k) {
        Mat<D> block;
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j) block[i][j] = *from++;
        problem.W.block.push_back(block);
    }
    for (std::size_t i = 0; i < contacts; ++i) {
        Vec<D> b;
        for (int k = 0; k < D; ++k) b[k] = q.data()[i * D + static_cast<std::size_t>(k)];
        problem.b.push_back(b);
        LocalLaw<D> law;
        law.mu = mu.data()[i];
        problem.law.push_back(law);
    }
    return problem;
}

template <int D>
Solution solve_blocks(const Blocks& W, const Doubles& q, const Doubles& mu, const Doubles& guess,
                      const SolverSettings& settings) {
    const BlockProblem<D> problem = problem_of<D>(W, q, mu);
    std::vector<Vec<D>> r(problem.b.size()), u(problem.b.size());
    for (std::size_t i = 0; i < r.size(); ++i)
        for (int k = 0; k < D; ++k) r[i][k] = guess.data()[i * D + static_cast<std::size_t>(k)];
    Solution solution;
    {
        const py::gil_scoped_release free_interpreter;
        solution.report = solve_contacts<D>(problem, settings, 0, r);
        for (std::size_t i = 0; i < u.size(); ++i)
            u[i] = problem.W.velocity(r, static_cast<int>(i)) + problem.b[i];
    }
    const auto same = [](const Vec<D>& v) { return v; };
    solution.r = vectors_from<D>(r, same);
    solution.u = vectors_from<D>(u, same);
    return solution;
}

SweepOrder order_of(const std::string& word) {
    if (word == "coloured") return SweepOrder::coloured;
    if (word == "random") return SweepOrder::random;
    if (word == "sequential") return SweepOrder::sequential;
    throw InputError(
        "order",
        fmt::format("\"{}\" is not known; it can be \"coloured\", \"random\" or \"sequential\"", word));
}

SolverMethod method_of(const std::string& word) {
    const std::optional<SolverMethod> method = method_named(word);
    if (!method || !has_block_form(*method))
        throw InputError("method",
                         fmt::format("\"{}\" is not known for blocks; it can be {}", word, names_of_block_methods()));
    return *method;
}

Solution solve(int dimension, const Ints& row_start, const Ints& column, const Doubles& block,
               const Doubles& q, const Doubles& mu, const Doubles& guess, double tolerance,
               int max_iterations, const std::string& method, const std::string& order, std::uint64_t seed) {
    SolverSettings settings;
    settings.method = method_of(method);
    settings.tolerance = tolerance;
    settings.max_iterations = max_iterations;
    settings.order = order_of(order);
    settings.seed = seed;
    const Blocks W{row_start, column, block};
    return dimension == 2 ? solve_blocks<2>(W, q, mu, guess, settings)
                          : solve_blocks<3>(W, q, mu, guess, settings);
}

}  // namespace

void bind_solve(py::module_& module) {
    py::class_<Solution>(module, "Solution", "Impulses and velocities of a contact problem.")
        .def_property_readonly(
            "r", [](const Solution& s) { return s.r; }, "(contacts, D) impulses, normal first [N s]")
        .def_property_readonly(
            "u", [](const Solution& s) { return s.u; }, "(contacts, D) velocities W r + q [m/s]")
        .def_property_readonly(
            "iterations", [](const Solution& s) { return s.report.iterations; }, "of the solver")
        .def_property_readonly(
            "residual", [](const Solution& s) { return s.report.residual; }, "of the exact law [-]")
        .def_property_readonly(
            "converged", [](const Solution& s) { return s.report.converged; },
            "whether the residual is within the tolerance")
        .def("__repr__", [](const Solution& s) {
            return py::str("<Solution of {} contacts: residual {:.3g} after {} iterations>")
                .format(s.r.shape(0), s.report.residual, s.report.iterations);
        });
    module.def("solve_blocks", solve, py::arg("dimension"), py::arg("row_start"), py::arg("column"),
               py::arg("block"), py::arg("q"), py::arg("mu"), py::arg("guess"), py::arg("tolerance"),
               py::arg("max_iterations"), py::arg("method"), py::arg("order"), py::arg("seed"),
               "For drystone.solve, which checks what comes in.");
}

}  // namespace drystone::python
