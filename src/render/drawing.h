#pragma once

#include <vector>

#include "core/vec.h"

namespace drystone::render {

/// sRGB, 0 to 1.
struct Colour {
    double r = 0.0, g = 0.0, b = 0.0;
    bool operator==(const Colour&) const = default;
};

constexpr Colour mix(const Colour& a, const Colour& b, double t) {
    return {(1.0 - t) * a.r + t * b.r, (1.0 - t) * a.g + t * b.g, (1.0 - t) * a.b + t * b.b};
}

/// What is drawn over what in the plane; in space depth decides, and bodies alone are translucent.
enum class Layer { wall, body, ghost, kern, joint, force, thrust, mark };
constexpr Layer all_layers[] = {Layer::wall,  Layer::body,  Layer::ghost,  Layer::kern,
                                Layer::joint, Layer::force, Layer::thrust, Layer::mark};

/// A sphere; in the plane a disk.
struct Ball {
    Vec<3> centre;
    double radius = 0.0;
    Colour colour = {};
    int body = -1;  // whose it is; -1: nobody's
};

/// A flat convex polygon, counter-clockwise seen from outside.
struct Face {
    std::vector<Vec<3>> corners;
    Colour colour = {};
    Layer layer = Layer::body;
    bool one_sided = true;  // not seen from behind
    bool outlined = true;   // with a line around it
    int body = -1;          // whose it is; -1: nobody's
};

/// A line with round ends through a few points. `radius` in metres; 0: a hairline, as wide on every picture.
struct Stroke {
    std::vector<Vec<3>> points;
    double radius = 0.0;
    Colour colour = {};
    Layer layer = Layer::force;
};

/// One instant as simple things in the world [m], in the order of bodies and contacts. The plane is z = 0.
struct Drawing {
    bool flat = false;  // a 2D run: no light, layers instead of depth
    std::vector<Ball> balls;
    std::vector<Face> faces;
    std::vector<Stroke> strokes;
};

}  // namespace drystone::render
