#pragma once

#include <memory>
#include <vector>

#include "device/pipeline.h"
#include "device/what_it_can.h"
#include "step/elsewhere.h"
#include "step/settings.h"
#include "step/world.h"

namespace drystone::device {

/// Takes the steps of a world where a pipeline has its arrays. After a step the world has its time, energies and report; its bodies and
/// contacts are as bring_back() last found them.
template <int D>
class DeviceStep : public StepsElsewhere<D> {
  public:
    /// Of a world that what_is_missing() has nothing against, as it is now.
    DeviceStep(World<D>& world, std::unique_ptr<Pipeline<D>> pipeline);

    /// Of a share of a world, whose rest is on other devices: all of them take its steps together.
    DeviceStep(World<D>& world, std::unique_ptr<Pipeline<D>> pipeline, OtherDevices<D>& others);
    /// A step of it, halved where that is wanted. Energies and the report are of the share, but for the solve, and for whether it arrived.
    StepReport take_share(World<D>& world, const StepSettings& settings) { return take_or_halve(world, settings, 0); }
    const Seen<D>& seen() const { return seen_; }  // as bring_back() found it

    /// The same as advance() of step/world.h, bodies that come and go included. Under method = "auto" a step that fails, and is not to be
    /// halved (any more), is taken again by this processor, with all its methods.
    StepReport advance(World<D>& world, const StepSettings& settings, ThreadPool& pool) override;
    /// .. by the device alone.
    StepReport advance(World<D>& world, const StepSettings& settings);

    /// Places, velocities, contacts and the list of neighbours, for those who look at them, and for checkpoints.
    void bring_back(World<D>& world) override;

    /// The world as it is now, after somebody changed it.
    void take_over(World<D>& world) override;

    std::optional<Missing> what_it_lacks(const World<D>& world, const StepSettings& settings) const override {
        return what_is_missing(world, settings);
    }

    long rebuilds() const override { return rebuilds_; }
    long handed_over() const override { return handed_over_; }
    Pipeline<D>& pipeline() { return *pipeline_; }

    // Stages of a step, in their order, for tests and measurements
    void detect(World<D>& world, const StepSettings& settings);
    void assemble(World<D>& world, const StepSettings& settings);

  private:
    StepReport take(World<D>& world, const StepSettings& settings);
    StepReport take_or_hand_over(World<D>& world, const StepSettings& settings);
    StepReport take_or_halve(World<D>& world, const StepSettings& settings, int level);
    void prescribe(World<D>& world, double h);
    void change_gravity(World<D>& world, double t);
    void apply_loads(const World<D>& world, double t);
    void damp(const World<D>& world, double h, double t);
    void keep_near(World<D>& world, const StepSettings& settings, double t);
    void share_out(World<D>& world, const StepSettings& settings, double t);
    void undo(World<D>& world, int level, long steps);
    void find(World<D>& world, const StepView<D>& view);
    void make_joints(World<D>& world, const StepSettings& settings);
    void let_bodies_in(World<D>& world);
    void let_bodies_out(World<D>& world);
    void settle(World<D>& world, const StepSettings& settings, StepReport& report);
    StepView<D> view_of(const World<D>& world, const StepSettings& settings) const;
    void place_driven(World<D>& world, double t, const StepView<D>& view);
    void place_walls(World<D>& world, const StepView<D>& view);
    bool walls_stay() const;
    void bring_back_contacts(World<D>& world);

    // Links: device_links.cpp
    void begin_links(const World<D>& world);
    void look_at_linked(World<D>& world);
    void add_links(World<D>& world, const StepSettings& settings);
    void settle_links(World<D>& world, const StepSettings& settings, const SolveReport& solved);

    // A cell that moves: device_cell.cpp
    CellMotion<D> motion_of(const World<D>& world, double h) const;
    double tracked_energy(const World<D>& world);
    void begin_cell(World<D>& world, double h);
    void move_cell(World<D>& world, double dt);
    void end_drift_of_cell(World<D>& world);
    void free_cell(World<D>& world, double h, double t);
    void push_cell(World<D>& world);
    void take_gradient(World<D>& world, const Mat<D>& L);
    void end_cell(World<D>& world);
    void take_back_cell(World<D>& world, const Cell<D>& cell);

    StepReport take_here(World<D>& world, const StepSettings& settings);
    void list_pairs(World<D>& world);
    void forget_contacts(const World<D>& world, long steps);
    void scale_impulses(World<D>& world, double factor);
    void restore_pairs(const World<D>& world);

    std::unique_ptr<Pipeline<D>> pipeline_;
    OtherDevices<D>* others_ = nullptr;  // that have the rest of the world; none: this one has all of it
    bool may_be_undone_ = false;         // the step under way
    std::vector<int> wall_part_;            // (walls)
    std::vector<Wall<D>> wall_;             // where they are
    std::vector<NearbyWall<D>> near_wall_;  // where they were when pairs were listed
    std::vector<double> turning_;           // (driven bodies)  of World::driven
    std::vector<DrivenBody<D>> driven_;
    double mean_radius_ = 0.0;
    long rebuilds_ = 0, handed_over_ = 0;
    ThreadPool* pool_ = nullptr;  // of steps that may be handed over
    Seen<D> seen_;
    std::vector<int> moving_walls_;    // their bodies
    std::vector<int> linked_;          // bodies that links hold
    std::vector<BodyState<D>> states_;
    std::vector<LinkRowOn<D>> link_rows_;
    std::vector<DampedBody> rates_;    // of damping, one of each
    bool looks_ahead_ = false;         // some law is to see contacts before they close
    double law_reach_ = 0.0;           // [m]
    double widest_ = 0.0;              // of the bodies in a cell that moves [m]
    ThreadPool alone_{1};
};

}  // namespace drystone::device
