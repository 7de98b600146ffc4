#pragma once

#include <array>
#include <span>
#include <vector>

#include "broadphase/neighbours.h"

namespace drystone {

/// A part as detection sees it in a cell: itself, or one of its images.
template <int D>
struct SeenPart {
    int part = 0;
    std::array<int, D> image{};
};

/// Neighbours of parts in a cell that repeats, parts.space: pairs (a, b, k) of parts of which b is seen at x_b + E k. Places are not
/// wrapped, so that k belongs to the two bodies and changes with neither.
///
/// A list of swollen parts (Neighbours) holds as long as, for every part, with F = E E_ref^-1 the deformation of the cell since then,
///
///     |F^-1| (r_i + reach_i + |x_i - o - F (x_i,ref - o)|) <= r_i + m_i
///
/// since |F^-1| |x_b + E k - x_a| bounds the distance at the reference together with how far both have left the uniform motion.
///
/// To find them, bodies are wrapped into a reduced cell of the same lattice (shears within half an edge); of each part those images
/// are added that come near and lie forward (the first component that is not 0 is > 0), so that every pair is seen once.
///
/// For detection, `seen()` is the table of parts with one more entry for each image that is in a pair, its siblings beside it.
template <int D>
class CellNeighbours {
  public:
    bool update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool);

    /// Rebuilds the list that another run had with this reference and these edges.
    void restore(const Parts<D>& parts, NeighbourReference<D> reference, const Mat<D>& edges,
                 ThreadPool& pool);

    /// Bodies have come or gone: the next update() builds the list anew.
    void forget() { reference_ = {}; }

    /// Brings seen() and seen_reach() to where the parts are now.
    void place(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool);

    /// Sorted by (a, b, image), a <= b; of a part with itself the images are forward ones.
    std::span<const PartPair> pairs() const { return pairs_; }
    std::span<const std::array<int, D>> images() const { return images_; }  // (pairs)

    const Parts<D>& seen() const { return seen_; }
    std::span<const PartPair> seen_pairs() const { return seen_pairs_; }  // (pairs)  of seen()
    std::span<const double> seen_reach() const { return seen_reach_; }
    /// Which part, and which image of it, entry p of seen() is.
    SeenPart<D> original(int p) const {
        return p < parts_ ? SeenPart<D>{p, {}} : ghost_[static_cast<std::size_t>(p - parts_)];
    }

    const NeighbourReference<D>& reference() const { return reference_; }
    const Mat<D>& edges() const { return edges_; }  // when the list was built
    long rebuilds() const { return rebuilds_; }

  private:
    /// A pair with the image of its second part.
    struct ImagePair {
        PartPair pair;
        std::array<int, D> image{};
        auto operator<=>(const ImagePair&) const = default;
    };
    /// The cell that parts are wrapped into: E U, U whole numbers with det U = 1.
    struct Reduced {
        Mat<D> edges{};
        std::array<std::array<int, D>, D> turn{};  // U, by rows
    };

    bool still_valid(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) const;
    void take_reference(const Parts<D>& parts, std::span<const double> reach);
    void rebuild(const Parts<D>& parts, ThreadPool& pool);
    Reduced reduce(const Space<D>& space) const;
    void wrap(const Parts<D>& parts, const Reduced& cell);
    void add_images(const Parts<D>& parts, const Reduced& cell);
    void search(ThreadPool& pool);
    void take_pair(const Parts<D>& parts, const Reduced& cell, PartPair found);
    void add_wall_pairs(const Parts<D>& parts);
    void list_images(const Parts<D>& parts);
    void copy_parts(const Parts<D>& parts);
    int add_group(const Parts<D>& parts, int body_part, const std::array<int, D>& image);

    NeighbourReference<D> reference_;
    Mat<D> edges_{};
    std::vector<PartPair> pairs_;
    std::vector<std::array<int, D>> images_;
    long rebuilds_ = 0;

    int parts_ = 0;   // entries of seen_ that are no images
    int owners_ = 0;  // of them: bodies, then images of bodies
    Parts<D> seen_;
    std::vector<SeenPart<D>> ghost_;  // (entries of seen_ after those)
    std::vector<PartPair> seen_pairs_;
    std::vector<double> seen_reach_;

    // Scratch of a rebuild
    std::vector<std::array<int, D>>
        wound_;         // (parts)  whole edges of the reduced cell between a part and its wrapped place
    Parts<D> wrapped_;  // as balls: parts, then their forward images
    std::vector<Vec<D>> centre_;        // (wrapped_)
    std::vector<double> margin_;        // (wrapped_)
    std::vector<SeenPart<D>> forward_;  // (wrapped_ after the parts)  in edges of the reduced cell
    std::vector<ImagePair> list_;
    Workbench bench_;
    BallGrids<D> grids_;
    std::vector<GridStretch> stretches_;
    std::vector<std::vector<PartPair>> found_;
};

}  // namespace drystone
