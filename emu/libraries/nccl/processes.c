// SPDX-License-Identifier: MIT
//
// processes.c: ranks of several processes on this PC.
//
// The processes share a file that the unique id names. It is in memory (/dev/shm), and its name is
// removed as soon as all ranks have opened it, so that the file ends with the last process. Each
// rank has a lane of it, which its own process writes: a ring of the calls that the rank has made,
// and the data that these calls send. Every process imports the calls of the other ranks into
// communicators of its own. So the calls are matched as in one process (group.c), and all processes
// find the same matches, because these depend on the order of each rank's calls alone.
//
// A process locks one byte of the file for each of its ranks. The kernel releases the lock when the
// process ends, whatever ended it, and so the other processes see it.
#include "nccl_parts.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { RING = 1024, LANE_BITS = 38, LARGE = 1 << 20 }; // calls; bytes of data of a lane; bytes

// A line of the program, whose addresses differ from process to process.
struct place {
    uint64_t program;
    ptrdiff_t offset;
};

struct slot {
    enum nccl_kind kind;
    ncclDataType_t type;
    ncclRedOp_t op;
    int peer;
    size_t count;
    long long batch;
    struct place place;
    off_t data;
    size_t bytes;
    atomic_int sent;  // the data are in the file
    atomic_int taken; // by so many ranks
};

enum lane_state { LANE_ABSENT, LANE_PRESENT, LANE_LEFT };
struct lane {
    atomic_int state; // enum lane_state
    int device;
    pid_t process;
    struct place made_by;
    atomic_llong posted, imported[NCCL_MAX_RANKS]; // calls in all; by each rank's process
    atomic_int splits;                             // calls of ncclCommSplit
    struct split {
        int color, key;
        struct place place;
    } split[2]; // no rank is more than one call ahead
    struct slot slots[RING];
};

struct file {
    atomic_int ranks;
    atomic_uint changes;
    struct lane lanes[NCCL_MAX_RANKS];
};
// Its last byte, behind the struct, gives the file its size. The data follow.
enum { PAGE = 4096, MAPPED = (sizeof(struct file) / PAGE + 1) * PAGE };

struct nccl_shared {
    struct file *file;
    int fd;
    char path[150];
    struct {
        long long freed; // slots of this rank that may be used again
        off_t end;       // of its data
    } own[NCCL_MAX_RANKS];
};

static bool is_own(const struct nccl_clique *c, int rank)
{
    return c->comms[rank] && !c->comms[rank]->is_remote;
}

static int own_ranks(const struct nccl_clique *c)
{
    int count = 0;
    for (int r = 0; r < c->ranks; r++)
        count += is_own(c, r);
    return count;
}

// ---- Names --------------------------------------------------------------------------------------

struct own_id {
    char magic[8];
    uint64_t host, number;
    long process;
    char folder[80];
};

static uint64_t hash(uint64_t seed, const char *text)
{
    for (; *text; text++)
        seed = (seed ^ (unsigned char)*text) * 0x100000001B3u;
    return seed;
}

static uint64_t host_number(void)
{
    char name[200] = "";
    gethostname(name, sizeof name - 1);
    return hash(0xCBF29CE484222325u, name);
}

// In memory, unless a container has little of it there.
static const char *folder(void)
{
    static const char memory[] = "/dev/shm";
    struct statvfs room;
    const char *other = getenv("TMPDIR");
    if (access(memory, W_OK) == 0 && statvfs(memory, &room) == 0 &&
        (double)room.f_bavail * (double)room.f_bsize > 1 << 30)
        return memory;
    return other && *other && strlen(other) < sizeof((struct own_id *)0)->folder ? other : "/tmp";
}

void nccl_new_id(ncclUniqueId *id)
{
    static atomic_long calls;
    struct timespec now;
    struct own_id own = {.magic = "emu", .host = host_number(), .process = (long)getpid()};
    clock_gettime(CLOCK_REALTIME, &now);
    own.number = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec + (uint64_t)++calls;
    snprintf(own.folder, sizeof own.folder, "%s", folder());
    memset(id, 0, sizeof *id);
    memcpy(id, &own, sizeof own);
}

const char *nccl_id_is_wrong(const ncclUniqueId *id)
{
    struct own_id own;
    memcpy(&own, id, sizeof own);
    return strcmp(own.magic, "emu") != 0 ? "the id is not from ncclGetUniqueId"
           : own.host != host_number()
               ? "the id is from another computer: here all ranks must be on one"
               : NULL;
}

// The same id in every process that takes part in this split.
void nccl_split_id(const struct nccl_clique *from, int color, ncclUniqueId *id)
{
    struct own_id own;
    memcpy(&own, &from->id, sizeof own);
    own.number = (own.number + (uint64_t)color * 4093 + (uint64_t)from->splits_done + 1) *
                 0x9E3779B97F4A7C15u;
    *id = from->id;
    memcpy(id, &own, sizeof own);
}

// ---- Lines of other processes -------------------------------------------------------------------

static uint64_t program_of(const Dl_info *info)
{
    struct stat self;
    return hash(stat("/proc/self/exe", &self) == 0 ? (uint64_t)self.st_ino : 0, info->dli_fname);
}

static struct place place_of(const char *pc)
{
    Dl_info info;
    if (!pc || !dladdr(pc, &info))
        return (struct place){0};
    return (struct place){program_of(&info), pc - (const char *)info.dli_fbase};
}

// NULL if the other process does not run the program that has called at `near`.
static const char *pc_of(struct place place, const char *near)
{
    Dl_info info;
    if (!near || !dladdr(near, &info) || program_of(&info) != place.program)
        return NULL;
    return (const char *)info.dli_fbase + place.offset;
}

static const char *own_pc(const struct nccl_clique *c)
{
    for (int r = 0; r < c->ranks; r++)
        if (is_own(c, r))
            return c->comms[r]->made_by;
    return NULL;
}

// ---- The file -----------------------------------------------------------------------------------

static struct flock lock_of(int rank)
{
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = rank, .l_len = 1};
}

static void changed(const struct nccl_clique *c) { c->shared->file->changes++; }

static bool open_file(struct nccl_clique *c)
{
    struct nccl_shared *s = library_memory(1, sizeof *s);
    struct own_id own;
    memcpy(&own, &c->id, sizeof own);
    snprintf(s->path, sizeof s->path, "%s/emu_nccl.%ld.%llx", own.folder, own.process,
             (unsigned long long)own.number);
    s->fd = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const bool fine = s->fd >= 0 && pwrite(s->fd, "", 1, MAPPED - 1) == 1;
    s->file = fine ? mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0) : MAP_FAILED;
    if (s->file == MAP_FAILED) {
        if (s->fd >= 0)
            close(s->fd);
        free(s);
        return false;
    }
    c->shared = s;
    return true;
}

static void close_file(struct nccl_clique *c)
{
    unlink(c->shared->path);
    munmap(c->shared->file, MAPPED);
    close(c->shared->fd);
    free(c->shared);
    c->shared = NULL;
    for (int r = 0; r < c->ranks; r++)
        if (c->comms[r])
            c->comms[r]->first = c->comms[r]->last = NULL;
}

ncclResult_t nccl_join(struct ncclComm *comm, const char *call)
{
    struct nccl_clique *c = comm->clique;
    if (!c->shared && !open_file(c))
        return nccl_fail(ncclSystemError, comm->made_by, call, "no shared file: %s",
                         strerror(errno));
    struct lane *lane = &c->shared->file->lanes[comm->rank];
    struct flock lock = lock_of(comm->rank);
    int ranks = 0;
    if (!atomic_compare_exchange_strong(&c->shared->file->ranks, &ranks, c->ranks) &&
        ranks != c->ranks)
        return nccl_fail(ncclInvalidUsage, comm->made_by, call,
                         "rank %d of %d: another rank said %d ranks", comm->rank, c->ranks, ranks);
    if (fcntl(c->shared->fd, F_SETLK, &lock) != 0 || lane->state != LANE_ABSENT)
        return nccl_fail(ncclInvalidUsage, comm->made_by, call,
                         "rank %d of %d is there already, in another process", comm->rank,
                         c->ranks);
    lane->device = comm->device;
    lane->process = getpid();
    lane->made_by = place_of(comm->made_by);
    lane->state = LANE_PRESENT;
    changed(c);
    return ncclSuccess;
}

void nccl_leave(struct ncclComm *comm)
{
    struct nccl_clique *c = comm->clique;
    bool last = true;
    if (!c->shared)
        return;
    c->shared->file->lanes[comm->rank].state = LANE_LEFT;
    changed(c);
    for (int r = 0; r < c->ranks; r++)
        last = last && !(is_own(c, r) && c->comms[r]->alive);
    if (last)
        close_file(c);
}

void nccl_remove_files(void)
{
    for (const struct nccl_clique *c = nccl_cliques; c; c = c->next)
        if (c->shared)
            unlink(c->shared->path);
}

bool nccl_has_ended(const struct nccl_clique *c, int rank)
{
    struct flock lock = lock_of(rank);
    return c->shared && !is_own(c, rank) && c->shared->file->lanes[rank].state == LANE_PRESENT &&
           fcntl(c->shared->fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

// ---- Calls --------------------------------------------------------------------------------------

static struct slot *slot_of(const struct nccl_operation *o)
{
    return &o->comm->clique->shared->file->lanes[o->comm->rank].slots[o->number % RING];
}

// How many ranks read the data of an own call, in other processes.
static int readers(const struct nccl_clique *c, const struct slot *s)
{
    return s->kind < NCCL_COLLECTIVES ? c->ranks - own_ranks(c)
           : s->kind == NCCL_SEND     ? !is_own(c, s->peer)
                                      : 0;
}

static void free_slots(struct nccl_clique *c, int rank)
{
    struct nccl_shared *s = c->shared;
    struct lane *lane = &s->file->lanes[rank];
    long long *freed = &s->own[rank].freed;
    for (; *freed < lane->posted; ++*freed) {
        const struct slot *slot = &lane->slots[*freed % RING];
        if (!slot->sent || slot->taken < readers(c, slot))
            return;
        for (int r = 0; r < c->ranks; r++)
            if (!is_own(c, r) && s->file->lanes[r].state != LANE_LEFT &&
                lane->imported[r] <= *freed)
                return;
        if (slot->bytes >= LARGE) // its memory is free again
            fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, slot->data,
                      (off_t)slot->bytes);
    }
    s->own[rank].end = 0;
}

bool nccl_post(struct nccl_operation *o)
{
    struct nccl_clique *c = o->comm->clique;
    struct lane *lane = &c->shared->file->lanes[o->comm->rank];
    free_slots(c, o->comm->rank);
    if (lane->posted - c->shared->own[o->comm->rank].freed >= RING)
        return false;
    o->number = lane->posted;
    struct slot *slot = slot_of(o);
    *slot = (struct slot){.kind = o->kind,
                          .type = o->type,
                          .op = o->op,
                          .peer = o->peer,
                          .count = o->count,
                          .batch = o->batch,
                          .place = place_of(o->pc),
                          .sent = o->kind == NCCL_RECV};
    lane->posted++;
    changed(c);
    return true;
}

void nccl_publish(const struct nccl_operation *o)
{
    struct nccl_clique *c = o->comm->clique;
    struct slot *slot = slot_of(o);
    const size_t bytes = nccl_send_bytes(o);
    off_t *end = &c->shared->own[o->comm->rank].end;
    slot->bytes = bytes;
    slot->data = MAPPED + ((off_t)o->comm->rank << LANE_BITS) + *end;
    for (size_t done = 0; done < bytes;) {
        const ssize_t part =
            pwrite(c->shared->fd, o->data + done, bytes - done, slot->data + (off_t)done);
        if (part <= 0)
            fatal("%s: no room for %zu bytes in %s: %s", o->name, bytes, c->shared->path,
                  strerror(errno));
        done += (size_t)part;
    }
    *end += (off_t)((bytes + PAGE - 1) / PAGE * PAGE);
    slot->sent = 1;
    changed(c);
}

bool nccl_is_sent(const struct nccl_operation *o) { return slot_of(o)->sent; }

void nccl_fetch(struct nccl_operation *o)
{
    const size_t bytes = nccl_send_bytes(o);
    o->data = library_memory(bytes, 1);
    for (size_t done = 0; done < bytes;) {
        const ssize_t part = pread(o->comm->clique->shared->fd, o->data + done, bytes - done,
                                   slot_of(o)->data + (off_t)done);
        if (part <= 0)
            fatal("%s: cannot read what rank %d has sent", o->name, o->comm->rank);
        done += (size_t)part;
    }
}

void nccl_is_taken(const struct nccl_operation *o)
{
    const struct nccl_clique *c = o->comm->clique;
    if (o->comm->is_remote && o->kind < NCCL_COLLECTIVES)
        slot_of(o)->taken += own_ranks(c);
    else if (o->comm->is_remote && o->kind == NCCL_SEND && is_own(c, o->peer))
        slot_of(o)->taken++;
}

void nccl_post_split(const struct ncclComm *comm)
{
    const struct nccl_clique *c = comm->clique;
    const struct nccl_split *split = &c->splits[comm->rank];
    struct lane *lane = &c->shared->file->lanes[comm->rank];
    lane->split[c->splits_done % 2] = (struct split){split->color, split->key, place_of(split->pc)};
    lane->splits++;
    changed(c);
}

// ---- Imports ------------------------------------------------------------------------------------

static void import_rank(struct nccl_clique *c, int rank)
{
    static const char *const names[] = {"ncclAllReduce", "ncclAllGather", "ncclReduceScatter",
                                        "ncclBroadcast", "ncclReduce",    "ncclAlltoAll",
                                        "ncclSend",      "ncclRecv"};
    struct lane *lane = &c->shared->file->lanes[rank];
    struct ncclComm *comm = c->comms[rank];
    const char *near = own_pc(c);
    if (!comm) {
        if (lane->state == LANE_ABSENT)
            return;
        comm = nccl_add_rank(c, rank, lane->device, pc_of(lane->made_by, near));
        comm->is_remote = true;
    }
    if (lane->splits > c->splits_done && !c->splits[rank].waits) {
        const struct split *split = &lane->split[c->splits_done % 2];
        c->splits[rank] =
            (struct nccl_split){true, split->color, split->key, NULL, pc_of(split->place, near)};
    }
    for (; comm->imported < lane->posted; comm->imported++) {
        const struct slot *slot = &lane->slots[comm->imported % RING];
        struct nccl_operation *o = library_memory(1, sizeof *o);
        *o = (struct nccl_operation){.kind = slot->kind,
                                     .name = names[slot->kind],
                                     .comm = comm,
                                     .count = slot->count,
                                     .type = slot->type,
                                     .op = slot->op,
                                     .peer = slot->peer,
                                     .pc = pc_of(slot->place, near),
                                     .thread = UINT_MAX - (unsigned)rank,
                                     .batch = slot->batch,
                                     .number = comm->imported};
        *(comm->last ? &comm->last->next : &comm->first) = o;
        comm->last = o;
    }
    for (int r = 0; r < c->ranks; r++)
        if (is_own(c, r))
            lane->imported[r] = comm->imported;
}

void nccl_import(struct nccl_clique *c)
{
    if (!c->shared || c->broken)
        return;
    const int before = c->present;
    for (int r = 0; r < c->ranks; r++)
        if (!is_own(c, r))
            import_rank(c, r);
    if (c->present == c->ranks && own_ranks(c) == c->ranks)
        close_file(c); // threads alone: they need none
    else if (c->present == c->ranks && before < c->ranks)
        unlink(c->shared->path);
}

// ---- Waiting ------------------------------------------------------------------------------------

static double seconds(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// CPU time that the processes of the other ranks have used.
static double work_of_others(const struct nccl_clique *c)
{
    double sum = 0;
    clockid_t clock;
    for (int r = 0; r < c->ranks; r++)
        if (!is_own(c, r) && c->comms[r] &&
            clock_getcpuclockid(c->shared->file->lanes[r].process, &clock) == 0)
            sum += seconds(clock);
    return sum;
}

// Ranks are missing, and there are other processes that know the id.
static bool others_may_begin(const struct nccl_clique *c)
{
    struct own_id own;
    memcpy(&own, &c->id, sizeof own);
    return c->present < c->ranks && (own.process != getpid() || c->present > own_ranks(c));
}

bool nccl_wait_for_processes(struct nccl_clique *c, struct nccl_patience *p)
{
    enum { POLL_US = 200, MOST_WINDOWS = 6 };
    const double limit = nccl_seconds(), now = seconds(CLOCK_MONOTONIC);
    const unsigned changes = c->shared->file->changes;
    if (p->since == 0 || p->changes != changes || p->events != nccl_events)
        *p = (struct nccl_patience){nccl_events, changes, 0, now, work_of_others(c)};
    if (now - p->since > limit) { // a process that computes may call later, one that sleeps may not
        const double work = work_of_others(c);
        if ((work - p->work < limit / 10 && !others_may_begin(c)) || ++p->windows == MOST_WINDOWS)
            return false;
        p->since = now, p->work = work;
    }
    pthread_mutex_unlock(&nccl_lock);
    usleep(POLL_US);
    pthread_mutex_lock(&nccl_lock);
    return true;
}
