#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/drawing.h"
#include "report/shown_run.h"

namespace drystone::render {

/// What bodies are coloured by; the same ways and colours as in the page (web/src/colours.js).
enum class ColourBy { velocity, displacement, pressure, material, group };

std::optional<ColourBy> colour_by(std::string_view name);
std::string_view name_of(ColourBy way);
std::string_view unit_of(ColourBy way);  // empty for kinds
bool is_number(ColourBy way);            // on the ramp; else a kind

Colour on_ramp(double x);  // x in 0 .. 1; what is outside gets the colour of the end
/// Of a value between low and high: the end that is larger in size is the dark one, so that strong compression is dark as well.
Colour on_ramp_between(double value, double low, double high);
Colour kind_colour(int index);  // < 0: none

constexpr Colour fixed_colour{0.741, 0.729, 0.702};
constexpr Colour unknown_colour{0.788, 0.776, 0.749};

/// One colour per body. `first` is the run's first frame, from which displacements count; `top` is the value at the end of the
/// ramp.
std::vector<Colour> colours_of(ColourBy way, const ShownBodies& bodies, const ShownFrame& frame,
                               const ShownFrame& first, double top);

}  // namespace drystone::render
