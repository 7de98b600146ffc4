#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace drystone::fuzz {

namespace {

using Lines = std::vector<std::string>;

std::size_t place_in(std::size_t size, Random& random) {
    return static_cast<std::size_t>(random.below(size));
}

template <class T>
const T& any_of(const std::vector<T>& list, Random& random) {
    return list[place_in(list.size(), random)];
}

Lines lines_of(const std::string& text) {
    Lines lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    return lines;
}

std::string joined(const Lines& lines) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "\n" : "") + lines[i];
    return text;
}

struct Span {
    std::size_t from = 0, size = 0;
};

/// Words are runs of letters, digits and what numbers are made of.
std::vector<Span> words_of(const std::string& text, bool numbers_only) {
    const auto inside = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' || c == '_';
    };
    std::vector<Span> words;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && inside(text[end])) ++end;
        const bool number = end > i && (std::isdigit(static_cast<unsigned char>(text[i])) || text[i] == '-');
        if (end > i && (number || !numbers_only)) words.push_back({i, end - i});
        i = end + 1;
    }
    return words;
}

void replace_number(std::string& text, Random& random) {
    const std::vector<Span> numbers = words_of(text, true);
    if (numbers.empty()) return;
    const Span at = any_of(numbers, random);
    text.replace(at.from, at.size, odd_number(random));
}

void replace_word(std::string& text, const std::string& other, Random& random) {
    const std::vector<Span> words = words_of(text, false), more = words_of(other, false);
    if (words.empty() || more.empty()) return;
    const Span from = any_of(more, random), to = any_of(words, random);
    text.replace(to.from, to.size, other.substr(from.from, from.size));
}

void change_lines(std::string& text, const std::string& other, Random& random) {
    Lines lines = lines_of(text);
    const std::size_t i = place_in(lines.size(), random), j = place_in(lines.size(), random);
    switch (random.below(4)) {
        case 0:
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
            break;
        case 1:
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), std::string(lines[j]));
            break;
        case 2:
            std::swap(lines[i], lines[j]);
            break;
        default:
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), any_of(lines_of(other), random));
            break;
    }
    text = joined(lines);
}

void change_byte(std::string& bytes, Random& random) {
    if (bytes.empty()) return;
    const std::size_t i = place_in(bytes.size(), random);
    switch (random.below(3)) {
        case 0:
            bytes[i] = static_cast<char>(bytes[i] ^ (1 << random.below(8)));
            break;
        case 1:
            bytes.erase(i, 1);
            break;
        default:
            bytes.insert(i, 1, static_cast<char>(random.below(256)));
            break;
    }
}

void overwrite_number(std::string& bytes, Random& random) {
    constexpr std::array<std::uint64_t, 8> ends = {
        0, 1, ~0ull, 1ull << 63, 0x7fffffff, 0x80000000, 0x7ff0000000000000ull, 0xffff};
    const std::size_t size = std::size_t{1} << random.below(4);
    if (bytes.size() < size) return;
    const std::uint64_t value = ends[place_in(ends.size(), random)];
    std::memcpy(bytes.data() + place_in(bytes.size() - size + 1, random), &value, size);
}

void move_block(std::string& bytes, Random& random) {
    if (bytes.size() < 16) return;
    const std::size_t size = 1 + place_in(std::min<std::size_t>(bytes.size() / 2, 64), random);
    const std::size_t from = place_in(bytes.size() - size + 1, random),
                      to = place_in(bytes.size() - size + 1, random);
    std::memmove(bytes.data() + to, bytes.data() + from, size);
}

}  // namespace

std::string odd_number(Random& random) {
    static const std::vector<std::string> numbers = {"0",
                                                     "-0.0",
                                                     "-1",
                                                     "1",
                                                     "2",
                                                     "3",
                                                     "1e300",
                                                     "-1e300",
                                                     "1e-300",
                                                     "1e-108",
                                                     "1e15",
                                                     "1e-15",
                                                     "1e308",
                                                     "5e-324",
                                                     "nan",
                                                     "inf",
                                                     "-inf",
                                                     "0.5",
                                                     "1e9",
                                                     "1e12",
                                                     "1e-9",
                                                     "255",
                                                     "65536",
                                                     "2147483647",
                                                     "2147483648",
                                                     "-2147483648",
                                                     "4294967296",
                                                     "1000000000000",
                                                     "9007199254740993",
                                                     "9223372036854775807",
                                                     "-9223372036854775808",
                                                     "99999999999999999999",
                                                     "1e30",
                                                     "1e-30",
                                                     "1e31",
                                                     "true",
                                                     "\"1\"",
                                                     "[]",
                                                     "7"};
    return any_of(numbers, random);
}

std::string mutate_text(const std::string& text, const std::vector<std::string>& others, Random& random) {
    std::string out = text;
    for (std::uint64_t changes = 1 + random.below(4) / 2 * random.below(3); changes > 0; --changes) {
        const std::string& other = any_of(others, random);
        const std::uint64_t kind = random.below(16);
        if (kind < 7)
            replace_number(out, random);
        else if (kind < 10)
            replace_word(out, other, random);
        else if (kind < 13)
            change_lines(out, other, random);
        else if (kind < 15)
            change_byte(out, random);
        else
            out.resize(place_in(out.size() + 1, random));
    }
    return out;
}

std::string mutate_bytes(std::string bytes, Random& random) {
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
        const std::uint64_t kind = random.below(16);
        if (kind < 7)
            overwrite_number(bytes, random);
        else if (kind < 13)
            change_byte(bytes, random);
        else if (kind < 15)
            move_block(bytes, random);
        else
            bytes.resize(place_in(bytes.size() + 1, random));
    }
    return bytes;
}

}  // namespace drystone::fuzz
