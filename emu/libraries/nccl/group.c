// SPDX-License-Identifier: MIT
//
// group.c: calls wait here for the matching calls of the other ranks.
//
// Calls of one group form a batch, and so does a call outside any group. A batch begins when the
// previous batches have ended; within it, messages are executed in any order. So a program that
// would hang on GPUs hangs here, too, with a report of which rank waits for what.
#include "nccl_parts.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local int depth;                 // number of this thread's nested groups
static _Thread_local const char *group_started; // the outermost one
static _Thread_local struct nccl_operation *first_grouped, *last_grouped;
static _Thread_local struct ncclComm *new_ranks[NCCL_MAX_RANKS];
static _Thread_local int new_rank_count;
static _Thread_local bool executing; // launches are those of an operation itself
static long long batches;

bool nccl_in_group(void) { return depth > 0; }

const struct nccl_operation *nccl_grouped(const char **group_pc)
{
    *group_pc = depth > 0 ? group_started : NULL;
    return first_grouped;
}

void nccl_group_adds_rank(struct ncclComm *comm)
{
    if (new_rank_count < NCCL_MAX_RANKS)
        new_ranks[new_rank_count++] = comm;
}

// The rank's communicator, or NULL if the rank is in another process.
static struct ncclComm *own(const struct nccl_clique *c, int rank)
{
    return c->comms[rank] && !c->comms[rank]->is_remote ? c->comms[rank] : NULL;
}

// ---- Mistakes -----------------------------------------------------------------------------------

static void drop_all(struct nccl_clique *c, ncclResult_t error)
{
    c->broken = true;
    for (int r = 0; r < c->ranks; r++)
        if (c->comms[r]) {
            c->comms[r]->first = c->comms[r]->last = NULL;
            c->comms[r]->error = error;
        }
    set_sticky_error(cudaErrorLaunchFailure); // a GPU would hang, or compute nonsense
    pthread_cond_broadcast(&nccl_changed);
}

static void report_two(const struct nccl_operation *at, const struct nccl_operation *beside,
                       const char *cure, const char *what)
{
    const struct other_access other = {.what = beside ? beside->name : NULL,
                                       .pc = beside ? beside->pc : NULL};
    report_diagnosis(&(struct diagnosis){.kind = KIND_COLLECTIVE,
                                         .pc = at->pc,
                                         .other = beside && beside->pc ? &other : NULL,
                                         .cure = cure},
                     "%s", what);
}

// Reports calls of two ranks that should be the same and are not.
static bool report_mismatch(const struct nccl_operation *a, const struct nccl_operation *b)
{
    char text[300];
    const bool sums =
        a->kind == NCCL_ALL_REDUCE || a->kind == NCCL_REDUCE_SCATTER || a->kind == NCCL_REDUCE;
    const bool rooted = a->kind == NCCL_BROADCAST || a->kind == NCCL_REDUCE;
    const int ra = a->comm->rank, rb = b->comm->rank;
    if (a->kind != b->kind)
        snprintf(text, sizeof text, "rank %d calls %s where rank %d calls %s", rb, b->name, ra,
                 a->name);
    else if (a->count != b->count)
        snprintf(text, sizeof text, "%s: rank %d has %zu elements, rank %d has %zu", a->name, rb,
                 b->count, ra, a->count);
    else if (a->type != b->type)
        snprintf(text, sizeof text, "%s: rank %d has elements of %s, rank %d of %s", a->name, rb,
                 nccl_type_name(b->type), ra, nccl_type_name(a->type));
    else if (sums && a->op != b->op)
        snprintf(text, sizeof text, "%s: ranks %d and %d name different operations", a->name, ra,
                 rb);
    else if (rooted && a->peer != b->peer)
        snprintf(text, sizeof text, "%s: rank %d names root %d, rank %d names %d", a->name, rb,
                 b->peer, ra, a->peer);
    else
        return false;
    // A process reports it at its own call.
    const bool first = b->comm->is_remote && !a->comm->is_remote;
    report_two(first ? a : b, first ? b : a, NULL, text);
    return true;
}

// NCCL may wait in the first call for the other calls, which this same thread would make later.
static bool report_same_thread(const struct nccl_operation *a, const struct nccl_operation *b)
{
    char text[200];
    if (a->comm == b->comm || a->thread != b->thread || a->batch == b->batch)
        return false;
    snprintf(text, sizeof text, "%s: one host thread calls for ranks %d and %d outside a group",
             b->name, a->comm->rank, b->comm->rank);
    report_two(b, a,
               "put the calls for all ranks of this thread between ncclGroupStart and "
               "ncclGroupEnd, or give each GPU its own thread",
               text);
    return true;
}

// An operation of another communicator that is earlier in the same stream and has not been
// executed; NULL: none is.
static struct nccl_operation *earlier_in_stream(const struct nccl_operation *o)
{
    const int device = o->comm->device;
    for (const struct nccl_clique *c = nccl_cliques; c && !o->comm->is_remote; c = c->next) {
        if (c == o->comm->clique || c->broken)
            continue;
        for (int r = 0; r < c->ranks; r++) {
            const struct ncclComm *comm = own(c, r);
            for (struct nccl_operation *e = comm ? comm->first : NULL; e; e = e->next)
                if (comm->device == device && e->batch < o->batch &&
                    stream_follows(o->stream, e->stream, device))
                    return e;
        }
    }
    return NULL;
}

// Two communicators in another order on another rank: each waits for the other. The caller drops
// that of o.
static void report_hang(const struct nccl_operation *o);

static bool all_have_called(const struct nccl_clique *c)
{
    for (int r = 0; r < c->ranks; r++)
        if (!c->comms[r] || !c->comms[r]->first)
            return false;
    return true;
}

static bool report_crossed(const struct nccl_operation *o)
{
    const struct nccl_operation *e = earlier_in_stream(o);
    char text[300];
    if (!e)
        return false;
    if (!all_have_called(e->comm->clique)) { // that is what keeps o waiting
        struct nccl_clique *c = e->comm->clique;
        report_hang(e);
        drop_all(c, ncclRemoteError);
        return true;
    }
    snprintf(text, sizeof text,
             "%s: in its stream, rank %d of %d must first finish %s of another communicator, whose "
             "other ranks do not get there",
             o->name, o->comm->rank, o->comm->clique->ranks, e->name);
    const struct other_access other = {.what = e->name, .pc = e->pc};
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_DEADLOCK,
                            .pc = o->pc,
                            .other = &other,
                            .cure = "let all ranks use the communicators in the same order"},
        "%s", text);
    drop_all(e->comm->clique, ncclRemoteError);
    return true;
}

// Has the process of a rank ended without the call, or without its data, that `o` waits for?
static bool is_lost(const struct nccl_operation *o, int rank)
{
    const struct nccl_clique *c = o->comm->clique;
    const struct nccl_operation *first = c->comms[rank] ? c->comms[rank]->first : NULL;
    return (o->kind < NCCL_COLLECTIVES || o->peer == rank) && nccl_has_ended(c, rank) &&
           (!first || !nccl_is_sent(first));
}

static bool is_any_lost(const struct nccl_operation *o)
{
    for (int r = 0; r < o->comm->clique->ranks; r++)
        if (is_lost(o, r))
            return true;
    return false;
}

// Reports an operation that waits for a rank that will not call.
static void report_hang(const struct nccl_operation *o)
{
    const struct nccl_clique *c = o->comm->clique;
    int missing = -1;
    char text[300];
    if (sticky_error() != cudaSuccess)
        return; // after another mistake it waits because of that one
    for (int r = 0; r < c->ranks && missing < 0; r++)
        if (is_lost(o, r))
            missing = r;
    for (int r = 0; r < c->ranks && missing < 0; r++)
        if (own(c, r) && c->comms[r]->first && report_crossed(c->comms[r]->first))
            return;
    if (missing < 0 && o->kind >= NCCL_COLLECTIVES)
        missing = o->peer;
    for (int r = 0; r < c->ranks && missing < 0; r++) {
        const struct nccl_operation *first = c->comms[r] ? c->comms[r]->first : NULL;
        if (!first || first->kind >= NCCL_COLLECTIVES || (c->shared && !nccl_is_sent(first)))
            missing = r;
    }
    missing = missing < 0 ? 0 : missing;
    const struct nccl_operation *beside = c->comms[missing] ? c->comms[missing]->first : NULL;
    if (beside == o || is_lost(o, missing))
        beside = NULL;
    const char *wanted = o->kind == NCCL_SEND   ? "ncclRecv"
                         : o->kind == NCCL_RECV ? "ncclSend"
                                                : o->name;
    snprintf(text, sizeof text, "%s: rank %d waits for %s by rank %d of %d, %s", o->name,
             o->comm->rank, wanted, missing, c->ranks,
             beside                ? "which waits in another call"
             : is_lost(o, missing) ? "whose process has ended"
                                   : "which never calls it");
    const struct other_access other = {.what = beside ? beside->name : NULL,
                                       .pc = beside ? beside->pc : NULL};
    const char *chain = is_lost(o, missing) ? "" : nccl_chain(c);
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_DEADLOCK,
                            .pc = o->pc,
                            .other = beside && beside->pc ? &other : NULL,
                            .detail_label = "waits",
                            .detail = chain[0] ? chain : NULL,
                            .cure = o->kind < NCCL_COLLECTIVES
                                        ? "let every rank make the call, in the same order"
                                        : "match each ncclSend with an ncclRecv; put those that "
                                          "must go together between ncclGroupStart and "
                                          "ncclGroupEnd"},
        "%s", text);
}

// ---- Matching -----------------------------------------------------------------------------------

static void unlink_operation(struct nccl_operation *o)
{
    struct ncclComm *comm = o->comm;
    struct nccl_operation **at = &comm->first, *before = NULL;
    while (*at != o) {
        before = *at;
        at = &before->next;
    }
    *at = o->next;
    if (comm->last == o)
        comm->last = before;
    if (comm->clique->shared)
        nccl_is_taken(o);
    free(o->data);
    free(o);
}

// Finds the first operation of a kind in the rank's current batch; peer < 0: any collective.
static struct nccl_operation *find(const struct ncclComm *comm, enum nccl_kind kind, int peer)
{
    struct nccl_operation *o = comm ? comm->first : NULL;
    const long long batch = o ? o->batch : 0;
    for (; o && o->batch == batch; o = o->next)
        if (peer < 0 ? o->kind < NCCL_COLLECTIVES : o->kind == kind && o->peer == peer)
            return o;
    return NULL;
}

static bool overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes && (uintptr_t)b < (uintptr_t)a + a_bytes;
}

// Does an earlier call, which has not been executed, write what this one sends? Work that is not a
// call of NCCL has been done: it waits for such calls in its stream.
static bool is_input_pending(const struct nccl_operation *o)
{
    for (const struct nccl_clique *c = nccl_cliques; c; c = c->next)
        for (int r = 0; r < c->ranks; r++) {
            const struct ncclComm *comm = own(c, r);
            if (!comm || comm->device != o->comm->device || c->broken)
                continue;
            for (const struct nccl_operation *e = comm->first; e && e != o; e = e->next) {
                const bool together = e->kind < NCCL_COLLECTIVES && comm == o->comm;
                if (e->batch < o->batch + together &&
                    stream_follows(o->stream, e->stream, comm->device) &&
                    overlap(e->recv, nccl_recv_bytes(e), o->send, nccl_send_bytes(o)))
                    return true;
            }
        }
    return false;
}

// Copies what the ranks of this process send, as soon as it is known. Their next call may come
// late: the program may first wait for something else than the GPU.
static void send_early(struct nccl_clique *c)
{
    for (int r = 0; r < c->ranks; r++)
        for (struct nccl_operation *o = own(c, r) ? c->comms[r]->first : NULL; o; o = o->next) {
            if (o->data || o->kind == NCCL_RECV || is_input_pending(o))
                continue;
            executing = true;
            const bool fine = nccl_read(o);
            executing = false;
            if (fine)
                nccl_publish(o);
        }
}

static bool one_collective(struct nccl_clique *c)
{
    struct nccl_operation *by_rank[NCCL_MAX_RANKS];
    for (int r = 0; r < c->ranks; r++)
        if (!(by_rank[r] = find(c->comms[r], NCCL_COLLECTIVES, -1)) ||
            earlier_in_stream(by_rank[r]))
            return false;
    for (int r = 1; r < c->ranks; r++)
        if (report_mismatch(by_rank[0], by_rank[r]) ||
            nccl_report_asymmetric(by_rank[0], by_rank[r])) {
            drop_all(c, ncclInvalidUsage);
            return false;
        }
    for (int r = 0; r < c->ranks && c->shared; r++)
        if (!nccl_is_sent(by_rank[r]))
            return false;
    for (int r = 1; r < c->ranks; r++)
        if (report_same_thread(by_rank[r - 1], by_rank[r]))
            break;
    executing = true;
    nccl_execute_collective(by_rank, c->ranks);
    executing = false;
    for (int r = 0; r < c->ranks; r++)
        unlink_operation(by_rank[r]);
    return true;
}

static bool one_message(struct nccl_clique *c)
{
    for (int from = 0; from < c->ranks; from++)
        for (int to = 0; to < c->ranks; to++) {
            struct nccl_operation *send = find(c->comms[from], NCCL_SEND, to);
            struct nccl_operation *recv = find(c->comms[to], NCCL_RECV, from);
            if (!send || !recv || earlier_in_stream(send) || earlier_in_stream(recv))
                continue;
            if (send->count * nccl_type_size(send->type) !=
                recv->count * nccl_type_size(recv->type)) {
                char text[200];
                snprintf(text, sizeof text,
                         "ncclRecv: rank %d expects %zu elements of %s, rank %d sends %zu of %s",
                         to, recv->count, nccl_type_name(recv->type), from, send->count,
                         nccl_type_name(send->type));
                const bool sends = recv->comm->is_remote && !send->comm->is_remote;
                report_two(sends ? send : recv, sends ? recv : send,
                           "send and receive as many bytes", text);
                drop_all(c, ncclInvalidUsage);
                return false;
            }
            if (c->shared && !nccl_is_sent(send))
                continue;
            report_same_thread(send, recv);
            executing = true;
            nccl_execute_message(send, recv);
            executing = false;
            unlink_operation(send);
            unlink_operation(recv);
            return true;
        }
    return false;
}

static bool advance(struct nccl_clique *c)
{
    if (c->broken)
        return false;
    if (c->shared) {
        nccl_import(c);
        send_early(c);
    }
    return one_collective(c) || one_message(c);
}

// What ends in one communicator may have kept another one waiting.
void nccl_progress(void)
{
    for (struct nccl_clique *c = nccl_cliques; c;)
        c = advance(c) ? nccl_cliques : c->next;
    pthread_cond_broadcast(&nccl_changed);
}

// ---- Waiting ------------------------------------------------------------------------------------

static bool is_awaited(const struct nccl_operation *o, cudaStream_t stream, int device)
{
    return device == ALL_GPUS ||
           (o->comm->device == device &&
            (stream == STREAM_ANY || stream_follows(stream, o->stream, device)));
}

static struct nccl_operation *find_awaited(cudaStream_t stream, int device)
{
    for (struct nccl_clique *c = nccl_cliques; c; c = c->next)
        for (int r = 0; r < c->ranks; r++) {
            const struct ncclComm *comm = own(c, r);
            for (struct nccl_operation *o = comm ? comm->first : NULL; o; o = o->next)
                if (is_awaited(o, stream, device))
                    return o;
        }
    return NULL;
}

// With a call that waits for other processes, wait for them.
static struct nccl_operation *first_in_stream(struct nccl_operation *o)
{
    struct nccl_operation *e;
    while (o && (e = earlier_in_stream(o)) && e->comm->clique->shared)
        o = e;
    return o;
}

static void await(struct nccl_operation *(*next)(const void *), const void *what)
{
    long long events = nccl_events;
    struct nccl_patience patience = {0};
    struct nccl_operation *o;
    while ((o = first_in_stream(next(what)))) {
        struct nccl_clique *c = o->comm->clique;
        const bool lost = c->shared && is_any_lost(o);
        const bool hangs = !lost && !(c->shared ? nccl_wait_for_processes(c, &patience)
                                                : nccl_wait_quietly(&events));
        if (c->shared)
            nccl_progress(); // with the last calls of a process that has ended
        if ((lost || hangs) && first_in_stream(next(what)) == o && (hangs || is_any_lost(o))) {
            report_hang(o);
            drop_all(c, ncclRemoteError);
        }
    }
}

struct awaited {
    cudaStream_t stream;
    int device;
};

static struct nccl_operation *next_of_stream(const void *what)
{
    const struct awaited *a = what;
    return find_awaited(a->stream, a->device);
}

static struct nccl_operation *next_of_rank(const void *what)
{
    return ((const struct ncclComm *)what)->first;
}

void nccl_settle(cudaStream_t stream, int device)
{
    if (executing)
        return;
    pthread_mutex_lock(&nccl_lock);
    await(next_of_stream, &(struct awaited){stream, device});
    pthread_mutex_unlock(&nccl_lock);
}

void nccl_finish(struct ncclComm *comm) { await(next_of_rank, comm); }

void nccl_end_of_program(void)
{
    struct nccl_operation *o;
    nccl_report_open_group();
    nccl_report_windows();
    while ((o = find_awaited(STREAM_ANY, ALL_GPUS))) {
        if (o->comm->clique->shared)
            report_diagnosis(
                &(struct diagnosis){.kind = KIND_COLLECTIVE,
                                    .pc = o->pc,
                                    .cure = "wait for the stream (cudaStreamSynchronize) before "
                                            "the program ends"},
                "%s: the process of rank %d ends before the call has completed", o->name,
                o->comm->rank);
        else
            report_hang(o);
        drop_all(o->comm->clique, ncclRemoteError);
    }
    nccl_remove_files();
}

// ---- Calls --------------------------------------------------------------------------------------

static void append(struct nccl_operation *o, long long batch)
{
    struct ncclComm *comm = o->comm;
    if (nccl_is_scheduled(o)) {
        free(o);
        return;
    }
    o->batch = batch;
    o->next = NULL;
    struct nccl_patience patience = {0};
    while (comm->clique->shared && !comm->clique->broken && !nccl_post(o)) {
        const bool go_on = (!comm->first || !is_any_lost(comm->first)) &&
                           nccl_wait_for_processes(comm->clique, &patience);
        nccl_progress();
        if (!go_on && comm->first) {
            report_hang(comm->first);
            drop_all(comm->clique, ncclRemoteError);
        }
    }
    *(comm->last ? &comm->last->next : &comm->first) = o;
    comm->last = o;
}

ncclResult_t ncclGroupStart(void)
{
    nccl_begin();
    if (depth++ == 0)
        group_started = CALLER();
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void)
{
    ncclResult_t result = ncclSuccess;
    nccl_begin();
    if (depth == 0)
        return nccl_fail(ncclInvalidUsage, CALLER(), "ncclGroupEnd", "no group was started");
    if (--depth > 0)
        return ncclSuccess;
    pthread_mutex_lock(&nccl_lock);
    for (int i = 0; i < new_rank_count && result == ncclSuccess; i++)
        result = nccl_await_ranks(new_ranks[i]);
    new_rank_count = 0;
    const long long batch = ++batches;
    for (struct nccl_operation *o = first_grouped, *next; o; o = next) {
        next = o->next;
        if (o->comm->clique->broken)
            free(o);
        else
            append(o, batch);
    }
    first_grouped = last_grouped = NULL;
    nccl_progress();
    pthread_mutex_unlock(&nccl_lock);
    return sticky_error() == cudaSuccess ? result : ncclUnhandledCudaError;
}

// Returns whether the smaller buffer is the rank's own part of the larger one.
static bool is_in_place(const struct nccl_operation *o, size_t send, size_t recv)
{
    const size_t rank = (size_t)o->comm->rank;
    switch (o->kind) {
    case NCCL_ALL_GATHER: return (const char *)o->send == (const char *)o->recv + rank * send;
    case NCCL_REDUCE_SCATTER: return (const char *)o->recv == (const char *)o->send + rank * recv;
    case NCCL_ALL_TO_ALL: return false;
    default: return o->send == o->recv;
    }
}

// On GPUs the other ranks would wait for this one, or the result would be undefined.
static ncclResult_t refuse(const struct nccl_operation *o, const char *cure, const char *text)
{
    report_two(o, NULL, cure, text);
    pthread_mutex_lock(&nccl_lock);
    drop_all(o->comm->clique, ncclInvalidUsage);
    pthread_mutex_unlock(&nccl_lock);
    return ncclInvalidUsage;
}

static ncclResult_t check(struct nccl_operation *o)
{
    const struct ncclComm *comm = o->comm;
    if (!nccl_is_alive(comm, o->name, o->pc))
        return ncclInvalidArgument;
    if (nccl_type_size(o->type) == 0)
        return nccl_fail(ncclInvalidArgument, o->pc, o->name, "%d is not a type", (int)o->type);
    if ((unsigned)o->op >= ncclNumOps)
        return nccl_fail(ncclInvalidArgument, o->pc, o->name, "%d is not an operation", (int)o->op);
    if (o->peer < 0 || o->peer >= comm->clique->ranks)
        return nccl_fail(ncclInvalidArgument, o->pc, o->name, "rank %d of %d: there is none",
                         o->peer, comm->clique->ranks);
    if (o->type >= ncclFloat8e4m3 &&
        (o->kind == NCCL_ALL_REDUCE || o->kind == NCCL_REDUCE || o->kind == NCCL_REDUCE_SCATTER))
        return nccl_fail(ncclInvalidArgument, o->pc, o->name,
                         "sums of 8-bit floats are not part of the emulated GPU");
    // NCCL was compiled without per-thread default streams.
    o->stream = o->stream ? stream_handle(o->stream, comm->device) : cudaStreamLegacy;
    if (o->stream != cudaStreamLegacy && stream_device(o->stream) != comm->device) {
        char text[200];
        snprintf(text, sizeof text, "%s: rank %d works on GPU %d, but its stream is of GPU %d",
                 o->name, comm->rank, comm->device, stream_device(o->stream));
        return refuse(o,
                      "pass the communicator and the stream of the same GPU: a stream belongs to "
                      "the GPU that was current when it was made (cudaSetDevice)",
                      text);
    }
    if (is_captured(o->stream))
        return nccl_fail(ncclInvalidUsage, o->pc, o->name,
                         "a graph cannot keep this call here: make it outside");
    const size_t send = nccl_send_bytes(o), recv = nccl_recv_bytes(o);
    if (send && recv && overlap(o->send, send, o->recv, recv) && !is_in_place(o, send, recv)) {
        char text[200];
        snprintf(text, sizeof text, "%s: the send buffer and the receive buffer of rank %d overlap",
                 o->name, comm->rank);
        return refuse(
            o, "use separate buffers, or the rank's own place in the larger one (in-place)", text);
    }
    return ncclSuccess;
}

static ncclResult_t call(struct nccl_operation wish)
{
    nccl_begin();
    wish.thread = nccl_thread();
    if (sticky_error() != cudaSuccess)
        return ncclUnhandledCudaError;
    const ncclResult_t result = check(&wish);
    if (result != ncclSuccess)
        return result;
    if (wish.comm->clique->broken)
        return ncclRemoteError;
    struct nccl_operation *o = library_memory(1, sizeof *o);
    *o = wish;
    if (depth > 0) {
        *(last_grouped ? &last_grouped->next : &first_grouped) = o;
        last_grouped = o;
        return ncclSuccess;
    }
    pthread_mutex_lock(&nccl_lock);
    if (!nccl_use_begins(wish.comm, wish.name, wish.pc)) {
        drop_all(wish.comm->clique, ncclInvalidUsage);
        pthread_mutex_unlock(&nccl_lock);
        free(o);
        return ncclInvalidUsage;
    }
    append(o, ++batches);
    nccl_progress();
    nccl_use_ends(wish.comm);
    pthread_mutex_unlock(&nccl_lock);
    return sticky_error() == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

#define OPERATION(Kind, ...) \
    (struct nccl_operation) \
    { \
        .kind = Kind, .name = __func__, .pc = CALLER(), .comm = comm, .type = type, \
        .count = count, .stream = stream, __VA_ARGS__ \
    }

ncclResult_t ncclReduce(const void *send, void *recv, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_REDUCE, .send = send, .recv = recv, .op = op, .peer = root));
}

ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream)
{
    return call(OPERATION(NCCL_BROADCAST, .send = buffer, .recv = buffer, .peer = root));
}

ncclResult_t ncclBroadcast(const void *send, void *recv, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_BROADCAST, .send = send, .recv = recv, .peer = root));
}

ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_ALL_REDUCE, .send = send, .recv = recv, .op = op));
}

ncclResult_t ncclReduceScatter(const void *send, void *recv, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_REDUCE_SCATTER, .send = send, .recv = recv, .op = op));
}

ncclResult_t ncclAllGather(const void *send, void *recv, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_ALL_GATHER, .send = send, .recv = recv));
}

ncclResult_t ncclAlltoAll(const void *send, void *recv, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_ALL_TO_ALL, .send = send, .recv = recv));
}

ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream)
{
    return call(OPERATION(NCCL_SEND, .send = send, .peer = peer));
}

ncclResult_t ncclRecv(void *recv, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream)
{
    return call(OPERATION(NCCL_RECV, .recv = recv, .peer = peer));
}
