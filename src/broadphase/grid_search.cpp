#include "broadphase/grid_search.h"

#include <cassert>

namespace drystone {

namespace {

/// Rows of cells (runs along the first axis) that lie forward of a cell, beside its own.
template <int D>
constexpr std::size_t forward_rows = D == 2 ? 1 : 4;

std::array<std::uint64_t, 1> forward_offsets(const std::array<std::uint64_t, 2>& stride) {
    return {stride[1]};
}

std::array<std::uint64_t, 4> forward_offsets(const std::array<std::uint64_t, 3>& stride) {
    return {stride[1], stride[2] - stride[1], stride[2], stride[2] + stride[1]};
}

template <int D>
void keep_if_allowed(const GridBall<D>& p, const GridBall<D>& q, std::vector<PartPair>& found) {
    if (!may_pair(p, q)) return;
    found.push_back({std::min(p.part, q.part), std::max(p.part, q.part)});
}

/// A row of cells, as balls of a level in the order of their keys: from ball `begin` up to the cell `last`, and no further than `end`.
struct GridRow {
    std::size_t begin, end;
    std::uint64_t last;
};

/// Tries a ball against those of a row; returns where it stopped.
template <int D>
std::size_t search_row(const BallGrids<D>& grids, const GridBall<D>& ball, const GridRow& row,
                       std::vector<PartPair>& found) {
    std::size_t q = row.begin;
    for (; q < row.end && grids.key[q] <= row.last; ++q) {
        if (balls_meet(ball, grids.ball[q])) keep_if_allowed(ball, grids.ball[q], found);
    }
    return q;
}

/// Balls are visited in the order of their keys, so the place where a forward row begins only moves forward:
/// one cursor per row finds it without a search.
template <int D>
void search_own_level(const BallGrids<D>& grids, const GridStretch& stretch, std::vector<PartPair>& found) {
    assert(stretch.begin <= stretch.end && stretch.end <= grids.ball.size());
    const GridLevel<D>& level = grids.level[stretch.level];
    const std::uint64_t* key = grids.key.data();
    const auto offset = forward_offsets(level.stride);
    std::array<std::size_t, forward_rows<D>> cursor;
    for (std::size_t row = 0; row < cursor.size(); ++row) {
        const std::uint64_t first = key[stretch.begin] + offset[row] - 1;
        const auto* place = std::lower_bound(key + stretch.begin, key + level.end, first);
        cursor[row] = static_cast<std::size_t>(place - key);
    }
    for (std::size_t p = stretch.begin; p < stretch.end; ++p) {
        const GridBall<D> ball = grids.ball[p];
        search_row(grids, ball, {p + 1, level.end, key[p] + 1}, found);
        for (std::size_t row = 0; row < cursor.size(); ++row) {
            const std::uint64_t middle = key[p] + offset[row];
            while (cursor[row] < level.end && key[cursor[row]] < middle - 1) ++cursor[row];
            search_row(grids, ball, {cursor[row], level.end, middle + 1}, found);
        }
    }
}

/// The first place in key[begin, end) that is not below `wanted`, looked for around `hint`.
std::size_t first_at_least(std::span<const std::uint64_t> key, std::size_t begin, std::size_t end,
                           std::size_t hint, std::uint64_t wanted) {
    std::size_t low = hint, high = hint, step = 1;
    while (low > begin && key[low - 1] >= wanted) {
        low = low - begin > step ? low - step : begin;
        step *= 2;
    }
    step = 1;
    while (high < end && key[high] < wanted) {
        low = high;
        high = end - high > step ? high + step : end;
        step *= 2;
    }
    const auto first = key.begin();
    return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(low),
                                                     first + static_cast<std::ptrdiff_t>(high), wanted) -
                                    first);
}

/// How far from a ball of `own` the centre of a partner in `other` can be; rounding of the cells included.
template <int D>
double partner_distance(double radius, const GridLevel<D>& other) {
    return radius + other.max_radius + 0x1p-20 * other.cell;
}

/// The cells of a level that a box about a ball covers.
template <int D>
struct CellBox {
    std::array<std::uint64_t, D> low, high;

    CellBox(const GridLevel<D>& level, const Vec<D>& centre, double half) {
        for (int k = 0; k < D; ++k) {
            low[static_cast<std::size_t>(k)] = level.coordinate(centre[k] - half, k);
            high[static_cast<std::size_t>(k)] = level.coordinate(centre[k] + half, k);
        }
    }
};

/// Calls visit(first key, last key) for each row of the box, in the order of the keys.
template <class Visit>
void for_rows(const CellBox<2>& box, const std::array<std::uint64_t, 2>& stride, const Visit& visit) {
    for (std::uint64_t y = box.low[1]; y <= box.high[1]; ++y) {
        visit(box.low[0] + y * stride[1], box.high[0] + y * stride[1]);
    }
}

template <class Visit>
void for_rows(const CellBox<3>& box, const std::array<std::uint64_t, 3>& stride, const Visit& visit) {
    for (std::uint64_t z = box.low[2]; z <= box.high[2]; ++z) {
        for (std::uint64_t y = box.low[1]; y <= box.high[1]; ++y) {
            const std::uint64_t row = y * stride[1] + z * stride[2];
            visit(box.low[0] + row, box.high[0] + row);
        }
    }
}

template <int D>
void search_other_level(const BallGrids<D>& grids, const GridStretch& stretch, const GridLevel<D>& other,
                        std::vector<PartPair>& found) {
    std::size_t start = other.begin;
    for (std::size_t p = stretch.begin; p < stretch.end; ++p) {
        const GridBall<D>& ball = grids.ball[p];
        const CellBox<D> box(other, ball.centre, partner_distance(ball.radius, other));
        std::size_t q = start;
        bool at_start = true;
        for_rows(box, other.stride, [&](std::uint64_t first, std::uint64_t last) {
            q = first_at_least(grids.key, other.begin, other.end, q, first);
            if (at_start) start = q;
            at_start = false;
            q = search_row(grids, ball, {q, other.end, last}, found);
        });
    }
}

/// Rows of cells that all the balls of `own` together open in `other`, roughly.
template <int D>
double rows_to_open(const GridLevel<D>& own, const GridLevel<D>& other) {
    double rows = static_cast<double>(own.size());
    for (std::size_t k = 1; k < D; ++k) {
        const double across = 2.0 * partner_distance(own.max_radius, other) / other.cell + 1.0;
        rows *= std::min(across, other.last[k] + 1.0);
    }
    return rows;
}

/// Of a coarse and a fine level, whether the coarse one looks into the fine one.
template <int D>
bool coarse_looks(const GridLevel<D>& coarse, const GridLevel<D>& fine) {
    return rows_to_open(coarse, fine) <= rows_to_open(fine, coarse);
}

}  // namespace

template <int D>
void cut_into_stretches(const BallGrids<D>& grids, std::size_t longest, std::vector<GridStretch>& stretches) {
    assert(longest > 0);
    stretches.clear();
    for (std::size_t l = 0; l < grids.level.size(); ++l) {
        const GridLevel<D>& level = grids.level[l];
        for (std::size_t begin = level.begin; begin < level.end; begin += longest) {
            stretches.push_back({l, begin, std::min(begin + longest, level.end)});
        }
    }
}

template <int D>
void find_ball_pairs(const BallGrids<D>& grids, const GridStretch& stretch, std::vector<PartPair>& found) {
    search_own_level(grids, stretch, found);
    const GridLevel<D>& own = grids.level[stretch.level];
    for (std::size_t l = 0; l < grids.level.size(); ++l) {
        const GridLevel<D>& other = grids.level[l];
        const bool looks = l < stretch.level ? !coarse_looks(other, own) : coarse_looks(own, other);
        if (l != stretch.level && looks) search_other_level(grids, stretch, other, found);
    }
}

template <int D>
void find_meeting(const BallGrids<D>& grids, const GridBall<D>& ball, std::vector<int>& found) {
    for (const GridLevel<D>& level : grids.level) {
        const CellBox<D> box(level, ball.centre, partner_distance(ball.radius, level));
        std::size_t q = level.begin;
        for_rows(box, level.stride, [&](std::uint64_t first, std::uint64_t last) {
            q = first_at_least(grids.key, level.begin, level.end, q, first);
            for (; q < level.end && grids.key[q] <= last; ++q) {
                if (balls_meet(ball, grids.ball[q])) found.push_back(static_cast<int>(q));
            }
        });
    }
}

template void find_meeting(const BallGrids<2>&, const GridBall<2>&, std::vector<int>&);
template void find_meeting(const BallGrids<3>&, const GridBall<3>&, std::vector<int>&);
template void cut_into_stretches(const BallGrids<2>&, std::size_t, std::vector<GridStretch>&);
template void cut_into_stretches(const BallGrids<3>&, std::size_t, std::vector<GridStretch>&);
template void find_ball_pairs(const BallGrids<2>&, const GridStretch&, std::vector<PartPair>&);
template void find_ball_pairs(const BallGrids<3>&, const GridStretch&, std::vector<PartPair>&);

}  // namespace drystone
