#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drystone {

// Fragility: the probability of collapse at an intensity x, as a lognormal distribution function
//
//     P(x) = Phi(ln(x / median) / beta)
//
// whose median and beta make the collapses that were counted most likely (Baker 2015, "Efficient analytical fragility function
// fitting", eq. 11: z_j of n_j runs collapse at x_j, runs independent):
//
//     max over a, b of  sum_j [ z_j ln Phi(a + b ln x_j) + (n_j - z_j) ln Phi(-a - b ln x_j) ],   beta = 1/b, median = exp(-a/b)
//
// which is concave in (a, b): Newton's method with halved steps finds its maximum. There is none where every collapse is above every
// survival: beta is then 0 as far as the intensities can tell.

/// Runs at one intensity.
struct Stripe {
    double intensity = 0.0;
    int runs = 0;
    int collapsed = 0;
};

struct FragilityFit {
    double median = 0.0;
    double beta = 0.0;
    double median_error =
        0.0;  // standard error of ln(median), from the curvature of the likelihood; 0 where beta is
    double beta_error = 0.0;      // likewise of beta
    double log_likelihood = 0.0;  // without the binomial coefficients

    double probability(double intensity) const;
};

/// Nothing: `why` says what is missing. Intensities are positive.
std::optional<FragilityFit> fit_fragility(std::span<const Stripe> stripes, std::string& why);

}  // namespace drystone
