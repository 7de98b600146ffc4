#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact/links.h"
#include "core/place.h"
#include "core/rotation.h"
#include "elastic/elastic_model.h"
#include "geometry/convex.h"
#include "geometry/shape.h"
#include "geometry/surface.h"
#include "laws/law.h"
#include "narrowphase/manifold.h"
#include "step/body_list.h"
#include "step/openings.h"
#include "step/cell_description.h"
#include "step/signal.h"

namespace drystone {

// What a world is made from: plain values, as a scene file, a generator or a program states them. Each has its `place`, where
// it was written, for refusals of what only shows when the pieces meet; nowhere, if a program made it.

struct Material {
    std::string name;
    double density = 0.0;  // [kg/m3]

    double mass_damping = 0.0;       // alpha of C = alpha M + beta K [1/s]

    // Of deformable bodies
    double young = 0.0;              // E [Pa]; 0: not given
    double poisson = 0.0;            // nu [-]
    double stiffness_damping = 0.0;  // beta [s]
};

/// One side of an interaction: any body, those of a material, those of a generator's group, or some of them.
struct Party {
    enum class Kind { any, material, group, bodies };
    Kind kind = Kind::any;
    int material = -1;
    std::string group;        // name
    std::vector<int> bodies;  // none twice

    static constexpr int anyone = -1;
    Party(int of_material = anyone) : kind(of_material < 0 ? Kind::any : Kind::material), material(of_material) {}
    static Party of_bodies(std::vector<int> some) { return {Kind::bodies, {}, std::move(some)}; }
    static Party of_body(int body) { return of_bodies({body}); }
    static Party of_group(std::string name) { return {Kind::group, std::move(name), {}}; }

    bool operator==(const Party&) const = default;

  private:
    Party(Kind k, std::string name, std::vector<int> some) : kind(k), group(std::move(name)), bodies(std::move(some)) {}
};

/// The law between two parties; later entries override earlier ones.
struct Interaction {
    static constexpr int any = Party::anyone;
    Party a;
    Party b;
    Law law;
    Place place{};
};

enum class Driven { displacement, velocity, acceleration };

/// Prescribed motion of one body along a direction, or about an axis. Motions of one body add up.
template <int D>
struct Motion {
    int body = 0;
    Driven quantity = Driven::displacement;
    bool rotates = false;
    Vec<D> direction{};  // unit; of a translation
    Spin<D> axis{};      // unit; of a rotation
    bool has_point = false;
    Vec<D> point{};  // that the axis passes through; else the body's centre of mass
    Signal signal;   // metres, m/s or m/s2; rad, rad/s or rad/s2
    std::optional<Bounds<D>> where{};  // of a deformable body: the nodes that were there at time 0
    std::vector<int> stages = {};      // it acts in, ascending; none: all. Its time begins with the first of them
    Place place{};
};

/// Degrees of freedom of a body that are held still.
template <int D>
struct Hold {
    int body = 0;
    Vec<D> directions{};  // 1: held, 0: free, along world x, y, z
    Spin<D> rotations{};  // 1: held, 0: free, about world axes
    std::optional<Bounds<D>> where{};  // as of Motion
    std::vector<int> stages = {};      // as of Motion
    Place place{};
};

/// A force and torque on what stays free of a body; `history` scales both in time.
template <int D>
struct Load {
    std::string name = {};  // of its drive, or empty
    int body = 0;
    Vec<D> force{};    // [N], at the centre of mass or at `point`
    Spin<D> torque{};  // [N m]
    Vec<D> acceleration{};  // a force in proportion to the body's mass, at its centre [m/s2]
    int control = -1;       // among the description's controls: its multiplier scales the load as well
    Signal history{.kind = Signal::Kind::constant, .value = 1.0};
    bool has_point = false;
    Vec<D> point{};        // where the force acts, in the shape's frame [m]: it goes where the body goes
    bool follows = false;  // force and torque are in the axes of the shape's frame, and turn with it
    std::optional<Bounds<D>> where{};  // as of Motion: the force is spread over that part of the surface
    std::vector<int> stages = {};      // as of Motion
    Place place{};
};

/// A load on wheels: axles in line, each of which presses on the body that it stands on. docs/theory.md (7.15).
template <int D>
struct MovingLoad {
    struct Axle {
        double behind = 0.0;  // the first [m]
        double share = 1.0;   // of the force
    };

    std::string name;
    std::vector<int> bodies;  // that it may stand on
    Vec<D> force{};           // of all axles together [N]
    Vec<D> from{}, to{};      // ends of its way [m]
    Signal position;          // of the first axle, along the way from its beginning [m]; before its start there is no load
    std::vector<Axle> axles;
    Signal history{.kind = Signal::Kind::constant, .value = 1.0};
    std::vector<int> stages = {};  // as of Motion
    Place place{};
};

/// A wall pushed along its normal, against what it holds, by a pressure times the area that it has between its neighbours. It moves along
/// that direction alone, and where `free` says so. docs/theory.md (7.17)-(7.19).
template <int D>
struct Pressing {
    std::string name;       // of its drive, or empty
    int body = 0;
    Signal pressure;        // [Pa]; > 0 pushes the wall where its face looks
    Vec<D> direction{};     // unit, world axes, where its face looks at time 0; zero: to be found
    double area = 0.0;      // [m2], 2D [m]; 0: to be found
    std::vector<int> between;  // bodies that bound it; none: every other wall
    Vec<D> free_directions{};  // 1: along that world axis it may move as well
    Spin<D> free_rotations{};  // 1: about that one it may turn
    bool weightless = false;   // gravity does not act on it: its mass is not the scene's, but was chosen

    // A stress path: the pressure is `ratio` times a stress, plus the signal
    double ratio = 0.0;
    std::string share_of = {};  // the pressing whose set pressure that is, above this one; or
    int measured_at = -1;       // the body whose wall measures it
    double over = 0.0;          // time over which what is measured is smoothed [s]
    std::vector<int> stages = {};  // as of Motion
    Place place{};
};

/// A foil round grains with a pressure outside it: it pushes those that it touches. docs/theory.md (7.20)-(7.22).
template <int D>
struct Membrane {
    std::string name;
    std::vector<int> bodies;   // that it may hold
    std::vector<int> platens;  // walls that it ends on
    Signal pressure;           // [Pa]
    double reach = 0.0;        // it spans openings that a ball of this radius does not pass [m]
    bool pushes_platens = false;
    bool from_start = true;    // it is there at time 0, and must hold its grains then
    std::vector<int> stages = {};  // as of Motion
    Place place{};
};

/// What loads are multiplied by, so that a point of a body moves as told. docs/theory.md (7.16).
template <int D>
struct LoadControl {
    std::string name;
    int body = 0;
    Vec<D> point{};      // in the shape's frame [m]
    bool has_point = false;  // else its centre of mass
    Vec<D> direction{};  // unit
    Signal displacement;  // along it, since time 0, or since the first of its stages began [m]
    std::vector<int> stages = {};  // as of Motion
    bool acts = true;              // in the present stage
    Place place{};
};

/// Mass-proportional damping of rigid bodies, later entries overriding earlier ones and what materials say.
struct Damping {
    Party of;
    Signal rate;  // alpha [1/s]
    Place place{};
};

/// Two bodies held together, or one held to the world. docs/scene.md.
template <int D>
struct LinkDescription {
    std::string name;
    LinkType type = LinkType::ball;
    int body_a = -1, body_b = -1;  // -1: the world
    Vec<D> point{};                // world, at time 0 [m]; of rod, cable, spring the end on the first body
    bool collide = false;          // whether the two also touch
    Vec<D> end{};                  // of rod, cable, spring: on the second body
    Vec<D> axis{};                 // of a slider, in space of a hinge
    LinkProperties is{};
    Signal motor{};  // where is.motor says so: velocity [rad/s], [m/s] or displacement [rad], [m]
    Place place{};
};

/// Springs that hold a body's centre of mass where it was at the start, along and about world axes: of quasi-static methods.
template <int D>
struct Support {
    int body = 0;
    Vec<D> stiffness{};    // [N/m]
    Spin<D> rotational{};  // [N m]
};

/// Gravity that changes in time: the description's vector turned about `axis` by `tilt`, times `scale`.
template <int D>
struct GravityChange {
    Spin<D> axis{};  // unit
    Signal tilt{};   // [rad]
    Signal scale{.kind = Signal::Kind::constant, .value = 1.0};
};

/// Water up to a level, its surface across gravity: buoyancy, drag, and a pressure from one side on chosen bodies.
/// docs/theory.md (7.8)-(7.12), (7.14).
template <int D>
struct Water {
    struct Pressure {
        int body = 0;
        Vec<D> direction{};  // unit, horizontal: where the water pushes
        double factor = 1.0;
    };

    /// On the faces of a body that are in a box at time 0, against their normals.
    struct Faces {
        int body = 0;
        Bounds<D> where{};
        double factor = 1.0;
        Place place{};
    };

    Signal level;             // of the surface, along up from the origin [m]
    double density = 1000.0;  // [kg/m3]
    double drag = 0.0;        // coefficient [-]
    Vec<D> velocity{};        // of the water [m/s]
    bool buoyancy = true;
    std::vector<Pressure> pressures;
    std::vector<Faces> faces;
    Place place{};
};

/// What stages may change of a link.
struct LinkTuning {
    LinkProperties is{};
    Signal motor{};
    bool operator==(const LinkTuning&) const = default;
};

/// A stage of a run: what a world is while it lasts, of what may change, and what happens to bodies when it begins. Bodies are
/// called by their ids.
template <int D>
struct StageDescription {
    std::string name{};
    Vec<D> gravity{};
    std::optional<GravityChange<D>> gravity_change{};
    std::optional<Water<D>> water{};
    std::vector<Interaction> interactions{};
    std::vector<Motion<D>> motions{};
    std::vector<Hold<D>> holds{};
    std::vector<Load<D>> loads{};
    std::vector<MovingLoad<D>> moving_loads{};
    std::vector<LoadControl<D>> controls{};
    std::vector<Pressing<D>> pressings{};
    std::vector<Membrane<D>> membranes{};
    std::vector<Damping> dampings{};
    std::optional<CellDescription<D>> cell{};  // its control and damping may differ
    bool differs = false;  // from the stage before
    std::vector<LinkTuning> links{};            // (links, or none: as they are)
    Selection remove{.all = false};             // when it begins they leave
    Selection release{.all = false}, hold{.all = false};  // of those that came after time 0: asked when it begins
    std::vector<std::pair<int, bool>> fixed{};  // id, whether it is: of all bodies that stages release or hold
};

template <int D>
struct WorldDescription {
    Vec<D> gravity{};  // [m/s2]
    std::optional<GravityChange<D>> gravity_change;
    std::optional<Water<D>> water;
    std::optional<CellDescription<D>> cell;  // that repeats
    PointRule points = PointRule::vertices;  // which points stand for two faces
    std::vector<Material> materials;
    std::vector<Interaction> interactions;
    BodyList<D> bodies;
    std::vector<int> ids;  // (bodies, or none: 0, 1, 2, ...)  nobody: an empty slot
    std::map<int, std::string> vacant;  // of empty slots that had a body: its build (parts.h), for the next one
    std::vector<Motion<D>> motions;
    std::vector<Hold<D>> holds;
    std::vector<Load<D>> loads;
    std::vector<MovingLoad<D>> moving_loads;
    std::vector<LoadControl<D>> controls;  // one at most
    std::vector<Pressing<D>> pressings;
    std::vector<Membrane<D>> membranes;
    std::vector<Support<D>> supports;
    std::vector<Damping> dampings;
    std::vector<LinkDescription<D>> links;
    std::vector<Source<D>> sources;
    std::vector<Sink<D>> sinks;
    std::vector<StageDescription<D>> stages;  // of the run, the first of which the rest describes; none: it is one
    Place place{};  // of the whole
    bool is_part = false;  // some of the bodies of a run under way: what is asked of a scene at time 0 was asked of all of them

    // Compiled once, in step/lifetime.cpp.
    WorldDescription();
    WorldDescription(const WorldDescription&);
    WorldDescription(WorldDescription&&) noexcept;
    WorldDescription& operator=(const WorldDescription&);
    WorldDescription& operator=(WorldDescription&&) noexcept;
    ~WorldDescription();
};

}  // namespace drystone
