#include "contact/body_map.h"

#include <span>

namespace drystone {

namespace {

/// Twist that the impulse f (world axes) at lever arm l gives a body.
template <int D>
Twist<D> answer(const MobileBody<D>& body, const Vec<D>& l, const Vec<D>& f) {
    return {body.inverse_mass * f, body.inverse_inertia * moment(l, f)};
}

template <int D>
std::span<const Grip<D>> grips_of(const BodyMap<D>& map, const ContactArms<D>& c) {
    return std::span(map.grip).subspan(static_cast<std::size_t>(c.first_grip), static_cast<std::size_t>(c.grips));
}

/// v += C N (f, m), of the body of a grip.
template <int D>
void push(const CompliantBody<D>& body, const Grip<D>& grip, const Vec<D>& f, const Spin<D>& m, Vec<D>* v) {
    const std::size_t rows = body.rows();
    double* out = v->c.data();
    for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) {
        const Vec<D> on_dof = pull(grip, k, f, m);
        for (int axis = 0; axis < D; ++axis) {
            const double* column = body.answer(grip.dof[k], axis);
            const double by = on_dof[axis];
            if (by == 0.0) continue;
            for (std::size_t j = 0; j < rows; ++j) out[j] += by * column[j];
        }
    }
}

/// How degree of freedom k of one grip answers impulses on degree of freedom l of another on the same body.
template <int D>
Mat<D> between(const CompliantBody<D>& body, int k, int l) {
    Mat<D> block;
    for (int axis = 0; axis < D; ++axis) {
        for (int i = 0; i < D; ++i) block[i][axis] = body.answer(l, axis)[k * D + i];
    }
    return block;
}

/// Calls add(block, k, grip, l, other) for the degrees of freedom k of each grip and l of each other one on its body.
template <int D, class Add>
void for_each_pair(const BodyMap<D>& map, const ContactArms<D>& c, const Add& add) {
    for (const Grip<D>& grip : grips_of(map, c)) {
        for (const Grip<D>& other : grips_of(map, c)) {
            if (grip.body != other.body) continue;
            for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) {
                for (std::size_t l = 0; l < static_cast<std::size_t>(other.count); ++l)
                    add(between(map.compliant[static_cast<std::size_t>(grip.body)], grip.dof[k], other.dof[l]), k,
                        grip, l, other);
            }
        }
    }
}

/// Contact i's own answer of the compliant bodies to impulses, world axes.
template <int D>
Mat<D> held_diagonal(const BodyMap<D>& map, const ContactArms<D>& c) {
    Mat<D> sum{};
    for_each_pair(map, c, [&](const Mat<D>& block, std::size_t k, const Grip<D>& grip, std::size_t l, const Grip<D>& other) {
        sum = sum + (grip.weight[k] * other.weight[l]) * block;
    });
    return sum;
}

/// A body that touches its own image: its translations cancel, it answers by turning about the line between the two arms.
template <int D>
Mat<D> diagonal_of_one_body(const BodyMap<D>& map, const ContactArms<D>& c) {
    const MobileBody<D>& body = map.body[c.body_a];
    const Vec<D> between = c.arm_b - c.arm_a;
    Mat<D> W;
    for (int k = 0; k < D; ++k) {
        const Vec<D> column = c.frame * turn(body.inverse_inertia * moment(between, c.frame[k]), between);
        for (int j = 0; j < D; ++j) W[j][k] = column[j];
    }
    if (c.grips == 0) return W;
    return W + c.frame * held_diagonal(map, c) * transpose(c.frame);
}

/// Likewise to moments.
template <int D>
Mat<spin_dim<D>> held_spin_diagonal(const BodyMap<D>& map, const ContactArms<D>& c) {
    Mat<spin_dim<D>> sum{};
    for_each_pair(map, c, [&](const Mat<D>& block, std::size_t k, const Grip<D>& grip, std::size_t l, const Grip<D>& other) {
        for (int axis = 0; axis < spin_dim<D>; ++axis) {
            const Spin<D> w = moment(grip.curl[k], block * turn(Spin<D>::axis(axis), other.curl[l]));
            for (int j = 0; j < spin_dim<D>; ++j) sum[j][axis] += w[j];
        }
    });
    return sum;
}

}  // namespace

template <int D>
void BodyMap<D>::reset(State& state) const {
    state.body.assign(body.size(), {});
    state.dof.assign(static_cast<std::size_t>(dofs()), {});
}

template <int D>
Mat<D> BodyMap<D>::diagonal(int i) const {
    const ContactArms<D>& c = contact[i];
    if (c.is_of_one_body()) return diagonal_of_one_body(*this, c);
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
    if (c.grips == 0) return W;
    return W + c.frame * held_diagonal(*this, c) * transpose(c.frame);
}

template <int D>
Vec<D> BodyMap<D>::velocity(const State& state, int i) const {
    const ContactArms<D>& c = contact[i];
    const std::vector<Twist<D>>& V = state.body;
    Vec<D> u{};
    if (c.body_b >= 0) u += V[c.body_b].v + turn(V[c.body_b].w, c.arm_b);
    if (c.body_a >= 0) u -= V[c.body_a].v + turn(V[c.body_a].w, c.arm_a);
    for (const Grip<D>& one : grips_of(*this, c)) u += held_velocity(one, state.dof.data() + compliant[one.body].first);
    return c.frame * u;
}

template <int D>
void BodyMap<D>::add(State& state, int i, const Vec<D>& dr) const {
    const ContactArms<D>& c = contact[i];
    std::vector<Twist<D>>& V = state.body;
    const Vec<D> f = transpose_times(c.frame, dr);
    for (const Grip<D>& one : grips_of(*this, c))
        push(compliant[one.body], one, f, Spin<D>{}, state.dof.data() + compliant[one.body].first);
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
    if (c.body_a >= 0 && !c.is_of_one_body()) sum = sum + body[c.body_a].inverse_inertia;
    if (c.body_b >= 0 && !c.is_of_one_body()) sum = sum + body[c.body_b].inverse_inertia;
    if (c.grips > 0) sum = sum + held_spin_diagonal(*this, c);
    Mat<spin_dim<D>> W;
    for (int k = 0; k < spin_dim<D>; ++k) {
        const Spin<D> column = to_frame(c.frame, sum * from_frame(c.frame, Spin<D>::axis(k)));
        for (int j = 0; j < spin_dim<D>; ++j) W[j][k] = column[j];
    }
    return W;
}

template <int D>
Spin<D> BodyMap<D>::spin(const State& state, int i) const {
    const ContactArms<D>& c = contact[i];
    Spin<D> w{};
    if (c.body_b >= 0) w += state.body[c.body_b].w;
    if (c.body_a >= 0) w -= state.body[c.body_a].w;
    for (const Grip<D>& one : grips_of(*this, c)) w += held_spin(one, state.dof.data() + compliant[one.body].first);
    return to_frame(c.frame, w);
}

template <int D>
void BodyMap<D>::add_moment(State& state, int i, const Spin<D>& dm) const {
    const ContactArms<D>& c = contact[i];
    std::vector<Twist<D>>& V = state.body;
    const Spin<D> world = from_frame(c.frame, dm);
    for (const Grip<D>& one : grips_of(*this, c))
        push(compliant[one.body], one, Vec<D>{}, world, state.dof.data() + compliant[one.body].first);
    if (c.body_a >= 0) V[c.body_a].w -= body[c.body_a].inverse_inertia * world;
    if (c.body_b >= 0) V[c.body_b].w += body[c.body_b].inverse_inertia * world;
}

template struct BodyMap<2>;
template struct BodyMap<3>;

}  // namespace drystone
