// SPDX-License-Identifier: MIT
#include "ranks.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/base/processes.h"
#include "../../common/device/cuda_check.h"
#include "collectives.h"

// ---- Threads ------------------------------------------------------------------------------------

static void *serve(void *arg)
{
    struct rank *me = arg;
    struct ranks *all = me->all;
    unsigned turn = 0;
    CUDA_CHECK(cudaSetDevice(me->device));
    pthread_mutex_lock(&all->lock);
    for (;;) {
        while (all->turn == turn)
            pthread_cond_wait(&all->changed, &all->lock);
        turn = all->turn;
        void (*const work)(struct rank *, void *) = all->work;
        void *const context = all->context;
        if (!work)
            break;
        pthread_mutex_unlock(&all->lock);
        work(me, context);
        pthread_mutex_lock(&all->lock);
        if (--all->busy == 0)
            pthread_cond_broadcast(&all->changed);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void begin_turn(struct ranks *all, void (*work)(struct rank *, void *), void *context)
{
    all->work = work;
    all->context = context;
    all->busy = all->here;
    all->turn++;
    pthread_cond_broadcast(&all->changed);
}

void ranks_run(struct ranks *all, void (*work)(struct rank *me, void *context), void *context)
{
    pthread_mutex_lock(&all->lock);
    begin_turn(all, work, context);
    while (all->busy > 0)
        pthread_cond_wait(&all->changed, &all->lock);
    pthread_mutex_unlock(&all->lock);
}

struct operation {
    const struct many_gemm *g;
    many_fn *run;
};

static void run_operation(struct rank *me, void *context)
{
    const struct operation *operation = context;
    operation->run(me, operation->g);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void ranks_run_operation(struct ranks *all, const struct many_gemm *g, many_fn *run)
{
    ranks_run(all, run_operation, &(struct operation){g, run});
}

// The threads poll: to sleep and wake up takes longer than some operations on the GPU.
void ranks_barrier(struct ranks *all)
{
    const unsigned count = (unsigned)all->here;
    const unsigned round = atomic_fetch_add(&all->arrived, 1) / count;
    while (atomic_load(&all->arrived) / count == round)
        sched_yield();
}

// ---- Streams, events, memory --------------------------------------------------------------------

static int end_of(const struct ranks *all) { return all->first + all->here; }

static void open_rank(struct rank *me, void *unused)
{
    (void)unused;
    struct ranks *all = me->all;
    CUDA_CHECK(cudaEventCreateWithFlags(&me->ready, cudaEventDisableTiming));
    CUDA_CHECK(cudaStreamCreateWithFlags(&me->links, cudaStreamNonBlocking));
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaEventCreateWithFlags(&me->arrived[i], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&me->multiplied[i], cudaEventDisableTiming));
    }
    for (int q = all->first; q < end_of(all); q++) {
        CUDA_CHECK(cudaEventCreateWithFlags(&me->made[q], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&me->copied[q], cudaEventDisableTiming));
        if (q == me->number)
            continue;
        // Not blocking: such a stream does not wait for the default stream, nor the other way.
        CUDA_CHECK(cudaStreamCreateWithFlags(&me->copy[q], cudaStreamNonBlocking));
        if (all->peers)
            CUDA_CHECK(cudaDeviceEnablePeerAccess(all->rank[q].device, 0));
    }
}

static void close_rank(struct rank *me, void *unused)
{
    (void)unused;
    const struct ranks *all = me->all;
    CUDA_CHECK(cudaDeviceSynchronize());
    ranks_barrier(me->all); // no peer still copies from this GPU's memory
    CUDA_CHECK(cudaEventDestroy(me->ready));
    CUDA_CHECK(cudaStreamDestroy(me->links));
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaEventDestroy(me->arrived[i]));
        CUDA_CHECK(cudaEventDestroy(me->multiplied[i]));
    }
    for (int q = all->first; q < end_of(all); q++) {
        CUDA_CHECK(cudaEventDestroy(me->made[q]));
        CUDA_CHECK(cudaEventDestroy(me->copied[q]));
        if (q == me->number)
            continue;
        CUDA_CHECK(cudaStreamDestroy(me->copy[q]));
        if (all->peers)
            CUDA_CHECK(cudaDeviceDisablePeerAccess(all->rank[q].device));
    }
    for (int i = 0; i < MEMORY_COUNT; i++)
        CUDA_CHECK(cudaFree(me->memory[i]));
}

// Can every GPU of this process copy directly to and from every other?
static bool are_peers(int count)
{
    int can = 0;
    for (int r = 0; r < count; r++)
        for (int q = 0; q < count; q++)
            if (r != q) {
                CUDA_CHECK(cudaDeviceCanAccessPeer(&can, r, q));
                if (!can)
                    return false;
            }
    return true;
}

// If a rank's thread fails, it calls exit() while other threads still use CUDA and NCCL. The exit
// handlers of CUDA and NCCL would then crash or hang, so this handler ends the program first.
static pthread_t opener;

static void end_at_once(void)
{
    if (pthread_equal(pthread_self(), opener))
        return;
    fflush(NULL);
    _exit(EXIT_FAILURE);
}

static void guard_exit(void)
{
    static bool is_guarded;
    opener = pthread_self();
    if (!is_guarded)
        atexit(end_at_once);
    is_guarded = true;
}

static bool open_all(struct ranks *all, struct failure *why)
{
    const struct processes *p = processes();
    const int needed = p->count > 1 ? p->on_host : all->count;
    int there = 0;
    if (cudaGetDeviceCount(&there) != cudaSuccess || there < needed || needed > MANY_MOST)
        return fail(why, "%d GPUs: this machine has %d, and at most %d are used", needed, there,
                    MANY_MOST);
    all->peers = p->count == 1 && are_peers(all->count);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    for (int r = all->first; r < end_of(all); r++) {
        struct rank *const me = &all->rank[r];
        *me = (struct rank){.all = all,
                            .number = r,
                            .count = all->count,
                            .device = r - all->first + p->number_on_host};
        if (pthread_create(&me->thread, NULL, serve, me) != 0)
            return fail(why, "no host thread for GPU %d", me->device);
    }
    ranks_run(all, open_rank, NULL);
    return true;
}

bool ranks_open(struct ranks *all, int count, struct failure *why)
{
    const struct processes *p = processes();
    memset(all, 0, sizeof *all);
    all->count = p->count > 1 ? p->count : count;
    all->first = p->number;
    all->here = p->count > 1 ? 1 : count;
    if (all->count > MANY_RANKS)
        return fail(why, "%d processes: at most %d are used", all->count, MANY_RANKS);
    if (!processes_agree(open_all(all, why), why))
        return false;
    all->have_nccl = processes_agree(collectives_open(all, &all->no_nccl), &all->no_nccl);
    guard_exit(); // registered last, so it runs before the handlers of CUDA and NCCL
    return true;
}

void ranks_close(struct ranks *all)
{
    if (all->grid_rows > 0)
        ranks_run(all, collectives_leave_grid, NULL);
    if (all->have_nccl)
        collectives_close(all);
    ranks_run(all, close_rank, NULL);
    pthread_mutex_lock(&all->lock);
    begin_turn(all, NULL, NULL);
    pthread_mutex_unlock(&all->lock);
    for (int r = all->first; r < end_of(all); r++)
        pthread_join(all->rank[r].thread, NULL);
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
}

void ranks_form_grid(struct ranks *all, int rows)
{
    if (!all->have_nccl || all->grid_rows == rows)
        return;
    if (all->grid_rows > 0)
        ranks_run(all, collectives_leave_grid, NULL);
    all->grid_rows = rows;
    ranks_run(all, collectives_join_grid, NULL);
}

void *rank_memory(struct rank *me, enum many_memory which, size_t bytes)
{
    if (me->bytes[which] < bytes) {
        CUDA_CHECK(cudaDeviceSynchronize());
        CUDA_CHECK(cudaFree(me->memory[which]));
        CUDA_CHECK(cudaMalloc(&me->memory[which], bytes));
        // The padding of the last shard is sent, too, so it must have been written.
        CUDA_CHECK(cudaMemset(me->memory[which], 0, bytes));
        CUDA_CHECK(cudaDeviceSynchronize());
        me->bytes[which] = bytes;
        me->allocated[which]++;
    }
    return me->memory[which];
}

// ---- Order --------------------------------------------------------------------------------------

void rank_wait(cudaStream_t stream, cudaEvent_t event)
{
    CUDA_CHECK(cudaStreamWaitEvent(stream, event, 0));
}

void rank_begin(struct rank *me)
{
    for (int q = me->all->first; q < end_of(me->all); q++)
        rank_wait(me->compute, me->copied[q]); // what the last operation sent has left
    CUDA_CHECK(cudaEventRecord(me->ready, me->compute));
    ranks_barrier(me->all); // an event can be waited for only once it was recorded
}

void rank_end(struct rank *me)
{
    ranks_barrier(me->all);
    for (int q = me->all->first; q < end_of(me->all); q++)
        if (q != me->number)
            rank_wait(me->compute, me->all->rank[q].copied[me->number]);
}
