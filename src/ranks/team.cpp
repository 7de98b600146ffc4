#include "ranks/team.h"

#ifdef DRYSTONE_HAS_MPI

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include "core/exact_sum.h"
#include "core/stopwatch.h"

namespace drystone::ranks {

namespace {

constexpr int parcels = 1, bulk = 2, on_the_way = 3;  // tags
constexpr std::size_t longest = 1u << 30;      // bytes of a message: MPI counts in int

/// Adds the time until the end of the scope.
class Charge {
  public:
    explicit Charge(double& to) : to_(to) {}
    ~Charge() { to_ += watch_.seconds(); }

  private:
    double& to_;
    Stopwatch watch_;
};

void send_bulk(const Bytes& bytes, int to, std::vector<MPI_Request>& requests) {
    for (std::size_t at = 0; at < bytes.data.size(); at += longest) {
        requests.emplace_back();
        MPI_Isend(bytes.data.data() + at, static_cast<int>(std::min(longest, bytes.data.size() - at)), MPI_BYTE, to, bulk, MPI_COMM_WORLD,
                  &requests.back());
    }
}

void receive_bulk(Bytes& bytes, int from, std::vector<MPI_Request>& requests) {
    for (std::size_t at = 0; at < bytes.data.size(); at += longest) {
        requests.emplace_back();
        MPI_Irecv(bytes.data.data() + at, static_cast<int>(std::min(longest, bytes.data.size() - at)), MPI_BYTE, from, bulk, MPI_COMM_WORLD,
                  &requests.back());
    }
}

void wait_for(std::vector<MPI_Request>& requests) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace

bool built_with_mpi() { return true; }

/// Each of one or several requests, which follow each other: libraries send short messages at once, and ask the receiver first about long ones, which is
/// answered when it calls them the next time. Nobody calls them while it computes.
struct Team::Channels {
    static constexpr std::size_t at_once = 500;  // numbers: 4 kB, Open MPI's limit in shared memory
    std::vector<MPI_Request> request;
    std::vector<std::size_t> first;  // (channels)

    template <class Open>
    int add(std::size_t numbers, const Open& open) {
        first.push_back(request.size());
        for (std::size_t at = 0; at < numbers; at += at_once) {
            request.emplace_back();
            open(at, static_cast<int>(std::min(at_once, numbers - at)), &request.back());
        }
        return static_cast<int>(first.size()) - 1;
    }
    std::span<MPI_Request> of(int channel) {
        const auto k = static_cast<std::size_t>(channel);
        return std::span(request).subspan(first[k], (k + 1 < first.size() ? first[k + 1] : request.size()) - first[k]);
    }
};

Team::Team() : channels_(std::make_shared<Channels>()) {
    if (launched_ranks() <= 1) return;
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    begun_ = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &on_machine_);
    MPI_Comm_rank(machine, &number_on_machine_);
    MPI_Comm_free(&machine);
}

Team::~Team() {
    if (!begun_) return;
    close_channels();
    MPI_Finalize();
}

bool Team::takes_device_memory() const {
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return begun_ && MPIX_Query_cuda_support() != 0;
#else
    return false;
#endif
}

std::vector<double> Team::all(std::span<const double> numbers) {
    if (size_ == 1) return {numbers.begin(), numbers.end()};
    const Charge charge(waited.reduction);
    std::vector<double> every(numbers.size() * static_cast<std::size_t>(size_));
    const int count = static_cast<int>(numbers.size());
    MPI_Allgather(numbers.data(), count, MPI_DOUBLE, every.data(), count, MPI_DOUBLE, MPI_COMM_WORLD);
    return every;
}

/// Of many ranks: exact sums, whose whole numbers are added along a tree. All numbers of all ranks would be too many.
void Team::sum_along_a_tree(std::span<double> numbers) {
    std::vector<std::int64_t> limbs;
    for (const double x : numbers) {
        ExactSum one;
        one.add(x);
        one.carry();
        limbs.insert(limbs.end(), one.numbers().begin(), one.numbers().end());
    }
    sum(std::span<std::int64_t>(limbs));
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        ExactSum all;
        std::copy_n(limbs.begin() + static_cast<std::ptrdiff_t>(k * ExactSum::limbs), ExactSum::limbs, all.numbers().begin());
        numbers[k] = all.value();
    }
}

void Team::sum(std::span<double> numbers) {
    if (size_ == 1) return;
    if (size_ > many) return sum_along_a_tree(numbers);
    const std::vector<double> every = all(numbers);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        double sum = 0.0;
        for (std::size_t rank = 0; rank < static_cast<std::size_t>(size_); ++rank) sum += every[rank * numbers.size() + k];
        numbers[k] = sum;
    }
}

void Team::sum(std::span<std::int64_t> numbers) {
    if (size_ == 1) return;
    const Charge charge(waited.reduction);
    MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

void Team::largest(std::span<double> numbers) {
    if (size_ == 1) return;
    const Charge charge(waited.reduction);
    MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

bool Team::any(bool here) {
    if (size_ == 1) return here;
    const Charge charge(waited.reduction);
    int found = here ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return found != 0;
}

std::vector<Bytes> Team::exchange(const std::vector<Bytes>& out) {
    const auto ranks = static_cast<std::size_t>(size_);
    std::vector<Bytes> in(ranks);
    in[static_cast<std::size_t>(rank_)] = out[static_cast<std::size_t>(rank_)];
    if (size_ == 1) return in;
    const Charge charge(waited.sharing);
    std::vector<std::int64_t> sent(ranks), received(ranks);
    for (std::size_t k = 0; k < ranks; ++k) sent[k] = static_cast<std::int64_t>(out[k].data.size());
    MPI_Alltoall(sent.data(), 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
    std::vector<MPI_Request> requests;
    for (int k = 0; k < size_; ++k) {
        if (k == rank_) continue;
        in[static_cast<std::size_t>(k)].data.resize(static_cast<std::size_t>(received[static_cast<std::size_t>(k)]));
        receive_bulk(in[static_cast<std::size_t>(k)], k, requests);
    }
    for (int k = 0; k < size_; ++k) {
        if (k != rank_) send_bulk(out[static_cast<std::size_t>(k)], k, requests);
    }
    wait_for(requests);
    return in;
}

void Team::gather(const Bytes& out, const std::function<void(const Bytes&)>& visit) {
    if (size_ == 1) return visit(out);
    std::vector<std::int64_t> received(rank_ == 0 ? static_cast<std::size_t>(size_) : 0);
    const auto sent = static_cast<std::int64_t>(out.data.size());
    MPI_Gather(&sent, 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (rank_ == 0) visit(out);
    for (int k = 1; k < size_; ++k) {
        const Charge charge(waited.sharing);
        std::vector<MPI_Request> requests;
        Bytes in;
        if (rank_ == k) send_bulk(out, 0, requests);
        if (rank_ == 0) {
            in.data.resize(static_cast<std::size_t>(received[static_cast<std::size_t>(k)]));
            receive_bulk(in, k, requests);
        }
        wait_for(requests);
        if (rank_ == 0) visit(in);
    }
}

int Team::tell(int word, bool patient) {
    if (size_ == 1) return word;
    if (!patient) {
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return word;
    }
    MPI_Request request;
    MPI_Ibcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    for (int done = 0; !done;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return word;
}

void Team::swap(std::span<const Parcel> out, std::span<Parcel> in) {
    if (size_ == 1) return;
    const Charge charge(waited.halo);
    std::vector<MPI_Request> requests;
    requests.reserve(out.size() + in.size());
    for (Parcel& parcel : in) {
        if (parcel.numbers.empty()) continue;
        requests.emplace_back();
        MPI_Irecv(parcel.numbers.data(), static_cast<int>(parcel.numbers.size()), MPI_DOUBLE, parcel.rank, parcels, MPI_COMM_WORLD,
                  &requests.back());
    }
    for (const Parcel& parcel : out) {
        if (parcel.numbers.empty()) continue;
        requests.emplace_back();
        MPI_Isend(parcel.numbers.data(), static_cast<int>(parcel.numbers.size()), MPI_DOUBLE, parcel.rank, parcels, MPI_COMM_WORLD,
                  &requests.back());
    }
    wait_for(requests);
}

void Team::trade(std::span<const Parcel> out, std::span<Parcel> in) {
    if (size_ == 1) return;
    std::vector<Parcel> sent, received;
    for (const Parcel& parcel : out) sent.push_back({parcel.rank, {static_cast<double>(parcel.numbers.size())}});
    for (const Parcel& parcel : in) received.push_back({parcel.rank, {0.0}});
    swap(sent, received);
    for (std::size_t k = 0; k < in.size(); ++k) in[k].numbers.resize(static_cast<std::size_t>(received[k].numbers[0]));
    swap(out, in);
}

int Team::open_to(int rank, std::span<const double> numbers) {
    return channels_->add(numbers.size(), [&](std::size_t at, int count, MPI_Request* request) {
        MPI_Send_init(numbers.data() + at, count, MPI_DOUBLE, rank, on_the_way, MPI_COMM_WORLD, request);
    });
}

int Team::open_from(int rank, std::span<double> numbers) {
    return channels_->add(numbers.size(), [&](std::size_t at, int count, MPI_Request* request) {
        MPI_Recv_init(numbers.data() + at, count, MPI_DOUBLE, rank, on_the_way, MPI_COMM_WORLD, request);
    });
}

void Team::start(int channel) {
    const std::span<MPI_Request> requests = channels_->of(channel);
    MPI_Startall(static_cast<int>(requests.size()), requests.data());
}

void Team::await(int channel) {
    const Charge charge(waited.halo);
    const std::span<MPI_Request> requests = channels_->of(channel);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void Team::close_channels() {
    for (MPI_Request& request : channels_->request) MPI_Request_free(&request);
    channels_->request.clear();
    channels_->first.clear();
}

void Team::abort(const std::string& why) {
    std::fprintf(stderr, "drystone: rank %d: %s\n", rank_, why.c_str());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

}  // namespace drystone::ranks

#endif
