#include "solvers/nlgs_sweep.h"

#include <algorithm>
#include <cmath>

#include "laws/local_solve.h"

namespace drystone {

namespace {

// Letters as in docs/theory.md section 5: r impulse, u velocity (b included), n normal, mu friction.

constexpr std::size_t grain = 2048;  // contacts of a colour below which waking the team costs more than it saves
constexpr std::size_t chunk = 2048;  // contacts per partial sum of a residual

template <int D>
Vec<D> velocity(const RoundContact<D>& c, const SweepBody<D>& a, const SweepBody<D>& b) {
    return c.b + (b.v - a.v) - turn(c.arm_b * b.w + c.arm_a * a.w, c.n);
}

template <int D>
void add(const RoundContact<D>& c, const Vec<D>& dr, std::vector<SweepBody<D>>& bodies) {
    const int nobody = static_cast<int>(bodies.size()) - 1;
    const Spin<D> turning = moment(c.n, dr);
    if (c.body_a != nobody) {
        SweepBody<D>& a = bodies[c.body_a];
        a.v -= a.inverse_mass * dr;
        a.w -= (a.inverse_inertia * c.arm_a) * turning;
    }
    if (c.body_b != nobody) {
        SweepBody<D>& b = bodies[c.body_b];
        b.v += b.inverse_mass * dr;
        b.w -= (b.inverse_inertia * c.arm_b) * turning;
    }
}

/// Brendel (1.30): normal and tangential parts do not couple, so clipping the sticking impulse is exact here.
template <int D>
void visit(RoundContact<D>& c, const std::vector<MobileBody<D>>&, std::vector<SweepBody<D>>& bodies) {
    const Vec<D> u = velocity(c, bodies[c.body_a], bodies[c.body_b]);
    const double u_n = dot(c.n, u), r_n = dot(c.n, c.r);

    const double normal = std::max(0.0, r_n - c.k_n * u_n);
    const Vec<D> stick = (c.r - r_n * c.n) - c.k_t * (u - u_n * c.n);
    const double limit = c.mu * normal, size2 = dot(stick, stick);
    const double keep = size2 > limit * limit ? limit / std::sqrt(size2) : 1.0;

    const Vec<D> r = normal * c.n + keep * stick;
    const Vec<D> dr = r - c.r;
    c.r = r;
    add(c, dr, bodies);
}

template <int D>
double step_length(const RoundContact<D>& c) {
    return D / (1.0 / c.k_n + (D - 1) / c.k_t);
}

template <int D>
ResidualSums share(const RoundContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    const Vec<D> v = velocity(c, bodies[c.body_a], bodies[c.body_b]);
    const double rho = step_length(c);
    const double v_n = dot(c.n, v);
    const Vec<D> v_t = v - v_n * c.n;

    // project_on_cone() with the cone's axis along n.
    const Vec<D> s = c.r - rho * (v + (c.mu * norm(v_t)) * c.n);
    const double s_n = dot(c.n, s);
    const Vec<D> s_t = s - s_n * c.n;
    const double slip = norm(s_t);
    Vec<D> e = c.r;
    if (!(c.mu * slip <= -s_n)) {
        if (slip <= c.mu * s_n) {
            e -= s;
        } else {
            const double normal = (s_n + c.mu * slip) / (1.0 + c.mu * c.mu);
            e -= normal * c.n + (c.mu * normal / slip) * s_t;
        }
    }
    return {dot(e, e), dot(c.r, c.r), 0.0};
}

template <int D>
Vec<D> velocity(const FullContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    Vec<D> u{};
    if (c.arms.body_b >= 0) u += bodies[c.arms.body_b].v + turn(bodies[c.arms.body_b].w, c.arms.arm_b);
    if (c.arms.body_a >= 0) u -= bodies[c.arms.body_a].v + turn(bodies[c.arms.body_a].w, c.arms.arm_a);
    return c.b + c.arms.frame * u;
}

template <int D>
void add(const FullContact<D>& c, const std::vector<MobileBody<D>>& inertia, const Vec<D>& dr,
         std::vector<SweepBody<D>>& bodies) {
    const Vec<D> f = transpose_times(c.arms.frame, dr);
    if (const int i = c.arms.body_a; i >= 0) {
        bodies[i].v -= inertia[i].inverse_mass * f;
        bodies[i].w -= inertia[i].inverse_inertia * moment(c.arms.arm_a, f);
    }
    if (const int i = c.arms.body_b; i >= 0) {
        bodies[i].v += inertia[i].inverse_mass * f;
        bodies[i].w += inertia[i].inverse_inertia * moment(c.arms.arm_b, f);
    }
}

template <int D>
void visit(FullContact<D>& c, const std::vector<MobileBody<D>>& inertia, std::vector<SweepBody<D>>& bodies) {
    const Vec<D> q = velocity(c, bodies) - c.W * c.r;
    const Vec<D> r = solve_local(c.law, c.W, q);
    const Vec<D> dr = r - c.r;
    c.r = r;
    add(c, inertia, dr, bodies);
}

template <int D>
Spin<D> spin(const TurningContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    Spin<D> w{};
    if (c.body_b >= 0) w += bodies[c.body_b].w;
    if (c.body_a >= 0) w -= bodies[c.body_a].w;
    return c.b + to_frame(c.frame, w);
}

template <int D>
void add(const TurningContact<D>& c, const std::vector<MobileBody<D>>& inertia, const Spin<D>& dm,
         std::vector<SweepBody<D>>& bodies) {
    const Spin<D> world = from_frame(c.frame, dm);
    if (c.body_a >= 0) bodies[c.body_a].w -= inertia[c.body_a].inverse_inertia * world;
    if (c.body_b >= 0) bodies[c.body_b].w += inertia[c.body_b].inverse_inertia * world;
}

template <int D>
void visit(TurningContact<D>& c, double s_n, const std::vector<MobileBody<D>>& inertia,
           std::vector<SweepBody<D>>& bodies) {
    const Spin<D> q = spin(c, bodies) - c.W * c.m;
    const Spin<D> m = solve_turning(c.law, s_n, c.W, q, c.m);
    const Spin<D> dm = m - c.m;
    c.m = m;
    add(c, inertia, dm, bodies);
}

template <int D>
RoundContact<D> pack_round(const ContactArms<D>& arms, const Vec<D>& b, double mu, const std::vector<SweepBody<D>>& bodies) {
    const int nobody = static_cast<int>(bodies.size()) - 1;
    RoundContact<D> c;
    c.n = arms.frame[0];
    c.b = transpose_times(arms.frame, b);
    c.mu = mu;
    c.body_a = arms.body_a >= 0 ? arms.body_a : nobody;
    c.body_b = arms.body_b >= 0 ? arms.body_b : nobody;
    c.arm_a = arms.body_a >= 0 ? dot(c.n, arms.arm_a) : 0.0;
    c.arm_b = arms.body_b >= 0 ? -dot(c.n, arms.arm_b) : 0.0;
    const SweepBody<D>&pa = bodies[c.body_a], &pb = bodies[c.body_b];
    const double w_n = pa.inverse_mass + pb.inverse_mass;
    c.k_n = 1.0 / w_n;
    c.k_t = 1.0 / (w_n + c.arm_a * c.arm_a * pa.inverse_inertia + c.arm_b * c.arm_b * pb.inverse_inertia);
    return c;
}

/// Asks for the bodies of a contact some visits ahead: their rows lie anywhere, and no hardware guesses them.
template <int D>
void prefetch_bodies(const RoundContact<D>& c, const std::vector<SweepBody<D>>& bodies) {
    __builtin_prefetch(&bodies[c.body_a], 1);
    __builtin_prefetch(&bodies[c.body_b], 1);
}

template <class Contact, int D>
void prefetch_bodies(const Contact&, const std::vector<SweepBody<D>>&) {}

/// Calls work(contact) for all packed contacts, colour by colour, a colour's contacts on all threads.
template <class Contact, class Bodies, class Work>
void for_colours(Packed<Contact>& packed, const Bodies& bodies, ThreadPool& pool, const Work& work) {
    constexpr std::size_t ahead = 8;
    const std::size_t groups = packed.start.size() - 1;
    for (std::size_t g = 0; g < groups; ++g) {
        Contact* first = packed.contact.data() + packed.start[g];
        const std::size_t count = static_cast<std::size_t>(packed.start[g + 1] - packed.start[g]);
        const bool serial = g + 1 == groups;
        pool.for_ranges(count, serial ? count : grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (i + ahead < end) prefetch_bodies(first[i + ahead], bodies);
                work(first[i]);
            }
        });
    }
}

/// How many groups precede each packed kind's contacts: counts per group, then where each group starts.
template <class Contact>
void resize_groups(Packed<Contact>& packed, int groups) {
    packed.start.assign(static_cast<std::size_t>(groups) + 1, 0);
    packed.contact.clear();
    packed.origin.clear();
}

}  // namespace

template <int D>
BodySweep<D>::BodySweep(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool, NlgsScratch<D>& scratch)
    : problem_(problem), order_(order), pool_(pool), s_(scratch) {
    s_.pairs.resize(problem.b.size());
    for (std::size_t i = 0; i < s_.pairs.size(); ++i) {
        s_.pairs[i] = {problem.W.contact[i].body_a, problem.W.contact[i].body_b};
    }
    const std::size_t bodies = problem.W.body.size();
    colour_contacts(s_.pairs, static_cast<int>(bodies), s_.colouring);

    s_.body.assign(bodies + 1, {});
    for (std::size_t i = 0; i < bodies; ++i) {
        s_.body[i].inverse_mass = problem.W.body[i].inverse_mass[0][0];
        s_.body[i].inverse_inertia = problem.W.body[i].inverse_inertia[0][0];
    }
    pack();
    pack_turning();
    if (order_ != SweepOrder::coloured) s_.visit = s_.packed;
}

template <int D>
void BodySweep<D>::pack() {
    const Colouring& colours = s_.colouring;
    const int groups = colours.colours() + 1;
    resize_groups(s_.round, groups);
    resize_groups(s_.full, groups);
    s_.packed.resize(problem_.b.size());
    for (int g = 0; g < groups; ++g) {
        const int begin = g + 1 < groups ? colours.colour_start[g] : colours.serial_start;
        const int end = g + 1 < groups ? colours.colour_start[g + 1] : size();
        for (int k = begin; k < end; ++k) {
            const int i = colours.order[k];
            const ContactArms<D>& arms = problem_.W.contact[i];
            const LocalLaw<D>& law = problem_.law[i];
            const Vec<D> b = problem_.b[i] + law.velocity_shift;
            double rho = 0.0;
            if (arms.round && law.impulse_shift == 0.0) {
                s_.packed[i] = static_cast<int>(s_.round.contact.size());
                s_.round.contact.push_back(pack_round(arms, b, law.mu, s_.body));
                s_.round.origin.push_back(i);
                rho = step_length(s_.round.contact.back());
            } else {
                const Mat<D> W = problem_.W.diagonal(i);
                s_.packed[i] = ~static_cast<int>(s_.full.contact.size());
                rho = step_length(W);
                s_.full.contact.push_back({arms, W, b, {}, law, rho});
                s_.full.origin.push_back(i);
            }
            free_ += rho * rho * dot(problem_.b[i], problem_.b[i]);
        }
        s_.round.start[g + 1] = static_cast<int>(s_.round.contact.size());
        s_.full.start[g + 1] = static_cast<int>(s_.full.contact.size());
    }
}

template <int D>
void BodySweep<D>::pack_turning() {
    const Colouring& colours = s_.colouring;
    const int groups = colours.colours() + 1;
    resize_groups(s_.turning, groups);
    if (problem_.turning.empty()) return;

    // Contacts of a colour share no body, so neither do their moments: one stable pass per colour.
    for (int g = 0; g < groups; ++g) {
        const int colour = g + 1 < groups ? g : Colouring::most_colours;
        for (std::size_t k = 0; k < problem_.turning.size(); ++k) {
            const Turning<D>& turning = problem_.turning[k];
            const int i = turning.contact;
            if (colours.colour[i] != colour) continue;
            const ContactArms<D>& arms = problem_.W.contact[i];
            TurningContact<D> c;
            c.frame = arms.frame;
            c.W = problem_.W.spin_diagonal(i);
            c.b = turning.b;
            c.law = problem_.law[i].turning;
            c.impulse_shift = problem_.law[i].impulse_shift;
            c.rho = step_length(c.W);
            c.per_square = step_length(problem_.W.diagonal(i)) / c.rho;
            c.body_a = arms.body_a;
            c.body_b = arms.body_b;
            c.impulse = s_.packed[i];
            s_.turning.contact.push_back(c);
            s_.turning.origin.push_back(static_cast<int>(k));
            free_ += c.per_square * c.rho * c.rho * dot(c.b, c.b);
        }
        s_.turning.start[g + 1] = static_cast<int>(s_.turning.contact.size());
    }
}

template <int D>
double BodySweep<D>::normal_impulse(const TurningContact<D>& c) const {
    if (c.impulse < 0) return s_.full.contact[~c.impulse].r[0] + c.impulse_shift;
    const RoundContact<D>& round = s_.round.contact[c.impulse];
    return dot(round.n, round.r) + c.impulse_shift;
}

template <int D>
void BodySweep<D>::load(std::span<const Vec<D>> r, std::span<const Spin<D>> m) {
    for (std::size_t k = 0; k < s_.round.origin.size(); ++k) {
        const int i = s_.round.origin[k];
        s_.round.contact[k].r = transpose_times(problem_.W.contact[i].frame, r[i]);
    }
    for (std::size_t k = 0; k < s_.full.origin.size(); ++k) s_.full.contact[k].r = r[s_.full.origin[k]];
    for (std::size_t k = 0; k < s_.turning.origin.size(); ++k) s_.turning.contact[k].m = m[s_.turning.origin[k]];
}

template <int D>
void BodySweep<D>::load_zero() {
    for (RoundContact<D>& c : s_.round.contact) c.r = {};
    for (FullContact<D>& c : s_.full.contact) c.r = {};
    for (TurningContact<D>& c : s_.turning.contact) c.m = {};
}

template <int D>
void BodySweep<D>::store(std::span<Vec<D>> r, std::span<Spin<D>> m) const {
    for (std::size_t k = 0; k < s_.round.origin.size(); ++k) {
        const int i = s_.round.origin[k];
        r[i] = problem_.W.contact[i].frame * s_.round.contact[k].r;
    }
    for (std::size_t k = 0; k < s_.full.origin.size(); ++k) r[s_.full.origin[k]] = s_.full.contact[k].r;
    for (std::size_t k = 0; k < s_.turning.origin.size(); ++k) m[s_.turning.origin[k]] = s_.turning.contact[k].m;
}

template <int D>
void BodySweep<D>::sweep(Random& random) {
    const std::vector<MobileBody<D>>& inertia = problem_.W.body;
    if (order_ == SweepOrder::coloured) {
        for_colours(s_.round, s_.body, pool_, [&](RoundContact<D>& c) { visit(c, inertia, s_.body); });
        for_colours(s_.full, s_.body, pool_, [&](FullContact<D>& c) { visit(c, inertia, s_.body); });
        sweep_moments();
        return;
    }
    if (order_ == SweepOrder::random) random.shuffle(std::span<int>(s_.visit));
    for (const int k : s_.visit) {
        if (k >= 0) {
            visit(s_.round.contact[k], inertia, s_.body);
        } else {
            visit(s_.full.contact[~k], inertia, s_.body);
        }
    }
    sweep_moments();
}

template <int D>
void BodySweep<D>::sweep_moments() {
    for_colours(s_.turning, s_.body, pool_, [&](TurningContact<D>& c) {
        visit(c, normal_impulse(c), problem_.W.body, s_.body);
    });
}

template <int D>
void BodySweep<D>::refresh() {
    for (SweepBody<D>& body : s_.body) body.v = {}, body.w = {};
    for_colours(s_.round, s_.body, pool_, [&](const RoundContact<D>& c) { add(c, c.r, s_.body); });
    for_colours(s_.full, s_.body, pool_, [&](const FullContact<D>& c) { add(c, problem_.W.body, c.r, s_.body); });
    for_colours(s_.turning, s_.body, pool_, [&](const TurningContact<D>& c) { add(c, problem_.W.body, c.m, s_.body); });
}

template <int D>
ResidualSums BodySweep<D>::residual() {
    refresh();
    ResidualSums sums = pool_.sum_in_order(s_.round.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
        ResidualSums part;
        for (; i < end; ++i) part += share(s_.round.contact[i], s_.body);
        return part;
    });
    sums += pool_.sum_in_order(s_.full.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
        ResidualSums part;
        for (; i < end; ++i) {
            const FullContact<D>& c = s_.full.contact[i];
            const Vec<D> e = natural_map(c.law, c.r, velocity(c, s_.body), c.rho);
            part += {dot(e, e), dot(c.r, c.r), 0.0};
        }
        return part;
    });
    sums += pool_.sum_in_order(s_.turning.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
        ResidualSums part;
        for (; i < end; ++i) {
            const TurningContact<D>& c = s_.turning.contact[i];
            const Spin<D> e = turning_map(c.law, normal_impulse(c), c.m, spin(c, s_.body), c.rho);
            part += {c.per_square * dot(e, e), c.per_square * dot(c.m, c.m), 0.0};
        }
        return part;
    });
    sums.free = free_;
    return sums;
}

template class BodySweep<2>;
template class BodySweep<3>;

}  // namespace drystone
