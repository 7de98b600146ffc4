#pragma once

#include <memory>
#include <utility>

#include "laws/law_hooks.h"

namespace drystone {

/// A law the program does not know: any value with the hooks of law_hooks.h, behind one pointer. How to write one:
/// docs/own-law.md.
class OwnLaw {
  public:
    template <ContactLaw L>
    explicit OwnLaw(L law) : law_(std::make_shared<Holder<L>>(std::move(law))) {}

    bool remembers() const { return law_->remembers(); }
    template <int D>
    std::vector<MemoryField> fields() const {
        return D == 2 ? law_->fields_2d() : law_->fields_3d();
    }
    double reach() const { return law_->reach(); }
    bool looks_ahead() const { return law_->looks_ahead(); }
    bool anchors() const { return law_->anchors(); }
    bool shares_force() const { return law_->shares_force(); }
    int layers() const { return law_->layers(); }

    template <int D>
    bool keeps_gap(const MemoryView<D>& memory) const {
        return law_->keeps_gap(memory);
    }
    template <int D>
    void meet(const Encounter& now, const MemoryRow<D>& memory) const {
        law_->meet(now, memory);
    }
    template <int D>
    LocalLaw<D> compile(const Approach<D>& in, const MemoryView<D>& memory) const {
        return law_->compile(in, memory);
    }
    template <int D>
    Dissipation settle(const Outcome<D>& out, const MemoryRow<D>& memory) const {
        return law_->settle(out, memory);
    }

  private:
    struct Hooks {
        virtual ~Hooks() = default;
        virtual bool remembers() const = 0;
        virtual std::vector<MemoryField> fields_2d() const = 0;
        virtual std::vector<MemoryField> fields_3d() const = 0;
        virtual double reach() const = 0;
        virtual bool looks_ahead() const = 0;
        virtual bool anchors() const = 0;
        virtual bool shares_force() const = 0;
        virtual int layers() const = 0;
        virtual bool keeps_gap(const MemoryView<2>&) const = 0;
        virtual bool keeps_gap(const MemoryView<3>&) const = 0;
        virtual void meet(const Encounter&, const MemoryRow<2>&) const = 0;
        virtual void meet(const Encounter&, const MemoryRow<3>&) const = 0;
        virtual LocalLaw<2> compile(const Approach<2>&, const MemoryView<2>&) const = 0;
        virtual LocalLaw<3> compile(const Approach<3>&, const MemoryView<3>&) const = 0;
        virtual Dissipation settle(const Outcome<2>&, const MemoryRow<2>&) const = 0;
        virtual Dissipation settle(const Outcome<3>&, const MemoryRow<3>&) const = 0;
    };

    template <class L>
    struct Holder final : Hooks {
        explicit Holder(L law) : law_(std::move(law)) {}
        bool remembers() const override { return hooks::remembers(law_); }
        std::vector<MemoryField> fields_2d() const override { return hooks::fields<2>(law_); }
        std::vector<MemoryField> fields_3d() const override { return hooks::fields<3>(law_); }
        double reach() const override { return hooks::reach(law_); }
        bool looks_ahead() const override { return hooks::looks_ahead(law_); }
        bool anchors() const override { return hooks::anchors(law_); }
        bool shares_force() const override { return hooks::shares_force(law_); }
        int layers() const override { return hooks::layers(law_); }
        bool keeps_gap(const MemoryView<2>& memory) const override { return hooks::keeps_gap(law_, memory); }
        bool keeps_gap(const MemoryView<3>& memory) const override { return hooks::keeps_gap(law_, memory); }
        void meet(const Encounter& now, const MemoryRow<2>& memory) const override { hooks::meet(law_, now, memory); }
        void meet(const Encounter& now, const MemoryRow<3>& memory) const override { hooks::meet(law_, now, memory); }
        LocalLaw<2> compile(const Approach<2>& in, const MemoryView<2>& memory) const override {
            return hooks::compile(law_, in, memory);
        }
        LocalLaw<3> compile(const Approach<3>& in, const MemoryView<3>& memory) const override {
            return hooks::compile(law_, in, memory);
        }
        Dissipation settle(const Outcome<2>& out, const MemoryRow<2>& memory) const override {
            return hooks::settle(law_, out, memory);
        }
        Dissipation settle(const Outcome<3>& out, const MemoryRow<3>& memory) const override {
            return hooks::settle(law_, out, memory);
        }
        L law_;
    };

    std::shared_ptr<const Hooks> law_;
};

}  // namespace drystone
