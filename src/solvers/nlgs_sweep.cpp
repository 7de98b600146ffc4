#include "solvers/nlgs_sweep.h"

#include <numeric>

#include "core/buckets.h"
#include "core/index.h"
#include "core/read_ahead.h"
#include "core/room.h"
#include "solvers/nlgs_kernels.h"
#include "solvers/nlgs_pack.h"
#include "solvers/sweep_runs.h"

namespace drystone {

namespace {

using namespace nlgs;

constexpr int lanes = 8;
constexpr std::size_t group_grain = grain / lanes;
constexpr std::size_t places_ahead = 16;  // contacts
constexpr std::size_t cheap_grain = 16384;  // bodies or contacts of which little is done
constexpr int between_wakings = 8;   // sweeps; open contacts are looked at in every so many

template <class Group>
void plan_groups(Packed<Group>& packed, const PlanInput& in, ThreadPool& pool, Workbench& bench) {
    make_plan(in, pool, bench, packed.plan);
    resize_with_room(packed.group, static_cast<std::size_t>(packed.plan.groups()));
    packed.asleep.assign(packed.group.size(), 0);
}

/// Reads what contact i is packed from ahead of time: contacts lie in the order of their identities, not of the plan.
template <int D>
void read_contact_ahead(const RigidProblem<D>& problem, const NlgsScratch<D>& s, const BodyPair& pair, std::size_t i) {
    problem.W.contact.fetch(i);
    read_ahead(&problem.b[i]);
    problem.law.fetch(i);
    if (pair.a >= 0) read_ahead(&s.body[pair.a].inverse_mass);
    if (pair.b >= 0) read_ahead(&s.body[pair.b].inverse_mass);
}

/// Sets the impulses of all groups to zero.
template <class Group, class Clear>
void clear_groups(Packed<Group>& packed, ThreadPool& pool, std::size_t few, const Clear& clear) {
    pool.for_ranges(packed.group.size(), few, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g) clear(packed.group[g]);
    });
}

}  // namespace

template <int D>
struct BodySweep<D>::Sorting {
    std::span<char> scalar_mass;  // (mobile bodies)  1: free to move in all directions
    std::span<BodyPair> pairs;    // (contacts)
    BucketView by_kind;           // contacts, by twice their ContactKind, and one more if they open of themselves

    std::span<const int> chosen(ContactKind first, ContactKind last) const {
        return by_kind.between(2 * static_cast<int>(first), 2 * static_cast<int>(last) + 2);
    }
};

template <int D>
BodySweep<D>::BodySweep(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool,
                        NlgsScratch<D>& scratch)
    : problem_(problem),
      order_(order),
      pool_(pool),
      s_(scratch),
      mobile_(static_cast<int>(problem.W.body.size())),
      compliant_(problem, pool, scratch.compliant),
      hub_(problem, order, pool, scratch.hub) {
    const Workbench::Use use(scratch.bench);
    Sorting by{use.take<char>(problem.W.body.size()), use.take<BodyPair>(problem.b.size()), {}};
    list_bodies(by.scalar_mass);
    sort_by_kind(by, use);
    plan_kinds(by);
    pack(by.pairs);
    list_border();
    pack_turning(by.pairs);
    add_free(by);
    if (order_ == SweepOrder::coloured) return;
    s_.visit.resize(problem.b.size());
    std::iota(s_.visit.begin(), s_.visit.end(), 0);
}

template <int D>
void BodySweep<D>::list_bodies(std::span<char> scalar_mass) {
    const std::size_t bodies = problem_.W.body.size();
    s_.body.resize(bodies + 1);
    s_.body[bodies] = {};
    pool_.for_ranges(bodies, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const MobileBody<D>& body = problem_.W.body[i];
            s_.body[i] = {{}, {}, body.inverse_mass[0][0], body.inverse_inertia[0][0]};
            // Not of a body on an axis: blocks of what only turns are singular, and kernels divide by their determinant.
            scalar_mass[i] = body.inverse_mass[0][0] > 0.0 && body.inverse_mass == Mat<D>::scaled_identity(body.inverse_mass[0][0]);
        }
    });
}

/// What plain contacts know of a body beyond the table.
template <int D>
void BodySweep<D>::list_inertia() {
    const std::size_t bodies = problem_.W.body.size();
    s_.inertia.resize(bodies + 1);
    s_.inertia[bodies] = {};
    pool_.for_ranges(bodies, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) s_.inertia[i] = inertia_row(problem_.W.body[i].inverse_inertia);
    });
}

template <int D>
void BodySweep<D>::note_places(ContactKind kind, const SweepPlan& plan) {
    pool_.for_ranges(plan.contact.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            if (plan.contact[k] >= 0) s_.place[plan.contact[k]] = {kind, static_cast<int>(k)};
        }
    });
}

template <int D>
void BodySweep<D>::sort_by_kind(Sorting& by, const Workbench::Use& use) {
    const std::span<std::uint8_t> number = use.take<std::uint8_t>(problem_.b.size());
    const auto free = [&](int body) { return body < 0 || by.scalar_mass[body]; };
    const ArmsList<D>& arms = problem_.W.contact;
    const auto kind_of = [&](std::size_t i, const BodyPair& pair, const LocalLaw<D>& law) {
        if (arms.grips(i) > 0 && !hub_.rides()) return ContactKind::compliant;
        if (!law.is_dry() || (pair.a < 0 && pair.b < 0)) return ContactKind::full;
        if (arms.is_round(i)) return ContactKind::round;
        return free(pair.a) && free(pair.b) ? ContactKind::plain : ContactKind::full;
    };
    // Those that open of themselves come last, so that they fall asleep in groups.
    pool_.for_ranges(problem_.b.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto [a, b] = arms.bodies(i);
            by.pairs[i] = {a, b};
            const LocalLaw<D>& law = problem_.law[i];
            const bool opens = problem_.b[i][0] + law.velocity_shift[0] > 0.0;
            number[i] = static_cast<std::uint8_t>(2 * static_cast<int>(kind_of(i, by.pairs[i], law)) + opens);
        }
    });
    by.by_kind = sort_into_buckets(number.size(), 8, [&](std::size_t i) { return int{number[i]}; }, pool_, use);
}

template <int D>
void BodySweep<D>::plan_kinds(const Sorting& by) {
    const auto plan = [&](auto& packed, ContactKind kind, int width) {
        plan_groups(packed, {by.pairs, by.chosen(kind, kind), mobile_, width, s_.told.half, s_.told.colours}, pool_, s_.bench);
    };
    plan(s_.round, ContactKind::round, lanes);
    plan(s_.plain, ContactKind::plain, lanes);
    if (!s_.plain.group.empty()) list_inertia();
    plan(s_.full, ContactKind::full, 1);
    resize_with_room(s_.place, problem_.b.size());
    note_places(ContactKind::round, s_.round.plan);
    note_places(ContactKind::plain, s_.plain.plan);
    note_places(ContactKind::full, s_.full.plan);
    const std::span<const int> compliant = by.chosen(ContactKind::compliant, ContactKind::compliant);
    s_.compliant.chosen.assign(compliant.begin(), compliant.end());
    compliant_.pack(order_ != SweepOrder::coloured);
    for (std::size_t k = 0; k < compliant_.size(); ++k)
        s_.place[compliant_.number(k)] = {ContactKind::compliant, static_cast<int>(k)};
}

template <int D>
void BodySweep<D>::pack(std::span<const BodyPair> pairs) {
    const int* contact = s_.round.plan.contact.data();
    const auto ask = [&](std::size_t g) {
        for (const int* i = contact + g * lanes; i < contact + (g + 1) * lanes; ++i)
            if (*i >= 0) read_contact_ahead(problem_, s_, pairs[at(*i)], at(*i));
    };
    const auto pack_rounds = [&](std::size_t begin, std::size_t end) {
        ResidualSums part;
        in_turns(begin, end, ask, [&](std::size_t g) { part.free += pack_round(problem_, contact + g * lanes, s_.body, s_.round.group[g]); });
        return part;
    };
    free_ = pool_.sum_in_order(s_.round.group.size(), group_grain, s_.partial, pack_rounds).free;
    pool_.for_ranges(s_.plain.group.size(), group_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g)
            s_.plain.group[g] = pack_plain(problem_, &s_.plain.plan.contact[g * lanes], mobile_);
    });
    pool_.for_ranges(s_.full.group.size(), group_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g) s_.full.group[g] = pack_full(problem_, s_.full.plan.contact[g]);
    });
}

template <int D>
void BodySweep<D>::pack_turning(std::span<const BodyPair> pairs) {
    s_.turning_chosen.clear();
    s_.turning_pairs.resize(problem_.turning.size());
    for (std::size_t k = 0; k < problem_.turning.size(); ++k) {
        const int contact = problem_.turning[k].contact;
        s_.turning_pairs[k] = pairs[contact];
        if (s_.place[contact].kind != ContactKind::compliant) s_.turning_chosen.push_back(static_cast<int>(k));
    }
    s_.turning_told.clear();
    if (!s_.told.half.empty()) {
        for (const Turning<D>& turning : problem_.turning) s_.turning_told.push_back(s_.told.half[turning.contact]);
    }
    plan_groups(s_.turning, {s_.turning_pairs, s_.turning_chosen, mobile_, 1, s_.turning_told, s_.told.colours}, pool_, s_.bench);
    pool_.for_ranges(s_.turning.group.size(), group_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g) {
            const Turning<D>& turning = problem_.turning[s_.turning.plan.contact[g]];
            s_.turning.group[g] = pack_one_turning(problem_, turning, s_.place[turning.contact]);
        }
    });
}

template <int D>
double BodySweep<D>::step_length_of(std::size_t i) const {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full) return s_.full.group[slot].rho;
    if (kind == ContactKind::compliant) return 0.0;  // has sums of its own
    const double weight = state_weight(static_cast<int>(kind), static_cast<std::size_t>(slot / lanes),
                                       static_cast<std::size_t>(slot % lanes));
    return D / weight;
}

/// |rho b|^2 of all that are not round, whose part is known since they were packed.
template <int D>
void BodySweep<D>::add_free(const Sorting& by) {
    const std::span<const int> others = by.chosen(ContactKind::plain, ContactKind::full);
    const auto add = [&](std::size_t begin, std::size_t end) {
        ResidualSums part;
        for (const int i : others.subspan(begin, end - begin)) {
            const double own = step_length_of(at(i));
            part.free += own * own * dot(problem_.b[i], problem_.b[i]);
        }
        return part;
    };
    free_ += pool_.sum_in_order(others.size(), chunk, s_.partial, add).free;
    free_ += compliant_.free();
    for (std::size_t g = 0; g < s_.turning.group.size(); ++g) {
        const TurningContact<D>& c = s_.turning.group[g];
        const Spin<D> free = problem_.turning[s_.turning.plan.contact[g]].free();
        free_ += c.per_square * c.rho * c.rho * dot(free, free);
    }
}

template <int D>
Vec<D> BodySweep<D>::impulse(int i) const {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full) return s_.full.group[slot].r;
    if (kind == ContactKind::compliant) return s_.compliant.contact[slot].r;
    Vec<D> r;
    if (kind == ContactKind::plain) {
        for (int k = 0; k < D; ++k) r[k] = s_.plain.group[slot / lanes].r[k][slot % lanes];
        return r;
    }
    for (int k = 0; k < D; ++k) r[k] = s_.round.group[slot / lanes].r[k][slot % lanes];
    return problem_.W.contact.frame(at(i)) * r;
}

/// Asks for the impulse of contact i, of the kind that most are.
template <int D>
void BodySweep<D>::fetch_impulse(std::size_t i) const {
    const auto [kind, slot] = s_.place[i];
    if (kind != ContactKind::round) return;
    for (int k = 0; k < D; ++k) __builtin_prefetch(&s_.round.group[slot / lanes].r[k][0]);
}

template <int D>
void BodySweep<D>::set_impulse(int i, const Vec<D>& r) {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full) {
        s_.full.group[slot].r = r;
    } else if (kind == ContactKind::compliant) {
        s_.compliant.contact[slot].r = r;
    } else if (kind == ContactKind::plain) {
        for (int k = 0; k < D; ++k) s_.plain.group[slot / lanes].r[k][slot % lanes] = r[k];
    } else {
        const Vec<D> world = transpose_times(problem_.W.contact.frame(at(i)), r);
        for (int k = 0; k < D; ++k) s_.round.group[slot / lanes].r[k][slot % lanes] = world[k];
    }
}

template <int D>
double BodySweep<D>::normal_impulse(const TurningContact<D>& c) const {
    const auto [kind, slot] = c.impulse;
    if (kind == ContactKind::full) return s_.full.group[slot].r[0] + c.tension;
    if (kind == ContactKind::plain) return s_.plain.group[slot / lanes].r[0][slot % lanes] + c.tension;
    const RoundGroup<D>& g = s_.round.group[slot / lanes];
    double sum = 0.0;
    for (int k = 0; k < D; ++k) sum += g.n[k][slot % lanes] * g.r[k][slot % lanes];
    return sum + c.tension;
}

template <int D>
void BodySweep<D>::load(std::span<const Vec<D>> r, std::span<const Spin<D>> m) {
    at_rest_ = false;
    pool_.for_ranges(r.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (i + places_ahead < end) fetch_impulse(i + places_ahead);
            set_impulse(static_cast<int>(i), r[i]);
        }
    });
    for (std::size_t g = 0; g < s_.turning.group.size(); ++g)
        s_.turning.group[g].m = m[s_.turning.plan.contact[g]];
    for (CompliantContact<D>& c : compliant_.contacts()) {
        if (c.turning >= 0) c.m = m[c.turning];
    }
}

template <int D>
void BodySweep<D>::load_zero() {
    if (at_rest_) return;
    const auto clear = [](auto& group) { std::fill_n(&group.r[0][0], D * lanes, 0.0); };
    clear_groups(s_.round, pool_, group_grain, clear);
    clear_groups(s_.plain, pool_, group_grain, clear);
    clear_groups(s_.full, pool_, grain, [](FullContact<D>& c) { c.r = {}; });
    clear_groups(s_.turning, pool_, grain, [](TurningContact<D>& c) { c.m = {}; });
    for (CompliantContact<D>& c : compliant_.contacts()) c.r = {}, c.m = {};
    stop_bodies();
    at_rest_ = true;
}

template <int D>
void BodySweep<D>::store(std::span<Vec<D>> r, std::span<Spin<D>> m) const {
    pool_.for_ranges(r.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (i + places_ahead < end) fetch_impulse(i + places_ahead);
            r[i] = impulse(static_cast<int>(i));
        }
    });
    for (std::size_t g = 0; g < s_.turning.group.size(); ++g)
        m[s_.turning.plan.contact[g]] = s_.turning.group[g].m;
    for (const CompliantContact<D>& c : compliant_.contacts()) {
        if (c.turning >= 0) m[c.turning] = c.m;
    }
}

/// Contact i alone, as a random or sequential sweep has it.
template <int D>
void BodySweep<D>::visit_single(int i) {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full) {
        visit(s_.full.group[slot], problem_.W.body, s_.body);
        return;
    }
    if (kind == ContactKind::compliant) {
        compliant_.visit_alone(static_cast<std::size_t>(slot), s_.body);
        return;
    }
    if (kind == ContactKind::round) {
        RoundContact<D> c = lane(s_.round.group[slot / lanes], slot % lanes, s_.body);
        visit(c, s_.body);
        for (int k = 0; k < D; ++k) s_.round.group[slot / lanes].r[k][slot % lanes] = c.r[k];
        return;
    }
    PlainGroup<D> alone = only(s_.plain.group[slot / lanes], slot % lanes, mobile_);
    char awake = 0;
    plain_.visit(&alone, 1, tables(), {&awake, true});
    for (int k = 0; k < D; ++k) s_.plain.group[slot / lanes].r[k][slot % lanes] = alone.r[k][slot % lanes];
}

template <int D>
void BodySweep<D>::sweep(Random& random) {
    at_rest_ = false;
    const auto told = [&](int kind) { return Told{s_.told.listener, kind}; };
    if (order_ == SweepOrder::random) random.shuffle(std::span<int>(s_.visit));
    if (order_ != SweepOrder::coloured) {
        for (const int i : s_.visit) visit_single(i);
        sweep_moments();
        return;
    }
    const bool wake = sweeps_++ % between_wakings == 0 || awake_;
    const auto sleep = [&](auto& packed, auto* first) {
        return Sleep{packed.asleep.data() + (first - packed.group.data()), wake};
    };
    const auto visit_round = [&](RoundGroup<D>* first, std::size_t count) {
        const Sleep asleep = sleep(s_.round, first);
        if (holds_)
            round_.visit_held(first, count, s_.body.data(), mobile_, {asleep, held_of(first)});
        else
            round_.visit(first, count, s_.body.data(), mobile_, asleep);
    };
    const auto visit_plain = [&](PlainGroup<D>* first, std::size_t count) {
        plain_.visit(first, count, tables(), sleep(s_.plain, first));
    };
    const auto visit_full = [&](FullContact<D>* first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) visit(first[k], problem_.W.body, s_.body);
    };
    if (hub_.rides()) {
        const auto settle = [&] { settle_hub(); };
        const auto rounds = [&](int kind) { return Rounds<decltype(settle)>{hub_.rounds(), settle, told(kind)}; };
        for_rounds(s_.round, pool_, visit_round, rounds(0));
        for_rounds(s_.plain, pool_, visit_plain, rounds(1));
        for_rounds(s_.full, pool_, visit_full, rounds(2));
    } else {
        for_runs(s_.round, pool_, visit_round, told(0));
        for_runs(s_.plain, pool_, visit_plain, told(1));
        for_runs(s_.full, pool_, visit_full, told(2));
    }
    compliant_.sweep(s_.body);
    sweep_moments();
}

template <int D>
void BodySweep<D>::sweep_moments() {
    for_runs(s_.turning, pool_, [&](TurningContact<D>* first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            visit(first[k], normal_impulse(first[k]), problem_.W.body, s_.body);
    }, Told{s_.told.listener, 3});
}

template <int D>
void BodySweep<D>::stop_bodies() {
    pool_.for_ranges(s_.body.size(), cheap_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) s_.body[i].v = {}, s_.body[i].w = {};
    });
    if (!hub_.rides()) return;
    hub_.stop();
    tell_border();
}

template <int D>
void BodySweep<D>::refresh() {
    sweeps_ = 0;  // the next sweep visits all
    if (at_rest_) return compliant_.refresh(s_.body);
    const auto told = [&](int kind) { return Told{s_.told.listener, kind}; };
    stop_bodies();
    for_runs(s_.round, pool_, [&](const RoundGroup<D>* first, std::size_t count) {
        round_.add(first, count, s_.body.data(), mobile_);
    }, told(0));
    for_runs(s_.plain, pool_,
             [&](const PlainGroup<D>* first, std::size_t count) { plain_.add(first, count, tables()); }, told(1));
    for_runs(s_.full, pool_, [&](const FullContact<D>* first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) add(first[k], problem_.W.body, first[k].r, s_.body);
    }, told(2));
    for_runs(s_.turning, pool_, [&](const TurningContact<D>* first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) add(first[k], problem_.W.body, first[k].m, s_.body);
    }, told(3));
    compliant_.refresh(s_.body);
    if (hub_.rides()) settle_hub();
}

template <int D>
ResidualSums BodySweep<D>::residual() {
    refresh();
    return residual_as_it_stands();
}

template <int D>
std::array<StateRun, BodySweep<D>::kinds> BodySweep<D>::state() {
    at_rest_ = false;
    const auto run = [](auto& packed, double* first, std::size_t doubles) -> StateRun {
        return {first, sizeof(packed.group[0]) / sizeof(double), packed.group.size(), doubles};
    };
    return {
        run(s_.round, s_.round.group.empty() ? nullptr : &s_.round.group[0].r[0][0], D * lanes),
        run(s_.plain, s_.plain.group.empty() ? nullptr : &s_.plain.group[0].r[0][0], D * lanes),
        run(s_.full, s_.full.group.empty() ? nullptr : s_.full.group[0].r.c.data(), D),
        run(s_.turning, s_.turning.group.empty() ? nullptr : s_.turning.group[0].m.c.data(), spin_dim<D>),
        {compliant_.empty() ? nullptr : s_.compliant.contact[0].r.c.data(),
         sizeof(CompliantContact<D>) / sizeof(double), compliant_.size(), D + spin_dim<D>}};
}

template <int D>
double BodySweep<D>::state_weight(int k, std::size_t group, std::size_t i) const {
    const std::size_t l = i % lanes;
    if (k == 0) {
        if (s_.round.plan.contact[group * lanes + l] < 0) return 0.0;
        const RoundContact<D> c = lane(s_.round.group[group], static_cast<int>(l), s_.body);
        return 1.0 / c.k_n + (D - 1) / c.k_t;
    }
    if (k == 1) {
        const PlainGroup<D>& g = s_.plain.group[group];
        if (g.body_a[l] == mobile_ && g.body_b[l] == mobile_) return 0.0;
        double trace = 0.0;
        for (int d = 0; d < D; ++d) trace += g.W[d][l];
        return trace;
    }
    if (k == 2) return s_.full.group[group].rho > 0.0 ? D / s_.full.group[group].rho : 0.0;
    const auto per = [](double rho) { return rho > 0.0 ? D / rho : 0.0; };
    if (k == 3) return per(s_.turning.group[group].rho);
    const CompliantContact<D>& c = s_.compliant.contact[group];
    return per(i < D ? c.rho : c.spin_rho);
}

template class BodySweep<2>;
template class BodySweep<3>;

}  // namespace drystone
