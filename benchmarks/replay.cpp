// A sweep over more ranks than there are: the real cuts (ranks/cuts.h) of a packing of spheres, who is next to whom and how much they tell each
// other, and the time that takes with given speeds. docs/scaling.md.
//
//     build/bin/bench_replay 1000 100000              ranks, spheres a rank
//     build/bin/bench_replay 100000 100000 cube       the packing as high as it is wide; else a layer 100 spheres high
//     build/bin/bench_replay 1000 100000 layer contact=20 latency=1.5 overhead=0.3 bandwidth=10 noise=0.03
//
// Times as LogGP has them (Alexandrov, Ionescu, Schauser, Scheiman 1995): a message costs its sender `overhead`, is on its way for `latency` and
// for its bytes at `bandwidth`. Each colour of a sweep: contacts on shared bodies, parcels, its share of the other contacts, wait. All ranks are played
// colour by colour, with what each computes spread by `noise`.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "core/index.h"
#include "core/random.h"
#include "ranks/cuts.h"

namespace drystone {
namespace {

/// What a machine and a packing are like.
struct Speeds {
    double contact = 20.0;     // a visit [ns]
    double latency = 1.5;      // [us]
    double overhead = 0.3;     // [us]
    double bandwidth = 10.0;   // [GB/s]
    double noise = 0.03;       // spread of what ranks compute [-]
    double contacts = 2.4;     // a sphere
    double shared = 1.11;      // bodies that two ranks share, for each d^2 of the face between them
    double tellings = 2.24;    // how often a shared body changes hands in a sweep
    double colours = 9.0;
    double sweeps_a_sum = 8.0; // between two reductions
    double high = 100.0;       // of a layer [d]
    double tree = 1.0;         // 1: sums over a tree; 0: all numbers to all ranks
};

constexpr double bytes_a_body = 48.0, per_volume = 1.146;  // spheres for each d^3, at a solid fraction of 0.6
constexpr int samples = 64;                                  // points a rank, each for as many spheres

using Box = ranks::Cuts<3>::Box;

struct Side {
    int rank = 0;
    double bodies = 0.0;  // that both touch
};

/// Edges of the packing [d].
Vec<3> size_of(double spheres, bool cube, double high) {
    const double volume = spheres / per_volume;
    if (cube) return std::cbrt(volume) * Vec<3>{{1.0, 1.0, 1.0}};
    const double wide = std::sqrt(volume / high);
    return {{wide, wide, high}};
}

std::vector<Box> cut(int ranks, const Vec<3>& size) {
    Random random(7);
    std::vector<ranks::WeightedPlace<3>> places(at(ranks) * samples);
    for (auto& place : places) {
        for (int k = 0; k < 3; ++k) place.x[k] = size[k] * random.uniform();
        place.weight = 900 + static_cast<std::int64_t>(200.0 * random.uniform());
    }
    drystone::ranks::Team team;
    return ranks::Cuts<3>::find(places, team, ranks).boxes({}, size);
}

/// What two boxes share: where they meet in a face by its area, along an edge by its length, at a corner one body.
double shared_between(const Box& a, const Box& b, double per_face) {
    constexpr double reach = 1.0;  // [d]
    double measure = per_face;
    int apart = 0;
    for (int k = 0; k < 3; ++k) {
        const double common = std::min(a.high[k], b.high[k]) - std::max(a.low[k], b.low[k]);
        if (common < -reach) return 0.0;
        if (common > reach)
            measure *= common;
        else
            ++apart;
    }
    return apart == 0 ? 0.0 : apart == 1 ? measure : 0.5 * measure;
}

std::vector<std::vector<Side>> sides_of(const std::vector<Box>& boxes, const Vec<3>& size, double per_face) {
    Vec<3> longest{};
    for (const Box& box : boxes) {
        for (int k = 0; k < 3; ++k) longest[k] = std::max(longest[k], box.high[k] - box.low[k] + 2.0);
    }
    std::array<int, 3> cells;
    for (std::size_t k = 0; k < 3; ++k) cells[k] = std::max(1, static_cast<int>(size[static_cast<int>(k)] / longest[static_cast<int>(k)]));
    const auto cell_of = [&](const Box& box, std::size_t k) {
        const int d = static_cast<int>(k);
        return std::clamp(static_cast<int>(0.5 * (box.low[d] + box.high[d]) / size[d] * cells[k]), 0, cells[k] - 1);
    };
    std::vector<std::vector<int>> in_cell(at(cells[0] * cells[1] * cells[2]));
    const auto number = [&](int x, int y, int z) { return at((x * cells[1] + y) * cells[2] + z); };
    for (std::size_t r = 0; r < boxes.size(); ++r)
        in_cell[number(cell_of(boxes[r], 0), cell_of(boxes[r], 1), cell_of(boxes[r], 2))].push_back(static_cast<int>(r));
    std::vector<std::vector<Side>> sides(boxes.size());
    for (std::size_t r = 0; r < boxes.size(); ++r) {
        const int x = cell_of(boxes[r], 0), y = cell_of(boxes[r], 1), z = cell_of(boxes[r], 2);
        for (int i = std::max(0, x - 1); i <= std::min(cells[0] - 1, x + 1); ++i) {
            for (int j = std::max(0, y - 1); j <= std::min(cells[1] - 1, y + 1); ++j) {
                for (int k = std::max(0, z - 1); k <= std::min(cells[2] - 1, z + 1); ++k) {
                    for (const int other : in_cell[number(i, j, k)]) {
                        const double shared = at(other) == r ? 0.0 : shared_between(boxes[r], boxes[at(other)], per_face);
                        if (shared > 0.0) sides[r].push_back({other, shared});
                    }
                }
            }
        }
    }
    return sides;
}

/// Seconds of a sweep: the mean over `sweeps` of them, sums included.
struct Played {
    double sweep = 0.0, compute = 0.0, waiting = 0.0, summing = 0.0, sending = 0.0;
};

double seconds_of_sum(int ranks, const Speeds& s) {
    const double hops = std::ceil(std::log2(std::max(2, ranks))), hop = 1e-6 * (s.latency + 2.0 * s.overhead);
    const double numbers = 7.0;
    if (s.tree > 0.0) return 2.0 * hops * (hop + numbers * 68.0 * 8.0 / (1e9 * s.bandwidth));  // whole numbers of exact sums
    return hops * hop + numbers * 8.0 * ranks / (1e9 * s.bandwidth);                         // MPI_Allgather
}

Played play(const std::vector<std::vector<Side>>& sides, double spheres, const Speeds& s) {
    constexpr int sweeps = 32;
    const std::size_t ranks = sides.size();
    Random random(11);
    std::vector<double> time(ranks, 0.0), sent(ranks, 0.0), speed(ranks), border(ranks, 0.0);
    const auto colours = static_cast<int>(s.colours);
    for (std::size_t r = 0; r < ranks; ++r) {
        speed[r] = 1.0 + s.noise * (2.0 * random.uniform() - 1.0);
        for (const Side& side : sides[r]) border[r] += 0.5 * side.bodies * 2.0 * s.contacts;  // half of the bodies are its own
        border[r] = std::min(border[r], spheres * s.contacts);
    }
    Played played;
    const double visit = 1e-9 * s.contact;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (int colour = 0; colour < colours; ++colour) {
            for (std::size_t r = 0; r < ranks; ++r) {
                time[r] += speed[r] * visit * border[r] / colours;
                const double parcels = static_cast<double>(sides[r].size());
                time[r] += 1e-6 * s.overhead * 2.0 * parcels;
                played.sending += 1e-6 * s.overhead * 2.0 * parcels;
                sent[r] = time[r];
                time[r] += speed[r] * visit * (spheres * s.contacts - border[r]) / colours;
                played.compute += speed[r] * visit * spheres * s.contacts / colours;
            }
            for (std::size_t r = 0; r < ranks; ++r) {
                double until = time[r];
                for (const Side& side : sides[r]) {
                    const double bytes = bytes_a_body * side.bodies * s.tellings / (2.0 * colours);
                    until = std::max(until, sent[at(side.rank)] + 1e-6 * s.latency + bytes / (1e9 * s.bandwidth));
                }
                played.waiting += until - time[r];
                time[r] = until;
            }
        }
        if ((sweep + 1) % static_cast<int>(s.sweeps_a_sum) != 0) continue;
        const double all = *std::max_element(time.begin(), time.end()), sum = seconds_of_sum(static_cast<int>(ranks), s);
        for (double& t : time) {
            played.waiting += all - t;
            t = all + sum;
        }
        played.summing += sum * static_cast<double>(ranks);
    }
    const double each = 1.0 / (static_cast<double>(ranks) * sweeps);
    played.sweep = *std::max_element(time.begin(), time.end()) / sweeps;
    played.compute *= each, played.waiting *= each, played.summing *= each, played.sending *= each;
    return played;
}

void read_speed(const char* argument, Speeds& s) {
    const char* equals = std::strchr(argument, '=');
    if (!equals) return;
    const std::string name(argument, equals);
    const std::pair<const char*, double*> known[] = {{"contact", &s.contact},   {"latency", &s.latency}, {"overhead", &s.overhead}, {"bandwidth", &s.bandwidth},
                                                     {"noise", &s.noise},       {"shared", &s.shared},   {"tellings", &s.tellings}, {"colours", &s.colours},
                                                     {"contacts", &s.contacts}, {"sums", &s.sweeps_a_sum}, {"tree", &s.tree},         {"high", &s.high}};
    for (const auto& [key, value] : known) {
        if (name == key) *value = std::atof(equals + 1);
    }
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    using namespace drystone;
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 1000;
    const double spheres = argc > 2 ? std::atof(argv[2]) : 1e5;
    const bool cube = argc > 3 && std::strcmp(argv[3], "cube") == 0;
    Speeds speeds;
    for (int k = 3; k < argc; ++k) read_speed(argv[k], speeds);
    const Vec<3> size = size_of(ranks * spheres, cube, speeds.high);
    const std::vector<Box> boxes = cut(ranks, size);
    const auto sides = sides_of(boxes, size, speeds.shared);
    double most = 0.0, mean = 0.0, most_bodies = 0.0, bodies = 0.0;
    for (const auto& list : sides) {
        double own = 0.0;
        for (const Side& side : list) own += side.bodies;
        most = std::max(most, static_cast<double>(list.size())), mean += static_cast<double>(list.size()) / ranks;
        most_bodies = std::max(most_bodies, own), bodies += own / ranks;
    }
    const Played p = play(sides, spheres, speeds);
    fmt::print("ranks {} spheres {:.3g} neighbours mean {:.1f} most {:.0f} shared bodies mean {:.0f} most {:.0f} kB a sweep {:.0f} sweep {:.3f} ms compute {:.3f} "
               "sending {:.4f} waiting {:.4f} sums {:.4f} efficiency {:.3f}\n",
               ranks, ranks * spheres, mean, most, bodies, most_bodies, 1e-3 * bytes_a_body * bodies * speeds.tellings / 2.0, 1e3 * p.sweep, 1e3 * p.compute,
               1e3 * p.sending, 1e3 * p.waiting, 1e3 * p.summing, 1e-6 * speeds.contact * spheres * speeds.contacts / (1e3 * p.sweep));
    return 0;
}
