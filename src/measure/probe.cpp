#include "measure/probe.h"

#include <cassert>

#include "measure/quantities.h"

namespace drystone {

namespace {

Subject subject_of(const Probe& probe) {
    if (probe.other >= 0) return Subject::joint;
    return probe.body < 0 ? Subject::world : Subject::body;
}

template <int D>
std::vector<std::string> names_of(Subject subject) {
    std::vector<std::string> names;
    for (const Quantity<D>& quantity : quantities<D>()) {
        if (quantity.subject == subject) names.emplace_back(quantity.name);
    }
    return names;
}

}  // namespace

bool is_quantity(std::string_view name, Subject subject, int dimension) {
    return dimension == 2 ? find_quantity<2>(name, subject) != nullptr
                          : find_quantity<3>(name, subject) != nullptr;
}

std::vector<std::string> quantity_names(Subject subject, int dimension) {
    return dimension == 2 ? names_of<2>(subject) : names_of<3>(subject);
}

template <int D>
std::vector<std::string> probe_columns(const Probe& probe) {
    std::vector<std::string> columns;
    for (const std::string& name : probe.quantities) {
        const Quantity<D>* quantity = find_quantity<D>(name, subject_of(probe));
        assert(quantity != nullptr);
        if (quantity->components.empty()) columns.push_back(name);
        for (const char component : quantity->components) columns.push_back(name + '.' + component);
    }
    return columns;
}

template <int D>
void measure(const World<D>& world, const Probe& probe, double h, std::vector<double>& values) {
    const Sample<D> sample{world, probe.body, h, probe.other};
    for (const std::string& name : probe.quantities) {
        const Quantity<D>* quantity = find_quantity<D>(name, subject_of(probe));
        assert(quantity != nullptr);
        quantity->append(sample, values);
    }
}

template std::vector<std::string> probe_columns<2>(const Probe&);
template std::vector<std::string> probe_columns<3>(const Probe&);
template void measure(const World<2>&, const Probe&, double, std::vector<double>&);
template void measure(const World<3>&, const Probe&, double, std::vector<double>&);

}  // namespace drystone
