// SPDX-License-Identifier: MIT
//
// bulk.h: copies by the copy engine (Tensor Memory Accelerator): bulk.c loads, bulk_store.c stores;
// tensor/box.c computes where each byte of a box is stored.
#ifndef BULK_H
#define BULK_H

#include "../check/check.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"

// A load in flight to one block.
struct flight {
    struct flight *next;
    struct box box;
    struct thread *thread; // the thread that issued it
    struct block *block;   // the block whose shared memory it fills
    struct mbarrier *barrier;
    bool multicast;
    uint16_t *vector_clock; // of its thread at the issue
};
void flight_free(struct flight *flight);
// Copies the box and counts its bytes at the barrier.
void flight_land(struct flight *flight);

// A store that is not complete.
struct bulk_store {
    struct bulk_store *next;
    struct box box;
    struct thread *thread;
    unsigned group; // groups that its thread had committed before
    bool add, was_read;
    void *bytes; // the box, after it was read
};

// Stores of one block, in the order of their issue.
struct bulk {
    struct bulk_store *first, *last;
    struct bulk_sent *sent; // to other blocks (bulk_sent.c)
    unsigned *commits;      // committed groups of each thread
};

struct bulk *bulk_of(struct block *block); // never NULL
void bulk_block_done(struct block *block); // all its threads have ended
void bulk_end(struct block *block);

// ---- bulk_sent.c --------------------------------------------------------------------------------

struct mbarrier;
// The thread has sent bytes from its block's shared memory, which are counted at this barrier.
void bulk_sent_add(struct thread *t, struct mbarrier *barrier, const char *pc);
// The thread has observed that all phases of this barrier before the current one are complete.
void bulk_sent_waited(struct thread *t, const struct mbarrier *barrier, const char *pc);
void bulk_sent_block_done(struct block *block);
void bulk_sent_end(struct bulk *bulk);

// Callbacks for the block's own accesses (check.h).
void bulk_report_target(struct thread *t, uintptr_t offset, size_t size, enum copy_touch touch,
                        const char *pc);
void bulk_report_source(struct thread *t, uintptr_t offset, size_t size, const char *pc);

#endif
