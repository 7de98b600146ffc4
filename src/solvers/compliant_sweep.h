#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/body_map.h"
#include "core/parallel.h"
#include "laws/prepared_contact.h"
#include "solvers/column_kernels.h"
#include "solvers/joint_plan.h"
#include "solvers/nlgs_contacts.h"

namespace drystone {

/// A contact that grips a compliant body, with its moment if it carries one. Vectors in the contact frame.
template <int D>
struct CompliantContact {
    static constexpr int S = spin_dim<D>;

    Vec<D> r{};   // impulse [N s]; r and m are the unknowns, side by side
    Spin<D> m{};  // moment [N m s]
    ContactArms<D> arms;
    Mat<D> W{};
    Vec<D> b{};  // the law's shift included [m/s]
    LocalLaw<D> law;
    double rho = 0.0;  // [kg]

    int turning = -1;         // entry of problem.turning, or -1: it carries no moment
    Mat<S> spin_W{};          // of the relative spin [1/(kg m2)]
    Spin<D> spin_b{};         // free relative spin [rad/s]
    double spin_rho = 0.0;    // [kg m2]
    double per_square = 0.0;  // makes squares of moments squares of impulses [1/m2]
};

/// C N, the answers of a grip's body to impulses along the axes of the world: D columns, and those of moments if its contact has one.
struct GripColumns {
    std::size_t first = 0;  // in CompliantScratch::column
    std::size_t rows = 0;   // numbers in each
    int dof = 0;            // where the body's velocities begin
};

/// Impulses on the degrees of freedom of a hub [N s].
template <int D>
struct HubPull {
    std::array<Vec<D>, D> f{};
    HubPull& operator+=(const HubPull& other) {
        for (std::size_t k = 0; k < D; ++k) f[k] += other.f[k];
        return *this;
    }
};

/// Storage of CompliantSweep, kept between steps.
template <int D>
struct CompliantScratch {
    std::vector<int> chosen;    // contacts
    std::vector<Owners> owner;  // (chosen)
    std::vector<int> turning;   // (contacts)  entry of problem.turning, or -1
    JointPlan plan;
    std::vector<CompliantContact<D>> contact;  // (chosen)  in visiting order
    std::vector<PreparedContact<D>> prepared;  // (chosen)
    std::vector<GripColumns> grip;             // (grips)
    std::vector<double> column;
    std::vector<std::size_t> joint_first;  // (joints)  where its blocks begin; none where it has no blocks
    std::vector<Mat<D>> joint_W;           // how contacts of one joint answer each other
    std::vector<Vec<D>> v;  // (dofs)  velocities that the impulses so far give [m/s]
    std::vector<Vec<D>> f;  // (dofs)  impulses on them [N s]
    std::vector<ResidualSums> partial;
    std::vector<Vec<D>> known;  // (chosen)  the impulse of which the hub knows [N s]
    std::vector<HubPull<D>> pulls;
};

/// The share of compliant bodies in the sweeps of BodySweep, docs/theory.md (5.20): a visit changes the velocities v of all gripped
/// degrees of freedom of a body by columns of C N, which are made once.
///
///     q = b + F (H^T V + N^T v) - W r,   r+ from the law with W r+ + q,   v += C N F^T (r+ - r)
///
/// Joints of one colour are visited at once; the contacts of one go several rounds between themselves.
///
/// A hub, which all contacts grip, would leave nothing to do at once. It is told of their impulses colour by colour, as sums in the order
/// of contacts; so that n contacts who do not hear of each other through it cannot overshoot together, each takes its share for theirs:
///
///     r+ from the law with (W + (n - 1) N^T C N) (r+ - r) + u     C, N: of the hub. n times a sum of squares bounds the square of the sum
///
/// and the impulses at which nothing moves are the same.
template <int D>
class CompliantSweep {
  public:
    CompliantSweep(const RigidProblem<D>& problem, ThreadPool& pool, CompliantScratch<D>& scratch)
        : problem_(problem), pool_(pool), s_(scratch) {}

    /// The contacts in s.chosen, in the order of their plan; `one_by_one`: they will be visited so.
    void pack(bool one_by_one);

    std::size_t size() const { return s_.contact.size(); }
    bool empty() const { return s_.contact.empty(); }

    /// Impulse and moment of all in visiting order.
    std::span<CompliantContact<D>> contacts() { return s_.contact; }
    std::span<const CompliantContact<D>> contacts() const { return s_.contact; }
    /// Which contact of the problem is k-th in visiting order.
    int number(std::size_t k) const { return s_.plan.contact[k]; }

    /// Contact k, and everyone hears of it.
    void visit_alone(std::size_t k, std::vector<SweepBody<D>>& bodies);
    /// Every contact once.
    void sweep(std::vector<SweepBody<D>>& bodies);

    /// v = C f of the present impulses; what they give rigid bodies is added to those.
    void refresh(std::vector<SweepBody<D>>& bodies);

    /// |e|^2 and |r|^2 over all.
    ResidualSums residual(const std::vector<SweepBody<D>>& bodies);
    /// |rho b|^2 over all.
    double free() const;

  private:
    void list_moments();
    CompliantContact<D> packed(int i) const;
    void place_columns();
    void make_columns(std::size_t k);
    std::span<const Grip<D>> grips(const ContactArms<D>& arms) const;
    Vec<D> velocity(const CompliantContact<D>& c, const std::vector<SweepBody<D>>& bodies) const;
    Spin<D> spin(const CompliantContact<D>& c, const std::vector<SweepBody<D>>& bodies) const;
    void give_bodies(const ContactArms<D>& arms, const Vec<D>& f, const Spin<D>& m,
                     std::vector<SweepBody<D>>& bodies) const;
    void give_dofs(const CompliantContact<D>& c);
    void find_hub();
    bool is_of_hub(int grip) const { return problem_.W.grip[static_cast<std::size_t>(grip)].body == hub_; }
    Mat<D> answer_at(int g, const GripColumns& at) const;
    Mat<D> share_of_hub(const CompliantContact<D>& c) const;
    void stand_for_all();
    void tell_hub(std::size_t begin, std::size_t end);
    void push(const CompliantContact<D>& c, const double* by, int first, int count);
    void visit(std::size_t k, std::vector<SweepBody<D>>& bodies);
    void visit_impulse(std::size_t k, std::vector<SweepBody<D>>& bodies);
    void visit_moment(CompliantContact<D>& c, std::vector<SweepBody<D>>& bodies);
    void place_joints();
    void make_joint(std::size_t joint);
    Mat<D> between(const ContactArms<D>& i, const ContactArms<D>& j) const;
    void visit_joint(int joint, std::vector<SweepBody<D>>& bodies);
    template <class Work, class Between>
    void for_joints(const Work& work, const Between& between);

    const RigidProblem<D>& problem_;
    ThreadPool& pool_;
    CompliantScratch<D>& s_;
    ColumnKernels kernels_ = column_kernels();
    std::size_t grain_ = 1;  // joints that are worth waking the team for
    int hub_ = -1;           // in problem.W.compliant, or none
};

}  // namespace drystone
