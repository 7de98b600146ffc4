// A checkpoint by several processes. All know how many rows there are and add up their checksums; rank 0 makes the file, with room for the rows, and closes it; then each writes
// its own, beginning at the byte where they belong, and syncs them. The file is what one process would have written, byte for byte.

#include "run/put_rows.h"

#include <cerrno>
#include <exception>

#include "core/index.h"
#include "hdf5/checksum.h"
#include "io/file_part.h"
#include "io/output_file.h"
#include "io/saved_rows.h"

namespace drystone {

namespace {

using ranks::Bytes;
using ranks::Team;
using ranks::Unpacking;

template <int D>
SavedRows<D> saved(const ranks::RowsOfRank<D>& rows, bool in_cell) {
    return {rows.bodies, rows.contacts, in_cell, [&](std::size_t c) { return rows.parts[c]; }};
}

template <int D>
std::int64_t first_value(const ranks::RowsOfRank<D>& rows, SavedOf whose, std::int64_t columns) {
    return columns * (whose == SavedOf::bodies ? rows.first_body : rows.first_contact);
}

/// Of all ranks. Halves of checksums are summed: whole numbers that cannot overflow.
template <int D>
std::vector<RowsTotal> totals_of(const ranks::RowsOfRank<D>& rows, bool in_cell, Team& team) {
    constexpr std::uint64_t half = 0xffffffffu;
    std::vector<std::int64_t> sums;
    visit_rows(saved(rows, in_cell), [&](const char*, SavedOf whose, std::int64_t columns, const auto& values) {
        const auto all = values();
        using T = typename decltype(values())::value_type;
        const std::uint64_t sum = hdf5::checksum_of<T>(all, first_value(rows, whose, columns));
        sums.insert(sums.end(), {std::ssize(all) / columns, static_cast<std::int64_t>(sum & half), static_cast<std::int64_t>(sum >> 32)});
    });
    team.sum(std::span<std::int64_t>(sums));
    std::vector<RowsTotal> totals;
    for (std::size_t k = 0; k < sums.size(); k += 3)
        totals.push_back({sums[k], static_cast<std::uint64_t>(sums[k + 1]) + (static_cast<std::uint64_t>(sums[k + 2]) << 32)});
    return totals;
}

/// Rank 0's file, told to all; what went wrong with it is thrown there, and nothing is told.
RoomForRows room_of_all(std::span<const RowsTotal> totals, Team& team, const MakeRoom* make) {
    Bytes bytes;
    std::exception_ptr wrong;
    if (make) {
        try {
            const RoomForRows room = (*make)(totals);
            bytes.put(room.size);
            for (std::size_t k = 0; k < totals.size(); ++k) bytes.put(room.offset[k]);
            bytes.data.insert(bytes.data.end(), room.path.begin(), room.path.end());
        } catch (...) {
            bytes.data.clear();
            wrong = std::current_exception();
        }
    }
    const Bytes told = team.exchange(std::vector<Bytes>(at(team.size()), bytes))[0];
    if (wrong) std::rethrow_exception(wrong);
    RoomForRows room;
    if (told.data.empty()) return room;
    Unpacking in(told);
    room.size = in.take<std::int64_t>();
    for (std::size_t k = 0; k < totals.size(); ++k) room.offset.push_back(in.take<std::int64_t>());
    while (!in.is_done()) room.path.push_back(in.take<char>());
    return room;
}

/// The error number of what went wrong; 0: nothing.
template <int D>
int write_rows(const ranks::RowsOfRank<D>& rows, bool in_cell, const RoomForRows& room, FilePart& file) {
    std::size_t k = 0;
    int wrong = 0;
    visit_rows(saved(rows, in_cell), [&](const char*, SavedOf whose, std::int64_t columns, const auto& values) {
        const std::int64_t offset = room.offset[k++];
        if (offset < 0 || wrong != 0) return;
        const auto all = values();
        const auto bytes = std::as_bytes(std::span(all));
        const std::int64_t each = std::ssize(all) > 0 ? std::ssize(bytes) / std::ssize(all) : 0;
        wrong = file.put(offset + each * first_value(rows, whose, columns), bytes);
    });
    return wrong != 0 ? wrong : file.finish();
}

}  // namespace

template <int D>
bool put_rows(const ranks::RowsOfRank<D>& rows, bool in_cell, ranks::Team& team, const MakeRoom* make) {
    const std::vector<RowsTotal> totals = totals_of(rows, in_cell, team);
    const RoomForRows room = room_of_all(totals, team, make);
    if (room.path.empty()) return true;  // rank 0 says why
    FilePart file(room.path);
    if (team.any(file.size() != room.size)) return false;
    const double wrong = write_rows(rows, in_cell, room, file);
    for (const double one : team.all({&wrong, 1})) {
        if (one != 0.0 && make) throw FileError(room.path, "write", static_cast<int>(one));
    }
    return true;
}

template bool put_rows(const ranks::RowsOfRank<2>&, bool, ranks::Team&, const MakeRoom*);
template bool put_rows(const ranks::RowsOfRank<3>&, bool, ranks::Team&, const MakeRoom*);

}  // namespace drystone
