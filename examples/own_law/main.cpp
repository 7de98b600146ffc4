#include "cli/program.h"
#include "stribeck.h"

drystone::Law read_stribeck(const drystone::Table& table, int /*dimension*/) {
    return drystone::OwnLaw(Stribeck{.slow = table.not_negative("slow_friction"),
                                     .fast = table.not_negative("fast_friction"),
                                     .speed = table.positive("speed")});
}

int main(int argc, char** argv) {
    return drystone::run_program(
        argc, argv, {{"stribeck", {{"slow_friction", "fast_friction", "speed"}, read_stribeck}}});
}
