// Accelerograms (AT2, two columns) and gradings, as a drive or a packing reads them.

#include "core/input_error.h"
#include "fuzz/fuzz.h"
#include "scene/read_record.h"
#include "step/baseline.h"

namespace drystone {
namespace {

using fuzz::Case;

void feed(const Case& one, const std::filesystem::path& scratch, Random& random) {
    fuzz::write(scratch, one);
    const Node file{{std::make_shared<const std::string>("scene.toml"), 3, 7}, one.name};
    try {
        if (random.below(4) == 0) {
            read_two_columns(file, scratch);
            return;
        }
        Signal signal{.kind = Signal::Kind::table,
                      .points = read_record(file, scratch, random.below(2) ? 1.0 : -9.81)};
        if (signal.points.back().time > 0.0)
            correct_baseline(static_cast<int>(random.below(3)), signal.points);
        signal.prepare();
        for (const double t : {0.0, 0.01, 1.0, 1e9}) {
            signal.at(t);
            signal.integral(t);
        }
    } catch (const InputError& error) {
        fuzz::require_place(error.place(), error.what());
        throw;
    }
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    using namespace drystone;
    return fuzz::run({[](const auto&) { return std::vector<Case>{}; }, fuzz::damage_text, feed}, argc, argv);
}
