#pragma once

#include <vector>

namespace drystone {

/// Whom a sweep tells when it has visited contacts whose colours were told from outside: the processes that share bodies (ranks/). In each
/// kind of contact, colour by colour: first those of bodies that others know, begin(), what else there is to do meanwhile, end().
class ToldListener {
  public:
    virtual ~ToldListener() = default;
    virtual void begin(int kind, int colour) = 0;
    virtual void end(int kind, int colour) = 0;
};

/// Colours that a sweep is told. Contacts of one colour share no body that impulses can move, whichever process has them.
struct ToldColours {
    std::vector<int> half;  // (contacts, or none)  twice the colour, one more where no other process knows the bodies; -1: none is told
    int colours = 0;
    ToldListener* listener = nullptr;
};

}  // namespace drystone
