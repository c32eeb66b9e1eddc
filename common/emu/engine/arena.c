// SPDX-License-Identifier: MIT
//
// arena.c: the address space of the emulated GPU, and which of its bytes may be touched.
//
// All of it is reserved once at a fixed address and opened where it is used: closed memory costs
// nothing, also where the system counts what is open as if it were used (vm.overcommit_memory=2).
// Device memory is closed to host code: a host program that follows a device pointer faults at that
// line, as it would on a real machine, and the fault handler (fault.c) explains it.
//
// The shadow says for each 8 bytes how many may be touched (the idea of AddressSanitizer, with the
// sense of the byte turned round so that untouched shadow means "nothing here").
#include "arena.h"
#include "check.h"
#include "device.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

// Every allocation starts at a multiple of 512 bytes, as cudaMalloc's do, and has at least that
// much forbidden ground behind it.
enum { ALIGNMENT = 512, FILL_AT_MOST = 64 << 20 };

// Sorted by base. Freed ones stay, so that a use after free can be named.
static struct allocation *allocations;
static size_t allocation_count, allocation_capacity;
static uintptr_t global_top = ALIGNMENT, managed_top = GLOBAL_END + 4096;
static uintptr_t global_open; // offset up to which device memory has been opened
static int open_depth;
static size_t bytes_in_use;

uintptr_t arena_base;

// Round numbers are easy to tell apart in a message; a library may sit on one of them.
uintptr_t reserve(uintptr_t size)
{
    const uintptr_t step = (uintptr_t)1 << 44;
    for (uintptr_t base = 2 * step; base < 5 * step; base += step / 2) {
        void *got = mmap((void *)base, size, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == (void *)base)
            return base;
        if (got != MAP_FAILED) // a system that knows no MAP_FIXED_NOREPLACE put it elsewhere
            munmap(got, size);
    }
    return 0;
}

void arena_init(void)
{
    size_t size = STACK_END + SHADOWED_END / 8;
    arena_base = reserve(size);
    if (!arena_base)
        fatal(
            "cannot reserve %zu GiB of addresses: %s (is `ulimit -v` set? valgrind and sanitizers "
            "with a fixed memory layout do not work with the emulated GPU)",
            size >> 30, strerror(errno));
    // The shadow of what nobody has allocated is read, too: zeros, "nothing here".
    if (mprotect((void *)SHADOW_BASE, SHADOWED_END / 8, PROT_READ))
        fatal("cannot open the emulated GPU's memory: %s", strerror(errno));
}

// What keeps the system from giving memory although there may be some.
static const char *memory_limit(void)
{
    struct rlimit limit;
    FILE *stream = fopen("/proc/sys/vm/overcommit_memory", "r");
    const int policy = stream ? fgetc(stream) : 0;
    if (stream)
        fclose(stream);
    if (policy == '2')
        return " (vm.overcommit_memory is 2: the system promises no more than it has, and the "
               "programs that run have used that up; `sudo sysctl vm.overcommit_memory=0` lets it "
               "count what is used)";
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return " (`ulimit -d` limits this program's memory)";
    return "";
}

void open_pages(uintptr_t address, size_t size, const char *what)
{
    const uintptr_t begin = address & ~(uintptr_t)4095;
    const uintptr_t end = (address + size + 4095) & ~(uintptr_t)4095;
    if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE))
        fatal("no memory %s: %s%s", what, strerror(errno), memory_limit());
}

void arena_open_for_all(uintptr_t address, size_t size)
{
    open_pages((uintptr_t)&SHADOW(address - ARENA_BASE), size / 8 + 1, "for its shadow");
    open_pages(address, size, "for the emulated GPU");
}

static void open_device_memory(void)
{
    open_pages(ARENA_BASE, global_top, "for the emulated GPU");
    global_open = (global_top + 4095) & ~(uintptr_t)4095;
}

void arena_open(void)
{
    if (open_depth++ == 0)
        open_device_memory();
}

void arena_close(void)
{
    if (--open_depth == 0)
        mprotect((void *)ARENA_BASE, global_open, PROT_NONE);
}

// ---- The shadow ---------------------------------------------------------------------------------

void shadow_set(uintptr_t address, size_t size)
{
    uintptr_t offset = address - ARENA_BASE; // a multiple of 8
    memset(&SHADOW(offset), SHADOW_ALL, size / 8);
    if (size % 8)
        SHADOW(offset + size) = (int8_t)(size % 8);
}

void shadow_clear(uintptr_t address, size_t size, int8_t why)
{
    memset(&SHADOW(address - ARENA_BASE), why, (size + 7) / 8);
}

// ---- Allocations --------------------------------------------------------------------------------

static uintptr_t round_up(uintptr_t value)
{
    return (value + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
}

// Index of the first allocation with base > address.
static size_t upper_bound(uintptr_t address)
{
    size_t low = 0, high = allocation_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(const struct allocation *a)
{
    if (allocation_count == allocation_capacity) {
        size_t capacity = allocation_capacity ? 2 * allocation_capacity : 64;
        struct allocation *grown = realloc(allocations, capacity * sizeof *grown);
        if (!grown)
            return false;
        allocations = grown;
        allocation_capacity = capacity;
    }
    size_t at = upper_bound(a->base);
    memmove(&allocations[at + 1], &allocations[at], (allocation_count - at) * sizeof *allocations);
    allocations[at] = *a;
    allocation_count++;
    return true;
}

// New addresses as long as there are any; then the place of something freed long ago.
static bool find_place(size_t size, bool device, uintptr_t *base)
{
    uintptr_t *top = device ? &global_top : &managed_top;
    uintptr_t end = device ? GLOBAL_END : MANAGED_END;
    size_t room = round_up(size) + ALIGNMENT;
    if (!device) // whole pages, so that each can be closed for itself (pending.c)
        room = (room + 4095) & ~(size_t)4095;
    if (room <= end - *top) {
        *base = ARENA_BASE + *top;
        *top += room;
        if (device)
            open_pages((uintptr_t)&SHADOW(*base - ARENA_BASE), room / 8, "for its shadow");
        else
            arena_open_for_all(*base, room);
        return true;
    }
    for (size_t i = 0; i < allocation_count; i++) {
        struct allocation *a = &allocations[i];
        bool same_part = (a->base - ARENA_BASE < GLOBAL_END) == device;
        if (!a->live && same_part && a->size >= size) {
            *base = a->base;
            memmove(a, a + 1, (--allocation_count - i) * sizeof *a);
            return true;
        }
    }
    return false;
}

bool arena_allocate(size_t size, enum allocation_kind kind, const char *pc, uintptr_t *base)
{
    bool device = kind == ALLOC_DEVICE || kind == ALLOC_HEAP;
    size_t limit = (size_t)gpu_model()->memory_bytes;
    if (size > limit || bytes_in_use > limit - size || !find_place(size, device, base))
        return false;
    struct allocation a = {*base, size, kind, true, pc, NULL};
    if (!insert(&a))
        return false;
    bytes_in_use += size;
    if (device) {
        open_depth++;
        open_device_memory(); // further than before, also while a kernel is at work
    }
    // Fresh memory holds whatever was there: all ones is NaN in every float type, so that a result
    // that was never written shows. (Large areas are left alone: writing them would cost real
    // memory.)
    if (size <= FILL_AT_MOST)
        memset((void *)*base, 0xff, size);
    if (device)
        arena_close();
    shadow_set(*base, size);
    check_open(*base, size, !device); // what the host may write itself counts as written
    return true;
}

void arena_free(struct allocation *a, const char *pc)
{
    a->live = false;
    a->freed_by = pc;
    bytes_in_use -= a->size;
    shadow_clear(a->base, a->size, SHADOW_FREED);
    check_close(a->base, a->size);
    // Its whole pages go back to the system; at both ends neighbours may share one.
    const uintptr_t begin = (a->base + 4095) & ~(uintptr_t)4095;
    const uintptr_t end = (a->base + a->size) & ~(uintptr_t)4095;
    if (end > begin)
        madvise((void *)begin, end - begin, MADV_DONTNEED);
}

void arena_free_all(const char *pc)
{
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].live)
            arena_free(&allocations[i], pc);
}

struct allocation *arena_find_start(uintptr_t base)
{
    size_t at = upper_bound(base);
    return at > 0 && allocations[at - 1].base == base ? &allocations[at - 1] : NULL;
}

struct allocation *arena_nearest(uintptr_t address)
{
    size_t at = upper_bound(address);
    struct allocation *before = at > 0 ? &allocations[at - 1] : NULL;
    struct allocation *after = at < allocation_count ? &allocations[at] : NULL;
    if (!before || !after)
        return before ? before : after;
    uintptr_t end = before->base + before->size;
    uintptr_t gap_before = address < end ? 0 : address - end, gap_after = after->base - address;
    return gap_before <= gap_after ? before : after;
}

bool arena_is_valid(uintptr_t address, size_t size)
{
    size_t at = upper_bound(address);
    if (at == 0)
        return false;
    const struct allocation *a = &allocations[at - 1];
    return a->live && size <= a->size && address - a->base <= a->size - size;
}

void arena_for_each_shared_with_host(void (*each)(const struct allocation *allocation))
{
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].live &&
            (allocations[i].kind == ALLOC_MANAGED || allocations[i].kind == ALLOC_PINNED))
            each(&allocations[i]);
}

size_t arena_bytes_in_use(void) { return bytes_in_use; }

void arena_report_leaks(void)
{
    for (size_t i = 0; i < allocation_count; i++) {
        const struct allocation *a = &allocations[i];
        if (a->live && a->kind != ALLOC_HEAP)
            report(a->made_by, NULL, "call cudaFree when the memory is no longer needed",
                   "leak: %zu bytes of device memory were never freed", a->size);
    }
}
