#pragma once

#include "core/mat.h"
#include "core/motion.h"
#include "core/rotation.h"

namespace drystone {

// fields(archive, x) names the fields of x one after the other, for an archive that writes them as well as for one that reads them.

template <class A, int N>
void fields(A& a, Vec<N>& v) {
    for (double& x : v.c) a.number(x);
}
template <class A, int N>
void fields(A& a, Mat<N>& m) {
    for (int i = 0; i < N; ++i) fields(a, m[i]);
}
template <class A>
void fields(A& a, Rotation<2>& r) {
    a.number(r.angle);
}
template <class A>
void fields(A& a, Rotation<3>& r) {
    a.number(r.w);
    fields(a, r.q);
}
template <class A, int D>
void fields(A& a, Twist<D>& t) {
    fields(a, t.v);
    fields(a, t.w);
}

}  // namespace drystone
