// SPDX-License-Identifier: MIT
#include "sm_parts.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "timeline.h"

// ---- Blocks -------------------------------------------------------------------------------------

// Of several blocks that write partial results, the last one combines them; at least one of an SM's
// blocks does so.
static bool is_last_block(const struct sm_job *job, long number)
{
    const long of = job->parts < job->blocks ? job->parts : job->blocks;
    return job->last && number % of == of - 1;
}

// An SM gets blocks of all parts of the grid, in order.
static const struct stream *warps_of(const struct sm_job *job, long number)
{
    if (is_last_block(job, number))
        return job->last;
    if (job->kind_count == 0)
        return job->warps;
    if (job->blocks == 1)
        return job->kinds[job->largest_kind];
    if (number == 0 || number == job->blocks - 1)
        return job->kinds[number == 0 ? job->first_kind : job->last_kind];
    const int between = job->kind_count > 2 ? job->kind_count - 2 : job->kind_count;
    return job->kinds[number * between / job->blocks + (job->kind_count > 2)];
}

static void start_block(struct sm *sm, int place, int64_t at)
{
    const struct sm_job *job = sm->job;
    const struct stream *warps = warps_of(job, sm->started);
    for (int w = 0; w < job->warps_per_block; w++) {
        const int id = place * job->warps_per_block + w;
        struct scheduler *s = &sm->schedulers[id % SCHEDULERS];
        memset(&sm->warps[id], 0, sizeof sm->warps[id]);
        sm->warps[id].stream = &warps[w];
        sm->warps[id].block = place;
        sm->warps[id].ready = at + w / SCHEDULERS;
        sm->until[id] = 0;
        s->warps[s->count++] = id;
        scheduler_wake(s, at);
    }
    memset(sm->arrived[place], 0, sizeof sm->arrived[place]);
    sm->living[place] = job->warps_per_block;
    async_start(sm, place);
    sm->started++;
    if (job->timeline)
        timeline_start(job->timeline, place, at);
}

static void release_barrier(struct sm *sm, int place, int number)
{
    const int first = place * sm->job->warps_per_block;
    sm->arrived[place][number] = 0;
    for (int id = first; id < first + sm->job->warps_per_block; id++) {
        struct warp *w = &sm->warps[id];
        if (w->at_barrier != number + 1)
            continue;
        w->at_barrier = 0;
        w->ready = later(sm->now, sm->barrier_free) + sm->gpu->barrier;
        sm->until[id] = 0;
        scheduler_wake(&sm->schedulers[id % SCHEDULERS], w->ready);
    }
}

static void end_warp(struct sm *sm, struct scheduler *s, int id)
{
    const int place = sm->warps[id].block;
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->warps[i] != id)
            s->warps[kept++] = s->warps[i];
    s->count = kept;
    s->last = -1;
    if (--sm->living[place] > 0) {
        if (sm->arrived[place][0] == sm->living[place])
            release_barrier(sm, place, 0);
        return;
    }
    sm->ended++;
    if (sm->job->timeline)
        timeline_end(sm->job->timeline, place, sm->now);
    if (sm->started < sm->job->blocks)
        start_block(sm, place, sm->now + sm->gpu->block_start);
}

// ---- Issue --------------------------------------------------------------------------------------

static int64_t queue_free(const struct sm *sm, const struct scheduler *s)
{
    const bool room = s->waiting < sm->gpu->queue;
    const bool endless = sm->job->off & FREE_QUEUE && s->waiting < QUEUE;
    return room || endless ? s->queue_free : NEVER;
}

// When the dependences of the warp's next instruction are satisfied, if that is known.
static int64_t depends(struct sm *sm, int id)
{
    const struct warp *w = &sm->warps[id];
    const struct instr *in = &w->stream->at[w->pc];
    sm->kind[id] = in->kind;
    sm->because[id] = w->at_barrier ? WHY_BARRIER : WHY_RESULT;
    if (w->at_barrier)
        return NEVER;
    int64_t at = later(w->ready, 1);
    if (in->needs && in->needs + LOADS > w->loads) {
        const int64_t done = w->load_done[in->needs % LOADS];
        if (done > at) {
            sm->because[id] = w->load_is_long[in->needs % LOADS] ? WHY_LONG : WHY_SHORT;
            at = done;
        }
    }
    if (in->needs_mma && in->needs_mma + MMAS > w->mmas)
        at = later(at, w->mma_done[in->needs_mma % MMAS]);
    if (in->kind == IN_COMMIT && w->groups[w->commits % GROUPS].waiting > 0) {
        // The registers with the addresses of copies are reused after the commit.
        sm->because[id] = WHY_QUEUE;
        return NEVER;
    }
    if (in->kind == IN_WAIT || in->kind == IN_FENCE) {
        const bool copies = in->kind == IN_WAIT;
        const int64_t done = copies ? memory_copied(w, in->groups) : memory_stored(w);
        if (done > at) {
            sm->because[id] = copies ? WHY_COPIES : WHY_LONG;
            at = done;
        }
    } else if (in->kind > IN_BARRIER) {
        enum why why = WHY_RESULT;
        const int64_t done = async_ready(sm, id, in, &why);
        if (done > at) {
            sm->because[id] = (uint8_t)why;
            at = done;
        }
    }
    return at;
}

// When this warp can issue its next instruction, if that is known, and what it waits for.
static int64_t can_issue(struct sm *sm, const struct scheduler *s, int id, enum why *why)
{
    if (sm->until[id] == 0)
        sm->until[id] = depends(sm, id);
    *why = (enum why)sm->because[id];
    if (sm->until[id] > sm->now)
        return sm->until[id];
    *why = WHY_MATH;
    switch ((enum instruction)sm->kind[id]) {
    case IN_FMA: return s->fma_free;
    case IN_ALU: return s->alu_free;
    case IN_SPECIAL: return s->special_free;
    case IN_DOUBLE: return s->double_free;
    case IN_MMA: return s->mma_free / 16 + (s->last_mma == id ? sm->gpu->mma_again : 0);
    case IN_LOAD_SHARED:
    case IN_STORE_SHARED:
    case IN_LOAD:
    case IN_STORE:
    case IN_COPY: *why = WHY_QUEUE; return queue_free(sm, s);
    default: return 0;
    }
}

static void enqueue(struct sm *sm, struct scheduler *s, int id, const struct instr *in)
{
    struct warp *w = &sm->warps[id];
    uint32_t number = 0;
    if (in->kind == IN_COPY) {
        number = w->commits;
        w->groups[number % GROUPS].waiting++;
    } else if (in->kind == IN_LOAD || in->kind == IN_LOAD_SHARED) {
        number = ++w->loads;
        w->load_done[number % LOADS] = NEVER;
        w->load_is_long[number % LOADS] = in->kind == IN_LOAD;
    } else if (in->kind == IN_STORE) {
        w->storing++;
    }
    s->queue[(s->first + s->waiting++) % QUEUE] = (struct request){id, in, number, sm->now + 2};
    s->queue_free = sm->now + 2;
}

// Cycles of a warp in the special function unit: according to CUDA's programming guide 16 results
// in a cycle of an SM, on every GPU of compute capability 7.0 to 9.0.
enum { SPECIAL = 8 };

// Cycles of a warp in the unit that counts arrivals at barriers: according to the same guide 16
// threads in a cycle of an SM.
enum { BARRIER_OF_WARP = 2 };

static void commit(struct warp *w)
{
    w->commits++;
    w->groups[w->commits % GROUPS].waiting = 0;
    w->groups[w->commits % GROUPS].done = 0;
}

// ptxas encodes in each instruction the cycles until the warp's next one.
static int64_t paced(struct sm *sm, struct warp *w)
{
    w->paced += sm->job->pace;
    const int cycles = w->paced / 16;
    w->paced %= 16;
    return sm->now + (cycles > 1 ? cycles : 1);
}

// Integer instructions that the warp issues while its multiply-adds wait for each other.
static void beside(const struct sm *sm, struct scheduler *s, const struct instr *in)
{
    s->beside += in->beside;
    for (; s->beside >= 16; s->beside -= 16) {
        s->fma_free++; // its issue slot
        s->alu_free = later(s->alu_free, sm->now) + 2;
    }
}

// Issues an instruction. Returns for how many cycles the scheduler is busy.
static int issue(struct sm *sm, struct scheduler *s, int id)
{
    struct warp *w = &sm->warps[id];
    const struct instr *in = &w->stream->at[w->pc];
    int cycles = 1;
    const int left = w->left ? w->left : in->times;
    int taken = 1; // of `left`
    const int64_t ready = sm->until[id];
    const enum why because = (enum why)sm->because[id];
    w->ready = sm->now + 1;
    sm->until[id] = 0;
    switch ((enum instruction)in->kind) {
    case IN_FMA:
        if (in->chains == 0 || in->chains >= sm->gpu->fma_latency) {
            // The scheduler is greedy, so no other warp intervenes, and a wait for the banks of the
            // register file blocks all warps.
            taken = left;
            cycles = left * in->dispatch / 64 + left * in->beside / 16;
            cycles = cycles > 1 ? cycles : 1;
            s->fma_free = sm->now + cycles * 16 / sm->gpu->fma_warps;
        } else {
            w->ready = sm->now + (sm->gpu->fma_latency + in->chains - 1) / in->chains;
            s->fma_free = sm->now + 1;
            beside(sm, s, in);
            w->ready = later(w->ready, s->alu_free);
        }
        w->ready = later(w->ready, s->fma_free);
        break;
    case IN_ALU:
        s->alu_free = sm->now + 2;
        w->ready = later(sm->now + 2, paced(sm, w));
        break;
    case IN_SPECIAL:
        s->special_free = sm->now + SPECIAL;
        w->ready = paced(sm, w);
        break;
    case IN_DOUBLE:
        s->double_free = sm->now + sm->gpu->real;
        w->ready = paced(sm, w);
        break;
    case IN_MMA:
        s->mma_free = later(s->mma_free, 16 * sm->now) + in->interval;
        s->last_mma = id;
        sm->time.mma_busy += in->interval;
        w->mmas++;
        w->mma_done[w->mmas % MMAS] = sm->now + sm->gpu->mma_latency;
        break;
    case IN_LOAD_SHARED:
    case IN_STORE_SHARED:
    case IN_LOAD:
    case IN_STORE:
    case IN_COPY:
        enqueue(sm, s, id, in);
        w->ready = paced(sm, w);
        break;
    case IN_COMMIT: commit(w); break;
    case IN_WAIT: w->ready = sm->now + 4; break;
    case IN_BARRIER:
        w->at_barrier = in->groups + 1;
        if (sm->job->by_request) // the times of GEMMs agree better without it
            sm->barrier_free = later(sm->barrier_free, sm->now) + BARRIER_OF_WARP;
        break;
    default: async_issue(sm, id, in); break;
    }
    if (sm->job->timeline)
        timeline_issue(sm->job->timeline, id, sm->now, ready, because, cycles, in);
    sm->time.issued += taken;
    sm->done = sm->now + cycles;
    w->left = left - taken;
    if (w->left == 0)
        w->pc++;
    s->last = id;
    if (in->kind == IN_BARRIER &&
        ++sm->arrived[w->block][in->groups] == (in->barrier ? in->barrier : sm->living[w->block]))
        release_barrier(sm, w->block, in->groups);
    if (w->pc == w->stream->count)
        end_warp(sm, s, id);
    return cycles;
}

static void charge(struct sm *sm, struct scheduler *s)
{
    const int64_t cycles = sm->now - s->since;
    sm->time.why[s->why] += cycles;
    if (sm->job->cost && s->why != WHY_EMPTY)
        sm->job->cost[s->place][s->why] += cycles;
    s->since = sm->now;
}

static void schedule(struct sm *sm, struct scheduler *s)
{
    charge(sm, s);
    int chosen = -1;
    int64_t wake = NEVER;
    s->why = WHY_EMPTY;
    int from = 0;
    for (int i = 0; i < s->count; i++)
        if (s->warps[i] == s->last)
            from = i;
    for (int i = 0; i < s->count && chosen < 0; i++) {
        const int id = s->warps[i == 0 ? from : i <= from ? i - 1 : i]; // the last one, then by age
        enum why why;
        const int64_t at = can_issue(sm, s, id, &why);
        if (at <= sm->now) {
            chosen = id;
        } else {
            wake = at < wake ? at : wake;
            if (id == s->warps[0]) { // the stall reason of the oldest warp counts
                s->why = why;
                s->place = sm->warps[id].stream->at[sm->warps[id].pc].place;
            }
        }
    }
    if (chosen < 0) {
        s->wake = wake;
        return;
    }
    s->why = WHY_ISSUED;
    s->place = sm->warps[chosen].stream->at[sm->warps[chosen].pc].place;
    s->wake = NEVER; // events below may move it forward
    const int cycles = issue(sm, s, chosen);
    s->wake = s->busy = sm->now + cycles;
}

// ---- Simulation ---------------------------------------------------------------------------------

static int64_t step(struct sm *sm)
{
    async_serve(sm);
    memory_serve(sm);
    for (int i = 0; i < SCHEDULERS; i++)
        if (sm->schedulers[i].wake <= sm->now)
            schedule(sm, &sm->schedulers[i]);
    int64_t next = memory_next(sm);
    next = async_next(sm) < next ? async_next(sm) : next;
    for (int i = 0; i < SCHEDULERS; i++)
        next = sm->schedulers[i].wake < next ? sm->schedulers[i].wake : next;
    return later(next, sm->now + 1);
}

// The most waves of blocks that are simulated; the time of later waves is extrapolated.
enum { WAVES = 6 };

static int64_t instructions_of(const struct sm_job *job)
{
    int64_t sum = 0;
    for (int w = 0; w < job->warps_per_block; w++)
        for (uint32_t i = 0; i < job->warps[w].count; i++)
            sum += job->warps[w].at[i].kind == IN_FMA ? 1 : job->warps[w].at[i].times;
    return sum;
}

struct sm_time sm_run(const struct sm_job *asked)
{
    struct sm_job job = *asked;
    struct sm *sm = must(calloc(1, sizeof *sm));
    const int64_t each = instructions_of(&job);
    const long all = job.blocks;
    if (job.resident > all)
        job.resident = (int)all;
    // The rate is measured between the end of the first wave and of the last but one. The launch's
    // own last wave, which may be smaller, is simulated exactly.
    const long from = job.resident, to = (WAVES - 1L) * job.resident;
    const long most = (long)WAVES * job.resident + all % job.resident;
    if (job.blocks > most)
        job.blocks = most;
    sm->job = &job;
    sm->gpu = job.gpu;
    for (int i = 0; i < SCHEDULERS; i++)
        sm->schedulers[i] = (struct scheduler){.last = -1, .wake = NEVER, .why = WHY_EMPTY};
    for (int place = 0; place < job.resident; place++)
        start_block(sm, place, 0);
    int64_t from_at = 0, to_at = 0;
    while (sm->ended < job.blocks) {
        const long ended = sm->ended;
        const int64_t next = step(sm);
        if (ended < from && sm->ended >= from)
            from_at = sm->now;
        if (ended < to && sm->ended >= to)
            to_at = sm->now;
        sm->time.cycles = later(sm->done, sm->stored);
        sm->now = next;
        if (next >= NEVER)
            break; // a barrier that not all warps reach
    }
    while (memory_next(sm) < NEVER) { // pending stores
        sm->now = later(sm->now, memory_next(sm));
        memory_serve(sm);
    }
    if (sm->ended == job.blocks)
        sm->time.cycles = later(sm->time.cycles, sm->stored);
    sm->time.mma_busy /= 16;
    sm->time.simulated = sm->time.cycles;
    sm->time.work = job.blocks * each;
    if (all > job.blocks)
        sm->time.cycles +=
            (int64_t)((double)(to_at - from_at) / (double)(to - from) * (double)(all - job.blocks));
    if (sm->ended < job.blocks)
        sm->time.cycles = -1;
    if (job.timeline) {
        job.timeline->left_out = all - job.blocks;
        job.timeline->behind = to;
        job.timeline->extra = sm->time.cycles - sm->time.simulated;
        job.timeline->cycles = sm->time.cycles;
    }
    const struct sm_time time = sm->time;
    free(sm);
    return time;
}
