#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bodies/bodies.h"
#include "broadphase/cell_neighbours.h"
#include "broadphase/neighbours.h"
#include "contact/assemble.h"
#include "contact/body_map.h"
#include "contact/contacts.h"
#include "contact/law_book.h"
#include "contact/links.h"
#include "contact/number_bodies.h"
#include "geometry/parts.h"
#include "md/grains.h"
#include "md/time_step.h"
#include "narrowphase/find_contacts.h"
#include "solvers/solver_storage.h"
#include "step/across.h"
#include "step/census.h"
#include "step/cell.h"
#include "step/damping.h"
#include "step/deforming.h"
#include "step/description.h"
#include "step/energy.h"
#include "step/halve.h"
#include "step/membrane_skin.h"
#include "step/pressed_wall.h"
#include "step/projection.h"
#include "step/report.h"
#include "step/settings.h"
#include "step/staging.h"
#include "step/tabulate_laws.h"
#include "step/water.h"

namespace drystone {

/// What a run is of: made from the description; fixed but for the bodies that come and go between steps (step/population.h). Steps only
/// read it, but for the places in `parts` and `links`, which follow the bodies, and for the mass that drag and damping add within a step.
template <int D>
struct Model {
    WorldDescription<D> description;  // materials, names, drives, by slot; not read in loops
    Matter<D> matter;
    std::vector<int> slot;  // (ids)  where the body is, or -1
    Parts<D> parts;
    Links<D> links;
    LawBook book;                  // which law holds between which bodies
    SurfaceTable surfaces;         // what tells them apart, for bodies that come
    std::vector<int> first_part;   // (bodies)  theirs are the parts up to the first of the next one
    std::map<std::string, std::set<int>> vacancies;  // empty slots, by the build of the body they had
    std::shared_ptr<const WorldDescription<D>> first;  // as it was at time 0, once somebody has come or gone
    double smallest_radius = 0.0;  // of all balls, and of the balls that solids hold, that were ever there [m]

    std::vector<Vec<D>> start_position;       // (bodies)  at time 0
    Alike<Rotation<D>> start_rotation;        // (bodies)

    std::vector<char> known_before;           // (bodies, or none)  1: from an earlier run, which their contacts remember: earlier_state.h
    std::vector<DrivenPose<D>> drive_base;    // (bodies, or none: where they start)  driven bodies are placed from here

    std::vector<int> driven;        // bodies with motions or held degrees of freedom
    std::vector<int> loaded;        // bodies with loads, water's included
    std::vector<std::vector<int>> ridden;  // (moving loads)  parts that each may stand on
    std::vector<PressedWall> pressed;      // (pressings)
    std::vector<PressedWall> measuring;    // (pressings)  the walls whose stress they follow, or none
    std::vector<std::vector<WallFace>> platens;  // (membranes)  what each ends on
    std::vector<WetBody<D>> wet;    // bodies that water acts on
    std::vector<WetFace> wet_faces;
    std::vector<DampedBody> damped; // rigid bodies whose motion dies out
    std::vector<int> deforming_of;  // (bodies)  index in elastic, elastic_parts and deforming, or -1
    std::vector<ElasticParts<D>> elastic_parts;  // (deformable bodies)
    std::vector<ChosenNodes> driven_nodes, loaded_nodes;  // of deformable bodies, by drives with `where`
    std::vector<HeldMatter<D>> held_matter;               // (handles of links)
    CellModel<D> cell_model;                              // of a cell that repeats
};

/// The multiplier of controlled loads.
struct LoadFactor {
    double value = 0.0;
    double slope = 0.0;  // of the displacement against it, when last seen; 0: not yet
    bool operator==(const LoadFactor&) const = default;
};

/// What a step changes and the next one begins from: all that a world's future depends on besides its model and the step settings.
/// A checkpoint holds this and nothing else.
template <int D>
struct State {
    double time = 0.0;  // [s]
    long steps = 0;
    Bodies<D> bodies;
    Contacts<D> contacts;
    std::vector<ElasticBody<D>> elastic;  // (deformable bodies)  places and velocities of their degrees of freedom
    Shared<NeighbourReference<D>> listed;  // where the parts stood when their pairs were listed; empty before the first step
    SoftState<D> soft;                    // of method = "md", else empty
    std::vector<LoadFactor> factor;       // (controls)
    Census<D> census;                     // who has come and gone
    Staging<D> staging;                   // which stage it is in
    std::vector<double> sensed;           // (pressings)  stress that they follow, smoothed [Pa]; NaN: not yet
    std::vector<MembraneSkin<D>> skins;   // (membranes)
    Cell<D> cell;                         // that repeats; zero where there is none
    Energy energy;
};

/// What a step works with and leaves behind for those who look at it. Thrown away, the next step makes it anew, with the same
/// answer; kept, so that a step allocates nothing.
template <int D>
struct Scratch {
    Vec<D> gravity{};               // at the end of the step; within it at the instant of the kick [m/s2]
    std::vector<Twist<D>> before;   // (bodies)  velocities the step began with
    Few<Twist<D>> applied;          // (bodies)  force and torque over the step, gravity apart [N], [N m]
    std::vector<HalfPlane> cut;     // what bounds a wall
    std::vector<double> reach;      // (parts)   how far ahead detection looks [m]
    BodyNumbering numbering;
    std::vector<int> mobile;  // (bodies)  index in problem.W.body, or -1; by assemble_problem()

    Neighbours<D> neighbours;  // the pairs of State::listed
    CellNeighbours<D> images;  // the same in a cell that repeats, instead
    Grains<D> grains;          // soft ones, between the beginning and the end of their step
    ContactFinder<D> finder;
    ContactScratch<D> carried;
    RigidProblem<D> problem;
    std::vector<Vec<D>> impulse;  // (contacts)  r in contact frames
    std::vector<Spin<D>> moment;  // (problem.turning)  m in contact frames
    bool keeps_guess = false;     // whether solve() puts the first guess aside, for those who store problems
    std::vector<Vec<D>> guess;    // (contacts, or none)
    SolverStorage<D> scratch;
    std::vector<double> lost;               // partial sums of drift()
    std::vector<ContactWork> contact_work;  // partial sums of settle_contacts()
    Projection<D> projection;               // of project_overlaps()

    Across* across = nullptr;               // of a world that is part of a whole

    CellStep<D> cell_step;

    // Deformable bodies
    std::shared_ptr<ThetaFactorPool<D>> factors = std::make_shared<ThetaFactorPool<D>>();
    std::vector<Deforming<D>> deforming;         // (deformable bodies)
    GrippedContacts<D> gripped;  // contacts of deformable bodies, or in a cell

    std::vector<BeforeStep<D>> kept;  // by halvings: for steps that have to be taken again
    StepReport last;
};

/// All there is: who needs only a part of it takes that part.
/// How it is made, copied and thrown away is compiled once (step/lifetime.cpp), not wherever a world goes out of scope: seconds a file.
template <int D>
struct World : Model<D>, State<D>, Scratch<D> {
    World();
    World(const World&);
    World(World&&) noexcept;
    World& operator=(const World&);
    World& operator=(World&&) noexcept;
    ~World();
};

/// Throws InputError, at the place of what it speaks of, for what only shows when the pieces meet: a body without mass that
/// is not fixed, a rotation about a distant point of a body that is not fixed.
/// Body k of the description has slot k, and its id is description.ids[k], or k where it has none. Bodies that come later, and those
/// that leave: step/population.h.
template <int D>
World<D> make_world(WorldDescription<D> description);

/// One time step of the settings' integrator. docs/theory.md section 6.
template <int D>
StepReport advance(World<D>& world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone
