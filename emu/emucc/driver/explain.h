// SPDX-License-Identifier: MIT
//
// explain.h: messages of the compiler and the linker, passed on.
#ifndef EMUCC_EXPLAIN_H
#define EMUCC_EXPLAIN_H

// Prints this file on stderr. What is said there of a name of CUDA's that the emulated GPU does not
// have becomes one line that says so, at the same place.
void explain(const char *messages);

#endif
