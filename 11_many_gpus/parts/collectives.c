// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // setenv
#include "collectives.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../common/base/processes.h"

#ifdef HAVE_NCCL
#include <nccl.h>

#define NCCL_CHECK(call) nccl_check((call), #call, __FILE__, __LINE__)

static void nccl_check(ncclResult_t result, const char *call, const char *file, int line)
{
    if (result == ncclSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, ncclGetErrorString(result));
    exit(1);
}

struct meeting {
    ncclUniqueId id; // of process 0
    ncclResult_t result;
};

static void join(struct rank *me, void *context)
{
    struct meeting *m = context;
    m->result = ncclCommInitRank(&me->comm, me->count, m->id, me->number);
}

// The rank of this process; the ranks of the others are joining, too.
static bool join_processes(struct ranks *all, struct failure *why)
{
    struct meeting m = {.result = ncclSuccess};
    if (all->first == 0)
        m.result = ncclGetUniqueId(&m.id);
    processes_broadcast(&m, sizeof m);
    if (m.result == ncclSuccess)
        ranks_run(all, join, &m);
    return m.result == ncclSuccess || fail(why, "NCCL: %s", ncclGetErrorString(m.result));
}

// One thread makes all communicators; the ranks' threads use them. NVLS, sums and copies inside the
// switch by multicast, stays off unless the user asks for it: the chapter is about links.
bool collectives_open(struct ranks *all, struct failure *why)
{
    ncclComm_t comms[MANY_MOST];
    int devices[MANY_MOST];
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    if (all->here < all->count)
        return join_processes(all, why);
    for (int r = 0; r < all->count; r++)
        devices[r] = all->rank[r].device;
    const ncclResult_t result = ncclCommInitAll(comms, all->count, devices);
    if (result != ncclSuccess)
        return fail(why, "NCCL: %s", ncclGetErrorString(result));
    for (int r = 0; r < all->count; r++)
        all->rank[r].comm = comms[r];
    return true;
}

static void destroy(struct rank *me, void *unused)
{
    (void)unused;
    NCCL_CHECK(ncclCommDestroy(me->comm));
    me->comm = NULL;
}

void collectives_close(struct ranks *all) { ranks_run(all, destroy, NULL); }

void collectives_all_gather(struct rank *me, const uint16_t *from, uint16_t *to, size_t count)
{
    NCCL_CHECK(ncclAllGather(from, to, count, ncclBfloat16, me->comm, me->compute));
}

// Ranks of one color form a communicator, in the order of the key.
void collectives_join_grid(struct rank *me, void *unused)
{
    const int across = me->count / me->all->grid_rows;
    const int row = me->number / across, column = me->number % across;
    (void)unused;
    NCCL_CHECK(ncclCommSplit(me->comm, row, column, &me->row, NULL));
    NCCL_CHECK(ncclCommSplit(me->comm, column, row, &me->column, NULL));
}

void collectives_leave_grid(struct rank *me, void *unused)
{
    (void)unused;
    NCCL_CHECK(ncclCommDestroy(me->row));
    NCCL_CHECK(ncclCommDestroy(me->column));
}

void collectives_broadcast_row(struct rank *me, uint16_t *x, size_t count, int root)
{
    NCCL_CHECK(ncclBroadcast(x, x, count, ncclBfloat16, root, me->row, me->links));
}

void collectives_broadcast_column(struct rank *me, uint16_t *x, size_t count, int root)
{
    NCCL_CHECK(ncclBroadcast(x, x, count, ncclBfloat16, root, me->column, me->links));
}

void collectives_reduce_scatter(struct rank *me, const uint16_t *from, uint16_t *to, size_t count)
{
    NCCL_CHECK(ncclReduceScatter(from, to, count, ncclBfloat16, ncclSum, me->comm, me->compute));
}

#else

bool collectives_open(struct ranks *all, struct failure *why)
{
    (void)all;
    return fail(why, "NCCL was not found when this program was built: install libnccl-dev");
}

void collectives_close(struct ranks *all) { (void)all; }

static void missing(void)
{
    fprintf(stderr, "11_many_gpus: no NCCL\n");
    exit(1);
}

void collectives_join_grid(struct rank *me, void *unused) { (void)me, (void)unused; }

void collectives_leave_grid(struct rank *me, void *unused) { (void)me, (void)unused; }

void collectives_broadcast_row(struct rank *me, uint16_t *x, size_t count, int root)
{
    (void)me, (void)x, (void)count, (void)root;
    missing();
}

void collectives_broadcast_column(struct rank *me, uint16_t *x, size_t count, int root)
{
    (void)me, (void)x, (void)count, (void)root;
    missing();
}

void collectives_all_gather(struct rank *me, const uint16_t *from, uint16_t *to, size_t count)
{
    (void)me, (void)from, (void)to, (void)count;
    missing();
}

void collectives_reduce_scatter(struct rank *me, const uint16_t *from, uint16_t *to, size_t count)
{
    (void)me, (void)from, (void)to, (void)count;
    missing();
}
#endif
