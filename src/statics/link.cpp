#include "statics/link.h"

#include <algorithm>

#include "laws/spring_force.h"

namespace drystone {

namespace {

/// What was drawn about the old normal and across it, about the new one and across it: contacts may turn far in one go.
void lay_over(const Vec<2>&, const Vec<2>&, Vec<1>&) {}

void lay_over(const Vec<3>& old_normal, const Vec<3>& normal, Vec<3>& turn) {
    const double twist = dot(turn, old_normal);
    Vec<3> bend = turn - twist * old_normal;
    follow(normal, Vec<3>{}, 0.0, bend);
    turn = twist * normal + bend;
}

/// What equilibrium asks of the springs' answer; not what was lost on the way, which need not be computed then.
template <int D>
[[gnu::always_inline]] inline void take_answer(const SpringForce<D>& answer, Link<D>& link) {
    link.press = answer.press;
    link.shear = answer.shear;
    link.couple = answer.moment;
    link.shear_share = answer.shear_share;
    link.bend_share = answer.roll_share;
    link.twist_share = answer.twist_share;
}

}  // namespace

template <int D>
void stretch(Link<D>& link, const Vec<D>& old_normal, const Vec<D>& slip, const Spin<D>& turn) {
    const Spring& law = *link.law;
    const double stretched = link.gap - (link.bonded ? link.rest_gap : 0.0);
    link.closed = link.bonded || stretched < 0.0;
    if (!link.closed) {
        link.drawn = {};
        return take_answer(SpringForce<D>{}, link);
    }
    lay_over(old_normal, link.normal, link.drawn.turn);
    if (!link.bonded && !law.turns()) link.drawn.turn = {};  // of a bond that broke
    const SpringContact<D> m{.normal = link.normal,
                             .overlap = -stretched,
                             .velocity = slip,
                             .spin = turn,
                             .dt = 1.0,
                             .bonded = link.bonded,
                             .damps = false};
    take_answer(respond<true>(law, m, link.drawn.slip, link.drawn.turn), link);
}

template <int D>
double bond_load(const Link<D>& link) {
    const Spring& law = *link.law;
    const Spin<D>& couple = link.couple;
    double load = std::max(-link.press / law.tension_strength, norm(link.shear) / law.shear_strength);
    if constexpr (D == 2) {
        load = std::max(load, std::abs(couple[0]) / law.bend_strength);
    } else {
        const double twist = dot(couple, link.normal);
        load = std::max({load, std::abs(twist) / law.twist_strength, norm(couple - twist * link.normal) / law.bend_strength});
    }
    return load;
}

template void stretch(Link<2>&, const Vec<2>&, const Vec<2>&, const Vec<1>&);
template void stretch(Link<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template double bond_load(const Link<2>&);
template double bond_load(const Link<3>&);

}  // namespace drystone
