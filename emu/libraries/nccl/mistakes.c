// SPDX-License-Identifier: MIT
//
// mistakes.c: reports of mistakes that concern several calls of NCCL.
#include "nccl_parts.h"

#include "../../engine/program/program.h"
#include "../../engine/run/others.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// ---- Who waits for what -------------------------------------------------------------------------

static size_t add_call(char *text, size_t size, size_t used, const struct nccl_operation *o)
{
    char line[300], peer[40] = "";
    if (o->kind >= NCCL_COLLECTIVES)
        snprintf(peer, sizeof peer, o->kind == NCCL_SEND ? " to rank %d" : " from rank %d",
                 o->peer);
    const int length =
        snprintf(text + used, size - used, "%srank %d: %s%s at %s", used ? "\n          " : "",
                 o->comm->rank, o->name, peer, source_line(o->pc, line, sizeof line));
    return length < (int)(size - used) ? used + (size_t)length : size - 1;
}

const char *nccl_chain(const struct nccl_clique *c)
{
    static char text[3000]; // with nccl_lock
    size_t used = 0;
    int ranks = 0;
    for (int r = 0; r < c->ranks; r++) {
        const struct nccl_operation *o = c->comms[r] ? c->comms[r]->first : NULL;
        const long long batch = o ? o->batch : 0;
        ranks += o != NULL;
        for (; o && o->batch == batch; o = o->next)
            used = add_call(text, sizeof text, used, o);
    }
    text[ranks > 1 ? used : 0] = '\0';
    return text;
}

// ---- Groups -------------------------------------------------------------------------------------

static void report_group(const char *pc, const char *group, const char *what)
{
    const struct other_access other = {.what = "ncclGroupStart", .pc = group};
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_COLLECTIVE,
                            .pc = pc,
                            .other = &other,
                            .cure = "call ncclGroupEnd after the calls of the group, and before "
                                    "anything waits for them"},
        "%s", what);
}

void nccl_host_waits(cudaStream_t stream, int device, const char *call, const char *pc)
{
    const char *group;
    char text[300];
    for (const struct nccl_operation *o = nccl_grouped(&group); o; o = o->next)
        if (o->comm->device == device &&
            (stream == STREAM_ANY || stream_follows(stream, o->stream, device))) {
            snprintf(text, sizeof text,
                     "%s waits inside a group: %s of rank %d begins only at ncclGroupEnd", call,
                     o->name, o->comm->rank);
            report_group(pc, group, text);
            return;
        }
}

void nccl_report_open_group(void)
{
    const char *group;
    const struct nccl_operation *o = nccl_grouped(&group);
    char text[300];
    if (!o)
        return;
    snprintf(text, sizeof text, "%s of rank %d never begins: its group was not ended", o->name,
             o->comm->rank);
    report_group(o->pc, group, text);
}

// ---- Communicators ------------------------------------------------------------------------------

bool nccl_id_was_used(const ncclUniqueId *id, const char *pc)
{
    for (const struct nccl_clique *c = nccl_cliques; c; c = c->next) {
        if (memcmp(&c->id, id, sizeof *id) != 0 || c->present < c->ranks)
            continue;
        const char *made_by = NULL;
        for (int r = 0; r < c->ranks && !made_by; r++)
            made_by = c->comms[r]->made_by;
        const struct other_access other = {.what = "ncclCommInitRank", .pc = made_by};
        report_diagnosis(&(struct diagnosis){.kind = KIND_COLLECTIVE,
                                             .pc = pc,
                                             .other = made_by ? &other : NULL,
                                             .cure = "call ncclGetUniqueId for each communicator"},
                         "ncclCommInitRank: a communicator was made with this id before");
        return true;
    }
    return false;
}

// A call is so short here that two threads rarely meet in it. So while another thread runs, the
// first calls last longer. Threads that take turns are not affected: none of them calls meanwhile.
static void linger(struct ncclComm *comm)
{
    enum { PAUSES = 3, NANOSECONDS = 10000000 };
    if (comm->pauses++ >= PAUSES || !others_run())
        return;
    pthread_mutex_unlock(&nccl_lock);
    nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
    pthread_mutex_lock(&nccl_lock);
}

bool nccl_use_begins(struct ncclComm *comm, const char *call, const char *pc)
{
    const unsigned thread = nccl_thread();
    const struct nccl_user *user = &comm->user;
    if (comm->clique->broken)
        return false;
    if (user->thread && user->thread != thread) {
        const bool is_later = pc > user->pc;
        const struct other_access other = {.what = is_later ? user->call : call,
                                           .pc = is_later ? user->pc : pc};
        report_diagnosis(
            &(struct diagnosis){.kind = KIND_COLLECTIVE,
                                .pc = is_later ? pc : user->pc,
                                .other = &other,
                                .cure = "let one thread at a time call, or give each thread a "
                                        "communicator of its own"},
            "%s: two host threads use one communicator at the same time",
            is_later ? call : user->call);
        return false;
    }
    comm->user = (struct nccl_user){thread, call, pc};
    linger(comm);
    return !comm->clique->broken;
}

void nccl_use_ends(struct ncclComm *comm) { comm->user.thread = 0; }
