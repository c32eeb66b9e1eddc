// SPDX-License-Identifier: MIT
//
// check.c: data races and reads of memory that was never written.
//
// A shadow cell for each 4 bytes of memory stores the last write and the last read. A new access
// conflicts with an old one if at least one of the two is a write, they touch the same bytes, and
// neither happens before the other (order.c). A shadow byte for each byte says whether it was ever
// written.
//
// A cell cannot store several readers. It stores one and how far away the other ones are: in the
// same warp, in the same block or in other blocks.
#include "check.h"
#include "race.h"
#include "readers.h"
#include "../memory/memory.h"
#include "../program/program.h"

#include <string.h>

enum { LOCKS = 4096 };
static atomic_flag locks[LOCKS];

struct in_flight in_flight;

// ---- The check ----------------------------------------------------------------------------------

static uint32_t mark_of_scope(const struct thread *t, unsigned strong)
{
    static const uint32_t marks[] = {PLACE_OF_BLOCK, PLACE_OF_DEVICE, PLACE_OF_SYSTEM};
    return strong == 2 ? marks[t->scope] : 0;
}

// Two atomics exclude each other only if the scope of each includes the other one's thread.
static bool scopes_suffice(const struct access_record *old, const struct thread *t, unsigned strong)
{
    const uint32_t old_scope = old->pc & PLACE_SCOPES, scope = mark_of_scope(t, strong);
    if (!old_scope || !scope || (old_scope & scope) == PLACE_OF_SYSTEM)
        return true;
    const uint32_t narrower = old_scope < scope ? old_scope : scope;
    const struct launch *launch = t->block->launch;
    const struct past *past = old->stamp == launch->stamp ? launch->past : past_of(old->stamp);
    if (past && past->device != launch->device)
        return false;
    return narrower != PLACE_OF_BLOCK ||
           (old->stamp == launch->stamp && old->block == t->block->number);
}

// Atomic and volatile accesses do not race with each other. The exception is lanes of one warp that
// share data through volatile alone: such code was written for warps whose lanes run in lockstep.
static bool both_strong(const struct access_record *old, const struct thread *t, unsigned strong,
                        bool shared)
{
    if (!old->strong || !strong || (!shared && !scopes_suffice(old, t, strong)))
        return false;
    bool same_warp = old->block == t->block->number && old->thread / WARP == t->id / WARP;
    return old->atomic || strong == 2 || !same_warp;
}

// The old access was made by a launch that may run concurrently.
static bool __attribute__((noinline, cold))
conflicts_with_launch(const struct access_record *old, struct thread *t, unsigned strong)
{
    return !(old->strong && strong && scopes_suffice(old, t, strong)) &&
           !order_between_launches(old, t);
}

static inline bool conflicts(const struct access_record *old, struct thread *t, unsigned strong,
                             unsigned mask, bool shared)
{
    if (!(old->mask & mask))
        return false;
    if (UNLIKELY(old->stamp != t->block->launch->stamp))
        return old->stamp && !shared && is_unordered_launch(old, t->block->launch) &&
               conflicts_with_launch(old, t, strong);
    if (shared && old->block != t->block->number &&
        (LIKELY(!t->block->cluster) || !cluster_find(t->block->cluster, old->block)))
        return false; // an earlier block that had the same window
    return !both_strong(old, t, strong, shared) && !order_before(old, t);
}

// Do readers that the cell does not store conflict with this thread's write?
static bool others_conflict(const struct access_record *old, const struct thread *t,
                            unsigned strong, unsigned mask, bool shared)
{
    if (!old->many || !(old->mask & mask) || both_strong(old, t, strong, shared))
        return false;
    if (old->stamp != t->block->launch->stamp || (shared && old->block != t->block->number))
        return false;
    bool same_block = old->block == t->block->number;
    if (same_block && (old->epoch == UINT16_MAX || old->clock == CLOCK_LAST))
        return false; // the counters are exhausted: order unknown
    if (t->block->cluster)
        return false; // single threads may have released (readers.c stores each warp)
    switch (old->many) {
    case MANY_IN_WARP:
        return same_block && old->epoch == order_epoch(t) && old->clock == order_clock(t) &&
               old->thread / WARP == t->id / WARP;
    case MANY_IN_BLOCK: return same_block && old->epoch == order_epoch(t);
    default: return t->acquired == 0 && t->polled == 0;
    }
}

// A compare-and-swap loop often starts from a plain read, which the atomic then confirms. A few
// loads may come between: of the value to add, say.
enum { LOADS_BEFORE_ATOMIC = 8 };

static void doubt_read(struct thread *t, const struct access_record *other, uintptr_t offset,
                       size_t size, const char *pc)
{
    t->alert = true;
    t->doubt = (struct doubt){.offset = offset,
                              .other = *other,
                              .size = (uint16_t)size,
                              .pc = pc,
                              .kind = LOAD,
                              .loads_left = LOADS_BEFORE_ATOMIC};
}

// An atomic meets another thread's plain read of shared memory. That thread may still be about to
// confirm it, if it has lost its turn right after it.
static bool reader_may_confirm(struct thread *t, const struct access_record *read,
                               const struct access_record *atomic, uintptr_t offset, size_t size)
{
    struct thread *reader = &t->block->threads[read->thread];
    if (read->block != t->block->number || read->many || reader->state != THREAD_READY ||
        reader->doubt.offset)
        return false;
    doubt_read(reader, atomic, offset, size, place_pc(read->pc));
    return true;
}

// A thread that touches adjacent bytes one after another, with no synchronisation in between, makes
// one access.
static unsigned bytes_of_both(const struct access_record *old, const struct access_record *now)
{
    const bool same = old->stamp == now->stamp && old->block == now->block &&
                      old->thread == now->thread && old->epoch == now->epoch &&
                      old->clock == now->clock && old->strong == now->strong &&
                      old->atomic == now->atomic && !old->many;
    return same ? old->mask | now->mask : now->mask;
}

// A word stores one reader and whether there were more, even if each of its bytes is a separate
// element. Of two threads that read different bytes the later one is stored. The level of other
// readers applies to the bytes that all of them have read.
static inline __attribute__((always_inline)) void
note_read(struct access_record *old, const struct access_record *now, struct thread *t, bool shared)
{
    bool stale = old->stamp != now->stamp || (shared && old->block != now->block);
    if (stale || (old->thread == now->thread && old->block == now->block && !old->many) ||
        !(old->mask & now->mask) || order_before(old, t)) {
        const unsigned mask = bytes_of_both(old, now);
        *old = *now;
        old->mask = (uint16_t)(mask & 15);
        return;
    }
    // Keep the earlier reader, and store how far away the farthest other reader is.
    unsigned many = old->block != now->block                   ? MANY_IN_GRID
                    : old->thread / WARP == now->thread / WARP ? MANY_IN_WARP
                                                               : MANY_IN_BLOCK;
    if (many > old->many)
        old->many = (unsigned char)(many & 3);
    old->mask = (uint16_t)(old->mask & now->mask & 15);
    old->strong = old->strong && now->strong;
    old->atomic = old->atomic && now->atomic;
}

// A cell stores one writer. If two threads write different bytes of a word and nothing orders them,
// one of the two is lost, and with it the races on its bytes. If all bytes of an array are written
// twice, the second writer of a byte meets the first one only if the first writer of the word was
// kept. If another thread reads the last byte of each word, it meets that byte's writer only if
// the last one was kept. So half of the words keep the first writer, and the others the last one:
// both mistakes are found in any array.
static bool __attribute__((noinline))
keeps_first_writer(const struct access_record *old, const struct access_record *now,
                   struct thread *t, bool shared)
{
    return old->stamp == now->stamp && old->mask && !(old->mask & now->mask) && !old->strong &&
           !now->strong && (!shared || old->block == now->block) && !order_before(old, t);
}

static void __attribute__((noinline))
note_poll(struct thread *t, uintptr_t offset, unsigned strong, bool shared)
{
    if (t->polled && t->polled != offset)
        order_settle(t); // what the flag before this one said
    t->polled = offset;
    t->polled_far = strong == 1 || t->scope == EMU_SCOPE_SYSTEM;
    t->block->polled_global |= !shared;
}

void check_host_flag(struct thread *t)
{
    t->polled = POLLED_HOST;
    t->polled_far = true;
}

// Each GPU has its own __device__ variables, at the same addresses.
static bool __attribute__((noinline))
is_variable_of_another_gpu(const struct access_record *old, const struct thread *t,
                           uintptr_t offset)
{
    const struct past *past = past_of(old->stamp);
    return past && past->device != t->block->launch->device &&
           !image_is_managed(image_variable_address(offset));
}

// mark: PLACE_OF_COPY for an asynchronous copy, else 0.
static inline void check_word(struct thread *t, uintptr_t offset, size_t size,
                              enum access_kind kind, unsigned strong, uint32_t mark, const char *pc)
{
    struct cell *cell = CELL(offset);
    bool shared = is_shared(offset);
    unsigned mask = size >= 4 ? 15 : ((1u << size) - 1) << (offset & 3);
    if (kind == LOAD && !strong && read_changes_nothing(cell, t, shared))
        return;
    struct access_record now = {.stamp = t->block->launch->stamp,
                                .thread = (uint16_t)(t->id & 1023),
                                .strong = strong != 0,
                                .atomic = strong == 2,
                                .mask = (uint16_t)(mask & 15),
                                .epoch = order_epoch(t),
                                .clock = (uint16_t)(order_clock(t) & CLOCK_LAST),
                                .block = (uint32_t)t->block->number,
                                .pc = place_number(pc) | (mark ? mark : mark_of_scope(t, strong))};
    // Blocks on other cores use the same cells of global memory.
    const bool locked = !shared && !t->block->launch->alone;
    atomic_flag *lock = &locks[offset / 4 % LOCKS];
    struct access_record found = {0};
    bool found_writes = false;
    if (locked)
        while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
            ;
    if (conflicts(&cell->write, t, strong, mask, shared)) {
        found = cell->write;
        found_writes = true;
    } else if (kind == STORE && (conflicts(&cell->read, t, strong, mask, shared) ||
                                 others_conflict(&cell->read, t, strong, mask, shared))) {
        found = cell->read;
    }
    if (kind == LOAD) {
        note_read(&cell->read, &now, t, shared);
        if (!found.stamp && !strong && !mark)
            settled_read(t, offset, cell, shared);
    } else {
        if (UNLIKELY(t->polled == offset) && !strong)
            order_settle(t); // a counter set back by who found it full: what it said is lost now
        now.mask = (uint16_t)(bytes_of_both(&cell->write, &now) & 15);
        if (LIKELY(mask == 15) || !(offset >> 2 & 1) ||
            !keeps_first_writer(&cell->write, &now, t, shared))
            cell->write = now;
        cell->read.mask = (uint16_t)(cell->read.mask & ~mask & 15);
        if (cell->read.mask == 0)
            cell->read.stamp = 0;
    }
    if (locked)
        atomic_flag_clear_explicit(lock, memory_order_release);
    // What this access observes is known only after it has run (order.c), so it is recorded after
    // the checks above.
    if (strong == 2 || (strong && kind == LOAD))
        note_poll(t, offset, strong, shared);
    if (LIKELY(!found.stamp))
        return;
    if (offset >= VARIABLES && is_variable_of_another_gpu(&found, t, offset))
        return;
    if (found.atomic && found_writes && kind == LOAD)
        doubt_read(t, &found, offset, size, pc);
    else if (strong == 2 && kind == STORE && !found_writes &&
             (!shared || reader_may_confirm(t, &found, &now, offset, size)))
        return;
    else
        report_race(&found, found_writes, offset, size, kind,
                    mark ? mark : mark_of_scope(t, strong), pc);
}

void check_settle_doubt(struct thread *t)
{
    struct doubt doubt = t->doubt;
    t->doubt.offset = 0;
    if (doubt.offset)
        report_doubt(&doubt);
}

// The thread's next access is known. True while the doubt remains.
static bool doubt_remains(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                          unsigned strong)
{
    struct doubt *doubt = &t->doubt;
    if (doubt->kind == LOAD && strong == 2 && doubt->offset - offset < size) {
        doubt->offset = 0;
        return false;
    }
    if (doubt->kind == LOAD && kind == LOAD && doubt->loads_left-- > 0)
        return true;
    check_settle_doubt(t);
    return false;
}

// For advice on what is never read. An atomic that stores also reads.
static inline void note_shared(const struct thread *t, uintptr_t offset, size_t size,
                               enum access_kind kind, const char *pc)
{
    if (UNLIKELY(t->block->unread) && is_shared(offset))
        unread_note(t, offset, size, kind, pc);
}

// ---- Asynchronous copies (async.c) --------------------------------------------------------------

// Copies fill whole words, so one byte of each word is enough. A word that a copy is reading may be
// read by other threads.
static bool is_in_flight(uintptr_t offset, size_t size, enum access_kind kind)
{
    for (uintptr_t at = offset & ~(uintptr_t)3; at < offset + size; at += 4)
        if (is_under_way(*INIT(at)) && (kind == STORE || *INIT(at) < BYTE_BULK_READ))
            return true;
    return false;
}

// The thread accesses memory that a copy has not yet filled. If the start of the copy does not
// happen before the access, it is a race; otherwise the wait is missing.
static void __attribute__((noinline, cold))
report_in_flight(struct thread *t, uintptr_t offset, size_t size, enum copy_touch touch,
                 const char *pc)
{
    uintptr_t at = offset;
    while (!is_under_way(*INIT(at)))
        at++;
    if (*INIT(at) >= BYTE_BULK) {
        if (*INIT(at) == BYTE_BULK)
            in_flight.report_bulk_target(t, at, size, touch, pc);
        else
            in_flight.report_bulk_source(t, at, size, pc);
        return;
    }
    const struct access_record *start = &CELL(at)->write;
    if (start->stamp == t->block->launch->stamp && !order_before(start, t))
        report_race(start, true, at, size, touch == COPY_READ ? LOAD : STORE,
                    touch == COPY_COPIED ? (uint32_t)PLACE_OF_COPY : 0, pc);
    else
        in_flight.report_async_target(t, start->thread, at, size, touch, pc);
}

void check_async_begins(struct thread *t, uintptr_t to, size_t size, uintptr_t source, size_t bytes,
                        const char *pc)
{
    t->copy_size = (unsigned)size;
    const size_t words = bytes & ~(size_t)3; // only part of the last word may be read
    if (source && words)
        check_access(t, source, words, LOAD, 0, pc);
    if (source && bytes > words)
        check_access(t, source + words, bytes - words, LOAD, 0, pc);
    if (is_in_flight(to, size, STORE))
        report_in_flight(t, to, size, COPY_COPIED, pc);
    else
        for (size_t i = 0; i < size; i += 4)
            check_word(t, to + i, 4, STORE, 0, (uint32_t)PLACE_OF_COPY, pc);
    memset(INIT(to), BYTE_IN_FLIGHT, size);
}

void check_async_landed(struct thread *t, uintptr_t to, size_t size, const char *pc)
{
    t->copy_size = (unsigned)size;
    note_shared(t, to, size, STORE, pc);
    memset(INIT(to), BYTE_WRITTEN, size);
    for (size_t i = 0; i < size; i += 4)
        check_word(t, to + i, 4, STORE, 0, (uint32_t)PLACE_OF_COPY, pc);
}

// ---- The copy engine (bulk.c), wgmma (proxy.c) ---------------------------------------------------

void check_bulk_begins(struct thread *t, uintptr_t to, size_t size, bool was_reported,
                       const char *pc)
{
    if (was_reported) {
        check_bulk_landed(t, to, size, pc);
    } else if (is_in_flight(to, size, STORE)) {
        report_in_flight(t, to, size, COPY_COPIED, pc);
    } else {
        for (size_t i = 0; i < size; i += 4)
            check_word(t, to + i, 4, STORE, 0, (uint32_t)PLACE_OF_BULK, pc);
    }
    memset(INIT(to), BYTE_BULK, size);
}

static struct access_record record_of_bulk(const struct thread *t, const char *pc)
{
    struct access_record now = order_event(t, pc);
    now.pc |= (uint32_t)PLACE_OF_BULK;
    return now;
}

// Every access since the copy began has been reported as a mistake, so the cells can be
// overwritten.
void check_bulk_landed(struct thread *t, uintptr_t to, size_t size, const char *pc)
{
    const struct access_record now = record_of_bulk(t, pc);
    note_shared(t, to, size, STORE, pc);
    memset(INIT(to), BYTE_WRITTEN, size);
    for (size_t i = 0; i < size; i += 4) {
        CELL(to + i)->write = now;
        CELL(to + i)->read.stamp = 0;
    }
}

void check_bulk_stores(struct thread *t, uintptr_t to, size_t size, bool add, const char *pc)
{
    for (size_t i = 0; i < size;) {
        const size_t step = (to + i) % 4 || size - i < 4 ? 1 : 4;
        check_word(t, to + i, step, STORE, add ? 2 : 0, (uint32_t)PLACE_OF_BULK, pc);
        i += step;
    }
    t->polled = 0;                    // an addition polls no flag
    for (size_t i = 0; i < size; i++) // after the cells are updated, as in check_access()
        if (!add || *INIT(to + i) >= MARK_FIRST)
            *INIT(to + i) = BYTE_WRITTEN;
}

bool check_async_sees(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    if (is_in_flight(offset, size, LOAD)) {
        report_in_flight(t, offset, size, COPY_READ, pc);
        return false;
    }
    bool written = false;
    for (size_t i = 0; i < size && !written; i++)
        written = *INIT(offset + i);
    if (!written)
        note_early_read(t, offset, size, pc);
    return written;
}

void check_async_read(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    const struct access_record now = record_of_bulk(t, pc);
    note_shared(t, offset, size, LOAD, pc);
    for (uintptr_t at = offset & ~(uintptr_t)3; at < offset + size; at += 4)
        note_read(&CELL(at)->read, &now, t, true);
}

// ---- Every access -------------------------------------------------------------------------------

// Checks that only some accesses need. Returns false if the access was reported as a mistake.
static bool __attribute__((noinline))
check_slow_path(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                unsigned strong, const char *pc)
{
    const bool doubtful = t->doubt.offset && doubt_remains(t, offset, size, kind, strong);
    t->alert =
        doubtful || t->block->copying || t->block->cluster || t->block->grouped || t->block->unread;
    note_shared(t, offset, size, strong == 2 ? LOAD : kind, pc);
    if (!t->block->copying && !t->block->cluster && !t->block->grouped)
        return true;
    if (kind == STORE && is_shared(offset) && in_flight.wgmma_reads(t, offset, size, pc))
        return false;
    if (!t->block->copying && !t->block->cluster)
        return true;
    if (!is_shared(offset))
        return kind == LOAD || !t->block->copying || !in_flight.async_reads(t, offset, size, pc);
    if (kind == LOAD && t->block->cluster)
        readers_note(t, offset, size, pc);
    if (UNLIKELY(t->block->swizzle_readers) && kind == LOAD && !strong)
        in_flight.swizzled_read(t, offset, pc);
    if (UNLIKELY(offset - arena_offset(t->block->window) >= WINDOW_SIZE))
        in_flight.cluster_touches(t, offset, pc);
    if (!is_in_flight(offset, size, kind))
        return true;
    report_in_flight(t, offset, size, kind == LOAD ? COPY_READ : COPY_WRITTEN, pc);
    return false;
}

void check_read_unwritten(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    if (is_shared(offset))
        note_early_read(t, offset, size, pc);
    else
        report_unwritten_global(t, offset, size, pc);
}

// A function that is not inlined, and returns a structure of more than 16 bytes, may store it
// directly to memory. gcc does not instrument this store.
static bool __attribute__((noinline, cold)) was_written_unseen(uintptr_t offset, size_t size)
{
    return offset < MANAGED_END && !arena_is_fresh(ARENA_BASE + offset, size);
}

void check_access(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                  unsigned strong, const char *pc)
{
    if (UNLIKELY(t->alert) && !check_slow_path(t, offset, size, kind, strong, pc))
        return;
    if (kind == LOAD) {
        bool written = false;
        for (size_t i = 0; i < size && !written; i++)
            written = *INIT(offset + i);
        if (UNLIKELY(!written)) {
            if (t->overwrites == OVERWRITES)
                t->overwrites = OVERWROTE_UNWRITTEN;
            else if (!is_shared(offset) && was_written_unseen(offset, size))
                memset(INIT(offset), BYTE_WRITTEN, size);
            else
                check_read_unwritten(t, offset, size, pc);
        }
    }
    if (size <= 4)
        check_word(t, offset, size, kind, strong, 0, pc);
    else
        for (size_t i = 0; i < size; i += 4)
            check_word(t, offset + i, 4, kind, strong, 0, pc);
    // After the cell is updated: no other core then writes a mark into these bytes.
    if (kind == STORE)
        memset(INIT(offset), BYTE_WRITTEN, size);
}

void check_copy_engine(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                       bool is_flag, const char *pc)
{
    while (size > 0) {
        const size_t step = offset % 4 == 0 && size >= 4 ? 4 : 1;
        check_word(t, offset, step, kind, is_flag, 0, pc);
        offset += step;
        size -= step;
    }
}
