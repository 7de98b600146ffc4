#include "compare/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/csv_field.h"

namespace drystone {

namespace {

std::string work_of(const Answer& answer) {
    const ComparedMethod& method = compared_method(answer.method);
    std::string text =
        fmt::format("{} {}, {} {}", answer.steps, method.steps, answer.iterations, method.iterations);
    if (!method.updates.empty()) text += fmt::format(", {} {}", answer.updates, method.updates);
    return text;
}

std::string of_answer(const Answer& answer) {
    const ComparedMethod& method = compared_method(answer.method);
    if (!answer.ran()) return fmt::format("  {:<11} not possible: {}\n", answer.method, answer.refusal);
    std::string text = fmt::format("  {:<11} {}: {}; {:.3g} s\n", answer.method, method.purpose,
                                   work_of(answer), answer.seconds);
    text += fmt::format("  {:<11} {} contacts bear, {:.4g} N on average; imbalance {:.2g}", "",
                        answer.pairs.size(), answer.mean_normal, answer.imbalance);
    if (answer.residual) text += fmt::format(", own measure {:.2g}", *answer.residual);
    text += '\n';
    if (!answer.converged) text += fmt::format("  {:<11} DID NOT CONVERGE\n", "");
    for (const std::string& note : answer.notes) text += fmt::format("  {:<11} {}\n", "", note);
    return text;
}

std::string of_difference(const Comparison& all, const Difference& one) {
    const auto name = [&](int k) { return all.answers[static_cast<std::size_t>(k)].method; };
    std::string text = fmt::format(
        "  {} and {}: normal forces differ by {:.2g} (rms) and {:.2g} (largest) of the "
        "mean, resultants on walls by {:.2g}; {} contacts in both",
        name(one.first), name(one.second), one.rms, one.largest, one.walls, one.both);
    if (one.only_first > 0) text += fmt::format(", {} only by {}", one.only_first, name(one.first));
    if (one.only_second > 0) text += fmt::format(", {} only by {}", one.only_second, name(one.second));
    return text + '\n';
}

/// What the differences mean together.
std::string verdict(const Comparison& all) {
    constexpr double same = 0.01;
    double forces = 0.0, walls = 0.0;
    for (const Difference& one : all.differences) {
        forces = std::max(forces, one.rms);
        walls = std::max(walls, one.walls);
    }
    if (all.differences.empty()) return "  only one method took the scene: there is nothing to compare\n";
    if (all.rows.empty()) return "  nothing is in contact at the end, by any method\n";
    if (forces <= same && walls <= same) return "  all methods agree to a hundredth\n";
    if (walls <= same)
        return "  resultants agree to a hundredth, single forces do not: equilibrium does not determine them "
               "here, or contacts "
               "deform\n";
    return "  the methods do not agree to a hundredth: another state, another history, or not at rest yet\n";
}

}  // namespace

std::string in_words(const Comparison& all) {
    std::string text = fmt::format("{}\n", all.title.empty() ? all.scene : all.title);
    for (const Answer& answer : all.answers) text += of_answer(answer);
    for (const Difference& one : all.differences) text += of_difference(all, one);
    return text + verdict(all);
}

std::string in_csv(const Comparison& all) {
    const std::vector<int> ran = all.ran();
    std::string text = "part_a,part_b,body_a,body_b,name_a,name_b";
    for (const int k : ran) {
        const std::string& name = all.answers[static_cast<std::size_t>(k)].method;
        text += fmt::format(",{}.normal_force,{}.tangential_force", name, name);
    }
    text += '\n';
    for (const ForceRow& row : all.rows) {
        const auto name = [&](int body) { return csv_field(all.names[static_cast<std::size_t>(body)]); };
        text += fmt::format("{},{},{},{},{},{}", row.a, row.b, row.body_a, row.body_b, name(row.body_a),
                            name(row.body_b));
        for (const int k : ran) {
            const auto& force = row.force[static_cast<std::size_t>(k)];
            text += force ? fmt::format(",{},{}", force->normal, force->tangential) : ",,";
        }
        text += '\n';
    }
    return text;
}

}  // namespace drystone
