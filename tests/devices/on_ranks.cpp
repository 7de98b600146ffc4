// The tests of this folder are run by several processes, mpirun -n 2 build/bin/test_devices: each of them goes through all tests, and rank 0 speaks.

#include <gtest/gtest.h>

#include "ranks/team.h"

namespace drystone::devices {

namespace {
ranks::Team* the_team = nullptr;
}

ranks::Team& team() { return *the_team; }

}  // namespace drystone::devices

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    drystone::ranks::Team team;
    drystone::devices::the_team = &team;
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    if (team.rank() > 0) delete listeners.Release(listeners.default_result_printer());
    return RUN_ALL_TESTS();
}
