// SPDX-License-Identifier: MIT
//
// order.h: in which order the counters let diverged lanes go on.
//
// The engine merges the accesses of a warp's lanes into requests by their places in the program:
// lanes at a lower place go first, lanes at a higher one wait for them there
// (engine/count/count.c). That is right as long as code lies in memory in the order of its control
// flow: both sides of a branch before the place where they meet, a whole loop before what follows
// it, and the end of a round (emu_round()) after the rest of the loop. Compilers keep to the order
// of the source, mostly; a loop that they copy may lie there with its end first.
//
// So each function is compared with its control flow. Where the orders differ, a table in section
// emu_order (struct emu_order_mark) gives the place that each call counts as.
#ifndef EMUCC_ORDER_H
#define EMUCC_ORDER_H

#include <stdbool.h>

// Adds the tables to an assembly file. False, after a complaint: it cannot be read or written.
bool order_assembly(const char *path);

#endif
