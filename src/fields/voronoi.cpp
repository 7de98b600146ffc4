#include "fields/voronoi.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include <voro++/voro++.hh>

#include "core/input_error.h"
#include "core/parallel.h"

namespace drystone {

namespace {

constexpr int a_block = 3;  // grains in one of the library's boxes, about; 100,000 take 1.30 s with 3, 1.53 s with 5, 1.54 s with 8

/// Lengths in units of this: the library's tolerances know no units.
double unit_of(const GrainList& grains) {
    const double d = mean_diameter(grains);
    return d > 0.0 ? d : 1.0;
}

std::array<int, 3> blocks(const Vec<3>& edges, std::size_t grains, int dimension) {
    double volume = 1.0;
    for (int c = 0; c < dimension; ++c) volume *= edges[c];
    const double edge = std::pow(volume * a_block / std::max<double>(1.0, static_cast<double>(grains)), 1.0 / dimension);
    std::array<int, 3> n{1, 1, 1};
    for (int c = 0; c < dimension; ++c) n[static_cast<std::size_t>(c)] = std::clamp(static_cast<int>(edges[c] / edge), 1, 400);
    return n;
}

/// The room of one grain, from the library's. `neighbours` is scratch.
void read_room(voro::voronoicell_neighbor& cell, std::size_t i, double unit_volume, std::vector<int>& neighbours, Rooms& rooms) {
    rooms.volume[i] = cell.volume() * unit_volume;
    cell.neighbors(neighbours);
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    std::erase_if(neighbours, [&](int k) { return k < 0 || k == static_cast<int>(i); });
    rooms.neighbours[i] = static_cast<int>(neighbours.size());
}

/// Grains a thread has at least: it makes a container of its own.
constexpr std::size_t a_thread = 5000;

int threads_for(std::size_t grains) {
    const std::size_t most = std::clamp<std::size_t>(grains / a_thread, 1, 8);
    return static_cast<int>(std::min<std::size_t>(most, std::max(1U, std::thread::hardware_concurrency())));
}

/// In a slab of thickness 1 all grains of the plane have the same height, and rooms are those of the plane.
Rooms in_a_box(const GrainList& grains, const CentreBox& box, const std::array<bool, 3>& periodic) {
    const double unit = unit_of(grains);
    const bool flat = grains.dimension == 2;
    Rooms rooms{std::vector<double>(grains.size(), 0.0), std::vector<int>(grains.size(), 0)};
    Vec<3> edges = (1.0 / unit) * (box.high - box.low);
    if (flat) edges[2] = 1.0;
    const std::array<int, 3> n = blocks(edges, grains.size(), grains.dimension);
    const double unit_volume = std::pow(unit, grains.dimension);
    ThreadPool pool(threads_for(grains.size()));
    const auto share = static_cast<std::size_t>(pool.size());
    pool.for_ranges(share, 1, [&](std::size_t begin, std::size_t end) {  // the library computes with what is in the container: one each
        voro::container_poly container(0.0, edges[0], 0.0, edges[1], 0.0, edges[2], n[0], n[1], n[2], periodic[0], periodic[1],
                                       !flat && periodic[2], 8);
        for (std::size_t i = 0; i < grains.size(); ++i) {
            Vec<3> x = (1.0 / unit) * (grains.space.wrap(grains.position[i]) - box.low);
            if (flat) x[2] = 0.5;
            container.put(static_cast<int>(i), x[0], x[1], x[2], grains.radius[i] / unit);
        }
        const std::size_t boxes = static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]);
        voro::voronoicell_neighbor cell;
        std::vector<int> neighbours;
        for (std::size_t k = begin * boxes / share; k < end * boxes / share; ++k) {
            for (int q = 0; q < container.co[k]; ++q) {
                if (container.compute_cell(cell, static_cast<int>(k), q))
                    read_room(cell, static_cast<std::size_t>(container.id[k][q]), unit_volume, neighbours, rooms);
            }
        }
    });
    return rooms;
}

Rooms in_a_cell(const GrainList& grains) {
    const double unit = unit_of(grains);
    const bool flat = grains.dimension == 2;
    Rooms rooms{std::vector<double>(grains.size(), 0.0), std::vector<int>(grains.size(), 0)};
    const Mat<3> e = (1.0 / unit) * grains.space.edges();
    const double height = flat ? 1.0 : e[2][2];
    const std::array<int, 3> n = blocks({{e[0][0], e[1][1], height}}, grains.size(), grains.dimension);
    const double unit_volume = std::pow(unit, grains.dimension);
    ThreadPool pool(threads_for(grains.size()));
    const auto share = static_cast<std::size_t>(pool.size());
    pool.for_ranges(share, 1, [&](std::size_t begin, std::size_t end) {
        voro::container_periodic_poly container(e[0][0], e[0][1], e[1][1], flat ? 0.0 : e[0][2], flat ? 0.0 : e[1][2], height, n[0], n[1],
                                                n[2], 8);
        for (std::size_t i = 0; i < grains.size(); ++i) {
            Vec<3> x = (1.0 / unit) * (grains.space.wrap(grains.position[i]) - grains.space.origin());
            if (flat) x[2] = 0.5;
            container.put(static_cast<int>(i), x[0], x[1], x[2], grains.radius[i] / unit);
        }
        voro::voronoicell_neighbor cell;
        std::vector<int> neighbours;
        voro::c_loop_all_periodic loop(container);
        if (!loop.start()) return;
        std::size_t k = 0;
        do {
            const bool own = k >= begin * grains.size() / share && k < end * grains.size() / share;
            if (own && container.compute_cell(cell, loop)) read_room(cell, static_cast<std::size_t>(loop.pid()), unit_volume, neighbours, rooms);
            ++k;
        } while (loop.inc());
    });
    return rooms;
}

}  // namespace

Rooms rooms_of(const GrainList& grains, const CentreBox& box) {
    if (!grains.space.repeats()) return in_a_box(grains, box, {});
    std::array<bool, 3> periodic{};
    bool everywhere = true, sheared = false;
    CentreBox whole = box;
    for (int c = 0; c < grains.dimension; ++c) {
        periodic[static_cast<std::size_t>(c)] = grains.space.repeats_along(c);
        everywhere = everywhere && grains.space.repeats_along(c);
        for (int k = c + 1; k < grains.dimension; ++k) sheared = sheared || grains.space.edges()[c][k] != 0.0;
        if (!grains.space.repeats_along(c)) continue;
        whole.low[c] = grains.space.origin()[c];
        whole.high[c] = whole.low[c] + grains.space.edges()[c][c];
    }
    if (sheared && everywhere) return in_a_cell(grains);
    if (sheared) throw InputError("voronoi", "a sheared cell has to repeat in every direction");
    return in_a_box(grains, whole, periodic);
}

Measured voronoi_table(const GrainList& grains, const CentreBox& box) {
    Measured out{.columns = {"body"}, .rows = {}};
    for (int c = 0; c < grains.dimension; ++c) out.columns.emplace_back(1, "xyz"[c]);
    out.columns.insert(out.columns.end(), {"volume", "neighbours", "solid_fraction"});
    const Rooms rooms = rooms_of(grains, box);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        std::vector<double> row{static_cast<double>(grains.id[i])};
        for (int c = 0; c < grains.dimension; ++c) row.push_back(grains.position[i][c]);
        const double own = volume_of_round(grains.radius[i], grains.dimension);
        row.insert(row.end(), {rooms.volume[i], static_cast<double>(rooms.neighbours[i]), own / rooms.volume[i]});
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace drystone
