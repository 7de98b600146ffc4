#include "ensemble/histogram.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

constexpr std::size_t most_bins = 100;

/// f / <f> of the contacts that bear.
std::vector<double> relative(const std::vector<double>& forces) {
    std::vector<double> out;
    double sum = 0.0;
    for (const double f : forces) {
        if (!(f > 0.0)) continue;
        out.push_back(f);
        sum += f;
    }
    for (double& f : out) f /= sum / static_cast<double>(out.size());
    return out;
}

}  // namespace

ForceHistogram force_histogram(const std::vector<std::vector<double>>& forces) {
    assert(std::ranges::all_of(forces, [](const std::vector<double>& run) {
        return std::ranges::none_of(run, [](double f) { return std::isnan(f); });
    }));
    ForceHistogram out;
    std::vector<std::vector<double>> shares;
    double largest = 0.0;
    for (const std::vector<double>& run : forces) {
        shares.push_back(relative(run));
        for (const double f : shares.back()) largest = std::max(largest, f);
    }
    while (largest >= out.width * static_cast<double>(most_bins)) out.width *= 2.0;
    const std::size_t bins = static_cast<std::size_t>(largest / out.width) + 1;
    const auto bin_of = [&](double f) { return std::min(bins - 1, static_cast<std::size_t>(f / out.width)); };
    std::vector<std::vector<double>> density(shares.size(), std::vector<double>(bins, 0.0));
    std::vector<double> sum(bins, 0.0);
    std::vector<long> count(bins, 0);
    for (std::size_t k = 0; k < shares.size(); ++k) {
        for (const double f : shares[k]) {
            const std::size_t bin = bin_of(f);
            density[k][bin] += 1.0 / (out.width * static_cast<double>(shares[k].size()));
            sum[bin] += f;
            ++count[bin];
        }
    }
    for (std::size_t bin = 0; bin < bins; ++bin) {
        out.probability.push_back(spread_of(shares.size(), [&](std::size_t k) { return density[k][bin]; }));
        out.mean.push_back(count[bin] > 0 ? sum[bin] / static_cast<double>(count[bin])
                                          : out.width * (static_cast<double>(bin) + 0.5));
    }
    return out;
}

}  // namespace drystone
