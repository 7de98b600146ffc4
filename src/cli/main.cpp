#include "cli/program.h"

int main(int argc, char** argv) { return drystone::run_program(argc, argv); }
