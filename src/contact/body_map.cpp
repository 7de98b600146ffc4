#include "contact/body_map.h"

namespace drystone {

namespace {

/// Twist that the impulse f (world axes) at lever arm l gives a body.
template <int D>
Twist<D> answer(const MobileBody<D>& body, const Vec<D>& l, const Vec<D>& f) {
    return {body.inverse_mass * f, body.inverse_inertia * moment(l, f)};
}

}  // namespace

template <int D>
Mat<D> BodyMap<D>::diagonal(int i) const {
    const ContactArms<D>& c = contact[i];
    Mat<D> W;
    for (int k = 0; k < D; ++k) {
        Vec<D> u{};
        if (c.body_a >= 0) {
            const Twist<D> t = answer(body[c.body_a], c.arm_a, c.frame[k]);
            u += t.v + turn(t.w, c.arm_a);
        }
        if (c.body_b >= 0) {
            const Twist<D> t = answer(body[c.body_b], c.arm_b, c.frame[k]);
            u += t.v + turn(t.w, c.arm_b);
        }
        const Vec<D> column = c.frame * u;
        for (int j = 0; j < D; ++j) W[j][k] = column[j];
    }
    return W;
}

template <int D>
Vec<D> BodyMap<D>::velocity(const State& V, int i) const {
    const ContactArms<D>& c = contact[i];
    Vec<D> u{};
    if (c.body_b >= 0) u += V[c.body_b].v + turn(V[c.body_b].w, c.arm_b);
    if (c.body_a >= 0) u -= V[c.body_a].v + turn(V[c.body_a].w, c.arm_a);
    return c.frame * u;
}

template <int D>
void BodyMap<D>::add(State& V, int i, const Vec<D>& dr) const {
    const ContactArms<D>& c = contact[i];
    const Vec<D> f = transpose_times(c.frame, dr);
    if (c.body_a >= 0) {
        const Twist<D> t = answer(body[c.body_a], c.arm_a, f);
        V[c.body_a].v -= t.v;
        V[c.body_a].w -= t.w;
    }
    if (c.body_b >= 0) {
        const Twist<D> t = answer(body[c.body_b], c.arm_b, f);
        V[c.body_b].v += t.v;
        V[c.body_b].w += t.w;
    }
}

template <int D>
Mat<spin_dim<D>> BodyMap<D>::spin_diagonal(int i) const {
    const ContactArms<D>& c = contact[i];
    Mat<spin_dim<D>> sum{};
    if (c.body_a >= 0) sum = sum + body[c.body_a].inverse_inertia;
    if (c.body_b >= 0) sum = sum + body[c.body_b].inverse_inertia;
    Mat<spin_dim<D>> W;
    for (int k = 0; k < spin_dim<D>; ++k) {
        const Spin<D> column = to_frame(c.frame, sum * from_frame(c.frame, Spin<D>::axis(k)));
        for (int j = 0; j < spin_dim<D>; ++j) W[j][k] = column[j];
    }
    return W;
}

template <int D>
Spin<D> BodyMap<D>::spin(const State& V, int i) const {
    const ContactArms<D>& c = contact[i];
    Spin<D> w{};
    if (c.body_b >= 0) w += V[c.body_b].w;
    if (c.body_a >= 0) w -= V[c.body_a].w;
    return to_frame(c.frame, w);
}

template <int D>
void BodyMap<D>::add_moment(State& V, int i, const Spin<D>& dm) const {
    const ContactArms<D>& c = contact[i];
    const Spin<D> world = from_frame(c.frame, dm);
    if (c.body_a >= 0) V[c.body_a].w -= body[c.body_a].inverse_inertia * world;
    if (c.body_b >= 0) V[c.body_b].w += body[c.body_b].inverse_inertia * world;
}

template struct BodyMap<2>;
template struct BodyMap<3>;

}  // namespace drystone
