#include "ranks/gathered_solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include "contact/along_curve.h"
#include "core/index.h"

namespace drystone::ranks {

namespace {

constexpr std::size_t along_the_curve = 2048;  // bodies; fewer stay in the cache in any order (contact/number_bodies.cpp)

/// Parts are counted from the first of their bodies.
template <int D>
struct Name {
    int a = 0, part_a = 0, b = 0, part_b = 0;  // ids
    std::array<int, D> image{};
    std::uint32_t feature = 0;
    int layer = 0;
    auto operator<=>(const Name&) const = default;
};

template <int D>
struct SentContact {
    int lot = 0;
    Name<D> name{};
    ContactArms<D> arms{};  // bodies by their ids, -1: that nobody can move
    bool holds_cell = false;
    Vec<D> weight{}, extra{};  // with which it holds on to a cell, and what of it leads out
    Vec<D> b{}, r{};
    LocalLaw<D> law{};
    bool turns = false;
    Turning<D> turning{};
    Spin<D> m{};
};

template <int D>
struct SentBody {
    int lot = 0, id = 0;
    Vec<D> position{};
    MobileBody<D> body{};
    Vec<D> place{};  // in the cell
};

/// What comes back, in the order in which it was sent.
template <int D>
struct Solved {
    Vec<D> r{};
    Spin<D> m{};
};

template <int D>
struct Arrived {
    SentContact<D> contact{};
    int from = 0;            // rank
    std::size_t number = 0;  // among those that came from it
};

template <int D>
class Sender {
  public:
    Sender(const World<D>& world, const LeftOver& left, Team& team) : world_(world), left_(left), out_(at(team.size())), order_(at(team.size())) {}

    std::vector<Bytes>& pack() {
        std::vector<int> turning(world_.problem.b.size(), -1);
        for (std::size_t k = 0; k < world_.problem.turning.size(); ++k) turning[at(world_.problem.turning[k].contact)] = static_cast<int>(k);
        for (std::size_t i = 0; i < left_.lot.size(); ++i) {
            if (left_.lot[i] >= 0) order_[at(left_.rank[at(left_.lot[i])])].push_back(i);
        }
        for (std::size_t rank = 0; rank < out_.size(); ++rank) {
            put_cell(out_[rank]);
            put_bodies(order_[rank], out_[rank]);
            for (const std::size_t i : order_[rank]) out_[rank].put(sent(i, turning[i]));
        }
        return out_;
    }

    void take(const std::vector<Bytes>& in, World<D>& world) const {
        std::vector<int> turning(world.problem.b.size(), -1);
        for (std::size_t k = 0; k < world.problem.turning.size(); ++k) turning[at(world.problem.turning[k].contact)] = static_cast<int>(k);
        for (std::size_t rank = 0; rank < in.size(); ++rank) {
            Unpacking from(in[rank]);
            for (const std::size_t i : order_[rank]) {
                const Solved<D> solved = from.take<Solved<D>>();
                world.impulse[i] = solved.r;
                if (turning[i] >= 0) world.moment[at(turning[i])] = solved.m;
            }
        }
    }

  private:
    int body(int part) const { return world_.parts.body[at(part)]; }

    /// How the cell answers, where contacts hold on to it.
    void put_cell(Bytes& bytes) const {
        const BodyMap<D>& map = world_.problem.W;
        const bool is_there = !map.compliant.empty();
        bytes.put(is_there);
        for (std::size_t k = 0; k < D * D * D * D; ++k) bytes.put(is_there ? map.compliant.back().compliance[k] : 0.0);
        bytes.put(!map.hub_place.empty());
    }

    /// Bodies of contacts, each once for every lot: an island has a body alone, so once.
    void put_bodies(const std::vector<std::size_t>& contacts, Bytes& bytes) const {
        std::vector<SentBody<D>> bodies;
        for (const std::size_t i : contacts) {
            const ContactPoint<D>& point = world_.contacts.point[i];
            for (const int slot : {body(point.a), body(point.b)}) {
                const int row = world_.mobile[at(slot)];
                if (row >= 0) bodies.push_back({left_.lot[i], world_.bodies.id[at(slot)], world_.bodies.position[at(slot)], world_.problem.W.body[at(row)],
                                                world_.problem.W.hub_place.empty() ? Vec<D>{} : world_.problem.W.hub_place[at(row)]});
            }
        }
        std::sort(bodies.begin(), bodies.end(), [](const auto& p, const auto& q) { return p.id < q.id; });
        bodies.erase(std::unique(bodies.begin(), bodies.end(), [](const auto& p, const auto& q) { return p.id == q.id; }), bodies.end());
        bytes.put(static_cast<std::int64_t>(bodies.size()));
        for (const SentBody<D>& one : bodies) bytes.put(one);
    }

    SentContact<D> sent(std::size_t i, int turning) const {
        const ContactPoint<D>& point = world_.contacts.point[i];
        const int a = body(point.a), b = body(point.b), id_a = world_.bodies.id[at(a)], id_b = world_.bodies.id[at(b)];
        SentContact<D> out;
        out.lot = left_.lot[i];
        out.name = {id_a, point.a - world_.first_part[at(a)], id_b, point.b - world_.first_part[at(b)], point.image, point.feature, point.layer};
        out.arms = world_.problem.W.contact[i];
        if (out.arms.body_a >= 0) out.arms.body_a = id_a;
        if (out.arms.body_b >= 0) out.arms.body_b = id_b;
        for (int g = out.arms.first_grip; g < out.arms.first_grip + out.arms.grips; ++g) {
            const Grip<D>& grip = world_.problem.W.grip[at(g)];
            out.holds_cell = grip.count > 0;
            for (std::size_t k = 0; k < at(grip.count); ++k) out.weight[grip.dof[k]] = grip.weight[k];
        }
        if (!world_.problem.W.hub_extra.empty()) out.extra = world_.problem.W.hub_extra[i];
        out.b = world_.problem.b[i];
        out.r = world_.impulse[i];
        out.law = world_.problem.law[i];
        out.turns = turning >= 0;
        if (turning >= 0) {
            out.turning = world_.problem.turning[at(turning)];
            out.m = world_.moment[at(turning)];
        }
        return out;
    }

    const World<D>& world_;
    const LeftOver& left_;
    std::vector<Bytes> out_;
    std::vector<std::vector<std::size_t>> order_;  // (ranks)  contacts, as they were sent
};

/// Rows of a lot's bodies: by id, or where they are many along the curve through space. `bodies` are left in that order.
template <int D>
void number_bodies(std::vector<SentBody<D>>& bodies) {
    const auto by_id = [](const SentBody<D>& p, const SentBody<D>& q) { return p.id < q.id; };
    std::sort(bodies.begin(), bodies.end(), by_id);
    bodies.erase(std::unique(bodies.begin(), bodies.end(), [](const auto& p, const auto& q) { return p.id == q.id; }), bodies.end());
    if (bodies.size() <= along_the_curve) return;
    PlaceBounds bounds;
    for (const SentBody<D>& one : bodies) {
        PlaceBounds place;
        for (int k = 0; k < D; ++k) place.low[at(k)] = place.high[at(k)] = one.position[k];
        bounds += place;
    }
    const CurveCube<D> cube(bounds);
    std::stable_sort(bodies.begin(), bodies.end(),
                     [&](const SentBody<D>& p, const SentBody<D>& q) { return cube.along_curve(p.position) < cube.along_curve(q.position); });
}

/// What ranks say of a cell that contacts hold on to.
template <int D>
struct SentCell {
    bool is_there = false, has_places = false;
    std::array<double, D * D * D * D> compliance{};

    void take(Unpacking& from) {
        const bool said = from.take<bool>();
        for (double& number : compliance) {
            const double one = from.take<double>();
            if (said) number = one;
        }
        is_there |= said;
        has_places |= from.take<bool>();
    }
};

/// A lot, all of it.
template <int D>
struct Lot {
    RigidProblem<D> problem;
    std::vector<Vec<D>> r;
    std::vector<Spin<D>> m;

    void make(const SentCell<D>& cell, std::vector<SentBody<D>>& bodies, std::span<const Arrived<D>> contacts) {
        number_bodies(bodies);
        if (cell.is_there) problem.W.compliant.push_back({0, D, {cell.compliance.begin(), cell.compliance.end()}, true});
        std::vector<std::pair<int, int>> row;  // by id
        for (const SentBody<D>& one : bodies) {
            row.emplace_back(one.id, static_cast<int>(problem.W.body.size()));
            problem.W.body.push_back(one.body);
            if (cell.has_places) problem.W.hub_place.push_back(one.place);
        }
        std::sort(row.begin(), row.end());
        const auto row_of = [&](int id) { return id < 0 ? -1 : std::lower_bound(row.begin(), row.end(), std::pair(id, -1))->second; };
        for (const Arrived<D>& one : contacts) {
            const SentContact<D>& c = one.contact;
            ContactArms<D>& arms = problem.W.contact.whole().emplace_back(c.arms);
            arms.body_a = row_of(arms.body_a);
            arms.body_b = row_of(arms.body_b);
            hold(c, arms);
            if (cell.has_places) problem.W.hub_extra.push_back(c.extra);
            problem.b.push_back(c.b);
            problem.law.push_back(c.law);
            r.push_back(c.r);
            if (!c.turns) continue;
            problem.turning.push_back(c.turning);
            problem.turning.back().contact = static_cast<int>(r.size()) - 1;
            m.push_back(c.m);
        }
    }

    /// On to the cell; a body that touches its own image does so with nothing.
    void hold(const SentContact<D>& c, ContactArms<D>& arms) {
        if (arms.grips == 0) return;
        arms.first_grip = static_cast<int>(problem.W.grip.size());
        Grip<D>& grip = problem.W.grip.emplace_back();
        if (!c.holds_cell) return;
        grip.count = D;
        for (int j = 0; j < D; ++j) grip.dof[at(j)] = j, grip.weight[at(j)] = c.weight[j];
    }
};

/// What one rank has been asked to solve.
template <int D>
class Solver {
  public:
    explicit Solver(const std::vector<Bytes>& in) : count_(in.size(), 0) {
        for (std::size_t rank = 0; rank < in.size(); ++rank) {
            Unpacking from(in[rank]);
            cell_.take(from);
            for (auto left = from.take<std::int64_t>(); left > 0; --left) bodies_.push_back(from.take<SentBody<D>>());
            while (!from.is_done()) contacts_.push_back({from.take<SentContact<D>>(), static_cast<int>(rank), count_[rank]++});
        }
        std::sort(contacts_.begin(), contacts_.end(), [](const Arrived<D>& p, const Arrived<D>& q) {
            return std::tie(p.contact.lot, p.contact.name) < std::tie(q.contact.lot, q.contact.name);
        });
        std::stable_sort(bodies_.begin(), bodies_.end(), [](const auto& p, const auto& q) { return p.lot < q.lot; });
    }

    /// All lots, one after the other; the answers for each rank.
    std::vector<Bytes> solve(const SolveCall& call, SolverScratch<D>& scratch, GatheredReport& all) {
        std::vector<std::vector<Solved<D>>> back(count_.size());
        for (std::size_t rank = 0; rank < back.size(); ++rank) back[rank].resize(count_[rank]);
        all.solved = true;
        for (std::size_t first = 0, body = 0; first < contacts_.size();) {
            const int lot = contacts_[first].contact.lot;
            std::size_t end = first;
            while (end < contacts_.size() && contacts_[end].contact.lot == lot) ++end;
            std::vector<SentBody<D>> bodies;
            for (; body < bodies_.size() && bodies_[body].lot == lot; ++body) bodies.push_back(bodies_[body]);
            solve_one(bodies, std::span<const Arrived<D>>(contacts_).subspan(first, end - first), {call, scratch}, all, back);
            first = end;
        }
        std::vector<Bytes> out(back.size());
        for (std::size_t rank = 0; rank < back.size(); ++rank) {
            for (const Solved<D>& one : back[rank]) out[rank].put(one);
        }
        return out;
    }

  private:
    struct How {
        const SolveCall& call;
        SolverScratch<D>& scratch;
    };

    void solve_one(std::vector<SentBody<D>>& bodies, std::span<const Arrived<D>> contacts, const How& how, GatheredReport& all,
                   std::vector<std::vector<Solved<D>>>& back) {
        Lot<D> lot;
        lot.make(cell_, bodies, contacts);
        const SolveReport one = solve_contacts<D>(lot.problem, how.call, how.scratch, {lot.r, lot.m});
        all.solved &= one.converged;
        all.ran_away |= !one.converged && one.residual <= how.call.settings.tolerance;
        if (one.iterations > all.report.iterations) all.report.solved_by = one.solved_by;
        all.report.iterations = std::max(all.report.iterations, one.iterations);
        all.report.residual = std::max(all.report.residual, std::isfinite(one.residual) ? one.residual : std::numeric_limits<double>::max());
        all.report.contact_updates += one.contact_updates;
        all.report.work += one.work;
        std::size_t next = 0;
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            Solved<D>& to = back[at(contacts[k].from)][contacts[k].number];
            to.r = lot.r[k];
            if (contacts[k].contact.turns) to.m = lot.m[next++];
        }
    }

    SentCell<D> cell_;
    std::vector<SentBody<D>> bodies_;
    std::vector<Arrived<D>> contacts_;
    std::vector<std::size_t> count_;  // (ranks)
};

/// Iterations are those of the rank that took most, work is that of all.
void add_up(GatheredReport& all, Team& team) {
    constexpr std::size_t ways = solved_by_names.size();
    std::array<double, 2 * ways + 3> sums{};
    for (std::size_t k = 0; k < ways; ++k) {
        const MethodWork& work = all.report.work[static_cast<SolvedBy>(k)];
        sums[2 * k] = static_cast<double>(work.iterations);
        sums[2 * k + 1] = work.seconds;
    }
    sums[2 * ways] = static_cast<double>(all.report.contact_updates);
    sums[2 * ways + 1] = all.solved ? 0.0 : 1.0;
    sums[2 * ways + 2] = all.ran_away ? 1.0 : 0.0;
    team.sum(sums);
    for (std::size_t k = 0; k < ways; ++k) all.report.work[static_cast<SolvedBy>(k)] = {static_cast<long>(sums[2 * k]), sums[2 * k + 1]};
    all.report.contact_updates = static_cast<long>(sums[2 * ways]);
    all.solved = sums[2 * ways + 1] == 0.0;
    all.ran_away = sums[2 * ways + 2] > 0.0;
    double top = static_cast<double>(all.report.iterations) * ways + static_cast<double>(all.report.solved_by);
    team.largest({&top, 1});
    team.largest({&all.report.residual, 1});
    all.report.iterations = static_cast<int>(top / ways);
    all.report.solved_by = static_cast<SolvedBy>(static_cast<long>(top) % static_cast<long>(ways));
}

}  // namespace

template <int D>
GatheredReport solve_gathered(World<D>& world, const LeftOver& left, const SolverSettings& settings, const Gathering<D>& with) {
    if (!with.scratch) with.scratch = std::make_unique<SolverScratch<D>>();
    Sender<D> sender(world, left, with.team);
    GatheredReport all;
    SolveCall call{settings, static_cast<std::uint64_t>(world.steps), with.pool};
    call.settings.tolerance /= std::numbers::sqrt2;
    const std::vector<Bytes> back = Solver<D>(with.team.exchange(sender.pack())).solve(call, *with.scratch, all);
    sender.take(with.team.exchange(back), world);
    add_up(all, with.team);
    return all;
}

template GatheredReport solve_gathered(World<2>&, const LeftOver&, const SolverSettings&, const Gathering<2>&);
template GatheredReport solve_gathered(World<3>&, const LeftOver&, const SolverSettings&, const Gathering<3>&);

}  // namespace drystone::ranks
