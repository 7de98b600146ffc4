#pragma once

#include <vector>

#include "fields/kernel.h"
#include "granular/assembly.h"

namespace drystone {

/// Fields of a granular assembly at points r (Goldhirsch 2010; walls as Weinhart et al. 2012), with a weight phi about each grain and its integral over
/// branches. With x, m, v of the grains, f the force of a contact on its second grain, c its point, and l from there to the centre of a grain (from the one
/// centre to c, from c to the other):
///
///     density     rho = sum m phi(r - x)                     momentum      p = sum m v phi(r - x)
///     flux        F = sum m v v phi(r - x)                   stress        s = sum over contacts of f l integral of phi along l      (> 0: compression)
///     wall force  t = sum over contacts with walls (and links to them) of f on the grain, phi(r - c)
///     energy      e = 1/2 sum m v^2 phi                      energy flux   J = 1/2 sum m v^2 v phi + sum f . u l integral of phi along l
///     energy source   g = sum over the ends of contacts of f . (v - u) phi(r - x), and with walls f . u phi(r - c)
///
/// u being the mean of the velocities of the two grains, with a wall the grain's own. They obey, at every r and for any motion,
///
///     d rho/dt + div p = 0,      d p/dt + div (F + s) = t + rho g + other forces,      d e/dt + div J = g + p . g + their power
///
/// Sums of several moments are averaged over, and what is not a sum is made from the means: V = p / rho, kinetic stress F - rho V V, temperature
/// tr(kinetic stress) / (D rho). Images of a cell that repeats are summed over. Energies are those of translation.
struct FieldSums {
    double density = 0.0, energy = 0.0, source = 0.0;
    Vec<3> momentum{}, wall_force{}, energy_flux{};
    Mat<3> flux{}, stress{};

    void add(const FieldSums& other, double weight);

    Vec<3> velocity() const { return (1.0 / density) * momentum; }
    Mat<3> kinetic_stress() const { return flux - density * outer(velocity(), velocity()); }
    double temperature(int dimension) const;
};

/// One for each point.
std::vector<FieldSums> coarse_grain(const Assembly& assembly, const std::vector<Vec<3>>& points, const Kernel& kernel);

/// Adds `weight` times the fields of that moment; for means over several.
void add_coarse_grained(const Assembly& assembly, const std::vector<Vec<3>>& points, const Kernel& kernel, double weight,
                        std::vector<FieldSums>& sums);

}  // namespace drystone
