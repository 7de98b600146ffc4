#include "study/fragility.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace drystone {

namespace {

/// Beyond this, Phi(-t) = phi(t) / t (1 - 1/t^2 ..) to seven digits, and erfc is still far from underflow.
constexpr double far_tail = 25.0;

double phi(double t) { return std::exp(-0.5 * t * t) / std::sqrt(2.0 * std::numbers::pi); }
double normal_share(double t) { return 0.5 * std::erfc(-t / std::numbers::sqrt2); }

/// ln Phi(t) with its first and second derivatives.
struct LogShare {
    double value = 0.0, slope = 0.0, bend = 0.0;
};

LogShare log_share(double t) {
    LogShare f;
    if (t < -far_tail) {
        const double q = 1.0 / (t * t);
        f.value = -0.5 * t * t - std::log(-t) - 0.5 * std::log(2.0 * std::numbers::pi) +
                  std::log1p(-q + 3.0 * q * q);
        f.slope = -t / (1.0 - q + 3.0 * q * q);
    } else {
        f.value = std::log(normal_share(t));
        f.slope = phi(t) / normal_share(t);
    }
    f.bend = -f.slope * (t + f.slope);
    return f;
}

/// The logarithm of the likelihood at (a, b), its gradient and its matrix of second derivatives.
struct Likelihood {
    double value = 0.0, a = 0.0, b = 0.0, aa = 0.0, ab = 0.0, bb = 0.0;
};

Likelihood likelihood(std::span<const Stripe> stripes, double a, double b) {
    Likelihood sum;
    for (const Stripe& stripe : stripes) {
        const double y = std::log(stripe.intensity), z = stripe.collapsed, n = stripe.runs;
        const LogShare up = log_share(a + b * y), down = log_share(-a - b * y);
        const double slope = z * up.slope - (n - z) * down.slope, bend = z * up.bend + (n - z) * down.bend;
        sum.value += z * up.value + (n - z) * down.value;
        sum.a += slope;
        sum.b += slope * y;
        sum.aa += bend;
        sum.ab += bend * y;
        sum.bb += bend * y * y;
    }
    return sum;
}

/// Intensities around the typical one, so that a and b are hardly coupled.
std::vector<Stripe> scaled(std::span<const Stripe> stripes, double by) {
    std::vector<Stripe> all(stripes.begin(), stripes.end());
    for (Stripe& stripe : all) stripe.intensity /= by;
    return all;
}

double typical_intensity(std::span<const Stripe> stripes) {
    double sum = 0.0, runs = 0.0;
    for (const Stripe& stripe : stripes) {
        sum += stripe.runs * std::log(stripe.intensity);
        runs += stripe.runs;
    }
    return std::exp(sum / runs);
}

FragilityFit maximise(std::span<const Stripe> all) {
    constexpr int most_steps = 200;
    const double typical = typical_intensity(all);
    const std::vector<Stripe> stripes = scaled(all, typical);
    double a = 0.0, b = 0.0;
    Likelihood at = likelihood(stripes, a, b);
    for (int k = 0; k < most_steps; ++k) {
        const double det = at.aa * at.bb - at.ab * at.ab;
        double da = -(at.bb * at.a - at.ab * at.b) / det, db = -(at.aa * at.b - at.ab * at.a) / det;
        Likelihood next = likelihood(stripes, a + da, b + db);
        while (!(next.value >= at.value) && std::abs(da) + std::abs(db) > 1e-15) {
            da *= 0.5;
            db *= 0.5;
            next = likelihood(stripes, a + da, b + db);
        }
        const bool there =
            std::abs(da) <= 1e-12 * (1.0 + std::abs(a)) && std::abs(db) <= 1e-12 * (1.0 + std::abs(b));
        a += da;
        b += db;
        at = next;
        if (there) break;
    }
    FragilityFit fit{.median = typical * std::exp(-a / b), .beta = 1.0 / b, .log_likelihood = at.value};
    // Covariance of (a, b): the inverse of minus the second derivatives; ln median = -a/b, beta = 1/b.
    const double det = at.aa * at.bb - at.ab * at.ab;
    const double var_a = -at.bb / det, var_b = -at.aa / det, cov = at.ab / det;
    fit.median_error = std::sqrt(var_a - 2.0 * (a / b) * cov + (a / b) * (a / b) * var_b) / std::abs(b);
    fit.beta_error = std::sqrt(var_b) / (b * b);
    return fit;
}

}  // namespace

double FragilityFit::probability(double intensity) const {
    if (beta == 0.0) return intensity < median ? 0.0 : intensity > median ? 1.0 : 0.5;
    return normal_share(std::log(intensity / median) / beta);
}

std::optional<FragilityFit> fit_fragility(std::span<const Stripe> stripes, std::string& why) {
    constexpr double none = std::numeric_limits<double>::infinity();
    double safe = -none, fatal = none;  // highest intensity of a survival, lowest of a collapse
    double least = none, most = -none;  // lowest intensity of a survival, highest of a collapse
    for (const Stripe& stripe : stripes) {
        assert(stripe.intensity > 0.0 && stripe.collapsed <= stripe.runs);
        if (stripe.collapsed > 0) {
            fatal = std::min(fatal, stripe.intensity);
            most = std::max(most, stripe.intensity);
        }
        if (stripe.collapsed < stripe.runs) {
            safe = std::max(safe, stripe.intensity);
            least = std::min(least, stripe.intensity);
        }
    }
    if (fatal == none) why = "no run collapsed: go to higher intensities";
    if (safe == -none) why = "every run collapsed: go to lower intensities";
    if (fatal == none || safe == -none) return std::nullopt;
    if (safe <= fatal) return FragilityFit{.median = std::sqrt(safe) * std::sqrt(fatal)};
    if (most <= least) {
        why = "collapses become fewer with the intensity";
        return std::nullopt;
    }
    const FragilityFit fit = maximise(stripes);
    if (fit.beta > 0.0) return fit;
    why = "collapses become fewer with the intensity";
    return std::nullopt;
}

}  // namespace drystone
