#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace drystone {

// Integrals over [a, b] of functions that are smooth inside and may behave as a square root at both ends: with
//
//     z = (a+b)/2 - (b-a)/2 cos(theta),   0 <= theta <= pi,
//
// sqrt(z - a) and sqrt(b - z) become sin and cos of theta/2, and a Gauss rule converges geometrically.
// Gauss-Kronrod 10-21 (QUADPACK, Piessens et al. 1983), halved in theta until the 10-point and the 21-point
// values agree: a singularity near the interval, or one that nobody announced, costs time and not accuracy.

namespace quadrature {

constexpr std::array<double, 11> node = {  // 21-point, from the ends; the odd ones are the 10-point nodes
    0.995657163025808080735527280689003,
    0.973906528517171720077964012084452,
    0.930157491355708226001207180059508,
    0.865063366688984510732096688423493,
    0.780817726586416897063717578345042,
    0.679409568299024406234327365114874,
    0.562757134668604683339000099272694,
    0.433395394129247190799265943165784,
    0.294392862701460198131126603103866,
    0.148874338981631210884826001129720,
    0.0};
constexpr std::array<double, 11> weight = {
    0.011694638867371874278064396062192, 0.032558162307964727478818972459390,
    0.054755896574351996031381300244580, 0.075039674810919952767043140916190,
    0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
    0.123491976262065851077958109585166, 0.134709217311473325928054001771707,
    0.142775938577060080797094273138717, 0.147739104901338491374841515972068,
    0.149445554002916905664936468389821};
constexpr std::array<double, 5> coarse_weight = {
    0.066671344308688137593568809893332, 0.149451349150580593145863396957658,
    0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
    0.295524224714752870173815619188769};

/// Panels for one integral, after which the finer value is taken as it is. 5 are typical; where rounding is larger
/// than the agreement asked for, halving would never end.
constexpr int max_panels = 1000;

/// Of f over theta in [from, to], where z and dz/dtheta follow from theta. Value needs +=, and double *.
/// agree(coarse, fine) says whether the two are close enough.
template <class Value, class F, class Agree>
Value over_theta(const F& f, double from, double to, const Agree& agree, int& panels_left) {
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    Value fine{}, coarse{};
    for (std::size_t k = 0; k < node.size(); ++k) {
        Value pair = f(middle - half * node[k]);
        if (node[k] > 0.0) pair += f(middle + half * node[k]);
        fine += (half * weight[k]) * pair;
        if (k % 2 == 1) coarse += (half * coarse_weight[k / 2]) * pair;
    }
    if (--panels_left <= 0 || agree(coarse, fine)) return fine;
    Value sum = over_theta<Value>(f, from, middle, agree, panels_left);
    sum += over_theta<Value>(f, middle, to, agree, panels_left);
    return sum;
}

}  // namespace quadrature

template <class Value, class F, class Agree>
Value integrate(const F& f, double a, double b, const Agree& agree) {
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
    const auto in_theta = [&](double theta) {
        return (half * std::sin(theta)) * f(middle - half * std::cos(theta));
    };
    int panels_left = quadrature::max_panels;
    return quadrature::over_theta<Value>(in_theta, 0.0, std::numbers::pi, agree, panels_left);
}

}  // namespace drystone
