#include "compare/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "core/input_error.h"
#include "step/world.h"

namespace drystone {

namespace {

double normal_of(const std::optional<PairForce>& force) { return force ? force->normal : 0.0; }
double tangential_of(const std::optional<PairForce>& force) { return force ? force->tangential : 0.0; }

std::vector<ForceRow> matched(const std::vector<Answer>& answers) {
    std::map<std::pair<int, int>, ForceRow> rows;
    for (std::size_t k = 0; k < answers.size(); ++k) {
        for (const PairForce& pair : answers[k].pairs) {
            ForceRow& row = rows[{pair.a, pair.b}];
            if (row.force.empty())
                row = {pair.a, pair.b, pair.body_a, pair.body_b,
                       std::vector<std::optional<PairForce>>(answers.size())};
            row.force[k] = pair;
        }
    }
    std::vector<ForceRow> list;
    for (auto& [parts, row] : rows) list.push_back(std::move(row));
    return list;
}

/// Walls that one of the two does not touch count as unloaded there.
double apart_at_walls(const Answer& x, const Answer& y) {
    std::map<int, std::array<double, 3>> difference;
    double largest = 0.0, scale = 0.0;
    for (const auto& [answer, sign] : {std::pair{&x, 1.0}, std::pair{&y, -1.0}}) {
        for (const WallForce& wall : answer->walls) {
            const auto& f = wall.force;
            scale = std::max(scale, std::hypot(f[0], f[1], f[2]));
            for (std::size_t i = 0; i < 3; ++i) difference[wall.body][i] += sign * f[i];
        }
    }
    for (const auto& [body, d] : difference) largest = std::max(largest, std::hypot(d[0], d[1], d[2]));
    return scale > 0.0 ? largest / scale : 0.0;
}

Difference apart(const Comparison& all, int first, int second) {
    assert(first != second && all.answers[static_cast<std::size_t>(first)].ran() &&
           all.answers[static_cast<std::size_t>(second)].ran());
    const auto at = [](const auto& list, int k) -> const auto& { return list[static_cast<std::size_t>(k)]; };
    const Answer &x = at(all.answers, first), &y = at(all.answers, second);
    Difference out{.first = first, .second = second};
    const double mean = 0.5 * (std::abs(x.mean_normal) + std::abs(y.mean_normal));
    double squares = 0.0, tangential = 0.0;
    for (const ForceRow& row : all.rows) {
        const auto &f = at(row.force, first), &g = at(row.force, second);
        if (!f && !g) continue;
        (f && g ? out.both : f ? out.only_first : out.only_second) += 1;
        const double off = mean > 0.0 ? (normal_of(f) - normal_of(g)) / mean : 0.0;
        const double aside = mean > 0.0 ? (tangential_of(f) - tangential_of(g)) / mean : 0.0;
        squares += off * off;
        tangential += aside * aside;
        out.largest = std::max(out.largest, std::abs(off));
    }
    const int either = out.both + out.only_first + out.only_second;
    out.rms = either > 0 ? std::sqrt(squares / either) : 0.0;
    out.tangential_rms = either > 0 ? std::sqrt(tangential / either) : 0.0;
    out.walls = apart_at_walls(x, y);
    return out;
}

}  // namespace

bool Comparison::converged() const {
    return std::all_of(answers.begin(), answers.end(), [](const Answer& a) { return a.converged; });
}

bool Comparison::interrupted() const {
    return std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return a.interrupted; });
}

std::vector<int> Comparison::ran() const {
    std::vector<int> list;
    for (std::size_t k = 0; k < answers.size(); ++k)
        if (answers[k].ran()) list.push_back(static_cast<int>(k));
    return list;
}

Comparison lay_side_by_side(const ComparedScene& asked, std::vector<Answer> answers) {
    Comparison all;
    const Scene scene = read_scene(asked.path, asked.overrides, asked.laws);
    all.scene = asked.path;
    all.title = scene.title;
    all.dimension = scene.dimension;
    std::visit(
        [&](const auto& world) {
            for (const auto& body : world.bodies) all.names.push_back(body.name);
        },
        scene.world);
    all.answers = std::move(answers);
    const std::vector<int> ran = all.ran();
    if (ran.empty() && !all.answers.empty())
        throw InputError("", "none of the methods takes this scene. " + all.answers[0].method + ": " +
                                 all.answers[0].refusal);
    all.rows = matched(all.answers);
    for (std::size_t i = 0; i < ran.size(); ++i)
        for (std::size_t k = i + 1; k < ran.size(); ++k)
            all.differences.push_back(apart(all, ran[i], ran[k]));
    return all;
}

}  // namespace drystone
