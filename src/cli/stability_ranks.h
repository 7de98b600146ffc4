#pragma once

#include <functional>
#include <string>
#include <vector>

#include "run/with_ranks.h"
#include "step/halve.h"

namespace drystone {

/// The processes that judge a scene. Rank 0 asks and answers; the others take their part of each step from rest that it wants, where the scene
/// qualifies for domains as in a run. Whether rest is possible rank 0 finds out alone.
class JudgingRanks {
  public:
    JudgingRanks() = default;
    ~JudgingRanks();  // rank 0's lets the others go
    JudgingRanks(const JudgingRanks&) = delete;
    JudgingRanks& operator=(const JudgingRanks&) = delete;

    bool is_first() const { return ranks_.team.rank() == 0; }
    int threads_of(int asked) const { return drystone::threads_of(asked, ranks_.team); }
    std::string why_gathered() const { return ranks_.why_gathered(); }

    /// Rank 0: who takes the step of a world of the scene, which the others read with the same overrides.
    template <int D>
    TakeStep<D> stepper(const Scene& scene, const std::vector<std::string>& overrides);

    /// The others: judge(overrides) whenever rank 0 wants a step. What it throws ends all processes.
    void follow(const std::function<void(const std::vector<std::string>&)>& judge);

    /// In judge(): their part, of the scene that they have read.
    template <int D>
    void take_part(const Scene& scene, WorldDescription<D> description, const RanksOfRun::Make<D>& make, int threads);

  private:
    void ask(const std::vector<std::string>& overrides);

    RanksOfRun ranks_;
};

}  // namespace drystone
