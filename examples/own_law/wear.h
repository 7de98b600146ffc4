#pragma once

#include "laws/law_hooks.h"

/// Friction that wears off with the way two surfaces have slid on each other, as on a rough joint:
///
///     mu = mu_worn + (mu_new - mu_worn) / (1 + path / l),   path += h |u_t| after each step
struct Wear {
    double fresh = 0.0;   // mu_new [-]
    double worn = 0.0;    // mu_worn [-]
    double length = 1.0;  // l [m]

    /// What each contact remembers: nothing else in the program knows these names.
    template <int D>
    struct Memory {
        double path = 0.0;           // slid so far [m]
        drystone::Vec<D> shifted{};  // of b against a, contact frame [m]

        static constexpr auto fields() {
            using namespace drystone::remember;
            return std::tuple{number("path", "m", &Memory::path), tangent("shifted", "m", &Memory::shifted)};
        }
    };

    template <int D>
    drystone::LocalLaw<D> compile(const drystone::Approach<D>& in, const Memory<D>& memory) const {
        drystone::LocalLaw<D> law;
        law.mu = worn + (fresh - worn) / (1.0 + memory.path / length);
        if (in.closes_gap && in.gap > 0.0) law.velocity_shift[0] = in.gap / in.step;  // euler: it may close
        return law;
    }

    template <int D>
    drystone::Dissipation settle(const drystone::Outcome<D>& out, Memory<D>& memory) const {
        drystone::Vec<D> moved = out.in.step * out.after;
        moved[0] = 0.0;
        memory.path += norm(moved);
        memory.shifted += moved;
        return drystone::dry_losses(out);
    }
};
