#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ranks/bytes.h"

namespace drystone::ranks {

// Processes of one run. team.cpp alone knows MPI; a program that was built without has no team (without_mpi.cpp).

/// How many processes mpirun (of Open MPI, MPICH or SLURM) began with this one, and which of them it is. Asked without MPI.
int launched_ranks();
int launched_rank();

bool built_with_mpi();

/// Numbers for another rank, or from it.
struct Parcel {
    int rank = 0;
    std::vector<double> numbers;
};

/// Where the time of a rank goes, besides computing [s].
struct WaitingSeconds {
    double halo = 0.0;       // parcels between neighbours
    double reduction = 0.0;  // sums over all ranks
    double sharing = 0.0;    // bodies that change hands
};

/// The processes that take the steps of one world together. All its functions are called by all of them, in the same order.
class Team {
  public:
    Team();   // begins MPI, where this is one of several processes
    ~Team();  // ends it
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }
    int on_this_machine() const { return on_machine_; }  // ranks
    int number_on_this_machine() const { return number_on_machine_; }

    /// Whether what is sent and expected may lie in the memory of a CUDA device.
    bool takes_device_memory() const;

    /// Sums over all ranks, in their order, or without rounding: the same bits on each, in every run.
    void sum(std::span<double> numbers);
    void sum(std::span<std::int64_t> numbers);
    void largest(std::span<double> numbers);
    bool any(bool here);

    /// The numbers of all ranks, those of rank 0 first: as many of each.
    std::vector<double> all(std::span<const double> numbers);

    /// What everybody has for everybody: out[k] goes to rank k, the answer's k-th came from it.
    std::vector<Bytes> exchange(const std::vector<Bytes>& out);

    /// To rank 0: visit(what each has), rank by rank, one at a time; the others visit nothing.
    void gather(const Bytes& out, const std::function<void(const Bytes&)>& visit);

    /// Rank 0's word to all. `patient`: those who wait for it sleep in between.
    int tell(int word, bool patient);

    /// Between neighbours: sends `out`, fills the numbers of `in`, whose lengths are known.
    void swap(std::span<const Parcel> out, std::span<Parcel> in);

    /// The same where only the senders know how many numbers there are: `in` has the ranks, and gets the lengths too.
    void trade(std::span<const Parcel> out, std::span<Parcel> in);

    // Channels: the same numbers again and again, on their way while this rank goes on computing. What is sent or awaited stays where it is. Between
    // two ranks parcels arrive in the order in which they were started.
    int open_to(int rank, std::span<const double> numbers);
    int open_from(int rank, std::span<double> numbers);
    void start(int channel);
    void await(int channel);  // at once where nothing is on its way
    void close_channels();    // all, when nothing is on its way

    WaitingSeconds waited;

    /// Ends all processes, at once.
    [[noreturn]] void abort(const std::string& why);

  private:
    static constexpr int many = 64;  // ranks
    void sum_along_a_tree(std::span<double> numbers);

    struct Channels;
    int rank_ = 0, size_ = 1, on_machine_ = 1, number_on_machine_ = 0;
    bool begun_ = false;
    std::shared_ptr<Channels> channels_;
};

}  // namespace drystone::ranks
