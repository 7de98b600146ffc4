#pragma once

#include <vector>

#include "statics/link.h"
#include "statics/move_link.h"
#include "statics/settings.h"
#include "step/world.h"

namespace drystone {

/// A body that is to be in equilibrium. Walls and bodies that are driven in all they can do are none.
template <int D>
struct RigidElement {
    int body = 0;
    double size = 0.0;              // a length: moments count as forces at this arm [m]
    bool all_free = true;           // no degree of freedom is held or driven
    Generalised<D> support{};       // springs at its centre [N/m], [N m]
    Generalised<D> displacement{};  // since the start: what the supports feel
    Generalised<D> external{};      // force and moment at the load reached
};

/// Elements, the links between them, and the loads on them: what the three methods work on.
template <int D>
class StiffAssembly {
  public:
    /// Throws InputError where the world has what these methods do not know.
    StiffAssembly(World<D>& world, const StaticsSettings& settings, ThreadPool& pool);

    World<D>& world() { return world_; }
    const World<D>& world() const { return world_; }
    const StaticsSettings& settings() const { return settings_; }
    ThreadPool& pool() { return pool_; }

    std::vector<RigidElement<D>> element;
    std::vector<int> element_of;  // (bodies)  or -1
    std::vector<Link<D>> link;    // sorted by (a, b, feature)
    std::vector<int> first_link;  // (elements + 1)
    std::vector<int> links_of;    // links of each element
    double mean_stiffness = 0.0;  // of the interactions' normal springs [N/m]

    /// Looks for pairs again where anything has moved further than the margin they were listed with; true if so.
    /// Links that stay keep their springs.
    bool refresh_links();
    /// Lists the pairs that are near once bodies are `moved` (bodies). Places and springs stay as they are: a pair that was
    /// not listed is listed as it is here.
    void list_links_for(const std::vector<Generalised<D>>& moved);
    /// Whether body i is still within its margin once it is `moved`.
    bool within_margin(int body, const Generalised<D>& moved) const;
    /// Whether body i has gone so far that its way can no longer be taken in one piece.
    bool far_off(int body, const Generalised<D>& moved) const;

    /// Loads at the end of pseudo-time t; constant ones in proportion to the ramp.
    void load(double t);
    /// What drives prescribe between two times. (bodies)
    std::vector<Generalised<D>> prescribed(double from, double to);

    /// The link after its bodies moved, from the places the world has now.
    Link<D> after(const Link<D>& before, const Generalised<D>& moved_a, const Generalised<D>& moved_b) const;
    /// Places a body; its parts go along.
    void move_body(int body, const Generalised<D>& moved);

    /// (f, m) of what is held or driven taken out.
    Generalised<D> free_part(const RigidElement<D>& e, const Generalised<D>& x) const;
    /// Of all that acts on the elements but links.
    Generalised<D> outer_force(const RigidElement<D>& e, const Generalised<D>& moved) const;
    /// External + supports + links, on what is free. (elements)
    void residual(const std::vector<Link<D>>& links, const std::vector<Generalised<D>>& moved,
                  std::vector<Generalised<D>>& out) const;
    /// |(f, m / size)| [N].
    double error(const RigidElement<D>& e, const Generalised<D>& f) const;
    /// What errors are relative to: the mean force of the closed contacts; of the loads where there are none [N].
    double force_scale(const std::vector<Link<D>>& links) const;

  private:
    void list_elements();
    void find_links(bool first, const std::vector<Generalised<D>>* moved = nullptr);
    void index_links();
    Link<D> new_link(const ContactPoint<D>& point, bool first) const;
    LinkSide<D> side(int part, const Generalised<D>& moved, const std::array<int, D>& image) const;

    World<D>& world_;
    StaticsSettings settings_;
    ThreadPool& pool_;
    std::vector<Vec<D>> listed_at_;  // (bodies)  when links were listed
    std::vector<double> margin_;     // (bodies)  [m]
    std::vector<Vec<D>> start_;      // (bodies)
};

}  // namespace drystone
