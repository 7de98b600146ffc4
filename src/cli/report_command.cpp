#include "cli/report_command.h"

#include <fmt/format.h>

#include "report/report.h"
#include "run/report_figures.h"
#include "run/say.h"

namespace drystone {

ExitStatus report(const ReportCommand& command) {
    const ReportFacts facts = write_report(
        command.folder, {.budget = 1e6 * command.megabytes, .figures = figures_of(command.folder)});
    say(fmt::format("{}/report.html: {:.2g} MB, {} of {} frames\n", command.folder,
                    1e-6 * static_cast<double>(facts.bytes), facts.frames, facts.frames_of));
    return ExitStatus::done;
}

}  // namespace drystone
