// SPDX-License-Identifier: MIT
//
// bulk.h: copies by the copy engine (Tensor Memory Accelerator): bulk.c loads, bulk_store.c stores,
// box.c where each byte of a box lies.
#ifndef BULK_H
#define BULK_H

#include "../check/check.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"

// A load on its way to one block.
struct flight {
    struct flight *next;
    struct box box;
    struct thread *thread; // that asked for it
    struct block *block;   // to whose shared memory it goes
    struct mbarrier *barrier;
    bool multicast;
    uint16_t *known; // what its thread knew then (vector_clock.c)
};
void flight_free(struct flight *flight);
// Brings the box and counts its bytes.
void flight_land(struct flight *flight);

// A store that is not over.
struct bulk_store {
    struct bulk_store *next;
    struct box box;
    struct thread *thread;
    unsigned group; // how many groups its thread had committed before
    bool add, was_read;
    void *bytes; // once read: the box
};

// Of one block: stores, by the threads that asked for them.
struct bulk {
    struct bulk_store *first, *last;
    unsigned *commits; // of each thread
};

void bulk_block_done(struct block *block); // all its threads have ended
void bulk_end(struct block *block);

// Of a block's own accesses: check.h says what they are.
void bulk_report_target(struct thread *t, uintptr_t offset, size_t size, enum copy_touch touch,
                        const char *pc);
void bulk_report_source(struct thread *t, uintptr_t offset, size_t size, const char *pc);

#endif
