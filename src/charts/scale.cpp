#include "charts/scale.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

std::vector<double> multiples(double first, double last, double step) {
    std::vector<double> found;
    for (int k = 0; first + k * step <= last; ++k) found.push_back(first + k * step);
    return found;
}

}  // namespace

double round_number(double x) {
    if (!(x > 0.0) || !std::isfinite(x)) return 0.0;
    const int power = static_cast<int>(std::floor(std::log10(x) + 1e-9));
    const double ten = std::pow(10.0, power);
    for (const double digit : {5.0, 2.0}) {
        if (digit * ten <= x * (1.0 + 1e-9)) return digit * ten;
    }
    return ten;
}

Scale Scale::linear(double low, double high) {
    assert(low < high);
    Scale scale;
    scale.linear_ = true;
    scale.empty_ = false;
    scale.low_ = low;
    scale.high_ = high;
    return scale;
}

void Scale::include(double value) {
    assert(!linear_);
    if (!(value > 0.0) || !std::isfinite(value)) return;
    const double exponent = std::log10(value), below = std::floor(exponent), above = std::ceil(exponent);
    low_ = empty_ ? below : std::min(low_, below);
    high_ = empty_ ? above : std::max(high_, above);
    empty_ = false;
}

double Scale::share(double value) const {
    if (linear_) return (value - low()) / (high() - low());
    return value > 0.0 ? std::max(0.0, (std::log10(value) - low()) / (high() - low())) : 0.0;
}

std::vector<double> Scale::ticks(int most) const {
    assert(most > 0);
    const double length = high() - low(), slack = 1e-9;  // rounding must not lose an end
    if (!linear_) return multiples(low(), high(), std::ceil(length / most));
    double step = round_number(length / most);
    const auto fit = [&] { return std::floor(high() / step + slack) - std::ceil(low() / step - slack); };
    while (fit() > most) step = round_number(2.5 * step);
    return multiples(std::ceil(low() / step - slack) * step, high() + slack * length, step);
}

}  // namespace drystone
