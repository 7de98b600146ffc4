// A closed loop over 10^5 steps: docs/theory.md (3.41).

#include "physics/four_bar.h"

namespace drystone::links_test {
namespace {

TEST(LongLinkages, AFourBarLinkageStaysClosedInThePlane) { a_four_bar_linkage_stays_closed<2>(100000); }
TEST(LongLinkages, AFourBarLinkageStaysClosedInSpace) { a_four_bar_linkage_stays_closed<3>(100000); }

}  // namespace
}  // namespace drystone::links_test
