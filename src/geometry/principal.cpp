// Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, section 8.5): each one turns a coordinate
// plane so that one off-diagonal entry vanishes. The rotations are collected as a quaternion, so the result is
// proper by construction.

#include "geometry/principal.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

constexpr double same_moment = 1e-12;  // relative to the mean moment
constexpr double negligible = 1e-16;   // off-diagonal entry, relative to the mean moment
constexpr int max_sweeps = 20;         // 4 to 6 are used

/// Turns `m` about axis (p, q, axis right-handed) so that m[p][q] = 0; returns the rotation from the turned axes.
Rotation<3> turn_plane(Mat<3>& m, int axis) {
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const double difference = 0.5 * (m[q][q] - m[p][p]);
    const double t = -m[p][q] / (std::abs(difference) + std::hypot(difference, m[p][q]));
    const double tangent = difference >= 0.0 ? t : -t;  // of the smaller of the two angles
    const double c = 1.0 / std::sqrt(1.0 + tangent * tangent), s = c * tangent;

    const double pq = m[p][q], pr = m[p][axis], qr = m[q][axis];
    m[p][p] += tangent * pq;
    m[q][q] -= tangent * pq;
    m[p][q] = m[q][p] = 0.0;
    m[p][axis] = m[axis][p] = c * pr + s * qr;
    m[q][axis] = m[axis][q] = c * qr - s * pr;
    return rotation_by(std::atan(tangent) * Vec<3>::axis(axis));
}

}  // namespace

PrincipalFrame<2> principal_frame(const Mat<1>& inertia) { return {inertia[0], {}}; }

PrincipalFrame<3> principal_frame(const Mat<3>& inertia) {
    Mat<3> m = inertia;
    const double mean = mean_diagonal(m);
    PrincipalFrame<3> frame;
    bool turned = true;
    for (int sweep = 0; sweep < max_sweeps && turned; ++sweep) {
        turned = false;
        for (int axis = 0; axis < 3; ++axis) {
            const int p = (axis + 1) % 3, q = (axis + 2) % 3;
            const double spread = std::max(std::abs(m[p][p] - m[q][q]), std::abs(m[p][q]));
            if (std::abs(m[p][q]) <= negligible * mean || spread <= same_moment * mean) continue;
            frame.rotation = frame.rotation * turn_plane(m, axis);
            turned = true;
        }
    }
    frame.rotation = normalised(frame.rotation);
    for (int i = 0; i < 3; ++i) frame.moments[i] = m[i][i];
    const auto [least, most] = std::minmax_element(frame.moments.c.begin(), frame.moments.c.end());
    if (*most - *least <= same_moment * mean) return {{{mean, mean, mean}}, {}};
    return frame;
}

}  // namespace drystone
