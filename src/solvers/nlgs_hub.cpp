// The sweeps of BodySweep around a hub: what contacts on the border of a cell feel of it, hub_rider.h.

#include "solvers/nlgs_pack.h"
#include "solvers/nlgs_sweep.h"

namespace drystone {

using namespace nlgs;

namespace {

constexpr int lanes_a_group = 8;

}  // namespace

/// What contacts on the border were packed with.
template <int D>
void BodySweep<D>::list_border() {
    for (HubBorder<D>& one : hub_.border()) one.free = free_of(one.contact);
}

/// The free velocity in the record of contact i; world axes of a round one, else those of the contact.
template <int D>
Vec<D> BodySweep<D>::free_of(int i) const {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full) return s_.full.group[slot].b;
    if (kind == ContactKind::plain) return get<D>(s_.plain.group[slot / lanes_a_group].b, slot % lanes_a_group);
    return get<D>(s_.round.group[slot / lanes_a_group].b, slot % lanes_a_group);
}

template <int D>
void BodySweep<D>::set_free(int i, const Vec<D>& b) {
    const auto [kind, slot] = s_.place[i];
    if (kind == ContactKind::full)
        s_.full.group[slot].b = b;
    else if (kind == ContactKind::plain)
        put(s_.plain.group[slot / lanes_a_group].b, slot % lanes_a_group, b);
    else
        put(s_.round.group[slot / lanes_a_group].b, slot % lanes_a_group, b);
}

template <int D>
void BodySweep<D>::tell_border() {
    for (const HubBorder<D>& one : hub_.border()) {
        const bool turned = s_.place[one.contact].kind != ContactKind::round;
        const Vec<D> given = hub_.gives(one);
        set_free(one.contact, one.free + (turned ? problem_.W.contact[one.contact].frame * given : given));
    }
}

template <int D>
void BodySweep<D>::settle_hub() {
    Mat<D> pull{};
    for (const HubBorder<D>& one : hub_.border())
        pull = pull + outer(transpose_times(problem_.W.contact[one.contact].frame, impulse(one.contact)), one.extra);
    for (const int i : hub_.told().contacts) pull = pull + pull_on_shared(i);
    hub_.settle(pull, s_.body);
    tell_border();
}

/// sum r p^T of contact i over those of its bodies that others touch too.
template <int D>
Mat<D> BodySweep<D>::pull_on_shared(int i) const {
    const ContactArms<D>& arms = problem_.W.contact[i];
    const Vec<D> r = transpose_times(arms.frame, impulse(i));
    const auto place = [&](int body) { return body >= 0 && hub_.told().elsewhere[body] ? problem_.W.hub_place[body] : Vec<D>{}; };
    return outer(r, place(arms.body_b) - place(arms.body_a));
}

template <int D>
void BodySweep<D>::agree_on_hub(const Mat<D>& pull_of_all) {
    if (!hub_.rides()) return;
    hub_.agree(pull_of_all, s_.body);
    tell_border();
}

#define DRYSTONE_NLGS_HUB(D)                           \
    template void BodySweep<D>::list_border();         \
    template Vec<D> BodySweep<D>::free_of(int) const;  \
    template void BodySweep<D>::set_free(int, const Vec<D>&); \
    template void BodySweep<D>::tell_border();         \
    template void BodySweep<D>::settle_hub();          \
    template Mat<D> BodySweep<D>::pull_on_shared(int) const;  \
    template void BodySweep<D>::agree_on_hub(const Mat<D>&);
DRYSTONE_NLGS_HUB(2)
DRYSTONE_NLGS_HUB(3)
#undef DRYSTONE_NLGS_HUB

}  // namespace drystone
