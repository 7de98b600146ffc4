#pragma once

#include <string>
#include <vector>

#include "charts/sheet.h"
#include "report/columns.h"

namespace drystone {

struct PlotSize {
    double width = 900.0, height = 600.0;  // [px]
};

/// Curves in one pair of axes, with units and a legend: force over displacement, anything over anything. All x are of one quantity, and
/// so are all y where their units agree; else the axis says which they are in the legend.
void draw_plot(const std::vector<XyCurve>& curves, const std::string& title, const PlotSize& size,
               Sheet& sheet);

/// The same as SVG.
std::string plot_svg(const std::vector<XyCurve>& curves, const std::string& title, const PlotSize& size);

/// What of the energies of steps.csv says something without the potential, which is large and has no zero of its own: kinetic, work,
/// dissipated, stored, strain and scheme; those that are never there are left out.
std::vector<XyCurve> energy_curves(const NumberTable& steps);

/// The potential less what it was at first; none where it does not change.
std::vector<XyCurve> released_curves(const NumberTable& steps);

}  // namespace drystone
