// SPDX-License-Identifier: MIT
//
// nccl_parts.h: declarations shared by the files of the emulated NCCL.
//
// A call is an operation of a rank. It waits in its communicator for the matching operations of the
// other ranks. Then all of them are executed together (execute.c), as a launch on each rank's GPU,
// in the stream that the call names. So a stream, or the host, that needs the result waits until
// the last rank has called (nccl_settle). Ranks may be in several processes (processes.c). Then
// every process executes the part of its own ranks.
#ifndef NCCL_PARTS_H
#define NCCL_PARTS_H

#include "../library.h"
#include "nccl.h"

enum { NCCL_MAX_RANKS = 8 };

enum nccl_kind {
    NCCL_ALL_REDUCE,
    NCCL_ALL_GATHER,
    NCCL_REDUCE_SCATTER,
    NCCL_BROADCAST,
    NCCL_REDUCE,
    NCCL_ALL_TO_ALL,
    NCCL_COLLECTIVES,
    NCCL_SEND = NCCL_COLLECTIVES,
    NCCL_RECV
};

struct nccl_operation {
    struct nccl_operation *next; // the next one of the same rank
    enum nccl_kind kind;
    const char *name; // "ncclAllReduce"
    struct ncclComm *comm;
    const void *send;
    void *recv;
    size_t count; // from the call
    ncclDataType_t type;
    ncclRedOp_t op;
    int peer; // or root
    cudaStream_t stream;
    const char *pc;
    unsigned thread;  // number of the host thread
    long long batch;  // its group, or itself: operations of one batch do not wait for each other
    long long number; // in its rank's lane (processes.c)
    char *data;       // what it has sent, or NULL
};

// A rank's call of ncclCommSplit that waits for those of the other ranks.
struct nccl_split {
    bool waits;
    int color, key;
    ncclComm_t *to;
    const char *pc;
};

// Ranks that communicate.
struct nccl_clique {
    struct nccl_clique *next;
    ncclUniqueId id;
    int ranks, present;
    struct ncclComm *comms[NCCL_MAX_RANKS];
    struct nccl_split splits[NCCL_MAX_RANKS]; // by rank
    int splits_done;
    struct nccl_shared *shared; // with the other processes; NULL: all ranks are in this one
    bool broken; // a mistake was reported, so further requests of its ranks have no meaning
};

enum { NCCL_ALIVE = 0x4e43434c };
struct ncclComm {
    int alive; // NCCL_ALIVE, or 0 after ncclCommDestroy; the memory stays, so that a later use is
               // detected
    struct nccl_clique *clique;
    int rank, device;
    bool is_remote;     // stands for a rank of another process
    long long imported; // its calls so far
    int64_t collectives,
        messages[NCCL_MAX_RANKS][2]; // of the schedule; messages to and from a rank
    struct nccl_operation *first, *last;
    ncclResult_t error;
    const char *made_by, *destroyed_by;
    struct nccl_user {
        unsigned thread; // 0: none now
        const char *call, *pc;
    } user;
    struct ncclWindow_vidmem *windows; // memory.c
    int window_count;                  // so far
    int pauses;                        // in which another thread would be noticed
};

// Protects everything here and below.
extern pthread_mutex_t nccl_lock;
extern pthread_cond_t nccl_changed;
extern struct nccl_clique
    *nccl_cliques;               // all of them, the newest first; their memory is never freed
extern atomic_llong nccl_events; // number of calls, which shows a waiting thread whether others
                                 // still make progress

size_t nccl_type_size(ncclDataType_t type); // 0: no type
const char *nccl_type_name(ncclDataType_t type);

// ---- communicator.c -----------------------------------------------------------------------------

void nccl_begin(void);      // called by each call
unsigned nccl_thread(void); // number of this host thread; threads count as users until they end
bool nccl_wait_quietly(long long *events); // waits for a change; false: none can come any more
double nccl_seconds(void); // after so many without a call of NCCL, none comes any more
struct ncclComm *nccl_add_rank(struct nccl_clique *clique, int rank, int device, const char *pc);
ncclResult_t nccl_fail(ncclResult_t result, const char *pc, const char *call, const char *why, ...)
    __attribute__((format(printf, 4, 5))); // stores the reason (ncclGetLastError) and prints it as
                                           // a note
bool nccl_is_alive(const struct ncclComm *comm, const char *call, const char *pc);
// Waits until all ranks of the communicator exist and its ncclCommSplit, if any, is complete.
// Between ncclGroupStart and ncclGroupEnd the calls of one thread may be incomplete.
ncclResult_t nccl_await_ranks(struct ncclComm *comm);

// ---- group.c ------------------------------------------------------------------------------------

bool nccl_in_group(void);
// The first call in the group of this thread, and the call of ncclGroupStart; NULL: none.
const struct nccl_operation *nccl_grouped(const char **group_pc);
void nccl_group_adds_rank(struct ncclComm *comm);
void nccl_progress(void); // executes what can be
void nccl_settle(cudaStream_t stream, int device);
void nccl_end_of_program(void);
// Waits until every operation of the communicator has been executed, or cannot be.
void nccl_finish(struct ncclComm *comm);

// ---- processes.c --------------------------------------------------------------------------------

void nccl_new_id(ncclUniqueId *id);
const char *nccl_id_is_wrong(const ncclUniqueId *id); // why, or NULL
void nccl_split_id(const struct nccl_clique *from, int color, ncclUniqueId *id);
// Adds a rank of this process to the clique's file, or removes it.
ncclResult_t nccl_join(struct ncclComm *comm, const char *call);
void nccl_leave(struct ncclComm *comm);
void nccl_remove_files(void);                               // at the end of the program
bool nccl_has_ended(const struct nccl_clique *c, int rank); // the process of that rank has ended
void nccl_import(struct nccl_clique *c);                    // the calls of the other processes
// Shows a call to the other processes (false: too many wait already), then the data that it sends.
bool nccl_post(struct nccl_operation *o);
void nccl_publish(const struct nccl_operation *o);
void nccl_post_split(const struct ncclComm *comm);
// Of a call in another process: are its data there? Copies them to o->data. This process no longer
// needs them.
bool nccl_is_sent(const struct nccl_operation *o);
void nccl_fetch(struct nccl_operation *o);
void nccl_is_taken(const struct nccl_operation *o);
// Waits a little for a change. False: no process has called for too long. One nccl_patience, at
// first zero, for each call that waits.
struct nccl_patience {
    long long events;
    unsigned changes;
    int windows;
    double since, work;
};
bool nccl_wait_for_processes(struct nccl_clique *c, struct nccl_patience *p);

// ---- mistakes.c ---------------------------------------------------------------------------------

// Where a hang is reported: the calls in which the ranks wait. Returns "" if only one rank waits.
const char *nccl_chain(const struct nccl_clique *c);
// The host waits for a stream: reports calls of this thread that a group holds back.
void nccl_host_waits(cudaStream_t stream, int device, const char *call, const char *pc);
void nccl_report_open_group(void); // at the end of the program
// Reports that a communicator has been made with this id.
bool nccl_id_was_used(const ncclUniqueId *id, const char *pc);
// A host thread uses the communicator between these two. Returns false if it must not: another
// thread does so, too, which is reported.
bool nccl_use_begins(struct ncclComm *comm, const char *call, const char *pc);
void nccl_use_ends(struct ncclComm *comm);

// ---- memory.c -----------------------------------------------------------------------------------

// Reports buffers that are not at the same place of windows that promise it.
bool nccl_report_asymmetric(const struct nccl_operation *a, const struct nccl_operation *b);
void nccl_report_windows(void); // at the end of the program

// ---- scheduled.c --------------------------------------------------------------------------------

// Adds a call to the expected schedule, if there is one. True: it must not be executed.
bool nccl_is_scheduled(const struct nccl_operation *o);

// ---- execute.c ----------------------------------------------------------------------------------

// Reads what a rank of this process sends. False: a diagnosis ended it.
bool nccl_read(struct nccl_operation *o);
// One operation per rank, in the order of ranks; or a send and its receive.
void nccl_execute_collective(struct nccl_operation *const by_rank[], int ranks);
void nccl_execute_message(struct nccl_operation *send, struct nccl_operation *recv);
// Returns the number of bytes that the call reads at `send`, and writes at `recv`.
size_t nccl_send_bytes(const struct nccl_operation *o);
size_t nccl_recv_bytes(const struct nccl_operation *o);

#endif
