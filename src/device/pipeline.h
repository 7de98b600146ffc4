#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "broadphase/walls.h"
#include "contact/contacts.h"
#include "device/arrays.h"
#include "device/loads_on.h"
#include "device/other_devices.h"
#include "laws/losses.h"
#include "solvers/solver.h"

namespace drystone::device {

/// Of which kind the contacts of a world are: kinds.h, general_kind.h.
enum class ContactsAre { round, plain, general };

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
    std::vector<Mat<D>> free_directions;  // projectors on what is free; none: who moves is wholly free
    std::vector<Mat<spin_dim<D>>> free_rotations;
    std::vector<char> known;  // 1: from an earlier run, whose joints are there; none: nobody is
    Loads<D> loads;

    // (parts)
    std::vector<int> part_body;
    std::vector<double> radius, extent;
    std::vector<int> wall;  // which wall it is; -1: a grain; -2: neither
    std::vector<int> grains;
    std::vector<Vec<D>> offset;  // of grains from the centres of their bodies, body frame; none: there are only balls about them
    std::vector<SolidPart<D>> solid;  // none: there is no polygon or polyhedron
    std::vector<std::shared_ptr<const Convex<D>>> shapes;
    CellView<D> box;  // that repeats, or none
    std::vector<char> rides;  // (bodies)  1: a cell that moves takes it along; none: there is none
    PointRule rule = PointRule::vertices;
    int shape_parts = 0;  // that are no handles
    ContactsAre contacts_are = ContactsAre::round;
    double smallest_radius = 0.0;

    // Laws
    std::vector<AnyLaw> law;
    std::vector<Closing> closing;
    std::vector<int> between;
    std::vector<int> places, anchor_places;  // of fields in a row of memory: LawView
    int surfaces = 1;
    int width = 0;              // of such a row
    double reach = 0.0;         // [m]
    bool laws_turn = false;     // some have moments
    bool remembers = false, looks_ahead = false, shares_force = false;
    bool joins = false;         // some bodies may be joined, or linked

    // The last step's contacts
    std::vector<int> contact_a, contact_b, feature;
    std::vector<Vec<D>> point, normal, impulse;
    std::vector<double> gap, area;
    std::vector<Spin<D>> moment;
    std::vector<double> memory;  // (contacts, width)
    std::vector<Image<D>> image;  // (contacts, or none)
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

/// What drives give to a body that they hold or move in part.
template <int D>
struct PrescribedBody {
    int body = 0;
    Twist<D> given{};
};

/// What is known of one body.
template <int D>
struct BodyState {
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{}, before{}, applied{};
};

/// A row of a link, as the host knows it (device_links.cpp).
template <int D>
struct LinkRowOn {
    int a = 0, b = 0, layer = 0;  // handles
    Vec<D> point{}, normal{}, impulse{};
    Spin<D> moment{};
    LocalLaw<D> law{};
    Spin<D> shift{};  // of the free spin, contact frame
};

/// What comes back when somebody looks.
template <int D>
struct Seen {
    std::vector<Vec<D>> position, detected;
    std::vector<Rotation<D>> rotation, turned;  // `turned`: when contacts were found
    std::vector<Twist<D>> velocity;
    std::vector<int> contact_a, contact_b, feature;
    std::vector<Vec<D>> point, normal, impulse;
    std::vector<Spin<D>> moment;      // none: no law has them
    std::vector<Vec<D>> part_centre;  // when contacts were found; none: where their bodies were
    std::vector<Pose<D>> pose;        // likewise, of polygons and polyhedra; none: there is none
    std::vector<double> gap, area;
    std::vector<char> status;
    std::vector<double> memory;       // none: no law remembers
    std::vector<Image<D>> image;      // none: there is no cell
    std::vector<Vec<D>> shift;        // likewise: E k
    int links = 0;                    // of the contacts, rows of links: the last ones
    std::vector<Vec<D>> listed_centre;  // (parts, or none)
    std::vector<double> listed_margin;
};

/// What impulses did in a step, and what is seen of contacts on the way.
struct Settled {
    Dissipation losses{};
    double stored = 0.0;    // change of elastic energy [J]
    double scheme = 0.0;
    double driven = 0.0;    // work of what moves the driven bodies [J]
    double deepest = 0.0;   // overlap [m]
    double deep = 0.0;      // > 0: some overlap is to be taken out

    DRYSTONE_ON_DEVICE Settled& operator+=(const Settled& other) {
        losses += other.losses;
        stored += other.stored;
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

/// Of the bodies that a cell takes along, with c their velocities against it.
template <int D>
struct RidingSums {
    double energy = 0.0;  // sum m c^2 / 2 [J]
    Mat<D> moments{};     // sum m c c [J]
    DRYSTONE_ON_DEVICE RidingSums& operator+=(const RidingSums& other) {
        energy += other.energy;
        moments = moments + other.moments;
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
    /// After begin(): the world is a share of one that other devices have the rest of.
    virtual void among(OtherDevices<D>& others, const ShareOfWorld& share) = 0;
    virtual void look(Seen<D>& seen) = 0;
    /// Where bodies are, and no more.
    virtual void look(std::vector<Vec<D>>& places) = 0;

    /// Of a few bodies, all.
    virtual void look(std::span<const int> which, std::vector<BodyState<D>>& states) = 0;
    /// Impulses and moments of the rows of links, world axes.
    virtual void look(std::vector<Vec<D>>& impulse, std::vector<Spin<D>>& moment) = 0;

    virtual void place(std::span<const DrivenBody<D>> driven) = 0;
    /// Velocities of those whom drives hold or move in part.
    virtual void prescribe(std::span<const PrescribedBody<D>> held) = 0;
    /// Loads by their multipliers now, and what damping lets masses grow by in this step.
    virtual void apply_loads(std::span<const double> scales) = 0;
    virtual void damp(std::span<const double> growths) = 0;
    /// The energy that tops lose by it [J].
    virtual double drift(double dt) = 0;
    virtual void place_parts() = 0;

    // A cell that moves: step/cell.cpp
    virtual void place_cell(const CellView<D>& box) = 0;
    /// Bodies take part in a change of L, c kept.
    virtual void carry(const Vec<D>& origin, const Mat<D>& change) = 0;
    virtual RidingSums<D> riding(const CellMotion<D>& cell) = 0;
    /// sum over contacts of r b [J s], b their branches; needs apply_impulses().
    virtual Mat<D> branch_moments() = 0;

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
    /// Returns the elastic energy that contacts gave up with their memory [J].
    virtual double find_contacts(std::span<const Wall<D>> walls, const StepView<D>& step) = 0;
    virtual void add_links(std::span<const LinkRowOn<D>> rows) = 0;
    /// The contacts of the last step are the present ones again, those of this step are not.
    virtual void forget_contacts() = 0;
    /// Those of a world again.
    virtual void take_contacts(const Setup<D>& setup) = 0;
    virtual void scale_impulses(double factor) = 0;

    virtual void assemble(const StepView<D>& step) = 0;
    virtual SolveReport solve(const SolverSettings& settings) = 0;
    virtual void apply_impulses() = 0;
    /// `unsure`: of the mean impulse, what the solver does not vouch for.
    virtual Settled settle_contacts(const StepView<D>& step, double unsure) = 0;
    virtual double work_of_loads(const StepView<D>& step) = 0;
    virtual double damped_away() = 0;
    /// Bodies moved out of overlaps: the energy they gain [J].
    virtual double project_overlaps(const StepView<D>& step) = 0;

    virtual StateEnergy energy(const StepView<D>& step) = 0;
    /// sum m P G . x                                                                              docs/theory.md (8.9)
    virtual double weight_at(const Vec<D>& gravity) = 0;
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

/// On a CUDA device, of several the one of this number, counted in turns. Throws std::runtime_error where there is none.
template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda(int number = 0);

/// The device's name, or why there is none.
struct CudaDevice {
    bool is_there = false;
    std::string name;  // or the reason
};
CudaDevice find_cuda_device();

/// Bytes of the first CUDA device's memory that are taken, by whomever; 0 where there is none.
double memory_in_use();

}  // namespace drystone::device
