#include "solvers/compliant_sweep.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "laws/local_solve.h"

namespace drystone {

namespace {

constexpr std::size_t work_worth_a_thread = 30000;  // products: some microseconds
constexpr std::size_t compliant_chunk = 256;                  // contacts per partial sum of a residual
constexpr std::size_t most_in_a_joint = 64;         // contacts that know each other by blocks
constexpr std::size_t none = static_cast<std::size_t>(-1);

}  // namespace

template <int D>
std::span<const Grip<D>> CompliantSweep<D>::grips(const ContactArms<D>& arms) const {
    return std::span(problem_.W.grip).subspan(static_cast<std::size_t>(arms.first_grip), static_cast<std::size_t>(arms.grips));
}

template <int D>
void CompliantSweep<D>::list_moments() {
    s_.turning.assign(problem_.b.size(), -1);
    for (std::size_t k = 0; k < problem_.turning.size(); ++k)
        s_.turning[static_cast<std::size_t>(problem_.turning[k].contact)] = static_cast<int>(k);
}

template <int D>
CompliantContact<D> CompliantSweep<D>::packed(int i) const {
    CompliantContact<D> c;
    c.arms = problem_.W.contact[i];
    c.W = problem_.W.diagonal(i);
    c.b = problem_.b[i] + problem_.law[i].velocity_shift;
    c.law = problem_.law[i];
    c.rho = step_length(c.W);
    c.turning = s_.turning[static_cast<std::size_t>(i)];
    if (c.turning < 0) return c;
    c.spin_W = problem_.W.spin_diagonal(i);
    c.spin_b = problem_.turning[static_cast<std::size_t>(c.turning)].b;
    c.spin_rho = step_length(c.spin_W);
    c.per_square = c.spin_rho > 0.0 ? c.rho / c.spin_rho : 0.0;
    return c;
}

/// Where the columns of each grip are, and how much a joint has to do.
template <int D>
void CompliantSweep<D>::place_columns() {
    s_.grip.resize(problem_.W.grip.size());
    std::size_t end = 0, work = 0;
    for (const CompliantContact<D>& c : s_.contact) {
        const std::size_t columns = c.turning < 0 ? D : D + spin_dim<D>;
        for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
            const CompliantBody<D>& body = problem_.W.compliant[static_cast<std::size_t>(problem_.W.grip[g].body)];
            s_.grip[static_cast<std::size_t>(g)] = {end, body.rows(), body.first};
            end += columns * body.rows();
            work += columns * body.rows();
        }
    }
    s_.column.resize(end);
    const std::size_t joints = static_cast<std::size_t>(s_.plan.joints());
    grain_ = joints == 0 ? 1 : std::max<std::size_t>(1, work_worth_a_thread * joints / std::max<std::size_t>(1, work));
}

template <int D>
void CompliantSweep<D>::make_columns(std::size_t k) {
    const CompliantContact<D>& c = s_.contact[k];
    const int columns = c.turning < 0 ? D : D + spin_dim<D>;
    for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
        const Grip<D>& grip = problem_.W.grip[g];
        const GripColumns& at = s_.grip[static_cast<std::size_t>(g)];
        const CompliantBody<D>& body = problem_.W.compliant[static_cast<std::size_t>(grip.body)];
        double* column = s_.column.data() + at.first;
        std::fill_n(column, static_cast<std::size_t>(columns) * at.rows, 0.0);
        for (std::size_t l = 0; l < static_cast<std::size_t>(grip.count); ++l) {  // D answers lie side by side, as the columns do
            const double* answer = body.answer(grip.dof[l], 0);
            kernels_.add(column, answer, D * at.rows, &grip.weight[l], 1);
            for (int spin = D; spin < columns; ++spin) {
                const Vec<D> on_dof = turn(Spin<D>::axis(spin - D), grip.curl[l]);
                kernels_.add(column + static_cast<std::size_t>(spin) * at.rows, answer, at.rows, on_dof.c.data(), D);
            }
        }
    }
}

/// N_g^T C N of a grip's columns: velocity that the body gives at grip g for impulses at the grip of the columns, world axes.
template <int D>
Mat<D> CompliantSweep<D>::answer_at(int g, const GripColumns& at) const {
    Mat<D> W;
    for (int k = 0; k < D; ++k) {
        const double* column = s_.column.data() + at.first + static_cast<std::size_t>(k) * at.rows;
        const Vec<D> u = held_velocity(problem_.W.grip[static_cast<std::size_t>(g)], reinterpret_cast<const Vec<D>*>(column));
        for (int i = 0; i < D; ++i) W[i][k] = u[i];
    }
    return W;
}

template <int D>
void CompliantSweep<D>::find_hub() {
    hub_ = -1;
    for (std::size_t k = 0; k < problem_.W.compliant.size(); ++k) {
        if (problem_.W.compliant[k].hub) hub_ = static_cast<int>(k);
    }
    assert(hub_ < 0 || problem_.W.compliant[static_cast<std::size_t>(hub_)].count == D);
}

/// N^T C N of the hub.
template <int D>
Mat<D> CompliantSweep<D>::share_of_hub(const CompliantContact<D>& c) const {
    Mat<D> W{};
    for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
        if (!is_of_hub(g)) continue;
        W = W + answer_at(g, s_.grip[static_cast<std::size_t>(g)]);
    }
    return c.arms.frame * W * transpose(c.arms.frame);
}

/// Every contact answers for all that are visited before the hub is told.
template <int D>
void CompliantSweep<D>::stand_for_all() {
    const auto stand = [&](int first_joint, int last_joint) {
        const auto begin = static_cast<std::size_t>(s_.plan.joint_start[static_cast<std::size_t>(first_joint)]);
        const auto end = static_cast<std::size_t>(s_.plan.joint_start[static_cast<std::size_t>(last_joint)]);
        for (std::size_t k = begin; k < end; ++k)
            s_.contact[k].W = s_.contact[k].W + static_cast<double>(end - begin - 1) * share_of_hub(s_.contact[k]);
    };
    for (int colour = 0; colour < s_.plan.colours(); ++colour)
        stand(s_.plan.colour_start[static_cast<std::size_t>(colour)],
              s_.plan.colour_start[static_cast<std::size_t>(colour) + 1]);
    for (int joint = s_.plan.serial_start; joint < s_.plan.joints(); ++joint) stand(joint, joint + 1);
}

/// The hub hears of what contacts begin .. end have become.
template <int D>
void CompliantSweep<D>::tell_hub(std::size_t begin, std::size_t end) {
    if (hub_ < 0) return;
    const CompliantBody<D>& hub = problem_.W.compliant[static_cast<std::size_t>(hub_)];
    const HubPull<D> pulls = pool_.sum_in_order(end - begin, compliant_chunk, s_.pulls, [&](std::size_t from, std::size_t to) {
        HubPull<D> part;
        for (std::size_t k = begin + from; k < begin + to; ++k) {
            const CompliantContact<D>& c = s_.contact[k];
            if (c.r == s_.known[k]) continue;
            const Vec<D> f = transpose_times(c.arms.frame, c.r - s_.known[k]);
            s_.known[k] = c.r;
            for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
                if (!is_of_hub(g)) continue;
                const Grip<D>& grip = problem_.W.grip[g];
                for (std::size_t l = 0; l < static_cast<std::size_t>(grip.count); ++l)
                    part.f[static_cast<std::size_t>(grip.dof[l])] += grip.weight[l] * f;
            }
        }
        return part;
    });
    for (int a = 0; a < hub.count; ++a)
        kernels_.add(s_.v[static_cast<std::size_t>(hub.first)].c.data(), hub.answer(a, 0), hub.rows(),
                     pulls.f[static_cast<std::size_t>(a)].c.data(), D);
}

template <int D>
void CompliantSweep<D>::pack(bool one_by_one) {
    s_.contact.clear();
    if (s_.chosen.empty()) return;
    list_moments();
    find_hub();
    const int as_owner = hub_ < 0 ? -1 : static_cast<int>(problem_.W.body.size()) + hub_;
    s_.owner.resize(s_.chosen.size());
    for (std::size_t k = 0; k < s_.chosen.size(); ++k) {
        s_.owner[k] = owners_of(problem_.W, s_.chosen[k]);
        std::replace(s_.owner[k].begin(), s_.owner[k].end(), as_owner, -1);
    }
    make_joint_plan(s_.chosen, s_.owner, static_cast<int>(problem_.W.body.size() + problem_.W.compliant.size()), s_.plan);
    s_.contact.resize(s_.chosen.size());
    for (std::size_t k = 0; k < size(); ++k) s_.contact[k] = packed(number(k));
    place_columns();
    pool_.for_ranges(size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) make_columns(k);
    });
    if (hub_ >= 0) {
        s_.known.assign(size(), {});
        if (!one_by_one) stand_for_all();
    }
    s_.prepared.clear();
    for (const CompliantContact<D>& c : s_.contact) s_.prepared.emplace_back(c.law, c.W);
    place_joints();
    pool_.for_ranges(s_.joint_first.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t joint = begin; joint < end; ++joint) make_joint(joint);
    });
    s_.v.assign(static_cast<std::size_t>(problem_.W.dofs()), {});
    s_.f.resize(s_.v.size());
}

template <int D>
Vec<D> CompliantSweep<D>::velocity(const CompliantContact<D>& c, const std::vector<SweepBody<D>>& bodies) const {
    const ContactArms<D>& arms = c.arms;
    Vec<D> u{};
    if (arms.body_b >= 0) u += bodies[arms.body_b].v + turn(bodies[arms.body_b].w, arms.arm_b);
    if (arms.body_a >= 0) u -= bodies[arms.body_a].v + turn(bodies[arms.body_a].w, arms.arm_a);
    for (int g = arms.first_grip; g < arms.first_grip + arms.grips; ++g)
        u += held_velocity(problem_.W.grip[g], s_.v.data() + s_.grip[static_cast<std::size_t>(g)].dof);
    return c.b + arms.frame * u;
}

template <int D>
Spin<D> CompliantSweep<D>::spin(const CompliantContact<D>& c, const std::vector<SweepBody<D>>& bodies) const {
    const ContactArms<D>& arms = c.arms;
    Spin<D> w{};
    if (arms.body_b >= 0) w += bodies[arms.body_b].w;
    if (arms.body_a >= 0) w -= bodies[arms.body_a].w;
    for (int g = arms.first_grip; g < arms.first_grip + arms.grips; ++g)
        w += held_spin(problem_.W.grip[g], s_.v.data() + s_.grip[static_cast<std::size_t>(g)].dof);
    return c.spin_b + to_frame(arms.frame, w);
}

template <int D>
void CompliantSweep<D>::give_bodies(const ContactArms<D>& arms, const Vec<D>& f, const Spin<D>& m,
                                    std::vector<SweepBody<D>>& bodies) const {
    if (const int i = arms.body_a; i >= 0) {
        bodies[i].v -= problem_.W.body[i].inverse_mass * f;
        bodies[i].w -= problem_.W.body[i].inverse_inertia * (moment(arms.arm_a, f) + m);
    }
    if (const int i = arms.body_b; i >= 0) {
        bodies[i].v += problem_.W.body[i].inverse_mass * f;
        bodies[i].w += problem_.W.body[i].inverse_inertia * (moment(arms.arm_b, f) + m);
    }
}

/// v += columns first .. first + count of the contact's grips times `by`, but of the hub.
template <int D>
void CompliantSweep<D>::push(const CompliantContact<D>& c, const double* by, int first, int count) {
    for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
        if (is_of_hub(g)) continue;
        const GripColumns& at = s_.grip[static_cast<std::size_t>(g)];
        kernels_.add(s_.v[static_cast<std::size_t>(at.dof)].c.data(),
                     s_.column.data() + at.first + static_cast<std::size_t>(first) * at.rows, at.rows, by, count);
    }
}

template <int D>
void CompliantSweep<D>::visit_impulse(std::size_t k, std::vector<SweepBody<D>>& bodies) {
    CompliantContact<D>& c = s_.contact[k];
    const Vec<D> q = velocity(c, bodies) - c.W * c.r;
    const Vec<D> r = s_.prepared[k].solve(q), dr = r - c.r;
    if (dr == Vec<D>{}) return;
    c.r = r;
    const Vec<D> f = transpose_times(c.arms.frame, dr);
    give_bodies(c.arms, f, Spin<D>{}, bodies);
    push(c, f.c.data(), 0, D);
}

template <int D>
void CompliantSweep<D>::visit_moment(CompliantContact<D>& c, std::vector<SweepBody<D>>& bodies) {
    const Spin<D> q = spin(c, bodies) - c.spin_W * c.m;
    const Spin<D> m = solve_turning(c.law.turning, c.r[0] + c.law.tension, c.spin_W, q, c.m), dm = m - c.m;
    if (dm == Spin<D>{}) return;
    c.m = m;
    const Spin<D> given = from_frame(c.arms.frame, dm);
    give_bodies(c.arms, Vec<D>{}, given, bodies);
    push(c, given.c.data(), D, spin_dim<D>);
}

template <int D>
void CompliantSweep<D>::visit(std::size_t k, std::vector<SweepBody<D>>& bodies) {
    visit_impulse(k, bodies);
    if (s_.contact[k].turning >= 0) visit_moment(s_.contact[k], bodies);
}

template <int D>
void CompliantSweep<D>::visit_alone(std::size_t k, std::vector<SweepBody<D>>& bodies) {
    visit(k, bodies);
    tell_hub(k, k + 1);
}

/// A visit to all contacts of a joint. Between themselves they know each other by blocks, so that several rounds cost little more than one:
/// only what comes of them is pushed through the bodies. A wall of 210 meshed bricks takes 300 sweeps instead of 1900.
template <int D>
void CompliantSweep<D>::visit_joint(int joint, std::vector<SweepBody<D>>& bodies) {
    constexpr int rounds = 8;
    constexpr double settled = 0.1;  // of |dr|^2 of the first round
    const std::size_t begin = static_cast<std::size_t>(s_.plan.joint_start[static_cast<std::size_t>(joint)]);
    const std::size_t n = static_cast<std::size_t>(s_.plan.joint_start[static_cast<std::size_t>(joint) + 1]) - begin;
    const std::size_t first = s_.joint_first[static_cast<std::size_t>(joint)];
    if (first == none) {
        for (std::size_t k = begin; k < begin + n; ++k) visit(k, bodies);
        return;
    }
    std::array<Vec<D>, most_in_a_joint> u, was;
    for (std::size_t i = 0; i < n; ++i) {
        u[i] = velocity(s_.contact[begin + i], bodies);
        was[i] = s_.contact[begin + i].r;
    }
    double moved_at_first = 0.0;
    for (int round = 0; round < rounds; ++round) {
        double moved = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            CompliantContact<D>& c = s_.contact[begin + i];
            const Vec<D> r = s_.prepared[begin + i].solve(u[i] - c.W * c.r), dr = r - c.r;
            if (dr == Vec<D>{}) continue;
            c.r = r;
            moved += dot(dr, dr);
            const Mat<D>* W = s_.joint_W.data() + first + i * n;
            for (std::size_t j = 0; j < n; ++j) u[j] += W[j] * dr;
        }
        if (round == 0) moved_at_first = moved;
        if (!(moved > settled * moved_at_first)) break;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const CompliantContact<D>& c = s_.contact[begin + i];
        const Vec<D> dr = c.r - was[i];
        if (dr == Vec<D>{}) continue;
        const Vec<D> f = transpose_times(c.arms.frame, dr);
        give_bodies(c.arms, f, Spin<D>{}, bodies);
        push(c, f.c.data(), 0, D);
    }
}

/// Room for the blocks of every joint of several contacts without moments.
template <int D>
void CompliantSweep<D>::place_joints() {
    s_.joint_first.assign(static_cast<std::size_t>(s_.plan.joints()), none);
    std::size_t end = 0;
    for (std::size_t joint = 0; joint < s_.joint_first.size(); ++joint) {
        const std::size_t begin = static_cast<std::size_t>(s_.plan.joint_start[joint]);
        const std::size_t n = static_cast<std::size_t>(s_.plan.joint_start[joint + 1]) - begin;
        bool turns = false;
        for (std::size_t k = begin; k < begin + n; ++k) turns = turns || s_.contact[k].turning >= 0;
        if (n < 2 || n > most_in_a_joint || turns) continue;
        s_.joint_first[joint] = end;
        end += n * n;
    }
    s_.joint_W.resize(end);
}

/// joint_W[first + i n + j]: velocity of contact j for impulses on contact i.
template <int D>
void CompliantSweep<D>::make_joint(std::size_t joint) {
    if (s_.joint_first[joint] == none) return;
    const std::size_t begin = static_cast<std::size_t>(s_.plan.joint_start[joint]);
    const std::size_t n = static_cast<std::size_t>(s_.plan.joint_start[joint + 1]) - begin;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            s_.joint_W[s_.joint_first[joint] + i * n + j] = between(s_.contact[begin + j].arms, s_.contact[begin + i].arms);
    }
}

/// Velocity at contact i for impulses on contact j of the same joint, contact frames.
template <int D>
Mat<D> CompliantSweep<D>::between(const ContactArms<D>& i, const ContactArms<D>& j) const {
    Mat<D> W;  // world axes
    for (int component = 0; component < D; ++component) {
        const Vec<D> f = Vec<D>::axis(component);
        Vec<D> u{};
        const auto add = [&](int body, const Vec<D>& arm_i, int other, const Vec<D>& arm_j, double sign) {
            if (body < 0 || body != other) return;
            const MobileBody<D>& own = problem_.W.body[static_cast<std::size_t>(body)];
            u += sign * (own.inverse_mass * f + turn(own.inverse_inertia * moment(arm_j, f), arm_i));
        };
        add(i.body_a, i.arm_a, j.body_a, j.arm_a, 1.0);
        add(i.body_b, i.arm_b, j.body_b, j.arm_b, 1.0);
        add(i.body_a, i.arm_a, j.body_b, j.arm_b, -1.0);
        add(i.body_b, i.arm_b, j.body_a, j.arm_a, -1.0);
        for (int k = 0; k < D; ++k) W[k][component] = u[k];
    }
    for (int g = i.first_grip; g < i.first_grip + i.grips; ++g) {
        for (int other = j.first_grip; other < j.first_grip + j.grips; ++other) {
            if (problem_.W.grip[g].body == problem_.W.grip[other].body)
                W = W + answer_at(g, s_.grip[static_cast<std::size_t>(other)]);
        }
    }
    return i.frame * W * transpose(j.frame);
}

/// Calls work(joint) for every joint: colours on all threads, then the others one by one; between(first, last contact) after each of these.
template <int D>
template <class Work, class Between>
void CompliantSweep<D>::for_joints(const Work& work, const Between& between) {
    const JointPlan& plan = s_.plan;
    const auto run = [&](int begin, int end) {
        for (int joint = begin; joint < end; ++joint) work(joint);
    };
    const auto done = [&](int begin, int end) {
        between(static_cast<std::size_t>(plan.joint_start[static_cast<std::size_t>(begin)]),
                static_cast<std::size_t>(plan.joint_start[static_cast<std::size_t>(end)]));
    };
    for (int colour = 0; colour < plan.colours(); ++colour) {
        const int first = plan.colour_start[static_cast<std::size_t>(colour)];
        const int joints = plan.colour_start[static_cast<std::size_t>(colour) + 1] - first;
        pool_.for_ranges(static_cast<std::size_t>(joints), grain_, [&](std::size_t begin, std::size_t end) {
            run(first + static_cast<int>(begin), first + static_cast<int>(end));
        });
        done(first, first + joints);
    }
    for (int joint = plan.serial_start; joint < plan.joints(); ++joint) {
        work(joint);
        done(joint, joint + 1);
    }
}

template <int D>
void CompliantSweep<D>::sweep(std::vector<SweepBody<D>>& bodies) {
    if (empty()) return;
    for_joints([&](int joint) { visit_joint(joint, bodies); },
               [&](std::size_t begin, std::size_t end) { tell_hub(begin, end); });
}

template <int D>
void CompliantSweep<D>::give_dofs(const CompliantContact<D>& c) {
    const Vec<D> f = transpose_times(c.arms.frame, c.r);
    const Spin<D> m = from_frame(c.arms.frame, c.m);
    for (int g = c.arms.first_grip; g < c.arms.first_grip + c.arms.grips; ++g) {
        if (is_of_hub(g)) continue;
        const Grip<D>& grip = problem_.W.grip[g];
        for (std::size_t l = 0; l < static_cast<std::size_t>(grip.count); ++l)
            s_.f[static_cast<std::size_t>(s_.grip[static_cast<std::size_t>(g)].dof + grip.dof[l])] += pull(grip, l, f, m);
    }
}

template <int D>
void CompliantSweep<D>::refresh(std::vector<SweepBody<D>>& bodies) {
    if (empty()) return;
    std::fill(s_.f.begin(), s_.f.end(), Vec<D>{});
    const auto give = [&](int joint) {
        const std::size_t j = static_cast<std::size_t>(joint), end = static_cast<std::size_t>(s_.plan.joint_start[j + 1]);
        for (std::size_t k = static_cast<std::size_t>(s_.plan.joint_start[j]); k < end; ++k) {
            const CompliantContact<D>& c = s_.contact[k];
            give_bodies(c.arms, transpose_times(c.arms.frame, c.r), from_frame(c.arms.frame, c.m), bodies);
            give_dofs(c);
        }
    };
    for_joints(give, [](std::size_t, std::size_t) {});
    pool_.for_ranges(problem_.W.compliant.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const CompliantBody<D>& body = problem_.W.compliant[k];
            std::fill_n(s_.v.begin() + body.first, body.count, Vec<D>{});
            for (int a = 0; a < body.count; ++a)
                kernels_.add(s_.v[static_cast<std::size_t>(body.first)].c.data(), body.answer(a, 0), body.rows(),
                             s_.f[static_cast<std::size_t>(body.first + a)].c.data(), D);
        }
    });
    if (hub_ < 0) return;
    std::fill(s_.known.begin(), s_.known.end(), Vec<D>{});
    tell_hub(0, size());
}

template <int D>
ResidualSums CompliantSweep<D>::residual(const std::vector<SweepBody<D>>& bodies) {
    return pool_.sum_in_order(size(), compliant_chunk, s_.partial, [&](std::size_t begin, std::size_t end) {
        ResidualSums part;
        for (std::size_t k = begin; k < end; ++k) {
            const CompliantContact<D>& c = s_.contact[k];
            const Vec<D> e = natural_map(c.law, c.r, velocity(c, bodies), c.rho);
            part += {dot(e, e), dot(c.r, c.r), 0.0};
            if (c.turning < 0) continue;
            const Spin<D> turned =
                turning_map(c.law.turning, c.r[0] + c.law.tension, c.m, spin(c, bodies), c.spin_rho);
            part += {c.per_square * dot(turned, turned), c.per_square * dot(c.m, c.m), 0.0};
        }
        return part;
    });
}

template <int D>
double CompliantSweep<D>::free() const {
    double sum = 0.0;
    for (std::size_t k = 0; k < size(); ++k) {
        const CompliantContact<D>& c = s_.contact[k];
        const Vec<D>& b = problem_.b[static_cast<std::size_t>(number(k))];
        sum += c.rho * c.rho * dot(b, b);
        if (c.turning < 0) continue;
        const Spin<D> free = problem_.turning[static_cast<std::size_t>(c.turning)].free();
        sum += c.per_square * c.spin_rho * c.spin_rho * dot(free, free);
    }
    return sum;
}

template class CompliantSweep<2>;
template class CompliantSweep<3>;

}  // namespace drystone
