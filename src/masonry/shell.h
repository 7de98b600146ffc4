#pragma once

#include <cmath>
#include <numbers>

#include "masonry/block.h"

namespace drystone::masonry {

/// Two spheres about the origin with beds and upright joints, and where these meet: the corners of domes and apses.
struct Shell {
    double inner = 0.0, outer = 0.0;  // radii of the two spheres [m]
    int stones = 0, courses = 0;
    double base_deg = 0.0, oculus_deg = 0.0;

    double theta(int bed) const {
        return (base_deg + (oculus_deg - base_deg) * bed / courses) * (std::numbers::pi / 180.0);
    }

    /// Radius and height of a bed's circle on the sphere of radius r.
    Vec<2> circle(double r, int bed) const {
        if (bed == 0 && base_deg == 90.0) return {{r, 0.0}};
        return {{r * std::sin(theta(bed)), r * std::cos(theta(bed))}};
    }

    /// Azimuths are counted in half stones.
    Vec<3> corner(double r, int bed, int half) const {
        const Vec<2> c = circle(r, bed);
        const double azimuth = (half % (2 * stones)) * std::numbers::pi / stones;
        return {{c[0] * std::cos(azimuth), c[0] * std::sin(azimuth), c[1]}};
    }

    /// Middle of the chord between the corners half a stone to either side.
    Vec<3> chord_middle(double r, int bed, int half) const {
        const int around = 2 * stones;
        const Vec<3> a = corner(r, bed, (half + around - 1) % around), b = corner(r, bed, half + 1);
        Vec<3> middle = 0.5 * (a + b);
        middle[2] = a[2];
        return middle;
    }
};

}  // namespace drystone::masonry
