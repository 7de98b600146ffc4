#include "io/link_series.h"

#include <limits>

#include "io/flat.h"
#include "io/frames_layout.h"
#include "measure/link_quantities.h"

namespace drystone {

namespace {

template <int D>
Vec<D> nowhere() {
    Vec<D> out;
    for (int c = 0; c < D; ++c) out[c] = std::numeric_limits<double>::quiet_NaN();
    return out;
}

}  // namespace

template <int D>
LinkSeries<D>::LinkSeries(const SeriesOf& file, const World<D>& world) {
    const bool from_file = file.changes && !file.is_new;
    if (from_file ? !file.group.has("links") : world.links.size() == 0) return;
    const hdf5::Group group = file.subgroup("links");
    if (from_file) {
        names_ = group.read_texts("name");
    } else {
        for (const LinkDescription<D>& link : world.description.links) names_.push_back(link.name);
    }
    if (file.is_new) {
        std::vector<std::uint8_t> types;
        for (const LinkDescription<D>& link : world.description.links)
            types.push_back(static_cast<std::uint8_t>(link.type));
        group.write_texts("name", names_);
        write_list(group, "type", types);
    }
    const auto n = static_cast<std::int64_t>(names_.size());
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
    const std::vector<LinkDescription<D>>& links = world.description.links;
    std::size_t next = 0;  // links keep their order
    for (const std::string& name : names_) {
        if (next == links.size() || links[next].name != name) {
            ends.insert(ends.end(), 2, nowhere<D>());
            put(Vec<D>{}, force);
            status.push_back(0);
            continue;
        }
        const int k = static_cast<int>(next++);
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
