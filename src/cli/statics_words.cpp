#include "cli/statics_words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

template <int D>
std::string called(const World<D>& world, int body) {
    const std::string& name = world.description.bodies[static_cast<std::size_t>(body)].name;
    return name.empty() ? fmt::format("body {}", body) : fmt::format("\"{}\"", name);
}

/// The bodies that can move, as the elements are numbered.
template <int D>
std::vector<int> element_bodies(const World<D>& world) {
    std::vector<int> bodies;
    for (int i = 0; i < world.bodies.size(); ++i)
        if (world.matter.freedom[static_cast<std::size_t>(i)] != Freedom::immovable) bodies.push_back(i);
    return bodies;
}

template <class V>
std::string listed(const V& v) {
    std::string text;
    for (const double c : v.c) text += fmt::format("{}{:.3g}", text.empty() ? "" : ", ", c);
    return text;
}

/// The few elements that move most.
template <int D>
std::string movers(const Mechanism<D>& mechanism, const World<D>& world, const std::vector<int>& bodies) {
    constexpr std::size_t most_named = 3;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t e = 0; e < mechanism.motion.size(); ++e) {
        double size = 0.0;
        for (const double c : mechanism.motion[e].c) size = std::max(size, std::abs(c));
        if (size > 0.0) order.emplace_back(-size, e);
    }
    std::sort(order.begin(), order.end());
    std::string text;
    for (std::size_t k = 0; k < std::min(order.size(), most_named); ++k) {
        const std::size_t e = order[k].second;
        text += fmt::format("{}{} moves by ({}) and turns by ({})", text.empty() ? "" : "; ",
                            called(world, bodies[e]), listed(translation<D>(mechanism.motion[e])),
                            listed(rotation<D>(mechanism.motion[e])));
    }
    return text;
}

template <int D>
Json increment_json(const Increment& one, const World<D>& world) {
    Json worst = Json::array();
    for (const auto& [body, error] : one.worst)
        worst.push_back({{"body", body},
                         {"name", world.description.bodies[static_cast<std::size_t>(body)].name},
                         {"error", error}});
    return {{"number", one.number},
            {"time", one.time},
            {"converged", one.converged},
            {"error", one.error},
            {"iterations", one.iterations},
            {"mean_force", one.mean_force},
            {"contacts", one.contacts},
            {"sliding", one.sliding},
            {"opened", one.opened},
            {"born", one.born},
            {"broken", one.broken},
            {"damped", one.damped},
            {"rho", one.rho},
            {"out_of_balance", worst}};
}

template <int D>
Json mechanisms_json(const QuasistaticReport<D>& report, const World<D>& world) {
    const std::vector<int> bodies = element_bodies(world);
    Json list = Json::array();
    for (const Mechanism<D>& one : report.mechanisms.some) {
        Json motion = Json::array();
        for (std::size_t e = 0; e < one.motion.size(); ++e) {
            if (one.motion[e] == Generalised<D>{}) continue;
            motion.push_back({{"body", bodies[e]},
                              {"displacement", translation<D>(one.motion[e]).c},
                              {"rotation", rotation<D>(one.motion[e]).c}});
        }
        list.push_back({{"stiffness", one.stiffness}, {"motion", motion}});
    }
    return {{"count", report.mechanisms.count}, {"listed", list}};
}

}  // namespace

template <int D>
std::string in_words(const QuasistaticReport<D>& report, const World<D>& world) {
    const auto failed = std::count_if(report.increments.begin(), report.increments.end(),
                                      [](const Increment& one) { return !one.converged; });
    const Increment& last = report.increments.back();
    std::string text = fmt::format(
        "{} of {} increments in equilibrium; at the end {} contacts, {} sliding, largest error {:.2g} of "
        "the mean contact force {:.4g} N\n",
        report.increments.size() - static_cast<std::size_t>(failed), report.increments.size(), last.contacts,
        last.sliding, last.error, last.mean_force);
    int broken = 0, damped = 0;
    for (const Increment& one : report.increments) {
        broken += one.broken;
        damped += one.damped;
    }
    if (broken > 0) text += fmt::format("{} bonds broke\n", broken);
    if (damped > 0)
        text += fmt::format("contact states went to and fro: {} iterations were searched along their step\n",
                            damped);
    if (report.mechanisms.count > 0) {
        text += fmt::format("the stiffness matrix is singular: {} mechanism{} that no spring resists\n",
                            report.mechanisms.count, report.mechanisms.count == 1 ? "" : "s");
        const std::vector<int> bodies = element_bodies(world);
        for (std::size_t k = 0; k < std::min<std::size_t>(report.mechanisms.some.size(), 5); ++k)
            text += fmt::format("  {}: {}\n", k + 1, movers(report.mechanisms.some[k], world, bodies));
    }
    if (report.left_out > 0)
        text += fmt::format("{} rotations that no spring resists and no load drives were left out\n",
                            report.left_out);
    if (report.in_tension + report.beyond_friction > 0)
        text += fmt::format(
            "warning: as if bonded, {} contacts pull and {} shear beyond friction: their law would let go\n",
            report.in_tension, report.beyond_friction);
    for (const Increment& one : report.increments) {
        if (one.converged || one.worst.empty()) continue;
        text += fmt::format("out of balance at the end of increment {}:", one.number);
        for (const auto& [body, error] : one.worst)
            text += fmt::format(" {} ({:.2g})", called(world, body), error);
        text += '\n';
        break;
    }
    return text;
}

template <int D>
std::string statics_json(const Summary& summary, const QuasistaticReport<D>& report, const World<D>& world,
                         const std::string& method) {
    Json out = Json::parse(summary_json(summary, peak_memory_bytes()));
    out.erase("energy");
    out.erase("integrator");
    Json increments = Json::array();
    for (const Increment& one : report.increments) increments.push_back(increment_json(one, world));
    out["statics"] = {{"method", method},
                      {"converged", report.converged},
                      {"left_out_rotations", report.left_out},
                      {"contacts_in_tension", report.in_tension},
                      {"contacts_beyond_friction", report.beyond_friction},
                      {"mechanisms", mechanisms_json(report, world)},
                      {"increments", increments}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

template <int D>
std::string mechanisms_csv(const QuasistaticReport<D>& report, const World<D>& world) {
    const std::vector<int> bodies = element_bodies(world);
    std::string text = D == 2 ? "mechanism,body,name,displacement.x,displacement.y,rotation\n"
                              : "mechanism,body,name,displacement.x,displacement.y,displacement.z,rotation.x,"
                                "rotation.y,rotation.z\n";
    for (std::size_t k = 0; k < report.mechanisms.some.size(); ++k) {
        const auto& motion = report.mechanisms.some[k].motion;
        for (std::size_t e = 0; e < motion.size(); ++e) {
            text += fmt::format("{},{},{}", k + 1, bodies[e],
                                world.description.bodies[static_cast<std::size_t>(bodies[e])].name);
            for (const double c : motion[e].c) text += fmt::format(",{}", c);
            text += '\n';
        }
    }
    return text;
}

#define DRYSTONE_WORDS(D)                                                                           \
    template std::string in_words(const QuasistaticReport<D>&, const World<D>&);                    \
    template std::string statics_json(const Summary&, const QuasistaticReport<D>&, const World<D>&, \
                                      const std::string&);                                          \
    template std::string mechanisms_csv(const QuasistaticReport<D>&, const World<D>&);
DRYSTONE_WORDS(2)
DRYSTONE_WORDS(3)
#undef DRYSTONE_WORDS

}  // namespace drystone
