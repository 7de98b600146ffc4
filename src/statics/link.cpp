#include "statics/link.h"

#include <algorithm>

namespace drystone {

namespace {

/// Takes a vector of the old tangent plane into the new one at its length.
template <int N>
Vec<N> carried(const Vec<N>& v, const Vec<N>& normal) {
    const Vec<N> flat = v - dot(v, normal) * normal;
    const double size = norm(flat);
    return size > 0.0 ? (norm(v) / size) * flat : Vec<N>{};
}

/// Cuts a vector to a limit; returns what share of it is left.
template <int N>
double shorten(Vec<N>& v, double limit) {
    const double size = norm(v);
    if (!(limit > 0.0)) {
        v = {};
        return 0.0;
    }
    if (size <= limit) return 1.0;
    v = (limit / size) * v;
    return limit / size;
}

void turn_springs(Link<2>& link, const Vec<2>&, const Vec<1>& turn) {
    link.couple -= link.law->bend_stiffness * turn;
    if (!link.bonded) link.bend_share = shorten(link.couple, link.law->rolling_friction * link.press);
}

void turn_springs(Link<3>& link, const Vec<3>& old_normal, const Vec<3>& turn) {
    const Vec<3>& n = link.normal;
    Vec<1> twist{{dot(link.couple, old_normal)}};
    Vec<3> bend = carried(link.couple - twist[0] * old_normal, n);
    twist[0] -= link.law->twist_stiffness * dot(turn, n);
    bend -= link.law->bend_stiffness * (turn - dot(turn, n) * n);
    if (!link.bonded) {
        link.twist_share = shorten(twist, link.law->torsion_friction * link.press);
        link.bend_share = shorten(bend, link.law->rolling_friction * link.press);
    }
    link.couple = twist[0] * n + bend;
}

}  // namespace

template <int D>
void stretch(Link<D>& link, const Vec<D>& old_normal, const Vec<D>& slip, const Spin<D>& turn) {
    const Spring& law = *link.law;
    const double stretched = link.gap - (link.bonded ? link.rest_gap : 0.0);
    link.closed = link.bonded || stretched < 0.0;
    link.slides = false;
    link.shear_share = link.bend_share = link.twist_share = 1.0;
    if (!link.closed) {
        link.press = 0.0;
        link.shear = {};
        link.couple = {};
        return;
    }
    const Vec<D>& n = link.normal;
    link.press = -law.normal_stiffness * stretched;
    link.shear = carried(link.shear, n) - law.tangential_stiffness * (slip - dot(slip, n) * n);
    if (!link.bonded) link.shear_share = shorten(link.shear, law.friction * link.press);
    link.slides = link.shear_share < 1.0;
    turn_springs(link, old_normal, turn);
}

template <int D>
double bond_load(const Link<D>& link) {
    const Spring& law = *link.law;
    double load = std::max(-link.press / law.tension_strength, norm(link.shear) / law.shear_strength);
    if constexpr (D == 2) {
        load = std::max(load, std::abs(link.couple[0]) / law.bend_strength);
    } else {
        const double twist = dot(link.couple, link.normal);
        load = std::max({load, std::abs(twist) / law.twist_strength,
                         norm(link.couple - twist * link.normal) / law.bend_strength});
    }
    return load;
}

template void stretch(Link<2>&, const Vec<2>&, const Vec<2>&, const Vec<1>&);
template void stretch(Link<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template double bond_load(const Link<2>&);
template double bond_load(const Link<3>&);

}  // namespace drystone
