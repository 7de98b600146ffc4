#include "hdf5/at_exit.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <hdf5.h>

namespace drystone::hdf5 {

void leave_files_alone_at_exit() { H5dont_atexit(); }

namespace {

void end_now(int status, void*) {
    std::cout.flush();
    std::fflush(nullptr);
    _exit(status);
}

}  // namespace

void end_before_library_does() {
    static const int told = on_exit(end_now, nullptr);  // who comes last is called first, and the library came when it was used first
    static_cast<void>(told);
}

}  // namespace drystone::hdf5
