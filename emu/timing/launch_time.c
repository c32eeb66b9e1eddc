// SPDX-License-Identifier: MIT
#include "launch_time.h"

#include <limits.h>

#include "lower.h"

enum { LINE = 128, SECTOR = 32 }; // of a cache, in bytes

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
static uint64_t sectors_of_dram(const struct traced_block *block)
{
    uint64_t sectors = 0;
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++)
            if (block->of[w][i].kind == REQ_LOAD || block->of[w][i].kind == REQ_COPY)
                sectors += block->of[w][i].dram;
    return sectors;
}

// What the launch reads of its arrays; if only one block was traced, at most all.
static double bytes_of_arrays(const struct traced_block *block, const struct launch_shape *s)
{
    double bytes = 0;
    for (int i = 0; i < block->array_count; i++)
        bytes += (double)block->arrays[i].bytes;
    return s->arrays > 0 ? s->arrays : bytes;
}

static int share_of_arrays(const struct traced_block *block, const struct launch_shape *s,
                           long wave)
{
    double sectors = s->samples ? 0 : (double)sectors_of_dram(block);
    for (int i = 0; i < s->samples; i++)
        sectors += (double)sectors_of_dram(s->sample[i]) / s->samples;
    const double asked = 32.0 * sectors * (double)wave, arrays = bytes_of_arrays(block, s);
    return asked > arrays ? (int)(256 * arrays / asked) + 1 : 256;
}

static int dram_share(const struct traced_block *block, const struct launch_shape *s, long wave)
{
    if (s->multiply_adds <= 0)
        return bytes_of_arrays(block, s) > 0 ? share_of_arrays(block, s, smaller(wave, s->blocks))
                                             : 256;
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

// Are the instructions between requests known from the program's own code?
static bool is_counted(const struct traced_block *block, const struct launch_shape *s)
{
    return block->has_code && s->multiply_adds <= 0;
}

// The bytes that a block reads: loads in whole lines of L2, copies by the sector.
static double bytes_read(const struct traced_block *block)
{
    double bytes = LINE * (double)block->lines_read;
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++)
            if (block->of[w][i].kind == REQ_COPY || block->of[w][i].kind == REQ_BULK)
                bytes += SECTOR * (double)block->of[w][i].dram;
    return bytes;
}

// The bytes of L2 that the launch occupies. Each half of L2 keeps what its own SMs read, so most
// lines that are read are stored twice. A launch that reads more than a quarter of its arrays is
// assumed to read all of them.
static double kept_bytes(const struct traced_block *block, const struct launch_shape *s)
{
    double read = s->samples ? 0 : bytes_read(block),
           written = s->samples ? 0 : block->sectors_written;
    for (int i = 0; i < s->samples; i++) {
        read += bytes_read(s->sample[i]) / s->samples;
        written += (double)s->sample[i]->sectors_written / s->samples;
    }
    read *= (double)s->blocks;
    const double arrays = bytes_of_arrays(block, s);
    return 2 * (4 * read < arrays ? read : arrays) + SECTOR * written * (double)s->blocks;
}

// Times are for a repeated launch, so data that fit into L2 are still there.
static bool stays_in_l2(const struct traced_block *block, const struct launch_shape *s,
                        const struct gpu_time *gpu)
{
    const double l2 = (double)gpu->l2_mib * (1 << 20);
    if (s->bytes > 0)
        return 2 * s->bytes <= l2;
    const bool is_known = bytes_read(block) > 0 || bytes_of_arrays(block, s) <= 0;
    return s->multiply_adds <= 0 && is_known && kept_bytes(block, s) <= l2 * 7 / 8;
}

// For unknown code: a value that is typical of registered kernels (emu_facts.h).
enum { PACE = 40 };

enum { CODES = 2 + MOST_KINDS }; // of the first block, of the last, of those that differ

static void free_codes(struct lowered *code[CODES])
{
    for (int i = 0; i < CODES; i++)
        lowered_free(code[i]);
}

static int64_t instructions(const struct lowered *code)
{
    int64_t sum = 0;
    for (int w = 0; w < code->warps; w++)
        for (uint32_t i = 0; i < code->of[w].count; i++)
            sum += code->of[w].at[i].times;
    return sum;
}

static int larger(struct lowered *const *kinds, int a, int b)
{
    return instructions(kinds[a]) > instructions(kinds[b]) ? a : b;
}

static void add_kinds(struct sm_job *job, struct lowered *const *kinds, int count)
{
    job->kind_count = count;
    for (int i = 0; i < count; i++) {
        job->kinds[i] = kinds[i]->of;
        job->largest_kind = larger(kinds, i, job->largest_kind);
    }
    job->first_kind = count > 1 ? larger(kinds, 0, 1) : 0;
    job->last_kind = count > 1 ? larger(kinds, count - 1, count - 2) : 0;
}

// The work of one SM. The caller frees the lowered code.
static struct sm_job job_of(const struct traced_block *block, const struct launch_shape *shape,
                            const struct gpu_time *gpu, unsigned off, struct lowered *code[CODES],
                            int *registers)
{
    const struct lower_hint hint = {.multiply_adds = shape->multiply_adds,
                                    .facts = shape->facts,
                                    .shares_l1 = (shape->blocks + gpu->sms - 1) / gpu->sms};
    code[0] = lower(block, &hint, gpu);
    code[1] = shape->last ? lower(shape->last, &hint, gpu) : NULL;
    *registers = shape->facts ? shape->facts->registers : code[0]->registers;
    for (int i = 0; i < shape->samples; i++) {
        code[2 + i] = lower(shape->sample[i], &hint, gpu);
        if (!shape->facts && code[2 + i]->registers > *registers)
            *registers = code[2 + i]->registers;
    }
    const int most = gpu->registers / ((shape->threads + 31) / 32 * 32) / 8 * 8; // one block fits
    *registers = *registers < most ? *registers : most;
    int resident = resident_blocks(shape, *registers, gpu);
    if (off & TWICE_THE_WARPS)
        resident = (int)smaller(2L * resident, gpu->threads / 32 / code[0]->warps);
    struct sm_job job = {.gpu = gpu,
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
                         .store_bytes =
                             part_of(gpu, shape->blocks, gpu->store_bytes, gpu->l2_bytes),
                         .shares = shape->multiply_adds > 0,
                         .in_l2 = stays_in_l2(block, shape, gpu),
                         .by_request = is_counted(block, shape),
                         .off = off};
    add_kinds(&job, code + 2, shape->samples);
    return job;
}

struct launch_time launch_time(const struct traced_block *block, const struct launch_shape *shape,
                               const struct gpu_time *gpu, unsigned off, int64_t (*cost)[WHYS])
{
    struct launch_time t = {.registers = 0};
    struct lowered *code[CODES] = {NULL};
    struct sm_job job = job_of(block, shape, gpu, off, code, &t.registers);
    job.cost = cost;
    const struct sm_time sm = sm_run(&job);
    free_codes(code);
    const double slots = 4.0 * (double)sm.simulated;
    t.resident = job.resident;
    t.in_l2 = job.in_l2;
    t.work = (double)sm.work;
    const double wgmma = (double)sm.wgmma_busy / (double)sm.simulated;
    const double mma = (double)sm.mma_busy / slots;
    const double part = shape->blocks < gpu->sms ? (double)shape->blocks / gpu->sms : 1;
    t.mma_busy = mma + wgmma;
    const double all = shape->atomics * gpu->atomic / 16;
    const double integer = shape->integer_atomics * gpu->integer_atomic / 16;
    const double atomics = all > integer ? all : integer;
    t.waits_for_atomics = sm.cycles >= 0 && atomics > (double)sm.cycles;
    t.cycles = t.waits_for_atomics ? atomics : (double)sm.cycles;
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
    struct lowered *code[CODES] = {NULL};
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
    free_codes(code);
    return t;
}
