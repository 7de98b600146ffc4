#include "io/contact_table.h"

#include <algorithm>
#include <cassert>

#include "io/flat.h"
#include "io/frames_layout.h"
#include "io/outside.h"
#include "measure/joints.h"
#include "step/world.h"

namespace drystone {

namespace {

using hdf5::Storage;

/// Rows of a column, packed.
Storage packed(std::int64_t rows, const hdf5::Shape& row = {}) {
    hdf5::Shape chunk{rows};
    chunk.insert(chunk.end(), row.begin(), row.end());
    return {.chunk = chunk, .deflate = 1, .checksum = true};
}

/// A column: `put_row(row, out)` for each contact.
template <class T, class PutRow>
std::vector<T> column(const std::vector<ContactRow>& rows, const PutRow& put_row) {
    std::vector<T> values;
    for (const ContactRow& row : rows) put_row(row, values);
    return values;
}

}  // namespace

template <int D>
ContactTable<D>::ContactTable(hdf5::Group group, const SeriesOf& file, const World<D>& world)
    : chunk_(file.changes ? changing_chunk : contact_chunk(world.bodies.size())),
      first_(SeriesOf{group, file.is_new}.get<std::int64_t>("first", {}, one_a_frame())),
      count_(SeriesOf{group, file.is_new}.get<std::int64_t>("count", {}, one_a_frame())),
      bodies_(SeriesOf{group, file.is_new}.get<std::int32_t>("bodies", {2}, packed(chunk_, {2}))),
      parts_(SeriesOf{group, file.is_new}.get<std::int32_t>("parts", {2}, packed(chunk_, {2}))),
      point_(SeriesOf{group, file.is_new}.get<double>("point", {D}, packed(chunk_, {D}))),
      normal_(SeriesOf{group, file.is_new}.get<float>("normal", {D}, packed(chunk_, {D}))),
      gap_(SeriesOf{group, file.is_new}.get<float>("gap", {}, packed(chunk_))),
      area_(SeriesOf{group, file.is_new}.get<float>("area", {}, packed(chunk_))),
      force_(SeriesOf{group, file.is_new}.get<float>("force", {D}, packed(chunk_, {D}))),
      moment_(SeriesOf{group, file.is_new}.get<float>("moment", {spin_dim<D>}, packed(chunk_, {spin_dim<D>}))),
      utilisation_(SeriesOf{group, file.is_new}.get<float>("utilisation", {}, packed(chunk_))),
      status_(SeriesOf{group, file.is_new}.get<std::uint8_t>("status", {}, packed(chunk_))) {
    const SeriesOf table{group, file.is_new};
    if (D == 2) drawn_force_ = table.get<float>("drawn_force", {3}, packed(chunk_, {3}));
    if (world.book.remembers) open_memory(table.subgroup("memory"), file.is_new, world.book.memory);
}

template <int D>
void ContactTable<D>::open_memory(const hdf5::Group& group, bool is_new, const MemorySchema& schema) {
    const SeriesOf columns{group, is_new};
    for (const MemoryField& field : shown_fields(schema)) {
        const hdf5::Shape row = field.count == 1 ? hdf5::Shape{} : hdf5::Shape{field.count};
        if (field.kind == MemoryKind::flag)
            memory_.push_back({field, columns.get<std::uint8_t>(field.name, row, packed(chunk_, row))});
        else
            memory_.push_back({field, columns.get<float>(field.name, row, packed(chunk_, row))});
        if (!is_new) continue;
        group.set_text("unit_" + field.name, field.unit);
        group.set_text("kind_" + field.name, name_of(field.kind));
    }
}

template <int D>
std::int64_t ContactTable<D>::end_of(std::int64_t frames) const {
    if (frames == 0) return 0;
    const std::int64_t end = first_.read(frames - 1, 1)[0] + count_.read(frames - 1, 1)[0];
    return (end + chunk_ - 1) / chunk_ * chunk_;
}

template <int D>
ContactRange ContactTable<D>::write(std::int64_t frame, const World<D>& world, const Outside<D>& outside,
                                    double h) {
    assert(frame >= 0);
    assert(world.contacts.impulse.size() == world.contacts.point.size());
    const std::vector<ContactRow> rows = world.steps == 0 ? std::vector<ContactRow>{} : contact_rows(world, outside);
    const std::int64_t first = end_of(frame), count = static_cast<std::int64_t>(rows.size());
    const Contacts<D>& contacts = world.contacts;
    const auto numbers = [&](const auto& number) {
        return column<float>(rows, [&](const ContactRow& row, auto& out) {
            out.push_back(static_cast<float>(number(contacts.point[row.contact])));
        });
    };
    const auto per_time = [&](const auto& impulses) {
        return column<float>(rows, [&](const ContactRow& row, auto& out) { put((row.side / h) * impulses[row.contact], out); });
    };
    bodies_.write(first, column<std::int32_t>(rows, [&](const ContactRow& row, auto& out) {
                      for (const int part : {row.a, row.b}) out.push_back(outside.row[world.parts.body[part]]);
                  }));
    parts_.write(first, column<std::int32_t>(rows, [&](const ContactRow& row, auto& out) {
                     for (const int part : {row.a, row.b}) out.push_back(outside.part_row[part]);
                 }));
    point_.write(first, column<double>(rows, [&](const ContactRow& row, auto& out) { put(contacts.point[row.contact].point, out); }));
    normal_.write(first, column<float>(rows, [&](const ContactRow& row, auto& out) {
                      put(row.side * contacts.point[row.contact].normal, out);
                  }));
    gap_.write(first, numbers([](const ContactPoint<D>& c) { return c.gap; }));
    area_.write(first, numbers([](const ContactPoint<D>& c) { return c.area; }));
    force_.write(first, per_time(contacts.impulse));
    moment_.write(first, per_time(contacts.moment));
    utilisation_.write(first, column<float>(rows, [&](const ContactRow& row, auto& out) {
                           out.push_back(static_cast<float>(utilisation(world, row.contact, h)));
                       }));
    status_.write(first, column<std::uint8_t>(rows, [&](const ContactRow& row, auto& out) {
                      out.push_back(static_cast<std::uint8_t>(contacts.status[row.contact]));
                  }));
    if (drawn_force_) {
        drawn_force_->write(first, column<float>(rows, [&](const ContactRow& row, auto& out) {
                                put((row.side / h) * contacts.impulse[row.contact], out);
                                out.push_back(0.0f);
                            }));
    }
    if (count > 0 && !contacts.memory.empty()) write_memory(first, contacts.memory, rows);
    first_.write(frame, std::span(&first, 1));
    count_.write(frame, std::span(&count, 1));
    return {first, count};
}

template <int D>
std::vector<ContactRange> ContactTable<D>::ranges(std::int64_t frame, std::int64_t frames) const {
    const std::vector<std::int64_t> first = first_.read(frame, frames), count = count_.read(frame, frames);
    std::vector<ContactRange> ranges;
    for (std::size_t k = 0; k < first.size(); ++k) ranges.push_back({first[k], count[k]});
    return ranges;
}

template <int D>
void ContactTable<D>::write_memory(std::int64_t first, const Memories& memory, const std::vector<ContactRow>& rows) {
    assert(rows.size() <= memory.size());
    for (MemoryColumn& one : memory_) {
        std::visit(
            [&]<class T>(Series<T>& series) {
                series.write(first, column<T>(rows, [&](const ContactRow& row, auto& out) {
                                 for (const double value : memory.of(one.field, static_cast<std::size_t>(row.contact)))
                                     out.push_back(static_cast<T>(shown(one.field, value, row.side)));
                             }));
            },
            one.values);
    }
}

/// Of rows that all have.
template <int D>
template <class Visit>
void ContactTable<D>::for_columns(const Visit& visit) {
    for (auto* series : {&bodies_, &parts_}) visit(*series);
    visit(point_);
    for (auto* series : {&normal_, &gap_, &area_, &force_, &moment_, &utilisation_}) visit(*series);
    visit(status_);
    if (drawn_force_) visit(*drawn_force_);
    for (MemoryColumn& one : memory_) std::visit(visit, one.values);
}

template <int D>
void ContactTable<D>::cut(std::int64_t frames) {
    const std::int64_t rows = end_of(frames);
    first_.cut(frames);
    count_.cut(frames);
    for_columns([&](auto& series) { series.cut(rows); });
}

template <int D>
void ContactTable<D>::expect_readable(std::int64_t frames) {
    std::int64_t rows = 0;
    for (const ContactRange& range : ranges(0, frames)) {
        if (range.count > 0) rows = std::max(rows, range.first + range.count);
    }
    for_columns([&](auto& series) { series.expect_readable(rows); });
}

template class ContactTable<2>;
template class ContactTable<3>;

}  // namespace drystone
