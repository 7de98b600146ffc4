#include "bench/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/picture.h"

namespace drystone::curve_test {
namespace {

/// A method that gains a decade every three iterations and gets no further than `best`.
struct Pretended {
    double best = 0.0;
    double reached = 1.0;
    std::vector<SolverSettings> calls{};

    Solvable problem() {
        return {.name = "a <pretended>, one",
                .contacts = 7,
                .on_blocks = true,
                .solve =
                    [this](const SolverSettings& settings) {
                        calls.push_back(settings);
                        SolveReport report;
                        for (reached = 1.0; reached > std::max(settings.tolerance, best);) {
                            reached /= 10.0;
                            report.iterations += 3;
                        }
                        report.residual = 0.0;  // what a solver says of itself is not asked
                        return report;
                    },
                .residual = [this] { return reached; }};
    }
};

TEST(Curve, HasAPointForEveryDecade) {
    Pretended method;
    const Curve curve = time_to_residual(method.problem(), SolverMethod::nlgs, {.worth_repeating = 0.0});
    ASSERT_EQ(curve.points.size(), 10u);
    for (std::size_t k = 0; k < 10; ++k) {
        EXPECT_DOUBLE_EQ(curve.points[k].tolerance, std::pow(10.0, -1.0 - static_cast<double>(k)));
        EXPECT_LE(curve.points[k].residual, curve.points[k].tolerance);
        EXPECT_TRUE(curve.points[k].converged);
        EXPECT_EQ(method.calls[k].method, SolverMethod::nlgs);
    }
    EXPECT_EQ(curve.points[4].iterations, 15);
    EXPECT_EQ(curve.contacts, 7);
}

TEST(Curve, EndsWithTheFirstToleranceThatIsNotReached) {
    Pretended method{.best = 1e-4};
    const Curve curve = time_to_residual(method.problem(), SolverMethod::nlgs, {.worth_repeating = 0.0});
    ASSERT_EQ(curve.points.size(), 5u);
    EXPECT_TRUE(curve.points[3].converged);
    EXPECT_FALSE(curve.points[4].converged);
}

TEST(Curve, ShortSolvesAreRepeated) {
    Pretended method;
    time_to_residual(method.problem(), SolverMethod::nlgs, {.worth_repeating = 1e9, .repeats = 4});
    EXPECT_EQ(method.calls.size(), 40u);
}

TEST(Curve, TheRowsOfTheTableAreWhatWasMeasured) {
    const Curve curve{
        .problem = "one, two",
        .contacts = 3,
        .method = SolverMethod::admm,
        .points = {
            {.tolerance = 0.1, .iterations = 4, .seconds = 0.5, .residual = 0.025, .converged = true}}};
    EXPECT_EQ(in_csv({curve}),
              "problem,contacts,method,tolerance,iterations,seconds,residual,converged\n"
              "\"one, two\",3,admm,1e-01,4,0.5,2.500e-02,true\n");
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Curve, ThePictureHasAPanelAProblemAndAMarkAPoint) {
    Pretended good, bad{.best = 1e-4};
    Solvable other = good.problem();
    other.name = "another";
    const std::vector<Curve> curves = {time_to_residual(good.problem(), SolverMethod::automatic),
                                       time_to_residual(bad.problem(), SolverMethod::nlgs),
                                       time_to_residual(other, SolverMethod::nlgs)};
    const std::string svg = in_svg(curves);
    EXPECT_EQ(count(svg, ">seconds<"), 2);
    EXPECT_EQ(count(svg, "<polyline "), 3);
    EXPECT_EQ(count(svg, "<circle "), 10 + 5 + 10 + 2);  // and two in the legend
    EXPECT_EQ(count(svg, "fill=\"white\" stroke"), 1);   // the one that was not reached
    EXPECT_EQ(count(svg, "a &lt;pretended&gt;, one, 7 contacts"), 1);
    EXPECT_EQ(count(svg, "<"), count(svg, ">"));
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0);
}

TEST(Curve, ThePictureOfNothingIsEmptyButWhole) {
    EXPECT_NE(in_svg({}).find("</svg>"), std::string::npos);
    Curve exact{.problem = "p",
                .contacts = 0,
                .method = SolverMethod::nlgs,
                .points = {{.tolerance = 0.1, .converged = true}}};
    EXPECT_EQ(count(in_svg({exact}), "nan") + count(in_svg({exact}), "inf"), 0);
}

}  // namespace
}  // namespace drystone::curve_test
