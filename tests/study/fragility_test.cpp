#include "study/fragility.h"

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/scene_text.h"
#include "study/collapse.h"

namespace drystone::fragility_test {
namespace {

std::vector<Stripe> stripes(const std::vector<double>& x, int runs, const std::vector<int>& collapsed) {
    std::vector<Stripe> all;
    for (std::size_t k = 0; k < x.size(); ++k) all.push_back({x[k], runs, collapsed[k]});
    return all;
}

FragilityFit fit(const std::vector<Stripe>& all) {
    std::string why;
    const auto found = fit_fragility(all, why);
    EXPECT_TRUE(found) << why;
    return found.value_or(FragilityFit{});
}

struct Counted {
    std::vector<Stripe> data;
    double median, beta, log_likelihood;
};

/// Found by SciPy 1.10.1: Nelder-Mead on the same likelihood, to 1e-13.
const std::vector<Counted> counted = {
    {stripes({0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0}, 40, {0, 0, 0, 4, 6, 13, 12, 16}), 1.0761157923214757,
     0.4292371986698527, -107.89982649206773},
    {stripes({0.178, 0.274, 0.444, 0.56, 0.652, 0.79, 0.982, 1.246, 1.564, 2.014, 2.417, 3.021}, 45,
             {0, 0, 0, 0, 0, 4, 13, 23, 38, 41, 44, 45}),
     1.2196322163634963, 0.3104664932428764, -112.17738339003361},
    {stripes({1.0, 1.5, 2.0}, 54, {2, 25, 43}), 1.5724765212325282, 0.2700331938633007, -73.36046911849253},
    {stripes({300, 350, 400, 450}, 3, {0, 2, 2, 3}), 357.16027972712436, 0.11946494318300688,
     -4.687149285490655}};

TEST(Fragility, IsTheMostLikelyLognormalCurve) {
    for (const Counted& one : counted) {
        const FragilityFit found = fit(one.data);
        EXPECT_NEAR(found.median / one.median, 1.0, 1e-7);  // as flat as the likelihood is at its top
        EXPECT_NEAR(found.beta / one.beta, 1.0, 1e-6);
        EXPECT_NEAR(found.log_likelihood, one.log_likelihood, 1e-11);
        EXPECT_NEAR(found.probability(found.median), 0.5, 1e-15);
        EXPECT_NEAR(found.probability(found.median * std::exp(found.beta)), 0.841344746068543, 1e-12);
    }
}

TEST(Fragility, ScalesWithTheIntensityAndNotWithTheOrder) {
    for (const Counted& one : counted) {
        std::vector<Stripe> data = one.data;
        for (Stripe& stripe : data) stripe.intensity *= 1e6;
        std::reverse(data.begin(), data.end());
        EXPECT_NEAR(fit(data).median / (1e6 * one.median), 1.0, 1e-7);
        EXPECT_NEAR(fit(data).beta / one.beta, 1.0, 1e-6);
    }
}

/// Shares of a known curve among very many runs: the curve comes back, with errors of the size that they have.
TEST(Fragility, FindsTheCurveThatMadeTheCounts) {
    const FragilityFit truth{.median = 0.37, .beta = 0.28};
    std::vector<Stripe> data;
    for (double x = 0.1; x < 1.5; x *= 1.15)
        data.push_back({x, 1'000'000, static_cast<int>(std::lround(1e6 * truth.probability(x)))});
    const FragilityFit found = fit(data);
    EXPECT_NEAR(found.median, truth.median, 1e-6);
    EXPECT_NEAR(found.beta, truth.beta, 1e-6);
    EXPECT_LT(found.median_error, 1e-3);
    for (Stripe& stripe : data) {
        stripe.runs /= 100;
        stripe.collapsed /= 100;
    }
    EXPECT_NEAR(fit(data).beta_error / found.beta_error, 10.0, 0.1);  // as one over the root of the runs
}

TEST(Fragility, SaysWhatCannotBeTold) {
    std::string why;
    EXPECT_FALSE(fit_fragility(stripes({1, 2, 3}, 5, {0, 0, 0}), why));
    EXPECT_EQ(why, "no run collapsed: go to higher intensities");
    EXPECT_FALSE(fit_fragility(stripes({1, 2, 3}, 5, {5, 5, 5}), why));
    EXPECT_EQ(why, "every run collapsed: go to lower intensities");
    EXPECT_FALSE(fit_fragility(stripes({1, 2, 3}, 5, {5, 3, 0}), why));
    EXPECT_EQ(why, "collapses become fewer with the intensity");
    EXPECT_FALSE(fit_fragility(stripes({1, 2, 3, 4}, 5, {4, 3, 2, 1}), why));
    const FragilityFit apart = fit(stripes({1, 2, 8, 9}, 5, {0, 0, 5, 5}));
    EXPECT_DOUBLE_EQ(apart.median, 4.0);
    EXPECT_EQ(apart.beta, 0.0);
    EXPECT_EQ(apart.probability(3.9), 0.0);
    EXPECT_EQ(apart.probability(4.1), 1.0);
    const FragilityFit tied = fit(stripes({1, 2, 3}, 5, {0, 2, 5}));
    EXPECT_DOUBLE_EQ(tied.median, 2.0);
    EXPECT_EQ(tied.beta, 0.0);
}

/// A steep curve with one straggler far away: Newton's method must not run off.
TEST(Fragility, IsFoundWhereTailsAreFar) {
    const FragilityFit far = fit({{0.001, 10, 0}, {0.1, 10, 1}, {1.0, 10, 9}, {50.0, 10, 10}, {1e4, 10, 10}});
    EXPECT_GT(far.median, 0.1);
    EXPECT_LT(far.median, 1.0);
    EXPECT_GT(far.beta, 0.1);
}

TEST(Collapse, CriteriaAreReadAndJudged) {
    const Folder folder;
    const Scene scene =
        read_scene(folder.write("s.toml", head(2) + "[[bodies]]\nname = \"x\"\nmaterial = \"m\"\nshape = { "
                                                    "type = \"disk\", radius = 1 }\n[[probes]]\nname "
                                                    "= \"p\"\nbody = \"x\"\nquantities = [\"angle\"]\n"),
                   {});
    std::filesystem::create_directories(folder.path("probes"));
    folder.write("probes/p.csv", "time,angle\n1,0.2\n2,-0.7\n");
    const auto judge = [&](std::initializer_list<const char*> texts, RunStatus status) {
        std::vector<CollapseCriterion> criteria;
        for (const char* text : texts) criteria.push_back(parse_collapse(text, scene));
        return has_collapsed(criteria, status, folder.path("."));
    };
    EXPECT_EQ(judge({"p.angle:max>0.5"}, RunStatus::done), false);
    EXPECT_EQ(judge({"p.angle:absmax>0.5"}, RunStatus::done), true);
    EXPECT_EQ(judge({"p.angle:min<-0.5"}, RunStatus::not_converged), true);
    EXPECT_EQ(judge({"p.angle:max>0.5", "p.angle:last<-0.6"}, RunStatus::done), true);
    EXPECT_EQ(judge({"p.angle:max>0.5"}, RunStatus::missing), std::nullopt);
    EXPECT_EQ(judge({"p.angle:max>0.5"}, RunStatus::refused), std::nullopt);
    EXPECT_EQ(judge({"p.angle:max>0.5"}, RunStatus::failed), std::nullopt);
    EXPECT_EQ(judge({"failed", "p.angle:max>0.5"}, RunStatus::failed), true);
    EXPECT_EQ(judge({"failed"}, RunStatus::not_finite), true);
    EXPECT_EQ(judge({"failed"}, RunStatus::done), false);
    EXPECT_EQ(judge({"failed"}, RunStatus::refused), std::nullopt);
    for (const char* wrong : {"p.angle:max", "p.angle:max>", "p.angle:max>x", "fail"})
        EXPECT_THROW(parse_collapse(wrong, scene), InputError) << wrong;
    EXPECT_THROW(parse_collapse("p.angel:max>1", scene), InputError);
}

TEST(Ida, FindsTheFirstCollapseOfEveryRecord) {
    StudyTable table{"", "", parse_varies({"a=1,2,4", "file=x,y,z"}), {}, true, {}};
    const auto row = [](std::optional<bool> collapsed) {
        return StudyRow{.status = RunStatus::done, .collapsed = collapsed};
    };
    table.rows = {row(false), row(false),        row(false),   // a = 1
                  row(false), row(std::nullopt), row(true),    // 2: y has no verdict, z collapses
                  row(true),  row(false),        row(false)};  // 4: z stands again, as blocks that rock may
    EXPECT_EQ(intensity_key(table.varies, std::nullopt), 0u);
    const Fragility found = analyse(table, 0);
    EXPECT_EQ(ida_csv(table, found), "file,safe_to,collapses_at\nx,2,4\ny,4,\nz,1,2\n");
    EXPECT_TRUE(fragility_csv(found).starts_with("intensity,runs,collapsed,fraction,fitted\n1,3,0,0,0.0"))
        << fragility_csv(found);
    EXPECT_EQ(found.stripes[1].runs, 2);
    EXPECT_EQ(found.stripes[1].collapsed, 1);
    ASSERT_TRUE(found.fit);
    EXPECT_NE(in_words(table, found).find("collapse over a: 2 of 8 runs; median"), std::string::npos);
    EXPECT_THROW(intensity_key(table.varies, "file"), InputError);
    EXPECT_THROW(intensity_key(table.varies, "b"), InputError);
    EXPECT_THROW(intensity_key(parse_varies({"a=0,1"}), std::nullopt), InputError);
}

}  // namespace
}  // namespace drystone::fragility_test
