#include "scene/csv_reader.h"

namespace drystone {

bool CsvReader::next_row(std::vector<CsvCell>& row) {
    row.clear();
    while (at_ < text_.size() && at_end_of_line()) step();
    if (at_ >= text_.size()) return false;
    do row.push_back(cell());
    while (takes_comma());
    return true;
}

void CsvReader::step() {
    if (text_[at_] == '\n') {
        ++line_;
        column_ = 0;
    }
    ++at_;
    ++column_;
}

bool CsvReader::takes_comma() {
    if (at_ >= text_.size() || at_end_of_line()) return false;
    if (text_[at_] != ',')
        refuse({path_, line_, column_}, "after the quote of a cell there should be a comma");
    step();
    return true;
}

CsvCell CsvReader::cell() {
    CsvCell one{"", {path_, line_, column_}};
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    if (quoted) step();
    while (at_ < text_.size() && !ends_cell(quoted, one)) {
        one.text += text_[at_];
        step();
    }
    return one;
}

/// Past the closing quote of a quoted cell, at the comma or the end of the line of any other.
bool CsvReader::ends_cell(bool quoted, const CsvCell& one) {
    if (quoted && text_[at_] == '"') {
        step();
        return at_ >= text_.size() || text_[at_] != '"';
    }
    if (quoted && at_end_of_line()) refuse(one.place, "the quote is not closed on its line");
    return !quoted && (text_[at_] == ',' || at_end_of_line());
}

}  // namespace drystone
