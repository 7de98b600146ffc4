#include "fields/measured.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace drystone {

std::string csv_of(const Measured& table) {
    std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
    for (const std::vector<double>& row : table.rows) {
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (k > 0) text += ',';
            if (std::isfinite(row[k])) fmt::format_to(std::back_inserter(text), "{}", row[k]);
        }
        text += '\n';
    }
    return text;
}

}  // namespace drystone
