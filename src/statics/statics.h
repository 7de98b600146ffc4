#pragma once

#include "statics/report.h"

namespace drystone {

/// Called after each increment, with the world as it then is: places, and contacts with their forces times `step`, as
/// after a time step of that length. False: stop.
template <int D>
using AfterIncrement = std::function<bool(const World<D>&, const Increment&)>;

/// Brings the loads of the world on in increments and looks for equilibrium in each, without time. The world must be new
/// (make_world). Throws InputError where it has what these methods do not know.
template <int D>
QuasistaticReport<D> solve_statics(World<D>& world, const StaticsSettings& settings, ThreadPool& pool,
                                   const AfterIncrement<D>& after = {});

// What it is made of.

/// One increment from time `from` to `to`; the assembly's world moves along.
template <int D>
Increment kishino_increment(StiffAssembly<D>& assembly, double from, double to);
template <int D>
Increment bagi_bojtar_increment(StiffAssembly<D>& assembly, double from, double to);
/// All loads at once.
template <int D>
Increment serrano_step(StiffAssembly<D>& assembly, double to, QuasistaticReport<D>& report);

/// Fills contacts, contact arms, energies, time and the report of the world's last step. step: what forces are multiplied by.
template <int D>
void show_in_world(const StiffAssembly<D>& assembly, const Increment& increment, double step, World<D>& world);

/// Counts contacts, measures errors and names the worst elements.
template <int D>
void judge(const StiffAssembly<D>& assembly, const std::vector<Link<D>>& before,
           const std::vector<Generalised<D>>& residual, Increment& increment);

/// Breaks the bonds that carry most beyond their strength (and those within a thousandth of them); returns how many.
template <int D>
int break_bonds(std::vector<Link<D>>& links);

}  // namespace drystone
