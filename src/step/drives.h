#pragma once

#include "step/world.h"

namespace drystone {

/// x_d(t) of a drive: its signal, held or integrated in closed form. docs/theory.md (7.1).
double displacement(const Signal& signal, Driven quantity, double t);

/// Projectors on the translations and rotations that holds and motions leave free, docs/theory.md (7.3).
template <int D>
struct FreeSpace {
    Mat<D> directions = Mat<D>::scaled_identity(1.0);
    Mat<spin_dim<D>> rotations = Mat<spin_dim<D>>::scaled_identity(1.0);
};

template <int D>
FreeSpace<D> free_space(const WorldDescription<D>& description, int body);

/// Mean velocity of a motion over [t, t + h], along its direction or about its axis.
template <int D>
double mean_rate(const Motion<D>& m, double t, double h);

/// Where the drives of a body that they move as a whole have it at time t.
template <int D>
DrivenPose<D> driven_pose(const Model<D>& model, int body, double t);

/// Where such a body has to be placed from for its drives to have it there at time t.
template <int D>
DrivenPose<D> base_of(const WorldDescription<D>& description, int body, const DrivenPose<D>& there, double t);

/// What its drives place a body from: where it was at time 0, or when its drives changed.
template <int D>
DrivenPose<D> drive_base(const Model<D>& model, int body);

/// Gives driven degrees of freedom their mean velocity over [t, t + h]: (x_d(t + h) - x_d(t)) / h.
template <int D>
void prescribe_velocities(const Model<D>& model, State<D>& state, double h);

/// Places immovable bodies where their drives have them at time t, exactly.
template <int D>
void place_driven_bodies(const Model<D>& model, State<D>& state, double t);

/// Places every driven body where its drives have it at time 0, whether they drive all of it or not.
template <int D>
void start_driven_bodies(const Model<D>& model, State<D>& state);

}  // namespace drystone
