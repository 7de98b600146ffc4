// Shapes as numbers: read again they are the same to the bit, and what is no shape is refused.

#include "geometry/shape_numbers.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "geometry/curved_samples.h"

namespace drystone::shape_numbers_test {
namespace {

template <int D>
std::vector<Geometry<D>> geometries() {
    std::vector<Geometry<D>> all = {{{Ball<D>{0.1}}}, {{Plane<D>{Vec<D>::axis(0)}}}, {{Drum<D>{2.0}}}};
    all.push_back({{Ball<D>{0.3}, Vec<D>::axis(0)}, {Solid<D>{samples::shared_box<D>(0.7 * (Vec<D>::axis(0) + Vec<D>::axis(1) + Vec<D>::axis(D - 1)))}}});
    for (const auto& sample : samples::curved_samples(Vec<D>{})) all.push_back({{CurvedSolid<D>{sample.shape}}});
    return all;
}

template <int D>
void are_the_same_again() {
    for (const Geometry<D>& geometry : geometries<D>()) {
        const std::vector<double> numbers = numbers_of<D>(geometry);
        const Geometry<D> again = geometry_of<D>(numbers);
        ASSERT_EQ(again.size(), geometry.size());
        EXPECT_EQ(numbers_of<D>(again), numbers);
        const auto* was = std::get_if<CurvedSolid<D>>(&geometry[0].shape);
        const auto* is = std::get_if<CurvedSolid<D>>(&again[0].shape);
        ASSERT_EQ(was == nullptr, is == nullptr);
        if (!was) continue;
        EXPECT_EQ(is->curved->radius, was->curved->radius);
        EXPECT_EQ(is->curved->middle, was->curved->middle);
        for (int k = 0; k < D; ++k) EXPECT_EQ(std::visit([&](const auto& c) { return c.support(Vec<D>::axis(k)); }, is->curved->core),
                                              std::visit([&](const auto& c) { return c.support(Vec<D>::axis(k)); }, was->curved->core));
    }
}

TEST(ShapeNumbers, AreTheSameShapesAgain) {
    are_the_same_again<2>();
    are_the_same_again<3>();
}

/// Cut off anywhere, lengthened, or with any number changed to something else: a shape or a refusal, never more.
template <int D>
void refuse_what_is_no_shape() {
    for (const Geometry<D>& geometry : geometries<D>()) {
        const std::vector<double> numbers = numbers_of<D>(geometry);
        for (std::size_t k = 0; k < numbers.size(); ++k)
            EXPECT_THROW(geometry_of<D>(std::span(numbers).first(k)), InputError) << k;
        std::vector<double> more = numbers;
        more.push_back(0.0);
        EXPECT_THROW(geometry_of<D>(more), InputError);
    }
    EXPECT_THROW(geometry_of<D>(std::vector<double>{1.0, 7.0, 0.0, 0.0, 0.0, 0.0}), InputError);
    EXPECT_THROW(geometry_of<D>(std::vector<double>{1e300}), InputError);
}

TEST(ShapeNumbers, RefuseWhatIsNoShape) {
    refuse_what_is_no_shape<2>();
    refuse_what_is_no_shape<3>();
}

}  // namespace
}  // namespace drystone::shape_numbers_test
