// SPDX-License-Identifier: MIT
//
// trace_async.c: for the expected time: operations of the copy engine and wgmma, and which threads
// wait for them at which barriers.
//
// Each lane notes the number of an event. When the notes are merged, events of lanes at the same
// location become one instruction of the warp.
#include "notes.h"
#include "tally.h"
#include "trace.h"
#include "trace_parts.h"
#include "../memory/memory.h"
#include "../tensor/tensor.h"

#include <stdlib.h>

static void note(struct thread *t, int kind, struct traced event, const char *pc)
{
    if (!is_traced(t->block) || t->trace_at == t->trace_end)
        return;
    struct trace *trace = t->block->trace;
    if (trace->event_count == trace->event_room) {
        trace->event_room = trace->event_room ? 2 * trace->event_room : 1024;
        trace->events =
            trace_must(realloc(trace->events, trace->event_room * sizeof *trace->events));
    }
    trace->events[trace->event_count] = event;
    count_note(t, (const void *)(ARENA_BASE + 8 + trace->event_count++), 1, kind, pc);
}

// The blocks of a cluster have their mbarriers at the same offsets.
static uint8_t number_of(const struct thread *t, struct traced_mbarrier m)
{
    if (!is_traced(t->block))
        return 0;
    struct trace *trace = t->block->trace;
    struct traced_block *b = &trace->block;
    int i = 0;
    while (i < b->barriers && trace->barriers[i] != m.at)
        i++;
    if (i == MOST_TRACED_BARRIERS) {
        b->incomplete = "the block has too many mbarriers";
        return 0;
    }
    if (i == b->barriers) {
        trace->barriers[b->barriers++] = m.at;
        b->arrivals[i] = m.arrivals;
    }
    return (uint8_t)i;
}

void trace_arrive(struct thread *t, struct traced_mbarrier m, uint32_t arrivals, int bytes,
                  const char *pc)
{
    note(t, NOTE_EVENT,
         (struct traced){.kind = REQ_ARRIVE,
                         .barrier = number_of(t, m),
                         .work = (uint16_t)arrivals,
                         .bytes = (uint32_t)bytes},
         pc);
}

void trace_pass(struct thread *t, struct traced_mbarrier m, unsigned parity, const char *pc)
{
    note(t, NOTE_EVENT,
         (struct traced){
             .kind = REQ_PASS, .barrier = number_of(t, m), .groups = (uint8_t)(parity & 1)},
         pc);
}

void trace_bulk(struct thread *t, const struct box *box, struct traced_mbarrier m, unsigned blocks,
                const char *pc)
{
    if (!is_traced(t->block))
        return;
    struct trace *trace = t->block->trace;
    uint32_t sectors = 0, dram = 0;
    for (unsigned i = 0; i < box_rows(box); i++) {
        const struct box_row row = box_row(box, i);
        const uint64_t at = row.global - ARENA_BASE;
        if (row.bytes == 0)
            continue;
        sectors += (uint32_t)((at + row.bytes - 1) / SECTOR - at / SECTOR + 1);
        if (m.at) {
            dram += 2 * trace_fresh_pairs(trace, &at, 1, row.bytes);
            trace_array(trace, at, row.bytes);
        }
    }
    note(t, NOTE_EVENT,
         (struct traced){.kind = m.at ? REQ_BULK : REQ_BULK_STORE,
                         .barrier = m.at ? number_of(t, m) : 0,
                         .blocks = (uint8_t)__builtin_popcount(blocks),
                         .sectors = (uint16_t)sectors,
                         .fresh = (uint16_t)sectors,
                         .dram = (uint16_t)(m.at ? dram : sectors),
                         .bytes = box_bytes(&box->map)},
         pc);
}

void trace_bulk_commit(struct thread *t, const char *pc)
{
    note(t, NOTE_EVENT, (struct traced){.kind = REQ_BULK_COMMIT}, pc);
}

void trace_bulk_wait(struct thread *t, int groups, bool only_read, const char *pc)
{
    note(t, NOTE_EVENT,
         (struct traced){.kind = REQ_BULK_WAIT, .groups = (uint8_t)groups, .blocks = only_read},
         pc);
}

void trace_wgmma(struct thread *t, const struct emu_wgmma *which, const void *d,
                 bool a_in_registers, const char *pc)
{
    enum { K_BYTES = 32, ROWS = 64 };
    note(t, NOTE_WGMMA,
         (struct traced){.kind = REQ_WGMMA,
                         .work = (uint16_t)which->n,
                         .bytes = (uint32_t)(which->n + (a_in_registers ? 0 : ROWS)) * K_BYTES,
                         .out = {(uint32_t)(uintptr_t)d}},
         pc);
}

void trace_wgmma_commit(struct thread *t, const char *pc)
{
    note(t, NOTE_EVENT, (struct traced){.kind = REQ_WGMMA_COMMIT}, pc);
}

void trace_wgmma_wait(struct thread *t, int groups, const char *pc)
{
    note(t, NOTE_EVENT, (struct traced){.kind = REQ_WGMMA_WAIT, .groups = (uint8_t)groups}, pc);
}

void trace_fence(struct thread *t, const char *pc)
{
    note(t, NOTE_EVENT, (struct traced){.kind = REQ_FENCE}, pc);
}

void trace_barrier(struct thread *t, int id, int threads, const char *pc)
{
    note(t, NOTE_EVENT,
         (struct traced){.kind = REQ_BARRIER,
                         .groups = (uint8_t)id,
                         .barrier = (uint8_t)((threads + WARP - 1) / WARP)},
         pc);
}

// Diverged lanes reach an instruction one after another here; on a GPU they execute it together, so
// only the first one counts.
static bool is_late(struct trace *t, unsigned warp, unsigned id, const unsigned *lanes,
                    unsigned count)
{
    bool late = true;
    if (!t->came[warp])
        t->came[warp] = trace_must(calloc(1, sizeof *t->came[warp]));
    if (!t->came[warp]->at[id])
        t->came[warp]->at[id] = trace_must(calloc(1, sizeof *t->came[warp]->at[id]));
    struct comings *const c = t->came[warp]->at[id];
    for (unsigned i = 0; i < count; i++)
        if (++c->of[lanes[i]] > c->most) {
            c->most = c->of[lanes[i]];
            late = false;
        }
    return late;
}

void trace_free_events(struct trace *t)
{
    free(t->events);
    for (int w = 0; w < MAX_WARPS; w++) {
        for (int id = 0; id < MAX_PLACES && t->came[w]; id++)
            free(t->came[w]->at[id]);
        free(t->came[w]);
    }
}

static bool is_of_lanes(const struct traced *e)
{
    return e->kind == REQ_ARRIVE || e->kind == REQ_BULK || e->kind == REQ_BULK_STORE;
}

void trace_events(struct trace *t, unsigned warp, unsigned id, const uint64_t *notes,
                  const unsigned *lanes, unsigned count)
{
    struct traced *last = NULL;
    if (!is_of_lanes(&t->events[notes[0] - 8]) && is_late(t, warp, id, lanes, count))
        return;
    for (unsigned i = 0; i < count; i++) {
        const struct traced *e = &t->events[notes[i] - 8];
        const bool alike = last && last->barrier == e->barrier;
        if (alike && e->kind == REQ_ARRIVE) {
            last->work = (uint16_t)(last->work + e->work);
            last->bytes += e->bytes;
        } else if (!alike || is_of_lanes(e)) {
            last = trace_add(t, warp);
            *last = *e;
            last->place = id;
        }
    }
}
