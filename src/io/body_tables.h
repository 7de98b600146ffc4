#pragma once

#include <map>
#include <variant>

#include "hdf5/text_series.h"
#include "io/body_columns.h"
#include "io/fingerprint.h"
#include "io/outside.h"
#include "io/series_of.h"

namespace drystone {

/// A curved shape is kept as the faces of its skin: whoever draws a solid draws it.
inline PartKind stored(PartKind kind) { return kind == PartKind::curved ? PartKind::solid : kind; }

/// Shapes are written once, however many solids have them.
template <int D>
class ShapeLists {
  public:
    /// The number of the shape; a new one is appended to the lists of `out`, which may be continued ones.
    std::int32_t number_of(const Skin<D>& skin, BodyColumns& out);

    /// Shapes that are there already.
    void add_all(const BodyColumns& rows);

  private:
    using Faces = std::vector<std::vector<int>>;
    std::map<std::pair<std::vector<double>, Faces>, std::int32_t> number_;
    std::int32_t vertices_ = 0, faces_ = 0, corners_ = 0;
};

/// The groups /bodies, /parts, /solids and /shapes of the frames of a run whose bodies come and go: a row for every body that has
/// ever been, by its id, appended when a frame first shows it. One that came and went between two frames has no name and no parts.
///
/// Rows are filled in place, without a checksum, which who reads meanwhile would find wrong; `hash` stands in for it. What a body is
/// held in may change: `fixed` and `wall` are those of the last frame that it was in, and are not in the hash.
template <int D>
class BodyTables {
  public:
    /// `coming`: names of sources, so that there is room for their bodies'. `sizes`: the rows that count of a file that is there.
    BodyTables(const SeriesOf& file, const World<D>& world, const std::vector<std::string>& coming,
               const TableSizes& sizes);

    /// Appends what the world has and the tables have not, and adds it to the hash. Returns the world as the tables show it: bodies by
    /// their ids, parts by their rows.
    Outside<D> append(const World<D>& world, Hash& hash);

    const TableSizes& sizes() const { return sizes_; }
    void cut(const TableSizes& sizes);

    /// The first rows, as many as `sizes` says.
    BodyColumns read(const TableSizes& sizes) const;

  private:
    using Column = std::variant<hdf5::Series<std::uint8_t>, hdf5::Series<std::int32_t>, hdf5::Series<double>>;

    void open_columns(const SeriesOf& file, const World<D>& world, const std::vector<std::string>& coming);
    BodyColumns new_rows(const World<D>& world, const Outside<D>& outside);
    void write(const BodyColumns& rows, const TableSizes& from);
    void follow_freedom(const World<D>& world, const Outside<D>& outside);

    std::vector<hdf5::TextSeries> texts_;  // name, group
    std::vector<Column> columns_;          // in the order of for_columns()
    TableSizes sizes_{};
    BodyColumns known_;                     // fixed and wall, as the file has them
    std::vector<std::int32_t> first_part_;  // (bodies + 1)  rows of parts
    ShapeLists<D> shapes_;
};

/// Adds rows from .. to of all columns but `fixed` and `wall` to the hash. `begin`: the row that the lists begin with; where that is the
/// first, lists of starts begin with the 0 before it.
struct RowSpan {
    TableSizes begin{}, from{}, to{};
};
void add_rows(const BodyColumns& rows, int D, const RowSpan& span, Hash& hash);

/// The first rows of the tables of an open file, as many as `sizes` says, also while they grow. Not checked.
void read_rows(const hdf5::Group& file, int D, const TableSizes& sizes, BodyColumns& out);

}  // namespace drystone
