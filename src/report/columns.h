#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/number_table.h"

namespace drystone {

/// The unit of a column of a probe or of steps.csv, by the name of its quantity (docs/scene.md): "N" of contact_force.x. Empty: it has none,
/// or it is not known. `dimension`: areas of 2D runs are lengths, volumes areas.
std::string unit_of_column(std::string_view column, int dimension);

/// A column as one asks for it: [-]probe.column, or time. A minus sign turns it round; `from_start`: less its first value, as
/// displacements are.
struct ColumnName {
    std::string text;
    bool from_start = false;
};

/// Numbers over time.
struct Track {
    std::string label;  // column, probe
    std::string unit;
    std::vector<double> time, value;
};

/// InputError that begins with `place` and lists what there is, where it is not there.
Track track_of(const std::vector<NumberTable>& tables, const ColumnName& name, int dimension,
               const std::string& place);

/// y over x, at the times of y: x is taken between its own rows where those are others.
struct XyCurve {
    std::string label;
    std::string of_x, of_y;  // with their units
    std::string unit_x, unit_y;
    std::vector<double> x, y;
};

XyCurve curve_of(const Track& x, const Track& y);

/// A number in a unit that leaves it between 1 and 1000, or nearly: metres in mm, newtons in kN.
struct ShownUnit {
    double factor = 1.0;
    std::string name;
};
ShownUnit shown_unit(const std::string& unit, double largest);

}  // namespace drystone
