// SPDX-License-Identifier: MIT
//
// bulk_store.c: stores and additions by the copy engine, from shared to global memory, and their
// groups.
//
// They complete as late as a GPU may. The box is read from shared memory when its thread waits for
// the read (wait_group.read). It reaches global memory when the thread waits for the group, or at
// the end of the block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "proxy.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"
#include "cuda.h"
#include "emu/device/cluster.h"
#include "emu/float16/float16.h"

struct bulk *bulk_of(struct block *b)
{
    if (b->bulk)
        return b->bulk;
    b->bulk = calloc(1, sizeof *b->bulk);
    if (b->bulk)
        b->bulk->commits = calloc(b->launch->threads_per_block, sizeof *b->bulk->commits);
    if (!b->bulk || !b->bulk->commits)
        fatal("no memory to follow copies of the copy engine");
    return b->bulk;
}

static void store(struct thread *t, struct box box, bool add, const char *what, const char *pc)
{
    struct block *b = t->block;
    const unsigned bytes = box_bytes(&box.map);
    if (add && !box.plain && box.map.type != CU_TENSOR_MAP_DATA_TYPE_FLOAT32 &&
        box.map.type != CU_TENSOR_MAP_DATA_TYPE_FLOAT16 &&
        box.map.type != CU_TENSOR_MAP_DATA_TYPE_BFLOAT16)
        report_and_stop(cudaErrorNotSupported, KIND_MISTAKE, pc, NULL,
                        "encode the map as float32, float16 or bfloat16",
                        "TMA addition of a type that the emulated GPU does not add");
    struct bulk *bulk = bulk_of(b);
    struct bulk_store *s = malloc(sizeof *s);
    if (!s)
        fatal("no memory to follow copies of the copy engine");
    *s = (struct bulk_store){.box = box, .thread = t, .group = bulk->commits[t->id], .add = add};
    if (t->checked) {
        proxy_read_by_async(b, box.shared, bytes, t, pc, what);
        for (unsigned i = 0; i < bytes; i++)
            if (is_written(*INIT(box.shared + i)))
                *INIT(box.shared + i) = BYTE_BULK_READ;
    }
    if (bulk->first)
        bulk->last->next = s;
    else
        bulk->first = s;
    bulk->last = s;
    if (b->launch->counted)
        count_bulk(&box, false);
    trace_bulk(t, &box, (struct traced_mbarrier){0}, 0, pc);
    t->steps++;
}

// A box may overhang the matrix's end, and that part is left out. Unlike a load, it may not
// overhang the beginning. PTX does not document this; an H200 fails with an illegal instruction.
static void check_begin(const struct emu_tma *asked, const char *what, const char *pc)
{
    for (int i = 0; i < asked->dimensions; i++)
        if (asked->at[i] < 0)
            report_and_stop(cudaErrorIllegalInstruction, KIND_BOUNDS, pc, NULL,
                            "only loads may begin before the matrix: store from 0 on",
                            "out of bounds: %s with coordinate %d of dimension %d", what,
                            asked->at[i], i);
}

void emu_tma_store(const struct emu_tma *asked, const void *shared, int add)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    cluster_of(t->block);
    const char *what = add ? "TMA addition" : "TMA store";
    check_begin(asked, what, pc);
    store(t, box_read(t, asked, shared, what, pc), add != 0, what, pc);
}

void emu_bulk_store(void *global, const void *shared, uint32_t bytes)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    cluster_of(t->block);
    store(t, box_plain(global, shared, bytes, "TMA store", pc), false, "TMA store", pc);
}

void emu_bulk_add(void *global, const void *shared, uint32_t bytes, enum emu_bulk_type type)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    cluster_of(t->block);
    struct box box = box_plain(global, shared, bytes, "TMA addition", pc);
    box.map.type = (uint8_t)type;
    store(t, box, true, "TMA addition", pc);
}

// ---- Completion ---------------------------------------------------------------------------------

static void read_box(struct bulk_store *s)
{
    struct block *b = s->thread->block;
    const unsigned bytes = box_bytes(&s->box.map), rows = box_rows(&s->box);
    if (s->was_read)
        return;
    s->was_read = true;
    s->bytes = malloc(bytes);
    if (!s->bytes)
        fatal("no memory to follow copies of the copy engine");
    for (unsigned i = 0; i < rows; i++)
        box_from_shared(&s->box, i, (char *)s->bytes + (size_t)i * (bytes / rows));
    if (!s->thread->checked)
        return;
    for (unsigned i = 0; i < bytes; i++)
        if (*INIT(s->box.shared + i) == BYTE_BULK_READ)
            *INIT(s->box.shared + i) = BYTE_WRITTEN;
    proxy_read_over(b, s->box.shared, bytes, s->thread, s->box.pc);
}

// Atomic, because blocks on other cores add, too.
static void add_f32(void *to, const void *from)
{
    union {
        float value;
        uint32_t bits;
    } old, sum, addend;
    memcpy(&addend, from, sizeof addend);
    __atomic_load((uint32_t *)to, &old.bits, __ATOMIC_RELAXED);
    do
        sum.value = old.value + addend.value;
    while (!__atomic_compare_exchange((uint32_t *)to, &old.bits, &sum.bits, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
}

static void add_16(void *to, const void *from, bool brain)
{
    uint16_t old, sum, addend;
    memcpy(&addend, from, sizeof addend);
    __atomic_load((uint16_t *)to, &old, __ATOMIC_RELAXED);
    do
        sum = brain ? emu_bfloat16_add(old, addend) : emu_half_add(old, addend);
    while (!__atomic_compare_exchange((uint16_t *)to, &old, &sum, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
}

static void add_32(void *to, const void *from)
{
    uint32_t addend;
    memcpy(&addend, from, sizeof addend);
    __atomic_fetch_add((uint32_t *)to, addend, __ATOMIC_SEQ_CST);
}

_Static_assert((int)EMU_ADD_U32 == CU_TENSOR_MAP_DATA_TYPE_UINT32 &&
                   (int)EMU_ADD_F16 == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 &&
                   (int)EMU_ADD_BF16 == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
               "as cluster.h says");

// type: CUtensorMapDataType
static void add_elements(int type, char *to, const char *from, unsigned bytes)
{
    const bool is_16 =
        type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    for (unsigned i = 0; i < bytes; i += is_16 ? 2 : 4)
        if (is_16)
            add_16(to + i, from + i, type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16);
        else if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32)
            add_f32(to + i, from + i);
        else
            add_32(to + i, from + i);
}

static void write_box(struct bulk_store *s)
{
    struct thread *t = s->thread, *before = emu_current;
    read_box(s);
    emu_current = t;
    const unsigned rows = box_rows(&s->box), row_bytes = box_bytes(&s->box.map) / rows;
    for (unsigned i = 0; i < rows; i++) {
        struct box_row row = box_row(&s->box, i);
        const char *from = (const char *)s->bytes + (size_t)i * row_bytes + row.first;
        if (row.bytes == 0)
            continue;
        if (!s->add) // an H200 stores whole pieces of 16 bytes, even if the matrix ends inside one
            row.bytes = (row.bytes + 15) / 16 * 16;
        if (t->checked)
            check_bulk_stores(t, row.global - ARENA_BASE, row.bytes, s->add, s->box.pc);
        if (s->add)
            add_elements(s->box.map.type, (char *)row.global, from, row.bytes);
        else
            memcpy((void *)row.global, from, row.bytes);
        links_written(t->block->launch->device, row.global, row.bytes);
    }
    emu_writes++;
    emu_current = before;
}

static void forget(struct bulk_store *s)
{
    free(s->bytes);
    free(s);
}

// ---- Groups -------------------------------------------------------------------------------------

void emu_bulk_commit(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    cluster_of(t->block);
    bulk_of(t->block)->commits[t->id]++;
    trace_bulk_commit(t, CALLER());
}

void emu_bulk_wait(int groups, int only_read)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    cluster_of(t->block);
    trace_bulk_wait(t, groups, only_read != 0, CALLER());
    struct bulk *bulk = bulk_of(t->block);
    struct bulk_store **at = &bulk->first, *last = NULL;
    while (*at) {
        struct bulk_store *s = *at;
        const bool waited = s->thread == t && s->group + (unsigned)groups < bulk->commits[t->id];
        if (waited && only_read)
            read_box(s);
        if (waited && !only_read) {
            write_box(s);
            *at = s->next;
            forget(s);
            continue;
        }
        last = s;
        at = &s->next;
    }
    bulk->last = last;
}

// ---- The end of a block -------------------------------------------------------------------------

static void report_not_drained(const struct bulk_store *s)
{
    static const char what[] = "the block ends before a %s has read its tile from shared memory";
    if (report_is_old(s->box.pc, what))
        return;
    const struct thread *t = s->thread;
    const bool committed = s->group < t->block->bulk->commits[t->id];
    char text[200];
    snprintf(
        text, sizeof text, "requested by thread (%u,%u,%u), %s", t->index.x, t->index.y, t->index.z,
        committed ? "committed to a group that it has not waited for" : "not committed to a group");
    report(KIND_UNWAITED, s->box.pc, text,
           committed ? "let the same thread execute cp.async.bulk.wait_group.read 0 (or "
                       "cp.async.bulk.wait_group 0) "
                       "before it returns"
                     : "let the same thread execute cp.async.bulk.commit_group, and "
                       "cp.async.bulk.wait_group.read 0 "
                       "before it returns",
           what, s->add ? "TMA addition" : "TMA store");
}

void bulk_block_done(struct block *b)
{
    for (struct bulk_store *s = b->bulk->first, *next; s; s = next) {
        next = s->next;
        emu_current = s->thread;
        if (!s->was_read && b->checked)
            report_not_drained(s);
        emu_current = NULL;
        if (s->was_read)
            write_box(s);
        forget(s);
    }
    b->bulk->first = b->bulk->last = NULL;
    bulk_sent_block_done(b);
}

void bulk_end(struct block *b)
{
    if (!b->bulk)
        return;
    for (struct bulk_store *s = b->bulk->first, *next; s; s = next) {
        next = s->next;
        forget(s);
    }
    bulk_sent_end(b->bulk);
    free(b->bulk->commits);
    free(b->bulk);
    b->bulk = NULL;
}

// ---- Diagnoses ----------------------------------------------------------------------------------

void bulk_report_source(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    static const char what[] = "write of %zu bytes of shared memory that a TMA store is still to "
                               "read";
    const struct bulk_store *found = NULL;
    struct block *b = t->block;
    for (const struct bulk_store *s = b->bulk ? b->bulk->first : NULL; s; s = s->next)
        if (offset - s->box.shared < box_bytes(&s->box.map))
            found = s;
    if (report_is_old(pc, what))
        return;
    char address[512], text[1300], line[400];
    describe_address(ARENA_BASE + offset, size, address, sizeof address);
    if (found)
        snprintf(text, sizeof text, "%s\n  copy    started at %s by thread (%u,%u,%u)", address,
                 source_location(found->box.pc, line, sizeof line), found->thread->index.x,
                 found->thread->index.y, found->thread->index.z);
    else
        snprintf(text, sizeof text, "%s", address);
    report(KIND_UNWAITED, pc, text,
           "let the thread that stores wait first (cp.async.bulk.wait_group.read 0), then put a "
           "barrier "
           "before any thread writes to the tile again",
           what, size);
}
