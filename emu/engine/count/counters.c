// SPDX-License-Identifier: MIT
//
// counters.c: the counters by name: in total, by launch and by source line. Switches counting on
// and off.
#include "emu_api.h"
#include "notes.h"
#include "record.h"
#include "tally.h"
#include "../memory/memory.h"
#include "../program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool each_launch;
static long long at_last_launch[EMU_COUNTER_COUNT]; // as of the last launch (EMU_COUNTERS=launch)

bool count_is_on(void) { return sealed.counting; }

static const char *const names[] = {
#define EMU_COUNTER(id, name, metric) name,
    EMU_COUNTERS(EMU_COUNTER)
#undef EMU_COUNTER
};

static const char *const metrics[] = {
#define EMU_COUNTER(id, name, metric) metric,
    EMU_COUNTERS(EMU_COUNTER)
#undef EMU_COUNTER
};

const char *emu_counter_name(enum emu_counter counter) { return names[counter]; }
const char *emu_counter_metric(enum emu_counter counter) { return metrics[counter]; }

static void clear(void)
{
    memset(at_last_launch, 0, sizeof at_last_launch);
    for (struct worker_counts *c = count_workers(); c; c = c->next) {
        struct worker_counts *const next = c->next;
        const pthread_t owner = c->owner;
        memset(c, 0, offsetof(struct worker_counts, copies));
        c->next = next, c->owner = owner;
    }
    for (int id = 1; id < count_places_used; id++) {
        count_places[id].sampled = false;
        count_places[id].sample_lanes = 0;
    }
}

static void switch_counting(bool on)
{
    if (on && !count_place_of) {
        size_t size = sizeof *count_place_of << PLACE_BITS;
        void *table = mmap(NULL, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (table == MAP_FAILED)
            fatal("no memory to count with");
        count_place_of = table;
        count_order_init();
    }
    if (on)
        clear();
    sealed.counting = on || each_launch;
}

void emu_count(int on)
{
    engine_init();
    pthread_mutex_lock(&engine_lock);
    sealed_open();
    switch_counting(on != 0);
    sealed_close();
    pthread_mutex_unlock(&engine_lock);
}

static void add_tally(long long *values, const struct tally *t, const struct place *place)
{
    long long global = t->requests - t->shared_requests;
    if (place->kind == NOTE_MMA) {
        values[EMU_MMA_INSTRUCTIONS] += t->requests;
    } else if (place->kind == NOTE_WGMMA) {
        values[EMU_WGMMA_INSTRUCTIONS] += t->requests;
    } else if (place->kind == NOTE_STMATRIX) {
        values[EMU_SHARED_STORE_REQUESTS] += t->requests;
        values[EMU_SHARED_STORE_WAVEFRONTS] += t->wavefronts;
        values[EMU_SHARED_STORE_CONFLICTS] += t->conflicts;
        values[EMU_SHARED_STORE_BYTES] += t->bytes_read;
    } else if (place->kind == NOTE_LDMATRIX) {
        values[EMU_LDMATRIX_REQUESTS] += t->requests;
        values[EMU_LDMATRIX_WAVEFRONTS] += t->wavefronts;
        values[EMU_LDMATRIX_CONFLICTS] += t->conflicts;
        values[EMU_LDMATRIX_BYTES] += t->bytes_read;
    } else if (place->kind == NOTE_ATOMIC) {
        values[EMU_GLOBAL_ATOMIC_REQUESTS] += global;
        values[EMU_SHARED_ATOMIC_REQUESTS] += t->shared_requests;
    } else if (place->kind == NOTE_COPY) {
        values[EMU_GLOBAL_LOAD_REQUESTS] += t->shared_requests;
        values[EMU_GLOBAL_LOAD_SECTORS] += t->sectors;
        values[EMU_GLOBAL_LOAD_BYTES] += t->bytes_read;
        values[EMU_CP_ASYNC_REQUESTS] += t->requests;
        values[EMU_CP_ASYNC_WAVEFRONTS] += t->wavefronts;
        values[EMU_CP_ASYNC_CONFLICTS] += t->conflicts;
        values[EMU_CP_ASYNC_BYTES] += t->bytes_landed;
    } else if (place->kind == NOTE_LOAD) {
        values[EMU_GLOBAL_LOAD_REQUESTS] += global;
        values[EMU_GLOBAL_LOAD_SECTORS] += t->sectors;
        values[EMU_SHARED_LOAD_REQUESTS] += t->shared_requests;
        values[EMU_SHARED_LOAD_WAVEFRONTS] += t->wavefronts;
        values[EMU_SHARED_LOAD_CONFLICTS] += t->conflicts;
        values[t->shared_requests ? EMU_SHARED_LOAD_BYTES : EMU_GLOBAL_LOAD_BYTES] +=
            t->lanes * place->size;
    } else {
        values[EMU_GLOBAL_STORE_REQUESTS] += global;
        values[EMU_GLOBAL_STORE_SECTORS] += t->sectors;
        values[EMU_SHARED_STORE_REQUESTS] += t->shared_requests;
        values[EMU_SHARED_STORE_WAVEFRONTS] += t->wavefronts;
        values[EMU_SHARED_STORE_CONFLICTS] += t->conflicts;
        values[t->shared_requests ? EMU_SHARED_STORE_BYTES : EMU_GLOBAL_STORE_BYTES] +=
            t->lanes * place->size;
    }
    values[EMU_ACTIVE_LANES] += t->lanes;
}

void emu_counters(long long values[EMU_COUNTER_COUNT])
{
    memset(values, 0, EMU_COUNTER_COUNT * sizeof *values);
    for (const struct worker_counts *c = count_workers(); c; c = c->next) {
        for (int id = 1; id < count_places_used; id++)
            add_tally(values, &c->tallies[id], &count_places[id]);
        values[EMU_MBARRIER_ARRIVALS] += c->mbarrier_arrivals;
        values[EMU_BARRIERS] += c->barriers;
        values[EMU_BLOCKS] += c->blocks;
        values[EMU_WARPS] += c->warps;
        values[EMU_THREADS] += c->threads;
        values[EMU_WGMMA_OPERATIONS] += c->wgmma_operations;
        values[EMU_TMA_LOAD_REQUESTS] += c->bulk[0].requests;
        values[EMU_TMA_LOAD_SECTORS] += c->bulk[0].sectors;
        values[EMU_TMA_LOAD_BYTES] += c->bulk[0].bytes;
        values[EMU_TMA_STORE_REQUESTS] += c->bulk[1].requests;
        values[EMU_TMA_STORE_SECTORS] += c->bulk[1].sectors;
        values[EMU_TMA_STORE_BYTES] += c->bulk[1].bytes;
    }
}

static int by_file_and_line(const void *a, const void *b)
{
    const struct emu_line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : (x->line > y->line) - (x->line < y->line);
}

static void take_sample(struct emu_line *line, const struct place *place)
{
    line->sample.lanes = (int)place->sample_lanes;
    line->sample.bytes = (int)place->size;
    line->sample.store = place->kind == NOTE_STORE;
    unsigned any = place->sample_lanes ? (unsigned)__builtin_ctz(place->sample_lanes) : 0;
    line->sample.shared = place->sample[any] >= MANAGED_END && place->sample[any] < SHARED_END;
    line->sample.array = place->array;
    for (int i = 0; i < WARP; i++) {
        line->sample.address[i] = place->sample[i];
        line->sample.to[i] = place->sample_to[i];
    }
}

int emu_places(struct emu_line **found)
{
    enum { TEXT = 300 };
    int n = count_places_used - 1, used = 0;
    struct emu_line *all = calloc((size_t)n + 1, sizeof *all);
    const char **pcs = calloc((size_t)n + 1, sizeof *pcs);
    char *texts = malloc(((size_t)n + 1) * TEXT);
    if (!all || !pcs || !texts)
        fatal("no memory for the counts of %d places", n);
    for (int i = 0; i < n; i++)
        pcs[i] = count_places[i + 1].pc;
    source_locations(pcs, n, texts, TEXT);
    for (int i = 0; i < n; i++) {
        char *text = texts + (size_t)i * TEXT, *colon = strrchr(text, ':');
        struct emu_line *line = &all[used];
        for (const struct worker_counts *c = count_workers(); c; c = c->next)
            add_tally(line->values, &c->tallies[i + 1], &count_places[i + 1]);
        if (line->values[EMU_ACTIVE_LANES] == 0)
            continue;
        line->line = colon ? atoi(colon + 1) : 0;
        if (colon)
            *colon = '\0';
        snprintf(line->file, sizeof line->file, "%s", text);
        take_sample(line, &count_places[i + 1]);
        used++;
    }
    free(texts);
    free(pcs);
    qsort(all, (size_t)used, sizeof *all, by_file_and_line);
    *found = all;
    return used;
}

int emu_lines(struct emu_line **lines)
{
    int places_found = emu_places(lines), used = 0;
    struct emu_line *all = *lines;
    for (int i = 0; i < places_found; i++) {
        if (used > 0 && by_file_and_line(&all[used - 1], &all[i]) == 0)
            for (int v = 0; v < EMU_COUNTER_COUNT; v++)
                all[used - 1].values[v] += all[i].values[v];
        else
            all[used++] = all[i];
    }
    return used;
}

// ---- EMU_COUNTERS=1 or =launch: for any program -------------------------------------------------

static void print_all(void)
{
    long long values[EMU_COUNTER_COUNT];
    emu_counters(values);
    enum { WHOLE_ROW = 100 }; // columns
    const bool has_metrics = !screen_is(stderr) || screen_columns(stderr) >= WHOLE_ROW;
    fprintf(stderr, "emu: counters of all launches\n");
    for (int i = 0; i < EMU_COUNTER_COUNT; i++)
        if (values[i])
            fprintf(stderr, "  %-24s %18lld%s%s\n", names[i], values[i], has_metrics ? "  " : "",
                    has_metrics ? metrics[i] : "");
    if (!has_metrics)
        fprintf(stderr, "  (with %d columns: Nsight Compute's names, too)\n", WHOLE_ROW);
}

// EMU_COUNTERS=launch: one line for each launch, for other programs to read.
void count_launch_ended(const struct launch *launch)
{
    long long values[EMU_COUNTER_COUNT];
    if (!each_launch)
        return;
    emu_counters(values);
    fprintf(stderr, "emu-launch {\"kernel\": \"%s\"", launch->kernel);
    for (int i = 0; i < EMU_COUNTER_COUNT; i++)
        fprintf(stderr, ", \"%s\": %lld", names[i], values[i] - at_last_launch[i]);
    fprintf(stderr, "}\n");
    memcpy(at_last_launch, values, sizeof at_last_launch);
}

void count_init(void)
{
    const char *wanted = environment_value("EMU_COUNTERS");
    bool totals = environment_has("EMU_COUNTERS");
    each_launch = wanted && strcmp(wanted, "launch") == 0;
    if (totals && !each_launch)
        atexit(print_all);
    record_init();
    if (listing_init() || totals || environment_has("EMU_EXPECT") ||
        environment_has("EMU_TIMELINE") || record_is_on())
        switch_counting(true);
}
