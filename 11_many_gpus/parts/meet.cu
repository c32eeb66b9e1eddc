// SPDX-License-Identifier: MIT
#include "../tiles/tiles.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/ptx/flag.h"

struct ready {
    uint32_t *of_peer[MANY_MOST]; // this rank's word in the memory of each
    const uint32_t *mine;         // a word of each
    int number, count;
    uint32_t turn;
};

// One warp with at most 32 registers, and no shared memory: it fits on an SM beside a block of the
// product, which may have begun.
__global__ void meet_all(struct ready r)
{
    const int q = (int)threadIdx.x;
    if (q >= r.count || q == r.number)
        return;
    flag_release(r.of_peer[q], r.turn);
    flag_wait(&r.mine[q], r.turn);
}

void meet(const struct tiles_params *p, cudaStream_t stream)
{
    struct ready r = {
        .mine = p->mine.ready, .number = p->number, .count = p->count, .turn = p->turn};
    for (int q = 0; q < p->count; q++)
        r.of_peer[q] = p->peers[q].ready + p->number;
    meet_all<<<1, MANY_MOST, 0, stream>>>(r);
    CUDA_CHECK_LAUNCH();
}
