#pragma once

#include "run/run_host.h"

namespace drystone {

/// The program at a terminal: signals interrupt it, words go to stdout, warnings and progress to stderr.
class Terminal : public RunHost {
  public:
    Terminal();  // from here on signals are caught

    bool goes_on() override;
    void say(const std::string& text) override;
    void warn(const std::string& text) override;
    Progress::Style progress_style() const override { return style_of_stderr(); }
    void show(const std::string& text) override;
};

}  // namespace drystone
