// SPDX-License-Identifier: MIT
//
// memory.c: memory for NCCL: its allocation, and buffers and windows that are registered.
//
// Registration makes collectives faster on GPUs. Here it has no effect on them, but its mistakes
// are reported. Handles are never freed, so a later use of one is detected.
#include "nccl_parts.h"

#include <stdio.h>
#include <stdlib.h>

// A registered buffer, or a window.
struct ncclWindow_vidmem {
    struct ncclWindow_vidmem *next; // of the same rank, the newest first
    struct ncclComm *comm;
    char *buffer;
    size_t size;
    bool is_window;
    int flags, number; // windows of a rank count from 1
    unsigned thread;
    bool in_group;
    const char *made_by, *ended_by; // ended_by NULL: it is registered
};

static const char *maker_of(const struct ncclWindow_vidmem *w)
{
    return w->is_window ? "ncclCommWindowRegister" : "ncclCommRegister";
}

static bool is_registered(const struct ncclWindow_vidmem *w)
{
    return !w->ended_by && w->comm->alive == NCCL_ALIVE;
}

static void report_with(enum diagnosis_kind kind, const char *pc, const struct other_access *other,
                        const char *cure, const char *text)
{
    report_diagnosis(&(struct diagnosis){.kind = kind, .pc = pc, .other = other, .cure = cure},
                     "%s", text);
}

// ---- Allocation ---------------------------------------------------------------------------------

// What ncclMemAlloc has returned and ncclMemFree has not freed.
struct own_memory {
    struct own_memory *next;
    void *base;
};
static struct own_memory *own_memory; // with nccl_lock

static struct own_memory **find_own(const void *base)
{
    struct own_memory **at = &own_memory;
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    return at;
}

ncclResult_t ncclMemAlloc(void **p, size_t size)
{
    nccl_begin();
    if (!p)
        return ncclInvalidArgument;
    if (allocate_memory(p, size, CALLER()) != cudaSuccess)
        return ncclUnhandledCudaError;
    struct own_memory *own = library_memory(1, sizeof *own);
    pthread_mutex_lock(&nccl_lock);
    *own = (struct own_memory){own_memory, *p};
    own_memory = own;
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}

// A window or a registered buffer in the memory from p on, or NULL.
static const struct ncclWindow_vidmem *registered_in(const char *p)
{
    const struct allocation *a = arena_find_start((uintptr_t)p);
    for (const struct nccl_clique *c = nccl_cliques; a && c; c = c->next)
        for (int r = 0; r < c->ranks; r++)
            for (const struct ncclWindow_vidmem *w = c->comms[r] ? c->comms[r]->windows : NULL; w;
                 w = w->next)
                if (is_registered(w) && (uintptr_t)w->buffer - a->base < a->size)
                    return w;
    return NULL;
}

ncclResult_t ncclMemFree(void *p)
{
    char text[200];
    nccl_begin();
    pthread_mutex_lock(&nccl_lock);
    const struct ncclWindow_vidmem *w = registered_in(p);
    struct own_memory **at = find_own(p), *own = *at;
    if (own)
        *at = own->next;
    free(own);
    pthread_mutex_unlock(&nccl_lock);
    if (w) {
        const struct other_access other = {.what = maker_of(w), .pc = w->made_by};
        snprintf(text, sizeof text, "ncclMemFree of memory that rank %d has registered",
                 w->comm->rank);
        report_with(KIND_FREE, CALLER(), &other,
                    w->is_window ? "call ncclCommWindowDeregister before"
                                 : "call ncclCommDeregister before",
                    text);
    }
    return release_memory(p, CALLER()) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

// ---- Registration -------------------------------------------------------------------------------

// Why NCCL does not register the buffer, or NULL.
static const char *refusal(const struct ncclWindow_vidmem *w)
{
    enum { ALIGNMENT = 4096 };
    static _Thread_local char why[200];
    const struct allocation *a = arena_nearest((uintptr_t)w->buffer);
    if (!w->buffer || w->size == 0)
        return w->buffer ? "the size is 0" : "the buffer is a null pointer";
    if (!a || !arena_is_valid((uintptr_t)w->buffer, w->size))
        return "the buffer, with this size, is not in memory of a GPU";
    if (a->device != w->comm->device) {
        snprintf(why, sizeof why, "the buffer is memory of GPU %d, but the GPU of rank %d is %d",
                 a->device, w->comm->rank, w->comm->device);
        return why;
    }
    if (w->is_window && a->kind != ALLOC_RESERVED && !*find_own((void *)a->base))
        return "a window needs memory from ncclMemAlloc (or cuMemMap): cudaMalloc's cannot be "
               "shared with the other ranks";
    if (w->is_window && ((uintptr_t)w->buffer - a->base) % ALIGNMENT != 0)
        return "a window begins at a multiple of 4096 bytes in its memory";
    return NULL;
}

static const struct ncclWindow_vidmem *window_number(const struct ncclComm *comm, int number)
{
    const struct ncclWindow_vidmem *w = comm && !comm->is_remote ? comm->windows : NULL;
    while (w && (!w->is_window || w->number != number))
        w = w->next;
    return w;
}

// Compares the calls of two ranks. In NCCL each waits for the other one.
static bool report_pair(const struct ncclWindow_vidmem *a, const struct ncclWindow_vidmem *b)
{
    const struct other_access other = {.what = maker_of(a), .pc = a->made_by};
    char text[200];
    if (a->flags != b->flags) {
        snprintf(text, sizeof text,
                 "ncclCommWindowRegister: rank %d has flags %d for its window %d, rank %d has %d",
                 b->comm->rank, b->flags, b->number, a->comm->rank, a->flags);
        report_with(KIND_COLLECTIVE, b->made_by, &other,
                    "register the windows of all ranks in the same order, with the same flags",
                    text);
        return true;
    }
    if (a->thread != b->thread || a->in_group || b->in_group)
        return false;
    snprintf(text, sizeof text,
             "ncclCommWindowRegister: one host thread calls for ranks %d and %d outside a group",
             a->comm->rank, b->comm->rank);
    report_with(KIND_COLLECTIVE, b->made_by, &other,
                "put the calls for all ranks of this thread between ncclGroupStart and "
                "ncclGroupEnd, or give each GPU its own thread",
                text);
    return true;
}

static void compare_with_other_ranks(const struct ncclWindow_vidmem *w)
{
    const struct nccl_clique *c = w->comm->clique;
    for (int r = 0; r < c->ranks; r++) {
        const struct ncclWindow_vidmem *other =
            r == w->comm->rank ? NULL : window_number(c->comms[r], w->number);
        if (other && report_pair(other, w))
            return;
    }
}

static ncclResult_t add(struct ncclWindow_vidmem w, ncclWindow_t *to)
{
    pthread_mutex_lock(&nccl_lock);
    const char *why = refusal(&w);
    if (!why) {
        w.next = w.comm->windows;
        w.number = w.is_window ? ++w.comm->window_count : 0;
        w.thread = nccl_thread();
        w.in_group = nccl_in_group();
        *to = library_memory(1, sizeof w);
        **to = w;
        w.comm->windows = *to;
        if (w.is_window)
            compare_with_other_ranks(*to);
    }
    pthread_mutex_unlock(&nccl_lock);
    return why ? nccl_fail(ncclInvalidArgument, w.made_by, maker_of(&w), "%s", why) : ncclSuccess;
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *p, size_t size, ncclWindow_t *window,
                                    int flags)
{
    nccl_begin();
    if (!window || !nccl_is_alive(comm, "ncclCommWindowRegister", CALLER()))
        return ncclInvalidArgument;
    *window = NULL;
    return add((struct ncclWindow_vidmem){.comm = comm,
                                          .buffer = p,
                                          .size = size,
                                          .is_window = true,
                                          .flags = flags,
                                          .made_by = CALLER()},
               window);
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *p, size_t size, void **handle)
{
    ncclWindow_t made = NULL;
    nccl_begin();
    if (!handle || !nccl_is_alive(comm, "ncclCommRegister", CALLER()))
        return ncclInvalidArgument;
    const ncclResult_t result = add(
        (struct ncclWindow_vidmem){.comm = comm, .buffer = p, .size = size, .made_by = CALLER()},
        &made);
    *handle = made;
    return result;
}

// ---- Deregistration -----------------------------------------------------------------------------

static void report_end(const struct ncclWindow_vidmem *w, const char *call, const char *pc)
{
    const struct allocation *a = arena_nearest((uintptr_t)w->buffer);
    char text[200];
    if (w->ended_by) {
        const struct other_access other = {.what = "deregistered", .pc = w->ended_by};
        snprintf(text, sizeof text, "%s: it was deregistered before", call);
        report_with(KIND_MISTAKE, pc, &other, "deregister each window and each buffer once", text);
    } else if (!arena_is_valid((uintptr_t)w->buffer, w->size)) {
        const struct other_access other = {.what = "freed", .pc = a ? a->freed_by : NULL};
        snprintf(text, sizeof text, "%s: the memory was freed while it was registered", call);
        report_with(KIND_FREE, pc, other.pc ? &other : NULL, "deregister it before it is freed",
                    text);
    }
}

static ncclResult_t end(struct ncclComm *comm, const void *handle, const char *call, const char *pc,
                        bool is_window)
{
    nccl_begin();
    if (!nccl_is_alive(comm, call, pc))
        return ncclInvalidArgument;
    if (!handle)
        return ncclSuccess;
    pthread_mutex_lock(&nccl_lock);
    struct ncclWindow_vidmem *w = comm->windows;
    while (w && w != handle)
        w = w->next;
    const bool was_ended = w && w->ended_by;
    const bool is_right = w && w->is_window == is_window;
    if (is_right)
        report_end(w, call, pc);
    if (is_right && !was_ended)
        w->ended_by = pc;
    pthread_mutex_unlock(&nccl_lock);
    if (!is_right)
        return nccl_fail(ncclInvalidArgument, pc, call,
                         "rank %d has not registered this %s with this communicator", comm->rank,
                         is_window ? "window" : "handle");
    return was_ended ? ncclInvalidArgument : ncclSuccess;
}

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t window)
{
    return end(comm, window, "ncclCommWindowDeregister", CALLER(), true);
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle)
{
    return end(comm, handle, "ncclCommDeregister", CALLER(), false);
}

// ---- Use by collectives -------------------------------------------------------------------------

static const struct ncclWindow_vidmem *symmetric_window(const struct ncclComm *comm, const char *p)
{
    const struct ncclWindow_vidmem *w = comm->is_remote ? NULL : comm->windows;
    while (w && (!is_registered(w) || !(w->flags & NCCL_WIN_COLL_SYMMETRIC) ||
                 (uintptr_t)p - (uintptr_t)w->buffer >= w->size))
        w = w->next;
    return w;
}

static bool report_offsets(const struct nccl_operation *a, const struct nccl_operation *b,
                           const char *role, const char *of_a, const char *of_b)
{
    const struct ncclWindow_vidmem *first = symmetric_window(a->comm, of_a);
    const struct ncclWindow_vidmem *second = symmetric_window(b->comm, of_b);
    const struct other_access other = {.what = a->name, .pc = a->pc};
    char text[200];
    if (!first || !second || of_a - first->buffer == of_b - second->buffer)
        return false;
    snprintf(text, sizeof text,
             "%s: the %s buffer of rank %d begins at byte %td of its window, that of rank %d at "
             "byte %td",
             b->name, role, b->comm->rank, of_b - second->buffer, a->comm->rank,
             of_a - first->buffer);
    report_with(KIND_COLLECTIVE, b->pc, &other,
                "windows with NCCL_WIN_COLL_SYMMETRIC need the same offset on all ranks: use it, "
                "or register them with NCCL_WIN_DEFAULT",
                text);
    return true;
}

bool nccl_report_asymmetric(const struct nccl_operation *a, const struct nccl_operation *b)
{
    return (nccl_send_bytes(a) && nccl_send_bytes(b) &&
            report_offsets(a, b, "send", a->send, b->send)) ||
           (nccl_recv_bytes(a) && nccl_recv_bytes(b) &&
            report_offsets(a, b, "receive", a->recv, b->recv));
}

// ---- The end of the program ---------------------------------------------------------------------

static const struct ncclWindow_vidmem *without_partner(const struct nccl_clique *c, int *missing)
{
    for (int r = 0; r < c->ranks; r++)
        for (int i = 1; c->comms[r] && i <= c->comms[r]->window_count; i++)
            for (*missing = 0; *missing < c->ranks; ++*missing)
                if (c->comms[*missing] && !c->comms[*missing]->is_remote &&
                    c->comms[*missing]->window_count < i)
                    return window_number(c->comms[r], i);
    return NULL;
}

void nccl_report_windows(void)
{
    int missing = 0;
    char text[200];
    for (const struct nccl_clique *c = nccl_cliques; c; c = c->next) {
        const struct ncclWindow_vidmem *w =
            c->broken || sticky_error() != cudaSuccess ? NULL : without_partner(c, &missing);
        if (!w)
            continue;
        snprintf(text, sizeof text,
                 "ncclCommWindowRegister: rank %d waits for rank %d of %d, which never calls it",
                 w->comm->rank, missing, c->ranks);
        report_with(KIND_DEADLOCK, w->made_by, NULL,
                    "let every rank of the communicator make the call: it is a collective", text);
    }
}
