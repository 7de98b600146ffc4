#pragma once

#include "core/mat.h"

namespace drystone {

// Letters of docs/theory.md section 5: S the tangential block with r_n eliminated, t the sticking demand,
// alpha >= 0 the slip rate per impulse, v_t = -alpha r_t.

/// Tangential part of a contact's problem in space, with r_n = (r_n at r_t = 0) - (slope . r_t) eliminated:
/// S r_t = t sticks, (S + alpha I) r_t = t slips, with |r_t| = a + mu r_n.
struct Tangential {
    Mat<2> S;
    Vec<2> t;
    Vec<2> slope;           // W_nt / W_nn; zero where r_n is given
    double normal_at_rest;  // r_n at r_t = 0
    double cohesion;        // a

    Vec<2> impulse(double alpha) const { return inverse(S + Mat<2>::scaled_identity(alpha)) * t; }
    double normal(const Vec<2>& r_t) const { return normal_at_rest - dot(slope, r_t); }
};

/// Held degrees of freedom can leave a direction that no impulse moves: then S is singular, and sticking there is
/// either given or out of reach. A shift far below rounding of what matters (scale: W_nn) tells the two apart.
void regularise(Tangential& c, double scale);

/// The root of (5.4), for a contact that does not stick: looked for from `start` >= 0.
double slip_rate(const Tangential& c, double mu, double start = 0.0);

/// The tangential impulse that slips at that rate, on the limit to the last digit.
Vec<2> slipping(const Tangential& c, double mu, double rate);

/// The tangential impulse that sticks or slips, on the limit to the last digit where it slips.
Vec<2> stick_or_slip(const Tangential& c, double mu);

}  // namespace drystone
