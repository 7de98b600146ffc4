#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "device/device_step.h"
#include "ranks/domain.h"
#include "ranks/shared_solve.h"
#include "ranks/steps_of_rank.h"

namespace drystone::devices {

/// A rank's share on its device: what the stages of a device's step ask other devices is asked other ranks here.
template <int D>
class RankDevice final : public ranks::StepsOfRank<D>, private device::OtherDevices<D> {
  public:
    /// `domain` and `team` stay where they are. `direct`: parcels lie in the device's memory, where MPI takes them; else as it says.
    RankDevice(ranks::Domain<D>& domain, ranks::Team& team, std::unique_ptr<device::Pipeline<D>> pipeline, std::optional<bool> direct = {});

    StepReport take(const StepSettings& settings) override;
    void bring_back(typename ranks::StepsOfRank<D>::Found& found) override;
    void take_over() override;
    std::optional<Missing> what_it_lacks(const World<D>& whole, const StepSettings& settings) const override;

  private:
    device::ShareOfWorld share() override;
    bool any(bool here) override { return team_.any(here); }
    void sum(std::span<double> numbers) override { team_.sum(numbers); }
    void raise(std::span<double> of_border) override;
    void settle(std::span<Twist<D>> of_border) override;
    device::BorderPlan agree(std::span<const device::BorderContact<D>> contacts) override;
    void share_out(bool may_be_undone) override;
    void begin() override { undo_.reset(); }
    bool undo() override;

    bool takes_device_memory() const override { return direct_; }
    void send(int to, std::span<const double> numbers) override;
    int expect(int from, std::span<double> numbers) override;
    void await(int ticket) override { team_.await(ticket); }
    void finish_sending() override;

    ranks::Domain<D>& domain_;
    ranks::Team& team_;
    bool direct_ = false;
    StepSettings settings_;
    ThreadPool alone_{1};
    ranks::SharedSolveScratch<D> scratch_;
    std::map<std::pair<int, const double*>, int> to_, from_;  // channels of parcels, which stay where they are until ranks agree anew
    std::vector<int> place_;  // (slots)  in the border; -1: not there
    std::unique_ptr<ranks::Domain<D>> undo_;  // as it was before bodies changed hands in the step under way
    std::unique_ptr<device::DeviceStep<D>> steps_;
};

}  // namespace drystone::devices
