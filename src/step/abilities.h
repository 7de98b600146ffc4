#pragma once

#include <string_view>

#include "step/description.h"

namespace drystone {

/// Who computes. Each asks require_able() before it begins, so that command, Python and C++ hear the same.
enum class Solves { time_steps, soft_grains, stability, limit, ensemble, statics };

/// Cells that repeat: those that stay as they are, those that may give way to stresses, or all.
enum class CellsTaken { still, pressed, all };

/// What a method takes; what it does not take it refuses.
struct Abilities {
    Solves who;
    std::string_view name;        // in messages
    bool deformable;              // bodies that deform
    bool solids;                  // shapes that are no balls: boxes, polygons, polyhedra, curved ones
    bool any_law;                 // contacts of any law; else law = "spring" alone, for it needs a stiffness
    bool bonds;                   // of springs
    bool tangential_restitution;  // of springs
    bool water;
    bool links;
    bool moving_loads;
    bool pressures;        // on walls, and membranes
    bool contact_problem;  // it finds forces by solving one: there is a residual, and a problem to store
    CellsTaken cells;
    bool static_steps;  // quasistatic = true; stability, ensemble and statics have a way of their own and do not look at it
};

inline constexpr Abilities abilities[] = {
    // deformable, solids, any_law, bonds, tangential_restitution, water, links, moving_loads, pressures, contact_problem, cells, static_steps
    {Solves::time_steps, "contact dynamics", true, true, true, true, true, true, true, true, true, true, CellsTaken::all, true},
    {Solves::soft_grains, "method = \"md\"", false, false, false, false, false, false, false, false, true, false, CellsTaken::all, false},
    {Solves::stability, "stability", true, true, true, true, true, true, true, true, true, true, CellsTaken::still, true},
    {Solves::limit, "limit", false, true, true, true, true, true, true, true, true, true, CellsTaken::still, true},
    {Solves::ensemble, "ensemble", true, true, true, true, true, true, true, true, true, true, CellsTaken::pressed, true},
    {Solves::statics, "statics", false, false, false, true, true, true, false, false, false, false, CellsTaken::still, true},
};

constexpr const Abilities& abilities_of(Solves who) {
    for (const Abilities& one : abilities) {
        if (one.who == who) return one;
    }
    return abilities[0];
}

/// Throws InputError for the first thing that is not in the table.
template <int D>
void require_able(Solves who, const WorldDescription<D>& description);

/// Throws InputError (without a place) where quasi-static steps are asked of one that has none.
void require_static_steps(Solves who);

/// Quasi-static steps of h up to time T: throws InputError (without a place) where bodies are moved so fast that rigid ones would
/// answer with inertia. What is elastic takes up a displacement v h of a drive; rigid bodies are set in motion by it, in every
/// step from rest, which takes M v / h against their weight and loads F. Refused where that is more than inertia_allowed.
template <int D>
void require_slow_drives(const WorldDescription<D>& description, double h, double T);

}  // namespace drystone
