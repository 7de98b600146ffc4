#pragma once

#include <string>
#include <vector>

#include "render/colours.h"

namespace drystone::render {

/// What is written beside the scene, in pixels from the left and from the top.
struct Overlay {
    struct Box {
        double x, y, width, height;
        Colour colour;
    };
    struct Line {
        double x0, y0, x1, y1, width;
        Colour colour;
    };
    struct Text {
        double x, y;  // of the baseline's left end
        double size;  // height of a capital
        std::string text;
        bool upward = false;  // turned to read from below
    };
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Text> texts;
};

/// What a legend tells. What is empty or 0 is left out.
struct LegendWords {
    std::string time = {};
    ColourBy way = ColourBy::material;
    double top = 0.0;                     // of the ramp
    int count = -1;                       // of bodies that are there, where they come and go; < 0: not told
    bool tells_since = false;             // colours tell what has happened since `since`
    std::string field = {};               // of meshes or from a table, in place of `way` ...
    std::string unit = {};                // ... with its unit
    double low = 0.0;                     // of the ramp of a field
    double magnified = 1.0;               // displacements are drawn so many times larger ...
    std::string since = {};               // ... those since then; empty: since time 0
    bool arrows = false;                  // of displacements
    std::optional<ColourBy> joints = {};  // what joints are coloured by ...
    double joint_top = 0.0;               // ... up to this value
    double crack = 0.0;                   // a crack map: the line of joint_top is this wide [pixels]
    double least = 0.0;                   // smaller ones are not drawn
    bool crosses = false;                 // of principal stresses
    std::vector<std::string> kinds = {};  // names, for materials and groups
    double newton = 0.0;                  // a force this strong ...
    double width = 0.0;                   // ... is this wide [pixels]
    double thrust = 0.0;                  // lines of thrust are this wide [pixels]
    bool kern = false;                    // is drawn: ...
    int kern_of = 0, kern_left = 0;       // ... of so many joints, and left at so many
    double pixels_per_metre = 0.0;        // for the scale; 0: lengths are not the same everywhere
};

/// A column from `left`, as high as the picture. `letter` is the height of a capital [pixels].
Overlay legend(const LegendWords& words, double left, double height, double letter);

}  // namespace drystone::render
