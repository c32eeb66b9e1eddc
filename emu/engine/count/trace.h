// SPDX-License-Identifier: MIT
//
// trace.h: the instructions of each warp of a launch's first block, in order, for the expected
// time.
#ifndef TRACE_H
#define TRACE_H

#include "tally.h"
#include "emu/device/matrix.h"
#include "emu/device/warpgroup.h"
#include "../../timing/requests.h"

struct box;

struct trace; // of one launch

// The traced blocks of a launch: the first one, and more if blocks may differ.
enum { MOST_TRACED_BLOCKS = 9 };
struct traced_sample {
    struct trace *of[MOST_TRACED_BLOCKS];
    uint64_t blocks[MOST_TRACED_BLOCKS]; // their numbers, ascending
    int count;
    // A launch for the sample alone: indices of the blocks that it runs next; those that have run.
    int turn[MOST_TRACED_BLOCKS];
    bool has_run[MOST_TRACED_BLOCKS];
};

// meets: also record where lanes reconverge. number: index in the sample.
// l1_lines: the share of L1 that the block has; 0: whatever it has read remains there.
struct trace *trace_new(unsigned threads, bool meets, int number, unsigned l1_lines);
int trace_number(const struct trace *trace);
// The trace of a block with this number, or NULL.
struct trace *trace_of(const struct launch *launch, uint64_t block);
struct traced_block *trace_block(struct trace *trace);
bool trace_has_mma(const struct trace *trace);   // or wgmma
bool trace_has_fence(const struct trace *trace); // is there a __threadfence(), after which other
                                                 // blocks may depend on this one?
bool trace_is_like(const struct trace *trace,
                   const struct trace *other);   // do all warps make the same
                                                 // number of requests?
void trace_take_values(struct trace *trace);     // after the block has ended
void trace_combine_atomics(struct trace *trace); // after code_mixes()
// Finds the locations at which the traced blocks read the same data.
void trace_l1_common(struct trace *const *traces, int count);
void trace_free(struct trace *trace);

static inline bool is_traced(const struct block *b) { return b->trace != NULL; }

// The number of the i-th block that a launch for the sample alone runs. (Of a cluster: itself.)
static inline uint64_t sampled_block(const struct launch *launch, uint64_t i)
{
    const struct traced_sample *s = launch->sample;
    return i < (uint64_t)s->count ? s->blocks[s->turn[i]] : i;
}

// Traces one request with its own cost.
void trace_request(const struct block *b, unsigned warp, const struct place *place, unsigned id,
                   const struct tally *cost, const uint64_t *addresses, const unsigned *lanes,
                   unsigned count);
void trace_meeting(const struct block *b, unsigned warp, unsigned id);
// What an atomic, which has been noted, does.
void trace_atomic(const struct thread *t, enum emu_atomic op, uint64_t value, const char *pc);
// Traces an instruction without an address: NOTE_COMMIT, NOTE_WAIT, NOTE_BARRIER.
void trace_note(struct thread *t, int kind, unsigned value, const char *pc);
// The block does something that is not simulated, so no time can be expected; why: the reason.
void trace_unknown(const struct block *b, const char *why);
void trace_unknown_to_all(const struct launch *launch, const char *why);
// Traces registers of lane 0 separately, because the request may be noted earlier or later.
void trace_ldmatrix(const struct block *b, unsigned warp, const uint32_t *registers, int matrices);
void trace_mma(const struct block *block, unsigned warp, const struct emu_mma *which, const void *a,
               const void *b, uint32_t added_to, uint32_t sum);

// ---- trace_async.c ------------------------------------------------------------------------------

// An mbarrier: its offset in the window of its block, and the arrivals of a phase. at 0: none.
struct traced_mbarrier {
    uint32_t at, arrivals;
};
// Traces arrivals at an mbarrier of the block, or at the one at the same offset in another block of
// the cluster. The blocks of a cluster do the same, so the same number arrives from there. bytes:
// of copies that the phase waits for.
void trace_arrive(struct thread *t, struct traced_mbarrier m, uint32_t arrivals, int bytes,
                  const char *pc);
void trace_pass(struct thread *t, struct traced_mbarrier m, unsigned parity, const char *pc);
// Traces a load of a box to a number of blocks, or a store from shared memory (m: none).
void trace_bulk(struct thread *t, const struct box *box, struct traced_mbarrier m, unsigned blocks,
                const char *pc);
void trace_bulk_commit(struct thread *t, const char *pc);
void trace_bulk_wait(struct thread *t, int groups, bool only_read, const char *pc);
// d: the address of the accumulators. Noted as NOTE_WGMMA.
void trace_wgmma(struct thread *t, const struct emu_wgmma *which, const void *d,
                 bool a_in_registers, const char *pc);
void trace_wgmma_commit(struct thread *t, const char *pc);
void trace_wgmma_wait(struct thread *t, int groups, const char *pc);
// A fence: other blocks observe the thread's writes before it continues.
void trace_fence(struct thread *t, const char *pc);
// A barrier of the block with this number for `threads` threads (0: all), or a barrier of the
// cluster.
void trace_barrier(struct thread *t, int id, int threads, const char *pc);

// Adds the cost of one request of shared memory, as count.c computes it.
void count_shared_request(struct tally *tally, const struct place *place, const uint64_t *addresses,
                          const unsigned *lanes, unsigned count, uint64_t low, uint64_t high);

#endif
