// SPDX-License-Identifier: MIT
//
// execute.c: executes collectives and messages.
//
// Each rank's GPU first reads the rank's send buffer. After all ranks have read, it writes the
// rank's receive buffer. These are two launches of one thread in the rank's stream, whose accesses
// are checked like a kernel's. Between them the streams wait for each other, as in NCCL's kernels.
//
// Sums are rounded to the type after each addition, in the order of the ring on which NCCL passes
// them. So the result does not depend on when the ranks call. Its last bits may differ from a
// GPU's, where NCCL may select another order.
#include "nccl_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../engine/host/peers.h"
#include "emu/float16/float16.h"

size_t nccl_type_size(ncclDataType_t type)
{
    static const size_t sizes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return (unsigned)type < ncclNumTypes ? sizes[type] : 0;
}

const char *nccl_type_name(ncclDataType_t type)
{
    static const char *const names[ncclNumTypes] = {
        "ncclInt8",    "ncclUint8",    "ncclInt32",      "ncclUint32",
        "ncclInt64",   "ncclUint64",   "ncclFloat16",    "ncclFloat32",
        "ncclFloat64", "ncclBfloat16", "ncclFloat8e4m3", "ncclFloat8e5m2"};
    return (unsigned)type < ncclNumTypes ? names[type] : "?";
}

// ---- Arithmetic ---------------------------------------------------------------------------------

static double combine_floats(ncclRedOp_t op, double a, double b)
{
    switch (op) {
    case ncclProd: return a * b;
    case ncclMax: return a > b || a != a ? a : b;
    case ncclMin: return a < b || a != a ? a : b;
    default: return a + b;
    }
}

// Sums and products of signed integers have the same bits.
static uint64_t combine_integers_u(ncclRedOp_t op, uint64_t a, uint64_t b)
{
    switch (op) {
    case ncclProd: return a * b;
    case ncclMax: return a > b ? a : b;
    case ncclMin: return a < b ? a : b;
    default: return a + b;
    }
}

static double load_float(ncclDataType_t type, const void *p, size_t i)
{
    switch (type) {
    case ncclFloat16: return emu_half_to_float(((const uint16_t *)p)[i]);
    case ncclBfloat16: return emu_bfloat16_to_float(((const uint16_t *)p)[i]);
    case ncclFloat32: return ((const float *)p)[i];
    default: return ((const double *)p)[i];
    }
}

static void store_float(ncclDataType_t type, void *p, size_t i, double value)
{
    switch (type) {
    case ncclFloat16: ((uint16_t *)p)[i] = emu_half_from_double(value); break;
    case ncclBfloat16: ((uint16_t *)p)[i] = emu_bfloat16_from_double(value); break;
    case ncclFloat32: ((float *)p)[i] = (float)value; break;
    default: ((double *)p)[i] = value;
    }
}

static bool is_float(ncclDataType_t type) { return type >= ncclFloat16; }
static bool is_signed(ncclDataType_t type)
{
    return type == ncclInt8 || type == ncclInt32 || type == ncclInt64;
}

static int64_t load_integer(ncclDataType_t type, const void *p, size_t i)
{
    switch (type) {
    case ncclInt8: return ((const int8_t *)p)[i];
    case ncclUint8: return ((const uint8_t *)p)[i];
    case ncclInt32: return ((const int32_t *)p)[i];
    case ncclUint32: return ((const uint32_t *)p)[i];
    default: return ((const int64_t *)p)[i];
    }
}

static void store_integer(ncclDataType_t type, void *p, size_t i, int64_t value)
{
    memcpy((char *)p + i * nccl_type_size(type), &value, nccl_type_size(type)); // little-endian
}

static int64_t combine_integers(ncclDataType_t type, ncclRedOp_t op, int64_t a, int64_t b)
{
    if (is_signed(type) && (op == ncclMax || op == ncclMin))
        return (a > b) == (op == ncclMax) ? a : b;
    return (int64_t)combine_integers_u(op, (uint64_t)a, (uint64_t)b);
}

// Combines element i of all ranks, in the order of the ring that ends at rank `last`.
static void reduce_element(const struct nccl_operation *o, char *const from[], int ranks, int last,
                           size_t i, void *to, size_t at)
{
    const ncclDataType_t type = o->type;
    if (is_float(type)) {
        double sum = load_float(type, from[(last + 1) % ranks], i);
        for (int r = 2; r <= ranks; r++) {
            const double next = load_float(type, from[(last + r) % ranks], i);
            store_float(type, to, at, combine_floats(o->op, sum, next));
            sum = load_float(type, to, at);
        }
        store_float(type, to, at, o->op == ncclAvg ? sum / ranks : sum);
    } else {
        int64_t sum = load_integer(type, from[(last + 1) % ranks], i);
        for (int r = 2; r <= ranks; r++) {
            sum =
                combine_integers(type, o->op, sum, load_integer(type, from[(last + r) % ranks], i));
            store_integer(type, to, at, sum);
            sum = load_integer(type, to, at);
        }
        if (o->op == ncclAvg)
            sum = is_signed(type) ? sum / ranks : (int64_t)((uint64_t)sum / (uint64_t)ranks);
        store_integer(type, to, at, sum);
    }
}

// ---- Launches -----------------------------------------------------------------------------------

size_t nccl_send_bytes(const struct nccl_operation *o)
{
    const size_t one = o->count * nccl_type_size(o->type);
    const size_t ranks = (size_t)o->comm->clique->ranks;
    switch (o->kind) {
    case NCCL_REDUCE_SCATTER:
    case NCCL_ALL_TO_ALL: return one * ranks;
    case NCCL_BROADCAST: return o->comm->rank == o->peer ? one : 0;
    case NCCL_RECV: return 0;
    default: return one;
    }
}

size_t nccl_recv_bytes(const struct nccl_operation *o)
{
    const size_t one = o->count * nccl_type_size(o->type);
    const size_t ranks = (size_t)o->comm->clique->ranks;
    switch (o->kind) {
    case NCCL_ALL_GATHER:
    case NCCL_ALL_TO_ALL: return one * ranks;
    case NCCL_REDUCE: return o->comm->rank == o->peer ? one : 0;
    case NCCL_SEND: return 0;
    default: return one;
    }
}

struct job {
    const struct nccl_operation *o;
    char *data;
    size_t bytes;
};

static struct pieces whole(const void *p, size_t bytes, ncclDataType_t type)
{
    return (struct pieces){p, bytes, 1, 0, nccl_type_size(type)};
}

static void check_owner(const char *operand, const void *p)
{
    const struct launch *launch = emu_current->block->launch;
    const struct allocation *a = arena_nearest((uintptr_t)p);
    char text[512];
    if (arena_offset(p) >= GLOBAL_END || !a || (uintptr_t)p - a->base >= a->size ||
        a->device == launch->device)
        return;
    describe_address((uintptr_t)p, 0, text, sizeof text);
    report_and_stop(cudaErrorIllegalAddress, KIND_PEER, launch->pc, text,
                    "give each rank memory that was allocated while its own GPU was the current "
                    "one",
                    "%s: %s is memory of GPU %d, but the rank's GPU is %d", launch->kernel, operand,
                    a->device, launch->device);
}

static void read_operand(void *arg)
{
    const struct job *job = arg;
    check_owner("the send buffer", job->o->send);
    library_touch("the send buffer", LOAD, whole(job->o->send, job->bytes, job->o->type));
    memcpy(job->data, job->o->send, job->bytes);
}

static void write_operand(void *arg)
{
    const struct job *job = arg;
    check_owner("the receive buffer", job->o->recv);
    library_touch("the receive buffer", STORE, whole(job->o->recv, job->bytes, job->o->type));
    memcpy(job->o->recv, job->data, job->bytes);
}

static bool launch(const struct nccl_operation *o, void (*work)(void *), char *data, size_t bytes)
{
    struct job job = {o, data, bytes};
    const int before = gpu_current();
    if (bytes == 0)
        return true;
    cudaSetDevice(o->comm->device);
    const bool fine = library_run(o->pc, o->name, o->stream, work, &job, 0);
    cudaSetDevice(before);
    return fine;
}

// ---- Collectives --------------------------------------------------------------------------------

// Computes what a rank receives from the data that all ranks have sent. Data outside a sum are
// copied.
static void result_of(const struct nccl_operation *o, char *const sent[], int ranks, char *to)
{
    const size_t size = nccl_type_size(o->type), one = o->count * size;
    const size_t rank = (size_t)o->comm->rank;
    switch (o->kind) {
    case NCCL_ALL_GATHER:
        for (int r = 0; r < ranks; r++)
            memcpy(to + (size_t)r * one, sent[r], one);
        break;
    case NCCL_ALL_TO_ALL:
        for (int r = 0; r < ranks; r++)
            memcpy(to + (size_t)r * one, sent[r] + rank * one, one);
        break;
    case NCCL_BROADCAST: memcpy(to, sent[o->peer], one); break;
    case NCCL_REDUCE_SCATTER:
        for (size_t i = 0; i < o->count; i++)
            reduce_element(o, sent, ranks, (int)rank, rank * o->count + i, to, i);
        break;
    case NCCL_ALL_REDUCE: // each rank has the final sum of one part
        for (size_t i = 0; i < o->count; i++)
            reduce_element(o, sent, ranks, (int)(i * (size_t)ranks / o->count), i, to, i);
        break;
    default:
        for (size_t i = 0; i < o->count; i++)
            reduce_element(o, sent, ranks, o->peer, i, to, i);
    }
}

// Counts the bytes that NCCL's ring sends from each rank to the next.
static void count_traffic(struct nccl_operation *const by_rank[], int ranks)
{
    const struct nccl_operation *o = by_rank[0];
    const size_t one = o->count * nccl_type_size(o->type), hops = (size_t)ranks - 1;
    for (int r = 0; r < ranks; r++) {
        const int from = by_rank[r]->comm->device;
        const int next = by_rank[(r + 1) % ranks]->comm->device;
        if (by_rank[r]->comm->is_remote)
            continue; // its own process counts them
        switch (o->kind) {
        case NCCL_ALL_GATHER:
        case NCCL_REDUCE_SCATTER: links_sent(from, next, hops * one); break;
        case NCCL_ALL_REDUCE: links_sent(from, next, 2 * hops * one / (size_t)ranks); break;
        case NCCL_BROADCAST:
            if ((r + 1) % ranks != o->peer)
                links_sent(from, next, one);
            break;
        case NCCL_REDUCE:
            if (r != o->peer)
                links_sent(from, next, one);
            break;
        default:
            for (int to = 0; to < ranks; to++)
                links_sent(from, by_rank[to]->comm->device, one);
        }
    }
}

static void meet(struct nccl_operation *const operations[], int count)
{
    cudaStream_t streams[NCCL_MAX_RANKS] = {0};
    int devices[NCCL_MAX_RANKS] = {0}, here = 0;
    for (int i = 0; i < count; i++)
        if (!operations[i]->comm->is_remote) {
            streams[here] = operations[i]->stream;
            devices[here++] = operations[i]->comm->device;
        }
    streams_meet(streams, devices, here);
}

bool nccl_read(struct nccl_operation *o)
{
    const size_t bytes = nccl_send_bytes(o);
    o->data = library_memory(bytes, 1);
    return launch(o, read_operand, o->data, bytes);
}

static bool have_data(struct nccl_operation *o)
{
    if (o->data)
        return true;
    if (!o->comm->is_remote)
        return nccl_read(o);
    nccl_fetch(o);
    return true;
}

// ---- Streams whose earlier work waits -----------------------------------------------------------

// A collective or a message whose streams have not all reached it. In each stream it is three
// works: one reads, one writes when all have read, and one ends when all have written.
struct meeting {
    pthread_mutex_t lock;
    int ranks, users, read, written;
    bool is_message, met[2];
    struct nccl_operation operations[NCCL_MAX_RANKS]; // by rank; or a send and its receive
    char *sent[NCCL_MAX_RANKS];
};

struct part {
    struct meeting *meeting;
    int rank;
};

static int counted(struct meeting *m, int *number, int change)
{
    pthread_mutex_lock(&m->lock);
    const int now = *number += change;
    pthread_mutex_unlock(&m->lock);
    return now;
}

// The first stream that gets here lets all of them wait for each other.
static void meet_once(struct meeting *m, bool at_end)
{
    struct nccl_operation *by_rank[NCCL_MAX_RANKS];
    for (int r = 0; r < NCCL_MAX_RANKS; r++)
        by_rank[r] = &m->operations[r];
    pthread_mutex_lock(&m->lock);
    const bool is_first = !m->met[at_end];
    m->met[at_end] = true;
    if (is_first)
        meet(by_rank, m->ranks);
    if (is_first && at_end && m->is_message)
        links_sent(by_rank[0]->comm->device, by_rank[1]->comm->device, nccl_send_bytes(by_rank[0]));
    else if (is_first && at_end)
        count_traffic(by_rank, m->ranks);
    pthread_mutex_unlock(&m->lock);
}

static void run_read(void *data)
{
    const struct part *p = data;
    struct meeting *m = p->meeting;
    const struct nccl_operation *o = &m->operations[p->rank];
    const size_t bytes = nccl_send_bytes(o);
    m->sent[p->rank] = library_memory(bytes, 1);
    launch(o, read_operand, m->sent[p->rank], bytes);
    counted(m, &m->read, 1);
}

static void run_write(void *data)
{
    const struct part *p = data;
    struct meeting *m = p->meeting;
    const struct nccl_operation *o = &m->operations[p->rank];
    const size_t bytes = nccl_recv_bytes(o);
    if (sticky_error() != cudaSuccess) // not all have read
        return;
    meet_once(m, false);
    if (m->is_message) {
        launch(o, write_operand, m->sent[0], bytes);
    } else if (bytes > 0) {
        char *result = library_memory(bytes, 1);
        result_of(o, m->sent, m->ranks, result);
        launch(o, write_operand, result, bytes);
        free(result);
    }
    counted(m, &m->written, 1);
}

static void run_end(void *data)
{
    if (sticky_error() == cudaSuccess)
        meet_once(((const struct part *)data)->meeting, true);
}

static bool all_have_read(const void *data)
{
    struct meeting *m = ((const struct part *)data)->meeting;
    return counted(m, &m->read, 0) == m->ranks;
}

static bool all_have_written(const void *data)
{
    struct meeting *m = ((const struct part *)data)->meeting;
    return counted(m, &m->written, 0) == m->ranks;
}

static void leave_meeting(void *data)
{
    struct meeting *m = ((const struct part *)data)->meeting;
    if (counted(m, &m->users, -1) == 0) {
        for (int r = 0; r < m->ranks; r++)
            free(m->sent[r]);
        free(m);
    }
    free(data);
}

static void add_works(struct meeting *m, int rank)
{
    const struct nccl_operation *o = &m->operations[rank];
    struct part part = {m, rank};
    const char *reason = m->is_message ? "waits for the stream of the other rank"
                                       : "waits for the streams of the other ranks";
    const struct pending_call works[] = {
        {.run = run_read, .release = leave_meeting, .data = &part, .what = o->name, .pc = o->pc},
        {.run = run_write,
         .is_ready = all_have_read,
         .release = leave_meeting,
         .data = &part,
         .what = o->name,
         .pc = o->pc,
         .reason = reason},
        {.run = run_end,
         .is_ready = all_have_written,
         .release = leave_meeting,
         .data = &part,
         .what = o->name,
         .pc = o->pc,
         .reason = reason}};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        pending_add_copy(o->stream, &works[i], sizeof part);
}

static bool is_blocked(const struct nccl_operation *o)
{
    const int before = gpu_current();
    cudaSetDevice(o->comm->device);
    const bool blocked = pending_blocks(o->stream);
    cudaSetDevice(before);
    return blocked;
}

// Queues the operation if earlier work of one of its streams waits. Not between processes.
static bool queue(struct nccl_operation *const by_rank[], int ranks, bool is_message)
{
    const int before = gpu_current();
    bool any = false;
    for (int r = 0; r < ranks; r++) {
        if (by_rank[r]->comm->clique->shared)
            return false;
        any = any || is_blocked(by_rank[r]);
    }
    if (!any)
        return false;
    struct meeting *m = library_memory(1, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    m->ranks = ranks;
    m->users = 3 * ranks;
    m->is_message = is_message;
    for (int r = 0; r < ranks; r++)
        m->operations[r] = *by_rank[r];
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(by_rank[r]->comm->device);
        add_works(m, r);
    }
    cudaSetDevice(before);
    return true;
}

// ---- Execution ----------------------------------------------------------------------------------

void nccl_execute_collective(struct nccl_operation *const by_rank[], int ranks)
{
    char *sent[NCCL_MAX_RANKS] = {0}, *result;
    bool fine = by_rank[0]->count > 0;
    if (!fine || queue(by_rank, ranks, false))
        return;
    for (int r = 0; r < ranks && fine; r++) {
        fine = have_data(by_rank[r]);
        sent[r] = by_rank[r]->data;
    }
    meet(by_rank, ranks);
    for (int r = 0; r < ranks && fine; r++) {
        const size_t bytes = nccl_recv_bytes(by_rank[r]);
        if (bytes == 0 || by_rank[r]->comm->is_remote)
            continue;
        result = library_memory(bytes, 1);
        result_of(by_rank[r], sent, ranks, result);
        fine = launch(by_rank[r], write_operand, result, bytes);
        free(result);
    }
    meet(by_rank, ranks);
    count_traffic(by_rank, ranks);
}

void nccl_execute_message(struct nccl_operation *send, struct nccl_operation *recv)
{
    struct nccl_operation *const both[] = {send, recv};
    const size_t bytes = nccl_send_bytes(send);
    const bool receives = !recv->comm->is_remote;
    if (queue(both, 2, true))
        return;
    const bool fine = receives && have_data(send);
    meet(both, 2);
    if (fine)
        launch(recv, write_operand, send->data, bytes);
    meet(both, 2);
    if (!send->comm->is_remote)
        links_sent(send->comm->device, recv->comm->device, bytes);
}
