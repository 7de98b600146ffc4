#include "render/letters.h"

#include <algorithm>

namespace drystone::render {

namespace {

// A letter is a few lines on a grid, drawn by hand: pairs of digits x (0 .. 4) and y (0 .. 8), the baseline is y = 2, capitals reach
// 8, small letters 6; a blank begins a new line.
struct Letter {
    char letter;
    std::string_view lines;
};

constexpr Letter letters[] = {{'0', "120307183847433212"},
                              {'1', "172822 1232"},
                              {'2', "07183847460242"},
                              {'3', "07183847463515 354443321203"},
                              {'4', "32380444"},
                              {'5', "480805354443321203"},
                              {'6', "4738180703123243443505"},
                              {'7', "084812"},
                              {'8', "15060718384746351504031232434435"},
                              {'9', "0312324347381807061545"},
                              {'.', "2222"},
                              {'-', "0545"},
                              {'+', "0545 2327"},
                              {'=', "0444 0646"},
                              {'/', "0248"},
                              {',', "2311"},
                              {':', "2323 2626"},
                              {'_', "0141"},
                              {'[', "38181232"},
                              {']', "18383212"},
                              {'%', "0248 08171808 42333242"},
                              {'|', "2028"},
                              {'(', "38272332"},
                              {')', "18272312"},
                              {' ', ""},
                              {'a', "4642 4536160503123243"},
                              {'b', "0802 0516364543321203"},
                              {'c', "4536160503123243"},
                              {'d', "4842 4536160503123243"},
                              {'e', "044445361605031242"},
                              {'f', "48382722 1636"},
                              {'g', "4641301001 4536160503123243"},
                              {'h', "0802 0516364542"},
                              {'i', "2622 2828"},
                              {'j', "36312010 3838"},
                              {'k', "0802 4604 2542"},
                              {'l', "2822"},
                              {'m', "0602 05162522 25364542"},
                              {'n', "0602 0516364542"},
                              {'o', "160503123243453616"},
                              {'p', "0600 0516364543321203"},
                              {'q', "4640 4536160503123243"},
                              {'r', "0602 05163645"},
                              {'s', "45361605143443321203"},
                              {'t', "28233242 1636"},
                              {'u', "0603123243 4642"},
                              {'v', "062246"},
                              {'w', "0612253246"},
                              {'x', "0642 0246"},
                              {'y', "0622 4610"},
                              {'z', "06460242"},
                              {'A', "022842 1434"},
                              {'B', "02083847463505 3544433202"},
                              {'C', "4738180703123243"},
                              {'D', "02083847433202"},
                              {'E', "48080242 0535"},
                              {'F', "480802 0535"},
                              {'G', "47381807031232434525"},
                              {'H', "0208 4248 0545"},
                              {'I', "2228"},
                              {'J', "4843321203"},
                              {'K', "0208 4804 2642"},
                              {'L', "080242"},
                              {'M', "0208254842"},
                              {'N', "02084248"},
                              {'O', "120307183847433212"},
                              {'P', "02083847463505"},
                              {'Q', "120307183847433212 2442"},
                              {'R', "02083847463505 2542"},
                              {'S', "473818070615354443321203"},
                              {'T', "0848 2822"},
                              {'U', "080312324348"},
                              {'V', "082248"},
                              {'W', "0812263248"},
                              {'X', "0842 0248"},
                              {'Y', "0825 4825 2522"},
                              {'Z', "08480242"}};

constexpr double grid_unit = 1.0 / 6;  // of the grid, in heights of a capital
constexpr double gap = 2.0;       // between letters, in units of the grid
constexpr double blank = 2.0;

std::string_view lines_of(char letter) {
    for (const Letter& one : letters) {
        if (one.letter == letter) return one.lines;
    }
    return "0208484202";
}

/// The columns of the grid that a letter takes.
std::array<double, 2> columns_of(std::string_view lines) {
    if (lines.empty()) return {0.0, blank};
    double low = 4.0, high = 0.0;
    for (std::size_t k = 0; k < lines.size(); k += lines[k] == ' ' ? 1 : 2) {
        if (lines[k] == ' ') continue;
        low = std::min(low, static_cast<double>(lines[k] - '0'));
        high = std::max(high, static_cast<double>(lines[k] - '0'));
    }
    return {low, high};
}

}  // namespace

std::vector<std::array<double, 4>> strokes_of(std::string_view text) {
    std::vector<std::array<double, 4>> out;
    double pen = 0.0;
    for (const char letter : text) {
        const std::string_view lines = lines_of(letter);
        const auto [low, high] = columns_of(lines);
        const double left = pen - low;
        for (std::size_t k = 0; k + 3 < lines.size(); k += lines[k + 2] == ' ' ? 3 : 2) {
            if (lines[k + 2] == ' ') continue;
            out.push_back({grid_unit * (left + lines[k] - '0'), grid_unit * (lines[k + 1] - '2'),
                           grid_unit * (left + lines[k + 2] - '0'), grid_unit * (lines[k + 3] - '2')});
        }
        pen += high - low + gap;
    }
    return out;
}

}  // namespace drystone::render
