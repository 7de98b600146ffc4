#include "geometry/delaunay_insert.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/index.h"

namespace drystone {

namespace {

constexpr int infinite = -1;
constexpr double shift = 1e-7;  // of the mean distance: far above what rounding does to determinants of neighbours

/// > 0: p, a, b (, c) turn as the axes do; of order one for simplices of the size of the distances.
double turning(const Vec<2>& p, const std::array<Vec<2>, 2>& q) {
    const Vec<2> a = q[0] - p, b = q[1] - p;
    return a[0] * b[1] - a[1] * b[0];
}
double turning(const Vec<3>& p, const std::array<Vec<3>, 3>& q) { return dot(q[0] - p, cross(q[1] - p, q[2] - p)); }

/// > 0: p is inside the circle (sphere) through the corners, which turn positively.
double inside(const Vec<2>& p, const std::array<Vec<2>, 3>& q) {
    std::array<Vec<2>, 3> r;
    std::array<double, 3> lift;
    for (std::size_t k = 0; k < 3; ++k) r[k] = q[k] - p, lift[k] = dot(r[k], r[k]);
    const auto minor = [&](std::size_t i, std::size_t j) { return r[i][0] * r[j][1] - r[i][1] * r[j][0]; };
    return lift[0] * minor(1, 2) + lift[1] * minor(2, 0) + lift[2] * minor(0, 1);
}
double inside(const Vec<3>& p, const std::array<Vec<3>, 4>& q) {
    std::array<Vec<3>, 4> r;
    std::array<double, 4> lift;
    for (std::size_t k = 0; k < 4; ++k) r[k] = q[k] - p, lift[k] = dot(r[k], r[k]);
    const auto minor = [&](std::size_t i, std::size_t j, std::size_t k) { return dot(r[i], cross(r[j], r[k])); };
    return lift[0] * minor(1, 2, 3) - lift[1] * minor(0, 2, 3) + lift[2] * minor(0, 1, 3) - lift[3] * minor(0, 1, 2);
}

/// Numbers in [-1, 1) that depend on n alone.
double dealt(std::uint64_t n) {
    n = (n + 0x9e3779b97f4a7c15ULL) * 0xbf58476d1ce4e5b9ULL;
    n = (n ^ (n >> 29)) * 0x94d049bb133111ebULL;
    return static_cast<double>((n ^ (n >> 32)) >> 11) * 0x1p-52 - 1.0;
}

template <int D>
class Insertion {
  public:
    explicit Insertion(std::span<const Vec<D>> points) : points_(points.begin(), points.end()) {}

    std::optional<Delaunay<D>> run() {
        if (!spread() || !begin()) return {};
        for (int p = 0; p < static_cast<int>(points_.size()); ++p) {
            if (std::find(first_.begin(), first_.end(), p) == first_.end() && !insert(p)) return {};
        }
        return finite();
    }

  private:
    using Corners = std::array<int, D + 1>;

    /// One room of the triangulation. Neighbour k is across the face opposite corner k.
    struct Simplex {
        Corners corner{}, neighbour{};
        int mark = -1;           // the point that last looked at it,
        bool conflicts = false;  // and whether it has to go for it
        bool is_there = true;
    };
    /// A face of the border of the room that a point makes, and who is beyond.
    struct Side {
        std::array<int, D> corner{};  // with the point in front it turns positively
        int beyond = -1, back = 0;    // and which of its neighbours this room is
    };

    /// Points about their middle in units of the mean distance, shifted, and their order along a curve. False where they are no numbers.
    bool spread() {
        Vec<D> low = points_[0], high = points_[0];
        for (const Vec<D>& x : points_) {
            if (!std::isfinite(norm(x))) return false;
            for (int c = 0; c < D; ++c) low[c] = std::min(low[c], x[c]), high[c] = std::max(high[c], x[c]);
        }
        const double size = norm(high - low);
        if (!(size > 0.0) || !std::isfinite(size)) return false;
        const double unit = size / std::pow(static_cast<double>(points_.size()), 1.0 / D);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            for (int c = 0; c < D; ++c)
                points_[i][c] = (points_[i][c] - 0.5 * (low[c] + high[c])) / unit + shift * dealt(D * i + static_cast<std::uint64_t>(c));
        }
        std::vector<std::pair<std::uint64_t, int>> key;  // few first, from everywhere, then twice as many: no room becomes long and thin
        const double cells = D == 2 ? 65535.0 : 1023.0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            std::uint64_t code = 0;
            for (int bit = D == 2 ? 15 : 9; bit >= 0; --bit) {
                for (int c = 0; c < D; ++c) {
                    const auto cell = static_cast<std::uint64_t>(cells * std::clamp(points_[i][c] * unit / size + 0.5, 0.0, 1.0));
                    code = code << 1 | (cell >> bit & 1U);
                }
            }
            const int round = std::min(15, -std::ilogb(0.5 * (1.0 + dealt(~static_cast<std::uint64_t>(i))) + 1e-9));
            key.emplace_back(static_cast<std::uint64_t>(16 - round) << 40 | code, static_cast<int>(i));
        }
        std::sort(key.begin(), key.end());
        std::vector<Vec<D>> sorted;  // those that are looked at together lie together
        for (const auto& [code, i] : key) {
            sorted.push_back(points_[at(i)]);
            given_.push_back(i);
        }
        points_ = std::move(sorted);
        return true;
    }

    const Vec<D>& at_corner(int p) const { return points_[at(p)]; }

    template <std::size_t N>
    std::array<Vec<D>, N> places(const std::array<int, N>& corner) const {
        std::array<Vec<D>, N> out;
        for (std::size_t k = 0; k < N; ++k) out[k] = at_corner(corner[k]);
        return out;
    }

    /// The first simplex that is not flat, and beyond each of its faces one with a corner at infinity.
    bool begin() {
        Corners first{};
        std::size_t found = 1;
        for (std::size_t n = 1; n < points_.size() && found <= D; ++n) {
            first[found] = static_cast<int>(n);
            if (found < D ? is_wide(first, found) : std::abs(volume(first)) > 1e-3) ++found;
        }
        if (found <= D) return false;
        if (volume(first) < 0.0) std::swap(first[0], first[1]);
        first_ = first;
        simplex_.reserve((D == 2 ? 3 : 8) * points_.size());
        simplex_.push_back({first, {}});
        for (std::size_t k = 0; k <= D; ++k) {
            Corners ghost = first;
            ghost[k] = infinite;
            std::swap(ghost[k == 0 ? 1 : 0], ghost[k == 0 ? 2 : (k == 1 ? 2 : 1)]);  // it lies on the other side of the face
            simplex_[0].neighbour[k] = static_cast<int>(simplex_.size());
            simplex_.push_back({ghost, {}});
        }
        for (std::size_t a = 1; a < simplex_.size(); ++a) {
            for (std::size_t k = 0; k <= D; ++k) {
                const int p = simplex_[a].corner[k];
                if (p == infinite) {
                    simplex_[a].neighbour[k] = 0;
                    continue;
                }
                for (std::size_t b = 1; b < simplex_.size(); ++b) {  // the one that misses p
                    const Corners& other = simplex_[b].corner;
                    if (std::find(other.begin(), other.end(), p) == other.end()) simplex_[a].neighbour[k] = static_cast<int>(b);
                }
            }
        }
        last_ = 0;
        return true;
    }

    /// Whether the first `n` + 1 corners span n dimensions, for n < D.
    bool is_wide(const Corners& corner, std::size_t n) const {
        const Vec<D> a = at_corner(corner[n]) - at_corner(corner[0]);
        if (n == 1) return norm(a) > 1e-3;
        const Vec<D> b = at_corner(corner[1]) - at_corner(corner[0]);
        return norm(a - dot(a, b) / dot(b, b) * b) > 1e-3;
    }

    double volume(const Corners& corner) const {
        std::array<int, D> rest{};
        std::copy(corner.begin() + 1, corner.end(), rest.begin());
        return turning(at_corner(corner[0]), places(rest));
    }

    /// Corners with p in place of number k: p's side of the face opposite.
    double side_of(const Corners& corner, std::size_t k, int p) const {
        Corners seen = corner;
        seen[k] = p;
        return volume(seen);
    }

    std::size_t ghost_corner(const Simplex& s) const {
        return static_cast<std::size_t>(std::find(s.corner.begin(), s.corner.end(), infinite) - s.corner.begin());
    }

    bool has_to_go(const Simplex& s, int p) const {
        const std::size_t k = ghost_corner(s);
        return k <= D ? side_of(s.corner, k, p) > 0.0 : inside(at_corner(p), places(s.corner)) > 0.0;
    }

    /// A simplex that has to go for p, or -1: from the last one towards p.
    int find(int p) {
        const std::size_t out = ghost_corner(simplex_[at(last_)]);
        int here = out <= D ? simplex_[at(last_)].neighbour[out] : last_, from = -1;
        for (std::size_t step = 0; step < simplex_.size() + 16; ++step) {
            const Simplex& s = simplex_[at(here)];
            if (ghost_corner(s) <= D) return has_to_go(s, p) ? here : -1;
            int next = -1;
            for (std::size_t n = 0; n <= D && next < 0; ++n) {
                const std::size_t k = (n + step) % (D + 1);  // so that it does not go in circles
                if (s.neighbour[k] != from && side_of(s.corner, k, p) < 0.0) next = s.neighbour[k];
            }
            if (next < 0) return here;
            from = here;
            here = next;
        }
        return -1;
    }

    bool look(int here, int p) {
        Simplex& s = simplex_[at(here)];
        if (s.mark != p) {
            s.mark = p;
            s.conflicts = has_to_go(s, p);
        }
        return s.conflicts;
    }

    bool insert(int p) {
        const int start = find(p);
        if (start < 0) return false;
        gone_.assign(1, start);
        simplex_[at(start)].mark = p;
        simplex_[at(start)].conflicts = true;
        border_.clear();
        for (std::size_t n = 0; n < gone_.size(); ++n) {
            const Simplex s = simplex_[at(gone_[n])];
            for (std::size_t k = 0; k <= D; ++k) {
                const int beyond = s.neighbour[k];
                const bool seen = simplex_[at(beyond)].mark == p;
                if (look(beyond, p)) {
                    if (!seen) gone_.push_back(beyond);
                    continue;
                }
                border_.push_back(side(s, k, gone_[n], beyond));
            }
        }
        return fill(p);
    }

    /// The face of s opposite corner k, so that (p, face) turns positively for p on the side of s.
    Side side(const Simplex& s, std::size_t k, int here, int beyond) const {
        Side out;
        Corners turned = s.corner;
        if (k != 0) {  // an even permutation that brings corner k to the front
            std::swap(turned[0], turned[k]);
            std::swap(turned[1], turned[2]);
        }
        std::copy(turned.begin() + 1, turned.end(), out.corner.begin());
        out.beyond = beyond;
        const Corners& others = simplex_[at(beyond)].neighbour;
        out.back = static_cast<int>(std::find(others.begin(), others.end(), here) - others.begin());
        return out;
    }

    /// Simplices from p to the border, joined to each other along the edges (corners) of the border.
    bool fill(int p) {
        std::size_t reused = 0, open = 0;  // edges of which one simplex has come
        ++turn_;
        while (table_.size() < 4 * D * border_.size()) table_.assign(2 * table_.size(), {});
        for (const Side& one : border_) {
            Simplex s;
            s.corner[0] = p;
            std::copy(one.corner.begin(), one.corner.end(), s.corner.begin() + 1);
            s.neighbour.fill(-1);
            s.neighbour[0] = one.beyond;
            if (ghost_corner(s) > D && !(volume(s.corner) > 0.0)) return false;
            const int here = reused < gone_.size() ? gone_[reused++] : take();
            simplex_[at(here)] = s;
            simplex_[at(one.beyond)].neighbour[at(one.back)] = here;
            for (std::size_t k = 1; k <= D; ++k) join(edge_without(s.corner, k), here, static_cast<int>(k)) ? --open : ++open;
            last_ = here;
        }
        for (; reused < gone_.size(); ++reused) {
            simplex_[at(gone_[reused])].is_there = false;
            empty_.push_back(gone_[reused]);
        }
        return open == 0;
    }

    /// The other simplex at an edge of the border, if it has come: then they are joined.
    bool join(std::uint64_t edge, int simplex, int corner) {
        const std::size_t mask = table_.size() - 1;
        std::size_t k = static_cast<std::size_t>((edge ^ edge >> 29) * 0x9e3779b97f4a7c15ULL >> 40) & mask;
        while (table_[k].turn == turn_ && table_[k].edge != edge) k = (k + 1) & mask;
        if (table_[k].turn != turn_) {
            table_[k] = {edge, turn_, simplex, corner};
            return false;
        }
        const Joint& other = table_[k];
        simplex_[at(simplex)].neighbour[at(corner)] = other.simplex;
        simplex_[at(other.simplex)].neighbour[at(other.corner)] = simplex;
        return true;
    }

    int take() {
        if (empty_.empty()) {
            simplex_.emplace_back();
            return static_cast<int>(simplex_.size()) - 1;
        }
        const int here = empty_.back();
        empty_.pop_back();
        return here;
    }

    /// The corners but p, which is the first, and number k; lowest first.
    std::uint64_t edge_without(const Corners& corner, std::size_t k) const {
        std::array<std::uint64_t, 2> rest{};
        std::size_t n = 0;
        for (std::size_t c = 1; c <= D; ++c) {
            if (c != k) rest[n++] = static_cast<std::uint64_t>(corner[c] + 1);
        }
        if (D == 3 && rest[0] > rest[1]) std::swap(rest[0], rest[1]);
        return rest[0] << 32 | rest[1];
    }

    /// Those without a corner at infinity.
    Delaunay<D> finite() const {
        Delaunay<D> out;
        std::vector<int> number(simplex_.size(), -1);
        int count = 0;
        for (std::size_t n = 0; n < simplex_.size(); ++n) {
            if (simplex_[n].is_there && ghost_corner(simplex_[n]) > D) number[n] = count++;
        }
        for (std::size_t n = 0; n < simplex_.size(); ++n) {
            if (number[n] < 0) continue;
            Corners& corner = out.simplex.emplace_back(simplex_[n].corner);
            for (int& one : corner) one = given_[at(one)];
            Corners& beyond = out.neighbour.emplace_back(simplex_[n].neighbour);
            for (int& one : beyond) one = number[at(one)];
        }
        return out;
    }

    struct Joint {
        std::uint64_t edge = 0;
        int turn = 0, simplex = 0, corner = 0;
    };

    std::vector<Vec<D>> points_;
    std::vector<int> given_;  // numbers of the points as they were given
    Corners first_{};
    std::vector<Simplex> simplex_;
    std::vector<int> gone_, empty_;
    std::vector<Side> border_;
    std::vector<Joint> table_ = std::vector<Joint>(256);  // by edge; of the turn it was written in
    int last_ = 0, turn_ = 0;
};

}  // namespace

template <int D>
std::optional<Delaunay<D>> delaunay_by_insertion(std::span<const Vec<D>> points) {
    if (points.size() < D + 2) return {};
    return Insertion<D>(points).run();
}

template std::optional<Delaunay<2>> delaunay_by_insertion(std::span<const Vec<2>>);
template std::optional<Delaunay<3>> delaunay_by_insertion(std::span<const Vec<3>>);

}  // namespace drystone
