#include "io/joint_series.h"

#include <cassert>

#include "io/flat.h"
#include "io/frames_layout.h"
#include "io/outside.h"
#include "measure/joints.h"

namespace drystone {

namespace {

template <int D>
bool same_pair(const Seam<D>& p, const Seam<D>& q) {
    return p.a == q.a && p.b == q.b;
}

/// What does not change: pairs of bodies, and the corners of each.
template <int D>
void write_seams(const hdf5::Group& group, const std::vector<Seam<D>>& seams, const Outside<D>& outside) {
    std::vector<std::int32_t> bodies, start;
    std::vector<double> corner, normal, area;
    for (std::size_t k = 0; k < seams.size(); ++k) {
        if (k == 0 || !same_pair(seams[k - 1], seams[k])) {
            start.push_back(static_cast<std::int32_t>(k));
            for (const int body : {seams[k].a, seams[k].b})
                bodies.push_back(outside.row[static_cast<std::size_t>(body)]);
        }
        put(seams[k].point, corner);
        put(seams[k].normal, normal);
        area.push_back(seams[k].area);
    }
    start.push_back(static_cast<std::int32_t>(seams.size()));
    const auto n = static_cast<std::int64_t>(seams.size());
    group.write<std::int32_t>("bodies", bodies, {static_cast<std::int64_t>(start.size()) - 1, 2});
    write_list(group, "corner_start", start);
    group.write<double>("corner", corner, {n, D});
    group.write<double>("corner_normal", normal, {n, D});
    write_list(group, "corner_area", area);
}

template <int D>
std::int64_t pairs_in(const std::vector<Seam<D>>& seams) {
    std::int64_t count = 0;
    for (std::size_t k = 0; k < seams.size(); ++k) count += k == 0 || !same_pair(seams[k - 1], seams[k]);
    return count;
}

}  // namespace

template <int D>
JointSeries<D>::JointSeries(const SeriesOf& file, const World<D>& world) : seams_(seams_of(world)) {
    if (seams_.empty()) return;
    const hdf5::Group group = file.subgroup("joints");
    if (file.is_new) write_seams(group, seams_, Outside<D>(world));
    const SeriesOf own{group, file.is_new};
    const std::int64_t n = pairs_in(seams_), m = static_cast<std::int64_t>(seams_.size());
    const auto get = [&](auto type, const char* name, const hdf5::Shape& row) {
        return own.get<decltype(type)>(name, row, chunked_by_frame(row));
    };
    series_.emplace(AllSeries{get(0.0F, "normal", {n}), get(0.0F, "shear", {n}), get(0.0F, "opening", {n}),
                              get(0.0F, "slip", {n}), get(0.0F, "damage", {n}), get(0.0F, "utilisation", {n}),
                              get(0.0F, "corner_opening", {m}), get(0.0, "point", {n, D}),
                              get(std::uint8_t{}, "status", {n})});
}

template <int D>
void JointSeries<D>::write(std::int64_t frame, const World<D>& world, double h) {
    assert(frame >= 0);
    if (!series_) return;
    std::vector<float> normal, shear, opening, slip, damage, utilisation, corner_opening;
    std::vector<double> point;
    std::vector<std::uint8_t> status;
    std::size_t k = 0;  // the seam that comes next: joints are in the order of seams, others stand between
    for (const Joint<D>& joint : joints_of(world, seams_, h > 0.0 ? h : 1.0)) {
        if (k == seams_.size() || joint.a != seams_[k].a || joint.b != seams_[k].b) continue;
        while (k < seams_.size() && joint.a == seams_[k].a && joint.b == seams_[k].b)
            corner_opening.push_back(static_cast<float>(parting(world, seams_[k++]).opening));
        for (const auto& [value, list] :
             {std::pair(joint.normal, &normal), std::pair(joint.shear, &shear),
              std::pair(joint.opening, &opening), std::pair(joint.slip, &slip),
              std::pair(joint.damage, &damage), std::pair(joint.utilisation, &utilisation)})
            list->push_back(static_cast<float>(value));
        put(joint.point, point);
        status.push_back(static_cast<std::uint8_t>(joint.status));
    }
    assert(k == seams_.size());
    series_->normal.write(frame, normal);
    series_->shear.write(frame, shear);
    series_->opening.write(frame, opening);
    series_->slip.write(frame, slip);
    series_->damage.write(frame, damage);
    series_->utilisation.write(frame, utilisation);
    series_->corner_opening.write(frame, corner_opening);
    series_->point.write(frame, point);
    series_->status.write(frame, status);
}

template <int D>
template <class Visit>
void JointSeries<D>::for_series(const Visit& visit) {
    if (!series_) return;
    for (auto* one : {&series_->normal, &series_->shear, &series_->opening, &series_->slip, &series_->damage,
                      &series_->utilisation, &series_->corner_opening})
        visit(*one);
    visit(series_->point);
    visit(series_->status);
}

template <int D>
void JointSeries<D>::cut(std::int64_t frames) {
    for_series([&](auto& series) { series.cut(frames); });
}

template <int D>
void JointSeries<D>::expect_readable(std::int64_t frames) {
    for_series([&](auto& series) { series.expect_readable(frames); });
}

template class JointSeries<2>;
template class JointSeries<3>;

}  // namespace drystone
