#include "solvers/nlgs_sweep.h"

#include "solvers/nlgs_kernels.h"

namespace drystone {

namespace {

using namespace nlgs;

constexpr std::size_t grain =
    2048;  // contacts of a colour below which waking the team costs more than it saves
constexpr std::size_t chunk = 2048;  // contacts per partial sum of a residual

template <int D>
RoundContact<D> pack_round(const ContactArms<D>& arms, const Vec<D>& b, double mu,
                           const std::vector<SweepBody<D>>& bodies) {
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

template <int D>
TurningContact<D> pack_one_turning(const RigidProblem<D>& problem, int i, const Spin<D>& b, int impulse) {
    TurningContact<D> c;
    c.frame = problem.W.contact[i].frame;
    c.W = problem.W.spin_diagonal(i);
    c.b = b;
    c.law = problem.law[i].turning;
    c.tension = problem.law[i].tension;
    c.rho = step_length(c.W);
    c.per_square =
        c.rho > 0.0 ? step_length(problem.W.diagonal(i)) / c.rho : 0.0;  // 0: nothing here can turn
    c.body_a = problem.W.contact[i].body_a;
    c.body_b = problem.W.contact[i].body_b;
    c.impulse = impulse;
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
BodySweep<D>::BodySweep(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool,
                        NlgsScratch<D>& scratch)
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
std::pair<int, int> BodySweep<D>::group_range(int g) const {
    const Colouring& colours = s_.colouring;
    if (g == colours.colours()) return {colours.serial_start, size()};
    return {colours.colour_start[g], colours.colour_start[g + 1]};
}

template <int D>
void BodySweep<D>::pack() {
    const Colouring& colours = s_.colouring;
    const int groups = colours.colours() + 1;
    resize_groups(s_.round, groups);
    resize_groups(s_.full, groups);
    s_.packed.resize(problem_.b.size());
    for (int g = 0; g < groups; ++g) {
        const auto [begin, end] = group_range(g);
        for (int k = begin; k < end; ++k) {
            const int i = colours.order[k];
            const ContactArms<D>& arms = problem_.W.contact[i];
            const LocalLaw<D>& law = problem_.law[i];
            const Vec<D> b = problem_.b[i] + law.velocity_shift;
            double rho = 0.0;
            if (arms.round && law.is_dry()) {
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

    s_.turning_of.assign(problem_.b.size(), -1);
    for (std::size_t k = 0; k < problem_.turning.size(); ++k)
        s_.turning_of[problem_.turning[k].contact] = static_cast<int>(k);

    // Contacts of a colour share no body, so neither do their moments.
    for (int g = 0; g < groups; ++g) {
        const auto [begin, end] = group_range(g);
        for (int k = begin; k < end; ++k) {
            const int i = colours.order[k];
            if (s_.turning_of[i] < 0) continue;
            s_.turning.contact.push_back(
                pack_one_turning(problem_, i, problem_.turning[s_.turning_of[i]].b, s_.packed[i]));
            s_.turning.origin.push_back(s_.turning_of[i]);
            const TurningContact<D>& c = s_.turning.contact.back();
            free_ += c.per_square * c.rho * c.rho * dot(c.b, c.b);
        }
        s_.turning.start[g + 1] = static_cast<int>(s_.turning.contact.size());
    }
}

template <int D>
double BodySweep<D>::normal_impulse(const TurningContact<D>& c) const {
    if (c.impulse < 0) return s_.full.contact[~c.impulse].r[0] + c.tension;
    const RoundContact<D>& round = s_.round.contact[c.impulse];
    return dot(round.n, round.r) + c.tension;
}

template <int D>
void BodySweep<D>::load(std::span<const Vec<D>> r, std::span<const Spin<D>> m) {
    for (std::size_t k = 0; k < s_.round.origin.size(); ++k) {
        const int i = s_.round.origin[k];
        s_.round.contact[k].r = transpose_times(problem_.W.contact[i].frame, r[i]);
    }
    for (std::size_t k = 0; k < s_.full.origin.size(); ++k) s_.full.contact[k].r = r[s_.full.origin[k]];
    for (std::size_t k = 0; k < s_.turning.origin.size(); ++k)
        s_.turning.contact[k].m = m[s_.turning.origin[k]];
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
    for (std::size_t k = 0; k < s_.turning.origin.size(); ++k)
        m[s_.turning.origin[k]] = s_.turning.contact[k].m;
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
    for_colours(s_.turning, s_.body, pool_,
                [&](TurningContact<D>& c) { visit(c, normal_impulse(c), problem_.W.body, s_.body); });
}

template <int D>
void BodySweep<D>::refresh() {
    for (SweepBody<D>& body : s_.body) body.v = {}, body.w = {};
    for_colours(s_.round, s_.body, pool_, [&](const RoundContact<D>& c) { add(c, c.r, s_.body); });
    for_colours(s_.full, s_.body, pool_,
                [&](const FullContact<D>& c) { add(c, problem_.W.body, c.r, s_.body); });
    for_colours(s_.turning, s_.body, pool_,
                [&](const TurningContact<D>& c) { add(c, problem_.W.body, c.m, s_.body); });
}

template <int D>
ResidualSums BodySweep<D>::residual() {
    refresh();
    ResidualSums sums =
        pool_.sum_in_order(s_.round.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
            ResidualSums part;
            for (; i < end; ++i) part += share(s_.round.contact[i], s_.body);
            return part;
        });
    sums +=
        pool_.sum_in_order(s_.full.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
            ResidualSums part;
            for (; i < end; ++i) {
                const FullContact<D>& c = s_.full.contact[i];
                const Vec<D> e = natural_map(c.law, c.r, velocity(c, s_.body), c.rho);
                part += {dot(e, e), dot(c.r, c.r), 0.0};
            }
            return part;
        });
    sums +=
        pool_.sum_in_order(s_.turning.contact.size(), chunk, s_.partial, [&](std::size_t i, std::size_t end) {
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
