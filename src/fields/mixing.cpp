#include "fields/mixing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/input_error.h"

namespace drystone {

namespace {

std::vector<int> numbered(const std::vector<std::string>& names) {
    std::map<std::string, int> number;
    for (const std::string& name : names) number.emplace(name, 0);
    int next = 0;
    for (auto& [name, k] : number) k = next++;
    std::vector<int> out;
    for (const std::string& name : names) out.push_back(number[name]);
    return out;
}

std::vector<int> by_radius(const std::vector<double>& radius) {
    std::vector<int> out;
    if (radius.empty()) return out;
    const auto [least, greatest] = std::minmax_element(radius.begin(), radius.end());
    // Alike but for rounding is one kind.
    const double middle = *greatest - *least > 1e-6 * *greatest ? 0.5 * (*least + *greatest) : *greatest;
    for (const double one : radius) out.push_back(one > middle ? 1 : 0);
    return out;
}

bool are_several(const std::vector<int>& kind) {
    return std::any_of(kind.begin(), kind.end(), [&](int k) { return k != kind.front(); });
}

}  // namespace

Mixing mixing_of(const std::vector<Vec<3>>& places, const std::vector<int>& kind, double edge) {
    std::map<int, double> all;
    std::map<std::array<long, 3>, std::map<int, double>> cells;
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::array<long, 3> cell{};
        for (int c = 0; c < 3; ++c)
            cell[static_cast<std::size_t>(c)] = std::lround(std::floor(places[i][c] / edge));
        cells[cell][kind[i]] += 1.0;
        all[kind[i]] += 1.0;
    }
    const double n = static_cast<double>(places.size()), c = static_cast<double>(cells.size());
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    Mixing out{none, static_cast<int>(cells.size()), none};
    double apart = 0.0, found = 0.0;
    for (const auto& [k, count] : all) apart += count / n * (1.0 - count / n);
    for (const auto& [cell, counts] : cells) {
        double in_cell = 0.0;
        for (const auto& [k, count] : counts) in_cell += count;
        for (const auto& [k, count] : all) {
            const auto here = counts.find(k);
            const double share = here == counts.end() ? 0.0 : here->second / in_cell;
            found += in_cell / n * (share - count / n) * (share - count / n);
        }
    }
    if (apart > 0.0) out.intensity = found / apart;
    if (apart > 0.0 && c < n) out.index = (1.0 - found / apart) / (1.0 - (c - 1.0) / (n - 1.0));
    return out;
}

double unlike_contacts(const Assembly& assembly, const std::vector<int>& kind) {
    std::map<int, double> all;
    for (const int k : kind) all[k] += 1.0;
    const double n = static_cast<double>(kind.size());
    double expected = 0.0, count = 0.0, unlike = 0.0;  // of two grains drawn one after the other
    for (const auto& [k, many] : all) expected += many / n * (n - many) / (n - 1.0);
    for (const GrainContact& contact : assembly.contacts) {
        if (!contact.bears() || contact.is_at_wall()) continue;
        count += 1.0;
        unlike += kind[static_cast<std::size_t>(contact.a)] != kind[static_cast<std::size_t>(contact.b)];
    }
    return unlike / count / expected;
}

std::vector<int> kinds_of(const GrainList& grains, const std::string& by) {
    if (by == "group") return numbered(grains.group);
    if (by == "material") return numbered(grains.material);
    if (by == "radius") return by_radius(grains.radius);
    if (!by.empty())
        throw InputError("--by " + by, "is not known: kinds are told apart by group, material or radius");
    for (const char* way : {"group", "material", "radius"}) {
        std::vector<int> kind = kinds_of(grains, way);
        if (are_several(kind)) return kind;
    }
    return std::vector<int>(grains.size(), 0);
}

}  // namespace drystone
