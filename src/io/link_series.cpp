#include "io/link_series.h"

#include "io/flat.h"
#include "io/frames_layout.h"
#include "measure/link_quantities.h"

namespace drystone {

template <int D>
LinkSeries<D>::LinkSeries(const SeriesOf& file, const World<D>& world) {
    const std::int64_t n = world.links.size();
    if (n == 0) return;
    const hdf5::Group group = file.subgroup("links");
    if (file.is_new) {
        std::vector<std::string> names;
        std::vector<std::uint8_t> types;
        for (const LinkDescription<D>& link : world.description.links) {
            names.push_back(link.name);
            types.push_back(static_cast<std::uint8_t>(link.type));
        }
        group.write_texts("name", names);
        write_list(group, "type", types);
    }
    const SeriesOf series{group, file.is_new};
    const hdf5::Shape ends{n, 2, D}, vectors{n, D}, numbers{n};
    series_.emplace(AllSeries{series.get<double>("ends", ends, chunked_by_frame(ends)),
                              series.get<float>("force", vectors, chunked_by_frame(vectors)),
                              series.get<std::uint8_t>("status", numbers, chunked_by_frame(numbers))});
}

template <int D>
void LinkSeries<D>::write(std::int64_t frame, const World<D>& world, double h) {
    if (!series_) return;
    std::vector<Vec<D>> ends;
    std::vector<float> force;
    std::vector<std::uint8_t> status;
    for (int k = 0; k < world.links.size(); ++k) {
        Sample<D> sample{world, -1, h};
        sample.link = k;
        ends.push_back(handle_place(world, 2 * k));
        ends.push_back(handle_place(world, 2 * k + 1));
        put(h > 0.0 ? link_force(sample) : Vec<D>{}, force);
        status.push_back(static_cast<std::uint8_t>(link_status(sample)));
    }
    series_->ends.write(frame, flat(ends));
    series_->force.write(frame, force);
    series_->status.write(frame, status);
}

template <int D>
void LinkSeries<D>::cut(std::int64_t frames) {
    if (!series_) return;
    series_->ends.cut(frames);
    series_->force.cut(frames);
    series_->status.cut(frames);
}

template <int D>
void LinkSeries<D>::expect_readable(std::int64_t frames) {
    if (!series_) return;
    series_->ends.expect_readable(frames);
    series_->force.expect_readable(frames);
    series_->status.expect_readable(frames);
}

template class LinkSeries<2>;
template class LinkSeries<3>;

}  // namespace drystone
