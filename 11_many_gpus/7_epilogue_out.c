// SPDX-License-Identifier: MIT
//
// 7_epilogue_out: each tile leaves as soon as it is computed, and the owner's own tiles add.
//
// What changed: one product again. Its epilogue stores a tile by TMA into the inbox of the GPU that
// keeps its rows, and then sets a flag there. A GPU computes its own rows last. The epilogue of
// such a tile waits for the flags of the same tile from all peers, adds their parts to its sums, in
// float32 and in the order of the ranks, and stores C. No copy engine is needed, and no kernel that
// adds.
//
// Expect: total = product, if the links are faster than the tensor cores; the sums of a GPU's own
// part are never rounded to bf16.
#include "many.h"
#include "tiles/tiles_host.h"

void reduce_scatter_epilogue(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = me->count > 1 && me->all->peers ? tiles_plan_scatter(me, g) : NULL;
    if (!plan) {
        reduce_scatter_shards(me, g);
        return;
    }
    tiles_launch(me, plan);
}
