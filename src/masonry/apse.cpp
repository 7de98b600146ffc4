#include "masonry/apse.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "masonry/shell.h"

namespace drystone::masonry {

namespace {

/// Half of a shell: half stones are counted from 0 at +x to `last` at -x.
struct HalfShell {
    Shell shell;
    bool staggered = true;
    int last() const { return shell.stones; }

    /// In the plane of the ends exactly.
    Vec<3> flat(Vec<3> x, int half) const {
        if (half == 0 || half == last()) x[1] = 0.0;
        return x;
    }
    Vec<3> corner(double r, int bed, int half) const { return flat(shell.corner(r, bed, half), half); }
    Vec<3> chord_middle(double r, int bed, int half) const {
        return flat(shell.chord_middle(r, bed, half), half);
    }

    /// Whether upright joints of a course are at odd half stones.
    bool is_turned(int course) const { return staggered && ((course % 2) + 2) % 2 == 1; }

    /// First and last half stone of each stone of a course.
    std::vector<std::pair<int, int>> stones(int course) const {
        std::vector<std::pair<int, int>> list;
        if (is_turned(course)) list.push_back({0, 1});
        for (int half = is_turned(course) ? 1 : 0; half + 2 <= last(); half += 2)
            list.push_back({half, half + 2});
        if (is_turned(course)) list.push_back({last() - 1, last()});
        return list;
    }

    /// Corner of a bed as a course has it: its upright joints are at its own corners, between them it is on the chord.
    Vec<3> on(double r, int bed, int half, int course) const {
        return (half % 2 == 1) == is_turned(course) ? corner(r, bed, half) : chord_middle(r, bed, half);
    }
};

Block<3> dome_stone(const HalfShell& h, int course, std::size_t k) {
    const auto [from, to] = h.stones(course)[k];
    Block<3> block{fmt::format("dome.{}.{}", course, k), {}, false};
    const bool on_two = h.staggered && course > 0;
    for (const double r : {h.shell.inner, h.shell.outer}) {
        for (const int half : {from, to}) {
            block.vertices.push_back(h.on(r, course, half, on_two ? course - 1 : course));
            block.vertices.push_back(h.on(r, course + 1, half, course));
        }
        if (on_two && to == from + 2) block.vertices.push_back(h.corner(r, course, from + 1));
    }
    if (on_two && to == from + 1) {  // the middle between the inner ends of the whole stone's bottom
        const Vec<3> inner = h.chord_middle(h.shell.inner, course, from == 0 ? to : from);
        block.vertices.push_back({{inner[0], 0.0, inner[2]}});
    }
    return block;
}

/// Upright stones between two levels, in the plan of a course.
Block<3> upright(const HalfShell& h, const std::string& part, int course, std::size_t k,
                 const Depth& levels) {
    const auto [from, to] = h.stones(course)[k];
    Block<3> block{part, {}, false};
    for (const double r : {h.shell.inner, h.shell.outer}) {
        for (const int half : {from, to}) {
            for (const double z : {levels.from, levels.to}) {
                block.vertices.push_back(h.on(r, 0, half, course));
                block.vertices.back()[2] = z;
            }
        }
    }
    return block;
}

Block<3> keystone(const HalfShell& h) {
    Block<3> block{"keystone", {}, false};
    const int bed = h.shell.courses, course = bed - 1;
    for (const double r : {h.shell.inner, h.shell.outer}) {
        block.vertices.push_back(h.on(r, bed, 0, course));
        for (const auto& [from, to] : h.stones(course)) block.vertices.push_back(h.on(r, bed, to, course));
    }
    return block;
}

/// The end of a stone in the plane y = 0, pushed out to -y.
void add_front(const Block<3>& stone, const std::string& part, double length, std::vector<Block<3>>& blocks) {
    Block<3> block{part, {}, true};
    for (const Vec<3>& x : stone.vertices) {
        if (x[1] != 0.0) continue;
        block.vertices.push_back(x);
        block.vertices.push_back({{x[0], -length, x[2]}});
    }
    blocks.push_back(std::move(block));
}

void check(const ApseParameters& p) {
    require_positive(p.thickness, "thickness");
    require((p.radius != 0.0) != (p.inner_radius != 0.0), "radius",
            "or inner_radius must be given, one of the two");
    require(p.courses >= 1, "courses", "must be at least 1");
    require(p.stones >= 2, "stones", "must be at least 2 in a course");
    require_count((static_cast<double>(p.courses) + p.wall_courses) * p.stones, "stones");
    require(p.oculus_deg > 0.0 && p.oculus_deg < 90.0, "oculus_deg",
            "must be greater than 0 and less than 90; close the opening with a keystone");
    require_not_negative(p.wall_height, "wall_height");
    require(p.wall_courses >= 1, "wall_courses", "must be at least 1");
    require_not_negative(p.base, "base");
    require(std::isfinite(p.front), "front", "must be a length");
}

HalfShell make_half(const ApseParameters& p) {
    const double inner = p.inner_radius != 0.0 ? p.inner_radius : p.radius - 0.5 * p.thickness;
    require(std::isfinite(inner) && inner > 0.0, p.inner_radius != 0.0 ? "inner_radius" : "thickness",
            "must leave a room below the dome: inner radius greater than zero");
    const HalfShell half{{inner, inner + p.thickness, 2 * p.stones, p.courses, 90.0, p.oculus_deg},
                         p.staggered};
    for (int bed = 1; p.staggered && bed < p.courses; ++bed) {
        const double pulled_in =
            std::atan(std::tan(half.shell.theta(bed)) * std::cos(std::numbers::pi / half.shell.stones));
        require(pulled_in > half.shell.theta(bed + 1), "stones",
                "must be more, or courses fewer: flat tops of so wide stones reach over the next bed");
    }
    return half;
}

}  // namespace

std::vector<Block<3>> apse(const ApseParameters& p) {
    check(p);
    const HalfShell half = make_half(p);
    const double front = p.front < 0.0 ? p.thickness : p.front;
    std::vector<Block<3>> blocks, ends;
    int level = 0;
    const auto add = [&](std::vector<Block<3>> course) {
        if (front > 0.0) {
            add_front(course.front(), fmt::format("front.right.{}", level), front, ends);
            add_front(course.back(), fmt::format("front.left.{}", level), front, ends);
        }
        ++level;
        for (Block<3>& stone : course) blocks.push_back(std::move(stone));
    };
    const int courses = p.wall_height > 0.0 ? p.wall_courses : 0;
    if (p.base > 0.0) {
        for (std::size_t k = 0; k < half.stones(-courses).size(); ++k) {
            blocks.push_back(upright(half, fmt::format("base.{}", k), -courses, k,
                                     {-p.wall_height - p.base, -p.wall_height}));
            blocks.back().fixed = true;
        }
    }
    const auto height = [&](int c) {
        return c == courses ? 0.0 : -p.wall_height + (c * p.wall_height) / courses;
    };
    for (int c = 0; c < courses; ++c) {
        std::vector<Block<3>> course;  // turned so that the last one differs from the dome's first
        for (std::size_t k = 0; k < half.stones(c - courses).size(); ++k)
            course.push_back(
                upright(half, fmt::format("wall.{}.{}", c, k), c - courses, k, {height(c), height(c + 1)}));
        add(std::move(course));
    }
    for (int c = 0; c < p.courses; ++c) {
        std::vector<Block<3>> course;
        for (std::size_t k = 0; k < half.stones(c).size(); ++k) course.push_back(dome_stone(half, c, k));
        add(std::move(course));
    }
    if (p.keystone) {
        blocks.push_back(keystone(half));
        if (front > 0.0) add_front(blocks.back(), "front.keystone", front, ends);
    }
    blocks.insert(blocks.end(), ends.begin(), ends.end());
    return blocks;
}

}  // namespace drystone::masonry
