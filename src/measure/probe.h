#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

template <int D>
struct World;
template <int D>
struct Seam;
struct ProbeRegion;
struct ProbeCut;

/// One [[probes]] entry: quantities of one body, of a point of it, of several together, of the joint between two (or between
/// several and several), of a link, of a drive, of a membrane, of a region, of a cut, or of the whole world, at intervals.
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
    std::shared_ptr<const ProbeRegion> region = {};  // the probe is of what is in there
    std::shared_ptr<const ProbeCut> cut = {};        // the probe is of that cut
};

enum class Subject { body, world, joint, point, link, bodies, drive, membrane, region, cut };

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

/// Of a body that was not there.
constexpr int unknown_layer = std::numeric_limits<int>::min();

/// (ids)  the layers of a cut (measure/quantities.h) that bodies are in, for the flux of the next step; empty where the probe asks for no flux.
template <int D>
std::vector<int> layers_of(const World<D>& world, const Probe& probe);

/// What a probe is told besides the world.
template <int D>
struct ProbeMemory {
    std::vector<Seam<D>> seams = {};  // seams_of(world, probe)
    std::vector<int> layers = {};        // layers_of(world, probe) a step ago; none: nothing has passed
};

/// The values under those headers, appended to `values`.
template <int D>
void measure(const World<D>& world, const Probe& probe, const ProbeMemory<D>& memory, double h, std::vector<double>& values);

/// The same for those who ask once: nothing has passed through a cut.
template <int D>
void measure(const World<D>& world, const Probe& probe, double h, std::vector<double>& values);

}  // namespace drystone
