#include "masonry/wall.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

// Everything is counted in quarter blocks q and courses c, so that joints meet exactly and bonds are whole
// numbers. A stone from q to r reaches from x(q) to x(r) - head_gap.

constexpr int full = 4, half = 2, quarter = 1;

struct Unit {
    int from = 0, to = 0;  // [quarter blocks]
    bool through = true;   // the whole thickness; else two stones, one behind the other
};

struct Cell {
    int left = 0, right = 0, bottom = 0, top = 0;  // [quarter blocks], [courses]
};

bool overlap(const Cell& a, const Cell& b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

struct Grid {
    int quarters = 0, courses = 0;
    double length = 0.0, height = 0.0, head_gap = 0.0, bed_gap = 0.0;

    double left_of(int q) const { return (q * (length + head_gap)) / quarters; }
    double right_of(int q) const { return left_of(q) - head_gap; }
    double bottom_of(int c) const { return (c * (height + bed_gap)) / courses; }
    double top_of(int c) const { return bottom_of(c) - bed_gap; }
};

struct Plan {
    Grid grid;
    std::vector<Cell> openings;
    std::vector<Cell> lintels;  // one per opening; empty cells where there is none
};

/// Stones of the given lengths, over and over, from 0 to the end; the last is cut.
void lay(const std::vector<int>& lengths, int end, bool has_stretchers, std::vector<Unit>& units) {
    assert(!lengths.empty() && end >= 0);
    for (std::size_t k = 0; units.empty() || units.back().to < end; ++k) {
        const int from = units.empty() ? 0 : units.back().to, length = lengths[k % lengths.size()];
        units.push_back({from, std::min(end, from + length), !(has_stretchers && length == full)});
    }
}

/// A course that begins and ends with a header and a closer, with `lengths` over and over between them.
std::vector<Unit> between_closers(const std::vector<int>& lengths, int end) {
    std::vector<Unit> units = {{0, half}, {half, half + quarter}};
    lay(lengths, end - half - quarter, true, units);
    units.push_back({end - half - quarter, end - half});
    units.push_back({end - half, end});
    return units;
}

std::vector<Unit> course_units(Bond bond, int course, int end) {
    const bool odd = course % 2 == 1;
    std::vector<Unit> units;
    switch (bond) {
        case Bond::running:
            if (odd) units.push_back({0, half});
            lay({full}, end, false, units);
            break;
        case Bond::stack:
            lay({full}, end, false, units);
            break;
        case Bond::english:
            if (odd) return between_closers({half}, end);
            lay({full}, end, true, units);
            break;
        case Bond::flemish:
            if (odd) return between_closers({full, half}, end);
            lay({full, half}, end, true, units);
            break;
    }
    return units;
}

Grid make_grid(const WallParameters& p) {
    require_positive(p.block[0], "block");
    require_positive(p.block[1], "block");
    require_not_negative(p.head_gap, "head_gap");
    require_not_negative(p.bed_gap, "bed_gap");
    require_positive(p.length, "length");
    require_positive(p.height, "height");
    require(p.head_gap < p.block[0] / 4, "head_gap", "must be less than a quarter of a block");
    const double unit = p.block[0] + p.head_gap;
    Grid grid{0, 0, p.length, p.height, p.head_gap, p.bed_gap};
    grid.courses = whole_count(p.height + p.bed_gap, p.block[1] + p.bed_gap, "height", "courses");
    if (p.bond == Bond::english) {
        grid.quarters = full * whole_count(p.length + p.head_gap, unit, "length", "blocks");
        require(grid.quarters > full, "length", "must be two blocks or more in English bond");
    } else {
        grid.quarters = half * whole_count(p.length + p.head_gap, unit / 2, "length", "half blocks");
        require(grid.quarters >= full, "length", "must be a block or more");
    }
    require_count(static_cast<double>(grid.courses) * grid.quarters / half, "block");
    if (p.bond == Bond::flemish) {
        require(grid.quarters % 6 == 4 && grid.quarters > full, "length",
                "must be 2.5, 4, 5.5, .. blocks in Flemish bond: stretchers and headers in turn, a stretcher "
                "at both ends");
    }
    return grid;
}

/// The line nearest to `x` of a ruler with `unit` between lines.
int on_ruler(double x, double unit, double slack, const std::string& meant) {
    const double line = std::round(x / unit);
    require(std::abs(line) < 1e9 && std::abs(line * unit - x) <= slack + 1e-6 * unit, "openings", meant);
    return static_cast<int>(line);
}

Cell opening_cell(const Opening& opening, const WallParameters& p, const Grid& grid) {
    const double across = (p.length + p.head_gap) / grid.quarters;
    const double up = (p.height + p.bed_gap) / grid.courses;
    const std::string sides = fmt::format("must have its sides on quarter blocks, multiples of {} m", across);
    const std::string levels = fmt::format("must begin and end at course lines, multiples of {} m", up);
    Cell cell;
    cell.left = on_ruler(opening.position[0], across, p.head_gap, sides);
    cell.right = on_ruler(opening.position[0] + opening.size[0], across, p.head_gap, sides);
    cell.bottom = on_ruler(opening.position[1], up, p.bed_gap, levels);
    cell.top = on_ruler(opening.position[1] + opening.size[1], up, p.bed_gap, levels);
    require(cell.left < cell.right && cell.bottom < cell.top, "openings", "must have a width and a height");
    require(cell.left >= 0 && cell.right <= grid.quarters && cell.bottom >= 0 && cell.top <= grid.courses,
            "openings", "must lie within the wall");
    return cell;
}

/// The lintel ends at joints of its own course, which no course above or below shares.
Cell lintel_cell(const Opening& opening, const Cell& hole, const WallParameters& p, const Grid& grid) {
    if (!opening.lintel || hole.top == grid.courses) return {};
    require_not_negative(opening.bearing, "bearing");
    const double bearing = opening.bearing > 0.0 ? opening.bearing : 0.5 * p.block[0];
    const double least = bearing * (1.0 - 1e-9);
    Cell cell{-1, -1, hole.top, hole.top + 1};
    for (const Unit& unit : course_units(p.bond, hole.top, grid.quarters)) {
        if (grid.left_of(hole.left) - grid.left_of(unit.from) >= least) cell.left = unit.from;
        if (cell.right < 0 && grid.left_of(unit.to) - grid.left_of(hole.right) >= least) cell.right = unit.to;
    }
    require(cell.left >= 0 && cell.right >= 0, "bearing",
            fmt::format("of {} m finds no room beside an opening; move it from the wall's end", bearing));
    return cell;
}

Plan make_plan(const WallParameters& p) {
    Plan plan;
    plan.grid = make_grid(p);
    for (const Opening& opening : p.openings) {
        const Cell hole = opening_cell(opening, p, plan.grid);
        const Cell lintel = lintel_cell(opening, hole, p, plan.grid);
        for (std::size_t k = 0; k < plan.openings.size(); ++k) {
            const bool clear = !overlap(hole, plan.openings[k]) && !overlap(hole, plan.lintels[k]) &&
                               !overlap(lintel, plan.openings[k]) && !overlap(lintel, plan.lintels[k]);
            require(clear, "openings", "and their lintels must not overlap each other");
        }
        plan.openings.push_back(hole);
        plan.lintels.push_back(lintel);
    }
    return plan;
}

/// What is left of a unit beside the openings and lintels of its course.
std::vector<Unit> cut(const Unit& unit, int course, const Plan& plan) {
    std::vector<Unit> pieces = {unit};
    for (const auto* cells : {&plan.openings, &plan.lintels}) {
        for (const Cell& cell : *cells) {
            if (course < cell.bottom || course >= cell.top) continue;
            std::vector<Unit> rest;
            for (const Unit& piece : pieces) {
                if (piece.from < std::min(piece.to, cell.left))
                    rest.push_back({piece.from, std::min(piece.to, cell.left), piece.through});
                if (std::max(piece.from, cell.right) < piece.to)
                    rest.push_back({std::max(piece.from, cell.right), piece.to, piece.through});
            }
            pieces = rest;
        }
    }
    return pieces;
}

template <int D>
void lay_course(const WallParameters& p, const Plan& plan, int course, std::vector<Block<D>>& blocks) {
    assert(course >= 0);
    const Grid& grid = plan.grid;
    const Depth whole = centred(p.thickness);
    const bool fixed = p.fixed_course && course == 0;
    int number = 0;
    const auto add = [&](const Unit& piece, const Depth& depth) {
        blocks.push_back(box<D>(fmt::format("{}.{}", course, number++),
                                {{grid.left_of(piece.from), grid.bottom_of(course)}},
                                {{grid.right_of(piece.to), grid.top_of(course + 1)}}, depth, fixed));
    };
    for (const Unit& unit : course_units(p.bond, course, grid.quarters)) {
        for (const Unit& piece : cut(unit, course, plan)) {
            if (D == 2 || piece.through) {
                add(piece, whole);
            } else {
                add(piece, {whole.from, -0.5 * p.head_gap});
                add(piece, {0.5 * p.head_gap, whole.to});
            }
        }
    }
}

void add_beams(const WallParameters& p, std::vector<Block<3>>& blocks) {
    const Beams& beams = p.beams;
    require(beams.count >= 0, "beams", "must be zero or more");
    if (beams.count == 0) return;
    require_count(beams.count, "beams");
    require_positive(beams.section[0], "section");
    require_positive(beams.section[1], "section");
    require_positive(beams.span, "span");
    require_positive(beams.bearing, "bearing");
    const double apart = p.length / beams.count, wide = 0.5 * beams.section[0];
    require(beams.section[0] <= apart, "section", fmt::format("must be narrower than the {} m from beam to beam", apart));
    const double near = -0.5 * p.thickness, ledge = 0.5 * p.thickness + beams.span, far = ledge + beams.bearing;
    for (int k = 0; k < beams.count; ++k) {
        const double x = (k + 0.5) * apart;
        blocks.push_back(box<3>(fmt::format("beam.{}", k), {{x - wide, p.height}}, {{x + wide, p.height + beams.section[1]}}, {near, far}));
    }
    blocks.push_back(box<3>("ledge", {{0.0, p.height - beams.section[1]}}, {{p.length, p.height}}, {ledge, far}, true));
}

}  // namespace

template <int D>
std::vector<Block<D>> wall(const WallParameters& p) {
    if (D == 3) require_positive(p.thickness, "thickness");
    require(D == 2 || p.head_gap < p.thickness, "head_gap", "must be less than the thickness");
    require_not_negative(p.base, "base");
    require_not_negative(p.base_margin, "base_margin");
    const Plan plan = make_plan(p);
    const Grid& grid = plan.grid;
    std::vector<Block<D>> blocks;
    if (p.base > 0.0) {
        blocks.push_back(box<D>("base", {{-p.base_margin, -p.base}}, {{p.length + p.base_margin, 0.0}},
                                centred(p.thickness + 2.0 * p.base_margin), true));
    }
    for (int course = 0; course < grid.courses; ++course) lay_course(p, plan, course, blocks);
    for (std::size_t k = 0; k < plan.lintels.size(); ++k) {
        const Cell& cell = plan.lintels[k];
        if (cell.left == cell.right) continue;
        blocks.push_back(box<D>(fmt::format("lintel.{}", k),
                                {{grid.left_of(cell.left), grid.bottom_of(cell.bottom)}},
                                {{grid.right_of(cell.right), grid.top_of(cell.top)}}, centred(p.thickness)));
    }
    if constexpr (D == 3) add_beams(p, blocks);
    return blocks;
}

template std::vector<Block<2>> wall<2>(const WallParameters&);
template std::vector<Block<3>> wall<3>(const WallParameters&);

}  // namespace drystone::masonry
