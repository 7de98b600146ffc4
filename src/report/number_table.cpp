#include "report/number_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "core/input_error.h"

namespace drystone {

namespace {

std::string content_after(const std::string& path, std::size_t start) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(path, "cannot be opened");
    file.seekg(static_cast<std::streamoff>(start));
    return {std::istreambuf_iterator<char>(file), {}};
}

double number_in(std::string_view cell) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc() && end == cell.data() + cell.size();
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

template <class Visit>
int for_cells(std::string_view line, const Visit& visit) {
    int count = 0;
    for (std::size_t start = 0; start <= line.size(); ++count) {
        const std::size_t end = std::min(line.find(',', start), line.size());
        visit(count, line.substr(start, end - start));
        start = end + 1;
    }
    return count;
}

void add_row(const std::string& path, std::string_view line, NumberTable& table) {
    const int count = for_cells(line, [&](int c, std::string_view cell) {
        if (c < static_cast<int>(table.values.size())) table.values[c].push_back(number_in(cell));
    });
    if (count == static_cast<int>(table.columns.size())) return;
    throw InputError(fmt::format("{}:{}", path, table.rows_in_file + 2),
                     fmt::format("{} cells, {} wanted", count, table.columns.size()));
}

/// Whether a comes before b; what is no number comes last.
template <class Order>
bool before(double a, double b) {
    return Order()(a, b) || (std::isnan(b) && !std::isnan(a));
}

}  // namespace

NumberTable read_table(const std::string& path, const std::string& name) {
    NumberTable table;
    table.name = name;
    read_more(path, table);
    return table;
}

void read_more(const std::string& path, NumberTable& table) {
    const std::string content = content_after(path, table.bytes);
    std::size_t start = 0;
    for (std::size_t end = 0; (end = content.find('\n', start)) != std::string::npos; start = end + 1) {
        const std::string_view line = std::string_view(content).substr(start, end - start);
        if (table.columns.empty()) {
            for_cells(line, [&](int, std::string_view cell) { table.columns.emplace_back(cell); });
            table.values.resize(table.columns.size());
        } else {
            add_row(path, line, table);
            ++table.rows_in_file;
        }
    }
    table.bytes += start;
}

void thin(NumberTable& table, std::size_t most) {
    const std::size_t rows = table.rows(), columns = table.columns.size();
    if (rows <= most || columns == 0) return;
    const std::size_t stretches = std::max<std::size_t>(1, most / (2 * columns));
    std::vector<char> kept(rows, 0);
    kept.front() = kept.back() = 1;
    for (std::size_t s = 0; s < stretches; ++s) {
        const std::size_t begin = s * rows / stretches, end = (s + 1) * rows / stretches;
        for (const std::vector<double>& column : table.values) {
            const auto first = column.begin() + begin, last = column.begin() + end;
            kept[std::min_element(first, last, before<std::less<>>) - column.begin()] = 1;
            kept[std::min_element(first, last, before<std::greater<>>) - column.begin()] = 1;
        }
    }
    for (std::vector<double>& column : table.values) {
        std::size_t to = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            if (kept[i]) column[to++] = column[i];
        }
        column.resize(to);
    }
}

}  // namespace drystone
