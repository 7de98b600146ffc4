#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "broadphase/walls.h"
#include "contact/contacts.h"
#include "device/arrays.h"
#include "laws/losses.h"
#include "solvers/solver.h"

namespace drystone::device {

/// What a device is given when a run begins or goes on.
template <int D>
struct Setup {
    // (bodies)
    std::vector<Vec<D>> position;
    std::vector<Rotation<D>> rotation;
    std::vector<Twist<D>> velocity;
    std::vector<double> mass, inverse_mass, inertia, inverse_inertia;  // 0 where impulses do not move it
    std::vector<Spin<D>> moments;  // of inertia, body frame; none: all have one number
    std::vector<int> surface;
    std::vector<int> moving;  // those that they do, ascending

    // (parts)
    std::vector<int> part_body;
    std::vector<double> radius, extent;
    std::vector<int> wall;  // which wall it is; -1: a grain; -2: neither
    std::vector<int> grains;
    std::vector<Vec<D>> offset;  // of grains from the centres of their bodies, body frame; none: there are only balls about them
    std::vector<SolidPart<D>> solid;  // none: there is no polygon or polyhedron
    std::vector<std::shared_ptr<const Convex<D>>> shapes;
    PointRule rule = PointRule::vertices;
    bool is_plain = false;  // there are such grains on bodies that move, or tops: kinds.h
    double smallest_radius = 0.0;

    // Laws
    std::vector<Coulomb> law;
    std::vector<char> bounces;
    std::vector<int> between;
    int surfaces = 1;
    bool laws_turn = false;  // some have moments

    // The last step's contacts
    std::vector<int> contact_a, contact_b, feature;
    std::vector<Vec<D>> impulse;
    std::vector<Spin<D>> moment;
};

/// Where a body is that drives move.
template <int D>
struct DrivenBody {
    int body = 0;
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{};
    double turning = 0.0;  // speed of its surface by its turning [m/s]
};

/// What comes back when somebody looks.
template <int D>
struct Seen {
    std::vector<Vec<D>> position, detected;
    std::vector<Rotation<D>> rotation;
    std::vector<Twist<D>> velocity;
    std::vector<int> contact_a, contact_b, feature;
    std::vector<Vec<D>> point, normal, impulse;
    std::vector<Spin<D>> moment;      // none: no law has them
    std::vector<Vec<D>> part_centre;  // when contacts were found; none: where their bodies were
    std::vector<Pose<D>> pose;        // likewise, of polygons and polyhedra; none: there is none
    std::vector<double> gap, area;
    std::vector<char> status;
    std::vector<Vec<D>> listed_centre;  // (parts, or none)
    std::vector<double> listed_margin;
};

/// What impulses did in a step, and what is seen of contacts on the way.
struct Settled {
    Dissipation losses{};
    double scheme = 0.0;
    double driven = 0.0;    // work of what moves the driven bodies [J]
    double deepest = 0.0;   // overlap [m]
    double deep = 0.0;      // > 0: some overlap is to be taken out

    DRYSTONE_ON_DEVICE Settled& operator+=(const Settled& other) {
        losses += other.losses;
        scheme += other.scheme;
        driven += other.driven;
        if (other.deepest > deepest) deepest = other.deepest;
        if (other.deep > deep) deep = other.deep;
        return *this;
    }
};

struct StateEnergy {
    double kinetic = 0.0, potential = 0.0;
    DRYSTONE_ON_DEVICE StateEnergy& operator+=(const StateEnergy& other) {
        kinetic += other.kinetic;
        potential += other.potential;
        return *this;
    }
};

/// The stages of a step where the arrays are: on a GPU, or in the memory of this processor for tests. Called in the order of
/// device_step.cpp, once each. What they do is written once, in pipeline_on.h.
template <int D>
class Pipeline {
  public:
    virtual ~Pipeline() = default;

    virtual void begin(const Setup<D>& setup) = 0;
    virtual void look(Seen<D>& seen) = 0;
    /// Where bodies are, and no more.
    virtual void look(std::vector<Vec<D>>& places) = 0;

    virtual void place(std::span<const DrivenBody<D>> driven) = 0;
    /// The energy that tops lose by it [J].
    virtual double drift(double dt) = 0;
    virtual void place_parts() = 0;

    /// Largest distance of a grain's surface from a point [m]; margins of the list included or not.
    virtual double span_from(const Vec<D>& point, bool with_margins) = 0;
    /// How far detection looks at grains; whether the list of pairs, where there is one, is still good for that.
    virtual bool look_ahead(const StepView<D>& step) = 0;
    /// Lists pairs anew, at the present places, or at those of an earlier list.
    virtual void take_places() = 0;
    virtual void take_places(std::span<const Vec<D>> centre, std::span<const double> margin) = 0;
    virtual void list_pairs(std::span<const NearbyWall<D>> walls) = 0;
    virtual long pairs() const = 0;

    virtual void free_velocities(const StepView<D>& step) = 0;
    virtual void foresee_impacts(const StepView<D>& step) = 0;
    virtual int contacts() const = 0;
    virtual void find_contacts(std::span<const Wall<D>> walls, const StepView<D>& step) = 0;
    /// The contacts of the last step are the present ones again, those of this step are not.
    virtual void forget_contacts() = 0;
    virtual void scale_impulses(double factor) = 0;

    virtual void assemble(const StepView<D>& step) = 0;
    virtual SolveReport solve(const SolverSettings& settings) = 0;
    virtual void apply_impulses() = 0;
    virtual Settled settle_contacts(const StepView<D>& step) = 0;
    /// Bodies moved out of overlaps: the energy they gain [J].
    virtual double project_overlaps(const StepView<D>& step) = 0;

    virtual StateEnergy energy(const Vec<D>& gravity) = 0;
    /// h/2 sum m G . (v+ - v-)                                                                     docs/theory.md (8.6)
    virtual double lost_by_euler(const StepView<D>& step) = 0;

    /// Places and velocities put aside, and taken back.
    virtual void keep(int level) = 0;
    virtual void take_back(int level) = 0;

    virtual void finish() = 0;

    /// Sweeps from the impulses that are there, for measurements.
    virtual void sweep(int times) = 0;
    virtual double residual() = 0;
};

/// In the memory of this processor, on one thread.
template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_host();

/// On the first CUDA device. Throws std::runtime_error where there is none.
template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda();

/// The device's name, or why there is none.
struct CudaDevice {
    bool is_there = false;
    std::string name;  // or the reason
};
CudaDevice find_cuda_device();

/// Bytes of the first CUDA device's memory that are taken, by whomever; 0 where there is none.
double memory_in_use();

}  // namespace drystone::device
