#include "fields/kernel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/input_error.h"

namespace drystone {

namespace {

using std::numbers::pi;

/// The integral from 0 to u of 1 - 6 q^2 + 8 q^3 - 3 q^4, q^2 = d^2 + u^2 (all in units of c).
double lucy_integral(double d, double u) {
    const double dd = d * d, uu = u * u, q = std::sqrt(dd + uu);
    const double squares = dd * u + uu * u / 3.0;
    const double fourths = dd * dd * u + 2.0 / 3.0 * dd * uu * u + uu * uu * u / 5.0;
    const double cubes = u * (0.25 * uu + 0.625 * dd) * q + (dd > 0.0 ? 0.375 * dd * dd * std::asinh(u / d) : 0.0);
    return u - 6.0 * squares + 8.0 * cubes - 3.0 * fourths;
}

}  // namespace

Kernel::Kernel(KernelKind kind, double width, int dimension) : kind_(kind), width_(width) {
    if (kind == KernelKind::lucy) {
        reach_ = 2.0 * width;
        peak_ = dimension == 2 ? 5.0 / (pi * reach_ * reach_) : 105.0 / (16.0 * pi * reach_ * reach_ * reach_);
    } else {
        reach_ = 8.6 * width;
        peak_ = std::pow(2.0 * pi * width * width, -0.5 * dimension);
    }
}

double Kernel::at(const Vec<3>& r) const {
    const double square = dot(r, r);
    if (square >= reach_ * reach_) return 0.0;
    if (kind_ == KernelKind::gaussian) return peak_ * std::exp(-0.5 * square / (width_ * width_));
    const double q = std::sqrt(square) / reach_, left = 1.0 - q;
    return peak_ * (1.0 + 3.0 * q) * left * left * left;
}

double Kernel::along(const Vec<3>& r, const Vec<3>& l) const {
    const double length = norm(l), foot = dot(r, l) / length;  // the line passes nearest at that distance from its beginning
    const double square = std::max(0.0, dot(r, r) - foot * foot);
    if (square >= reach_ * reach_) return 0.0;
    if (kind_ == KernelKind::gaussian) {
        const double scale = 1.0 / (std::numbers::sqrt2 * width_);
        const double share = std::erf((length - foot) * scale) + std::erf(foot * scale);
        return peak_ * std::exp(-square * scale * scale) * share * 0.5 * std::sqrt(pi) / (scale * length);
    }
    const double d = std::sqrt(square) / reach_, half = std::sqrt(1.0 - d * d);
    const double from = std::clamp(-foot / reach_, -half, half), to = std::clamp((length - foot) / reach_, -half, half);
    if (to <= from) return 0.0;
    return peak_ * reach_ / length * (lucy_integral(d, to) - lucy_integral(d, from));
}

KernelKind kernel_named(const std::string& name) {
    if (name == "lucy") return KernelKind::lucy;
    if (name == "gaussian") return KernelKind::gaussian;
    throw InputError("kernel " + name, "is not known: there are lucy and gaussian");
}

}  // namespace drystone
