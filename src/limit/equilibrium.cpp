#include "limit/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "contact/links.h"
#include "limit/admissible.h"
#include "narrowphase/find_contacts.h"
#include "step/deformable.h"

namespace drystone {

namespace {

constexpr double negligible_share = 1e-6;  // of the stiffness of a joint in layers

/// A contact that is open carries nothing before it has closed, unless it is glued across its gap.
template <int D>
bool bears(const World<D>& world, std::size_t i) {
    const ContactPoint<D>& c = world.contacts.point[i];
    const LocalLaw<D>& law = world.problem.law[i];
    return is_link(world.parts, c) || c.gap <= resting_gap(world.parts, c.a, c.b) || law.tension > 0.0 || law.cohesion > 0.0;
}

/// A joint in layers shares its force by stiffness: what has next to none (the damaged share of a sound joint) carries nothing.
template <int D>
bool is_idle_layer(const World<D>& world, std::size_t i) {
    const auto& point = world.contacts.point;
    const auto is_same_joint = [&](std::size_t k) {
        return point[k].a == point[i].a && point[k].b == point[i].b && point[k].image == point[i].image && point[k].feature == point[i].feature;
    };
    const double own = world.problem.law[i].yields.pressed;
    for (std::size_t k = i; k-- > 0 && is_same_joint(k);)
        if (own * negligible_share > world.problem.law[k].yields.pressed) return true;
    for (std::size_t k = i + 1; k < point.size() && is_same_joint(k); ++k)
        if (own * negligible_share > world.problem.law[k].yields.pressed) return true;
    return false;
}

template <int D>
double typical_size(std::span<const Twist<D>> loads, std::span<const int> mobile) {
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (mobile[i] < 0 || loads[i].v == Vec<D>{}) continue;
        sum += norm(loads[i].v);
        ++count;
    }
    return count > 0 ? sum / count : 0.0;
}

/// Rows of a body's equilibrium: what f does to the degrees of freedom that are free, in units.
template <int D>
std::array<double, ConicProgram::most_variables> rows_of(const Matter<D>& matter, std::size_t body, const Twist<D>& f, double lever) {
    Vec<D> force = f.v;
    Spin<D> torque = f.w;
    if (matter.freedom[body] == Freedom::general) {
        force = matter.free_directions[body] * force;
        torque = matter.free_rotations[body] * torque;
    }
    std::array<double, ConicProgram::most_variables> out{};
    for (int k = 0; k < D; ++k) out[static_cast<std::size_t>(k)] = force[k];
    for (int k = 0; k < spin_dim<D>; ++k) out[static_cast<std::size_t>(D + k)] = torque[k] / lever;
    return out;
}

template <int D>
struct Builder {
    const World<D>& world;
    double step;
    EquilibriumProgram<D>& out;
    std::vector<int> slot = {};  // (mobile bodies)

    void measure() {
        slot.resize(world.problem.W.body.size());
        for (std::size_t i = 0; i < world.mobile.size(); ++i)
            if (world.mobile[i] >= 0) slot[static_cast<std::size_t>(world.mobile[i])] = static_cast<int>(i);
        out.lever.assign(slot.size(), 0.0);
        const auto include = [&](int body, const Vec<D>& arm) {
            if (body >= 0) out.lever[static_cast<std::size_t>(body)] = std::max(out.lever[static_cast<std::size_t>(body)], norm(arm));
        };
        for (const ContactArms<D>& c : world.problem.W.contact) {
            include(c.body_a, c.arm_a);
            include(c.body_b, c.arm_b);
        }
        for (double& lever : out.lever)
            if (lever == 0.0) lever = world.smallest_radius > 0.0 ? world.smallest_radius : 1.0;
    }

    /// `vector`: (rows of A), of loads by slot in units of `unit`.
    void fill(std::span<const Twist<D>> loads, double unit, std::vector<double>& vector) const {
        const auto B = static_cast<std::size_t>(out.program.rows_per_body);
        vector.assign(slot.size() * B, 0.0);
        for (std::size_t m = 0; m < slot.size(); ++m) {
            const auto body = static_cast<std::size_t>(slot[m]);
            const auto rows = rows_of<D>(world.matter, body, loads[body], out.lever[m]);
            for (std::size_t k = 0; k < B; ++k) vector[m * B + k] = rows[k] / unit;
        }
    }

    /// Columns of one unit of a force or moment in world axes.
    void set_column(std::size_t variable, const ContactArms<D>& arms, const Twist<D>& unit) {
        const auto on = [&](int body, const Vec<D>& arm, double sign) {
            const auto m = static_cast<std::size_t>(body);
            const Twist<D> f{sign * unit.v, sign * (unit.w + moment(arm, unit.v))};
            return rows_of<D>(world.matter, static_cast<std::size_t>(slot[m]), f, out.lever[m]);
        };
        if (arms.is_of_one_body()) {  // in a cell, one that touches its own image: what turns it is left
            out.program.on_a[variable] = on(arms.body_a, arms.arm_a - arms.arm_b, -1.0);
            for (std::size_t k = 0; k < D; ++k) out.program.on_a[variable][k] = 0.0;
            return;
        }
        if (arms.body_a >= 0) out.program.on_a[variable] = on(arms.body_a, arms.arm_a, -1.0);
        if (arms.body_b >= 0) out.program.on_b[variable] = on(arms.body_b, arms.arm_b, 1.0);
    }

    void add_contact(std::size_t i) {
        const ContactArms<D>& arms = world.problem.W.contact[i];
        if (arms.body_a < 0 && arms.body_b < 0) return;
        const LocalLaw<D>& law = world.problem.law[i];
        const AdmissibleForces has = admissible_forces(law);
        double length = 0.0;
        for (const int body : {arms.body_a, arms.body_b})
            if (body >= 0) length = std::max(length, out.lever[static_cast<std::size_t>(body)]);
        out.program.begin_block(has.variables, arms.body_a, arms.is_of_one_body() ? -1 : arms.body_b);
        out.contact.push_back(static_cast<int>(i));
        out.contact_length.push_back(length);
        auto variable = static_cast<std::size_t>(out.program.block.back().first_variable);
        for_units(arms.frame, has, length, [&](const Twist<D>& unit) { set_column(variable++, arms, unit); });
        add_limits(law, is_link(world.parts, world.contacts.point[i]), {.force = out.force_unit, .length = length, .step = step}, out.program);
    }

    /// The unit forces and moments of a contact's variables, world axes, in their order.
    template <class Take>
    static void for_units(const Mat<D>& frame, const AdmissibleForces& has, double length, const Take& take) {
        for (int k = 0; k < (has.shear ? D : 1); ++k) take(Twist<D>{frame[k], {}});
        if constexpr (D == 3) {
            if (has.torsion) take(Twist<D>{{}, length * frame[0]});
            if (has.rolling)
                for (int k = 1; k < 3; ++k) take(Twist<D>{{}, length * frame[k]});
        } else if (has.rolling) {
            take(Twist<D>{{}, {{length}}});
        }
    }
};

}  // namespace

template <int D>
void require_convex(const WorldDescription<D>& description) {
    for (const Interaction& entry : description.interactions) {
        const Coulomb* law = std::get_if<Coulomb>(&entry.law);
        if (law && law->rolling_growth > 0.0 && law->rolling_viscosity == 0.0)
            refuse(entry.place, "limit knows no rolling_growth: what a contact can carry is then no convex set; use rolling_friction");
    }
}

template <int D>
std::vector<Twist<D>> dead_loads(const World<D>& world) {
    std::vector<Twist<D>> loads(world.bodies.position.size());
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i].v = world.matter.mass[i] * world.gravity;
    for (const int i : world.loaded) {
        loads[static_cast<std::size_t>(i)].v += world.applied[i].v;
        loads[static_cast<std::size_t>(i)].w += world.applied[i].w;
    }
    return loads;
}

template <int D>
std::optional<EquilibriumProgram<D>> equilibrium_program(const World<D>& world, double step, std::span<const Twist<D>> live) {
    const RigidProblem<D>& problem = world.problem;
    if (has_deformable<D>(world) || !std::all_of(problem.law.begin(), problem.law.end(), [](const LocalLaw<D>& law) {
            return is_convex(law.turning);
        }))
        return std::nullopt;
    EquilibriumProgram<D> out;
    Builder<D> builder{world, step, out};
    builder.measure();
    const std::vector<Twist<D>> dead = dead_loads(world);
    const double of_dead = typical_size<D>(dead, world.mobile), of_live = live.empty() ? 0.0 : typical_size<D>(live, world.mobile);
    out.force_unit = of_dead > 0.0 ? of_dead : of_live > 0.0 ? of_live : 1.0;
    out.program.rows_per_body = D == 2 ? 3 : 6;
    builder.fill(dead, -out.force_unit, out.program.b);
    for (std::size_t i = 0; i < problem.law.size(); ++i)
        if (bears(world, i) && !is_idle_layer(world, i)) builder.add_contact(i);
    if (live.empty()) return out;
    std::vector<double> column;
    builder.fill(live, out.force_unit, column);
    double largest = 0.0;
    for (const double value : column) largest = std::max(largest, std::abs(value));
    out.multiplier_unit = largest > 0.0 ? 1.0 / largest : 1.0;
    for (double& value : column) value *= out.multiplier_unit;
    out.program.add_multiplier(column);
    return out;
}

template <int D>
std::vector<Twist<D>> contact_forces(const World<D>& world, const EquilibriumProgram<D>& program, std::span<const double> x) {
    std::vector<Twist<D>> forces(world.problem.law.size());
    for (std::size_t k = 0; k < program.contact.size(); ++k) {
        const auto i = static_cast<std::size_t>(program.contact[k]);
        auto variable = static_cast<std::size_t>(program.program.block[k].first_variable);
        Builder<D>::for_units(world.problem.W.contact[i].frame, admissible_forces(world.problem.law[i]), program.contact_length[k],
                              [&](const Twist<D>& unit) {
                                  const double size = program.force_unit * x[variable++];
                                  forces[i].v += size * unit.v;
                                  forces[i].w += size * unit.w;
                              });
    }
    return forces;
}

template <int D>
std::vector<Twist<D>> velocities(const World<D>& world, const EquilibriumProgram<D>& program, std::span<const double> y) {
    std::vector<Twist<D>> out(world.mobile.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (world.mobile[i] < 0) continue;
        const auto m = static_cast<std::size_t>(world.mobile[i]);
        const double* row = y.data() + m * static_cast<std::size_t>(program.program.rows_per_body);
        for (int k = 0; k < D; ++k) out[i].v[k] = row[k];
        for (int k = 0; k < spin_dim<D>; ++k) out[i].w[k] = row[D + k] / program.lever[m];
        if (world.matter.freedom[i] != Freedom::general) continue;
        out[i] = {world.matter.free_directions[i] * out[i].v, world.matter.free_rotations[i] * out[i].w};
    }
    return out;
}

#define DRYSTONE_EQUILIBRIUM(D)                                                                                                   \
    template void require_convex(const WorldDescription<D>&);                                                                   \
    template std::vector<Twist<D>> dead_loads(const World<D>&);                                                                 \
    template std::optional<EquilibriumProgram<D>> equilibrium_program(const World<D>&, double, std::span<const Twist<D>>);    \
    template std::vector<Twist<D>> contact_forces(const World<D>&, const EquilibriumProgram<D>&, std::span<const double>);   \
    template std::vector<Twist<D>> velocities(const World<D>&, const EquilibriumProgram<D>&, std::span<const double>);
DRYSTONE_EQUILIBRIUM(2)
DRYSTONE_EQUILIBRIUM(3)
#undef DRYSTONE_EQUILIBRIUM

}  // namespace drystone
