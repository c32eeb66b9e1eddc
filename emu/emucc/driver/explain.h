// SPDX-License-Identifier: MIT
// explain.h: passes on the messages of the compiler and the linker.
#ifndef EMUCC_EXPLAIN_H
#define EMUCC_EXPLAIN_H

// Prints this file on stderr. Replaces errors about CUDA names that the emulated GPU lacks by one
// line at the same location. absent: libraries that were not built and may define a missing
// function, or NULL.
void explain(const char *messages, const char *absent);

#endif
