#pragma once

#include <string>
#include <vector>

namespace drystone {

/// A table of numbers, by rows.
struct Measured {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;
};

/// As CSV: the fewest digits that read back to the same bits; empty where a number is not finite.
std::string csv_of(const Measured& table);

}  // namespace drystone
