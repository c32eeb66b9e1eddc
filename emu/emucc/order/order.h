// SPDX-License-Identifier: MIT
//
// order.h: the order in which the counters let diverged lanes continue.
//
// The engine merges the accesses of a warp's lanes into requests by their addresses in the code:
// lanes at a lower address continue first, and lanes at a higher address wait for them
// (engine/count/count.c). That is right if the code is laid out in control-flow order. Both sides
// of a branch must precede their join, a whole loop must precede what follows it, and the end of an
// iteration (emu_round()) must follow the rest of the loop. Compilers mostly keep the order of the
// source, but they may place the end of a copied loop first.
//
// So each function is compared with its control flow. Where the orders differ, a table in section
// emu_order (struct emu_order_entry) contains the address that each call counts as.
#ifndef EMUCC_ORDER_H
#define EMUCC_ORDER_H

#include <stdbool.h>

// Adds the tables to an assembly file. Returns false, after a complaint, if the file cannot be read
// or written.
bool order_assembly(const char *path);

#endif
