#pragma once

#include <string>
#include <vector>

#include "bodies/bodies.h"
#include "broadphase/neighbours.h"
#include "contact/assemble.h"
#include "contact/block_map.h"
#include "contact/body_map.h"
#include "contact/contacts.h"
#include "contact/law_book.h"
#include "contact/links.h"
#include "contact/number_bodies.h"
#include "geometry/parts.h"
#include "md/grains.h"
#include "md/time_step.h"
#include "narrowphase/find_contacts.h"
#include "solvers/solve.h"
#include "step/deforming.h"
#include "step/description.h"
#include "step/energy.h"
#include "step/projection.h"
#include "step/water.h"

namespace drystone {

enum class Integrator { moreau, euler };
enum class Overlap { keep, push, project };

/// How a step is to be taken: the scene's [time] and [solver] tables.
struct StepSettings {
    double step = 0.0;  // h [s]
    Integrator integrator = Integrator::moreau;
    Overlap overlap = Overlap::project;  // under euler project is keep
    double theta = 0.5;        // of deformable bodies: 1/2 keeps the energy of vibrations, 1 damps them most; euler: 1
    bool quasistatic = false;  // every step begins at rest (euler)
    SolverSettings solver;
    SoftSettings soft{};  // where solver.method is md

    /// Overlaps are taken out of positions, and impacts are seen before they happen.
    bool projects() const { return overlap == Overlap::project && integrator == Integrator::moreau; }
};

/// Wall-clock time per stage [s].
struct StageSeconds {
    double detect = 0.0;
    double assemble = 0.0;
    double solve = 0.0;
    double advance = 0.0;
};

/// What a step says of itself.
struct StepReport {
    SolveReport solve;
    int contacts = 0;              // in the contact problem
    double max_penetration = 0.0;  // deepest overlap at detection, >= 0 [m]
    bool finite = true;            // no NaN or infinity in the velocities
    double inertia = 0.0;          // of a static step: its share of inertia, inertia.h [-]
    long pair_visits = 0;          // of soft grains: pairs looked at, over the sub-steps (solve.iterations)
    long deep_overlaps = 0;        // of soft grains: contacts deeper than 10 % of the smaller radius, over the sub-steps
    StageSeconds seconds;
};

/// The state of everything that moves, and the scratch of a step (kept, so that a step allocates nothing).
template <int D>
struct World {
    WorldDescription<D> description;  // materials, names, drives; not read in loops
    double time = 0.0;                // [s]
    long steps = 0;
    Vec<D> gravity{};  // at the instant of the kick; between steps at `time` [m/s2]

    Bodies<D> bodies;
    Parts<D> parts;
    Links<D> links;
    LawBook book;                  // which law holds between which bodies
    double smallest_radius = 0.0;  // of all balls, and of the balls that solids hold [m]

    std::vector<Vec<D>> start_position;       // (bodies)  at time 0; driven bodies are placed from here
    std::vector<Rotation<D>> start_rotation;  // (bodies)

    std::vector<int> driven;      // bodies with motions or held degrees of freedom
    std::vector<int> loaded;      // bodies with loads, water's included
    std::vector<WetBody<D>> wet;  // bodies that water acts on

    std::vector<Twist<D>> before;   // (bodies)  velocities the step began with
    std::vector<Twist<D>> applied;  // (bodies)  force and torque over the step, gravity apart [N], [N m]
    std::vector<double> reach;      // (parts)   how far ahead detection looks [m]
    BodyNumbering numbering;
    std::vector<int> mobile;  // (bodies)  index in problem.W.body, or -1; by assemble_problem()

    Neighbours<D> neighbours;
    ContactFinder<D> finder;
    Contacts<D> contacts;
    Grains<D> grains;  // soft ones: method = "md"
    RigidProblem<D> problem;
    std::vector<Vec<D>> impulse;  // (contacts)  r in contact frames
    std::vector<Spin<D>> moment;  // (problem.turning)  m in contact frames
    bool keeps_guess = false;     // whether solve() puts the first guess aside, for those who store problems
    std::vector<Vec<D>> guess;    // (contacts, or none)
    SolverScratch<D> scratch;
    std::vector<double> lost;               // partial sums of drift()
    std::vector<ContactWork> contact_work;  // partial sums of settle_contacts()
    Projection<D> projection;               // of project_overlaps()

    // Deformable bodies
    std::vector<Deforming<D>> deforming;
    std::vector<int> deforming_of;  // (bodies)  index in deforming, or -1
    std::shared_ptr<ThetaFactorPool<D>> factors = std::make_shared<ThetaFactorPool<D>>();
    std::vector<ChosenNodes> driven_nodes, loaded_nodes;  // by drives with `where`
    std::vector<ElasticRows<D>> elastic_rows;             // (deforming)  of the step's contacts
    std::vector<ElasticSides<D>> elastic_sides;           // (contacts, or none)
    BlockProblem<D> blocks;                               // the contact problem where there are any
    BlockScratch<D> block_scratch;

    Energy energy;
    StepReport last;
};

/// Throws InputError, at the place of what it speaks of, for what only shows when the pieces meet: a body without mass that
/// is not fixed, a rotation about a distant point of a body that is not fixed.
template <int D>
World<D> make_world(WorldDescription<D> description);

/// One time step of the settings' integrator. docs/theory.md section 6.
template <int D>
StepReport advance(World<D>& world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone
