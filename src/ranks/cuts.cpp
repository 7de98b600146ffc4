// Recursive coordinate bisection. All boxes of a level are cut at once: their extents by one reduction, then each cut by halving the interval
// it is in until the weights below it are right, one reduction of whole numbers for each halving.

#include "ranks/cuts.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/index.h"

namespace drystone::ranks {

namespace {

constexpr int halvings = 48;
constexpr double near = 1e-3;  // of the weight wanted below a cut

}  // namespace

template <int D>
Cuts<D> Cuts<D>::find(std::span<const WeightedPlace<D>> places, Team& team, int ranks) {
    Cuts cuts;
    cuts.node_.push_back({.first = 0, .ranks = ranks > 0 ? ranks : team.size()});
    std::vector<int> box(places.size(), 0), level = {0};
    while (!level.empty()) level = cuts.split(level, places, box, team);
    return cuts;
}

template <int D>
auto Cuts<D>::boxes(const Vec<D>& low, const Vec<D>& high) const -> std::vector<Box> {
    std::vector<Box> of_node(node_.size()), of_rank(node_.empty() ? 0 : at(node_[0].ranks));
    if (!node_.empty()) of_node[0] = {low, high};
    for (std::size_t k = 0; k < node_.size(); ++k) {  // children come after their parents
        const Node& node = node_[k];
        if (node.axis < 0) {
            of_rank[at(node.first)] = of_node[k];
            continue;
        }
        of_node[at(node.low)] = of_node[at(node.high)] = of_node[k];
        of_node[at(node.low)].high[node.axis] = of_node[at(node.high)].low[node.axis] = node.at;
    }
    return of_rank;
}

/// Cuts the boxes of a level; returns those that are to be cut next.
template <int D>
std::vector<int> Cuts<D>::split(const std::vector<int>& level, std::span<const WeightedPlace<D>> places, std::vector<int>& box, Team& team) {
    std::vector<int> wide, number(node_.size(), -1);
    for (const int k : level) {
        if (node_[at(k)].ranks < 2) continue;
        number[at(k)] = static_cast<int>(wide.size());
        wide.push_back(k);
    }
    if (wide.empty()) return {};
    const std::size_t n = wide.size();
    constexpr double none = std::numeric_limits<double>::lowest();
    std::vector<double> bounds(2 * D * n, none);  // of each box: the highest x, the highest -x
    std::vector<std::int64_t> total(n, 0);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const int k = number[at(box[i])];
        if (k < 0) continue;
        for (int d = 0; d < D; ++d) {
            double &high = bounds[at(2 * (k * D + d))], &low = bounds[at(2 * (k * D + d) + 1)];
            high = std::max(high, places[i].x[d]);
            low = std::max(low, -places[i].x[d]);
        }
        total[at(k)] += places[i].weight;
    }
    team.largest(bounds);
    team.sum(total);
    std::vector<double> low(n), high(n), wanted(n);
    for (std::size_t k = 0; k < n; ++k) {
        Node& node = node_[at(wide[k])];
        node.axis = 0;
        double longest = -1.0;
        for (int d = 0; d < D; ++d) {
            const double top = bounds[2 * (k * D + at(d))], bottom = -bounds[2 * (k * D + at(d)) + 1];
            if (total[k] == 0 || !(top - bottom > longest)) continue;
            longest = top - bottom;
            node.axis = d;
            low[k] = bottom, high[k] = top;
        }
        const int below = node.ranks / 2;
        wanted[k] = static_cast<double>(total[k]) * below / node.ranks;
        node.at = 0.5 * (low[k] + high[k]);
    }
    std::vector<std::int64_t> weight(n);
    for (int turn = 0; turn < halvings; ++turn) {
        std::fill(weight.begin(), weight.end(), 0);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const int k = number[at(box[i])];
            if (k < 0) continue;
            const Node& node = node_[at(box[i])];
            if (places[i].x[node.axis] < node.at) weight[at(k)] += places[i].weight;
        }
        team.sum(weight);
        bool all_near = true;
        for (std::size_t k = 0; k < n; ++k) {
            const double error = static_cast<double>(weight[k]) - wanted[k];
            if (std::abs(error) <= near * wanted[k]) continue;
            all_near = false;
            Node& node = node_[at(wide[k])];
            (error > 0.0 ? high[k] : low[k]) = node.at;
            node.at = 0.5 * (low[k] + high[k]);
        }
        if (all_near) break;
    }
    std::vector<int> next;
    for (const int k : wide) {
        const Node node = node_[at(k)];
        const int below = node.ranks / 2;
        node_[at(k)].low = static_cast<int>(node_.size());
        node_[at(k)].high = static_cast<int>(node_.size()) + 1;
        next.push_back(node_[at(k)].low);
        next.push_back(node_[at(k)].high);
        node_.push_back({.first = node.first, .ranks = below});
        node_.push_back({.first = node.first + below, .ranks = node.ranks - below});
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Node& node = node_[at(box[i])];
        if (node.axis >= 0) box[i] = places[i].x[node.axis] < node.at ? node.low : node.high;
    }
    return next;
}

template class Cuts<2>;
template class Cuts<3>;

}  // namespace drystone::ranks
