#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/place.h"

namespace drystone {

/// A cell with its place in the file.
struct CsvCell {
    std::string text;
    Place place;
};

/// A file of comma-separated values, row by row: cells in quotes may hold commas and, doubled, quotes; ends of lines they may not. Empty
/// lines are passed over.
class CsvReader {
  public:
    /// `path` stands for the file in the places of what is refused.
    CsvReader(std::string text, const std::string& path)
        : text_(std::move(text)), path_(std::make_shared<const std::string>(path)) {}

    bool next_row(std::vector<CsvCell>& row);  // false: there is none

  private:
    bool at_end_of_line() const { return text_[at_] == '\n' || text_[at_] == '\r'; }
    void step();
    bool takes_comma();
    CsvCell cell();
    bool ends_cell(bool quoted, const CsvCell& one);

    std::string text_;
    std::shared_ptr<const std::string> path_;
    std::size_t at_ = 0;
    int line_ = 1, column_ = 1;
};

}  // namespace drystone
