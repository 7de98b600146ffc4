#pragma once

// Steps by a device for each rank of a team, for tests: all ranks run the same tests, rank 0 looks at what comes out.

#include <memory>
#include <optional>

#include "device/step_rig.h"
#include "devices/rank_device.h"
#include "devices/what_it_can.h"
#include "ranks/rank_step.h"

namespace drystone::devices {

using device::Where;

/// Of this program, from its beginning to its end.
ranks::Team& team();

/// A world in shares, each on a device. Ranks other than 0 do what rank 0 asks for, from the beginning to the end of it, and see nothing.
template <int D>
class Shared {
  public:
    Shared(World<D> world, const StepSettings& settings, Where where, std::optional<bool> direct = {})
        : world_(std::move(world)), steps_(std::make_unique<ranks::RankStep<D>>(world_, settings, team(), 1)) {
        steps_->use(std::make_unique<RankDevice<D>>(steps_->share(), team(), device::pipeline<D>(where), direct));
        if (team().rank() > 0) steps_->follow();
    }
    bool sees() const { return team().rank() == 0; }
    World<D>& world() { return world_; }
    long times_shared_out() const { return steps_->domain().shared_out; }

    StepReport advance(const StepSettings& settings, int times = 1) {
        StepReport report;
        ThreadPool alone(1);
        for (int k = 0; k < times; ++k) report = steps_->advance(world_, settings, alone);
        steps_->bring_back(world_);
        return report;
    }

  private:
    World<D> world_;
    std::unique_ptr<ranks::RankStep<D>> steps_;
};

/// Ranks that share one device take turns, some milliseconds a sweep: fewer steps are to do there.
inline int steps_on(Where where, int on_host, int on_cuda) { return where == Where::cuda ? on_cuda : on_host; }

template <int D>
void shares_as_the_cpu_does(const Stage<D>& stage, Where where, int steps, double close = 1e-6) {
    World<D> world = stage.build();
    const auto missing = what_is_missing(world, stage.settings);
    EXPECT_FALSE(missing) << missing->what;
    Shared<D> shared(std::move(world), stage.settings, where);
    if (!shared.sees()) return;
    EXPECT_GT(device::steps_as_the_cpu_does<D>(stage, shared.world(), steps, {close, 1e-12}, [&] { return shared.advance(stage.settings); }), 0);
}

class OnRanks : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const device::CudaDevice found = device::find_cuda_device(); !found.is_there) GTEST_SKIP() << found.name;
    }
};

}  // namespace drystone::devices
