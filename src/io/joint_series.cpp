#include "io/joint_series.h"

#include <cassert>
#include <limits>

#include "io/flat.h"
#include "io/frames_layout.h"
#include "io/outside.h"
#include "io/read_geometry.h"
#include "measure/joints.h"
#include "step/deformable.h"

namespace drystone {

namespace {

template <int D>
bool same_pair(const Seam<D>& p, const Seam<D>& q) {
    return p.a == q.a && p.b == q.b;
}

/// (slots)  Rows of bodies, where these are ids.
template <int D>
const std::vector<int>& by_id(const World<D>& world) {
    return world.bodies.id;
}

/// What does not change: pairs of bodies, and the corners of each.
template <int D>
void write_seams(const hdf5::Group& group, const std::vector<Seam<D>>& seams, const std::vector<int>& row) {
    std::vector<std::int32_t> bodies, start;
    std::vector<double> corner, normal, area;
    for (std::size_t k = 0; k < seams.size(); ++k) {
        if (k == 0 || !same_pair(seams[k - 1], seams[k])) {
            start.push_back(static_cast<std::int32_t>(k));
            for (const int body : {seams[k].a, seams[k].b})
                bodies.push_back(row[static_cast<std::size_t>(body)]);
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

}  // namespace

template <int D>
JointSeries<D>::JointSeries(const SeriesOf& file, const World<D>& world) {
    if (file.changes && !file.is_new) {
        if (!file.group.has("joints")) return;
        read_seams(file.group.group("joints"), world);
    } else {
        const std::vector<Seam<D>> seams = seams_of(world);
        if (seams.empty()) return;
        take(world, seams);
    }
    const hdf5::Group group = file.subgroup("joints");
    place(world);
    if (file.is_new) write_seams(group, seams_, file.changes ? by_id(world) : Outside<D>(world).row);
    const SeriesOf own{group, file.is_new};
    const std::int64_t n = joints_, m = static_cast<std::int64_t>(known_.size());
    const auto get = [&](auto type, const char* name, const hdf5::Shape& row) {
        return own.get<decltype(type)>(name, row, chunked_by_frame(row));
    };
    series_.emplace(AllSeries{get(0.0F, "normal", {n}), get(0.0F, "shear", {n}), get(0.0F, "opening", {n}),
                              get(0.0F, "slip", {n}), get(0.0F, "damage", {n}), get(0.0F, "utilisation", {n}),
                              get(0.0F, "corner_opening", {m}), get(0.0, "point", {n, D}),
                              get(std::uint8_t{}, "status", {n})});
}

template <int D>
void JointSeries<D>::take(const World<D>& world, const std::vector<Seam<D>>& seams) {
    for (std::size_t k = 0; k < seams.size(); ++k) {
        if (k == 0 || !same_pair(seams[k - 1], seams[k])) ++joints_;
        const auto id = [&](int slot) { return world.bodies.id[static_cast<std::size_t>(slot)]; };
        known_.push_back({id(seams[k].a), id(seams[k].b), seams[k], joints_ - 1});
    }
}

/// As write_seams() wrote them; rows of bodies are ids.
template <int D>
void JointSeries<D>::read_seams(const hdf5::Group& group, const World<D>& world) {
    const auto start = group.read<std::int32_t>("corner_start", {hdf5::any});
    const auto area = group.read<double>("corner_area", {hdf5::any});
    const auto n = static_cast<std::int64_t>(start.size()) - 1, m = static_cast<std::int64_t>(area.size());
    const auto bodies = group.read<std::int32_t>("bodies", {n, 2});
    const auto corner = group.read<double>("corner", {m, D}),
               normal = group.read<double>("corner_normal", {m, D});
    expect_between(group, "bodies", bodies, 0, static_cast<std::int64_t>(world.slot.size()));
    expect_starts(group, "corner_start", start, m);
    joints_ = n;
    for (std::size_t j = 0; j + 1 < start.size(); ++j) {
        for (auto k = static_cast<std::size_t>(start[j]); k < static_cast<std::size_t>(start[j + 1]); ++k) {
            Seam<D> seam{.area = area[k]};
            for (int c = 0; c < D; ++c) {
                seam.point[c] = corner[D * k + static_cast<std::size_t>(c)];
                seam.normal[c] = normal[D * k + static_cast<std::size_t>(c)];
            }
            known_.push_back({bodies[2 * j], bodies[2 * j + 1], seam, static_cast<std::int64_t>(j)});
        }
    }
}

/// Seams whose bodies are both there, in the slots that these have now.
template <int D>
void JointSeries<D>::place(const World<D>& world) {
    if (slot_ == world.slot) return;
    slot_ = world.slot;
    seams_.clear();
    number_.clear();
    for (std::size_t k = 0; k < known_.size(); ++k) {
        Seam<D> seam = known_[k].seam;
        seam.a = slot_[static_cast<std::size_t>(known_[k].a)];
        seam.b = slot_[static_cast<std::size_t>(known_[k].b)];
        if (seam.a < 0 || seam.b < 0) continue;
        const int bodies[] = {seam.a, seam.b};
        for (std::size_t side = 0; side < 2; ++side) {
            if (deforms<D>(world, bodies[side])) seam.place[side] = material_place(world, bodies[side], seam.point);
        }
        seams_.push_back(seam);
        number_.push_back(k);
    }
}

template <int D>
void JointSeries<D>::write(std::int64_t frame, const World<D>& world, double h) {
    assert(frame >= 0);
    if (!series_) return;
    place(world);
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const auto n = static_cast<std::size_t>(joints_);
    std::vector<float> normal(n, none), shear(n, none), opening(n, none), slip(n, none), damage(n, none),
        utilisation(n, none), corner_opening(known_.size(), none);
    std::vector<double> point(n * D, std::numeric_limits<double>::quiet_NaN());
    std::vector<std::uint8_t> status(n, static_cast<std::uint8_t>(ContactStatus::open));
    std::size_t k = 0;  // the seam that comes next: joints are in the order of seams, others stand between
    for (const Joint<D>& joint : joints_of(world, seams_, h > 0.0 ? h : 1.0)) {
        if (k == seams_.size() || joint.a != seams_[k].a || joint.b != seams_[k].b) continue;
        const auto row = static_cast<std::size_t>(known_[number_[k]].joint);
        for (; k < seams_.size() && joint.a == seams_[k].a && joint.b == seams_[k].b; ++k)
            corner_opening[number_[k]] = static_cast<float>(parting(world, seams_[k]).opening);
        for (const auto& [value, list] :
             {std::pair(joint.normal, &normal), std::pair(joint.shear, &shear),
              std::pair(joint.opening, &opening), std::pair(joint.slip, &slip),
              std::pair(joint.damage, &damage), std::pair(joint.utilisation, &utilisation)})
            (*list)[row] = static_cast<float>(value);
        for (int c = 0; c < D; ++c) point[D * row + static_cast<std::size_t>(c)] = joint.point[c];
        status[row] = static_cast<std::uint8_t>(joint.status);
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
