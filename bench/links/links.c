// SPDX-License-Identifier: MIT
//
// links.c: what calls of the host, copies, flags, loads and NCCL take on the GPUs of one host. The
// expected times of several GPUs are built on such figures (emu/timing/streams/link_time.c).
//
//     links COMMIT FOLDER    writes FOLDER/h200_links_2.tsv
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "links.h"

#include <stdio.h>
#include <string.h>

#include "../../11_many_gpus/parts/collectives.h"
#include "../../11_many_gpus/parts/ranks.h"
#include "../../common/base/output.h"
#include "../../common/base/timer.h"
#include "../../common/device/cuda_check.h"
#include "../../common/device/stream_flag.h"
#include "../all_gpus.h"

#ifdef EMU_GPU // only to test this program
enum { ROUNDS = 1, CALLS = 4, HOPS = 4, LOADS = 64, MOST_BYTES = 1 << 16 };
#else
enum { ROUNDS = 11, CALLS = 100, HOPS = 200, LOADS = 4096, MOST_BYTES = 64 << 20 };
#endif
enum { LINE = 32 }; // words between two loads of the list

static FILE *out;

// ---- A measurement ------------------------------------------------------------------------------

// Each taking rank calls run(), between two events in its stream `links` or, for calls of the host,
// between two readings of the clock.
struct trial {
    const char *what;
    void (*run)(struct rank *me, size_t bytes);
    size_t bytes;
    int times;  // work of one run
    bool all;   // all ranks at the same time; otherwise rank 0 alone
    bool calls; // the time of the host
    double us[MANY_MOST];
};

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static void try_once(struct rank *me, void *context)
{
    struct trial *t = context;
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaDeviceSynchronize());
    ranks_barrier(me->all);
    if (t->all || me->number == 0) {
        const double begin = now_us();
        CUDA_CHECK(cudaEventRecord(start, me->links));
        t->run(me, t->bytes);
        CUDA_CHECK(cudaEventRecord(stop, me->links));
        t->us[me->number] = (now_us() - begin) / t->times;
        CUDA_CHECK(cudaStreamSynchronize(me->links));
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (!t->calls)
            t->us[me->number] = 1e3 * (double)ms / t->times;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    ranks_barrier(me->all);
    CUDA_CHECK(cudaDeviceSynchronize());
}

static void measure(struct ranks *all, struct trial t)
{
    double samples[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) { // the first one is a warm-up
        double slowest = 0;
        ranks_run(all, try_once, &t);
        for (int r = 0; r < (t.all ? all->count : 1); r++)
            slowest = t.us[r] > slowest ? t.us[r] : slowest;
        samples[round < 0 ? 0 : round] = slowest;
    }
    const struct statistics us = statistics_of(samples, ROUNDS);
    FILE *const files[] = {out, stdout};
    for (int i = 0; i < 2; i++)
        fprintf(files[i], "%s\t%d\t%zu\t%.3f\t%.3f\n", t.what, t.all ? all->count : 1, t.bytes,
                us.median, us.min);
    fflush(stdout);
}

// ---- What is measured ---------------------------------------------------------------------------

static char *place(const struct rank *rank) { return rank->memory[MEMORY_GATHERED]; }
static const struct rank *next(const struct rank *me, int i)
{
    return &me->all->rank[(me->number + i) % me->count];
}

static void pull(struct rank *me, int from, size_t bytes, cudaStream_t stream)
{
    const struct rank *peer = next(me, from);
    CUDA_CHECK(cudaMemcpyPeerAsync(place(me) + (size_t)from * MOST_BYTES, me->device, place(peer),
                                   peer->device, bytes, stream));
}

static void call_launch(struct rank *me, size_t bytes)
{
    (void)bytes;
    for (int i = 0; i < CALLS; i++)
        launch_nothing(me->links);
}
static void call_record(struct rank *me, size_t bytes)
{
    (void)bytes;
    for (int i = 0; i < CALLS; i++)
        CUDA_CHECK(cudaEventRecord(me->ready, me->links));
}
static void call_wait(struct rank *me, size_t bytes)
{
    (void)bytes;
    for (int i = 0; i < CALLS; i++)
        rank_wait(me->links, me->ready);
}
static void call_flag(struct rank *me, size_t bytes)
{
    uint32_t *flag = me->memory[MEMORY_FLAGS];
    (void)bytes;
    for (int i = 0; i < CALLS; i++)
        CUDA_CHECK(stream_flag_write(me->links, flag, (uint32_t)i));
}
static void copies(struct rank *me, size_t bytes)
{
    for (int i = 0; i < CALLS; i++)
        pull(me, 1, bytes, me->links);
}

// From all peers, in one stream or each in its own.
static void copies_in_turn(struct rank *me, size_t bytes)
{
    for (int i = 1; i < me->count; i++)
        pull(me, i, bytes, me->links);
}
static void copies_at_once(struct rank *me, size_t bytes)
{
    CUDA_CHECK(cudaEventRecord(me->ready, me->links));
    for (int i = 1; i < me->count; i++) {
        const int from = next(me, i)->number;
        rank_wait(me->copy[from], me->ready);
        pull(me, i, bytes, me->copy[from]);
        CUDA_CHECK(cudaEventRecord(me->copied[from], me->copy[from]));
        rank_wait(me->links, me->copied[from]);
    }
}

// One stream waits for the other one, in turns.
static void hops(cudaStream_t a, cudaEvent_t of_a, cudaStream_t b, cudaEvent_t of_b)
{
    for (int i = 0; i < HOPS / 2; i++) {
        CUDA_CHECK(cudaEventRecord(of_a, a));
        rank_wait(b, of_a);
        CUDA_CHECK(cudaEventRecord(of_b, b));
        rank_wait(a, of_b);
    }
}
static void event_hops_here(struct rank *me, size_t bytes)
{
    (void)bytes;
    hops(me->links, me->ready, me->copy[1], me->copied[1]);
}
static void event_hops_across(struct rank *me, size_t bytes)
{
    (void)bytes;
    hops(me->links, me->ready, next(me, 1)->links, next(me, 1)->ready);
}

// Two ranks begin the two kernels. They write each other's flags.
static void flag_hops(struct rank *me, size_t bytes)
{
    static int first = 1; // flags keep their values
    uint32_t *own = me->memory[MEMORY_FLAGS], *peers = next(me, 1)->memory[MEMORY_FLAGS];
    (void)bytes;
    CUDA_CHECK(cudaSetDevice(next(me, 1)->device));
    launch_ping(own, peers, first, HOPS / 2, 1, next(me, 1)->links);
    CUDA_CHECK(cudaSetDevice(me->device));
    launch_ping(peers, own, first, HOPS / 2, 0, me->links);
    first += HOPS / 2;
}

static void loads(const struct rank *of, struct rank *me)
{
    launch_chase(of->memory[MEMORY_INBOX], LOADS, me->memory[MEMORY_FLAGS], me->links);
}
static void loads_here(struct rank *me, size_t bytes)
{
    (void)bytes;
    loads(me, me);
}
static void loads_of_peer(struct rank *me, size_t bytes)
{
    (void)bytes;
    loads(next(me, 1), me);
}

// NCCL works in the compute stream.
static void in_compute(struct rank *me, size_t bytes,
                       void collective(struct rank *me, const uint16_t *from, uint16_t *to,
                                       size_t count))
{
    CUDA_CHECK(cudaEventRecord(me->ready, me->links));
    rank_wait(me->compute, me->ready);
    for (int i = 0; i < CALLS; i++)
        collective(me, me->memory[MEMORY_INBOX], me->memory[MEMORY_GATHERED],
                   bytes / sizeof(uint16_t));
    CUDA_CHECK(cudaEventRecord(me->arrived[0], me->compute));
    rank_wait(me->links, me->arrived[0]);
}
static void all_gathers(struct rank *me, size_t bytes)
{
    in_compute(me, bytes, collectives_all_gather);
}
static void reduce_scatters(struct rank *me, size_t bytes)
{
    in_compute(me, bytes, collectives_reduce_scatter);
}

// ---- All ----------------------------------------------------------------------------------------

static void open_memory(struct rank *me, void *unused)
{
    uint32_t list[LOADS * LINE] = {0};
    (void)unused;
    for (uint32_t i = 0; i < LOADS; i++)
        list[(size_t)i * LINE] = (i * 173 + 1) % LOADS * LINE; // no two neighbours
    const size_t all = (size_t)me->count * MOST_BYTES;
    rank_memory(me, MEMORY_GATHERED, all);
    rank_memory(me, MEMORY_INBOX, all > sizeof list ? all : sizeof list);
    rank_memory(me, MEMORY_FLAGS, 256);
    CUDA_CHECK(cudaMemcpy(me->memory[MEMORY_INBOX], list, sizeof list, cudaMemcpyHostToDevice));
}

static void clear_flags(struct rank *me, void *unused)
{
    (void)unused;
    CUDA_CHECK(cudaMemset(me->memory[MEMORY_FLAGS], 0, 256));
    CUDA_CHECK(cudaDeviceSynchronize());
}

static void measure_all(struct ranks *all)
{
    static const struct {
        const char *what;
        void (*run)(struct rank *me, size_t bytes);
    } calls[] = {{"call: launch", call_launch},
                 {"call: event record", call_record},
                 {"call: event wait", call_wait},
                 {"call: flag write", call_flag},
                 {"call: peer copy", copies}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int at_once = 0; at_once < 2; at_once++)
            measure(all, (struct trial){.what = calls[i].what,
                                        .run = calls[i].run,
                                        .bytes = 64,
                                        .times = CALLS,
                                        .all = at_once,
                                        .calls = true});
    for (size_t bytes = 4096; bytes <= MOST_BYTES; bytes *= 4) {
        measure(all, (struct trial){"peer copy", copies, bytes, CALLS, false, false, {0}});
        measure(all, (struct trial){"peer copy", copies, bytes, CALLS, true, false, {0}});
        if (all->have_nccl) {
            measure(all, (struct trial){"all-gather", all_gathers, bytes, CALLS, true, false, {0}});
            measure(all, (struct trial){
                             "reduce-scatter", reduce_scatters, bytes, CALLS, true, false, {0}});
        }
    }
    for (int at_once = 0; at_once < 2; at_once++) {
        measure(all, (struct trial){"copies from all peers in turn",
                                    copies_in_turn,
                                    MOST_BYTES,
                                    1,
                                    at_once,
                                    false,
                                    {0}});
        measure(all, (struct trial){"copies from all peers at once",
                                    copies_at_once,
                                    MOST_BYTES,
                                    1,
                                    at_once,
                                    false,
                                    {0}});
    }
    measure(all, (struct trial){"event, same GPU", event_hops_here, 0, HOPS, false, false, {0}});
    measure(all, (struct trial){"event, other GPU", event_hops_across, 0, HOPS, false, false, {0}});
    measure(all, (struct trial){"load, own memory", loads_here, 4, LOADS, false, false, {0}});
    measure(all, (struct trial){"load, peer's memory", loads_of_peer, 4, LOADS, false, false, {0}});
    ranks_run(all, clear_flags, NULL);
    measure(all, (struct trial){"flag between kernels", flag_hops, 4, HOPS, false, false, {0}});
}

int main(int argc, char **argv)
{
    static struct all_gpus all;
    const int status = all_gpus_open(&all, "links", argc, argv);
    if (status != 0)
        return status;
    out = all.record.file;
    fprintf(out,
            "# %d x %s, commit %s; peer access %s; make GPU=cuda bench-links\n"
            "# us of one call, copy, collective, hop or load: median and least of %d runs; of the "
            "slowest GPU\n"
            "# gpus: that do it at the same time; bytes of a collective: that each rank sends to "
            "each other one\n"
            "what\tgpus\tbytes\tus\tus_min\n",
            all.ranks.count, all.gpu.name, argv[1], all.ranks.peers ? "yes" : "no", ROUNDS);
    ranks_run(&all.ranks, open_memory, NULL);
    measure_all(&all.ranks);
    if (all_gpus_close(&all, "links") != 0)
        return 1;
    fprintf(stderr, "written: %s\n", all.path);
    return 0;
}
