#include "contact/block_map.h"

#include <algorithm>
#include <cassert>

namespace drystone {

template <int D>
Mat<D> BlockMap<D>::diagonal(int i) const {
    for (int k = row_start[i]; k < row_start[i + 1]; ++k) {
        if (column[k] == i) return block[k];
    }
    return {};
}

template <int D>
Vec<D> BlockMap<D>::velocity(const State& r, int i) const {
    Vec<D> u{};
    for (int k = row_start[i]; k < row_start[i + 1]; ++k) u += block[k] * r[column[k]];
    return u;
}

namespace {

/// Who moves at a contact: the mobile bodies and the deformable ones on its two sides.
template <int D>
class Sharing {
  public:
    Sharing(const BodyMap<D>& rigid, std::span<const ElasticRows<D>> elastic)
        : contacts_of_(rigid.body.size() + elastic.size()), owners_(rigid.contact.size()) {
        for (std::size_t i = 0; i < rigid.contact.size(); ++i) {
            for (const int body : {rigid.contact[i].body_a, rigid.contact[i].body_b}) {
                if (body >= 0) add(static_cast<int>(i), static_cast<std::size_t>(body));
            }
        }
        for (std::size_t e = 0; e < elastic.size(); ++e) {
            for (const int i : elastic[e].contact) add(i, rigid.body.size() + e);
        }
    }

    /// Contacts that share a body with contact i, i among them; ascending.
    void near(int i, std::vector<int>& list) const {
        list.clear();
        for (const std::size_t owner : owners_[i])
            list.insert(list.end(), contacts_of_[owner].begin(), contacts_of_[owner].end());
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }

  private:
    void add(int i, std::size_t owner) {
        contacts_of_[owner].push_back(i);
        owners_[i].push_back(owner);
    }
    std::vector<std::vector<int>> contacts_of_;     // by owner
    std::vector<std::vector<std::size_t>> owners_;  // by contact, at most two
};

template <int D>
Mat<D> rigid_block(const BodyMap<D>& bodies, typename BodyMap<D>::State& V, int i, int j) {
    Mat<D> W;
    for (int k = 0; k < D; ++k) {
        bodies.add(V, j, Vec<D>::axis(k));
        const Vec<D> u = bodies.velocity(V, i);
        for (int row = 0; row < D; ++row) W[row][k] = u[row];
        for (const int side : {bodies.contact[j].body_a, bodies.contact[j].body_b}) {
            if (side >= 0) V[side] = {};
        }
    }
    return W;
}

/// Adds the block of rows p, q of a deformable body to that of their contacts.
template <int D>
void add_elastic(const BodyMap<D>& map, const ElasticRows<D>& rows, BlockMap<D>& W) {
    const std::size_t n = rows.contact.size();
    for (std::size_t p = 0; p < n; ++p) {
        const int i = rows.contact[p];
        int k = W.row_start[i];
        for (std::size_t q = 0; q < n; ++q) {
            const int j = rows.contact[q];
            while (W.column[k] != j) ++k;
            W.block[k] = W.block[k] + (rows.sign[p] * rows.sign[q]) *
                                          (map.contact[i].frame * rows.W[p * n + q] *
                                           transpose(map.contact[j].frame));
        }
    }
}

}  // namespace

template <int D>
void assemble_blocks(const RigidProblem<D>& problem, std::span<const ElasticRows<D>> elastic,
                     BlockProblem<D>& blocks) {
    assert(problem.turning.empty());  // moments have no blocks
    const BodyMap<D>& bodies = problem.W;
    const Sharing<D> sharing(bodies, elastic);
    blocks.b = problem.b;
    blocks.law = problem.law;
    blocks.W.row_start.assign(1, 0);
    blocks.W.column.clear();
    blocks.W.block.clear();
    typename BodyMap<D>::State V;
    bodies.reset(V);
    std::vector<int> near;
    for (int i = 0; i < problem.size(); ++i) {
        sharing.near(i, near);
        for (const int j : near) {
            blocks.W.column.push_back(j);
            blocks.W.block.push_back(rigid_block(bodies, V, i, j));
        }
        blocks.W.row_start.push_back(static_cast<int>(blocks.W.column.size()));
    }
    for (const ElasticRows<D>& rows : elastic) add_elastic(bodies, rows, blocks.W);
}

template struct BlockMap<2>;
template struct BlockMap<3>;
template void assemble_blocks(const RigidProblem<2>&, std::span<const ElasticRows<2>>, BlockProblem<2>&);
template void assemble_blocks(const RigidProblem<3>&, std::span<const ElasticRows<3>>, BlockProblem<3>&);

}  // namespace drystone
