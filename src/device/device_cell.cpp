// A cell that moves where a device takes the steps, docs/theory.md section 16: its edges, what they are told and its account are here, in the processor's own
// text (step/cell.h); the bodies that it takes along and the contacts that push it are there.

#include "device/device_step.h"
#include "device/setup.h"
#include "step/cell.h"
#include "step/cell_contacts.h"

namespace drystone::device {

template <int D>
CellMotion<D> DeviceStep<D>::motion_of(const World<D>& world, double h) const {
    CellMotion<D> cell;
    const CellModel<D>& model = world.cell_model;
    if (!model.deforms) return cell;
    cell.moves = true;
    cell.pressed = model.is_pressed;
    cell.origin = model.origin;
    cell.inverse_edges = inverse(world.cell.edges);
    cell.before = world.cell_step.before;
    cell.now = world.cell.velocity;
    cell.gradient = velocity_gradient(world);
    cell.rate = cell_rate(world, h);
    cell.length = model.length;
    if (model.is_pressed) cell.answer = (1.0 / (model.mass * world.cell_step.damps)) * model.pressed;
    return cell;
}

/// Translations against the cell, and the cell.
template <int D>
double DeviceStep<D>::tracked_energy(const World<D>& world) {
    return pipeline_->riding(motion_of(world, 0.0)).energy + cell_energy(world);
}

/// L becomes that; bodies take part, c kept.
template <int D>
void DeviceStep<D>::take_gradient(World<D>& world, const Mat<D>& L) {
    const Mat<D> change = L - velocity_gradient(world);
    world.cell.velocity = L * world.cell.edges;
    pipeline_->carry(world.cell_model.origin, change);
}

template <int D>
void DeviceStep<D>::begin_cell(World<D>& world, double h) {
    if (!world.cell_model.deforms) return;
    take_gradient(world, told_gradient(world, h));
    world.cell_step.at_start = tracked_energy(world);
    world.cell_step.drifted = 0.0;
}

template <int D>
void DeviceStep<D>::move_cell(World<D>& world, double dt) {
    if (!world.cell_model.deforms) return;
    drystone::move_cell(world, dt);
    pipeline_->place_cell(cell_view(world));
}

template <int D>
void DeviceStep<D>::end_drift_of_cell(World<D>& world) {
    if (world.cell_model.deforms) world.cell_step.drifted += tracked_energy(world) - world.cell_step.at_start;
}

template <int D>
void DeviceStep<D>::free_cell(World<D>& world, double h, double t) {
    if (!world.cell_model.deforms) return;
    world.cell_step.kinetic = pipeline_->riding(motion_of(world, h)).moments;
    const Mat<D> L = kicked_gradient(world, h, t, world.cell_step);
    if (world.cell_model.is_pressed) take_gradient(world, L);
}

template <int D>
void DeviceStep<D>::push_cell(World<D>& world) {
    if (!world.cell_model.deforms) return;
    world.cell_step.branch = pipeline_->branch_moments();
    if (world.cell_model.is_pressed) {
        const Mat<D> change = pushed_gradient(world);
        world.cell.velocity = world.cell.velocity + change * world.cell.edges;
        pipeline_->carry(world.cell_model.origin, change);
    }
    world.cell_step.at_start = tracked_energy(world);
}

template <int D>
void DeviceStep<D>::end_cell(World<D>& world) {
    if (!world.cell_model.deforms) return;
    end_drift_of_cell(world);
    world.energy.scheme -= world.cell_step.drifted;
}

/// Neighbours stay listed as they are.
template <int D>
void DeviceStep<D>::take_back_cell(World<D>& world, const Cell<D>& cell) {
    if (!world.cell_model.deforms) return;
    const Mat<D> listed = world.cell.listed;
    world.cell = cell;
    world.cell.listed = listed;
    place_cell(world);
    pipeline_->place_cell(cell_view(world));
}

#define DRYSTONE_DEVICE_CELL(D)                                                          \
    template CellMotion<D> DeviceStep<D>::motion_of(const World<D>&, double) const;      \
    template double DeviceStep<D>::tracked_energy(const World<D>&);                      \
    template void DeviceStep<D>::take_gradient(World<D>&, const Mat<D>&);                \
    template void DeviceStep<D>::begin_cell(World<D>&, double);                          \
    template void DeviceStep<D>::move_cell(World<D>&, double);                           \
    template void DeviceStep<D>::end_drift_of_cell(World<D>&);                           \
    template void DeviceStep<D>::free_cell(World<D>&, double, double);                   \
    template void DeviceStep<D>::push_cell(World<D>&);                                   \
    template void DeviceStep<D>::end_cell(World<D>&);                                    \
    template void DeviceStep<D>::take_back_cell(World<D>&, const Cell<D>&);
DRYSTONE_DEVICE_CELL(2)
DRYSTONE_DEVICE_CELL(3)
#undef DRYSTONE_DEVICE_CELL

}  // namespace drystone::device
