#include <algorithm>
#include <cmath>

#include "scene/radius_law.h"

namespace drystone {

namespace {

struct Draw {
    int count;
    int dimension;
    Random& random;

    std::vector<double> operator()(const EqualRadii& law) const {
        return std::vector<double>(static_cast<std::size_t>(count), law.radius);
    }

    std::vector<double> operator()(const UniformRadii& law) const {
        return each([&] { return random.uniform(law.lo, law.hi); });
    }

    std::vector<double> operator()(const BellRadii& law) const {
        const double spread = law.deviation / law.mean;
        const double sigma = std::sqrt(std::log1p(spread * spread));  // of ln(radius)
        const double median = law.mean * std::exp(-0.5 * sigma * sigma);
        return each([&] {
            constexpr int most_draws = 100000;
            for (int i = 0; i < most_draws; ++i) {
                const double z = random.normal();
                const double r =
                    law.logarithmic ? median * std::exp(sigma * z) : law.mean + law.deviation * z;
                if (r > 0.0 && r >= law.min && r <= law.max) return r;
            }
            refuse(law.place, "hardly any radius of this law lies between min and max");
        });
    }

    std::vector<double> operator()(const TwoRadii& law) const {
        auto radii = (*this)(EqualRadii{law.small});
        const auto large = std::lround(law.fraction * count);
        std::fill(radii.begin(), radii.begin() + large, law.large);
        return radii;
    }

    std::vector<double> operator()(const GradedRadii& law) const {
        const auto to_power = [&](double d) { return std::pow(d, -dimension); };
        std::vector<double> upto = {
            0.0};  // share of the numbers up to each sieve, not yet divided by the total
        for (std::size_t k = 1; k < law.sieves.size(); ++k) {
            const auto &a = law.sieves[k - 1], &b = law.sieves[k];
            const double numbers = (b.passing - a.passing) * (to_power(a.diameter) - to_power(b.diameter));
            upto.push_back(upto.back() + numbers / std::log(b.diameter / a.diameter));
        }
        int strip = 0;
        return each([&] {
            const double s = upto.back() * (strip++ + random.uniform()) / count;
            const auto above = std::upper_bound(upto.begin() + 1, upto.end() - 1, s);
            const auto k = static_cast<std::size_t>(above - upto.begin());
            const double a = to_power(law.sieves[k - 1].diameter), b = to_power(law.sieves[k].diameter);
            const double u = std::clamp((s - upto[k - 1]) / (upto[k] - upto[k - 1]), 0.0, 1.0);
            return 0.5 * std::pow(a - u * (a - b), -1.0 / dimension);
        });
    }

  private:
    template <class One>
    std::vector<double> each(const One& one) const {
        std::vector<double> radii(static_cast<std::size_t>(count));
        for (double& r : radii) r = one();
        return radii;
    }
};

}  // namespace

std::vector<double> draw_radii(const RadiusLaw& law, int count, int dimension, Random& random) {
    return std::visit(Draw{count, dimension, random}, law);
}

}  // namespace drystone
