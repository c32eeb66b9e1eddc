// SPDX-License-Identifier: MIT
//
// 4_pull: the kernel fetches A itself, and the host only launches it.
//
// What changed: no copies, no events. A block has twelve warps, and eight of them multiply. One
// thread of another loads the tiles. The other three warps copy A from the peers into this GPU's
// memory, in chunks of rows, or in slices of k if there is one round of tiles. The warps of all
// blocks share each chunk, and each adds 1 to its flag. Other flags show that a peer's rows may be
// read, and that all of them have been read.
//
// Why: each call of the host takes a few microseconds, and a copy in a stream begins late. A
// product of 100 us has no time for twenty calls.
//
// Expect: more than 3_flags gains for small products. For large ones the same, if these warps bring
// as many bytes as a copy engine does.
#include "many.h"
#include "tiles/tiles_host.h"

void all_gather_pull(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = tiles_plan_gather(me, g, true);
    if (me->count == 1 || !me->all->peers || !plan) {
        all_gather_shards(me, g);
        return;
    }
    tiles_launch(me, plan);
}
