#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/drawing.h"
#include "report/shown_run.h"

namespace drystone::render {

/// What bodies are coloured by; the same ways and colours as in the page (web/src/colours.js).
enum class ColourBy {
    velocity,
    displacement,
    rotation,
    pressure,
    material,
    group,
    opening,
    slip,
    damage,
    utilisation,
    status
};

std::optional<ColourBy> colour_by(std::string_view name);
std::string_view name_of(ColourBy way);
std::string_view unit_of(ColourBy way);  // empty for kinds
double shown_per_unit(
    ColourBy way);  // what a number is multiplied with to be told in that unit: openings are in mm
bool is_number(ColourBy way);            // on the ramp; else a kind
std::optional<JointValue> joint_value_of(ColourBy way);  // of joints, and of bodies by the worst of theirs
std::string names_of_ways();                             // "velocity, displacement, .."

Colour on_ramp(double x);  // x in 0 .. 1; what is outside gets the colour of the end
/// Of a value between low and high: the end that is larger in size is the dark one, so that strong compression is dark as well.
Colour on_ramp_between(double value, double low, double high);
Colour kind_colour(int index);  // < 0: none
Colour on_joint_ramp(double x);    // light orange to dark violet, to be seen on pale bodies; x in 0 .. 1
Colour status_colour(int status);  // 0 open, 1 sticking, 2 sliding
constexpr const char* status_names[] = {"open", "sticking", "sliding"};

constexpr Colour fixed_colour{0.741, 0.729, 0.702};
constexpr Colour unknown_colour{0.788, 0.776, 0.749};

/// One colour per body from numbers, on a ramp from low to high; NaN: unknown.
std::vector<Colour> colours_of_values(const std::vector<float>& values, double low, double high);

/// One colour per body. `first` is the run's first frame, from which displacements and rotations count; `top` is the value at the end of the
/// ramp.
std::vector<Colour> colours_of(ColourBy way, const ShownBodies& bodies, const ShownFrame& frame,
                               const ShownFrame& first, double top);

}  // namespace drystone::render
