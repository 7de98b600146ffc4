#include "ranks/turns.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/index.h"

namespace drystone::ranks {

namespace {

using Pair = std::pair<int, int>;  // ranks, the higher first

/// Ranks that touch a body of this rank's together.
template <int D>
std::vector<Pair> pairs_here(const Halo<D>& halo, int rank) {
    std::vector<Pair> touching;  // slot, rank
    for (const auto& neighbour : halo.neighbours()) {
        for (const int slot : neighbour.mine_shared) {
            touching.emplace_back(slot, neighbour.rank);
            if (halo.touched()[at(slot)]) touching.emplace_back(slot, rank);
        }
    }
    std::sort(touching.begin(), touching.end());
    std::vector<Pair> pairs;
    for (std::size_t first = 0; first < touching.size(); ++first) {
        for (std::size_t k = first + 1; k < touching.size() && touching[k].first == touching[first].first; ++k) {
            if (touching[k].second > touching[first].second) pairs.emplace_back(touching[k].second, touching[first].second);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

std::vector<Pair> pairs_of_all(const std::vector<Pair>& here, Team& team) {
    double largest_list = static_cast<double>(here.size());
    team.largest({&largest_list, 1});
    std::vector<double> numbers(2 * static_cast<std::size_t>(largest_list), -1.0);
    for (std::size_t k = 0; k < here.size(); ++k) numbers[2 * k] = here[k].first, numbers[2 * k + 1] = here[k].second;
    const std::vector<double> all = team.all(numbers);
    std::vector<Pair> pairs;
    for (std::size_t k = 0; k < all.size(); k += 2) {
        if (all[k] >= 0.0) pairs.emplace_back(static_cast<int>(all[k]), static_cast<int>(all[k + 1]));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace

template <int D>
Turns take_turns(const Halo<D>& halo, Team& team) {
    const std::vector<Pair> pairs = pairs_of_all(pairs_here(halo, team.rank()), team);
    std::vector<int> turn(at(team.size()), 0);
    std::vector<char> taken;
    auto pair = pairs.begin();
    Turns turns;
    for (int k = 0; k < team.size(); ++k) {
        taken.assign(at(turns.count) + 1, 0);
        for (; pair != pairs.end() && pair->first == k; ++pair) taken[at(turn[at(pair->second)])] = 1;
        turn[at(k)] = static_cast<int>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
        turns.count = std::max(turns.count, turn[at(k)] + 1);
    }
    turns.mine = turn[at(team.rank())];
    return turns;
}

template Turns take_turns(const Halo<2>&, Team&);
template Turns take_turns(const Halo<3>&, Team&);

}  // namespace drystone::ranks
