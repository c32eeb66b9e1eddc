// SPDX-License-Identifier: MIT
//
// facts.h: facts about the machine code of kernels that the program has registered (emu_facts.h).
#ifndef EXPECT_FACTS_H
#define EXPECT_FACTS_H

#include "emu_facts.h"

// The facts of a kernel in the folder that `unit` names before its first slash. The kernel may come
// from another file ("sums/3_tuned" from "sums/tuned_width_4"). Of several kernels with that name,
// the one whose file shares the longest prefix with the unit is taken. NULL if there is none.
const struct kernel_facts *facts_find(const char *unit, const char *kernel);

// Makes facts_find() return these facts for every kernel; NULL ends that.
void facts_are(const struct kernel_facts *facts);

#endif
