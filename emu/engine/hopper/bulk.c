// SPDX-License-Identifier: MIT
//
// bulk.c: loads by the copy engine (PTX: cp.async.bulk.tensor to shared memory).
//
// A load completes when a thread waits for the phase of its barrier, and no sooner
// (mbarrier_phase.c). Before that, shared memory keeps its old content, so a missing wait gives
// wrong results. The source is read at the same late moment.
#include "bulk.h"
#include "landed_box.h"
#include "mbarrier.h"
#include "proxy.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/device/cluster.h"

enum { MAX_ROW = 256 * 8, WORD = 4 };

static const char read_too_early[] =
    "read of %zu bytes of shared memory before the TMA load into them was waited for";
static const char wait_for_phase[] =
    "wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity "
    "phase % 2, 0 the first time; with a ring of stages the parity changes after each time round";

// ---- Start --------------------------------------------------------------------------------------

static void report_still_read(const struct last_read *read, struct block *b, uintptr_t at,
                              const char *pc)
{
    static const char what[] = "race in shared memory: TMA load into a place that %s";
    static const struct {
        const char *state, *cure;
    } states[] = {
        {"another thread has read, not ordered with that read",
         "a thread that reads the loaded data must wait for the load's barrier first. A thread "
         "that reads the previous data must arrive at a barrier (empty) after its last read: as "
         "many arrivals as mbarrier.init declared, in every block that the load writes to. The "
         "loading thread must wait for that barrier"},
        {"wgmma is still reading",
         "wait for the wgmma first (wgmma.wait_group), then arrive at the barrier that says that "
         "the stage is empty; the thread that loads waits for that barrier's phase"},
        {"a TMA store is still to read",
         "let the thread that stores execute cp.async.bulk.wait_group.read 0 "
         "first, then signal the loading thread "
         "by a barrier"},
    };
    const int state = !read->busy ? 0 : *INIT(at) == BYTE_BULK_READ ? 2 : 1;
    if (report_is_old(pc, what))
        return;
    const struct thread *by = &b->threads[read->thread];
    char address[512];
    const struct other_access other = {
        .what = read->pc & PLACE_OF_BULK ? "asynchronous read" : "read",
        .pc = place_pc(read->pc),
        .detail = OTHER_BLOCK,
        .block = b->index,
        .thread = by->index,
    };
    report_diagnosis(&(struct diagnosis){.kind = KIND_RACE,
                                         .pc = pc,
                                         .address = describe_address(ARENA_BASE + at, WORD, address,
                                                                     sizeof address),
                                         .other = &other,
                                         .cure = states[state].cure},
                     what, states[state].state);
}

// Threads that read before this thread has even issued the load: a wgmma of its own warpgroup, or
// of bytes that nothing has written. They should have waited for the load.
static bool report_read_ahead(const struct last_read *read, struct block *b, uintptr_t at,
                              struct thread *t, const char *pc)
{
    struct thread *const by = &b->threads[read->thread];
    const char *const read_pc = place_pc(read->pc);
    if (!read->busy || *INIT(at) == BYTE_BULK_READ)
        return false;
    const bool unwritten = check_forget_early_reads(b, read_pc);
    if (!unwritten && (b != t->block || !in_flight.wgmma_is_ahead(t, at)))
        return false;
    if (report_is_old(read_pc, read_too_early))
        return true;
    char address[512], text[1200], line[400];
    snprintf(text, sizeof text,
             "%s\n  copy    issued later, at %s by block (%u,%u,%u), thread (%u,%u,%u)",
             describe_address(ARENA_BASE + at, WORD, address, sizeof address),
             source_location(pc, line, sizeof line), t->block->index.x, t->block->index.y,
             t->block->index.z, t->index.x, t->index.y, t->index.z);
    emu_current = by;
    report(KIND_UNWAITED, read_pc, text, wait_for_phase, read_too_early, (size_t)WORD);
    emu_current = t;
    return true;
}

// Checks the destination in one block: no thread may still be reading it, and none may access it
// until the load has landed.
static void begin(struct thread *t, struct block *b, uintptr_t to, unsigned bytes, const char *pc)
{
    uintptr_t at = 0;
    const struct last_read *read = readers_find(b, to, bytes, t, readers_not_over, &at);
    if (read && !report_read_ahead(read, b, at, t, pc))
        report_still_read(read, b, at, pc);
    else if (!read)
        proxy_write_by_async(b, to, bytes, t, pc);
    check_bulk_begins(t, to, bytes, read != NULL, pc);
}

static void check_source(struct thread *t, const struct box *box)
{
    for (unsigned i = 0; i < box_rows(box); i++) {
        const struct box_row row = box_row(box, i);
        const uintptr_t offset = row.global - ARENA_BASE;
        for (unsigned at = 0; at < row.bytes;) {
            const unsigned rest = row.bytes - at;
            const unsigned size = (offset + at) % WORD || rest < WORD ? box->map.element : WORD;
            check_access(t, offset + at, size > rest ? rest : size, LOAD, 0, box->pc);
            proxy_read_global(t, (offset + at) & ~(uintptr_t)(WORD - 1), box->pc);
            at += size;
        }
    }
}

static void send(struct thread *t, const struct box *box, struct mbarrier *m, struct block *b,
                 bool multicast)
{
    const uintptr_t in_window = box->shared - arena_offset(t->block->window);
    struct flight *f = malloc(sizeof *f);
    if (!f)
        fatal("no memory to follow copies of the copy engine");
    *f =
        (struct flight){.box = *box, .thread = t, .block = b, .barrier = m, .multicast = multicast};
    f->box.shared = arena_offset(b->window) + in_window;
    f->vector_clock = vector_clock_new(t->block->cluster);
    vector_clock_publish(t, f->vector_clock);
    if (t->checked)
        begin(t, b, f->box.shared, box_bytes(&box->map), box->pc);
    if (m->first)
        m->last->next = f;
    else
        m->first = f;
    m->last = f;
    record_mbarrier(b, t->id, RECORD_BULK, m->at,
                    (uint32_t)(f->box.shared - arena_offset(b->window)), box_bytes(&box->map),
                    box->pc);
    mbarrier_try_to_end(m);
}

static void load(struct thread *t, struct box box, void *barrier, unsigned blocks, bool multicast,
                 const char *pc)
{
    static const char verb[] = "TMA load counted at";
    const struct cluster *c = t->block->cluster;
    if (blocks >> c->size || blocks == 0)
        report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, pc, NULL,
                        "bit r of the mask selects the block of rank r: 0 to "
                        "the number of blocks less 1",
                        "TMA load to blocks %#x of a cluster of %u", blocks, c->size);
    if (t->checked)
        check_source(t, &box);
    if (t->block->launch->counted)
        count_bulk(&box, true);
    t->steps++;
    for (unsigned rank = 0; rank < c->size; rank++) {
        if (!(blocks >> rank & 1))
            continue;
        struct block *b = c->blocks[rank];
        if (b->living == 0)
            report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, pc, NULL,
                            "call cluster.sync() at the end of the kernel: a block's "
                            "shared memory exists only until the block ends",
                            "TMA load to block %u of the cluster, which has ended", rank);
        struct mbarrier *m = mbarrier_find(t, barrier, rank, verb, pc);
        mbarrier_check_fenced(t, m, pc);
        if (rank == t->block->rank)
            trace_bulk(t, &box, mbarrier_traced(m), blocks, pc);
        send(t, &box, m, b, multicast);
    }
}

void emu_tma_load(void *shared, const struct emu_tma *asked, void *barrier)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    watchdog_look(t, pc);
    cluster_of(t->block);
    load(t, box_read(t, asked, shared, "TMA load", pc), barrier, 1u << t->block->rank, false, pc);
}

void emu_tma_multicast(void *shared, const struct emu_tma *asked, void *barrier, unsigned blocks)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    watchdog_look(t, pc);
    cluster_of(t->block);
    load(t, box_read(t, asked, shared, "TMA load", pc), barrier, blocks & 0xffff, true, pc);
}

void emu_bulk_load(void *shared, const void *global, uint32_t bytes, void *barrier, unsigned blocks)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    watchdog_look(t, pc);
    cluster_of(t->block);
    load(t, box_plain(global, shared, bytes, "TMA load", pc), barrier,
         blocks ? blocks & 0xffff : 1u << t->block->rank, blocks != 0, pc);
}

// The block whose shared memory contains the address, which the copy engine writes.
static struct block *target_of(struct thread *t, const void *to, const void *barrier,
                               const char *pc)
{
    char text[512];
    struct block *b = cluster_owner(t->block->cluster, (uintptr_t)to);
    if (!b)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc,
                        describe_address((uintptr_t)to, 0, text, sizeof text),
                        "give an address that mapa or cluster.map_shared_rank() returned",
                        "wrong memory: bulk copy to a place outside the cluster's shared memory");
    if (cluster_owner(t->block->cluster, (uintptr_t)barrier) != b)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc,
                        describe_address((uintptr_t)barrier, 0, text, sizeof text),
                        "map the barrier's address to the block that receives the bytes, too",
                        "bulk copy to block %u of the cluster with an mbarrier that is not in that "
                        "block's shared memory",
                        b->rank);
    if (b->living == 0)
        report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, pc, NULL,
                        "call cluster.sync() at the end of the kernel: a block's "
                        "shared memory exists only until the block ends",
                        "bulk copy to block %u of the cluster, which has ended", b->rank);
    return b;
}

void emu_bulk_send(void *to, const void *from, uint32_t bytes, void *barrier)
{
    static const char what[] = "bulk copy";
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    watchdog_look(t, pc);
    cluster_of(t->block);
    struct block *b = target_of(t, to, barrier, pc);
    // Places are named by the same places of this block.
    const char *window = t->block->window;
    const struct box box =
        box_between(from, window + ((const char *)to - b->window), bytes, what, pc);
    struct mbarrier *m = mbarrier_find(t, window + ((const char *)barrier - b->window), b->rank,
                                       "bulk copy counted at", pc);
    mbarrier_check_fenced(t, m, pc);
    if (t->checked)
        proxy_read_by_async(t->block, arena_offset(from), bytes, t, pc, what);
    trace_unknown(t->block, "bulk copies from shared to shared memory are not simulated");
    t->steps++;
    bulk_sent_add(t, m, pc);
    send(t, &box, m, b, false);
}

// ---- Landing ------------------------------------------------------------------------------------

void flight_land(struct flight *f)
{
    char bytes[MAX_ROW];
    for (unsigned i = 0; i < box_rows(&f->box); i++) {
        const struct box_row row = box_row(&f->box, i);
        memset(bytes, f->box.map.fill_nan ? 0xff : 0, row.row_bytes);
        if (row.bytes) {
            memcpy(bytes + row.first, (const void *)row.global, row.bytes);
            if (!f->box.from_shared)
                links_read(f->thread->block->launch->device, row.global, row.bytes);
        }
        box_to_shared(&f->box, i, bytes);
    }
    const unsigned all = box_bytes(&f->box.map);
    emu_writes++;
    if (f->thread->checked) {
        check_bulk_landed(f->thread, f->box.shared, all, f->box.pc);
        if (!f->box.plain)
            landed_box_note(f->block, &f->box);
        if (f->box.from_shared)
            proxy_read_over(f->thread->block, f->box.map.address - ARENA_BASE, all, f->thread,
                            f->box.pc);
    }
    mbarrier_complete(f->barrier, f);
}

void flight_free(struct flight *f)
{
    free(f->vector_clock);
    free(f);
}

// ---- Diagnoses ----------------------------------------------------------------------------------

struct wanted {
    uintptr_t offset;
    const struct flight *found;
};

static void look(struct mbarrier *m, void *data)
{
    struct wanted *wanted = data;
    for (const struct flight *f = m->first; f; f = f->next)
        if (wanted->offset - f->box.shared < box_bytes(&f->box.map))
            wanted->found = f;
}

// "wait    by this thread at k.cu:12 for parity 1, which was over: ..."
static void describe_wait(const struct thread *t, const struct mbarrier *m, char *text, size_t size)
{
    char line[400];
    if (t->mbarrier != m)
        snprintf(text, size, "\n  wait    none by this thread at that barrier last");
    else
        snprintf(text, size,
                 "\n  wait    by this thread at %s for parity %u, which was %s: the barrier was "
                 "in phase %u",
                 source_location(t->mbarrier_pc, line, sizeof line), t->parity,
                 (t->seen_phase & 1) != t->parity ? "over" : "not over", t->seen_phase);
}

void bulk_report_target(struct thread *t, uintptr_t offset, size_t size, enum copy_touch touch,
                        const char *pc)
{
    static const char write[] = "write of %zu bytes of shared memory that a TMA load is filling";
    static const char copy[] = "TMA load into %zu bytes of shared memory that another TMA load is "
                               "filling";
    const char *what = touch == COPY_READ ? read_too_early : touch == COPY_WRITTEN ? write : copy;
    const uintptr_t in_window = offset - arena_offset(t->block->window);
    struct block *b = t->block;
    struct wanted wanted = {.offset = offset};
    if (in_window >= WINDOW_SIZE) // of another block of the cluster
        for (unsigned i = 0; i < b->cluster->size; i++)
            mbarriers_each(b->cluster->blocks[i], look, &wanted);
    else
        mbarriers_each(b, look, &wanted);
    if (report_is_old(pc, what))
        return;
    char address[512], text[2400], line[400], name[200], wait[600];
    const struct flight *f = wanted.found;
    size_t used =
        (size_t)snprintf(text, sizeof text, "%s",
                         describe_address(ARENA_BASE + offset, size, address, sizeof address));
    if (f) {
        describe_wait(t, f->barrier, wait, sizeof wait);
        snprintf(text + used, sizeof text - used,
                 "\n  copy    started at %s by block (%u,%u,%u), thread (%u,%u,%u)"
                 "\n  barrier %s: phase %u, %u of %u arrivals made, %lld of %lld bytes to come%s",
                 source_location(f->box.pc, line, sizeof line), f->thread->block->index.x,
                 f->thread->block->index.y, f->thread->block->index.z, f->thread->index.x,
                 f->thread->index.y, f->thread->index.z,
                 mbarrier_name(f->barrier, name, sizeof name), f->barrier->phase,
                 f->barrier->arrivals - f->barrier->pending, f->barrier->arrivals,
                 (long long)f->barrier->bytes, (long long)f->barrier->expected, wait);
    }
    report(touch == COPY_READ ? KIND_UNWAITED : KIND_RACE, pc, text,
           touch == COPY_READ ? wait_for_phase
           : touch == COPY_WRITTEN
               ? "if the place is still in use, the load starts too early: its thread must wait "
                 "until all are done with it; otherwise this thread must wait for the phase that "
                 "the load's bytes count in"
               : "the stage is not free yet: wait until its readers have said so (empty), before "
                 "it is filled again",
           what, size);
}
