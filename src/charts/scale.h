#pragma once

#include <vector>

namespace drystone {

/// Steps of 1, 2 or 5 times a power of ten: the largest not above x > 0; 0 where x is none.
double round_number(double x);

/// An axis: numbers to shares of its length, 0 at its low end and 1 at its high end.
///
///     linear          s = (x - low) / (high - low)
///     powers of ten   s = (log10 x - low) / (high - low),   low and high whole, so that they enclose what is shown
///
/// What has no place on a scale of powers (0 and less), or lies below it, is at its low end.
class Scale {
  public:
    static Scale linear(double low, double high);  // low < high

    /// Of powers of ten: begins with nothing, and takes in what it is to show.
    static Scale powers_of_ten() { return Scale(); }
    void include(double value);  // what is not positive and finite has no say

    bool is_linear() const { return linear_; }
    double share(double value) const;

    /// Its ends; of powers of ten the exponents.
    double low() const { return empty_ ? 0.0 : low_; }
    double high() const { return empty_ ? 1.0 : high_ > low_ ? high_ : low_ + 1.0; }

    /// Round numbers, or whole exponents of ten, from end to end: `most` + 1 of them at the most.
    std::vector<double> ticks(int most) const;

  private:
    Scale() = default;

    bool linear_ = false, empty_ = true;
    double low_ = 0.0, high_ = 0.0;
};

}  // namespace drystone
