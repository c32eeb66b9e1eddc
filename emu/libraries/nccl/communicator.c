// SPDX-License-Identifier: MIT
//
// communicator.c: communicators: their creation, properties and destruction.
#include "nccl_parts.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

pthread_mutex_t nccl_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t nccl_changed = PTHREAD_COND_INITIALIZER;
atomic_llong nccl_events;

struct nccl_clique *nccl_cliques;

// ---- Threads of the host ------------------------------------------------------------------------

static pthread_key_t ends; // its destructor reports that a thread has ended
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int living, waiting; // threads that have called NCCL, and those that wait in it

static void thread_ends(void *unused)
{
    (void)unused;
    living--;
    nccl_events++;
    pthread_cond_broadcast(&nccl_changed);
}

static void begin(void)
{
    pthread_key_create(&ends, thread_ends);
    stream_settle = nccl_settle;
    stream_host_waits = nccl_host_waits;
    report_at_end(nccl_end_of_program);
}

unsigned nccl_thread(void)
{
    static atomic_uint threads;
    static _Thread_local unsigned number;
    if (number == 0) {
        number = ++threads;
        living++;
        pthread_setspecific(ends, &number);
    }
    return number;
}

void nccl_begin(void)
{
    engine_init();
    pthread_once(&once, begin);
    nccl_thread();
    nccl_events++;
}

double nccl_seconds(void)
{
    enum { SECONDS = 10 };
    const double limit = environment_seconds("EMU_TIMEOUT", SECONDS);
    return limit > 0 ? limit : 1e6;
}

// Returns false if no call can come any more. That is so if all threads that use NCCL wait. A
// thread that creates communicators and then joins other threads never returns while they wait. So
// it is also so after some seconds in which no thread called NCCL.
bool nccl_wait_quietly(long long *events)
{
    struct timespec until;
    if (*events != nccl_events) {
        *events = nccl_events;
        return true;
    }
    if (++waiting >= living) {
        waiting--;
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    const double seconds = nccl_seconds();
    until.tv_sec += (time_t)seconds;
    until.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    const int result = pthread_cond_timedwait(&nccl_changed, &nccl_lock, &until);
    waiting--;
    return result != ETIMEDOUT || *events != nccl_events;
}

// ---- Errors -------------------------------------------------------------------------------------

static char last_error[400];

ncclResult_t nccl_fail(ncclResult_t result, const char *pc, const char *call, const char *why, ...)
{
    char head[100];
    va_list args;
    va_start(args, why);
    vsnprintf(last_error, sizeof last_error, why, args);
    va_end(args);
    snprintf(head, sizeof head, "%s refused (%s)", call,
             result == ncclInvalidUsage ? "ncclInvalidUsage" : "ncclInvalidArgument");
    call_refused(pc, head, last_error);
    return result;
}

const char *ncclGetLastError(ncclComm_t comm)
{
    (void)comm;
    return last_error;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError:
        return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError:
        return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
    }
}

bool nccl_is_alive(const struct ncclComm *comm, const char *call, const char *pc)
{
    if (!comm && last_error[0])
        return false; // because of what has been refused before
    if (!comm) {
        nccl_fail(ncclInvalidArgument, pc, call, "the communicator is NULL");
        return false;
    }
    if (comm->alive == NCCL_ALIVE)
        return true;
    const struct other_access other = {.what = "destroyed", .pc = comm->destroyed_by};
    report_diagnosis(&(struct diagnosis){.kind = KIND_COLLECTIVE,
                                         .pc = pc,
                                         .other = &other,
                                         .cure = "destroy it after its last call, or make another "
                                                 "one"},
                     "%s: the communicator was destroyed", call);
    return false;
}

// ---- Creation -----------------------------------------------------------------------------------

ncclResult_t ncclGetVersion(int *version)
{
    nccl_begin();
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    nccl_begin();
    if (!id)
        return ncclInvalidArgument;
    nccl_new_id(id);
    return ncclSuccess;
}

static struct nccl_clique *clique_of(const ncclUniqueId *id, int ranks)
{
    struct nccl_clique *c = nccl_cliques;
    while (c && (memcmp(&c->id, id, sizeof *id) != 0 || c->present == c->ranks))
        c = c->next;
    if (c)
        return c;
    c = library_memory(1, sizeof *c);
    c->id = *id;
    c->ranks = ranks;
    c->next = nccl_cliques;
    return nccl_cliques = c;
}

struct ncclComm *nccl_add_rank(struct nccl_clique *clique, int rank, int device, const char *pc)
{
    struct ncclComm *comm = library_memory(1, sizeof *comm);
    *comm = (struct ncclComm){
        .alive = NCCL_ALIVE, .clique = clique, .rank = rank, .device = device, .made_by = pc};
    clique->comms[rank] = comm;
    clique->present++;
    pthread_cond_broadcast(&nccl_changed);
    return comm;
}

static void split_if_all(struct nccl_clique *c);

static void report_missing(const struct ncclComm *comm, const char *call, const char *pc,
                           int missing)
{
    char cure[200];
    snprintf(cure, sizeof cure,
             "call %s once for each rank: by a thread each, or by one thread between "
             "ncclGroupStart and ncclGroupEnd",
             call);
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_DEADLOCK, .pc = pc, .cure = cure},
        "%s: rank %d waits for rank %d of %d, %s", call, comm->rank, missing, comm->clique->ranks,
        nccl_has_ended(comm->clique, missing) ? "whose process has ended" : "which never calls it");
}

// A GPU has one rank.
static ncclResult_t check_gpu(const struct ncclComm *comm)
{
    const struct nccl_clique *c = comm->clique;
    for (int r = 0; r < c->ranks; r++)
        if (c->comms[r] && c->comms[r]->device == comm->device && r != comm->rank)
            return nccl_fail(ncclInvalidUsage, comm->made_by, "ncclCommInitRank",
                             "two ranks on GPU %d: call cudaSetDevice before each, so that each "
                             "rank has its own GPU%s",
                             comm->device, c->comms[r]->is_remote ? " (EMU_GPUS)" : "");
    return ncclSuccess;
}

static bool is_incomplete(struct nccl_clique *c, int rank)
{
    nccl_import(c);
    split_if_all(c);
    if (c->shared)
        nccl_progress();
    return (c->present < c->ranks || c->splits[rank].waits) && !c->broken;
}

static bool is_of_this_process(const struct nccl_clique *c)
{
    for (int r = 0; r < c->ranks; r++)
        if (c->comms[r] && c->comms[r]->is_remote)
            return false;
    return true;
}

// The lowest rank of this process that waits for another one to be made, so that a report does not
// depend on which thread makes it.
static const struct ncclComm *lowest_that_waits(const struct ncclComm *lowest)
{
    for (const struct nccl_clique *c = nccl_cliques; c; c = c->next)
        for (int r = 0; r <= lowest->rank && r < c->ranks; r++)
            if (c->comms[r] && c->present < c->ranks && !c->broken && is_of_this_process(c))
                lowest = c->comms[r];
    return lowest;
}

ncclResult_t nccl_await_ranks(struct ncclComm *comm)
{
    struct nccl_clique *clique = comm->clique;
    const struct nccl_split *split = &clique->splits[comm->rank];
    struct nccl_patience patience = {0};
    long long events = nccl_events;
    while (is_incomplete(clique, comm->rank)) {
        bool go_on = clique->shared ? nccl_wait_for_processes(clique, &patience)
                                    : nccl_wait_quietly(&events);
        for (int r = 0; r < clique->ranks; r++)
            go_on = go_on && !nccl_has_ended(clique, r);
        if (go_on || !is_incomplete(clique, comm->rank))
            continue;
        int missing = 0;
        const bool made_here = !split->waits && is_of_this_process(clique);
        const struct ncclComm *first = made_here ? lowest_that_waits(comm) : comm;
        const struct nccl_clique *of_first = first->clique;
        while (split->waits ? clique->splits[missing].waits : of_first->comms[missing] != NULL)
            missing++;
        for (int r = 0; r < clique->ranks; r++)
            missing = nccl_has_ended(clique, r) ? r : missing;
        clique->broken = true;
        for (struct nccl_clique *c = nccl_cliques; made_here && c; c = c->next)
            c->broken |= c->present < c->ranks && is_of_this_process(c); // nor is another rank
        if (split->waits)
            report_missing(comm, "ncclCommSplit", split->pc, missing);
        else
            report_missing(first, "ncclCommInitRank", first->made_by, missing);
        pthread_cond_broadcast(&nccl_changed);
    }
    return clique->broken ? ncclInvalidUsage : check_gpu(comm);
}

static ncclResult_t init_rank(ncclComm_t *comm, int ranks, const ncclUniqueId *id, int rank,
                              const char *pc)
{
    static const char call[] = "ncclCommInitRank";
    nccl_begin();
    if (!comm)
        return ncclInvalidArgument;
    *comm = NULL;
    const char *wrong = nccl_id_is_wrong(id);
    if (wrong)
        return nccl_fail(ncclInvalidArgument, pc, call, "%s", wrong);
    if (ranks < 1 || ranks > NCCL_MAX_RANKS || rank < 0 || rank >= ranks)
        return nccl_fail(ncclInvalidArgument, pc, call,
                         "rank %d of %d: at most %d ranks, from 0 on", rank, ranks, NCCL_MAX_RANKS);
    pthread_mutex_lock(&nccl_lock);
    if (nccl_id_was_used(id, pc)) {
        pthread_mutex_unlock(&nccl_lock);
        return ncclInvalidUsage;
    }
    struct nccl_clique *clique = clique_of(id, ranks);
    ncclResult_t result = ncclSuccess;
    if (clique->ranks != ranks || clique->comms[rank])
        result = nccl_fail(ncclInvalidUsage, pc, call,
                           clique->ranks != ranks ? "rank %d of %d: another rank said %d ranks"
                                                  : "rank %d of %d is there already (%d ranks)",
                           rank, ranks, clique->ranks);
    else {
        *comm = nccl_add_rank(clique, rank, gpu_current(), pc);
        result = nccl_join(*comm, call);
        if (result == ncclSuccess && nccl_in_group())
            nccl_group_adds_rank(*comm);
        else if (result == ncclSuccess)
            result = nccl_await_ranks(*comm);
        else
            clique->broken = true;
    }
    if (result != ncclSuccess) {
        clique->broken = true; // the other ranks would wait for this one
        pthread_cond_broadcast(&nccl_changed);
    }
    pthread_mutex_unlock(&nccl_lock);
    return result;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank)
{
    return init_rank(comm, ranks, &id, rank, CALLER());
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t *config)
{
    (void)config;
    return init_rank(comm, ranks, &id, rank, CALLER());
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    const char *pc = CALLER();
    ncclUniqueId id;
    nccl_begin();
    if (!comms || count < 1)
        return nccl_fail(ncclInvalidArgument, pc, "ncclCommInitAll", "no communicators, or no GPU");
    for (int i = 0; i < count; i++)
        comms[i] = NULL;
    for (int i = 0; i < count; i++) {
        const int device = devices ? devices[i] : i;
        if (!gpu_exists(device))
            return nccl_fail(ncclInvalidArgument, pc, "ncclCommInitAll",
                             "GPU %d: there are %d (EMU_GPUS)", device, gpu_count());
        for (int j = 0; devices && j < i; j++)
            if (devices[j] == device)
                return nccl_fail(ncclInvalidUsage, pc, "ncclCommInitAll", "GPU %d is named twice",
                                 device);
    }
    ncclGetUniqueId(&id);
    pthread_mutex_lock(&nccl_lock);
    struct nccl_clique *clique = clique_of(&id, count);
    for (int i = 0; i < count; i++)
        comms[i] = nccl_add_rank(clique, i, devices ? devices[i] : i, pc);
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}

// ---- Splitting ----------------------------------------------------------------------------------

// Makes the communicator of the ranks with this color: by key, and by rank where keys are equal.
static void join_color(struct nccl_clique *from, int color)
{
    ncclUniqueId id;
    int order[NCCL_MAX_RANKS], count = 0;
    for (int r = 0; r < from->ranks; r++) {
        if (from->splits[r].color != color)
            continue;
        int at = count++;
        for (; at > 0 && from->splits[order[at - 1]].key > from->splits[r].key; at--)
            order[at] = order[at - 1];
        order[at] = r;
    }
    nccl_split_id(from, color, &id);
    struct nccl_clique *clique = clique_of(&id, count);
    int own = 0;
    for (int i = 0; i < count; i++) {
        struct nccl_split *s = &from->splits[order[i]];
        if (!from->comms[order[i]]->is_remote) {
            *s->to = nccl_add_rank(clique, i, from->comms[order[i]]->device, s->pc);
            own++;
        }
    }
    for (int i = 0; i < count && own < count; i++)
        if (clique->comms[i])
            nccl_join(clique->comms[i], "ncclCommSplit");
}

static void split_if_all(struct nccl_clique *c)
{
    for (int r = 0; r < c->ranks; r++)
        if (!c->splits[r].waits)
            return;
    for (int r = 0; r < c->ranks; r++) {
        const int color = c->splits[r].color;
        bool is_first = color != NCCL_SPLIT_NOCOLOR;
        for (int before = 0; before < r; before++)
            is_first = is_first && c->splits[before].color != color;
        if (is_first)
            join_color(c, color);
    }
    for (int r = 0; r < c->ranks; r++)
        c->splits[r].waits = false;
    c->splits_done++;
    pthread_cond_broadcast(&nccl_changed);
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm,
                           ncclConfig_t *config)
{
    static const char call[] = "ncclCommSplit";
    const char *pc = CALLER();
    ncclResult_t result = ncclSuccess;
    (void)config;
    nccl_begin();
    if (newcomm)
        *newcomm = NULL;
    if (!nccl_is_alive(comm, call, pc))
        return ncclInvalidArgument;
    if (!newcomm || (color < 0 && color != NCCL_SPLIT_NOCOLOR))
        return nccl_fail(ncclInvalidArgument, pc, call,
                         newcomm ? "color %d: it must be at least 0, or NCCL_SPLIT_NOCOLOR"
                                 : "color %d: no place for the new communicator",
                         color);
    pthread_mutex_lock(&nccl_lock);
    struct nccl_clique *c = comm->clique;
    if (c->splits[comm->rank].waits) {
        result =
            nccl_fail(ncclInvalidUsage, pc, call,
                      "rank %d has called it already, and waits for the other ranks", comm->rank);
    } else {
        c->splits[comm->rank] = (struct nccl_split){true, color, key, newcomm, pc};
        if (c->shared)
            nccl_post_split(comm);
        if (nccl_in_group())
            nccl_group_adds_rank(comm);
        else
            result = nccl_await_ranks(comm);
    }
    pthread_mutex_unlock(&nccl_lock);
    return result;
}

// ---- Destruction --------------------------------------------------------------------------------

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    nccl_begin();
    if (!nccl_is_alive(comm, "ncclCommFinalize", CALLER()))
        return ncclInvalidArgument;
    pthread_mutex_lock(&nccl_lock);
    nccl_finish(comm);
    pthread_mutex_unlock(&nccl_lock);
    return comm->error;
}

static ncclResult_t end(ncclComm_t comm, const char *call, const char *pc, bool finish)
{
    nccl_begin();
    if (!comm)
        return ncclSuccess;
    if (!nccl_is_alive(comm, call, pc))
        return ncclInvalidArgument;
    pthread_mutex_lock(&nccl_lock);
    if (finish)
        nccl_finish(comm);
    comm->alive = 0;
    comm->destroyed_by = pc;
    comm->first = comm->last = NULL;
    nccl_leave(comm);
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    return end(comm, "ncclCommDestroy", CALLER(), true);
}

ncclResult_t ncclCommAbort(ncclComm_t comm) { return end(comm, "ncclCommAbort", CALLER(), false); }

// ---- Properties ---------------------------------------------------------------------------------

static ncclResult_t ask(const struct ncclComm *comm, const char *call, const char *pc, int *to,
                        int value)
{
    nccl_begin();
    if (!to)
        return nccl_fail(ncclInvalidArgument, pc, call, "no place for the answer");
    *to = value;
    return comm ? ncclSuccess : ncclInvalidArgument;
}

#define KNOWS(name, value) \
    ncclResult_t name(const ncclComm_t comm, int *to) \
    { \
        const char *pc = CALLER(); \
        if (!nccl_is_alive(comm, #name, pc)) \
            return ncclInvalidArgument; \
        return ask(comm, #name, pc, to, value); \
    }
KNOWS(ncclCommCount, comm->clique->ranks)
KNOWS(ncclCommCuDevice, comm->device)
KNOWS(ncclCommUserRank, comm->rank)

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    nccl_begin();
    if (!error || !nccl_is_alive(comm, "ncclCommGetAsyncError", CALLER()))
        return ncclInvalidArgument;
    *error = comm->error;
    return ncclSuccess;
}
