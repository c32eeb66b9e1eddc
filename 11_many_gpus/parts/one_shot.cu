// SPDX-License-Identifier: MIT
#include "one_shot.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/ptx/flag.h"
#include "bf16_8.h"

enum { THREADS = 512 };

// A block's units are those from its threads' numbers on, in steps of all threads of the grid.
#define FOR_UNITS_OF_BLOCK(unit, units) \
    for (int unit = (int)(blockIdx.x * THREADS + threadIdx.x); unit < (units); \
         unit += (int)(gridDim.x * THREADS))

// This block has sent its units to all peers. Returns when the same block of each has sent its own.
static __device__ __forceinline__ void exchange_flags(const struct one_shot *p)
{
    const int q = (int)threadIdx.x;
    __syncthreads(); // all threads have stored
    if (q < p->count && q != p->number) {
        flag_release(&p->flags[q][p->number * ONE_SHOT_BLOCKS + (int)blockIdx.x], p->turn);
        flag_wait(&p->flags[p->number][q * ONE_SHOT_BLOCKS + (int)blockIdx.x], p->turn);
    }
    __syncthreads();
}

// ---- All-gather ---------------------------------------------------------------------------------

__global__ void __launch_bounds__(THREADS)
    one_shot_rows(const __grid_constant__ struct one_shot p, const uint16_t *mine, int units)
{
    FOR_UNITS_OF_BLOCK(unit, units)
    {
        uint4 x;
        copy_128(&x, mine + (size_t)unit * ONE_SHOT_UNIT);
        for (int i = 1; i <= p.count; i++) { // this GPU's memory last
            const int q = (p.number + i) % p.count;
            copy_128(p.inboxes[q] + ((size_t)p.number * units + unit) * ONE_SHOT_UNIT, &x);
        }
    }
    exchange_flags(&p);
}

static int blocks_of(int units)
{
    return smaller(ceil_div(units > 0 ? units : 1, THREADS), ONE_SHOT_BLOCKS);
}

void one_shot_send(const struct one_shot *p, const uint16_t *mine, int units, cudaStream_t stream)
{
    one_shot_rows<<<blocks_of(units), THREADS, 0, stream>>>(*p, mine, units);
    CUDA_CHECK_LAUNCH();
}

// ---- Reduce-scatter -----------------------------------------------------------------------------

// partial and each inbox consist of rows of n elements. A unit is in one row.
struct sum {
    const uint16_t *partial;
    uint16_t *C;
    int m, n, ldc, each;
    float beta;
};

static __device__ __forceinline__ int units_of(const struct sum *s, int rank)
{
    const int rows = smaller(s->each, s->m - rank * s->each);
    return rows > 0 ? rows * (s->n / ONE_SHOT_UNIT) : 0;
}

static __device__ __forceinline__ const uint16_t *part_of(const struct sum *s, int rank)
{
    return s->partial + (size_t)rank * (size_t)s->each * (size_t)s->n;
}

__global__ void __launch_bounds__(THREADS)
    one_shot_sums(const __grid_constant__ struct one_shot p, struct sum s)
{
    const size_t place = (size_t)s.each * (size_t)s.n; // of a rank in an inbox
    for (int i = 1; i < p.count; i++) {
        const int q = (p.number + i) % p.count;
        FOR_UNITS_OF_BLOCK(unit, units_of(&s, q))
        copy_128(p.inboxes[q] + p.number * place + (size_t)unit * ONE_SHOT_UNIT,
                 part_of(&s, q) + (size_t)unit * ONE_SHOT_UNIT);
    }
    exchange_flags(&p);
    FOR_UNITS_OF_BLOCK(unit, units_of(&s, p.number))
    {
        const int across = s.n / ONE_SHOT_UNIT, row = unit / across;
        uint16_t *const to = s.C + row_major(row, unit % across * ONE_SHOT_UNIT, s.ldc);
        float sum[EIGHT] = {0};
        for (int q = 0; q < p.count; q++)
            add_8(sum,
                  (q == p.number ? part_of(&s, q) : p.inboxes[p.number] + q * place) +
                      (size_t)unit * ONE_SHOT_UNIT,
                  1, EIGHT, true);
        if (s.beta != 0)
            add_8(sum, to, s.beta, EIGHT, true);
        store_8(to, sum, EIGHT, true);
    }
}

void one_shot_send_and_add(const struct one_shot *p, const uint16_t *partial,
                           const struct many_gemm *g, cudaStream_t stream)
{
    const struct sum s = {.partial = partial,
                          .C = g->C[p->number],
                          .m = g->m,
                          .n = g->n,
                          .ldc = g->ldc,
                          .each = many_rows(g, p->count, 0).each,
                          .beta = g->beta};
    one_shot_sums<<<blocks_of(s.each * (s.n / ONE_SHOT_UNIT)), THREADS, 0, stream>>>(*p, s);
    CUDA_CHECK_LAUNCH();
}
