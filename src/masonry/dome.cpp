#include "masonry/dome.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "masonry/shell.h"

namespace drystone::masonry {

namespace {

using std::numbers::pi;

Shell make_shell(const DomeParameters& p) {
    require_positive(p.thickness, "thickness");
    require((p.radius != 0.0) != (p.inner_radius != 0.0), "radius",
            "or inner_radius must be given, one of the two");
    const double inner = p.inner_radius != 0.0 ? p.inner_radius : p.radius - 0.5 * p.thickness;
    require(std::isfinite(inner) && inner > 0.0, p.inner_radius != 0.0 ? "inner_radius" : "thickness",
            "must leave a room below the dome: inner radius greater than zero");
    require(p.courses >= 1, "courses", "must be at least 1");
    require(p.stones >= 3, "stones", "must be at least 3 in a course");
    require_count(static_cast<double>(p.courses) * p.stones, "stones");
    require(p.base_deg > 0.0 && p.base_deg <= 90.0, "base_deg", "must be greater than 0 and at most 90");
    require(p.oculus_deg > 0.0 && p.oculus_deg < p.base_deg, "oculus_deg",
            "must be greater than 0 and less than base_deg; close the opening with a keystone");
    const Shell shell{inner, inner + p.thickness, p.stones, p.courses, p.base_deg, p.oculus_deg};
    for (int bed = 1; p.staggered && bed < p.courses; ++bed) {
        const double pulled_in = std::atan(std::tan(shell.theta(bed)) * std::cos(pi / p.stones));
        require(pulled_in > shell.theta(bed + 1), "stones",
                "must be more, or courses fewer: flat tops of so wide stones reach over the next bed");
    }
    return shell;
}

/// First half stone of stone k.
int first_half(int course, int k, bool staggered) { return 2 * k + (staggered && course % 2 == 1 ? 1 : 0); }

Block<3> stone(const Shell& shell, int course, int k, bool staggered) {
    assert(course >= 0 && k >= 0);
    Block<3> block{fmt::format("{}.{}", course, k), {}, false};
    const int left = first_half(course, k, staggered);
    const bool on_two = staggered && course > 0;
    for (const double r : {shell.inner, shell.outer}) {
        for (const int half : {left, left + 2}) {
            block.vertices.push_back(on_two ? shell.chord_middle(r, course, half)
                                            : shell.corner(r, course, half));
        }
        if (on_two) block.vertices.push_back(shell.corner(r, course, left + 1));
        for (const int half : {left, left + 2}) block.vertices.push_back(shell.corner(r, course + 1, half));
    }
    return block;
}

/// The lowest bed's face of stone k, pushed out at right angles to itself.
Block<3> base_stone(const Shell& shell, int k, double length) {
    const double azimuth = (2 * k + 1) * pi / shell.stones;
    // The face's plane contains the chords' direction and the ray at angle theta' through their middles.
    const Vec<2> c = shell.circle(1.0, 0);
    const double radial = c[0] * std::cos(pi / shell.stones), up = c[1];
    const double scale = length / std::sqrt(radial * radial + up * up);
    const Vec<3> push = {{scale * up * std::cos(azimuth), scale * up * std::sin(azimuth), -scale * radial}};
    Block<3> block{fmt::format("base.{}", k), {}, true};
    for (const double r : {shell.inner, shell.outer}) {
        for (const int half : {2 * k, 2 * k + 2}) {
            block.vertices.push_back(shell.corner(r, 0, half));
            block.vertices.push_back(shell.corner(r, 0, half) + push);
        }
    }
    return block;
}

/// Fills the pyramid above the last course's tops, between the two levels of its edge.
Block<3> keystone(const Shell& shell, bool staggered) {
    Block<3> block{"keystone", {}, false};
    for (const double r : {shell.inner, shell.outer}) {
        for (int k = 0; k < shell.stones; ++k) {
            block.vertices.push_back(
                shell.corner(r, shell.courses, first_half(shell.courses - 1, k, staggered)));
        }
    }
    return block;
}

}  // namespace

std::vector<Block<3>> dome(const DomeParameters& p) {
    const Shell shell = make_shell(p);
    require(std::isfinite(p.base_ring), "base_ring", "must be a length");
    std::vector<Block<3>> blocks;
    const double ring = p.base_ring < 0.0 ? p.thickness : p.base_ring;
    for (int k = 0; ring > 0.0 && k < p.stones; ++k) blocks.push_back(base_stone(shell, k, ring));
    for (int course = 0; course < p.courses; ++course) {
        for (int k = 0; k < p.stones; ++k) blocks.push_back(stone(shell, course, k, p.staggered));
    }
    if (p.keystone) blocks.push_back(keystone(shell, p.staggered));
    return blocks;
}

}  // namespace drystone::masonry
