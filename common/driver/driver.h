// SPDX-License-Identifier: MIT
//
// driver.h: the command line that all chapters share.
#ifndef COMMON_DRIVER_H
#define COMMON_DRIVER_H

#include "request/setup.h"

// Runs a chapter's program: parses the command line, verifies each chosen step against a float64
// reference, then times it (GPU, CPU) or shows what it counted (emulated GPU).
// Returns the exit status of the program (setup.h).
int chapter_main(const struct chapter *chapter, int argc, char **argv);

#endif
