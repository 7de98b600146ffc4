#include "report/plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr int few_frames = 50;        // enough for a motion that can be followed
constexpr int looked_at = 5;          // frames by which sizes are judged
constexpr double exact_share = 0.25;  // of the budget: above it, a smaller file is worth more than digits
constexpr double too_few = 0.02;      // of the contacts: better none and more frames

/// Deflated bytes of a mean frame.
struct Sizes {
    double bodies = 0.0;
    double contacts = 0.0;
    double frame() const { return bodies + contacts; }
};

struct Sample {
    Sizes exact, compact;
    std::vector<float> forces;  // of all contacts looked at [N]
};

Sample look(const ShownBodies& bodies, const std::vector<int>& turning, int frames, const FrameAt& frame_at) {
    Sample sample;
    const std::vector<int> chosen = evenly(frames, looked_at);
    for (const int index : chosen) {
        const ShownFrame frame = frame_at(index);
        const auto size = [&](Precision precision, bool contacts) {
            const FrameCoding coding{.precision = precision, .contacts = contacts};
            return static_cast<double>(encode_frame(bodies, turning, frame, coding).size()) /
                   static_cast<double>(chosen.size());
        };
        for (const Precision precision : {Precision::exact, Precision::compact}) {
            Sizes& sizes = precision == Precision::exact ? sample.exact : sample.compact;
            const double alone = size(precision, false);
            sizes.bodies += alone;
            sizes.contacts += size(precision, true) - alone;
        }
        const std::vector<float> forces = force_sizes(bodies, frame);
        sample.forces.insert(sample.forces.end(), forces.begin(), forces.end());
    }
    return sample;
}

/// The force that the strongest `share` of the contacts bear at least.
float threshold(std::vector<float> forces, double share) {
    if (forces.empty()) return 0.0F;
    const auto place = std::min(static_cast<std::size_t>((1.0 - share) * static_cast<double>(forces.size())),
                                forces.size() - 1);
    std::nth_element(forces.begin(), forces.begin() + static_cast<std::ptrdiff_t>(place), forces.end());
    return forces[place];
}

void keep_strongest(double share, const Sample& sample, ReportPlan& plan) {
    plan.coding.least_force = threshold(sample.forces, share);
    plan.words.push_back(fmt::format(
        "of the contacts only those that bear {:.3g} N or more are here, about {:.2g} % of them; the "
        "pressures are of all",
        plan.coding.least_force, 100.0 * share));
}

void keep_frames(int count, int frames, ReportPlan& plan) {
    plan.frames = evenly(frames, count);
    plan.words.push_back(fmt::format("{} of {} frames are here", plan.frames.size(), frames));
}

}  // namespace

std::vector<int> evenly(int frames, int count) {
    assert(frames >= 0);
    count = std::min(count, frames);
    if (count <= 1) return frames > 0 ? std::vector<int>{frames - 1} : std::vector<int>{};
    std::vector<int> list(count);
    for (int i = 0; i < count; ++i)
        list[i] = static_cast<int>(std::lround(static_cast<double>(i) * (frames - 1) / (count - 1)));
    return list;
}

ReportPlan make_plan(const ShownBodies& bodies, const std::vector<int>& turning, int frames,
                     const FrameAt& frame_at, double bytes) {
    assert(frames >= 0 && bytes > 0.0);
    ReportPlan plan;
    plan.frames = evenly(frames, frames);
    const Sample sample = look(bodies, turning, frames, frame_at);
    if (frames * sample.exact.frame() <= exact_share * bytes) return plan;

    plan.coding.precision = Precision::compact;
    plan.words.push_back("numbers are rounded to three digits, places to 1/65536 of the scene");
    const Sizes& size = sample.compact;
    if (frames * size.frame() <= bytes) return plan;

    const int enough = std::min(frames, few_frames);
    const int fitting = static_cast<int>(bytes / size.frame());
    if (fitting >= enough) {
        keep_frames(fitting, frames, plan);
        return plan;
    }
    const double share = (bytes / enough - size.bodies) / size.contacts;
    if (share > too_few) {
        if (enough < frames) keep_frames(enough, frames, plan);
        keep_strongest(share, sample, plan);
        return plan;
    }
    plan.coding.contacts = false;
    plan.words.push_back("the contacts are not here; the pressures are of all");
    keep_frames(std::max(2, static_cast<int>(bytes / size.bodies)), frames, plan);
    return plan;
}

}  // namespace drystone
