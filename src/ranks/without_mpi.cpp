#include "ranks/team.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace drystone::ranks {

namespace {

/// A number that a launcher leaves in the environment of its processes, or `otherwise`.
int told(std::initializer_list<const char*> names, int otherwise) {
    for (const char* name : names) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    return otherwise;
}

}  // namespace

int launched_ranks() { return told({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1); }
int launched_rank() { return told({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0); }

#ifndef DRYSTONE_HAS_MPI

// A team of one: nobody is asked for anything.

bool built_with_mpi() { return false; }

Team::Team() = default;
Team::~Team() = default;
void Team::sum(std::span<double>) {}
void Team::sum(std::span<std::int64_t>) {}
void Team::largest(std::span<double>) {}
bool Team::any(bool here) { return here; }
std::vector<double> Team::all(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }
std::vector<Bytes> Team::exchange(const std::vector<Bytes>& out) { return out; }
void Team::gather(const Bytes& out, const std::function<void(const Bytes&)>& visit) { visit(out); }
int Team::tell(int word, bool) { return word; }
void Team::swap(std::span<const Parcel>, std::span<Parcel>) {}
void Team::trade(std::span<const Parcel>, std::span<Parcel>) {}
int Team::open_to(int, std::span<const double>) { return 0; }
int Team::open_from(int, std::span<double>) { return 0; }
void Team::start(int) {}
void Team::await(int) {}
void Team::close_channels() {}
bool Team::takes_device_memory() const { return false; }
void Team::abort(const std::string& why) {
    std::fprintf(stderr, "drystone: %s\n", why.c_str());
    std::exit(1);
}

#endif

}  // namespace drystone::ranks
