#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ranks/across_ranks.h"
#include "ranks/domain.h"
#include "ranks/rows.h"
#include "ranks/shared_solve.h"
#include "ranks/steps_of_rank.h"
#include "step/elsewhere.h"

namespace drystone::ranks {

/// Where the time of the steps went, the mean over ranks [s].
struct RankSeconds {
    double compute = 0.0, halo = 0.0, reduction = 0.0, sharing = 0.0;
    double imbalance = 0.0;  // what the busiest rank computed more than the mean
};

/// Who has made the whole: the others have its description alone (mirror.h).
enum class MadeBy { all, rank_0 };

/// Takes the steps of a world in domains, one a rank. Rank 0 asks for what is to be done, and has the whole world, which bring_back() fills;
/// the others follow(). Of the whole's model all ranks keep a mirror: who comes, who leaves and which stage begins is done to it on each of them.
template <int D>
class RankStep : public StepsElsewhere<D> {
  public:
    /// Of a world that what_is_missing() has nothing against. It is to stay where it is; ranks other than 0 have its model alone from now on, or
    /// what of that they need.
    RankStep(World<D>& whole, const StepSettings& settings, Team& team, int threads, MadeBy made = MadeBy::all);
    ~RankStep() override;  // rank 0's lets the others go

    /// Said by all ranks before the first step: from here on `steps` takes this rank's, of share(), which stays where it is.
    void use(std::unique_ptr<StepsOfRank<D>> steps) { device_ = std::move(steps); }
    Domain<D>& share() { return *domain_; }
    std::optional<Missing> what_it_lacks(const World<D>& whole, const StepSettings& settings) const override {
        return device_ ? device_->what_it_lacks(whole, settings) : std::nullopt;
    }

    /// Said by all ranks before the first step: how rows are put into a file that several write. By rank 0 with `make`; the answer is the same on all ranks.
    using PutRows = std::function<bool(const RowsOfRank<D>&, Team&, const MakeRoom* make)>;
    void use(PutRows put) { put_ = std::move(put); }

    StepReport advance(World<D>& whole, const StepSettings& settings, ThreadPool& pool) override;
    void bring_back(World<D>& whole) override;
    bool put_rows(World<D>& whole, const MakeRoom& make) override;
    /// A stage has begun on rank 0.
    void take_over(World<D>& whole) override;
    std::optional<double> unbalanced(double h) override;
    double come_to_rest() override;
    long rebuilds() const override { return domain_->shared_out; }

    /// By rank 0: there are no more steps, and the others need not follow.
    void let_go();

    /// All ranks but 0: what they are asked for, until there is no more.
    void follow();

    /// Asked by rank 0, answered by all: compute, halo, reduction, sharing, imbalance.
    std::vector<std::pair<std::string, double>> seconds() override;

    const Domain<D>& domain() const { return *domain_; }
    const SharedSolveScratch<D>& solving() const { return scratch_; }

  private:
    enum Word : int { end, step, look, save, time, stage, changed, balance, rest };

    // rank_step.cpp
    void ask(Word word);
    bool answer(Word word);
    StepReport take();
    StepReport take_or_halve(const StepSettings& how);
    StepReport take_on_device(const StepSettings& how);
    void come_home();
    StepReport once(const StepSettings& how);
    StepReport moreau();
    StepReport euler();
    void make_joints();
    void keep_near();
    void find(bool first);
    void solve_and_apply(StepReport& report);
    void project();
    void finish(StepReport& report);
    void tell_settings();
    RankSeconds add_up();
    World<D>& whole() { return *domain_->catalogue->whole; }

    // books.cpp: what stages of step/ do to copies is another rank's to book
    double rotational_energy_of_copies() const;
    double energy_of_copies() const;
    void drift(double dt, double t);
    void account(bool end_of_step);
    void set_gravity_at(double t);
    void accept_step(StepReport& report);
    void leave_copies_out();
    void settle_at_the_end();
    double inertia();
    double sum_unbalanced();
    double stop();
    void sum_energies();
    void add_up_exactly();

    // passages.cpp: who comes and goes
    void let_in();
    void let_out();
    World<D> around(std::size_t source, std::span<const TravellingBody<D>> fresh);
    std::vector<TravellingBody<D>> newcomers(std::span<const int> ids);
    void hear_of_stage();

    // bring_back.cpp
    void show(World<D>* whole);
    void show_common(World<D>& whole);
    Bytes pack_found() const;
    Bytes pack_bodies() const;
    Bytes pack_contacts() const;

    Team& team_;
    ThreadPool pool_;
    PutRows put_;
    StepSettings settings_;  // of the stage
    StepSettings how_;       // of the step under way, which may be a part of one
    bool new_settings_ = false;
    bool may_be_undone_ = false;
    std::unique_ptr<Domain<D>> undo_;  // as it was before the step under way, where bodies have changed hands in it
    std::unique_ptr<Domain<D>> domain_;
    SharedSolveScratch<D> scratch_;
    AcrossRanks<D> across_;
    std::vector<Twist<D>> free_;  // (slots)
    std::vector<Vec<D>> detected_position_;      // (slots)  where contacts were found
    std::vector<Rotation<D>> detected_rotation_;
    Energy energy_;               // of all ranks
    double wall_radius_ = 0.0;    // of a ball whose margins walls have in lists of neighbours [m]
    double busy_ = 0.0;           // in steps, waiting included [s]
    std::unique_ptr<StepsOfRank<D>> device_;  // none: this processor takes the steps
    typename StepsOfRank<D>::Found found_;
    bool is_away_ = false;        // the share is as the device has it, not as it is here
    bool is_changed_ = false;     // .. as it is here, and the device has not heard of it
    bool follows_ = true;
};

}  // namespace drystone::ranks
