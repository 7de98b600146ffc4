#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/random.h"
#include "scene/node.h"

namespace drystone {

// How the radii of generated balls are spread. All lengths in metres.

struct EqualRadii {
    double radius = 0.0;
};

struct UniformRadii {
    double lo = 0.0, hi = 0.0;
};

/// Normal, or lognormal, of given mean and deviation of the radius itself; draws outside [min, max] are
/// drawn again.
struct BellRadii {
    bool logarithmic = false;
    double mean = 0.0, deviation = 0.0;
    double min = 0.0, max = 0.0;
    Place place;
};

/// Two sizes; `fraction` of the balls, by number, are large.
struct TwoRadii {
    double small = 0.0, large = 0.0;
    double fraction = 0.0;
};

/// A sieve curve: the share of the mass that passes a sieve of each diameter, straight over log(diameter)
/// between sieves. In a class between diameters a and b the number of balls per diameter goes as d^-(1+D),
/// so with uniform u in [0, 1]
///
///     d^-D = a^-D - u (a^-D - b^-D),      numbers of the class ~ mass (a^-D - b^-D) / ln(b/a)
///
/// u is spread evenly over the whole curve (one draw in each of `count` equal strips): a few hundred balls
/// follow the curve where independent draws would miss the few large ones that carry most of the mass.
struct GradedRadii {
    struct Sieve {
        double diameter = 0.0;
        double passing = 0.0;  // share of the mass that passes, 0 .. 1
    };
    std::vector<Sieve> sieves;  // ascending, from 0 to 1
};

using RadiusLaw = std::variant<EqualRadii, UniformRadii, BellRadii, TwoRadii, GradedRadii>;

/// `radius` of a packing: a number, [lo, hi], or a table with a `law`.
RadiusLaw read_radius_law(const Node& node, const std::filesystem::path& folder);

/// `count` radii; `dimension` because the mass of a disk goes as its square and that of a sphere as its cube.
std::vector<double> draw_radii(const RadiusLaw& law, int count, int dimension, Random& random);

}  // namespace drystone
