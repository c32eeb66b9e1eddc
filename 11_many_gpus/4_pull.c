// SPDX-License-Identifier: MIT
//
// 4_pull: the kernel fetches A itself, and the host only launches it.
//
// What changed: no copies, no events. The last blocks of the grid do not multiply. One thread of
// each moves pieces of A from the peers through shared memory into this GPU's memory, by bulk
// copies, and sets the flag of each piece. Flags also say that a peer's rows may be read, and that
// all have been read.
//
// Why: each call of the host takes a few microseconds, and a copy in a stream begins late. A
// product of 100 us has no time for twenty calls.
//
// Expect: more than 3_flags gains for small products. For large ones less: eight SMs do not
// multiply, and bring less than a copy engine does.
#include "many.h"
#include "parts/tiles_host.h"

enum { PIECE = 64, FETCHERS = 8 }; // rows of a flag; blocks

void all_gather_pull(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = tiles_plan_gather(me, g, PIECE, FETCHERS);
    if (me->count == 1 || !me->all->peers || !plan) {
        all_gather_shards(me, g);
        return;
    }
    tiles_launch(me, plan);
}
