#pragma once

#include <exception>
#include <memory>
#include <string>

#include "core/stopwatch.h"
#include "io/summary.h"
#include "ranks/rank_step.h"
#include "run/exit_status.h"
#include "scene/scene.h"

namespace drystone {

// A run that mpirun began on several processes: rank 0 has its folder and its words, the others take their part of the steps. All of them
// read the scene; what is wrong with it is said once.

/// Of one process of a run, which may be the only one.
class RanksOfRun {
  public:
    RanksOfRun();
    ~RanksOfRun();  // rank 0's lets those go that only wait
    RanksOfRun(const RanksOfRun&) = delete;
    RanksOfRun& operator=(const RanksOfRun&) = delete;

    /// Once the input is found good. Who takes the steps; none: this process. Of ranks other than 0 it returns when rank 0 has done, or another
    /// rank cannot begin.
    template <int D>
    std::unique_ptr<StepsElsewhere<D>> take_part(const Scene& scene, World<D>& world, int threads);

    /// Instead, by rank 0: nothing is to be done after all.
    void dismiss();

    void tell(RunFacts& facts) const;

    /// Of this rank's device; none: processors take the steps.
    const std::string& device() const { return device_; }

    /// Of a rank that cannot begin. The first of those says why, and nobody ends before it has: the others end as if all were well.
    ExitStatus complain(const std::exception& error);

    ranks::Team team;
    bool is_ready = false;      // take_part() was reached
    bool has_followed = false;  // this rank's part is over
    Stopwatch watch;

  private:
    template <int D>
    bool choose(const Scene& scene, const World<D>& world, std::string& why_not) const;

    bool domains_ = false, others_wait_ = false;
    std::string why_not_, device_;
};

/// Threads of each rank, of the number that was asked for; 0: the cores of its machine are shared.
int threads_of(int asked, const ranks::Team& team);

/// work(ranks), on all processes.
template <class Work>
ExitStatus with_ranks(const Work& work) {
    RanksOfRun ranks;
    try {
        return work(ranks);
    } catch (const std::exception& error) {
        if (ranks.team.size() == 1 || (ranks.is_ready && ranks.team.rank() == 0)) throw;
        if (ranks.is_ready) ranks.team.abort(error.what());
        return ranks.complain(error);
    }
}

}  // namespace drystone
