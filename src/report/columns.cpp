#include "report/columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/input_error.h"

namespace drystone {

namespace {

struct Unit {
    std::string_view quantity, unit;
};

// Quantities of measure/quantities.cpp and columns of steps.csv.
constexpr Unit units[] = {{"time", "s"},
                          {"position", "m"},
                          {"centre_of_mass", "m"},
                          {"displacement", "m"},
                          {"point", "m"},
                          {"opening", "m"},
                          {"slip", "m"},
                          {"elongation", "m"},
                          {"length", "m"},
                          {"max_penetration", "m"},
                          {"velocity", "m/s"},
                          {"angular_velocity", "rad/s"},
                          {"angle", "rad"},
                          {"size", "m"},
                          {"granular_temperature", "m2/s2"},
                          {"mass", "kg"},
                          {"flux", "kg/s"},
                          {"momentum", "kg m/s"},
                          {"angular_momentum", "kg m2/s"},
                          {"force", "N"},
                          {"contact_force", "N"},
                          {"tension", "N"},
                          {"reaction", "N"},
                          {"normal", "N"},
                          {"shear", "N"},
                          {"moment", "N m"},
                          {"contact_torque", "N m"},
                          {"pressure", "Pa"},
                          {"stress", "Pa"},
                          {"face_stress", "Pa"},
                          {"kinetic_stress", "Pa"},
                          {"strong_stress", "Pa"},
                          {"weak_stress", "Pa"},
                          {"couple_stress", "N/m"},
                          {"principal_stress", "Pa"},
                          {"max_stress", "Pa"},
                          {"min_stress", "Pa"},
                          {"kinetic_energy", "J"},
                          {"potential_energy", "J"},
                          {"stored_energy", "J"},
                          {"strain_energy", "J"},
                          {"work", "J"},
                          {"dissipated", "J"},
                          {"dissipation", "J"},
                          {"balance_error", "J"},
                          {"kinetic", "J"},
                          {"potential", "J"},
                          {"stored", "J"},
                          {"strain", "J"},
                          {"scheme", "J"}};

/// "stress" of cell.stress.xx, "mass" of sinks.below.mass, "contact_force" of contact_force.x.
std::string_view quantity_of(std::string_view column) {
    if (column.starts_with("sources.") || column.starts_with("sinks.")) return column.substr(column.rfind('.') + 1);
    if (column.starts_with("cell.")) column.remove_prefix(5);
    return column.substr(0, column.find('.'));
}

std::string list_of(const std::vector<NumberTable>& tables) {
    std::string out = "time";
    for (const NumberTable& table : tables) {
        for (const std::string& column : table.columns)
            if (column != "time" && column != "step") out += ", " + table.name + "." + column;
    }
    return out;
}

const std::vector<double>* column_in(const NumberTable& table, std::string_view name) {
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    return found == table.columns.end()
               ? nullptr
               : &table.values[static_cast<std::size_t>(found - table.columns.begin())];
}

/// Between the rows of a track; before the first and after the last there is nothing.
double at_time(const Track& track, double t) {
    const auto after = std::lower_bound(track.time.begin(), track.time.end(), t);
    if (after == track.time.end()) return std::nan("");
    const std::size_t k = static_cast<std::size_t>(after - track.time.begin());
    if (*after == t) return track.value[k];
    if (k == 0) return std::nan("");
    const double s = (t - track.time[k - 1]) / (track.time[k] - track.time[k - 1]);
    return (1.0 - s) * track.value[k - 1] + s * track.value[k];
}

}  // namespace

std::string unit_of_column(std::string_view column, int dimension) {
    const std::string_view quantity = quantity_of(column);
    if (quantity == "area" || quantity == "face_area") return dimension == 2 ? "m" : "m2";
    if (quantity == "volume") return dimension == 2 ? "m2" : "m3";
    // steps.csv has the energy of strain, probes have strains, which have components.
    if (quantity == "strain" && column.size() > quantity.size()) return "";
    for (const Unit& one : units) {
        if (one.quantity == quantity) return std::string(one.unit);
    }
    return "";
}

Track track_of(const std::vector<NumberTable>& tables, const ColumnName& name, int dimension,
               const std::string& place) {
    const bool turned = !name.text.empty() && name.text[0] == '-';
    const std::string_view asked = std::string_view(name.text).substr(turned ? 1 : 0);
    Track track;
    for (const NumberTable& table : tables) {
        const bool is_time = asked == "time", is_of = asked.starts_with(table.name + ".");
        if (!is_time && !is_of) continue;
        const std::string_view column = is_time ? asked : asked.substr(table.name.size() + 1);
        const std::vector<double>*values = column_in(table, column), *time = column_in(table, "time");
        if (!values || !time) continue;
        track.label = is_time ? "time" : fmt::format("{}{} of {}", turned ? "-" : "", column, table.name);
        track.unit = unit_of_column(column, dimension);
        track.time = *time;
        track.value = *values;
        break;
    }
    if (track.label.empty())
        throw InputError(place,
                         fmt::format("there is no column \"{}\"; there are {}", asked, list_of(tables)));
    const double start = name.from_start && !track.value.empty() ? track.value.front() : 0.0;
    for (double& value : track.value) value = turned ? start - value : value - start;
    if (name.from_start) track.label += " since the start";
    return track;
}

XyCurve curve_of(const Track& x, const Track& y) {
    XyCurve out{.label = y.label,
                .of_x = x.label,
                .of_y = y.label,
                .unit_x = x.unit,
                .unit_y = y.unit,
                .x = {},
                .y = {}};
    for (std::size_t k = 0; k < y.time.size(); ++k) {
        out.x.push_back(x.label == "time" ? y.time[k] : at_time(x, y.time[k]));
        out.y.push_back(y.value[k]);
    }
    return out;
}

ShownUnit shown_unit(const std::string& unit, double largest) {
    if (!(largest > 0.0) || !std::isfinite(largest)) return {1.0, unit};
    if (unit == "m" && largest < 0.2) return {1e3, "mm"};
    if (unit == "N" || unit == "Pa" || unit == "J" || unit == "N m") {
        if (largest >= 2e6) return {1e-6, "M" + unit};
        if (largest >= 2e3) return {1e-3, "k" + unit};
    }
    return {1.0, unit};
}

}  // namespace drystone
