// SPDX-License-Identifier: MIT
//
// budget.h: how much memory this PC can give to the emulated GPU.
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stddef.h>

// Bytes of memory that the system can give to this program: the kernel's own estimate and the
// limits of the program's control groups. Reads the files below `root` ("" for the real ones).
size_t memory_available(const char *root);

// Bytes of device memory that can be allocated in addition to `in_use`. afresh: query the system
// now; otherwise the last answer may be reused.
size_t budget_left(size_t in_use, bool afresh);
// Writes why a larger allocation is refused. Returns `text`.
char *budget_explain(size_t in_use, char *text, size_t size);

#endif
