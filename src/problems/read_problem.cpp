#include "problems/read_problem.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/input_error.h"
#include "hdf5/file.h"
#include "problems/condense.h"

namespace drystone {

namespace {

using hdf5::Group;

std::int64_t whole_number(const Group& group, const std::string& name) {
    const std::vector<std::int64_t> values = group.read<std::int64_t>(name).values;
    if (values.size() != 1)
        throw InputError(group.place(name), fmt::format("holds {} values, expected one", values.size()));
    return values[0];
}

/// A list of finite numbers, `size` of them; any: as many as there are.
std::vector<double> numbers(const Group& group, const std::string& name, std::int64_t size = hdf5::any) {
    std::vector<double> values = group.read<double>(name, {size});
    const auto strange =
        std::find_if(values.begin(), values.end(), [](double x) { return !std::isfinite(x); });
    if (strange != values.end()) {
        throw InputError(group.place(name), fmt::format("entry {} is {}, expected finite numbers",
                                                        strange - values.begin(), *strange));
    }
    return values;
}

std::int64_t length(const std::vector<double>& values) { return static_cast<std::int64_t>(values.size()); }

std::vector<double> friction(const Group& group, std::int64_t contacts) {
    std::vector<double> mu = numbers(group, "mu", contacts);
    const auto negative = std::find_if(mu.begin(), mu.end(), [](double x) { return x < 0.0; });
    if (negative != mu.end()) {
        throw InputError(group.place("mu"), fmt::format("entry {} is {}, expected zero or more",
                                                        negative - mu.begin(), *negative));
    }
    return mu;
}

/// Indices of the file, each in 0 .. below - 1.
std::vector<int> indices(const Group& group, const std::string& name, std::int64_t size, std::int64_t below) {
    const std::vector<std::int64_t> found = group.read<std::int64_t>(name, {size});
    std::vector<int> out;
    out.reserve(found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        if (found[k] < 0 || found[k] >= below) {
            throw InputError(group.place(name), fmt::format("entry {} is {}, expected an index from 0 to {}",
                                                            k, found[k], below - 1));
        }
        out.push_back(static_cast<int>(found[k]));
    }
    return out;
}

/// Where the lines (columns or rows) of a compressed matrix begin.
std::vector<int> line_starts(const Group& group, std::int64_t lines) {
    const std::vector<int> start = indices(group, "p", lines + 1, std::numeric_limits<int>::max());
    if (start.front() != 0 || !std::is_sorted(start.begin(), start.end()))
        throw InputError(group.place("p"),
                         "does not start at 0 and grow, as the starts of columns or rows do");
    return start;
}

/// Compressed columns, or rows.
std::vector<MatrixEntry> compressed_entries(const Group& group, std::int64_t rows, std::int64_t columns,
                                            bool by_rows) {
    const std::vector<int> start = line_starts(group, by_rows ? rows : columns);
    const std::int64_t room = hdf5::values_in(group.shape("i"));
    if (room < start.back()) {
        throw InputError(
            group.place("i"),
            fmt::format("has {} entries, expected at least the {} that p speaks of", room, start.back()));
    }
    const std::vector<int> inner = indices(group, "i", room, by_rows ? columns : rows);
    const std::vector<double> value = numbers(group, "x", room);
    std::vector<MatrixEntry> entries;
    for (std::size_t line = 0; line + 1 < start.size(); ++line) {
        for (int k = start[line]; k < start[line + 1]; ++k) {
            const int outer = static_cast<int>(line);
            entries.push_back(by_rows ? MatrixEntry{outer, inner[k], value[k]}
                                      : MatrixEntry{inner[k], outer, value[k]});
        }
    }
    return entries;
}

std::vector<MatrixEntry> triplets(const Group& group, std::int64_t count, std::int64_t rows,
                                  std::int64_t columns) {
    const std::vector<int> row = indices(group, "p", count, rows),
                           column = indices(group, "i", count, columns);
    const std::vector<double> value = numbers(group, "x");
    if (length(value) < count)
        throw InputError(group.place("x"), fmt::format("has {} entries, expected {}", value.size(), count));
    std::vector<MatrixEntry> entries;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
        entries.push_back({row[k], column[k], value[k]});
    return entries;
}

/// In any of FCLIB's three formats, told apart by nz: entries of triplets, or -1 for compressed columns, -2 for rows.
SparseMatrix matrix(const Group& group, std::int64_t rows, std::int64_t columns) {
    const std::int64_t m = whole_number(group, "m"), n = whole_number(group, "n"),
                       nz = whole_number(group, "nz");
    if (m != rows || n != columns)
        throw InputError(group.place(), fmt::format("is {} x {}, expected {} x {}", m, n, rows, columns));
    if (std::max(m, n) >= std::numeric_limits<int>::max()) throw InputError(group.place(), "is too large");
    if (nz < -2) {
        throw InputError(group.place("nz"),
                         fmt::format("is {}, expected -1 (compressed columns), -2 (compressed rows) or "
                                     "the number of triplets",
                                     nz));
    }
    auto entries = nz >= 0 ? triplets(group, nz, m, n) : compressed_entries(group, m, n, nz == -2);
    return from_entries(static_cast<int>(m), static_cast<int>(n), std::move(entries));
}

int dimension(const Group& group) {
    const std::int64_t d = whole_number(group, "spacedim");
    if (d != 2 && d != 3) throw InputError(group.place("spacedim"), fmt::format("is {}, expected 2 or 3", d));
    return static_cast<int>(d);
}

std::int64_t contacts_of(const Group& group, const std::string& name, std::int64_t rows, int d) {
    if (rows % d != 0)
        throw InputError(group.place(name),
                         fmt::format("has {} entries, expected a multiple of {}", rows, d));
    return rows / d;
}

LocalForm local_form(const Group& group) {
    const Group vectors = group.group("vectors");
    LocalForm local;
    local.dimension = dimension(group);
    local.q = numbers(vectors, "q");
    const std::int64_t m = length(local.q);
    local.mu = friction(vectors, contacts_of(vectors, "q", m, local.dimension));
    local.W = matrix(group.group("W"), m, m);
    if (group.has("V") != group.has("R"))
        throw InputError(group.place(), "has one of V and R without the other");
    if (group.has("V")) {
        std::vector<double> s = numbers(vectors, "s");
        const std::int64_t p = length(s);
        local.bilateral = {matrix(group.group("V"), m, p), matrix(group.group("R"), p, p), std::move(s)};
    }
    return local;
}

GlobalForm global_form(const Group& group) {
    const Group vectors = group.group("vectors");
    GlobalForm global;
    global.dimension = dimension(group);
    global.f = numbers(vectors, "f");
    global.w = numbers(vectors, "w");
    const std::int64_t n = length(global.f), m = length(global.w);
    global.mu = friction(vectors, contacts_of(vectors, "w", m, global.dimension));
    global.M = matrix(group.group("M"), n, n);
    global.H = matrix(group.group("H"), n, m);
    if (group.has("G")) {
        global.b = numbers(vectors, "b");
        global.G = matrix(group.group("G"), n, length(global.b));
    }
    return global;
}

ProblemInfo info_of(const Group& group) {
    ProblemInfo info;
    if (!group.has("info")) return info;
    const Group texts = group.group("info");
    const auto text = [&](const char* name) {
        return texts.has(name) ? texts.read_text(name) : std::string();
    };
    return {text("title"), text("description"), text("math_info")};
}

ContactState state(const Group& group, std::int64_t rows) {
    return {numbers(group, "u", rows), numbers(group, "r", rows)};
}

std::optional<ContactState> first_guess(const Group& file, std::int64_t rows) {
    if (!file.has("guesses")) return std::nullopt;
    const Group guesses = file.group("guesses");
    if (whole_number(guesses, "number_of_guesses") < 1) return std::nullopt;
    return state(guesses.group("1"), rows);
}

}  // namespace

ProblemFile read_problem(const std::string& path) {
    const hdf5::File file = hdf5::File::open(path);
    const bool local = file.has("fclib_local");
    if (!local && !file.has("fclib_global"))
        throw InputError(path,
                         "holds no contact problem: there is neither /fclib_local nor /fclib_global in it");
    const Group group = file.group(local ? "fclib_local" : "fclib_global");
    ProblemFile problem;
    if (local) {
        problem.form = local_form(group);
    } else {
        problem.form = global_form(group);
    }
    const std::int64_t rows = std::visit(
        [](const auto& form) { return static_cast<std::int64_t>(form.mu.size()) * form.dimension; },
        problem.form);
    problem.info = info_of(group);
    problem.guess = first_guess(file, rows);
    if (file.has("solution")) problem.solution = state(file.group("solution"), rows);
    return problem;
}

LocalForm condensed(const ProblemFile& file, const std::string& path) {
    LocalForm local = std::visit([&](const auto& form) { return condense(form, path); }, file.form);
    for (const MatrixEntry& entry : entries_of(local.W)) {
        if (!std::isfinite(entry.value))
            throw InputError(path, "W is not finite once velocities are eliminated");
        if (entry.row == entry.column && entry.value < 0.0) {
            throw InputError(
                path, fmt::format("W has {} on its diagonal (row {}), expected zero or more: an impulse "
                                  "would cause a velocity against itself",
                                  entry.value, entry.row));
        }
    }
    return local;
}

}  // namespace drystone
