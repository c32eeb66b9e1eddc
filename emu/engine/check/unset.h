// SPDX-License-Identifier: MIT
//
// unset.h: sums that begin with a variable that nothing has set.
#ifndef UNSET_H
#define UNSET_H

#include "../base/base.h"

#define UNSET_WORD 0xFEFEFEFEu

// Does one of these words have the value of a variable that nothing has set?
bool unset_any(const void *registers, size_t bytes);
// Reports it for a thread, unless the thread is not checked. place: the variable, or NULL.
void unset_report(struct thread *t, const char *place, const char *pc);

#endif
