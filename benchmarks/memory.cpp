// What a packing of spheres takes of the memory, array by array: bytes a sphere and a contact, after some steps.
//
//     build/bin/bench_memory 1000000        spheres
//
// A block of up to 10^4 is settled, as by bench_packings; larger ones are copies side by side. "other lists" is what the process holds beyond the
// arrays listed, "no longer held" what it had at most and has given back: what was only needed to begin, and holes between lists.

#include <malloc.h>
#include <sys/resource.h>

#include <cstdlib>

#include "settled.h"
#include "solvers/solve.h"

namespace drystone {
namespace {

class Table {
  public:
    Table(std::size_t bodies, std::size_t contacts) : bodies_(static_cast<double>(bodies)), contacts_(static_cast<double>(contacts)) {
        fmt::print("what,MiB,bytes_a_sphere,bytes_a_contact\n");
    }

    template <class... Lists>
    void row(const std::string& what, const Lists&... list) {
        print(what, static_cast<double>((bytes_of(list) + ...)));
    }

    /// `held`: by lists, `all`: at most by the process.
    void print_rest(double held, double all) {
        print("other lists", held - sum_);
        print("no longer held", all - sum_);
        print("the process", all);
    }

    void print(const std::string& what, double bytes) {
        constexpr double MiB = 1 << 20;
        fmt::print("{},{:.1f},{:.0f},{:.0f}\n", what, bytes / MiB, bytes / bodies_, bytes / contacts_);
        sum_ += bytes;
    }

  private:
    template <class T>
    static std::size_t bytes_of(const std::vector<T>& list) {
        return list.capacity() * sizeof(T);
    }
    template <int N>
    static std::size_t bytes_of(const BodyTensors<N>& tensors) {
        return tensors.bytes();
    }
    template <int N>
    static std::size_t bytes_of(const Projectors<N>& projectors) {
        return projectors.bytes();
    }
    static std::size_t bytes_of(const PrincipalMoments<3>& moments) { return moments.bytes(); }
    static std::size_t bytes_of(const PointList<3>& points) { return points.bytes(); }
    static std::size_t bytes_of(const BodyList<3>& bodies) { return bodies.bytes(); }
    template <class T>
    static std::size_t bytes_of(const Alike<T>& list) {
        return list.bytes();
    }
    template <class T>
    static std::size_t bytes_of(const Few<T>& list) {
        return list.bytes();
    }
    template <class T>
    static std::size_t bytes_of(const Seldom<T>& list) {
        return bytes_of(list.own());
    }
    static std::size_t bytes_of(const Buckets& buckets) { return bytes_of(buckets.start) + bytes_of(buckets.item) + bytes_of(buckets.place); }
    static std::size_t bytes_of(const SweepPlan& plan) { return bytes_of(plan.contact); }

    double bodies_, contacts_, sum_ = 0.0;
};

void describe(const World<3>& world, Table& table) {
    table.row("description", world.description.bodies, world.description.ids);
    const Matter<3>& m = world.matter;
    table.row("matter", m.mass, m.inertia, m.freedom, m.free_directions, m.free_rotations, m.inverse_mass, m.material, m.surface,
              m.shape_origin, m.shape_rotation);
    const Bodies<3>& b = world.bodies;
    table.row("bodies", b.id, b.position, b.rotation, b.velocity, b.inverse_inertia);
    table.row("bodies: within a step", world.before, world.applied, world.reach, world.mobile, world.projection.closing, world.numbering.moving,
              world.numbering.order);
    table.row("bodies: at time 0", world.start_position, world.start_rotation, world.slot, world.first_part, world.deforming_of);
    const Parts<3>& p = world.parts;
    table.row("parts", p.body, p.kind, p.movable, p.radius, p.solid, p.length, p.local_centre, p.local_axis, p.centre, p.axis, p.surface);
    table.print("neighbours: pairs", static_cast<double>(world.neighbours.bytes()));
    table.print("neighbours: made with", static_cast<double>(world.neighbours.scratch_bytes()));
    const auto contacts = [&](const std::string& what, const Contacts<3>& c) {
        table.row(what, c.point, c.impulse, c.moment, c.status, c.memory.values);
    };
    contacts("contacts", world.contacts);
    contacts("contacts: of the last step", world.carried.old);
    table.row("contacts: made with", world.carried.name, world.carried.fresh, world.carried.taken, world.carried.share, world.carried.layers,
              world.carried.order);
    const Projection<3>& o = world.projection;
    table.row("overlaps", o.stays, o.round.plan, o.round.group, o.round.asleep, o.others.plan, o.others.group, o.state, o.rows, o.near, o.moved);  // some empty: swapped
    table.print("problem: bodies", static_cast<double>(world.problem.W.body.bytes()));
    table.row("problem: contacts", world.problem.b, world.impulse);
    table.print("problem: arms", static_cast<double>(world.problem.W.contact.bytes()));
    table.print("problem: laws", static_cast<double>(world.problem.law.bytes()));
    const NlgsScratch<3>& s = world.scratch->nlgs;
    table.row("sweeps: bodies", s.body);
    table.row("sweeps: contacts", s.round.group, s.round.asleep, s.lift);
    table.row("sweeps: made with", s.round.plan, s.plain.plan, s.full.plan, s.turning.plan, s.place);
    const IslandScratch<3>& i = world.scratch->islands;
    table.row("islands", i.start, i.contact, i.body, i.by_lot, i.turning);
    table.print("what stages share", static_cast<double>(s.bench.bytes()));
}

void measure(int n, const std::filesystem::path& program) {
    ThreadPool pool(0);
    World<3> world = tile(settled<3>(std::min(n, 10000), program, pool), n);
    StepSettings settings = settings_to(1e-4);
    settings.solver.max_iterations = 100;
    for (int k = 0; k < 3; ++k) advance(world, settings, pool);
    fmt::print("# {} spheres, {} contacts\n", n, world.contacts.size());
    Table table(static_cast<std::size_t>(world.bodies.size()), static_cast<std::size_t>(world.contacts.size()));
    describe(world, table);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const struct mallinfo2 heap = mallinfo2();
    table.print_rest(static_cast<double>(heap.uordblks + heap.hblkhd), static_cast<double>(usage.ru_maxrss) * 1024.0);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_memory SPHERES\n");
        return 2;
    }
    drystone::measure(std::atoi(argv[1]), argv[0]);
}
