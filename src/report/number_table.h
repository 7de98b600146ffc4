#pragma once

#include <string>
#include <vector>

namespace drystone {

/// A CSV file of numbers: probes/<name>.csv, steps.csv. Rows by time.
struct NumberTable {
    std::string name;
    std::vector<std::string> columns;         // as in the header; the first is time, or step and time
    std::vector<std::vector<double>> values;  // (columns)(rows)
    std::size_t rows_in_file = 0;             // more than are here, where it was thinned
    std::size_t bytes = 0;                    // of the file, read so far

    std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
};

/// A cell that is no number is NaN; a last line without its end (the run goes on) is left out. Throws InputError with
/// file and line where a row has another number of cells than the header.
NumberTable read_table(const std::string& path, const std::string& name);

/// Appends the rows that were written since. Not to a table that was thinned.
void read_more(const std::string& path, NumberTable& table);

/// At most about `most` rows: in each of equal stretches, those where a column has its least or greatest value, so that
/// no peak is lost; and the first and last row.
void thin(NumberTable& table, std::size_t most);

}  // namespace drystone
