#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace drystone {

enum class SolverMethod { nlgs, anderson, admm, newton, automatic, md };
enum class SweepOrder { coloured, random, sequential };

/// How the contact problem of a step is to be solved: the scene's [solver] table.
struct SolverSettings {
    SolverMethod method = SolverMethod::automatic;
    SweepOrder order = SweepOrder::coloured;
    double tolerance = 1e-5;     // on the residual [-]
    int max_iterations = 10000;  // sweeps over all contacts
    int fixed_iterations = 0;    // > 0: exactly so many plain sweeps from the first guess (Brendel sec. 1.6)
    std::uint64_t seed = 1;      // of random sweeps
    bool keeps_start = false;    // begins from the first guess whatever it is worth
    bool reproducible = false;   // the same bits for any number of processes (ranks/)
};

/// What gave the impulses of a solve: nothing was to be solved; the first guess was good enough; or one of the methods `auto`
/// goes through (fallbacks.h). few_contacts: those that still moved, solved alone (few_contacts.h).
enum class SolvedBy : char { nothing, first_guess, nlgs, anderson, few_contacts, admm, newton };
inline constexpr std::array<const char*, 7> solved_by_names = {
    "nothing", "first_guess", "nlgs", "anderson", "few_contacts", "admm", "newton"};

/// What was spent on one of them.
struct MethodWork {
    long iterations = 0;
    double seconds = 0.0;  // by the clock on the wall: for people, never for an answer [s]
};

/// By SolvedBy.
class WorkByMethod {
  public:
    MethodWork& operator[](SolvedBy way) { return work_[static_cast<std::size_t>(way)]; }
    const MethodWork& operator[](SolvedBy way) const { return work_[static_cast<std::size_t>(way)]; }

    WorkByMethod& operator+=(const WorkByMethod& other) {
        for (std::size_t k = 0; k < work_.size(); ++k) {
            work_[k].iterations += other.work_[k].iterations;
            work_[k].seconds += other.work_[k].seconds;
        }
        return *this;
    }
    MethodWork sum() const {
        MethodWork all;
        for (const MethodWork& one : work_)
            all = {all.iterations + one.iterations, all.seconds + one.seconds};
        return all;
    }

  private:
    std::array<MethodWork, solved_by_names.size()> work_{};
};

/// What a solver says of its own work. A step that did not converge is reported, never hidden.
struct SolveReport {
    int iterations = 0;
    double residual = 0.0;                   // relative_residual() of the impulses returned [-]
    bool converged = true;                   // residual <= tolerance
    long contact_updates = 0;                // contacts visited, summed over the sweeps
    SolvedBy solved_by = SolvedBy::nothing;  // of islands solved apart: of the one that took most iterations
    WorkByMethod work = {};                  // summed over islands
};

}  // namespace drystone
