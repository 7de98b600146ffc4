// What a sweep leaves, docs/theory.md (3.7): the sums of the natural map over its contacts, and its terms one by one.

#include "solvers/nlgs_kernels.h"
#include "solvers/nlgs_pack.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/sweep_runs.h"

namespace drystone {

using namespace nlgs;

namespace {

constexpr int lanes_of_plan = 8;

}  // namespace

template <int D>
ResidualSums BodySweep<D>::residual_as_it_stands() {
    ResidualSums sums =
        sum_groups(s_.round, pool_, s_.partial, [&](const RoundGroup<D>* first, std::size_t count) {
            double part[2];
            round_.residual(first, count, s_.body.data(), part);
            return ResidualSums{part[0], part[1], 0.0};
        });
    sums += sum_groups(s_.plain, pool_, s_.partial, [&](const PlainGroup<D>* first, std::size_t count) {
        double part[2];
        plain_.residual(first, count, tables(), part);
        return ResidualSums{part[0], part[1], 0.0};
    });
    sums += sum_groups(s_.full, pool_, s_.partial, [&](const FullContact<D>* first, std::size_t count) {
        ResidualSums part;
        for (const FullContact<D>* c = first; c != first + count; ++c) {
            const Vec<D> e = natural_map(c->law, c->r, velocity(*c, s_.body), c->rho);
            part += {dot(e, e), dot(c->r, c->r), 0.0};
        }
        return part;
    });
    sums += sum_groups(s_.turning, pool_, s_.partial, [&](const TurningContact<D>* first, std::size_t count) {
        ResidualSums part;
        for (const TurningContact<D>* c = first; c != first + count; ++c) {
            const Spin<D> e = turning_map(c->law, normal_impulse(*c), c->m, spin(*c, s_.body), c->rho);
            part += {c->per_square * dot(e, e), c->per_square * dot(c->m, c->m), 0.0};
        }
        return part;
    });
    sums += compliant_.residual(s_.body);
    sums.free = free_;
    return last_ = sums;
}

template <int D>
void BodySweep<D>::residual_of_each(std::vector<ResidualSums>& terms) {
    terms.resize(problem_.b.size());
    pool_.for_ranges(terms.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto [kind, slot] = s_.place[i];
            const double own = step_length_of(i);
            terms[i] = {0.0, 0.0, own * own * dot(problem_.b[i], problem_.b[i])};
            if (kind == ContactKind::round) {
                const RoundContact<D> c = lane(s_.round.group[slot / lanes_of_plan], slot % lanes_of_plan, s_.body);
                const Vec<D> e = error(c, velocity(c, s_.body[c.body_a], s_.body[c.body_b]));
                terms[i] += {dot(e, e), dot(c.r, c.r), 0.0};
            } else if (kind == ContactKind::plain) {
                const PlainGroup<D> alone = only(s_.plain.group[slot / lanes_of_plan], slot % lanes_of_plan, mobile_);
                double part[2];
                plain_.residual(&alone, 1, tables(), part);
                terms[i] += {part[0], part[1], 0.0};
            } else if (kind == ContactKind::full) {
                const FullContact<D>& c = s_.full.group[slot];
                const Vec<D> e = natural_map(c.law, c.r, velocity(c, s_.body), c.rho);
                terms[i] += {dot(e, e), dot(c.r, c.r), 0.0};
            }
        }
    });
    for (std::size_t g = 0; g < s_.turning.group.size(); ++g) {
        const TurningContact<D>& c = s_.turning.group[g];
        const Turning<D>& turning = problem_.turning[s_.turning.plan.contact[g]];
        const Spin<D> e = turning_map(c.law, normal_impulse(c), c.m, spin(c, s_.body), c.rho), free = turning.free();
        terms[turning.contact] += {c.per_square * dot(e, e), c.per_square * dot(c.m, c.m), c.per_square * c.rho * c.rho * dot(free, free)};
    }
}

template ResidualSums BodySweep<2>::residual_as_it_stands();
template ResidualSums BodySweep<3>::residual_as_it_stands();
template void BodySweep<2>::residual_of_each(std::vector<ResidualSums>&);
template void BodySweep<3>::residual_of_each(std::vector<ResidualSums>&);

}  // namespace drystone
