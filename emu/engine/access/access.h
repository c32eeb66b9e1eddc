// SPDX-License-Identifier: MIT
//
// access.h: what compiled device code calls: every load and store (callouts.c answers the quick
// ones, access.c checks the others), atomics and fences, asynchronous copies, matrix instructions.
#ifndef ROOM_ACCESS_H
#define ROOM_ACCESS_H

#include "../check/check.h"

// ---- matrix.c -----------------------------------------------------------------------------------

static inline bool is_matrix_op(enum warp_op op) { return op >= OP_LDMATRIX && op <= OP_MMA; }
// All living lanes (`here`) have come to such an operation.
void matrix_complete(struct thread *const lanes[WARP], unsigned here);
// The block is stuck: because of lanes that wait for the rest of their warp there? Then that is
// told and the launch ends.
bool matrix_waits_in_vain(struct block *block);

#endif
