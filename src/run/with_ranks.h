#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>

#include "core/stopwatch.h"
#include "io/summary.h"
#include "ranks/rank_step.h"
#include "run/exit_status.h"
#include "scene/scene.h"

namespace drystone {

// A run that mpirun began on several processes: rank 0 has its folder and its words, the others take their part of the steps. All of them
// read the scene, rank 0 makes a world of it and says how they go on; what is wrong is said once.

/// Of one process of a run, which may be the only one.
class RanksOfRun {
  public:
    RanksOfRun();
    ~RanksOfRun();  // rank 0's lets those go that only wait
    RanksOfRun(const RanksOfRun&) = delete;
    RanksOfRun& operator=(const RanksOfRun&) = delete;

    /// By rank 0, once the input is found good: who takes the steps; none: this process.
    template <int D>
    std::unique_ptr<StepsElsewhere<D>> lead(const Scene& scene, World<D>& world, int threads);

    /// Instead: nothing is to be done after all.
    void dismiss();

    /// By the others, which have the description of the same world: returns when rank 0 has done, or somebody cannot begin. `make` makes the world, where
    /// each of them has to.
    template <int D>
    using Make = std::function<World<D>(WorldDescription<D>)>;
    template <int D>
    void follow(const Scene& scene, WorldDescription<D> description, const Make<D>& make, int threads);

    /// By rank 0, where it has taken all steps: the others need not wait any longer.
    void release();

    void tell(RunFacts& facts) const;

    /// Why rank 0 takes all steps while others wait, as a warning; empty where it does not.
    std::string why_gathered() const;

    /// Of this rank's device; none: processors take the steps.
    const std::string& device() const { return device_; }

    /// Of a rank that cannot begin. The first of those says why, and nobody ends before it has: the others end as if all were well.
    ExitStatus complain(const std::exception& error);

    ranks::Team team;
    bool is_ready = false;          // lead() or follow() was reached
    bool begins_elsewhere = false;  // than the scene describes: where another run ended
    Stopwatch watch;

  private:
    /// Who takes the steps: rank 0; domains, of a world that all ranks make; the same, of one that rank 0 makes and tells of.
    enum class Way { gathered, domains, told_domains };

    template <int D>
    Way choose(const Scene& scene, const World<D>& world, std::string& why_not) const;
    template <int D>
    std::unique_ptr<ranks::RankStep<D>> steps_of(const Scene& scene, World<D>& world, int threads);

    Way way_ = Way::gathered;
    bool others_wait_ = false;
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
