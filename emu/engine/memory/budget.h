// SPDX-License-Identifier: MIT
//
// budget.h: how much memory this PC can give to the emulated GPU.
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stddef.h>

// Bytes of memory that the system could give to this program, by what it says below `root` ("" for
// itself): the kernel's own estimate, and the limits of the control groups that the program is in.
size_t memory_available(const char *root);

// Bytes of device memory that can be allocated beside `in_use` ones. afresh: asks the system, else
// only now and then.
size_t budget_left(size_t in_use, bool afresh);
// Why that many bytes are refused. Returns `text`.
char *budget_explain(size_t in_use, char *text, size_t size);

#endif
