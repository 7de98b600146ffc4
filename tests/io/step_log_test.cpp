#include "io/step_log.h"

#include <algorithm>
#include <limits>

#include "io/folders.h"

namespace drystone::step_log_test {
namespace {

using StepLogFile = InAFolder;

StepReport step_of(int iterations, double residual, bool converged) {
    StepReport report;
    report.contacts = 7;
    report.solve.iterations = iterations;
    report.solve.residual = residual;
    report.solve.converged = converged;
    return report;
}

long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST_F(StepLogFile, HasARowPerStepOfAShortRun) {
    StepLog log(path("steps.csv"), 2);
    Energy energy;
    energy.kinetic = 0.5;
    energy.strain = 2.0;
    energy.initial = 2.5;
    log.record(step_of(3, 0.25, true), energy, 1, 0.1);
    log.record(step_of(9, 0.5, false), energy, 2, 0.2);
    log.close();
    EXPECT_EQ(
        content_of_file(path("steps.csv")),
        "step,time,contacts,iterations,residual,not_converged,max_penetration,kinetic,potential,stored,strain,work,"
        "dissipated,scheme,balance_error,inertia\n"
        "1,0.1,7,3,0.25,0,0,0.5,0,0,2,0,0,0,0,0\n"
        "2,0.2,7,9,0.5,1,0,0.5,0,0,2,0,0,0,0,0\n");
}

TEST_F(StepLogFile, OfALongRunKeepsTheWorstOfEachStretch) {
    const long steps = 3 * StepLog::most_rows - 1;  // stretches of three, the last of two
    StepLog log(path("steps.csv"), steps);
    for (long step = 1; step <= steps; ++step)
        log.record(step_of(step == 5 ? 100 : 1, step == 4 ? 0.5 : 0.125, step != 6), {}, step, 1.0 * step);
    log.close();
    const std::string text = content_of_file(path("steps.csv"));
    EXPECT_EQ(lines_in(text), 1 + StepLog::most_rows);
    EXPECT_NE(text.find("\n3,3,7,1,0.125,0,"), std::string::npos);
    EXPECT_NE(text.find("\n6,6,7,100,0.5,1,"), std::string::npos);
    EXPECT_NE(text.find("\n9,9,7,1,0.125,0,"), std::string::npos);
    EXPECT_NE(text.find("\n29999,29999,7,1,0.125,0,"), std::string::npos);
}

// A run killed after step 7 goes on from its checkpoint at step 4: the same rows as without the kill.
TEST_F(StepLogFile, GoesOnWithoutGapOrDuplicate) {
    const long planned = 3 * StepLog::most_rows;
    const auto record = [](StepLog& log, long from, long to) {
        for (long step = from; step <= to; ++step)
            log.record(step_of(static_cast<int>(step), 0.5, true), {}, step, 1.0 * step);
    };
    StepLog whole(path("whole.csv"), planned);
    record(whole, 1, 4);
    whole.sync();
    record(whole, 5, 20);
    whole.close();
    {
        StepLog killed(path("steps.csv"), planned);
        record(killed, 1, 4);
        killed.sync();
        record(killed, 5, 7);
        killed.close();
    }
    StepLog resumed = StepLog::go_on(path("steps.csv"), planned, 4);
    record(resumed, 5, 20);
    resumed.close();
    EXPECT_EQ(content_of_file(path("steps.csv")), content_of_file(path("whole.csv")));
    EXPECT_NE(content_of_file(path("steps.csv")).find("\n4,4,7,4,"), std::string::npos);
}

TEST_F(StepLogFile, DoesNotHideANaN) {
    StepLog log(path("steps.csv"), 2 * StepLog::most_rows);
    log.record(step_of(1, std::numeric_limits<double>::quiet_NaN(), false), {}, 1, 1.0);
    log.record(step_of(1, 0.5, true), {}, 2, 2.0);
    log.close();
    EXPECT_NE(content_of_file(path("steps.csv")).find("\n2,2,7,1,nan,1,"), std::string::npos);
}

}  // namespace
}  // namespace drystone::step_log_test
