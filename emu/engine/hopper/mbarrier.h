// SPDX-License-Identifier: MIT
//
// mbarrier.h: barriers in shared memory that count arrivals and bytes.
#ifndef MBARRIER_H
#define MBARRIER_H

#include "../count/count.h"
#include "../sync/sync.h"

enum { MBARRIER_MOST = (1 << 20) - 1 }; // limit for the arrivals and for the bytes of one phase

struct flight; // a load of the copy engine in flight to a block (bulk.h)

// The state of an mbarrier. The 8 bytes in shared memory only mark that it exists.
struct mbarrier {
    struct block *block;         // the block whose shared memory contains it
    uint32_t at;                 // offset in its window; 0: unused entry of the table
    uint32_t arrivals;           // of a phase
    uint32_t pending;            // arrivals missing in the current phase
    int64_t bytes;               // missing in the current phase: expected but not delivered
    int64_t expected;            // in the current phase, in total
    uint32_t phase;              // the current one; the first is 0
    struct access_record made;   // the mbarrier_init
    bool is_sent_to;             // by other blocks (bulk_sent.c)
    bool fenced;                 // visible to the copy engine (fence_mbarrier_init)
    struct flight *first, *last; // loads in flight, in the order of their issue
    uint16_t *arriving,
        *completed;        // vector clocks: of arrivals in this phase; of the completed phase
    const char *expect_pc; // the last expect_tx
    struct thread *expecting;
    bool had_surplus;             // the previous phase got more bytes than it expected
    struct thread *bringing;      // the last that completed bytes itself: st.async, complete_tx
    struct access_record brought; // and when
    struct access_record ended;   // the event that ended the previous phase
    struct access_record remote[MAX_CLUSTER]; // the last arrival from each other block
};

// The barrier at this address, for an operation that `verb` names; ends the launch with a diagnosis
// if there is none. rank: the block whose barrier is meant.
struct mbarrier *mbarrier_find(struct thread *thread, const void *barrier, unsigned rank,
                               const char *verb, const char *pc);
// Reports if the copy engine may not use it yet, because its initialisation was not fenced.
void mbarrier_check_fenced(struct thread *thread, const struct mbarrier *barrier, const char *pc);
// A load has landed.
void mbarrier_complete(struct mbarrier *barrier, const struct flight *flight);
// Completes the loads that end the phase, if only they are missing and a thread waits.
void mbarrier_try_to_end(struct mbarrier *barrier);
// The threads of the block have ended. Reports if other blocks may still arrive at its barriers, or
// if loads are in flight to it (cluster_leave.c).
void mbarriers_block_done(struct block *block);
void mbarriers_end(struct block *block);
// Is this byte of the block's window part of a barrier?
bool mbarrier_is_at(const struct block *block, uint32_t at);
// "full[1]": the barrier's array and element.
char *mbarrier_name(const struct mbarrier *barrier, char *text, size_t size);
// Reports that more bytes are in flight than the ending phase expects (mbarrier_report.c).
void mbarrier_bytes_differ(const struct mbarrier *barrier, int64_t on_their_way, const char *pc);
// Reports that more bytes have been completed than the ending phase expects.
void mbarrier_bytes_too_many(const struct mbarrier *barrier);
// The cluster cannot continue. If threads wait at mbarriers or at barrier.cluster, reports it and
// ends the launch (mbarrier_report.c).
bool mbarriers_report_deadlock(struct cluster *cluster);
// Calls each() for each barrier of a block.
void mbarriers_each(struct block *block, void (*each)(struct mbarrier *barrier, void *data),
                    void *data);

// cp.async.mbarrier.arrive, after the thread's copies have landed. counted: the barrier's expected
// arrivals include it (.noinc).
void mbarrier_arrive_copies(void *barrier, bool counted, const char *pc);

static inline struct traced_mbarrier mbarrier_traced(const struct mbarrier *m)
{
    return (struct traced_mbarrier){m->at, m->arrivals};
}

#endif
