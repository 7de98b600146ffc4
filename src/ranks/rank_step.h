#pragma once

#include <memory>
#include <vector>

#include "ranks/across_ranks.h"
#include "ranks/domain.h"
#include "ranks/shared_solve.h"
#include "step/elsewhere.h"

namespace drystone::ranks {

/// Where the time of the steps went, the mean over ranks [s].
struct RankSeconds {
    double compute = 0.0, halo = 0.0, reduction = 0.0, sharing = 0.0;
    double imbalance = 0.0;  // what the busiest rank computed more than the mean
};

/// Takes the steps of a world in domains, one a rank. Rank 0 asks for steps by advance() and bring_back(), and has the whole world, which
/// bring_back() fills; the others follow().
template <int D>
class RankStep : public StepsElsewhere<D> {
  public:
    /// Of a world that all ranks have alike and what_is_missing() has nothing against.
    RankStep(World<D>& whole, const StepSettings& settings, Team& team, int threads);
    ~RankStep() override;  // rank 0's lets the others go

    StepReport advance(World<D>& whole, const StepSettings& settings, ThreadPool& pool) override;
    void bring_back(World<D>& whole) override;
    long rebuilds() const override { return domain_->shared_out; }

    /// By rank 0: there are no more steps, and the others need not follow.
    void let_go();

    /// All ranks but 0: steps as they are asked for, until there are no more.
    void follow();

    /// Asked by rank 0, answered by all: compute, halo, reduction, sharing, imbalance.
    std::vector<std::pair<std::string, double>> seconds() override;

    const Domain<D>& domain() const { return *domain_; }
    const SharedSolveScratch<D>& solving() const { return scratch_; }

  private:
    enum Word : int { end, step, look, time };

    StepReport take();
    StepReport moreau();
    StepReport euler();
    void make_joints();
    void detect(double t);
    void keep_near();
    void drift(double dt, double t);
    double rotational_energy_of_copies() const;
    double energy_of_copies() const;
    void find(bool first);
    void account(bool end_of_step);
    void leave_copies_out();
    void solve_and_apply(StepReport& report);
    void project();
    void finish(StepReport& report);
    void add_up_exactly();
    Bytes pack() const;
    void unpack(const std::vector<Bytes>& all, World<D>& whole) const;
    RankSeconds add_up();

    Team& team_;
    ThreadPool pool_;
    StepSettings settings_;
    std::unique_ptr<Domain<D>> domain_;
    SharedSolveScratch<D> scratch_;
    AcrossRanks<D> across_;
    std::vector<Twist<D>> free_;  // (slots)
    std::vector<Vec<D>> detected_position_;      // (slots)  where contacts were found
    std::vector<Rotation<D>> detected_rotation_;
    Energy energy_;               // of all ranks
    double wall_radius_ = 0.0;    // of a ball whose margins walls have in lists of neighbours [m]
    double busy_ = 0.0;           // in steps, waiting included [s]
    bool follows_ = true;
};

}  // namespace drystone::ranks
