#include "scene/read_record.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "scene/parse_toml.h"
#include "scene/table.h"

namespace drystone {

namespace {

struct Line {
    std::string_view text;
    int number = 0;  // from 1
};

struct Word {
    std::string_view text;
    int column = 0;  // from 1
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back({text.substr(begin, end - begin), static_cast<int>(lines.size()) + 1});
        begin = end + 1;
    }
    return lines;
}

std::vector<Word> words_of(std::string_view line) {
    constexpr std::string_view between = " \t\r,;";
    std::vector<Word> words;
    for (std::size_t begin = line.find_first_not_of(between); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
        words.push_back({line.substr(begin, end - begin), static_cast<int>(begin) + 1});
        begin = line.find_first_not_of(between, end);
    }
    return words;
}

std::optional<double> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = (c >= 'a' && c <= 'z') ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
}

/// A file of numbers with its name for messages.
struct RecordFile {
    std::shared_ptr<const std::string> path;
    std::string text;
    std::vector<Line> lines;

    Place at(const Line& line, const Word& word) const { return {path, line.number, word.column}; }
    double number(const Line& line, const Word& word) const {
        if (const auto number = number_in(word.text)) return *number;
        refuse(at(line, word), fmt::format("\"{}\" is not a number", word.text));
    }
};

void open_record(const Node& file, const std::filesystem::path& folder, RecordFile& record) {
    const std::string path = (folder / text_of(file, "file")).string();
    record.path = std::make_shared<const std::string>(path);
    record.text = read_text_file(path, file.place);
    record.lines = lines_of(record.text);
}

/// The value of "NPTS= 4000" or "DT = .005", and nothing for "4000 .005 NPTS, DT".
std::optional<double> after_name(const std::string& line, std::string_view name) {
    const std::size_t at = line.find(name);
    const std::size_t begin = line.find_first_not_of(" \t=", at + name.size());
    if (at == std::string::npos || begin == std::string::npos) return std::nullopt;
    return number_in(line.substr(begin, line.find_first_of(" \t\r,;", begin) - begin));
}

struct RecordHeader {
    std::size_t line = 0;  // index of the line with NPTS and DT
    double points = 0.0;
    double step = 0.0;  // [s]
};

std::optional<RecordHeader> find_header(const RecordFile& record) {
    constexpr std::size_t header_lines = 20;
    for (std::size_t i = 0; i < std::min(record.lines.size(), header_lines); ++i) {
        const std::string line = upper(record.lines[i].text);
        if (line.find("NPTS") == std::string::npos || line.find("DT") == std::string::npos) continue;
        auto points = after_name(line, "NPTS"), step = after_name(line, "DT");
        if (const auto words = words_of(line); !points && !step && words.size() >= 2) {
            points = number_in(words[0].text);
            step = number_in(words[1].text);
        }
        const bool good = points && step && *points >= 1 && *points == std::floor(*points) && *step > 0.0;
        if (!good) {
            refuse({record.path, record.lines[i].number, 1},
                   "NPTS and DT of the record cannot be read; expected a line such as \"NPTS= 4000, DT= .005 "
                   "SEC\"");
        }
        return RecordHeader{i, *points, *step};
    }
    return std::nullopt;
}

std::vector<Signal::Point> read_at2(const RecordFile& record, const RecordHeader& header, double scale) {
    std::vector<Signal::Point> points;
    for (std::size_t i = header.line + 1; i < record.lines.size(); ++i) {
        for (const Word& word : words_of(record.lines[i].text)) {
            const double time = header.step * static_cast<double>(points.size());
            points.push_back({time, scale * record.number(record.lines[i], word)});
        }
    }
    if (static_cast<double>(points.size()) != header.points) {
        refuse({record.path, record.lines[header.line].number, 1},
               fmt::format("the header says NPTS = {}, but the record has {} values", header.points,
                           points.size()));
    }
    return points;
}

TwoColumns two_columns(const RecordFile& record) {
    TwoColumns table;
    bool titles_allowed = true;
    for (const Line& line : record.lines) {
        const auto words = words_of(line.text);
        if (words.empty() || words[0].text[0] == '#' || words[0].text[0] == '%') continue;
        const bool titles = titles_allowed && !number_in(words[0].text);
        titles_allowed = false;
        if (titles) continue;
        if (words.size() != 2) {
            refuse(record.at(line, words[std::min<std::size_t>(words.size() - 1, 2)]),
                   fmt::format("expected two numbers in a line, found {}", words.size()));
        }
        table.rows.push_back(
            {record.number(line, words[0]), record.number(line, words[1]), record.at(line, words[0])});
    }
    return table;
}

std::vector<Signal::Point> read_csv(const RecordFile& record, double scale) {
    std::vector<Signal::Point> points;
    for (const auto& row : two_columns(record).rows) {
        if (row.first < 0.0) refuse(row.place, "a time in a record must not be negative");
        if (!points.empty() && row.first <= points.back().time) {
            refuse(row.place, fmt::format("the times of a record must ascend, but {} follows {}", row.first,
                                          points.back().time));
        }
        points.push_back({row.first, scale * row.second});
    }
    return points;
}

}  // namespace

TwoColumns read_two_columns(const Node& file, const std::filesystem::path& folder) {
    RecordFile record;
    open_record(file, folder, record);
    return two_columns(record);
}

std::vector<Signal::Point> read_record(const Node& file, const std::filesystem::path& folder, double scale) {
    RecordFile record;
    open_record(file, folder, record);
    const auto header = find_header(record);
    if (!header && upper(*record.path).ends_with(".AT2")) {
        refuse(file.place,
               fmt::format("\"{}\" has no line with NPTS and DT, which a .AT2 record needs", *record.path));
    }
    auto points = header ? read_at2(record, *header, scale) : read_csv(record, scale);
    if (points.empty()) refuse(file.place, fmt::format("the record \"{}\" has no values", *record.path));
    return points;
}

}  // namespace drystone
