#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "bodies/bodies.h"
#include "broadphase/neighbours.h"
#include "contact/contacts.h"
#include "contact/law_book.h"
#include "md/soft_contact.h"

namespace drystone {

/// Where a ball is; what distances need, in one place.
template <int D>
struct GrainPlace {
    Vec<D> x{};      // [m]
    double r = 0.0;  // [m]
};

/// How a ball answers its own forces. All zero where its body does that: clumps, driven, loaded and fixed bodies.
struct GrainInertia {
    double inverse_mass = 0.0;
    double inverse_inertia = 0.0;
    double mass = 0.0;
};

/// A pair of the list, kept with its first ball.
struct SoftPair {
    int other = 0;         // slot of b > a; of a wall pair: the wall's part
    int law = 0;           // index into laws
    double damping = 0.0;  // gamma_N [N s/m]
};

/// A ball near a plane or drum. The wall is b.
struct WallPair {
    int slot = 0;
    std::uint32_t feature = 0;
    SoftPair pair{};
};

/// A list of neighbours, in a cell that repeats with the image of the second of each pair.
template <int D>
struct ListedPairs {
    std::span<const PartPair> pairs;
    std::span<const std::array<int, D>> images;  // (pairs), or none
    const NeighbourReference<D>& reference;

    std::array<int, D> image(std::size_t k) const { return images.empty() ? std::array<int, D>{} : images[k]; }
};

/// How a cell that repeats stands and moves: where images are, and how fast.
template <int D>
struct CellMotion {
    Vec<D> origin{};
    Mat<D> edges{}, velocity{};  // A [m], A' [m/s]
    Mat<D> gradient{};           // L [1/s]: walls stretch with it
};

/// What grains are made from.
template <int D>
struct GrainSource {
    const Matter<D>& matter;
    const Bodies<D>& bodies;
    const Parts<D>& parts;
    const LawBook& book;
};

/// Balls as the force loop sees them: in the order of space, in flat arrays, with their list of pairs and its memory.
///
/// A simple grain is a free body that is one ball about its centre of mass, neither driven nor loaded: it lives here during
/// a step and goes back to Bodies at its end. All other bodies live in Bodies, and their balls are copied here.
///
/// Slots fall into blocks of fixed length. A block adds up the forces of its own pairs; what falls on other blocks waits in
/// `outgoing` and is added there in the order of pairs. No sum depends on the number of threads.
template <int D>
class Grains {
  public:
    /// `busy` (bodies): 1 for those that are driven or loaded. InputError where bodies have parts other than balls, planes and
    /// drums, or two bodies that can meet have no springs between them.
    void prepare(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book, std::span<const char> busy);
    bool prepared() const { return !simple_.empty(); }

    /// The shortest time of all pairs that can meet [s]; infinite if none can. docs/theory.md (13.9)
    double shortest_time() const { return shortest_time_; }

    /// Sorts the balls and lists the pairs of `neighbours`; contacts keep their memory. Bodies and parts are up to date.
    void rebuild(const GrainSource<D>& from, const ListedPairs<D>& neighbours, std::span<const SoftContact<D>> memories);

    std::vector<SoftContact<D>> memories(const ListedPairs<D>& neighbours) const;

    /// Places and velocities of simple grains from Bodies, and back (with parts.centre).
    void load(const Bodies<D>& bodies);
    void store(Bodies<D>& bodies, Parts<D>& parts, ThreadPool& pool);

    /// Balls of the bodies that are not simple. Returns whether one left its margin.
    bool copy_others(const Bodies<D>& bodies, const Parts<D>& parts);

    /// First half kick and drift of the simple grains.
    SoftTally kick_and_drift(double dt, const Vec<D>& gravity, ThreadPool& pool);
    /// Forces of all pairs at their present places, memories drawn by dt; `keep`: pair by pair as well, for report().
    SoftTally find_forces(const Bodies<D>& bodies, const Parts<D>& parts, double dt, bool keep,
                          ThreadPool& pool);
    /// Before find_forces(): where the images of a cell that repeats are now.
    void follow(const CellMotion<D>& cell);
    /// sum over contacts of f b, b from the first ball to the image of the second, or to the wall; after find_forces() [J].
    const Mat<D>& pull() const { return pull_; }
    /// Second half kick.
    SoftTally kick(double dt, const Vec<D>& gravity, ThreadPool& pool);

    /// Bodies that move and are not simple, and the contact force and torque on each, after find_forces().
    const std::vector<int>& others() const { return others_; }
    const std::vector<int>& other_parts() const { return other_parts_; }
    const Twist<D>& push_on(int body) const { return body_push_[static_cast<std::size_t>(body)]; }

    /// What touches, in the order of identity, impulse = force times h; returns the elastic energy [J]. After find_forces(keep).
    double report(const Parts<D>& parts, const ListedPairs<D>& neighbours, double h,
                  Contacts<D>& contacts) const;

    std::vector<Twist<D>> pushes(int bodies) const;
    void put_pushes(const SoftState<D>& state);

  private:
    void sort_slots(const Parts<D>& parts, const ListedPairs<D>& neighbours);
    void list_pairs(const GrainSource<D>& from, const ListedPairs<D>& neighbours);
    void list_outgoing();
    void recall(const ListedPairs<D>& neighbours, std::span<const SoftContact<D>> memories);
    template <bool Turning, bool Repeats>
    SoftTally block_forces(std::size_t block, double dt, bool keep);
    SoftTally forces_in(std::size_t block, double dt, bool keep);
    template <bool Turning>
    void wall_forces(std::size_t block, const Bodies<D>& bodies, const Parts<D>& parts, double dt,
                     SoftTally& tally);
    std::size_t blocks() const { return (part_.size() + block_ - 1) / block_; }
    void gather_others(const Bodies<D>& bodies, const Parts<D>& parts);
    SpringMemory<D> memory_of(std::size_t pair) const {
        return {slip_[pair], turning_ ? turn_[pair] : Spin<D>{}};
    }
    double pair_mass(const Matter<D>& matter, int a, int b) const;

    std::vector<Spring> laws_;     // (laws of the book)
    bool turning_ = false;          // some law rolls or twists
    std::vector<char> simple_;      // (bodies)
    std::vector<int> others_;       // bodies that move and are not simple, ascending
    std::vector<int> other_parts_;  // of those, ascending
    double shortest_time_ = 0.0;    // [s]

    // (slots)
    std::vector<int> part_;
    std::vector<int> body_;
    std::vector<GrainPlace<D>> place_, reference_;  // reference_.r: margin
    std::vector<Twist<D>> motion_, push_;
    std::vector<GrainInertia> inertia_;
    std::vector<Spin<D>> turned_;  // angle turned since store() [rad]
    std::vector<int> first_;       // (slots + 1)  into pairs_
    std::vector<int> slot_;        // (parts)  or -1

    // (pairs)
    std::vector<SoftPair> pairs_;
    std::vector<Vec<D>> slip_;   // memory of the contacts
    std::vector<Spin<D>> turn_;  // likewise; none where no law turns: half the bytes
    std::vector<char> touching_;
    std::vector<SpringForce<D>> kept_;  // by find_forces(keep)
    std::vector<int> out_;            // index into outgoing_, or -1
    std::vector<std::array<int, D>> image_;  // in a cell: of the other, seen from the first slot; else none
    std::vector<Vec<D>> shift_, swing_;      // likewise: how far away it is [m], and how fast [m/s]
    CellMotion<D> cell_;

    // (wall pairs), by slot
    std::vector<WallPair> wall_pairs_;
    std::vector<SpringMemory<D>> wall_memory_;
    std::vector<char> wall_touching_;
    std::vector<SpringForce<D>> wall_kept_;  // by find_forces()
    std::vector<int> wall_first_;          // (blocks + 1)

    std::vector<int>
        where_;  // (pairs of the neighbours)  into pairs_, or ~ into wall_pairs_ (the first feature)
    std::size_t block_ = 1;            // slots a block
    std::vector<Twist<D>> outgoing_;   // force on slots of other blocks
    std::vector<int> incoming_first_;  // (blocks + 1) into incoming_
    std::vector<std::pair<int, int>>
        incoming_;                     // (index into outgoing_, slot), by block, in the order of pairs
    std::vector<Twist<D>> body_push_;  // (bodies)  of others
    std::vector<SoftTally> scratch_;
    std::vector<Mat<D>> pulls_;  // (blocks)
    Mat<D> pull_{};
    static constexpr int unlisted = std::numeric_limits<int>::max();  // in where_: a ball and its own image
};

}  // namespace drystone
