// SPDX-License-Identifier: MIT
#include "launch_time.h"

#include <limits.h>

#include "lower.h"

static long smaller(long a, long b) { return a < b ? a : b; }

// Registers are allocated to warps, 256 at a time.
static int resident_blocks(const struct launch_shape *s, int registers, const struct gpu_time *gpu)
{
    const int warps = (s->threads + 31) / 32, each = (registers + 7) / 8 * 8;
    const long shared = (s->shared + 1024 + 127) / 128 * 128;
    long n = smaller(gpu->blocks, gpu->threads / 32 / warps);
    n = smaller(n, gpu->registers / (each * 32) / warps);
    n = smaller(n, gpu->shared / shared);
    return n > 1 ? (int)n : 1;
}

// The share of the sectors requested from L2 by one wave of blocks that comes from DRAM, in 256ths.
// Blocks in one row of a grid share half of what they read, blocks in one column the other half.
// For other kernels only the arrays are known: a wave reads them from DRAM once at most.
static int share_of_arrays(const struct traced_block *block, long wave)
{
    uint64_t sectors = 0;
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++)
            if (block->of[w][i].kind == REQ_LOAD || block->of[w][i].kind == REQ_COPY)
                sectors += block->of[w][i].dram;
    const double asked = 32.0 * (double)sectors * (double)wave;
    return asked > (double)block->arrays ? (int)(256 * (double)block->arrays / asked) + 1 : 256;
}

static int dram_share(const struct traced_block *block, const struct launch_shape *s, long wave)
{
    if (s->multiply_adds <= 0)
        return block->arrays ? share_of_arrays(block, smaller(wave, s->blocks)) : 256;
    long x = s->grid_x, y = s->grid_y;
    if (y <= 1)
        for (x = 1; x * x < wave; x++)
            ;
    const long across = smaller(x, wave), down = smaller(y > 1 ? y : x, (wave + x - 1) / x);
    return (int)(128 / across + 128 / down);
}

// SMs without a block leave their share of a bandwidth to the other SMs, up to a limit.
static int part_of(const struct gpu_time *gpu, long blocks, int each, int most)
{
    return blocks >= gpu->sms ? each : (int)smaller(most, (long)each * gpu->sms / blocks);
}

// Blocks of one wave start together and request shared data at the same time. L2 then has the data
// near each SM, and delivers as fast as to few SMs. Blocks of later waves do not start together.
static int from_l2(const struct gpu_time *gpu, const struct launch_shape *s, int resident)
{
    const bool together = s->multiply_adds > 0 && s->blocks <= (long)gpu->sms * resident;
    const int each = gpu->l2_bytes * (together ? 2 : 1);
    return part_of(gpu, s->blocks, (int)smaller(each, gpu->l2_port), gpu->l2_port);
}

// What a cycle of wgmma costs the clock, in cycles of mma.
static double power_of_wgmma(const struct gpu_time *gpu)
{
    const int mma = gpu->mhz_tensor - gpu->mhz_mma;
    return mma > 0 ? (double)(gpu->mhz_tensor - gpu->mhz_wgmma) / mma : 0;
}

enum { BEGIN_US = 20 };

double launch_us(const struct gpu_time *gpu, double cycles, double mma_cycles, int launches)
{
    const double busy = cycles > 0 ? mma_cycles / cycles : 0;
    const double mhz =
        busy > 0 ? gpu->mhz_tensor - (gpu->mhz_tensor - gpu->mhz_mma) * busy : gpu->mhz;
    const double us = cycles / mhz, begin = busy > 0 ? (us < BEGIN_US ? us : BEGIN_US) : 0;
    return us + begin * gpu->mhz_begin / mhz + launches * gpu->launch_ns / 1e3;
}

// Times are for a repeated launch, so data that fit in half of L2 are still there. (Each half keeps
// what its own SMs read, so most lines are stored twice.)
static bool stays_in_l2(const struct launch_shape *s, const struct gpu_time *gpu)
{
    return s->bytes > 0 && 2 * s->bytes <= (double)gpu->l2_mib * (1 << 20);
}

// For unknown code: a value that is typical of registered kernels (emu_facts.h).
enum { PACE = 40 };

// The work of one SM. The caller frees the lowered code.
static struct sm_job job_of(const struct traced_block *block, const struct launch_shape *shape,
                            const struct gpu_time *gpu, unsigned off, struct lowered *code[2],
                            int *registers)
{
    const struct lower_hint hint = {.multiply_adds = shape->multiply_adds, .facts = shape->facts};
    code[0] = lower(block, &hint, gpu);
    code[1] = shape->last ? lower(shape->last, &hint, gpu) : NULL;
    *registers = shape->facts ? shape->facts->registers : code[0]->registers;
    const int most = gpu->registers / ((shape->threads + 31) / 32 * 32) / 8 * 8; // one block fits
    *registers = *registers < most ? *registers : most;
    int resident = resident_blocks(shape, *registers, gpu);
    if (off & TWICE_THE_WARPS)
        resident = (int)smaller(2L * resident, gpu->threads / 32 / code[0]->warps);
    return (struct sm_job){
        .gpu = gpu,
        .arrivals = block->arrivals,
        .warps = code[0]->of,
        .last = code[1] ? code[1]->of : NULL,
        .parts = shape->parts,
        .warps_per_block = code[0]->warps,
        .resident = resident,
        .blocks = (shape->blocks + gpu->sms - 1) / gpu->sms,
        .pace = shape->facts && shape->facts->pace ? shape->facts->pace : PACE,
        .dram_share = dram_share(block, shape, (long)gpu->sms * resident),
        .l2_bytes = from_l2(gpu, shape, resident),
        .dram_bytes = part_of(gpu, shape->blocks, gpu->dram_bytes, gpu->l2_bytes),
        .dram_fair = part_of(gpu, shape->blocks, gpu->dram_bytes, INT_MAX),
        .store_bytes = part_of(gpu, shape->blocks, gpu->store_bytes, gpu->l2_bytes),
        .shares = shape->multiply_adds > 0,
        .in_l2 = stays_in_l2(shape, gpu),
        .off = off};
}

struct launch_time launch_time(const struct traced_block *block, const struct launch_shape *shape,
                               const struct gpu_time *gpu, unsigned off, int64_t (*cost)[WHYS])
{
    struct launch_time t = {.registers = 0};
    struct lowered *code[2];
    struct sm_job job = job_of(block, shape, gpu, off, code, &t.registers);
    job.cost = cost;
    const struct sm_time sm = sm_run(&job);
    lowered_free(code[0]);
    lowered_free(code[1]);
    const double slots = 4.0 * (double)sm.simulated;
    t.resident = job.resident;
    t.work = (double)sm.work;
    const double wgmma = (double)sm.wgmma_busy / (double)sm.simulated;
    const double mma = (double)sm.mma_busy / slots;
    const double part = shape->blocks < gpu->sms ? (double)shape->blocks / gpu->sms : 1;
    t.mma_busy = mma + wgmma;
    t.cycles = (double)sm.cycles;
    t.mma_cycles = t.cycles * part * (mma + wgmma * power_of_wgmma(gpu));
    for (int i = 0; i < WHYS; i++)
        t.share[i] = (double)sm.why[i] / slots;
    t.ipc = (double)sm.issued / (double)sm.simulated;
    t.l1_busy = (double)sm.l1_busy / (double)sm.simulated;
    return t;
}

struct launch_timeline launch_timeline(const struct traced_block *block,
                                       const struct launch_shape *shape, const struct gpu_time *gpu)
{
    struct lowered *code[2];
    int registers;
    struct sm_job job = job_of(block, shape, gpu, 0, code, &registers);
    struct launch_timeline t = {.blocks = shape->blocks,
                                .warps_per_block = job.warps_per_block,
                                .resident = job.resident,
                                .sms = gpu->sms};
    const long most = job.blocks;
    t.group[0].sms = (int)(shape->blocks - (most - 1) * gpu->sms);
    t.group[1].sms = gpu->sms - t.group[0].sms;
    for (int g = 0; g < 2; g++) {
        job.blocks = t.group[g].blocks = most - g;
        if (t.group[g].sms == 0 || job.blocks == 0)
            continue;
        t.group[g].of = job.timeline = timeline_new();
        sm_run(&job);
    }
    lowered_free(code[0]);
    lowered_free(code[1]);
    return t;
}
