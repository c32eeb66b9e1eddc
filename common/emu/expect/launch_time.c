// SPDX-License-Identifier: MIT
#include "launch_time.h"

#include "lower.h"

static long smaller(long a, long b) { return a < b ? a : b; }

// Registers are handed out to warps, 256 at a time.
static int resident_blocks(const struct launch_shape *s, int registers, const struct gpu_time *gpu)
{
    const int warps = (s->threads + 31) / 32, each = (registers + 7) / 8 * 8;
    const long shared = (s->shared + 1024 + 127) / 128 * 128;
    long n = smaller(gpu->blocks, gpu->threads / 32 / warps);
    n = smaller(n, gpu->registers / (each * 32) / warps);
    n = smaller(n, gpu->shared / shared);
    return n > 1 ? (int)n : 1;
}

// Of the sectors that the blocks of one wave ask L2 for, how many must come from DRAM, in 256ths:
// blocks of one row of a grid share half of what they read, blocks of one column the other half.
static int dram_share(const struct launch_shape *s, long wave)
{
    if (s->multiply_adds <= 0)
        return 256;
    long x = s->grid_x, y = s->grid_y;
    if (y <= 1)
        for (x = 1; x * x < wave; x++)
            ;
    const long across = smaller(x, wave), down = smaller(y > 1 ? y : x, (wave + x - 1) / x);
    return (int)(128 / across + 128 / down);
}

double launch_us(const struct gpu_time *gpu, double cycles, double mma_cycles, int launches)
{
    const double busy = cycles > 0 ? mma_cycles / cycles : 0;
    return cycles / (gpu->mhz - (gpu->mhz - gpu->mhz_mma) * busy) + launches * gpu->launch_ns / 1e3;
}

struct launch_time launch_time(const struct traced_block *block, const struct launch_shape *shape,
                               const struct gpu_time *gpu, unsigned off, int64_t (*cost)[WHYS])
{
    struct launch_time t = {.registers = 0};
    const struct lower_hint hint = {.multiply_adds = shape->multiply_adds, .facts = shape->facts};
    struct lowered *code = lower(block, &hint, gpu);
    t.registers = shape->facts ? shape->facts->registers : code->registers;
    t.resident = resident_blocks(shape, t.registers, gpu);
    if (off & TWICE_THE_WARPS)
        t.resident = (int)smaller(2L * t.resident, gpu->threads / 32 / code->warps);
    const long of_one = (shape->blocks + gpu->sms - 1) / gpu->sms;
    const struct sm_job job = {.gpu = gpu,
                               .warps = code->of,
                               .warps_per_block = code->warps,
                               .resident = t.resident,
                               .blocks = of_one,
                               .dram_share = dram_share(shape, (long)gpu->sms * t.resident),
                               .off = off,
                               .cost = cost};
    const struct sm_time sm = sm_run(&job);
    lowered_free(code);
    const double slots = 4.0 * (double)sm.simulated;
    t.work = (double)sm.work;
    t.mma_busy = (double)sm.mma_busy / slots;
    t.cycles = (double)sm.cycles;
    t.mma_cycles = t.cycles * t.mma_busy;
    for (int i = 0; i < WHYS; i++)
        t.share[i] = (double)sm.why[i] / slots;
    t.ipc = (double)sm.issued / (double)sm.simulated;
    t.l1_busy = (double)sm.l1_busy / (double)sm.simulated;
    return t;
}
