// SPDX-License-Identifier: MIT
#include "sm_parts.h"

// ---- The pipe of L1 and shared memory -----------------------------------------------------------

// When a transfer of `sectors` (in 16ths) at `rate` (16ths of a byte in a cycle) ends, in 16ths of
// a cycle.
static int64_t until(const struct sm *sm, int64_t free, uint32_t sectors, int share, int rate)
{
    return later(free, 16 * sm->now) + (int64_t)sectors * 2 * share / rate;
}

enum { WINDOW = 2048 }; // approximate number of cycles over which DRAM's load is averaged

static void ask_dram(struct sm *sm, uint32_t sectors)
{
    const int rate = sm->job->dram_bytes ? sm->job->dram_bytes : sm->gpu->dram_bytes;
    const int64_t passed = sm->now - sm->dram_asked;
    sm->dram_free = until(sm, sm->dram_free, sectors, sm->job->dram_share, rate);
    sm->dram_busy = passed < WINDOW ? sm->dram_busy * (WINDOW - passed) / WINDOW : 0;
    // If few SMs make requests, DRAM is less busy than their path to it.
    const int all = sm->job->dram_fair ? sm->job->dram_fair : rate;
    sm->dram_busy += (int64_t)sectors * 2 * sm->job->dram_share / all;
    sm->dram_asked = sm->now;
}

// DRAM's latency grows with its load, because requests meet in its banks.
static int64_t dram_latency(const struct sm *sm)
{
    const int64_t busy = sm->dram_busy < (int64_t)16 * WINDOW ? sm->dram_busy / 16 : WINDOW;
    return sm->gpu->dram_latency + sm->gpu->dram_loaded * busy / WINDOW * busy / WINDOW;
}

int64_t memory_from_l2(struct sm *sm, uint32_t sectors, uint32_t dram)
{
    const struct gpu_time *gpu = sm->gpu;
    if (sm->job->off & FREE_L2)
        return sm->now + gpu->l1_latency;
    sm->l2_free =
        until(sm, sm->l2_free, sectors, 256, sm->job->l2_bytes ? sm->job->l2_bytes : gpu->l2_bytes);
    ask_dram(sm, dram);
    if (sm->job->in_l2 || (sm->job->by_request && dram == 0))
        return sm->l2_free / 16 + gpu->l2_latency;
    // Blocks that share data request them at about the same time, so all of them wait for DRAM.
    return later(sm->l2_free, sm->dram_free) / 16 + dram_latency(sm);
}

int64_t memory_to_l2(struct sm *sm, uint32_t sectors, uint32_t dram)
{
    if (sm->job->off & FREE_L2)
        return sm->now;
    sm->store_free = until(sm, sm->store_free, sectors, 256,
                           sm->job->store_bytes ? sm->job->store_bytes : sm->gpu->store_bytes);
    ask_dram(sm, dram);
    sm->stored = later(sm->stored, sm->store_free / 16);
    return sm->store_free / 16;
}

static void serve(struct sm *sm, struct scheduler *s)
{
    const struct request r = s->queue[s->first];
    const struct instr *in = r.in;
    struct warp *w = &sm->warps[r.warp];
    const struct gpu_time *gpu = sm->gpu;
    const int passes = sm->job->off & FREE_BANKS ? 1 : in->wavefronts > 1 ? in->wavefronts : 1;
    s->first = (s->first + 1) % QUEUE;
    if (s->waiting-- == gpu->queue)
        scheduler_wake(s, sm->now);
    if (in->kind == IN_COPY) {
        sm->tags_free = sm->now + passes;
    } else {
        sm->l1_free = sm->now + passes;
        sm->time.l1_busy += passes;
    }
    int64_t done = sm->now + passes;
    if (in->kind == IN_LOAD_SHARED) {
        // Two cycles have passed since it was issued; GEMMs agree better with two less.
        done += gpu->shared_latency - (sm->job->by_request ? 3 : 5);
        // The passes of a request are two cycles apart. (Not for GEMMs, whose times would change by
        // up to 4%.)
        if (sm->job->by_request && !(sm->job->off & FREE_BANKS))
            done += in->conflicts;
    } else if (in->kind == IN_LOAD) {
        // L1 returns a warp's data in the order of its loads.
        done = in->sectors ? memory_from_l2(sm, in->sectors, in->dram) : done + gpu->l1_latency;
        done = w->returned = later(w->returned, done);
    } else if (in->kind == IN_COPY) {
        done = memory_from_l2(sm, in->sectors, in->dram) + 20;
        if (in->fill > 0) // arriving data are written through the same pipe
            sm->l1_free = later(sm->l1_free, sm->now) + (sm->job->off & FREE_BANKS ? 1 : in->fill);
        sm->time.l1_busy += in->fill;
    } else if (in->kind == IN_STORE) {
        w->storing--;
        w->stored = later(w->stored, memory_to_l2(sm, in->sectors, in->dram) + sm->gpu->l2_latency);
    }
    if (in->kind == IN_COPY) {
        w->groups[r.number % GROUPS].waiting--;
        w->groups[r.number % GROUPS].done = later(w->groups[r.number % GROUPS].done, done);
    } else if (r.number) {
        w->load_done[r.number % LOADS] = done;
    }
    sm->until[r.warp] = 0;
    scheduler_wake(s, in->kind == IN_COPY ? sm->now + 1 : done);
}

// When the request at the head of the queue can proceed. A cp.async only sends a request and needs
// the cache's tags; all other requests need the banks.
static int64_t next_of(const struct sm *sm, const struct scheduler *s)
{
    if (s->waiting == 0)
        return NEVER;
    const struct request *r = &s->queue[s->first];
    if (r->in->kind == IN_STORE) // few stores can be in flight to L2
        return later(later(sm->l1_free, r->since), sm->store_free / 16 - sm->gpu->l2_latency);
    return later(r->in->kind == IN_COPY ? sm->tags_free : sm->l1_free, r->since);
}

int64_t memory_next(const struct sm *sm)
{
    int64_t next = NEVER;
    for (int i = 0; i < SCHEDULERS; i++) {
        const int64_t at = next_of(sm, &sm->schedulers[i]);
        next = at < next ? at : next;
    }
    return next;
}

void memory_serve(struct sm *sm)
{
    const int first = sm->turn;
    for (int i = 0; i < SCHEDULERS; i++) {
        const int at = (first + i) % SCHEDULERS;
        if (next_of(sm, &sm->schedulers[at]) > sm->now)
            continue;
        serve(sm, &sm->schedulers[at]);
        sm->turn = (at + 1) % SCHEDULERS;
    }
}

// ---- Waits of a warp ----------------------------------------------------------------------------

int64_t memory_copied(const struct warp *w, unsigned left)
{
    int64_t done = 0;
    if (w->commits <= left)
        return 0;
    const uint32_t last = w->commits - left; // groups 0 ... last - 1
    for (uint32_t g = last > GROUPS / 2 ? last - GROUPS / 2 : 0; g < last; g++) {
        if (w->groups[g % GROUPS].waiting > 0)
            return NEVER;
        done = later(done, w->groups[g % GROUPS].done);
    }
    return done;
}

int64_t memory_stored(const struct warp *w) { return w->storing > 0 ? NEVER : w->stored; }
