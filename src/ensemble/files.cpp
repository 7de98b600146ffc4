#include "ensemble/files.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/csv_field.h"
#include "hdf5/file.h"

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* axes[] = {"x", "y", "z"};

/// JSON knows no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json spread(const Spread& s) {
    return {{"low", number(s.low)},
            {"high", number(s.high)},
            {"mean", number(s.mean)},
            {"deviation", number(s.deviation)}};
}

template <std::size_t N>
Json spreads(const std::array<Spread, N>& all) {
    Json list = Json::array();
    for (const Spread& one : all) list.push_back(spread(one));
    return list;
}

template <int N>
Json vector(const Vec<N>& v) {
    Json list = Json::array();
    for (int k = 0; k < N; ++k) list.push_back(number(v[k]));
    return list;
}

template <int D>
Json run_json(const EnsembleRun<D>& run) {
    Json stress = Json::array();
    for (int i = 0; i < D; ++i) stress.push_back(vector(run.whole.stress[i]));
    return {{"converged", run.report.converged},        {"residual", number(run.report.residual)},
            {"iterations", run.report.iterations},      {"start", run.factor},
            {"speed_ratio", number(run.whole.fastest)}, {"stress", std::move(stress)},
            {"total_force", vector(run.whole.total)}};
}

Json histogram_json(const ForceHistogram& h) {
    Json bins = Json::array();
    for (std::size_t k = 0; k < h.probability.size(); ++k)
        bins.push_back({{"from", h.width * static_cast<double>(k)},
                        {"to", h.width * static_cast<double>(k + 1)},
                        {"mean_inside", h.mean[k]},
                        {"density", h.probability[k].mean},
                        {"deviation", h.probability[k].deviation}});
    return {{"of", "normal force / its mean in the run, contacts that bear"},
            {"width", h.width},
            {"bins", std::move(bins)}};
}

}  // namespace

template <int D>
std::string in_json(const Ensemble<D>& e, const std::string& scene) {
    Json supports = Json::array(), stress = Json::array(), runs = Json::array();
    for (const SupportSpread<D>& support : e.supports)
        supports.push_back({{"body", support.body},
                            {"name", support.name},
                            {"force", spreads(support.force)},
                            {"torque", spreads(support.torque)}});
    for (const auto& row : e.stress) stress.push_back(spreads(row));
    for (const EnsembleRun<D>& run : e.runs) runs.push_back(run_json(run));
    const Json document = {{"scene", scene},
                           {"dimension", D},
                           {"time", e.time},
                           {"step", e.h},
                           {"seed", e.settings.seed},
                           {"tolerance", e.settings.tolerance},
                           {"starts", {e.settings.smallest, e.settings.largest}},
                           {"typical_force", number(e.typical_force)},
                           {"runs", e.runs.size()},
                           {"converged", e.counted.size()},
                           {"contacts", e.contacts.size()},
                           {"joints", e.joints.size()},
                           {"movable_bodies", e.movable},
                           {"moves", e.moves()},
                           {"speed_ratio", number(e.fastest)},
                           {"velocity_change", number(e.change)},
                           {"mean_force", number(e.mean_force)},
                           {"indeterminacy", number(e.indeterminacy)},
                           {"joint_indeterminacy", number(e.joint_indeterminacy)},
                           {"total_force", spreads(e.total)},
                           {"supports", std::move(supports)},
                           {"volume", number(e.volume)},
                           {"stress", std::move(stress)},
                           {"distribution", histogram_json(e.histogram)},
                           {"each_run", std::move(runs)}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <int D>
std::string in_csv(const Ensemble<D>& e, const std::vector<ForceSpread<D>>& forces) {
    std::string text = "body_a,body_b,name_a,name_b,contacts";
    for (const char* what : {"point", "normal", "mean_force"}) {
        for (int k = 0; k < D; ++k) text += fmt::format(",{}.{}", what, axes[k]);
    }
    for (const char* what : {"normal_force", "tangential_force"}) {
        for (const char* part : {"low", "high", "mean", "deviation"})
            text += fmt::format(",{}.{}", what, part);
    }
    text += ",size,fluctuation\n";
    for (const ForceSpread<D>& one : forces) {
        text += fmt::format("{},{},{},{},{}", one.a, one.b, csv_field(e.names[static_cast<std::size_t>(one.a)]),
                            csv_field(e.names[static_cast<std::size_t>(one.b)]), one.contacts);
        for (const Vec<D>& v : {one.point, one.normal, one.mean}) {
            for (int k = 0; k < D; ++k) text += fmt::format(",{}", v[k]);
        }
        for (const Spread& s : {one.normal_force, one.tangential})
            text += fmt::format(",{},{},{},{}", s.low, s.high, s.mean, s.deviation);
        text += fmt::format(",{},{}\n", one.size, one.fluctuation);
    }
    return text;
}

template <int D>
void write_samples(const std::string& path, const Ensemble<D>& e) {
    const auto runs = static_cast<std::int64_t>(e.force.size()),
               contacts = static_cast<std::int64_t>(e.contacts.size());
    std::vector<double> force, point, frame;
    for (const std::vector<Vec<D>>& run : e.force) {
        for (const Vec<D>& f : run) force.insert(force.end(), f.c.begin(), f.c.end());
    }
    std::vector<std::int32_t> bodies;
    for (const ForceSpread<D>& c : e.contacts) {
        bodies.insert(bodies.end(), {c.a, c.b});
        point.insert(point.end(), c.point.c.begin(), c.point.c.end());
        const Mat<D> axes_of = contact_frame(c.normal);
        for (int k = 0; k < D; ++k) frame.insert(frame.end(), axes_of[k].c.begin(), axes_of[k].c.end());
    }
    hdf5::write_aside(path, [&](const hdf5::File& file) {
        file.write<double>("force", force, {runs, contacts, D});
        file.write<double>("point", point, {contacts, D});
        file.write<double>("frame", frame, {contacts, D, D});
        file.write<std::int32_t>("bodies", bodies, {contacts, 2});
        file.write<std::int32_t>("run", std::vector<std::int32_t>(e.counted.begin(), e.counted.end()),
                                 {runs});
        file.set_text(
            "about",
            "force (runs that converged, contacts, components) [N] on the second body, along the rows of "
            "frame: the normal, then the tangents");
    });
}

#define DRYSTONE_ENSEMBLE_FILES(D)                                                       \
    template std::string in_json(const Ensemble<D>&, const std::string&);                \
    template std::string in_csv(const Ensemble<D>&, const std::vector<ForceSpread<D>>&); \
    template void write_samples(const std::string&, const Ensemble<D>&);
DRYSTONE_ENSEMBLE_FILES(2)
DRYSTONE_ENSEMBLE_FILES(3)
#undef DRYSTONE_ENSEMBLE_FILES

}  // namespace drystone
