#include "ranks/left_over.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "core/index.h"
#include "solvers/fallbacks.h"

namespace drystone::ranks {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int sums_of_each = 4;    // error, impulse, free, and the error without impulses
constexpr int bits_of_a_term = 90;  // 2^38 terms more fit into 128

using Terms = std::array<double, sums_of_each>;

Terms terms_of(const ResidualTerms& terms, std::size_t i) {
    return {terms.now[i].error, terms.now[i].impulse, terms.now[i].free, terms.without[i].error};
}

/// What is counted of an island: terms in units of 2^-90 of the largest of all.
struct Tally {
    int island = 0;
    std::int64_t contacts = 0, not_finite = 0;
    std::array<Wide, sums_of_each> sum{};

    void add(const Terms& terms, const std::array<int, sums_of_each>& exponent) {
        ++contacts;
        for (std::size_t k = 0; k < sums_of_each; ++k) {
            if (!std::isfinite(terms[k]))
                ++not_finite;
            else
                sum[k] += static_cast<Wide>(std::ldexp(terms[k], bits_of_a_term - exponent[k]));
        }
    }
    void add(const Tally& other) {
        contacts += other.contacts;
        not_finite += other.not_finite;
        for (std::size_t k = 0; k < sums_of_each; ++k) sum[k] += other.sum[k];
    }
};

/// 2^exponent is above all terms of all ranks.
std::array<int, sums_of_each> exponents(const ResidualTerms& terms, Team& team) {
    Terms largest{};
    for (std::size_t i = 0; i < terms.now.size(); ++i) {
        const Terms here = terms_of(terms, i);
        for (std::size_t k = 0; k < sums_of_each; ++k) {
            if (std::isfinite(here[k])) largest[k] = std::max(largest[k], here[k]);
        }
    }
    team.largest(largest);
    std::array<int, sums_of_each> exponent{};
    for (std::size_t k = 0; k < sums_of_each; ++k) std::frexp(largest[k], &exponent[k]);
    return exponent;
}

bool is_open(const Tally& tally, const std::array<int, sums_of_each>& exponent, double tolerance) {
    if (tally.not_finite > 0) return true;
    Terms value{};
    for (std::size_t k = 0; k < sums_of_each; ++k) value[k] = std::ldexp(static_cast<double>(tally.sum[k]), exponent[k] - bits_of_a_term);
    const ResidualSums now{value[0], value[1], value[2]}, without{value[3], 0.0, value[2]};
    return 2.0 * now.error > tolerance * tolerance * std::max(now.impulse, now.free) || ran_away(now, without);
}

/// Open islands of all ranks, by name. Those of one rank alone are judged by it, and told where they are open.
std::map<int, Tally> open_islands(const IslandsHere& islands, const ResidualTerms& terms, double tolerance, Team& team) {
    const std::array<int, sums_of_each> exponent = exponents(terms, team);
    std::map<int, Tally> here, all;
    std::map<int, bool> spans;
    for (std::size_t i = 0; i < islands.island.size(); ++i) {
        if (islands.island[i] < 0) continue;
        here[islands.island[i]].add(terms_of(terms, i), exponent);
        spans[islands.island[i]] |= islands.spans[i] != 0;
    }
    Bytes bytes;
    for (auto& [name, tally] : here) {
        tally.island = name;
        if (spans[name] || is_open(tally, exponent, tolerance)) bytes.put(tally);
    }
    for (const Bytes& from : team.exchange(std::vector<Bytes>(at(team.size()), bytes))) {
        for (Unpacking in(from); !in.is_done();) {
            const Tally tally = in.take<Tally>();
            all[tally.island].add(tally);
        }
    }
    std::erase_if(all, [&](const auto& one) { return !is_open(one.second, exponent, tolerance); });
    return all;
}

/// Who solves which, by their contacts.
std::vector<int> share_lots(const std::vector<std::int64_t>& contacts, int ranks) {
    std::vector<std::size_t> order(contacts.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return contacts[j] > contacts[k]; });
    std::vector<std::int64_t> load(at(ranks), 0);
    std::vector<int> rank(contacts.size());
    for (const std::size_t k : order) {
        const auto least = std::min_element(load.begin(), load.end());
        *least += contacts[k];
        rank[k] = static_cast<int>(least - load.begin());
    }
    return rank;
}

}  // namespace

LeftOver find_left_over(const IslandsHere& islands, const ResidualTerms& terms, double tolerance, Team& team) {
    const std::map<int, Tally> open = open_islands(islands, terms, tolerance, team);
    std::map<int, int> lot_of;
    std::vector<std::int64_t> contacts;
    std::int64_t small = 0;
    for (const auto& [name, tally] : open) {
        if (tally.contacts < fallbacks::large_island) small += tally.contacts;
        if (tally.contacts < fallbacks::large_island || tally.contacts > most_in_a_lot) continue;
        lot_of[name] = static_cast<int>(contacts.size());
        contacts.push_back(tally.contacts);
    }
    if (small > 0 && small <= most_in_a_lot) {
        for (const auto& [name, tally] : open) {
            if (tally.contacts < fallbacks::large_island) lot_of[name] = static_cast<int>(contacts.size());
        }
        contacts.push_back(small);
    }
    LeftOver left;
    left.rank = share_lots(contacts, team.size());
    left.lot.assign(islands.island.size(), -1);
    for (std::size_t i = 0; i < left.lot.size(); ++i) {
        if (const auto found = lot_of.find(islands.island[i]); found != lot_of.end()) left.lot[i] = found->second;
    }
    return left;
}

}  // namespace drystone::ranks
