// SPDX-License-Identifier: MIT
//
// Like machine.c one of the two files in which the builds differ: only the emulated GPU can count.
#include "counting.h"

#ifdef EMU_GPU
#include <stdlib.h>
#include <string.h>

#include "../../base/frames.h"
#include "emu_api.h"

static void begin(void) { emu_count(1); }

// By name, so that neither side depends on the other's order.
static void end(struct counts *counts)
{
    long long values[EMU_COUNTER_COUNT];
    emu_count(0);
    emu_counters(values);
    for (int i = 0; i < counts_number(); i++)
        for (int e = 0; e < EMU_COUNTER_COUNT; e++)
            if (strcmp(counts_name(i), emu_counter_name((enum emu_counter)e)) == 0)
                counts_set(counts, i, values[e]);
}

static void take_found(struct found *found)
{
    struct emu_found f;
    emu_take_found(&f);
    *found = (struct found){.times = f.times, .kind = f.kind};
    snprintf(found->place, sizeof found->place, "%s", f.place);
}

static bool has_place(const char *place)
{
    struct emu_line *lines;
    const int count = emu_lines(&lines);
    const size_t wanted = strlen(place);
    bool found = false;
    for (int i = 0; i < count; i++) {
        char full[300];
        const int length = snprintf(full, sizeof full, "%s:%d", lines[i].file, lines[i].line);
        if (length < (int)wanted)
            continue;
        const char *tail = full + (size_t)length - wanted;
        found = found || (strcmp(tail, place) == 0 && (tail == full || tail[-1] == '/'));
    }
    free(lines);
    return found;
}

static bool worst_place(const char *counter, char *place, size_t size)
{
    struct emu_line *lines;
    const int count = emu_lines(&lines);
    long long most = 0;
    for (int e = 0; e < EMU_COUNTER_COUNT; e++)
        for (int i = 0; i < count && strcmp(counter, emu_counter_name((enum emu_counter)e)) == 0;
             i++)
            if (lines[i].values[e] > most) {
                most = lines[i].values[e];
                snprintf(place, size, "%s:%d", lines[i].file, lines[i].line);
            }
    free(lines);
    return most > 0;
}

static bool checks_are_on(void) { return emu_checks_are_on() != 0; }
static bool kernel_stored(const void *address) { return emu_kernel_stored(address) != 0; }

static void print_heat(const char *place, FILE *out, FILE *svg) { emu_print_heat(place, out, svg); }

// ---- Shared memory ------------------------------------------------------------------------------

// False if the line does not access shared memory, or only by atomics.
static bool as_shared_access(const struct emu_line *l, struct shared_access *a)
{
    static const struct {
        enum shared_access_kind kind;
        enum emu_counter requests, wavefronts, conflicts;
    } kinds[] = {
        {SHARED_LOAD, EMU_SHARED_LOAD_REQUESTS, EMU_SHARED_LOAD_WAVEFRONTS,
         EMU_SHARED_LOAD_CONFLICTS},
        {SHARED_STORE, EMU_SHARED_STORE_REQUESTS, EMU_SHARED_STORE_WAVEFRONTS,
         EMU_SHARED_STORE_CONFLICTS},
        {SHARED_CP_ASYNC, EMU_CP_ASYNC_REQUESTS, EMU_CP_ASYNC_WAVEFRONTS, EMU_CP_ASYNC_CONFLICTS},
        {SHARED_LDMATRIX, EMU_LDMATRIX_REQUESTS, EMU_LDMATRIX_WAVEFRONTS, EMU_LDMATRIX_CONFLICTS},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const long long requests = l->values[kinds[i].requests];
        if (requests == 0 || l->sample.lanes == 0)
            continue;
        *a = (struct shared_access){
            .line = l->line,
            .array = l->sample.array,
            .kind = kinds[i].kind,
            .requests = requests,
            .wavefronts = l->values[kinds[i].wavefronts],
            .ideal = l->values[kinds[i].wavefronts] - l->values[kinds[i].conflicts],
            .first = {.lanes = WARP_LANES,
                      .absent = ~(unsigned)l->sample.lanes,
                      .bytes = l->sample.bytes,
                      .is_store = kinds[i].kind == SHARED_STORE || kinds[i].kind == SHARED_CP_ASYNC,
                      .is_ldmatrix = kinds[i].kind == SHARED_LDMATRIX},
        };
        snprintf(a->file, sizeof a->file, "%s", l->file);
        // The extra passes of the path past L1 are not bank conflicts, but the bytes do not need
        // them.
        const long long needed = (l->values[EMU_CP_ASYNC_BYTES] + BANK_ROW - 1) / BANK_ROW;
        if (a->kind == SHARED_CP_ASYNC)
            a->ideal = needed > requests ? needed : requests;
        for (int lane = 0; lane < WARP_LANES; lane++)
            a->first.address[lane] =
                (long long)(a->kind == SHARED_CP_ASYNC ? l->sample.to[lane]
                                                       : l->sample.address[lane]);
        return true;
    }
    return false;
}

// One line may correspond to several instructions: an unrolled loop, a function that was inlined
// twice. They are one access if they do the same to the same array.
static bool is_same(const struct shared_access *a, const struct shared_access *b)
{
    const bool arrays =
        a->array == b->array || (a->array && b->array && strcmp(a->array, b->array) == 0);
    return arrays && a->kind == b->kind && a->line == b->line && a->first.bytes == b->first.bytes &&
           strcmp(a->file, b->file) == 0;
}

static int shared_accesses(struct shared_access **accesses)
{
    struct emu_line *places;
    const int place_count = emu_places(&places);
    struct shared_access *all = calloc((size_t)place_count + 1, sizeof *all);
    int count = 0;
    for (int i = 0; all && i < place_count; i++) {
        struct shared_access *a = &all[count];
        if (!as_shared_access(&places[i], a))
            continue;
        int known = 0;
        while (known < count && !is_same(&all[known], a))
            known++;
        if (known == count) {
            count++;
            continue;
        }
        all[known].requests += a->requests;
        all[known].wavefronts += a->wavefronts;
        all[known].ideal += a->ideal;
    }
    free(places);
    *accesses = all;
    return count;
}

static bool expect_end(struct expectation *e)
{
    struct emu_expected x;
    const bool good = emu_expect_end(&x) == 0;
    *e = (struct expectation){.ms = x.us / 1e3,
                              .cycles = x.cycles,
                              .mma_cycles = x.mma_cycles,
                              .kernel = x.kernel,
                              .launches = x.launches,
                              .registers = x.registers,
                              .blocks_per_sm = x.blocks_per_sm,
                              .ipc = x.ipc,
                              .mma_busy = x.mma_busy,
                              .l1_busy = x.l1_busy,
                              .work = x.work,
                              .parts_cycles = x.parts_cycles,
                              .blocks = x.blocks,
                              .why_names = emu_why_names,
                              .limit_names = emu_limit_names,
                              .why_not = x.why_not};
    for (int i = 0; i < EXPECT_WHYS; i++)
        e->why[i] = x.why[i];
    for (int i = 0; i < EXPECT_LIMITS; i++)
        e->without[i] = x.without[i];
    return good;
}

const struct counting *counting_on_emulated_gpu(void)
{
    static const struct counting counting = {
        .take_found = take_found,
        .name_array = emu_name_array,
        .forget_error = emu_forget_error,
        .expect_begin = emu_expect_begin,
        .expect_lines = emu_expect_print_lines,
        .expect_timeline = emu_expect_draw_timeline,
        .expect_end = expect_end,
        .expect_us = emu_expect_us,
        .begin = begin,
        .end = end,
        .print_lines = emu_print_lines,
        .has_place = has_place,
        .print_heat = print_heat,
        .worst_place = worst_place,
        .checks_are_on = checks_are_on,
        .seal = emu_seal,
        .report_end = emu_report_end,
        .kernel_stored = kernel_stored,
        .copied_to_host = emu_copied_to_host,
        .copied_to_device = emu_copied_to_device,
        .shared_accesses = shared_accesses,
    };
    return &counting;
}
#else
const struct counting *counting_on_emulated_gpu(void) { return NULL; }
#endif
