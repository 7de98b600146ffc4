#pragma once

#include <string_view>

#include "core/random.h"
#include "physics/stage.h"

namespace drystone {

/// A stage whose bodies live in a cell.
template <int D>
struct CellStage : Stage<D> {
    using Control = typename CellDescription<D>::Control;

    explicit CellStage(const Law& law, const Vec<D>& size) : Stage<D>(law) {
        this->description.cell.emplace();
        this->description.cell->size = size;
        this->description.cell->periodic.fill(true);
        this->settings.solver = {.tolerance = 1e-11, .max_iterations = 100000};
    }

    CellDescription<D>& cell() { return *this->description.cell; }

    CellStage& control(std::string_view name, Control how, const Signal& signal) {
        for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
            if (cell_components<D>[n].name != name) continue;
            cell().component[n].control = how;
            cell().component[n].signal = signal;
        }
        return *this;
    }
    CellStage& control(std::string_view name, Control how, double value) {
        return control(name, how, {.kind = Signal::Kind::constant, .value = value});
    }
    /// The same stress along all axes.
    CellStage& pressed(double p) {
        for (int i = 0; i < D; ++i)
            cell().component[static_cast<std::size_t>(i)] = {Control::stress,
                                                             {.kind = Signal::Kind::constant, .value = p}};
        return *this;
    }

    /// n^D balls near the places of a lattice that fills the cell, radii and velocities drawn; the border cuts through them.
    void crowd(int n, double fill, double speed, std::uint64_t seed = 5) {
        Random random(seed, 3);
        Vec<D> spacing = (1.0 / n) * cell().size;
        double least = spacing[0];
        for (const double one : spacing.c) least = std::min(least, one);
        int count = 1;
        for (int j = 0; j < D; ++j) count *= n;
        for (int k = 0; k < count; ++k) {
            Vec<D> x = cell().origin, v;
            int rest = k;
            for (int j = 0; j < D; ++j, rest /= n) {
                x[j] += spacing[j] * (rest % n + 0.05 * random.uniform(-1.0, 1.0));
                v[j] = speed * random.uniform(-1.0, 1.0);
            }
            const double radius = 0.5 * fill * least * random.uniform(0.8, 1.0);
            double mass = 1000.0 * radius * radius;
            if (D == 3) mass *= radius;
            this->ball(mass, radius, x, v);
        }
    }
};

/// The energies that have been turned over.
template <int D>
double turned_over(const World<D>& world) {
    const Energy& e = world.energy;
    return std::abs(e.kinetic) + std::abs(e.work) + e.dissipated() + std::abs(e.initial);
}

/// Stress of contacts alone, sum f b / V.
template <int D>
Mat<D> contact_stress(const World<D>& world, double h) {
    return (1.0 / (h * world.parts.space.volume())) * branch_moments(world);
}

}  // namespace drystone
