#pragma once

#include <span>
#include <vector>

#include "ranks/halo.h"
#include "solvers/told_colours.h"

namespace drystone::ranks {

/// Rows of bodies that a sweep changes: D + spin_dim numbers each, by slot.
template <int D>
class SharedRows {
  public:
    virtual ~SharedRows() = default;
    virtual Twist<D> load(int slot) const = 0;
    virtual void store(int slot, const Twist<D>& t) = 0;
};

/// A contact of this rank touches a shared body in a phase of the sweep.
struct Touch {
    int slot = 0;
    int phase = 0;  // kind x phases of a kind + phase
};

/// The way of shared bodies through a sweep: in each phase one rank at most touches a body, and what it makes of it goes to the rank that touches it
/// next, and only there,
///
///     phases of a body p_1 < p_2 < .. < p_n, of ranks k_1 .. k_n:    after p_i from k_i to k_i+1 (n + 1: 1), where these are two
///
/// so that a sweep of all ranks is one sweep of Gauss-Seidel in the order of the phases. A rank waits for a body when it needs it, not before: for what
/// the last of a sweep leaves to the first of the next one until the middle of that, so that who is late delays nobody who has other work.
template <int D>
class Phases final : public ToldListener {
  public:
    /// Phases of a kind of contact; colours of each, and with how many of them its contacts are visited. What they leave is sent then, and awaited at the
    /// end of the phase: the other colours have no contacts, and are there for what else a rank has to do meanwhile.
    struct Beat {
        int phases = 0, colours = 1, visited = 1;
    };

    /// Who touches which shared body when: told by all. Nothing is on its way.
    void plan(std::vector<Touch> touches, const Beat& beat, const Halo<D>& halo, Team& team);

    /// Whose rows go around from here on; null: none.
    void use(SharedRows<D>* rows) { rows_ = rows; }

    void begin(int kind, int colour) override;
    void end(int kind, int colour) override;

    /// After a sweep that another one follows at once.
    void next_sweep();

    /// After a sweep: everything that was sent has arrived.
    void finish();

    /// All ranks that touch a body get it as the last one left it.
    void catch_up();

    /// Numbers that this rank sends in a sweep.
    long numbers_sent() const { return numbers_sent_; }
    long parcels_sent() const { return static_cast<long>(sent_.size()); }

    /// Bodies that go together, in the order of their slots.
    struct Message {
        int phase = 0, rank = 0;
        int needed = 0;      // phase before which it has to be here
        bool wraps = false;  // of the next sweep
        int channel = -1;
        std::vector<int> slots;
        std::vector<double> numbers;
    };
    // Of a sweep, by phase, then rank; of catch_up(): for rows that go around elsewhere
    const std::vector<Message>& sent() const { return sent_; }
    const std::vector<Message>& expected() const { return expected_; }
    const std::vector<Message>& last_sent() const { return last_sent_; }
    const std::vector<Message>& last_expected() const { return last_expected_; }

  private:
    static constexpr std::size_t width = D + spin_dim<D>;

    struct Leg {
        int phase = 0, rank = 0, slot = 0, needed = 0;
        bool wraps = false;
    };

    void list_legs(int slot, std::span<const int> way, std::vector<Leg>& out, std::vector<Leg>& in, Team& team);
    static void gather(std::vector<Leg>& legs, std::vector<Message>& messages);
    void send(Message& message);
    void take(Message& message);
    void take_needed(int phase);
    int phase_of(int kind, int colour) const { return kind * beat_.phases + colour / beat_.colours; }

    Team* team_ = nullptr;
    SharedRows<D>* rows_ = nullptr;
    Beat beat_;
    std::vector<Message> sent_, expected_;            // by phase, then rank
    std::vector<Message> last_sent_, last_expected_;  // of catch_up()
    std::size_t next_sent_ = 0, next_expected_ = 0, taken_ = 0;
    std::vector<std::size_t> order_, wrapped_;  // of expected_, as they are needed in this sweep and in the next one
    std::size_t wrapped_taken_ = 0;             // of the last sweep's
    long numbers_sent_ = 0;
};

}  // namespace drystone::ranks
