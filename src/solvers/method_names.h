#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/input_error.h"
#include "solvers/solver.h"

namespace drystone {

/// A method as users know it.
struct MethodName {
    std::string_view name;
    SolverMethod method;
    bool on_bodies;  // it solves problems of bodies, as scenes make them; md has no contact problem at all
    bool on_blocks;  // it solves problems with assembled blocks, as files hold them
    std::string_view purpose;
};

/// Every method there is: the words of `method` in scenes and of --method on the command line. A new solver is one line
/// here, and its call in solve.cpp.
inline constexpr MethodName method_names[] = {
    {"auto", SolverMethod::automatic, true, true, "chooses, and falls back on another where the first fails"},
    {"nlgs", SolverMethod::nlgs, true, true, "nonlinear Gauss-Seidel: the reference, in any order"},
    {"anderson", SolverMethod::anderson, true, false, "Gauss-Seidel that jumps ahead: large packings"},
    {"admm", SolverMethod::admm, true, true, "alternating directions with a sparse factor: masonry"},
    {"newton", SolverMethod::newton, true, true, "proximal Newton: tight tolerances, high friction; no moments where bodies deform"},
    {"md", SolverMethod::md, false, false, "no contact problem: soft grains with springs, in sub-steps"},
};

constexpr const MethodName& description_of(SolverMethod method) {
    for (const MethodName& one : method_names) {
        if (one.method == method) return one;
    }
    return method_names[0];
}

constexpr std::string_view name_of(SolverMethod method) { return description_of(method).name; }

/// Whether solve_contacts() of a BlockProblem, and of a RigidProblem, takes it.
constexpr bool has_block_form(SolverMethod method) { return description_of(method).on_blocks; }
constexpr bool has_body_form(SolverMethod method) { return description_of(method).on_bodies; }

inline std::optional<SolverMethod> method_named(std::string_view name) {
    for (const MethodName& one : method_names) {
        if (one.name == name) return one.method;
    }
    return std::nullopt;
}

/// "auto, nlgs, ...": those on blocks, for messages.
inline std::string names_of_block_methods() {
    std::string names;
    for (const MethodName& one : method_names) {
        if (one.on_blocks) names += (names.empty() ? "" : ", ") + std::string(one.name);
    }
    return names;
}

/// Throws InputError (without a place) where a method does not solve problems of bodies (or, `on_blocks`, assembled ones).
inline void require_form(SolverMethod method, bool on_blocks) {
    if (on_blocks ? has_block_form(method) : has_body_form(method)) return;
    const std::string name = "method = \"" + std::string(name_of(method)) + "\"";
    if (!has_block_form(method) && !has_body_form(method))
        throw InputError("", name + " solves no contact problem: it takes soft grains through a step of its own");
    throw InputError("", name + " needs bodies: assembled problems (files) are solved by " + names_of_block_methods());
}

/// Throws InputError (without a place) where a method knows no moments and there are some: Newton's on assembled blocks.
inline void require_moments(SolverMethod method, bool deforms, bool turns) {
    if (method == SolverMethod::newton && deforms && turns)
        throw InputError("", "method = \"newton\" knows no moments where bodies deform or a cell is under stress, and rolling friction, torsion "
                             "friction, bonds or welds make some: say \"auto\"");
}

}  // namespace drystone
