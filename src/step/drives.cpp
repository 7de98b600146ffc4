// Prescribed motion, docs/theory.md (7.1)-(7.5): x_d(t) is the signal or its integrals in closed form, and
//
//     v_d = (x_d(t + h) - x_d(t)) / h,      x(t) = x(0) + x_d(t)      where all is driven: no drift whatever the step

#include "step/drives.h"

#include <cassert>
#include <cmath>

#include "bodies/move.h"

namespace drystone {

double displacement(const Signal& signal, Driven quantity, double t) {
    switch (quantity) {
        case Driven::displacement:
            return signal.held(t);
        case Driven::velocity:
            return signal.integral(t);
        case Driven::acceleration:
            return signal.double_integral(t);
    }
    return 0.0;
}

namespace {

/// The part of `space` orthogonal to direction d: Gram-Schmidt on the projector.
template <int N>
void hold(Mat<N>& space, const Vec<N>& d) {
    const Vec<N> rest = space * d;
    const double size2 = dot(rest, rest);
    if (size2 > 1e-24 * dot(d, d)) space = space - (1.0 / size2) * outer(rest, rest);
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
            if (std::abs(space[i][j]) < 1e-14) space[i][j] = 0.0;  // projectors: entries are of order one
        }
    }
}

}  // namespace

template <int D>
DrivenPose<D> drive_base(const Model<D>& model, int body) {
    if (model.drive_base.empty()) return {model.start_position[body], model.start_rotation[body]};
    return model.drive_base[body];
}

/// driven_pose() the other way round.
template <int D>
DrivenPose<D> base_of(const WorldDescription<D>& description, int body, const DrivenPose<D>& there, double t) {
    DrivenPose<D> pose = there;
    for (const Motion<D>& m : description.motions) {
        if (m.body == body && !m.rotates) pose.position -= displacement(m.signal, m.quantity, t) * m.direction;
    }
    for (auto m = description.motions.rbegin(); m != description.motions.rend(); ++m) {
        if (m->body != body || !m->rotates) continue;
        const Rotation<D> back = inverse(rotation_by(displacement(m->signal, m->quantity, t) * m->axis));
        pose.rotation = back * pose.rotation;
        if (m->has_point) pose.position = m->point + rotate(back, pose.position - m->point);
    }
    return pose;
}

/// Rotations one after the other, then the translations.
template <int D>
DrivenPose<D> driven_pose(const Model<D>& model, int body, double t) {
    DrivenPose<D> pose = drive_base(model, body);
    for (const Motion<D>& m : model.description.motions) {
        if (m.body != body || !m.rotates) continue;
        const Rotation<D> turned = rotation_by(displacement(m.signal, m.quantity, t) * m.axis);
        pose.rotation = turned * pose.rotation;
        if (m.has_point) pose.position = m.point + rotate(turned, pose.position - m.point);
    }
    for (const Motion<D>& m : model.description.motions) {
        if (m.body == body && !m.rotates)
            pose.position += displacement(m.signal, m.quantity, t) * m.direction;
    }
    return pose;
}

namespace {

/// What a space has besides of a direction d.
template <int N>
void release(Mat<N>& space, const Vec<N>& d) {
    Mat<N> rest = Mat<N>::scaled_identity(1.0) - space;
    hold(rest, d);
    space = Mat<N>::scaled_identity(1.0) - rest;
}

/// A pressed wall moves where it is pushed, and where its drive says.
template <int D>
void free_pressed(const WorldDescription<D>& description, int body, FreeSpace<D>& space) {
    bool pressed = false;
    for (const Pressing<D>& one : description.pressings) {
        if (one.body != body) continue;
        if (!pressed) space = {{}, {}};
        pressed = true;
        release(space.directions, one.direction);
        for (int k = 0; k < D; ++k) {
            if (one.free_directions[k] != 0.0) release(space.directions, Vec<D>::axis(k));
        }
        for (int k = 0; k < spin_dim<D>; ++k) {
            if (one.free_rotations[k] != 0.0) release(space.rotations, Spin<D>::axis(k));
        }
    }
}

}  // namespace

template <int D>
FreeSpace<D> free_space(const WorldDescription<D>& description, int body) {
    assert(body >= 0 && static_cast<std::size_t>(body) < description.bodies.size());
    FreeSpace<D> space;
    if (description.bodies[body].fixed) return {{}, {}};
    free_pressed(description, body, space);
    for (const Hold<D>& h : description.holds) {
        if (h.body != body || h.where) continue;
        for (int k = 0; k < D; ++k) {
            if (h.directions[k] != 0.0) hold(space.directions, Vec<D>::axis(k));
        }
        for (int k = 0; k < spin_dim<D>; ++k) {
            if (h.rotations[k] != 0.0) hold(space.rotations, Spin<D>::axis(k));
        }
    }
    for (const Motion<D>& m : description.motions) {
        if (m.body != body || m.where) continue;
        if (m.rotates) {
            hold(space.rotations, m.axis);
        } else {
            hold(space.directions, m.direction);
        }
    }
    return space;
}

template <int D>
double mean_rate(const Motion<D>& m, double t, double h) {
    assert(h > 0.0);
    return (displacement(m.signal, m.quantity, t + h) - displacement(m.signal, m.quantity, t)) / h;
}

template <int D>
void prescribe_velocities(const Model<D>& model, State<D>& state, double h) {
    Bodies<D>& bodies = state.bodies;
    const Matter<D>& matter = model.matter;
    for (const int i : model.driven) {
        Twist<D>& velocity = bodies.velocity[i];
        if (matter.freedom[i] == Freedom::elastic) continue;  // its nodes are driven
        if (matter.freedom[i] == Freedom::immovable) {
            const DrivenPose<D> now = driven_pose(model, i, state.time),
                                next = driven_pose(model, i, state.time + h);
            velocity.v = (1.0 / h) * (next.position - now.position);
            velocity.w = (1.0 / h) * vector_of(next.rotation * inverse(now.rotation));
            continue;
        }
        velocity.v = matter.free_directions[i] * velocity.v;
        velocity.w = matter.free_rotations[i] * velocity.w;
        for (const Motion<D>& m : model.description.motions) {
            if (m.body != i) continue;
            const double rate = mean_rate(m, state.time, h);
            if (m.rotates) {
                velocity.w += rate * m.axis;
            } else {
                velocity.v += rate * m.direction;
            }
        }
    }
}

template <int D>
void place_driven_bodies(const Model<D>& model, State<D>& state, double t) {
    for (const int i : model.driven) {
        if (model.matter.freedom[i] != Freedom::immovable) continue;
        const DrivenPose<D> pose = driven_pose(model, i, t);
        state.bodies.position[i] = pose.position;
        state.bodies.rotation[i] = pose.rotation;
    }
}

template <int D>
void start_driven_bodies(const Model<D>& model, State<D>& state) {
    for (const int i : model.driven) {
        if (model.matter.freedom[i] == Freedom::elastic) continue;
        const DrivenPose<D> pose = driven_pose(model, i, 0.0);
        state.bodies.position[i] = pose.position;
        state.bodies.rotation[i] = pose.rotation;
        if (model.matter.freedom[i] == Freedom::general)
            refresh_inverse_inertia(model.matter, state.bodies, i);
    }
}

template DrivenPose<2> drive_base(const Model<2>&, int);
template DrivenPose<3> drive_base(const Model<3>&, int);
template DrivenPose<2> base_of(const WorldDescription<2>&, int, const DrivenPose<2>&, double);
template DrivenPose<3> base_of(const WorldDescription<3>&, int, const DrivenPose<3>&, double);
template DrivenPose<2> driven_pose(const Model<2>&, int, double);
template DrivenPose<3> driven_pose(const Model<3>&, int, double);
template FreeSpace<2> free_space(const WorldDescription<2>&, int);
template FreeSpace<3> free_space(const WorldDescription<3>&, int);
template double mean_rate(const Motion<2>&, double, double);
template double mean_rate(const Motion<3>&, double, double);
template void prescribe_velocities(const Model<2>&, State<2>&, double);
template void prescribe_velocities(const Model<3>&, State<3>&, double);
template void place_driven_bodies(const Model<2>&, State<2>&, double);
template void place_driven_bodies(const Model<3>&, State<3>&, double);
template void start_driven_bodies(const Model<2>&, State<2>&);
template void start_driven_bodies(const Model<3>&, State<3>&);

}  // namespace drystone
