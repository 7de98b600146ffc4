#include "broadphase/ball_grids.h"

#include <bit>
#include <limits>

#include "core/index.h"
#include "core/radix_sort.h"

namespace drystone {

namespace {

constexpr int max_levels = 64;  // size ratios up to 2^63 get a level each
constexpr double cell_slack =
    0x1p-20;  // of a cell: more than rounding can shift a ball in a window of 2^30 cells
constexpr double widest_window = 0x1p30;  // cells along an axis
constexpr double safe_window = 0x1p20;    // cells along each of three axes
constexpr double most_cells = 0x1p62;     // in a window, so that keys fit into 64 bits
constexpr double headroom = 0x1p40;       // places and sizes this close to overflow count as infinite

/// What sort_into_grids is given, and how it cuts the parts into shares.
template <int D>
struct Task {
    const Parts<D>& parts;
    std::span<const Vec<D>> centre;
    std::span<const double> margin;
    std::size_t shares;
    int top = 0;  // exponent of the largest swollen ball
    std::array<int, max_levels> level_of{};  // (size classes)

    std::size_t first(std::size_t share) const { return centre.size() * share / shares; }

    double radius(std::size_t i) const { return parts.radius[i] + margin[i]; }

    bool in_grid(std::size_t i) const {
        if (!parts.is_grain(static_cast<int>(i)) || margin[i] < 0.0) return false;
        double sum = radius(i) > 0.0 ? radius(i) : std::numeric_limits<double>::infinity();
        for (int k = 0; k < D; ++k) sum += std::abs(centre[i][k]);
        return std::isfinite(headroom * sum);
    }

    std::size_t size_class(std::size_t i) const {
        return at(std::min(top - std::ilogb(radius(i)), max_levels - 1));
    }
};

template <int D>
GridLevel<D> nothing_yet() {
    GridLevel<D> level;
    for (int k = 0; k < D; ++k) level.low[k] = std::numeric_limits<double>::infinity();
    level.high = -level.low;
    return level;
}

template <int D>
void include(GridLevel<D>& level, const GridLevel<D>& other) {
    for (int k = 0; k < D; ++k) {
        level.low[k] = std::min(level.low[k], other.low[k]);
        level.high[k] = std::max(level.high[k], other.high[k]);
    }
    level.max_radius = std::max(level.max_radius, other.max_radius);
    level.end += other.end;
}

template <class Body>
void for_shares(ThreadPool& pool, std::size_t shares, const Body& body) {
    pool.for_ranges(shares, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) body(s);
    });
}

template <int D>
int largest_exponent(const Task<D>& task) {
    double largest = 0.0;
    for (std::size_t i = 0; i < task.centre.size(); ++i) {
        if (task.in_grid(i)) largest = std::max(largest, task.radius(i));
    }
    return std::ilogb(largest);
}

/// Bounds, largest radius and number of the balls of each size class, share by share.
template <int D>
void measure(const Task<D>& task, ThreadPool& pool, BallGrids<D>& grids) {
    grids.measured.resize(task.shares);
    for_shares(pool, task.shares, [&](std::size_t s) {
        auto& classes = grids.measured[s];
        classes.assign(at(max_levels), nothing_yet<D>());
        for (std::size_t i = task.first(s); i < task.first(s + 1); ++i) {
            if (!task.in_grid(i)) continue;
            GridLevel<D> ball;
            ball.low = ball.high = task.centre[i];
            ball.max_radius = task.radius(i);
            ball.end = 1;
            include(classes[task.size_class(i)], ball);
        }
    });
}

/// The median coordinate of a level's balls: an outlier, however far, does not move it.
template <int D>
double median(const Task<D>& task, std::size_t size_class, int axis, std::vector<double>& coordinate) {
    coordinate.clear();
    for (std::size_t i = 0; i < task.centre.size(); ++i) {
        if (task.in_grid(i) && task.size_class(i) == size_class) coordinate.push_back(task.centre[i][axis]);
    }
    const auto middle = coordinate.begin() + static_cast<std::ptrdiff_t>(coordinate.size() / 2);
    std::nth_element(coordinate.begin(), middle, coordinate.end());
    return *middle;
}

/// Cells from `low` to `high`; not yet a whole number.
template <int D>
double extent_in_cells(const GridLevel<D>& level, int axis) {
    return (level.high[axis] - level.low[axis]) / level.cell;
}

/// Whether the level's whole bounding box can be numbered; otherwise a window about the median must do.
template <int D>
double window_limit(const GridLevel<D>& level) {
    double cells = 1.0;
    for (int k = 0; k < D; ++k) cells *= std::min(extent_in_cells(level, k), widest_window) + 4.0;
    return cells < most_cells ? widest_window : safe_window;
}

template <int D>
void number_cells(const Task<D>& task, std::size_t size_class, GridLevel<D>& level,
                  std::vector<double>& scratch) {
    level.cell = 2.0 * level.max_radius * (1.0 + cell_slack);
    level.origin = level.low;
    const double limit = window_limit(level);
    std::uint64_t stride = 1;
    for (int k = 0; k < D; ++k) {
        const double extent = extent_in_cells(level, k);
        if (!(extent < limit)) {
            level.origin[k] = median(task, size_class, k, scratch) - 0.5 * limit * level.cell;
        }
        level.last[at(k)] = std::floor(std::min(extent, limit));
        level.stride[at(k)] = stride;
        stride *= static_cast<std::uint64_t>(level.last[at(k)]) + 2;  // last + 1 cells, one stays empty
    }
}

/// Makes grids.level, and task.level_of, from the shares' measurements.
template <int D>
void make_levels(Task<D>& task, const Workbench::Use& use, BallGrids<D>& grids) {
    grids.level.clear();
    std::size_t balls = 0;
    for (std::size_t c = 0; c < at(max_levels); ++c) {
        GridLevel<D> level = nothing_yet<D>();
        for (const auto& classes : grids.measured) include(level, classes[c]);
        if (level.end == 0) continue;
        level.begin = balls;
        balls = level.end += level.begin;
        number_cells(task, c, level, grids.coordinate);
        task.level_of[c] = static_cast<int>(grids.level.size());
        grids.level.push_back(level);
    }
    grids.ball = use.take<GridBall<D>>(balls);
    grids.key = use.take<std::uint64_t>(balls);
}

template <int D>
void sort_items(const Task<D>& task, ThreadPool& pool, Workbench& bench, const BallGrids<D>& grids, std::span<GridItem> items) {
    for_shares(pool, task.shares, [&](std::size_t s) {
        std::size_t place = 0;
        for (std::size_t before = 0; before < s; ++before) {
            for (const GridLevel<D>& part : grids.measured[before]) place += part.end;
        }
        for (std::size_t i = task.first(s); i < task.first(s + 1); ++i) {
            if (!task.in_grid(i)) continue;
            const int level = task.level_of[task.size_class(i)];
            items[place++] = {grids.level[at(level)].key(task.centre[i]), static_cast<int>(i), level};
        }
    });
    std::uint64_t largest = 0;
    for (const GridLevel<D>& level : grids.level) largest = std::max(largest, level.key(level.high));
    radix_sort(items, std::bit_width(largest), [](const GridItem& item) { return item.key; }, bench, pool);
    if (grids.level.size() == 1) return;
    radix_sort(items, 8, [](const GridItem& item) { return static_cast<std::uint64_t>(item.level); }, bench, pool);
}

}  // namespace

template <int D>
void sort_into_grids(const SwollenBalls<D>& balls, ThreadPool& pool, const Workbench::Use& use, BallGrids<D>& grids) {
    const Parts<D>& parts = balls.parts;
    const std::span<const Vec<D>> centre = balls.centre;
    Task<D> task{parts, centre, balls.margin, centre.size() < 32768 ? 1 : at(pool.size())};
    task.top = largest_exponent(task);
    measure(task, pool, grids);
    make_levels(task, use, grids);
    const Workbench::Use own(use.bench());
    const std::span<GridItem> items = own.take<GridItem>(grids.ball.size());
    sort_items(task, pool, use.bench(), grids, items);
    pool.for_ranges(items.size(), 8192, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const int part = items[p].part;
            const int body = parts.body[at(part)];
            grids.key[p] = items[p].key;
            grids.ball[p] = {centre[at(part)], task.radius(at(part)), part,
                             parts.movable[at(part)] ? body : ~body};
        }
    });
}

template void sort_into_grids(const SwollenBalls<2>&, ThreadPool&, const Workbench::Use&, BallGrids<2>&);
template void sort_into_grids(const SwollenBalls<3>&, ThreadPool&, const Workbench::Use&, BallGrids<3>&);

}  // namespace drystone
