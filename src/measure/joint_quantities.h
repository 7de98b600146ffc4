#pragma once

#include "measure/joints.h"
#include "measure/quantities.h"

namespace drystone {

// Quantities of the joint between two bodies, or several and several: Sample::bodies and Sample::others.

template <int D>
Joint<D> joint_of(const Sample<D>& s) {
    return joint_between<D>(s.world, {s.bodies, s.others}, s.seams, s.h);
}

template <int D>
Vec<D> joint_force(const Sample<D>& s) {
    return joint_of(s).force;
}

template <int D>
Vec<D> joint_point(const Sample<D>& s) {
    return joint_of(s).point;
}

template <int D, double Joint<D>::*field>
double joint_number(const Sample<D>& s) {
    return joint_of(s).*field;
}

template <int D>
double joint_contacts(const Sample<D>& s) {
    return joint_of(s).contacts;
}

/// 0 open, 1 sticking, 2 sliding.
template <int D>
double joint_status(const Sample<D>& s) {
    return static_cast<double>(joint_of(s).status);
}

}  // namespace drystone
