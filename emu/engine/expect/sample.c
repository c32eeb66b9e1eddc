// SPDX-License-Identifier: MIT
#include "sample.h"
#include "code.h"
#include "../program/program.h"

#include <math.h>
#include <stdlib.h>

// The first block, the last, and one near the middle of each equal part of the grid; not exactly
// there, so that they are not all in one column of the grid.
static uint64_t number_of(int i, int n, uint64_t blocks)
{
    static const int shifts[] = {0, 1, -2, 3, 0, -1, 2, -3}; // 16ths of a part
    if (i == 0 || (uint64_t)n == blocks)
        return (uint64_t)i;
    if (i == n - 1)
        return blocks - 1;
    const double part = (double)blocks / (n - 2);
    return (uint64_t)(part * (i - 0.5 + shifts[i % 8] / 16.0));
}

// L1 and shared memory are parts of the same memory, divided at one of these sizes.
static unsigned l1_lines(const struct launch *launch)
{
    enum { KIB = 1024, L1_AT_LEAST = 28, RESERVED = 1 * KIB, LINE = 128 };
    static const int shared_sizes[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}; // KiB
    const size_t shared =
        kernel_info(launch->function)->static_shared + launch->dynamic_shared + RESERVED;
    const uint64_t sms = (uint64_t)gpu_model()->sms, each = (launch->blocks + sms - 1) / sms;
    const int fit = gpu_blocks_per_sm((int)launch->threads_per_block, shared - RESERVED);
    const uint64_t resident = each < (uint64_t)fit ? each : fit > 0 ? (uint64_t)fit : 1;
    size_t i = 0;
    while (i + 1 < sizeof shared_sizes / sizeof *shared_sizes &&
           (uint64_t)shared_sizes[i] * KIB < resident * shared)
        i++;
    const int all = gpu_model()->shared_per_sm / KIB + L1_AT_LEAST;
    const int l1 = all - shared_sizes[i] > L1_AT_LEAST ? all - shared_sizes[i] : L1_AT_LEAST;
    return (unsigned)((uint64_t)l1 * KIB / LINE / resident);
}

struct traced_sample *traced_sample_new(const struct launch *launch, bool meets, bool several)
{
    struct traced_sample *s = calloc(1, sizeof *s);
    if (!s)
        fatal("no memory for the traces of a launch");
    s->count = 1;
    if (several && launch->cluster_blocks == 1)
        s->count = launch->blocks < MOST_TRACED_BLOCKS ? (int)launch->blocks : MOST_TRACED_BLOCKS;
    for (int i = 0; i < s->count; i++) {
        s->blocks[i] = s->count > 1 ? number_of(i, s->count, launch->blocks) : 0;
        s->of[i] = trace_new(launch->threads_per_block, meets, i, several ? l1_lines(launch) : 0);
    }
    return s;
}

static bool ends_alike(const struct traced_sample *s)
{
    const int middle = s->count / 2, last = s->count - 1;
    return trace_is_like(s->of[0], s->of[middle]) && trace_is_like(s->of[0], s->of[last]) &&
           !turns_differ(0, middle) && !turns_differ(0, last);
}

int traced_sample_next(struct traced_sample *s)
{
    const bool begins = !s->has_run[0];
    int runs = 0;
    if (!begins && ends_alike(s))
        return 0;
    for (int i = 0; i < s->count; i++) {
        const bool is_end = i == 0 || i == s->count / 2 || i == s->count - 1;
        if (!s->has_run[i] && (is_end || !begins)) {
            s->has_run[i] = true;
            s->turn[runs++] = i;
        }
    }
    return runs;
}

void traced_sample_free(struct traced_sample *s)
{
    for (int i = 0; s && i < s->count; i++)
        trace_free(s->of[i]);
    free(s);
}

// In instructions and requests.
static double work_of(const struct traced_block *b)
{
    double work = 0;
    for (int w = 0; w < b->warps; w++)
        for (uint32_t i = 0; i < b->count[w]; i++) {
            work += 1;
            for (int u = 0; u < UNITS; u++)
                work += b->of[w][i].before.of[u] / 4.0;
        }
    return work;
}

// ---- Atomics ------------------------------------------------------------------------------------

static int by_line(const void *a, const void *b)
{
    const struct atomic_line *x = a, *y = b;
    return (x->line > y->line) - (x->line < y->line);
}

// The operations on the line of L2 that gets most of them, in a launch of `all` blocks of which
// `count` were traced. A line that a single traced block uses is assumed to be its own; one that
// several use, common to all blocks.
static void add_atomics(struct launch_shape *shape, int count)
{
    const struct traced_block *const *const blocks = shape->sample;
    size_t used = 0, room = 1;
    for (int b = 0; b < count; b++)
        room += blocks[b]->atomic_count;
    struct atomic_line *lines = calloc(room, sizeof *lines);
    if (!lines)
        fatal("no memory for the atomics of a launch");
    for (int b = 0; b < count; b++)
        for (uint32_t i = 0; i < blocks[b]->atomic_room; i++)
            if (blocks[b]->atomics[i].line)
                lines[used++] = blocks[b]->atomics[i];
    qsort(lines, used, sizeof *lines, by_line);
    for (size_t i = 0, next; i < used; i = next) {
        double lanes = 0;
        bool is_sum = true;
        for (next = i; next < used && lines[next].line == lines[i].line; next++) {
            lanes += (double)lines[next].lanes;
            is_sum &= lines[next].is_sum && lines[next].address == lines[i].address;
        }
        double *const most = is_sum ? &shape->integer_atomics : &shape->atomics;
        const double operations = next - i > 1 ? lanes * (double)shape->blocks / count : lanes;
        *most = operations > *most ? operations : *most;
    }
    free(lines);
}

// ---- Arrays -------------------------------------------------------------------------------------

// The bytes of the smallest parts of arrays that contain all that the traced blocks read: the first
// and the last block are among them.
static double bytes_of_arrays(const struct traced_block *const *blocks, int count)
{
    struct array_read all[MOST_ARRAYS];
    int used = 0;
    double bytes = 0;
    for (int b = 0; b < count; b++)
        for (int i = 0; i < blocks[b]->array_count; i++) {
            const struct array_read *a = &blocks[b]->arrays[i];
            int at = 0;
            while (at < used && all[at].array != a->array)
                at++;
            if (at == MOST_ARRAYS)
                continue;
            if (at == used)
                all[used++] = *a;
            all[at].from = a->from < all[at].from ? a->from : all[at].from;
            all[at].to = a->to > all[at].to ? a->to : all[at].to;
        }
    for (int i = 0; i < used; i++)
        bytes += (double)(all[i].to - all[i].from);
    return bytes;
}

// ---- The whole sample ---------------------------------------------------------------------------

static void find_common(const struct traced_sample *s)
{
    struct trace *ran[MOST_TRACED_BLOCKS] = {NULL};
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->has_run[i])
            ran[count++] = s->of[i];
    trace_l1_common(ran, count);
}

struct spread traced_sample_add(const struct traced_sample *s, struct launch_shape *shape)
{
    static const double alike = 0.02;
    struct spread spread = {.blocks = 0, .least = HUGE_VAL};
    double sum = 0;
    for (int i = 0; i < s->count; i++) {
        const struct traced_block *b = trace_block(s->of[i]);
        if (b->incomplete || !s->has_run[i]) // only block 0 is necessary
            continue;
        const double work = work_of(b);
        shape->sample[spread.blocks++] = b;
        sum += work;
        spread.least = work < spread.least ? work : spread.least;
        spread.most = work > spread.most ? work : spread.most;
    }
    find_common(s);
    const double mean = spread.blocks ? sum / spread.blocks : 1;
    spread.least /= mean;
    spread.most /= mean;
    add_atomics(shape, spread.blocks);
    shape->arrays = bytes_of_arrays(shape->sample, spread.blocks);
    shape->samples = spread.most - spread.least > alike ? spread.blocks : 0;
    return spread;
}
