#pragma once

#include <memory>
#include <string>

#include "hdf5/file.h"
#include "io/body_tables.h"
#include "io/cell_series.h"
#include "io/contact_table.h"
#include "io/deformable_series.h"
#include "io/drawn_grids.h"
#include "io/drawn_rows.h"
#include "io/fingerprint.h"
#include "io/frames_layout.h"
#include "io/joint_series.h"
#include "io/link_series.h"
#include "io/membrane_series.h"

namespace drystone {

/// When a frame was, and which contacts are its own.
struct FrameMark {
    double time = 0.0;
    std::int64_t step = 0;
    ContactRange contacts;
    DrawnRanges drawn{};  // where bodies come and go ...
    TableSizes sizes{};   // ... and rows of their tables
};

/// Writes frames.h5 (docs/results.md), a frame at a time. Others may read it meanwhile; a kill at any moment leaves the
/// frames written before it.
///
/// Where the head says that bodies come and go, rows of bodies are ids, and there is one for every body that has ever been; numbers of
/// those that are not there are not numbers. Else there is one for every body of the world, which must stay the same.
template <int D>
class FramesWriter {
  public:
    /// A new file with the geometry of the world and no frames. What was there under that name is replaced at the end, by a
    /// file that is whole.
    static FramesWriter create(const std::string& path, const World<D>& world, const FramesHead& head);

    /// Refuses a file that is not of this world (as it was when the file was made) and head, has fewer frames, or in which anything
    /// up to those frames is damaged. `index`: of these frames. The file stays as it is.
    static void expect_whole(const std::string& path, const World<D>& world, const FramesHead& head,
                             std::int64_t frames, const std::string& index);

    /// Goes on after so many frames; those beyond, which a run wrote after its last checkpoint, are written again. InputError
    /// where the file is not of this world or has fewer.
    static FramesWriter go_on(const std::string& path, const World<D>& world, std::int64_t frames);

    void write(const World<D>& world, double h);

    std::int64_t frames() const { return frames_; }
    std::string index() const { return index_.digits(); }  // hash of what each frame's place and time are
    void sync() { file_->flush(true); }

    /// Frames beyond the last one written here, which a run that had got further left, are taken away.
    void close(const World<D>& world);

    /// Of `count` frames from `first`.
    std::vector<FrameMark> marks(std::int64_t first, std::int64_t count) const;
    const DrawnSizes& drawn_sizes() const { return series_->drawn->sizes(); }
    bool changes() const { return series_->tables.has_value(); }
    const MeshSizes& mesh_sizes() const { return series_->deformable.sizes(); }
    bool draws_cell() const { return series_->cell.is_drawn(); }

  private:
    struct AllSeries {
        hdf5::Sheet<double> position, orientation;
        hdf5::Sheet<float> velocity, angular_velocity;
        hdf5::Series<std::int64_t> step;
        hdf5::Series<double> time;  // a frame counts once its time is there
        ContactTable<D> contacts;
        std::optional<DrawnGrids<D>> drawn;      // where bodies stay,
        std::optional<DrawnRows<D>> drawn_rows;  // where they come and go
        DeformableSeries<D> deformable;
        JointSeries<D> joints;
        LinkSeries<D> links;
        std::optional<hdf5::Series<std::int64_t>> sizes;  // (frames, 7)  of tables, where bodies come and go
        std::optional<BodyTables<D>> tables;              // likewise
        CellSeries<D> cell;
        MembraneSeries<D> membranes;

        Hash index(std::int64_t frames) const;
        std::vector<FrameMark> marks(std::int64_t first, std::int64_t count) const;
        TableSizes sizes_at(std::int64_t frames) const;
        void cut(std::int64_t frames);
        void expect_readable(std::int64_t frames);
        template <class Visit>
        void for_each(const Visit& visit);  // but one_a_frame(), and what has bodies as its second axis
        template <class Visit>
        void for_sheets(const Visit& visit);
    };

    FramesWriter(std::unique_ptr<hdf5::File> file, std::unique_ptr<AllSeries> series, std::int64_t frames);

    static FramesWriter in(hdf5::File opened, const World<D>& world, std::int64_t frames);
    static void cut(const std::string& path, const World<D>& world, std::int64_t frames);
    static std::unique_ptr<AllSeries> new_series(const hdf5::File& file, const World<D>& world,
                                                 const FramesHead& head);
    static std::unique_ptr<AllSeries> series_of(const hdf5::File& file, const World<D>& world,
                                                std::int64_t frames);
    static std::unique_ptr<AllSeries> all_series(const SeriesOf& file, const World<D>& world,
                                                 const FramesHead& head, std::int64_t frames);
    void expect_same_bodies(const World<D>& world);
    void write_motion(const World<D>& world, const Outside<D>& outside);

    std::unique_ptr<AllSeries> series_;
    std::unique_ptr<hdf5::File> file_;  // goes first: by its closing, not by that of its arrays, we hear of what could not be written
    std::int64_t frames_ = 0;
    std::vector<int> ids_;  // of the rows, where bodies stay
    Hash index_;
};

}  // namespace drystone
