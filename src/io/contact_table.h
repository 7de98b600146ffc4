#pragma once

#include <optional>
#include <variant>

#include "contact/memories.h"
#include "io/outside.h"
#include "io/row_range.h"
#include "io/series_of.h"

namespace drystone {

template <int D>
struct World;

using ContactRange = RowRange;

/// The group /contacts of frames.h5: the contacts of all frames one after another, each frame's beginning at a chunk of its
/// own. Real numbers are floats but for the points, from which lever arms are taken.
template <int D>
class ContactTable {
  public:
    ContactTable(const SeriesOf& file, const World<D>& world)
        : ContactTable(file.subgroup("contacts"), file, world) {}

    /// The contacts of frame number `frame`; before the first step there are none. `outside`: which rows bodies and parts have.
    ContactRange write(std::int64_t frame, const World<D>& world, const Outside<D>& outside, double h);

    std::vector<ContactRange> ranges(std::int64_t frame, std::int64_t frames) const;

    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    template <class T>
    using Series = hdf5::Series<T>;

    /// A column for each field that laws remember, in the group `memory`.
    struct MemoryColumn {
        MemoryField field;
        std::variant<Series<float>, Series<std::uint8_t>> values;  // the latter: flags
    };

    ContactTable(hdf5::Group group, const SeriesOf& file, const World<D>& world);

    template <class Visit>
    void for_columns(const Visit& visit);
    std::int64_t end_of(std::int64_t frames) const;
    void open_memory(const hdf5::Group& group, bool is_new, const MemorySchema& schema);
    void write_memory(std::int64_t first, const Memories& memory, const std::vector<ContactRow>& rows);

    std::int64_t chunk_;
    Series<std::int64_t> first_, count_;
    Series<std::int32_t> bodies_, parts_;
    Series<double> point_;
    Series<float> normal_, gap_, area_, force_, moment_, utilisation_;
    Series<std::uint8_t> status_;
    std::vector<MemoryColumn> memory_;
    std::optional<Series<float>>
        drawn_force_;  // 2D: the force with a third component, as ParaView wants vectors
};

}  // namespace drystone
