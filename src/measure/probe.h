#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

template <int D>
struct World;
template <int D>
struct Seam;

/// One [[probes]] entry: quantities of one body, of a point of it, of several together, of the joint between two (or between
/// several and several), of a link, of a drive, of a membrane, or of the whole world, at intervals.
struct Probe {
    std::string name;
    int body = -1;  // its id; -1: the whole world
    std::vector<std::string> quantities;
    double every = 0.0;  // [s]; 0: each step
    int other = -1;      // id of a second body: the probe is of the joint between the two
    std::vector<double> at =
        {};  // (D, or none)  where a point of a deformable body was at time 0: the probe is of that point [m]
    int link = -1;  // the probe is of that link
    std::vector<int> bodies = {};  // ids, ascending: of these together; of a joint its first side, in place of `body`
    std::vector<int> others = {};  // likewise its second side, in place of `other`
    std::string drive = {};        // the probe is of the drive of that name, which is controlled, travels or presses
    std::string membrane = {};     // the probe is of the membrane of that name
    bool average = false;          // rows are means over the time since the last one
    std::vector<int> stages = {};  // it is read in, ascending; none: all
};

enum class Subject { body, world, joint, point, link, bodies, drive, membrane };

/// What a probe is of.
Subject subject_of(const Probe& probe);

/// Whether a quantity of that name exists for the subject in D dimensions, and all names that do.
bool is_quantity(std::string_view name, Subject subject, int dimension);
std::vector<std::string> quantity_names(Subject subject, int dimension);

/// Whether only deformable bodies have that quantity.
bool needs_deformable(std::string_view name);

/// Column headers of a probe's CSV after "time": "position.x", "position.y", ...
template <int D>
std::vector<std::string> probe_columns(const Probe& probe);

/// What a probe of a joint has to know of the world at time 0; else none. It does not change in a run.
template <int D>
std::vector<Seam<D>> seams_of(const World<D>& world, const Probe& probe);

/// The values under those headers, appended to `values`. `seams`: seams_of(world, probe).
template <int D>
void measure(const World<D>& world, const Probe& probe, std::span<const Seam<D>> seams, double h, std::vector<double>& values);

/// The same for those who ask once.
template <int D>
void measure(const World<D>& world, const Probe& probe, double h, std::vector<double>& values);

}  // namespace drystone
