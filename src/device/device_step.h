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
    void let_bodies_in(World<D>& world);
    void let_bodies_out(World<D>& world);
    void settle(World<D>& world, const StepSettings& settings, const StepView<D>& view, StepReport& report);
    StepView<D> view_of(const World<D>& world, const StepSettings& settings) const;
    void place_driven(World<D>& world, double t, const StepView<D>& view);
    void place_walls(World<D>& world, const StepView<D>& view);
    bool walls_stay() const;
    void list_pairs();
    void restore_pairs(const World<D>& world);

    std::unique_ptr<Pipeline<D>> pipeline_;
    std::vector<int> wall_part_;            // (walls)
    std::vector<Wall<D>> wall_;             // where they are
    std::vector<NearbyWall<D>> near_wall_;  // where they were when pairs were listed
    std::vector<double> turning_;           // (driven bodies)  of World::driven
    std::vector<DrivenBody<D>> driven_;
    double mean_radius_ = 0.0;
    long rebuilds_ = 0, handed_over_ = 0;
    ThreadPool* pool_ = nullptr;  // of steps that may be handed over
    Seen<D> seen_;
};

}  // namespace drystone::device
