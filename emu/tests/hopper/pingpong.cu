// SPDX-License-Identifier: MIT
//
// Two groups of warps take tiles in turn (ping-pong): one computes while the other stores. Their
// order in the ring is kept by two barriers more; one lane of each warp waits and arrives for it;
// the loader is one lane that changes with the round.
#include "hopper.h"

const int ROWS = 16, COLS = 32, BOX = ROWS * COLS, STAGES = 4, KS = 5, TILES = 7;
const int GROUP = 128, WARPS = GROUP / 32, EACH = BOX / GROUP;

struct state {
    float stages[STAGES][BOX];
    float c[2][BOX];
    uint64_t full[STAGES], empty[STAGES], turn[2];
};

static __device__ void group_sync(int group)
{
    asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(1 + group), "r"(GROUP));
}

static __device__ void load_tiles(struct state *s, const CUtensorMap *a)
{
    const int lane = threadIdx.x % 32;
    for (int i = 0; i < TILES * KS; i++) {
        const int slot = i % STAGES;
        if (lane == i % 32) {
            mbarrier_wait_parity(&s->empty[slot], i / STAGES & 1 ^ 1);
            fence_proxy_async(); // threads have read through the other proxy
            mbarrier_arrive_expect_tx(&s->full[slot], BOX * sizeof(float));
            tma_load_2d(s->stages[slot], a, &s->full[slot], i % KS * COLS, i / KS * ROWS);
        }
        __syncwarp();
    }
}

static __device__ void add_tiles(struct state *s, const CUtensorMap *c, int group)
{
    const int t = threadIdx.x % GROUP, lane = t % 32;
    float *mine = s->c[group];
    for (int tile = group; tile < TILES; tile += 2) {
        float sum[EACH] = {0};
        mbarrier_wait_parity(&s->turn[group], tile / 2 & 1);
        for (int k = 0; k < KS; k++) {
            const int i = tile * KS + k, slot = i % STAGES;
            if (lane == 0)
                mbarrier_wait_parity(&s->full[slot], i / STAGES & 1);
            __syncwarp();
            for (int j = 0; j < EACH; j++)
                sum[j] += s->stages[slot][t + j * GROUP];
            __syncwarp();
            if (lane == 0)
                mbarrier_arrive(&s->empty[slot]);
        }
        if (lane == 0)
            mbarrier_arrive(&s->turn[group ^ 1]);
        if (t == 0)
            bulk_wait_group_read(0);
        group_sync(group);
        for (int j = 0; j < EACH; j++)
            mine[t + j * GROUP] = sum[j];
        fence_proxy_async();
        group_sync(group);
        if (t == 0) {
            tma_store_2d(c, mine, 0, tile * ROWS);
            bulk_commit_group();
        }
    }
    if (t == 0)
        bulk_wait_group(0);
}

__global__ void __launch_bounds__(32 + 2 * GROUP, 1)
    pingpong(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap c)
{
    __shared__ __align__(128) struct state s;
    if (threadIdx.x == 2 * GROUP) {
        for (int i = 0; i < STAGES; i++) {
            mbarrier_init(&s.full[i], 1);
            mbarrier_init(&s.empty[i], WARPS);
        }
        mbarrier_init(&s.turn[0], WARPS);
        mbarrier_init(&s.turn[1], WARPS);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x >= 2 * GROUP) {
        load_tiles(&s, &a);
        return;
    }
    const int group = threadIdx.x / GROUP;
    if (group == 1 && threadIdx.x % 32 == 0) // the first turn is group 0's
        mbarrier_arrive(&s.turn[0]);
    add_tiles(&s, &c, group);
}

int main()
{
    float *a = numbers(TILES * KS * BOX), *c = zeros(TILES * BOX);
    const CUtensorMap map_a = map_f32(a, KS * COLS, TILES * ROWS, COLS, ROWS),
                      map_c = map_f32(c, COLS, TILES * ROWS, COLS, ROWS);
    pingpong<<<1, 32 + 2 * GROUP>>>(map_a, map_c);
    const int bad = wrong("pingpong", c, TILES * BOX, [](int i) {
        float sum = 0;
        for (int k = 0; k < KS; k++)
            sum += i / COLS * KS * COLS + k * COLS + i % COLS + 1;
        return sum;
    });
    cudaFree(a);
    return bad != 0;
}
