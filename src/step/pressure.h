#pragma once

#include <functional>
#include <span>

#include "step/wall_faces.h"

namespace drystone {

/// Whether a body is a wall that is pressed, whose stress a pressure follows, or that a membrane ends on: it cannot leave.
template <int D>
bool is_under_pressure(const WorldDescription<D>& description, int body);

/// Whether a description is that of time 0, and not one of bodies some of which have come or gone since.
template <int D>
bool is_first(const WorldDescription<D>& description);

/// Before bodies are made: where the walls look that do not say. Refuses those that have no such side, and pressures on deformable bodies.
template <int D>
void aim_pressings(WorldDescription<D>& description);

/// Finds the faces of all pressed walls, and those of the walls whose stress they follow. The state is left alone.
template <int D>
void list_pressed_walls(Model<D>& model);

/// At time 0, once membranes are drawn: nothing has been measured, and walls without end are refused.
template <int D>
void begin_pressures(World<D>& world);

/// Before a step of h: the stresses that pressures follow, as the last step left them, smoothed. docs/theory.md (7.19)
/// `add_up`: over several processes, where contacts are all over them: what each has seen.
template <int D>
void sense_walls(World<D>& world, double h, const std::function<void(std::span<double>)>& add_up = {});

/// Pressure of pressing k at time t [Pa].
template <int D>
double pressure_at(const Model<D>& model, const State<D>& state, std::size_t k, double t);

/// Area of a pressed wall now, as given or as found. `cut`: room for what bounds it.
template <int D>
WallArea<D> pressed_area(const Model<D>& model, const State<D>& state, std::size_t k,
                         std::vector<HalfPlane>& cut);

/// The same of any wall that was found.
template <int D>
WallArea<D> area_now(const Model<D>& model, const State<D>& state, const PressedWall& wall,
                     std::vector<HalfPlane>& cut);

/// Where the face of pressing k looks now.
template <int D>
Vec<D> pressed_normal(const Model<D>& model, const State<D>& state, std::size_t k);

/// What contacts press a body with against `normal`, over `area`, in the last step of h: positive in compression [Pa]. NaN without an area.
template <int D>
double wall_stress(const World<D>& world, int body, const Vec<D>& normal, double area, double h);

/// Adds pressures on walls at time t to world.applied; parts must be placed. docs/theory.md (7.17)
template <int D>
void press_walls(World<D>& world, double t);

}  // namespace drystone
