// SPDX-License-Identifier: MIT
//
// record.c: EMU_TRACE=file. Events are stored while kernels run and written at the end, as one JSON
// object for each line (emu/TRACE.md describes them), because looking up source locations is slow.
// At most MOST_EVENTS are stored; the last line says how many were left out.
#include "record.h"
#include "notes.h"
#include "tally.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 1 << 14, MOST_LAUNCHES = 1 << 8, NAME = 64, LINE = 512 };

struct event {
    const char *pc;        // NULL: a launch begins
    const char *allocated; // location of the cudaMalloc
    const char *array;     // name of a shared array; NULL: unknown
    const char *to_array;  // cp.async: the shared destination array
    uintptr_t base;        // address of the array
    unsigned kind, size, block, warp, launch, lanes;
    unsigned sectors, wavefronts, conflicts;
    uint64_t address[WARP];
    uint32_t to[WARP];
};

struct begun {
    char kernel[NAME];
    struct dim3 grid, block;
};

static FILE *file;
static struct event *events;
static struct begun *launches;
static unsigned kept, launched;
static unsigned long long beyond;
static uint64_t blocks = 1; // of each launch
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool record_is_on(void) { return file != NULL; }
uint64_t record_blocks(void) { return file ? blocks : 0; }

// ---- Recording ----------------------------------------------------------------------------------

static struct event *new_event(void)
{
    pthread_mutex_lock(&lock);
    struct event *e = kept < MOST_EVENTS ? &events[kept++] : NULL;
    beyond += !e;
    pthread_mutex_unlock(&lock);
    if (e)
        *e = (struct event){.launch = launched};
    return e;
}

void record_begins(const struct launch *launch)
{
    if (!file || launched == MOST_LAUNCHES)
        return;
    struct begun *l = &launches[launched++];
    snprintf(l->kernel, sizeof l->kernel, "%s", launch->kernel);
    l->grid = launch->grid;
    l->block = launch->block;
    new_event();
}

// Returns the array's name, and the offset in the array.
static const char *find_shared(const struct block *b, uint32_t in_window, uint32_t *offset)
{
    const int site = in_window < WINDOW_DYNAMIC ? shared_site_at(b->launch, in_window) : -1;
    *offset = in_window - (site < 0 ? WINDOW_DYNAMIC : b->launch->site_offset[site]);
    return shared_array_at(b, (uintptr_t)b->window + in_window);
}

static void find_array(struct event *e, const struct block *b, uintptr_t address)
{
    const uintptr_t offset = address - (uintptr_t)b->window;
    const int site = offset < WINDOW_DYNAMIC ? shared_site_at(b->launch, offset) : -1;
    if (address - ARENA_BASE >= MANAGED_END && address - ARENA_BASE < SHARED_END) {
        e->array = shared_array_at(b, address);
        e->base = (uintptr_t)b->window + (site < 0 ? WINDOW_DYNAMIC : b->launch->site_offset[site]);
        return;
    }
    const struct allocation *a = arena_nearest(address);
    if (a && address - a->base < a->size) {
        e->base = a->base;
        e->allocated = a->made_by;
    }
}

void record_request(const struct block *b, unsigned warp, const struct place *place,
                    const struct tally *cost, const uint64_t *addresses, const uint32_t *to,
                    const unsigned *lanes, unsigned count)
{
    struct event *e = new_event();
    if (!e)
        return;
    e->pc = place->pc;
    e->kind = (unsigned)place->kind;
    e->size = place->size;
    e->block = (unsigned)b->number;
    e->warp = warp;
    e->sectors = (unsigned)cost->sectors;
    e->wavefronts = (unsigned)cost->wavefronts;
    e->conflicts = (unsigned)cost->conflicts;
    if (place->kind >= NOTE_COMMIT) {
        e->size = (unsigned)(addresses[0] - 8); // groups that may remain, for a wait
        return;
    }
    find_array(e, b, ARENA_BASE + addresses[0]);
    uint32_t to_base = 0;
    if (to) {
        e->to_array = find_shared(b, to[0], &to_base);
        to_base = to[0] - to_base;
    }
    for (unsigned i = 0; i < count; i++) {
        e->lanes |= 1u << lanes[i];
        e->address[lanes[i]] = ARENA_BASE + addresses[i];
        e->to[lanes[i]] = to ? to[i] - to_base : 0;
    }
}

// Lanes of a warp that wait together pass one after another; one event is enough.
static bool is_again(const struct block *b, unsigned warp, uint32_t offset, unsigned parity)
{
    const struct event *e = kept > 0 ? &events[kept - 1] : NULL;
    return e && e->kind == RECORD_PASS && e->block == b->number && e->warp == warp &&
           e->address[0] == offset && e->size == parity;
}

void record_mbarrier(const struct block *b, unsigned thread, enum record_kind kind, uint32_t at,
                     uint32_t to, unsigned value, const char *pc)
{
    if (!is_recorded(b))
        return;
    uint32_t offset;
    const char *array = find_shared(b, at, &offset);
    struct event *e =
        kind == RECORD_PASS && is_again(b, thread / WARP, offset, value) ? NULL : new_event();
    if (!e)
        return;
    e->pc = pc;
    e->kind = kind;
    e->block = (unsigned)b->number;
    e->warp = thread / WARP;
    e->array = array;
    e->address[0] = offset;
    e->size = value;
    if (kind == RECORD_BULK)
        e->to_array = find_shared(b, to, &e->to[0]);
}

// ---- Writing ------------------------------------------------------------------------------------

static const char *const kinds[] = {
    [NOTE_LOAD] = "load",     [NOTE_STORE] = "store",       [NOTE_ATOMIC] = "atomic",
    [NOTE_COPY] = "copy",     [NOTE_LDMATRIX] = "ldmatrix", [NOTE_MMA] = "mma",
    [NOTE_WAIT] = "wait",     [NOTE_COMMIT] = "commit",     [NOTE_BARRIER] = "barrier",
    [RECORD_BULK] = "bulk",   [RECORD_ARRIVE] = "arrive",   [RECORD_PASS] = "pass",
    [RECORD_PHASE] = "phase", [NOTE_WGMMA] = "wgmma",       [NOTE_STMATRIX] = "stmatrix",
};

static void write_lanes(const struct event *e, const char *name, bool to)
{
    fprintf(file, ",\"%s\":[", name);
    for (unsigned lane = 0; lane < WARP; lane++) {
        if (!(e->lanes >> lane & 1))
            fprintf(file, "%snull", lane ? "," : "");
        else if (to)
            fprintf(file, "%s%u", lane ? "," : "", e->to[lane]);
        else
            fprintf(file, "%s%lld", lane ? "," : "", (long long)(e->address[lane] - e->base));
    }
    fputc(']', file);
}

static void write_launch(unsigned number)
{
    const struct begun *l = &launches[number];
    fprintf(file, "{\"launch\":%u,\"kernel\":\"%s\",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u]}\n",
            number, l->kernel, l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z);
}

static void write_event(const struct event *e, const char *at, const char *allocated)
{
    char name[NAME] = "";
    if (e->array)
        snprintf(name, sizeof name, "%s", e->array);
    else if (*allocated)
        allocation_name(allocated, name, sizeof name);
    fputc('{', file);
    if (blocks > 1)
        fprintf(file, "\"block\":%u,", e->block);
    fprintf(file, "\"warp\":%u,\"at\":\"%s\",\"kind\":\"%s\"", e->warp, at, kinds[e->kind]);
    if (e->kind == NOTE_WAIT)
        fprintf(file, ",\"groups\":%u", e->size);
    if (e->kind < NOTE_COMMIT) {
        fprintf(file,
                ",\"memory\":\"%s\",\"array\":\"%s\",\"bytes\":%u,\"sectors\":%u,\"wavefronts\":%u,"
                "\"conflicts\":%u",
                e->array ? "shared" : "global", name, e->size, e->sectors, e->wavefronts,
                e->conflicts);
        write_lanes(e, "offsets", false);
        if (e->kind == NOTE_COPY) {
            fprintf(file, ",\"to_array\":\"%s\"", e->to_array ? e->to_array : "");
            write_lanes(e, "to", true);
        }
    }
    if (e->kind > NOTE_BARRIER) {
        fprintf(file, ",\"array\":\"%s\",\"offset\":%llu", e->array ? e->array : "",
                (unsigned long long)e->address[0]);
        if (e->kind == RECORD_BULK)
            fprintf(file, ",\"bytes\":%u,\"to_array\":\"%s\",\"to\":%u", e->size,
                    e->to_array ? e->to_array : "", e->to[0]);
        else
            fprintf(file, ",\"phase\":%u", e->size);
    }
    fputs("}\n", file);
}

static void write_all(void)
{
    const char **pcs = calloc(2 * (size_t)kept + 1, sizeof *pcs);
    char *texts = calloc(2 * (size_t)kept + 1, LINE);
    if (!pcs || !texts)
        fatal("no memory for the trace (EMU_TRACE)");
    for (unsigned i = 0; i < kept; i++) {
        pcs[(size_t)2 * i] = events[i].pc;
        pcs[(size_t)2 * i + 1] = events[i].allocated;
    }
    int count = 0;
    for (unsigned i = 0; i < 2 * kept; i++) // compacts the list to those that exist
        if (pcs[i])
            pcs[count++] = pcs[i];
    source_locations(pcs, count, texts, LINE);
    int next = 0;
    unsigned number = 0;
    for (unsigned i = 0; i < kept; i++) {
        const struct event *e = &events[i];
        if (!e->pc) {
            write_launch(number++);
            continue;
        }
        const char *at = texts + (size_t)next++ * LINE;
        write_event(e, at, e->allocated ? texts + (size_t)next++ * LINE : "");
    }
    if (beyond)
        fprintf(file, "{\"left_out\":%llu}\n", beyond);
    if (fclose(file) != 0)
        fprintf(stderr, "emu: EMU_TRACE=%s: %s\n", environment_value("EMU_TRACE"), strerror(errno));
    free(pcs);
    free(texts);
}

void record_init(void)
{
    const char *path = environment_value("EMU_TRACE");
    if (!environment_has("EMU_TRACE"))
        return;
    file = fopen(path, "w");
    if (!file)
        fatal("EMU_TRACE=%s: cannot be written: %s", path, strerror(errno));
    const char *wanted = environment_value("EMU_TRACE_BLOCKS");
    if (wanted)
        blocks = strtoull(wanted, NULL, 10);
    events = calloc(MOST_EVENTS, sizeof *events);
    launches = calloc(MOST_LAUNCHES, sizeof *launches);
    if (!events || !launches)
        fatal("no memory for the trace (EMU_TRACE)");
    atexit(write_all);
}
