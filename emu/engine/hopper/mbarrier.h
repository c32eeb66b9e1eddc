// SPDX-License-Identifier: MIT
//
// mbarrier.h: barriers in shared memory that count arrivals and bytes.
#ifndef MBARRIER_H
#define MBARRIER_H

#include "../count/count.h"
#include "../sync/sync.h"

enum { MBARRIER_MOST = (1 << 20) - 1 }; // arrivals, and bytes, that one phase can count

struct flight; // a load of the copy engine on its way to a block (bulk.h)

// The state of one; the 8 bytes in shared memory only say that one is there.
struct mbarrier {
    struct block *block;         // it lies in the shared memory of this one
    uint32_t at;                 // where, in its window; 0: this place of the table is empty
    uint32_t arrivals;           // of a phase
    uint32_t pending;            // arrivals to come in the current phase
    int64_t bytes;               // to come in the current phase: expected, and not yet delivered
    int64_t expected;            // in the current phase, all in all
    uint32_t phase;              // the current one; the first is 0
    struct access_record made;   // by mbarrier_init
    bool fenced;                 // and made known to the copy engine (fence_mbarrier_init)
    struct flight *first, *last; // loads on their way, in the order in which they were asked for
    uint16_t *coming, *over;     // what those know that have arrived in this phase, in the last one
    const char *expect_pc;       // the last that told of bytes
    struct thread *expecting;
    struct access_record ended;               // what ended the phase before
    struct access_record remote[MAX_CLUSTER]; // the last arrival from each other block
};

// The barrier at this address, of which the thread is about to `do` something: ends the launch with
// a diagnosis where there is none. rank: of the block whose barrier is meant.
struct mbarrier *mbarrier_find(struct thread *thread, const void *barrier, unsigned rank,
                               const char *verb, const char *pc);
// The copy engine may use it: else that is told.
void mbarrier_check_fenced(struct thread *thread, const struct mbarrier *barrier, const char *pc);
// A load has landed.
void mbarrier_complete(struct mbarrier *barrier, const struct flight *flight);
// Lets land what ends the phase, if everything else has come and somebody waits.
void mbarrier_try_to_end(struct mbarrier *barrier);
// The threads of the block have ended: told, if others may still arrive at its barriers, or loads
// are on their way to it (cluster_leave.c).
void mbarriers_block_done(struct block *block);
void mbarriers_end(struct block *block);
// Is this byte of the block's window one of a barrier?
bool mbarrier_is_at(const struct block *block, uint32_t at);
// "full + 8 bytes": where the barrier lies.
char *mbarrier_name(const struct mbarrier *barrier, char *text, size_t size);
// More bytes are on their way than the phase that ends now was told to expect (mbarrier_report.c).
void mbarrier_bytes_differ(const struct mbarrier *barrier, int64_t on_their_way, const char *pc);
// The cluster is stuck, and some wait at mbarriers or at barrier.cluster: then that is told, and
// the launch ends (mbarrier_report.c).
bool mbarriers_report_deadlock(struct cluster *cluster);
// Calls each barrier of a block.
void mbarriers_each(struct block *block, void (*each)(struct mbarrier *barrier, void *data),
                    void *data);

// cp.async.mbarrier.arrive, after the thread's copies have landed; counted: the barrier expects it.
void mbarrier_arrive_copies(void *barrier, bool counted, const char *pc);

static inline struct traced_mbarrier mbarrier_traced(const struct mbarrier *m)
{
    return (struct traced_mbarrier){m->at, m->arrivals};
}

#endif
