#include "fields/contact_tables.h"

#include <algorithm>
#include <cmath>

#include "granular/contact_measures.h"
#include "granular/tensor.h"

namespace drystone {

namespace {

std::vector<const GrainContact*> bearing_between_grains(const Assembly& assembly, const GrainSelection& selection) {
    std::vector<const GrainContact*> out;
    for (std::size_t k = 0; k < assembly.contacts.size(); ++k) {
        const GrainContact& contact = assembly.contacts[k];
        if (selection.contact[k] != 0 && contact.bears() && !contact.is_at_wall()) out.push_back(&contact);
    }
    return out;
}

void add_tensor(const std::string& name, int dimension, std::vector<std::string>& columns) {
    for (const std::string& part : tensor_names(dimension)) columns.push_back(name + "." + part);
}

void add_tensor(const Mat<3>& tensor, int dimension, std::vector<double>& row) {
    const std::vector<double> values = tensor_values(tensor, dimension);
    row.insert(row.end(), values.begin(), values.end());
}

}  // namespace

Measured force_distribution(const Assembly& assembly, const GrainSelection& selection, double largest, int bins) {
    Measured out{.columns = {"f", "normal", "tangential"}, .rows = {}};
    const std::vector<const GrainContact*> borne = bearing_between_grains(assembly, selection);
    const double n = static_cast<double>(borne.size()), width = largest / bins;
    double mean = 0.0;
    for (const GrainContact* one : borne) mean += one->normal_force() / n;
    std::vector<double> normal(static_cast<std::size_t>(bins), 0.0), tangential = normal;
    const auto add = [&](double force, std::vector<double>& to) {
        const double place = std::floor(force / mean / width);
        if (place >= 0.0 && place < bins) to[static_cast<std::size_t>(place)] += 1.0 / (n * width);
    };
    for (const GrainContact* one : borne) {
        add(one->normal_force(), normal);
        add(one->tangential_force(), tangential);
    }
    for (int k = 0; k < bins && !borne.empty(); ++k)
        out.rows.push_back({(k + 0.5) * width, normal[static_cast<std::size_t>(k)],
                            tangential[static_cast<std::size_t>(k)]});
    return out;
}

Measured mobilisation_distribution(const Assembly& assembly, const GrainSelection& selection, int bins) {
    Measured out{.columns = {"mobilisation", "density"}, .rows = {}};
    const std::vector<const GrainContact*> borne = bearing_between_grains(assembly, selection);
    std::vector<double> density(static_cast<std::size_t>(bins), 0.0);
    for (const GrainContact* one : borne) {
        if (!std::isfinite(one->mobilisation)) continue;
        const double place = std::clamp(std::floor(one->mobilisation * bins), 0.0, bins - 1.0);
        density[static_cast<std::size_t>(place)] += bins / static_cast<double>(borne.size());
    }
    for (int k = 0; k < bins && !borne.empty(); ++k)
        out.rows.push_back({(k + 0.5) / bins, density[static_cast<std::size_t>(k)]});
    return out;
}

std::vector<std::string> fabric_columns(int dimension) {
    std::vector<std::string> columns{"time", "contacts"};
    add_tensor("fabric", dimension, columns);
    for (const char* name : {"coordination", "coordination_without_rattlers", "rattlers", "strong_fraction", "mobilisation",
                             "anisotropy.contacts", "anisotropy.branches", "anisotropy.normal", "anisotropy.tangential"})
        columns.emplace_back(name);
    return columns;
}

std::vector<double> fabric_row(const Assembly& assembly, const GrainSelection& selection) {
    const GrainSelection inner = among_grains(assembly, selection);
    std::vector<double> row{assembly.time, bearing_contacts(assembly, inner)};
    add_tensor(fabric(assembly, inner), assembly.dimension(), row);
    const Coordination z = coordination_of(assembly, selection);
    const Anisotropies a = anisotropies(assembly, selection);
    row.insert(row.end(), {z.all, z.without_rattlers, z.rattlers, strong_fraction(assembly, inner),
                           mean_mobilisation(assembly, inner), a.contacts, a.branches, a.normal, a.tangential});
    return row;
}

std::vector<std::string> stress_columns(int dimension) {
    std::vector<std::string> columns{"time", "volume", "solid_fraction"};
    for (const char* name : {"stress", "kinetic_stress", "strong_stress", "weak_stress"}) add_tensor(name, dimension, columns);
    for (const char i : std::string(dimension == 2 ? "z" : "xyz")) {
        for (const char j : std::string(dimension == 2 ? "xy" : "xyz")) (columns.emplace_back("couple_stress.") += i) += j;
    }
    for (const char* name : {"pressure", "deviator_ratio", "granular_temperature"}) columns.emplace_back(name);
    return columns;
}

std::vector<double> stress_row(const Assembly& assembly, const GrainSelection& selection, double solid) {
    const int d = assembly.dimension();
    const double each = 1.0 / selection.volume;
    std::vector<double> row{assembly.time, selection.volume, solid * each};
    const Mat<3> whole = each * internal_moments(assembly, selection);
    const NetworkMoments networks = network_moments(assembly, selection);
    for (const Mat<3>& tensor : {whole, each * fluctuation_moments(assembly, selection), each * networks.strong, each * networks.weak})
        add_tensor(tensor, d, row);
    const Mat<3> couples = each * couple_moments(assembly, selection);
    for (int i = d == 2 ? 2 : 0; i < 3; ++i) {
        for (int j = 0; j < d; ++j) row.push_back(couples[i][j]);
    }
    row.insert(row.end(), {mean_of_diagonal(whole, d), deviator_ratio(whole, d), granular_temperature(assembly, selection)});
    return row;
}

}  // namespace drystone
