#include <cmath>

#include <nlohmann/json.hpp>

#include "compare/words.h"

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

Json vector_of(const std::array<double, 3>& v, int dimension) {
    Json list = Json::array();
    for (int i = 0; i < dimension; ++i) list.push_back(v[static_cast<std::size_t>(i)]);
    return list;
}

Json of_walls(const Comparison& all, const Answer& answer) {
    Json list = Json::array();
    for (const WallForce& wall : answer.walls)
        list.push_back({{"body", wall.body},
                        {"name", all.names[static_cast<std::size_t>(wall.body)]},
                        {"force", vector_of(wall.force, all.dimension)}});
    return list;
}

Json total_of(const Comparison& all, const Answer& answer) {
    std::array<double, 3> sum{};
    for (const WallForce& wall : answer.walls)
        for (std::size_t i = 0; i < 3; ++i) sum[i] += wall.force[i];
    return vector_of(sum, all.dimension);
}

Json of_answer(const Comparison& all, const Answer& answer) {
    const ComparedMethod& method = compared_method(answer.method);
    if (!answer.ran()) return {{"method", answer.method}, {"ran", false}, {"refusal", answer.refusal}};
    Json work = {
        {"steps", answer.steps}, {"iterations", answer.iterations}, {"iterations_are", method.iterations}};
    if (!method.updates.empty()) {
        work["updates"] = answer.updates;
        work["updates_are"] = method.updates;
    }
    Json out = {{"method", answer.method},
                {"ran", true},
                {"converged", answer.converged},
                {"wall_seconds", answer.seconds},
                {"time", answer.time},
                {"work", work},
                {"residual", nullptr},
                {"imbalance", answer.imbalance},
                {"contacts", answer.pairs.size()},
                {"mean_normal_force", answer.mean_normal},
                {"walls", of_walls(all, answer)},
                {"total_force_on_walls", total_of(all, answer)},
                {"notes", answer.notes}};
    if (answer.residual) out["residual"] = *answer.residual;
    return out;
}

}  // namespace

std::string in_json(const Comparison& all) {
    const auto name = [&](int k) { return all.answers[static_cast<std::size_t>(k)].method; };
    Json answers = Json::array(), differences = Json::array();
    for (const Answer& answer : all.answers) answers.push_back(of_answer(all, answer));
    for (const Difference& one : all.differences)
        differences.push_back({{"first", name(one.first)},
                               {"second", name(one.second)},
                               {"contacts_in_both", one.both},
                               {"contacts_only_in_first", one.only_first},
                               {"contacts_only_in_second", one.only_second},
                               {"normal_force_rms", one.rms},
                               {"normal_force_largest", one.largest},
                               {"tangential_force_rms", one.tangential_rms},
                               {"walls", one.walls}});
    const Json out = {{"scene", all.scene},           {"title", all.title}, {"dimension", all.dimension},
                      {"converged", all.converged()}, {"methods", answers}, {"differences", differences}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace drystone
