// What an ensemble writes: the tables, the summary and the samples are the numbers it found.

#include <gtest/gtest.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "ensemble/files.h"
#include "ensemble/sampled_scenes.h"
#include "ensemble/words.h"
#include "hdf5/file.h"
#include "io/folders.h"

namespace drystone::files_test {
namespace {

using Json = nlohmann::json;
using EnsembleFiles = InAFolder;

const SampledWorld& sampled_wedge() {
    static const SampledWorld world(block_scene(wedge_text(0.2), 0.5), {.runs = 12});
    return world;
}

void expect_spread(const Json& json, const Spread& s) {
    EXPECT_EQ(json.at("low"), s.low);
    EXPECT_EQ(json.at("high"), s.high);
    EXPECT_EQ(json.at("mean"), s.mean);
    EXPECT_EQ(json.at("deviation"), s.deviation);
}

TEST_F(EnsembleFiles, TheSummaryHasEveryNumber) {
    const Ensemble<2>& e = sampled_wedge().ensemble;
    const Json json = Json::parse(in_json(e, "wedge.toml"));
    EXPECT_EQ(json.at("scene"), "wedge.toml");
    EXPECT_EQ(json.at("dimension"), 2);
    EXPECT_EQ(json.at("runs"), e.runs.size());
    EXPECT_EQ(json.at("converged"), e.counted.size());
    EXPECT_EQ(json.at("contacts"), e.contacts.size());
    EXPECT_EQ(json.at("joints"), e.joints.size());
    EXPECT_EQ(json.at("movable_bodies"), 1);
    EXPECT_EQ(json.at("moves"), false);
    EXPECT_EQ(json.at("indeterminacy"), e.indeterminacy);
    EXPECT_EQ(json.at("each_run").size(), e.runs.size());
    for (std::size_t i = 0; i < 2; ++i) {
        expect_spread(json.at("total_force")[i], e.total[i]);
        for (std::size_t j = 0; j < 2; ++j) expect_spread(json.at("stress")[i][j], e.stress[i][j]);
    }
    ASSERT_EQ(json.at("supports").size(), 2u);
    for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_EQ(json.at("supports")[s].at("name"), e.supports[s].name);
        for (std::size_t i = 0; i < 2; ++i)
            expect_spread(json.at("supports")[s].at("force")[i], e.supports[s].force[i]);
    }
    double integral = 0.0;
    for (const Json& bin : json.at("distribution").at("bins"))
        integral +=
            (bin.at("to").get<double>() - bin.at("from").get<double>()) * bin.at("density").get<double>();
    EXPECT_NEAR(integral, 1.0, 1e-12);
}

// A path need not be text, nor a number finite: the file is JSON all the same.
TEST_F(EnsembleFiles, TheSummaryIsJsonWhateverHappens) {
    Ensemble<2> e = sampled_wedge().ensemble;
    e.indeterminacy = std::nan("");
    e.total[0].high = std::numeric_limits<double>::infinity();
    e.supports[0].name = "a \"name\", \xff";
    Json json;
    ASSERT_NO_THROW(json = Json::parse(in_json(e, "\xfe\xff.toml")));
    EXPECT_TRUE(json.at("indeterminacy").is_null());
    EXPECT_TRUE(json.at("total_force")[0].at("high").is_null());
}

/// Cells by column and row.
std::vector<std::vector<std::string>> cells_of(const std::string& csv) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
}

TEST_F(EnsembleFiles, TablesHaveARowPerContactAndPerJoint) {
    const Ensemble<2>& e = sampled_wedge().ensemble;
    for (const auto* list : {&e.contacts, &e.joints}) {
        const auto rows = cells_of(in_csv(e, *list));
        ASSERT_EQ(rows.size(), list->size() + 1);
        const auto column = [&](const std::string& name) {
            const auto found = std::find(rows[0].begin(), rows[0].end(), name);
            EXPECT_NE(found, rows[0].end()) << name;
            return static_cast<std::size_t>(found - rows[0].begin());
        };
        int contacts = 0;
        for (std::size_t k = 0; k < list->size(); ++k) {
            const ForceSpread<2>& one = (*list)[k];
            const auto number = [&](const std::string& name) { return std::stod(rows[k + 1][column(name)]); };
            EXPECT_EQ(rows[k + 1].size(), rows[0].size());
            EXPECT_EQ(number("body_a"), one.a);
            EXPECT_EQ(number("body_b"), one.b);
            EXPECT_EQ(number("normal_force.low"), one.normal_force.low);
            EXPECT_EQ(number("normal_force.high"), one.normal_force.high);
            EXPECT_EQ(number("tangential_force.mean"), one.tangential.mean);
            EXPECT_EQ(number("mean_force.y"), one.mean[1]);
            EXPECT_EQ(number("fluctuation"), one.fluctuation);
            contacts += one.contacts;
        }
        EXPECT_EQ(contacts, static_cast<int>(e.contacts.size()));
    }
}

TEST_F(EnsembleFiles, NamesWithCommasAreQuoted) {
    Ensemble<2> e = sampled_wedge().ensemble;
    e.names[static_cast<std::size_t>(e.joints[0].a)] = "left, \"old\"";
    EXPECT_NE(in_csv(e, e.joints).find(",\"left, \"\"old\"\"\","), std::string::npos) << in_csv(e, e.joints);
}

// The samples, turned into world axes, carry the keystone in every run.
TEST_F(EnsembleFiles, SamplesAreForcesInEquilibrium) {
    const SampledWorld& wedge = sampled_wedge();
    const Ensemble<2>& e = wedge.ensemble;
    write_samples(path("samples.h5"), e);
    const hdf5::File file = hdf5::File::open(path("samples.h5"));
    const auto runs = static_cast<std::int64_t>(e.counted.size()),
               contacts = static_cast<std::int64_t>(e.contacts.size());
    const auto force = file.read<double>("force", {runs, contacts, 2}),
               frame = file.read<double>("frame", {contacts, 2, 2}),
               point = file.read<double>("point", {contacts, 2});
    const auto bodies = file.read<std::int32_t>("bodies", {contacts, 2}),
               run = file.read<std::int32_t>("run", {runs});
    const int key = wedge.blocks.body("key");
    for (std::size_t k = 0; k < static_cast<std::size_t>(runs); ++k) {
        EXPECT_EQ(run[k], e.counted[k]);
        Vec<2> sum{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(contacts); ++c) {
            Vec<2> f{};
            for (std::size_t i = 0; i < 2; ++i) {
                const double component = force[(k * e.contacts.size() + c) * 2 + i];
                EXPECT_EQ(component, e.force[k][c][static_cast<int>(i)]);
                for (std::size_t j = 0; j < 2; ++j)
                    f[static_cast<int>(j)] += component * frame[4 * c + 2 * i + j];
            }
            EXPECT_EQ(point[2 * c], e.contacts[c].point[0]);
            if (bodies[2 * c + 1] == key) sum += f;
            if (bodies[2 * c] == key) sum -= f;
        }
        EXPECT_NEAR(sum[0], 0.0, 1e-5 * wedge.W) << k;
        EXPECT_NEAR(sum[1], wedge.W, 1e-5 * wedge.W) << k;
    }
}

TEST_F(EnsembleFiles, WordsSayWhetherForcesAreDetermined) {
    const SampledWorld pile(block_scene(pile_text(4), 0.0), {.runs = 5});
    EXPECT_NE(in_words(pile.ensemble, "pile").find("the contact forces are determined"), std::string::npos);
    const std::string wedge = in_words(sampled_wedge().ensemble, "wedge");
    EXPECT_NE(wedge.find("the contact forces are not determined"), std::string::npos) << wedge;
    EXPECT_NE(wedge.find("the same in every run"), std::string::npos) << wedge;
    EXPECT_NE(wedge.find("least determined contacts"), std::string::npos) << wedge;
    EXPECT_EQ(called({"arch", ""}, 0), "arch");
    EXPECT_EQ(called({"arch", ""}, 1), "body 1");
}

}  // namespace
}  // namespace drystone::files_test
