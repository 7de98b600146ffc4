#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scene/radius_law.h"
#include "scene/read_record.h"
#include "scene/table.h"

namespace drystone {

namespace {

enum class LawWord { uniform, normal, lognormal, two, grading };

UniformRadii read_range(const Node& node) {
    const Vec<2> range = vector_of<2>(node, "radius, written as [smallest, largest],");
    if (!(range[0] > 0.0)) refuse(node.place, "radius must be greater than zero");
    if (range[1] < range[0])
        refuse(node.place, "radius must be [smallest, largest], found the larger one first");
    return {range[0], range[1]};
}

UniformRadii read_uniform(const Node& node) {
    const Table table(node, "a radius law", {"law", "min", "max"});
    const UniformRadii law{table.positive("min"), table.positive("max")};
    if (law.hi < law.lo) refuse(table.at("max").place, "max must not be less than min");
    return law;
}

BellRadii read_bell(const Node& node, bool logarithmic) {
    const Table table(node, "a radius law", {"law", "mean", "deviation", "min", "max"});
    BellRadii law;
    law.logarithmic = logarithmic;
    law.mean = table.positive("mean");
    law.deviation = table.not_negative("deviation");
    law.min = table.positive("min", 0.0);
    law.max = table.positive("max", std::numeric_limits<double>::infinity());
    law.place = table.place();
    if (law.max < law.min) refuse(table.at("max").place, "max must not be less than min");
    return law;
}

TwoRadii read_two(const Node& node) {
    const Table table(node, "a radius law", {"law", "small", "large", "fraction"});
    const TwoRadii law{table.positive("small"), table.positive("large"),
                       number_between(table.at("fraction"), "fraction", 0.0, 1.0)};
    if (law.large < law.small) refuse(table.at("large").place, "large must not be less than small");
    return law;
}

void add_sieve(double diameter, double percent, const Place& place, GradedRadii& law) {
    auto& sieves = law.sieves;
    if (!(diameter > 0.0)) refuse(place, "a sieve's diameter must be greater than zero");
    if (percent < 0.0 || percent > 100.0)
        refuse(place, "the part that passes a sieve must be 0 to 100 percent");
    if (!sieves.empty() && diameter <= sieves.back().diameter)
        refuse(place, "the sieves' diameters must ascend");
    if (!sieves.empty() && percent / 100.0 < sieves.back().passing) {
        refuse(place, "the part that passes cannot get less as the sieves get wider");
    }
    sieves.push_back({diameter, percent / 100.0});
}

GradedRadii read_grading(const Node& node, const std::filesystem::path& folder) {
    const Table table(node, "a radius law", {"law", "points", "file"});
    if (table.has("points") == table.has("file")) {
        refuse(table.place(), "a grading needs either points = [[diameter, percent passing], ..] or a file");
    }
    GradedRadii law;
    const Node& source = table.at(table.has("file") ? "file" : "points");
    if (table.has("file")) {
        for (const auto& row : read_two_columns(source, folder).rows) {
            add_sieve(row.first, row.second, row.place, law);
        }
    } else {
        for (const Node& item : array_of(source, "points", "[diameter, percent passing] pairs")) {
            const Vec<2> pair = vector_of<2>(item, "a sieve, [diameter, percent passing],");
            add_sieve(pair[0], pair[1], item.place, law);
        }
    }
    const bool whole =
        law.sieves.size() >= 2 && law.sieves.front().passing == 0.0 && law.sieves.back().passing == 1.0;
    if (!whole)
        refuse(source.place,
               "a grading must begin with a sieve that 0 percent pass and end with 100 percent");
    return law;
}

}  // namespace

RadiusLaw read_radius_law(const Node& node, const std::filesystem::path& folder) {
    if (node.as<Node::Array>()) return read_range(node);
    if (!node.as<Node::Entries>()) return EqualRadii{positive_of(node, "radius")};
    const LawWord word = Table(node, "a radius law")
                          .choice<LawWord>("law", {{"uniform", LawWord::uniform},
                                                {"normal", LawWord::normal},
                                                {"lognormal", LawWord::lognormal},
                                                {"two", LawWord::two},
                                                {"grading", LawWord::grading}});
    if (word == LawWord::uniform) return read_uniform(node);
    if (word == LawWord::two) return read_two(node);
    if (word == LawWord::grading) return read_grading(node, folder);
    return read_bell(node, word == LawWord::lognormal);
}

}  // namespace drystone
