#include "problems/write_problem.h"

#include <cassert>
#include <cstdint>
#include <span>

#include "hdf5/file.h"

namespace drystone {

namespace {

using hdf5::Group;
using hdf5::Handle;

void write_number(const Group& group, const std::string& name, int value) {
    const std::int32_t one[] = {value};
    group.write<std::int32_t>(name, one, {1});
}

void write_numbers(const Group& group, const std::string& name, std::span<const double> values) {
    group.write<double>(name, values, {static_cast<std::int64_t>(values.size())});
}

void write_indices(const Group& group, const std::string& name, const std::vector<int>& values) {
    group.write<std::int32_t>(name, values, {static_cast<std::int64_t>(values.size())});
}

/// Of fixed length, with the zero at its end: libfclib cannot read texts of variable length.
void write_fixed_text(const Group& group, const std::string& name, const std::string& text) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), text.size() + 1);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle data(
        H5Dcreate2(group.id(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (!data.valid() || H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0)
        throw hdf5::WriteError(group.place(name), "write the text");
}

void write_matrix(const Group& group, const SparseMatrix& matrix) {
    constexpr int compressed_columns = -1;
    write_number(group, "nzmax", static_cast<int>(matrix.value.size()));
    write_number(group, "m", matrix.rows);
    write_number(group, "n", matrix.columns);
    write_number(group, "nz", compressed_columns);
    write_indices(group, "p", matrix.column_start);
    write_indices(group, "i", matrix.row);
    write_numbers(group, "x", matrix.value);
}

void write_state(const Group& group, const ContactState& state) {
    write_numbers(group, "u", state.u);
    write_numbers(group, "r", state.r);
}

void write_content(const hdf5::File& file, const LocalForm& local, const ProblemInfo& info,
                   const std::optional<ContactState>& guess, const std::optional<ContactState>& solution) {
    const Group group = file.make_group("fclib_local");
    write_number(group, "spacedim", local.dimension);
    write_matrix(group.make_group("W"), local.W);
    const Group vectors = group.make_group("vectors");
    write_numbers(vectors, "q", local.q);
    write_numbers(vectors, "mu", local.mu);
    const Group texts = group.make_group("info");
    write_fixed_text(texts, "title", info.title);
    write_fixed_text(texts, "description", info.description);
    write_fixed_text(texts, "math_info", info.math_info);
    if (guess) {
        const Group guesses = file.make_group("guesses");
        write_number(guesses, "number_of_guesses", 1);
        write_state(guesses.make_group("1"), *guess);
    }
    if (solution) write_state(file.make_group("solution"), *solution);
}

}  // namespace

void write_problem(const std::string& path, const LocalForm& local, const ProblemInfo& info,
                   const std::optional<ContactState>& guess, const std::optional<ContactState>& solution) {
    assert(!local.bilateral);
    hdf5::write_aside(path,
                      [&](const hdf5::File& file) { write_content(file, local, info, guess, solution); });
}

}  // namespace drystone
