// SPDX-License-Identifier: MIT
//
// facts.h: what the program has registered of its kernels' machine code (emu_facts.h).
#ifndef EXPECT_FACTS_H
#define EXPECT_FACTS_H

#include "emu_facts.h"

// Of a kernel of the folder that `unit` names before its first slash: its kernels may come from
// another file ("sums/3_tuned" from "sums/tuned_width_4"). Of several of that name the one in the
// file that is named most like the unit. NULL where nothing is known.
const struct kernel_facts *facts_find(const char *unit, const char *kernel);

// These instead, of whatever is asked; until NULL is given.
void facts_are(const struct kernel_facts *facts);

#endif
