#pragma once

#include <chrono>
#include <string>

#include "io/output_file.h"
#include "step/energy.h"
#include "step/report.h"

namespace drystone {

/// steps.csv: how each step went; after a checkpoint a stretch begins anew. A run of more than `most_rows` steps has a row per stretch of equally many steps, so that
/// the file stays small: contacts and energies are those of the stretch's last step; iterations, residual,
/// max_penetration and inertia the largest in it; not_converged counts its steps that did not converge.
class StepLog {
  public:
    static constexpr long most_rows = 10'000;

    /// `staged`: rows say which stage they are of.
    StepLog(const std::string& path, long steps_planned, bool staged = false);

    /// Goes on after so many steps of a run that was to have `steps_planned`; later rows are cut off.
    static StepLog go_on(const std::string& path, long steps_planned, long steps_done, bool staged = false);

    void begin_stage(int number);  // the stretch under way ends

    void record(const StepReport& report, const Energy& energy, long step, double time);
    void
    sync();  // at a checkpoint: writes a stretch that was begun, and makes all of it last through a power cut
    void close();  // writes a stretch that was begun, and syncs

  private:
    StepLog(OutputFile file, long steps_planned, bool staged);
    void append_row();
    void flush();

    OutputFile file_;
    long stretch_;         // steps a row
    bool staged_;
    int stage_ = 0;
    std::string pending_;  // whole lines not yet in the file
    std::chrono::steady_clock::time_point flushed_;

    // The stretch under way
    long steps_ = 0;
    long step_ = 0;
    double time_ = 0.0;
    int contacts_ = 0, iterations_ = 0, not_converged_ = 0;
    double residual_ = 0.0, max_penetration_ = 0.0, inertia_ = 0.0;
    Energy energy_;
};

}  // namespace drystone
