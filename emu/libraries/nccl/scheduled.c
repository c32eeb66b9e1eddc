// SPDX-License-Identifier: MIT
//
// scheduled.c: adds NCCL's calls to the expected schedule (engine/host/schedule.c).
#include "nccl_parts.h"

static int ranks_of(const struct ncclComm *comm) { return comm->clique ? comm->clique->ranks : 1; }

// What each GPU sends: NCCL's ring, or the message.
static double bytes_on_link(const struct nccl_operation *o)
{
    const double one = (double)(o->count * nccl_type_size(o->type));
    const double ranks = ranks_of(o->comm);
    switch (o->kind) {
    case NCCL_ALL_GATHER:
    case NCCL_REDUCE_SCATTER:
    case NCCL_ALL_TO_ALL: return (ranks - 1) * one;
    case NCCL_ALL_REDUCE: return 2 * (ranks - 1) / ranks * one;
    default: return one;
    }
}

// The n-th collectives of all ranks belong together, and so do the n-th messages from one rank to
// another.
bool nccl_is_scheduled(const struct nccl_operation *o)
{
    enum { PAIRS = NCCL_MAX_RANKS * NCCL_MAX_RANKS + 1 };
    struct ncclComm *comm = o->comm;
    const bool is_message = o->kind >= NCCL_COLLECTIVES, sends = o->kind == NCCL_SEND;
    int64_t clique = 0, meets = 0;
    if (!schedule_on)
        return false;
    for (const struct nccl_clique *c = comm->clique; c; c = c->next)
        clique++;
    if (is_message) {
        const int from = sends ? comm->rank : o->peer, to = sends ? o->peer : comm->rank;
        meets = ++comm->messages[o->peer][sends] * PAIRS + 1 + (int64_t)from * NCCL_MAX_RANKS + to;
    } else {
        meets = ++comm->collectives * PAIRS;
    }
    return schedule_collective(o->name, o->stream, bytes_on_link(o), meets << 16 | clique,
                               is_message ? 2 : ranks_of(comm));
}
