// SPDX-License-Identifier: MIT
//
// host_access.c: finds host code that does not wait for the device.
//
// A launch and an asynchronous copy return before their work is done. The emulated GPU does the
// work at once, so a missing cudaDeviceSynchronize() would have no effect. After a launch the
// engine therefore protects the memory that the host shares with the device (managed and pinned),
// and after an asynchronous copy the host's buffer, until the program synchronises. An access in
// between faults, and the fault handler calls this file.
#include "host_access.h"
#include "check.h"
#include "../memory/memory.h"
#include "../report/report.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_RANGES = 64, PAGE = 4096 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of everything here

static struct range {
    uintptr_t base;
    size_t size;
    bool copy;      // false: a launch, where only what a kernel wrote counts
    uint16_t stamp; // of the copy; 0: any wait ends it
    int protection;
    const char *pc;
} ranges[MAX_RANGES];
static int count;
static uint16_t settled;  // launches up to this one have been waited for
static uint16_t observed; // the host has read a flag since these began
static const char *launch_pc;

static void protect(const struct range *r, int protection)
{
    mprotect((void *)(r->base & ~(uintptr_t)(PAGE - 1)), r->size + (r->base & (PAGE - 1)),
             protection);
}

static void open_page(uintptr_t address)
{
    protect(&(struct range){.base = address, .size = 1}, PROT_READ | PROT_WRITE);
}

// A copy protects what a launch has left open: of two ranges of a page the later one applies.
static void protect_all(void)
{
    for (int copies = 0; copies < 2; copies++)
        for (int i = 0; i < count; i++)
            if (ranges[i].copy == copies)
                protect(&ranges[i], ranges[i].protection);
}

static void add(struct range range)
{
    if (count == MAX_RANGES || !check_is_on())
        return;
    ranges[count++] = range;
}

static void add_allocation(const struct allocation *a)
{
    if (a->kind == ALLOC_OPEN)
        return; // the host accesses it as part of Thrust's device work
    for (int i = 0; i < count; i++)
        if (ranges[i].base == a->base && !ranges[i].copy) {
            ranges[i].pc = launch_pc;
            return;
        }
    add((struct range){a->base, a->size, .protection = PROT_NONE, .pc = launch_pc});
}

void host_access_launch(const char *pc)
{
    pthread_mutex_lock(&lock);
    launch_pc = pc;
    arena_for_each_shared_with_host(add_allocation);
    protect_all();
    pthread_mutex_unlock(&lock);
}

static bool is_shared_with_host(uintptr_t address)
{
    return address - ARENA_BASE >= GLOBAL_END && address - ARENA_BASE < MANAGED_END;
}

void host_access_copy(const void *host, size_t size, bool host_may_read, uint16_t stamp,
                      const char *pc)
{
    if (!is_shared_with_host((uintptr_t)host))
        return;
    pthread_mutex_lock(&lock);
    add((struct range){(uintptr_t)host, size, true, stamp, host_may_read ? PROT_READ : PROT_NONE,
                       pc});
    protect_all();
    pthread_mutex_unlock(&lock);
}

static void open_all(void)
{
    for (int i = 0; i < count; i++)
        protect(&ranges[i], PROT_READ | PROT_WRITE);
}

// Kernels and copies of the engine may access everything. The launch or copy that follows protects
// the memory again.
void host_access_open_for_device(void)
{
    pthread_mutex_lock(&lock);
    open_all();
    pthread_mutex_unlock(&lock);
}

static void settle(void)
{
    open_all();
    count = 0;
    settled = order_last_stamp();
}

void host_access_settle(void)
{
    pthread_mutex_lock(&lock);
    settle();
    pthread_mutex_unlock(&lock);
}

static bool (*is_unfinished)(uint16_t stamp); // has the host not waited for this launch or copy?

// If another thread is in the engine, a kernel or copy may run, which needs the memory open.
static void settle_finished(void)
{
    int kept = 0;
    open_all();
    for (int i = 0; i < count; i++)
        if (!ranges[i].copy || is_unfinished(ranges[i].stamp))
            ranges[kept++] = ranges[i];
    count = kept;
    if (pthread_mutex_trylock(&engine_lock) == 0) {
        protect_all();
        pthread_mutex_unlock(&engine_lock);
    }
}

void host_access_waited(bool (*unfinished)(uint16_t stamp), bool any)
{
    pthread_mutex_lock(&lock);
    is_unfinished = unfinished;
    if (any)
        settle_finished();
    else
        settle();
    pthread_mutex_unlock(&lock);
}

// May this launch still run, or has a flag that the host has read not told of its accesses?
static bool may_run(uint16_t stamp)
{
    const struct past *past = stamp ? past_of(stamp) : NULL;
    if (!stamp || (int16_t)(stamp - settled) <= 0)
        return false;
    if (past && (int16_t)(stamp - observed) <= 0 &&
        (past->widest_fence >= EMU_SCOPE_SYSTEM || past->published[FAR]))
        return false;
    return !is_unfinished || is_unfinished(past ? past->stamp : stamp);
}

// Does such a launch write one of these bytes of a word, or read it while the host writes it?
static bool is_in_use(uintptr_t address, unsigned bytes, bool host_writes)
{
    const struct cell *cell = CELL((address & ~(uintptr_t)3) - ARENA_BASE);
    const unsigned mask = bytes << (address & 3);
    return ((cell->write.mask & mask) && may_run(cell->write.stamp)) ||
           (host_writes && (cell->read.mask & mask) && may_run(cell->read.stamp));
}

// A GPU that reports concurrent access to managed memory, as all emulated GPUs do, lets host and
// kernel use it at the same time through atomics. The host may also poll a flag; a fence in the
// kernel then orders what the host reads afterwards.
static void (*on_strong)(void);

void host_access_on_strong(void (*call)(void)) { on_strong = call; }

// Opens only the page of the flag, so that it is found out whether the kernel has published the
// rest.
static void observe(uintptr_t flag)
{
    int kept = 0;
    observed = order_last_stamp();
    for (int i = 0; i < count; i++) {
        if (ranges[i].copy)
            protect(&ranges[i], PROT_READ | PROT_WRITE);
        else
            ranges[kept++] = ranges[i];
    }
    count = kept;
    open_page(flag);
}

void host_access_strong(const void *p)
{
    const uintptr_t address = (uintptr_t)p;
    if (on_strong)
        on_strong();
    if (count == 0)
        return;
    pthread_mutex_lock(&lock);
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        found = !ranges[i].copy && address - ranges[i].base < ranges[i].size;
    if (found)
        observe(address);
    pthread_mutex_unlock(&lock);
}

// Is this a locked read-modify-write, of host code that emucc did not compile?
static bool is_locked(const char *pc)
{
    const unsigned char prefix = 0xf0, wide = 0x66;
    const unsigned char *code = (const unsigned char *)pc;
    return code[0] == prefix || (code[0] == wide && code[1] == prefix);
}

static void report_clash(uintptr_t address, const struct range *r, const char *pc)
{
    char text[800];
    describe_address(address, 0, text, sizeof text);
    const struct other_access other = {.what = r->copy ? "asynchronous copy" : "kernel launched",
                                       .pc = r->pc};
    report_diagnosis(
        &(struct diagnosis){
            .kind = KIND_RACE,
            .pc = pc,
            .address = text,
            .other = &other,
            .cure = "call cudaDeviceSynchronize(), or synchronise with the stream, first"},
        "host code touches memory that %s may still be using",
        r->copy ? "an asynchronous copy" : "a kernel");
}

static bool find_range(uintptr_t address, struct range *found)
{
    for (int i = count - 1; i >= 0; i--) {
        const uintptr_t page = ranges[i].base & ~(uintptr_t)(PAGE - 1);
        if (address < page || address >= ranges[i].base + ranges[i].size)
            continue;
        *found = ranges[i];
        return true;
    }
    return false;
}

bool host_access_fault(uintptr_t address, bool host_writes, const char *pc)
{
    struct range r;
    if (!is_shared_with_host(address))
        return false;
    pthread_mutex_lock(&lock);
    const bool found = find_range(address, &r);
    open_all();
    open_page(address);
    count = 0;
    pthread_mutex_unlock(&lock);
    if (!found) // another thread has opened it meanwhile
        return arena_is_valid(address, 1);
    if (r.copy ? address >= r.base : is_in_use(address, 1, host_writes) && !is_locked(pc))
        report_clash(address, &r, pc);
    return true;
}

// The first byte of [address, end) that the range forbids the host to access (of a launch: a byte
// of the same word), or `end`.
static uintptr_t first_clash(const struct range *r, uintptr_t address, uintptr_t end,
                             bool host_writes)
{
    const uintptr_t range_end = r->base + r->size, to = end < range_end ? end : range_end;
    uintptr_t at = address > r->base ? address : r->base;
    if (r->copy)
        return at < to && (host_writes || r->protection == PROT_NONE) ? at : end;
    while (at < to) {
        const uintptr_t next = (at | 3) + 1 < to ? (at | 3) + 1 : to;
        if (is_in_use(at, (1u << (next - at)) - 1, host_writes))
            return at;
        at = next;
    }
    return end;
}

void host_access_system_call(const void *p, size_t size, bool host_writes, const char *pc)
{
    const uintptr_t address = (uintptr_t)p, end = address + size;
    struct range r;
    if (count == 0 || size == 0 || !is_shared_with_host(address) || emu_current)
        return;
    pthread_mutex_lock(&lock);
    uintptr_t clash = end;
    for (int i = count - 1; i >= 0 && clash == end; i--) {
        r = ranges[i];
        clash = first_clash(&r, address, end, host_writes);
    }
    open_all();
    count = 0;
    pthread_mutex_unlock(&lock);
    if (clash < end)
        report_clash(clash, &r, pc);
}

bool host_access_fault_of_kernel(uintptr_t address)
{
    if (!is_shared_with_host(address) || !arena_is_valid(address, 1))
        return false;
    open_page(address);
    return true;
}
