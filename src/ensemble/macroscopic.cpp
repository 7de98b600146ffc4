#include "ensemble/macroscopic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "step/deformable.h"

namespace drystone {

namespace {

/// What (r, m) do to all that moves.
template <int D>
MapState<D> velocities_of(const RigidProblem<D>& problem, const std::vector<Vec<D>>& r,
                                    const std::vector<Spin<D>>& m) {
    assert(r.size() == problem.b.size() && m.size() == problem.turning.size());
    MapState<D> V;
    problem.W.reset(V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, r[static_cast<std::size_t>(i)]);
    for (std::size_t k = 0; k < m.size(); ++k) problem.W.add_moment(V, problem.turning[k].contact, m[k]);
    return V;
}

/// Balls and solids: planes and drums have no end and do not turn under impulses.
template <int D>
std::vector<double> radii(const World<D>& world) {
    std::vector<double> radius(world.bodies.position.size(), 0.0);
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        if (!parts.is_grain(p)) continue;
        double& r = radius[static_cast<std::size_t>(parts.body[p])];
        r = std::max(r, norm(parts.local_centre[p]) + parts.radius[p]);
    }
    return radius;
}

template <int D>
double box_volume(const Parts<D>& parts, const std::vector<char>& outside) {
    constexpr double far = std::numeric_limits<double>::infinity();
    Vec<D> low, high;
    for (int k = 0; k < D; ++k) low[k] = far, high[k] = -far;
    const auto include = [&](const Vec<D>& x, double radius) {
        for (int k = 0; k < D; ++k) {
            low[k] = std::min(low[k], x[k] - radius);
            high[k] = std::max(high[k], x[k] + radius);
        }
    };
    for (int p = 0; p < parts.size(); ++p) {
        if (outside[static_cast<std::size_t>(parts.body[p])]) continue;
        if (parts.kind[p] == PartKind::ball) include(parts.centre[p], parts.radius[p]);
        if (!parts.is_convex(p)) continue;
        const int s = parts.solid[p];
        for (const Vec<D>& vertex : parts.solids.vertices(s))
            include(parts.solids.origin[s] + parts.solids.turn[s] * vertex, 0.0);
    }
    double volume = 1.0;
    for (int k = 0; k < D; ++k) volume *= std::max(0.0, high[k] - low[k]);
    return volume;
}

template <int D>
double reference_speed(const World<D>& world, const MapState<D>& free, double h) {
    if (!(world.gravity == Vec<D>{})) return h * norm(world.gravity);
    double largest = 0.0;
    for (const Twist<D>& t : free.body) largest = std::max(largest, norm(t.v));
    for (const Vec<D>& v : free.dof) largest = std::max(largest, norm(v));
    return largest;
}

/// Of degrees of freedom of compliant bodies: those of deformable ones, then of a cell, l L column by column. `state.free` has what impulses did to them.
template <int D>
void add_free_velocities(const World<D>& world, StaticState<D>& state) {
    const std::vector<Vec<D>> by_impulses = std::move(state.free.dof);
    state.free.dof.clear();
    add_gripped_velocities(world, state.free.dof, state.solved.dof);
    const Mat<D> L = velocity_gradient(world);
    const std::size_t gripped = state.solved.dof.size();
    for (std::size_t k = gripped; k < by_impulses.size(); ++k) {
        Vec<D> column;
        const int j = static_cast<int>(k - gripped);
        for (int i = 0; i < D; ++i) column[i] = world.cell_model.length * L[i][j];
        state.solved.dof.push_back(column);
        state.free.dof.push_back(column - by_impulses[k]);
    }
}

}  // namespace

template <int D>
StaticState<D> static_state(const World<D>& world, double h) {
    assert(h > 0.0 && world.impulse.size() == world.problem.b.size());
    StaticState<D> state{.world = world,
                         .h = h,
                         .outside = {},
                         .supports = {},
                         .radius = radii(world),
                         .free = velocities_of(world.problem, world.impulse, world.moment),
                         .solved = {},
                         .reference_speed = 0.0,
                         .volume = 0.0};
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    // A plane or a drum that may move is a wall that presses, not a grain.
    for (int i = 0; i < bodies.size(); ++i)
        state.outside.push_back((world.mobile[i] < 0 && matter.freedom[i] != Freedom::elastic) ||
                                state.radius[static_cast<std::size_t>(i)] == 0.0);
    state.volume = world.cell_model.is_there ? world.parts.space.volume() : box_volume(world.parts, state.outside);
    state.solved.body.resize(state.free.body.size());
    add_free_velocities(world, state);
    for (int i = 0; i < bodies.size(); ++i) {
        if (world.mobile[i] < 0) continue;
        const auto row = static_cast<std::size_t>(world.mobile[i]);
        state.solved.body[row] = bodies.velocity[i];
        state.free.body[row] = {bodies.velocity[i].v - state.free.body[row].v,
                                bodies.velocity[i].w - state.free.body[row].w};
    }
    state.reference_speed = reference_speed(world, state.free, h);
    for (const ContactPoint<D>& c : world.contacts.point) {
        for (const int body : {world.parts.body[c.a], world.parts.body[c.b]}) {
            // A held rotation is enough to be listed: its resultant may be asked for.
            const bool driven =
                std::find(world.driven.begin(), world.driven.end(), body) != world.driven.end();
            if (driven || state.outside[static_cast<std::size_t>(body)]) state.supports.push_back(body);
        }
    }
    std::sort(state.supports.begin(), state.supports.end());
    state.supports.erase(std::unique(state.supports.begin(), state.supports.end()), state.supports.end());
    return state;
}

template <int D>
Macroscopic<D> macroscopic(const StaticState<D>& state, const ForceSample<D>& sample) {
    const World<D>& world = state.world;
    const RigidProblem<D>& problem = world.problem;
    Macroscopic<D> out;
    out.force.resize(state.supports.size());
    out.torque.resize(state.supports.size());
    const auto give = [&](int body, const Vec<D>& arm, const Vec<D>& f, const Spin<D>& m) {
        if (state.outside[static_cast<std::size_t>(body)]) {
            out.total += f;
        } else {
            for (int i = 0; i < D; ++i) {
                for (int j = 0; j < D; ++j) out.stress[i][j] -= arm[i] * f[j];
            }
        }
        const auto at = std::lower_bound(state.supports.begin(), state.supports.end(), body);
        if (at == state.supports.end() || *at != body) return;
        const auto k = static_cast<std::size_t>(at - state.supports.begin());
        out.force[k] += f;
        out.torque[k] += moment(arm, f) + m;
    };
    std::size_t turning = 0;
    for (std::size_t c = 0; c < sample.r.size(); ++c) {
        const ContactArms<D>& arms = problem.W.contact[c];
        const Vec<D> f = (1.0 / state.h) * transpose_times(arms.frame, sample.r[c]);
        Spin<D> m{};
        if (turning < sample.m.size() && problem.turning[turning].contact == static_cast<int>(c))
            m = (1.0 / state.h) * from_frame(arms.frame, sample.m[turning++]);
        give(world.parts.body[world.contacts.point[c].a], arms.arm_a, -f, -m);
        give(world.parts.body[world.contacts.point[c].b], arms.arm_b, f, m);
    }
    for (int i = 0; i < D; ++i)
        out.stress[i] = (state.volume > 0.0 ? 1.0 / state.volume : 0.0) * out.stress[i];

    const MapState<D> V = velocities_of(problem, sample.r, sample.m);
    const auto see = [&](double speed, double change) {
        out.fastest = std::max(out.fastest, speed / state.reference_speed);
        out.change = std::max(out.change, change / state.reference_speed);
    };
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.mobile[i] < 0 || !(state.reference_speed > 0.0)) continue;
        const auto row = static_cast<std::size_t>(world.mobile[i]);
        const Twist<D>& solved = state.solved.body[row];
        const Twist<D> now{state.free.body[row].v + V.body[row].v, state.free.body[row].w + V.body[row].w};
        const double R = state.radius[static_cast<std::size_t>(i)];
        see(norm(now.v) + R * norm(now.w), norm(now.v - solved.v) + R * norm(now.w - solved.w));
    }
    for (std::size_t k = 0; k < V.dof.size() && state.reference_speed > 0.0; ++k) {
        const Vec<D> now = state.free.dof[k] + V.dof[k];
        see(norm(now), norm(now - state.solved.dof[k]));
    }
    return out;
}

template StaticState<2> static_state(const World<2>&, double);
template StaticState<3> static_state(const World<3>&, double);
template Macroscopic<2> macroscopic(const StaticState<2>&, const ForceSample<2>&);
template Macroscopic<3> macroscopic(const StaticState<3>&, const ForceSample<3>&);

}  // namespace drystone
