#include "report/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/atomic_file.h"
#include "report/block.h"
#include "report/page.h"
#include "report/run_reader.h"
#include "report/viewer_bytes.h"

namespace drystone {

namespace {

constexpr std::size_t most_rows_of_page = 4000;      // of a table; more are not seen in a plot
constexpr double base64_growth = 4.0 / 3.0;  // bytes of text a byte
constexpr double slack = 1.1;                // of the budget: less is not worth another try
constexpr int tries = 4;

/// Blocks of the frames that are kept, and what they reach.
struct Shown {
    std::vector<std::string> blocks;
    std::vector<double> times;
    Extents extents;
    ReportPlan plan;

    double bytes() const {
        double sum = 0.0;
        for (const std::string& block : blocks) sum += static_cast<double>(block.size());
        return sum;
    }
};

Shown show_frames(const RunReader& run, double bytes) {
    const std::vector<int> turning = turning_bodies(run.bodies());
    Shown shown;
    shown.plan = make_plan(
        run.bodies(), turning, run.frames(), [&](int i) { return run.frame(i); }, bytes);
    ExtentsOf extents(run.bodies());
    for (const int index : shown.plan.frames) {
        const ShownFrame frame = run.frame(index);
        extents.add(frame);
        shown.blocks.push_back(encode_frame(run.bodies(), turning, frame, shown.plan.coding));
        shown.times.push_back(frame.time);
    }
    shown.extents = extents.result();
    return shown;
}

/// A few frames cannot tell the size of all: where it comes out too large, once more with less.
Shown show_within(const RunReader& run, double bytes) {
    double aim = bytes;
    Shown shown = show_frames(run, aim);
    for (int i = 1; i < tries && shown.bytes() > slack * bytes; ++i) {
        aim *= 0.95 * bytes / shown.bytes();
        shown = show_frames(run, aim);
    }
    return shown;
}

std::string block_element(const std::string& id, const std::string& block) {
    return data_element(id, "text/plain", base64(block));
}

}  // namespace

ReportFacts write_report(const std::string& folder, const ReportSettings& settings) {
    RunReader run(folder);
    std::vector<NumberTable> tables = run.tables();
    std::string data;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        thin(tables[i], most_rows_of_page);
        data += block_element(fmt::format("table/{}", i), encode_table(tables[i], 9));
    }
    data += block_element("geometry", encode_geometry(run.bodies(), turning_bodies(run.bodies()), 9));

    PageWords words = run.words();
    words.figures = settings.figures;
    const double fixed = static_cast<double>(data.size() + viewer_script.size() + words.scene.size());
    const bool has_view = !viewer_script.empty();  // without it frames are not shown, and not in the file
    const Shown shown =
        !has_view ? Shown{} : show_within(run, std::max(settings.budget - fixed, 0.0) / base64_growth);
    words.thinned = shown.plan.words;

    AtomicFile file(folder + "/report.html");
    ReportFacts facts{.frames = static_cast<int>(shown.blocks.size()), .frames_of = run.frames()};
    const auto write = [&](const std::string& text) {
        file.write(text);
        facts.bytes += text.size();
    };
    write(page_begin(words));
    if (has_view) {
        write(data_element("run", "application/json",
                           header_json(run.bodies(), shown.extents, {shown.times, true, run.stages()}, tables)));
        write(data);
        for (std::size_t i = 0; i < shown.blocks.size(); ++i)
            write(block_element(fmt::format("frame/{}", i), shown.blocks[i]));
    }
    write(page_end());
    file.commit();
    return facts;
}

}  // namespace drystone
