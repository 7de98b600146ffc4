#include "cli/program.h"
#include "stribeck.h"
#include "wear.h"

drystone::Law read_stribeck(const drystone::Table& table, int /*dimension*/) {
    return drystone::OwnLaw(Stribeck{.slow = table.not_negative("slow_friction"),
                                     .fast = table.not_negative("fast_friction"),
                                     .speed = table.positive("speed")});
}

drystone::Law read_wear(const drystone::Table& table, int /*dimension*/) {
    return drystone::OwnLaw(Wear{.fresh = table.not_negative("new_friction"),
                                 .worn = table.not_negative("worn_friction"),
                                 .length = table.positive("wear_length")});
}

int main(int argc, char** argv) {
    return drystone::run_program(
        argc, argv,
        {{"stribeck", {{"slow_friction", "fast_friction", "speed"}, read_stribeck}},
         {"wear", {{"new_friction", "worn_friction", "wear_length"}, read_wear}}});
}
