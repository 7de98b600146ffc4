#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace drystone {

// Numbers as they are written by hand: "2*w + 0.1".
//
//     sum     = product { (+|-) product }
//     product = signed { (*|/) signed }
//     signed  = { +|- } power
//     power   = atom [ ^ signed ]              so that -2^2 = -4 and 2^3^2 = 2^9
//     atom    = number | name | name ( sum {, sum} ) | ( sum )
//
// Angles are in radians. Names that are none of the functions below or pi are those of variables.

/// What is wrong with an expression, and where: characters from its beginning.
struct ExpressionError : std::runtime_error {
    ExpressionError(std::size_t where, const std::string& what) : std::runtime_error(what), position(where) {}
    std::size_t position;
};

/// The value of a variable; nothing: there is none of that name.
using Variables = std::function<std::optional<double>(const std::string& name)>;

/// The value, a finite number. `known`: names of variables, to say what was meant. Throws ExpressionError.
double evaluate(std::string_view text, const Variables& variables, std::span<const std::string> known);

/// Whether expressions have a meaning for that name: a function, or pi.
bool is_reserved(std::string_view name);

/// A letter or '_', then letters, digits and '_'.
bool is_variable_name(std::string_view name);

}  // namespace drystone
