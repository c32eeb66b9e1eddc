// SPDX-License-Identifier: MIT
//
// arena.c: the address space of the emulated GPU, and which of its bytes may be accessed.
//
// The whole range is reserved once and made accessible where it is used. Inaccessible memory costs
// nothing, even if the system counts accessible memory as used (vm.overcommit_memory=2). Device
// memory is inaccessible to host code. A host program that dereferences a device pointer faults at
// that line, as it would on a real machine, and the fault handler (fault.c) explains it.
//
// The shadow stores for each 8 bytes how many may be accessed. The idea is AddressSanitizer's, with
// inverted values so that untouched shadow means "inaccessible". places.c stores which allocation
// owns which addresses.
#include "arena.h"
#include "budget.h"
#include "cells.h"
#include "places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

// Every allocation starts at a multiple of 512 bytes, as with cudaMalloc. A red zone follows it: as
// long as the allocation, so that an index some rows too high does not reach the next array, but at
// least 512 bytes and at most LARGEST_RED_ZONE.
enum { ALIGNMENT = 512, LARGEST_RED_ZONE = 16 << 10, FILL_AT_MOST = 64 << 20, PAGE = 4096 };
enum { FRESH = 0xff };

static struct places device_part = {.top = ALIGNMENT, .end = GLOBAL_END};
static struct places host_part = {.top = GLOBAL_END + PAGE,
                                  .end = MANAGED_END}; // the host may access it, too
static uintptr_t opened_to[2] = {0, GLOBAL_END}; // how far the shadow and cells of each part are
                                                 // accessible
static uintptr_t global_open;                    // how far device memory was made accessible
static int open_depth;
static size_t bytes_in_use, device_bytes_in_use; // all; memory of the GPUs alone

uintptr_t arena_base;

enum { MAX_RESERVED = 4 };
static uintptr_t reserved_from[MAX_RESERVED], reserved_to[MAX_RESERVED];
static int reserved_count;

// Round base addresses are easy to recognise in a message. A library may already occupy one of
// them.
uintptr_t reserve(uintptr_t size)
{
    const uintptr_t step = (uintptr_t)1 << 44;
    for (uintptr_t base = 2 * step; base < 5 * step; base += step / 2) {
        void *got = mmap((void *)base, size, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == (void *)base) {
            if (reserved_count < MAX_RESERVED) {
                reserved_from[reserved_count] = base;
                reserved_to[reserved_count++] = base + size;
            }
            return base;
        }
        if (got != MAP_FAILED) // a system without MAP_FIXED_NOREPLACE put it elsewhere
            munmap(got, size);
    }
    return 0;
}

bool is_reserved(uintptr_t address)
{
    for (int i = 0; i < reserved_count; i++)
        if (address >= reserved_from[i] && address < reserved_to[i])
            return true;
    return false;
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
    // All device memory is made accessible for each launch and inaccessible after it, page by page.
    // Huge pages make that cheaper.
    madvise((void *)ARENA_BASE, GLOBAL_END, MADV_HUGEPAGE);
    // The shadow of unallocated memory is read, too. It is zero, "inaccessible".
    if (mprotect((void *)SHADOW_BASE, SHADOWED_END / 8, PROT_READ))
        fatal("cannot open the emulated GPU's memory: %s", strerror(errno));
}

// The setting that may keep the system from giving memory.
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

static uintptr_t page_of(uintptr_t address) { return address & ~(uintptr_t)(PAGE - 1); }
static uintptr_t page_above(uintptr_t address) { return page_of(address + PAGE - 1); }

static bool set_pages(uintptr_t begin, uintptr_t end, int protection)
{
    return begin == end ||
           mprotect((void *)page_of(begin), page_above(end) - page_of(begin), protection) == 0;
}

bool try_open_pages(uintptr_t address, size_t size)
{
    return set_pages(address, address + size, PROT_READ | PROT_WRITE);
}

void open_pages(uintptr_t address, size_t size, const char *what)
{
    if (!try_open_pages(address, size))
        fatal("no memory %s: %s%s", what, strerror(errno), memory_limit());
}

void arena_open_for_all(uintptr_t address, size_t size)
{
    open_pages((uintptr_t)&SHADOW(address - ARENA_BASE), size / 8 + 1, "for its shadow");
    open_pages(address, size, "for the emulated GPU");
}

void arena_open(void)
{
    image_open();
    if (open_depth++ == 0) {
        open_pages(ARENA_BASE, device_part.top, "for the emulated GPU");
        global_open = device_part.top;
    }
}

void arena_close(void)
{
    if (--open_depth == 0)
        set_pages(ARENA_BASE, ARENA_BASE + global_open, PROT_NONE);
    image_close();
}

void arena_open_range(const void *p, size_t size, bool open)
{
    if (image_is_symbol((uintptr_t)p, 1))
        (open ? image_open : image_close)();
    if (open_depth == 0 && arena_offset(p) < GLOBAL_END &&
        !set_pages((uintptr_t)p, (uintptr_t)p + size, open ? PROT_READ | PROT_WRITE : PROT_NONE) &&
        open)
        fatal("no memory for the emulated GPU: %s%s", strerror(errno), memory_limit());
}

// ---- The shadow ---------------------------------------------------------------------------------

void shadow_set(uintptr_t address, size_t size)
{
    uintptr_t offset = address - ARENA_BASE; // a multiple of 8
    memset(&SHADOW(offset), SHADOW_ALL, size / 8);
    if (size % 8)
        SHADOW(offset + size) = (int8_t)(size % 8);
}

void shadow_clear(uintptr_t address, size_t size)
{
    memset(&SHADOW(address - ARENA_BASE), SHADOW_NONE, (size + 7) / 8);
}

// Writes only where a byte is not zero, so that untouched pages stay untouched.
static void clear(uintptr_t begin, uintptr_t end)
{
    for (char *at = (char *)begin; at < (char *)end; at++)
        if (*at)
            *at = 0;
}

void give_back(uintptr_t address, size_t size)
{
    const uintptr_t end = address + size, first = page_above(address), last = page_of(end);
    if (first >= last) {
        clear(address, end);
        return;
    }
    clear(address, first);
    madvise((void *)first, last - first, MADV_DONTNEED);
    clear(last, end);
}

// ---- Allocations --------------------------------------------------------------------------------

static uintptr_t round_up(uintptr_t value)
{
    return (value + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
}

static bool is_device(enum allocation_kind kind)
{
    return kind == ALLOC_DEVICE || kind == ALLOC_HEAP || kind == ALLOC_ARRAY ||
           kind == ALLOC_GRAPH || kind == ALLOC_RESERVED;
}

static struct places *part_of(uintptr_t address)
{
    return address - ARENA_BASE < GLOBAL_END ? &device_part : &host_part;
}

// Makes the shadow, the cells and the host-accessible memory of an allocation available if it
// extends further than any before.
static bool open_further(struct places *part)
{
    uintptr_t *reached = &opened_to[part == &host_part];
    if (part->top <= *reached)
        return true;
    const uintptr_t from = ARENA_BASE + *reached;
    const size_t growth = part->top - *reached;
    if (!try_open_pages((uintptr_t)&SHADOW(*reached), growth / 8 + 1) ||
        !check_open(from, growth) || (part == &host_part && !try_open_pages(from, growth)))
        return false;
    *reached = part->top;
    return true;
}

// Fresh memory has arbitrary contents. All ones is NaN in every float type, so a result that was
// never written becomes visible. Large allocations are not filled, because that would use real
// memory.
static bool fill(const struct allocation *a)
{
    const bool closed = is_device(a->kind) && open_depth == 0;
    if (closed && a->size > FILL_AT_MOST)
        return true;
    if (is_device(a->kind) && !try_open_pages(a->base, a->size))
        return false;
    if (a->size <= FILL_AT_MOST)
        memset((void *)a->base, FRESH, a->size);
    if (closed)
        set_pages(a->base, a->base + a->size, PROT_NONE);
    else if (is_device(a->kind) && global_open < device_part.top)
        global_open = device_part.top; // new addresses while a kernel runs
    return true;
}

static size_t red_zone(size_t size)
{
    const size_t rounded = round_up(size);
    return rounded < ALIGNMENT          ? ALIGNMENT
           : rounded > LARGEST_RED_ZONE ? LARGEST_RED_ZONE
                                        : rounded;
}

bool arena_allocate(size_t size, enum allocation_kind kind, const char *pc, uintptr_t *base,
                    char why[ARENA_WHY])
{
    struct places *part = is_device(kind) ? &device_part : &host_part;
    why[0] = '\0';
    if (is_device(kind) && size > (size_t)gpu_model()->memory_bytes - device_bytes_in_use)
        return false; // as on the emulated GPU
    if (size > budget_left(bytes_in_use, false) && !check_make_room(size, bytes_in_use, pc)) {
        budget_explain(bytes_in_use, why, ARENA_WHY);
        return false;
    }
    size_t room = round_up(size) + red_zone(size);
    if (!is_device(kind)) // whole pages, so that each allocation can be protected separately
                          // (host_access.c)
        room = page_above(room);
    struct allocation *a = places_take(part, room);
    if (!a) {
        snprintf(why, ARENA_WHY, "no addresses left");
        return false;
    }
    a->size = size;
    a->kind = kind;
    a->device = gpu_current();
    a->made_by = pc;
    if (!open_further(part) || !fill(a)) {
        snprintf(why, ARENA_WHY, "no memory for it%s: %s%s",
                 check_is_on() ? ", or to check it with (EMU_CHECK=off needs none)" : "",
                 strerror(errno), memory_limit());
        places_cancel(part, a);
        return false;
    }
    *base = a->base;
    bytes_in_use += size;
    device_bytes_in_use += is_device(kind) ? size : 0;
    shadow_set(*base, size);
    if (!is_device(kind))
        check_written(*base, size); // memory that the host can write counts as written
    return true;
}

bool arena_reserve(size_t size, const char *pc, uintptr_t *base)
{
    struct allocation *a = places_take(&device_part, round_up(size) + ALIGNMENT);
    if (!a)
        return false;
    a->size = size;
    a->kind = ALLOC_RESERVED;
    a->device = gpu_current();
    a->made_by = pc;
    if (!open_further(&device_part)) {
        places_cancel(&device_part, a);
        return false;
    }
    *base = a->base;
    return true;
}

size_t arena_device_bytes(void) { return device_bytes_in_use; }

size_t arena_bytes_free(void)
{
    const size_t gpu = (size_t)gpu_model()->memory_bytes - device_bytes_in_use;
    const size_t pc = budget_left(bytes_in_use, true);
    return pc < gpu ? pc : gpu;
}

void arena_free(struct allocation *a, const char *pc)
{
    a->freed_by = pc;
    if (a->kind != ALLOC_RESERVED) {
        bytes_in_use -= a->size;
        device_bytes_in_use -= is_device(a->kind) ? a->size : 0;
    }
    give_back((uintptr_t)&SHADOW(a->base - ARENA_BASE), (a->size + 7) / 8);
    check_close(a->base, a->size);
    // Returns its whole pages to the system. Neighbours may share the pages at both ends.
    const uintptr_t begin = page_above(a->base), end = page_of(a->base + a->size);
    if (end > begin)
        madvise((void *)begin, end - begin, MADV_DONTNEED);
    places_rest(part_of(a->base), a);
}

static void for_each_live(struct places *part, void (*each)(struct allocation *, const void *),
                          const void *context)
{
    uintptr_t next;
    for (struct allocation *a = places_after(part, 0); a; a = places_after(part, next)) {
        next = a->base + 1;
        if (a->state == PLACE_LIVE)
            each(a, context);
    }
}

static void free_one(struct allocation *a, const void *pc) { arena_free(a, pc); }

static void free_own(struct allocation *a, const void *pc)
{
    if (a->device == gpu_current())
        free_one(a, pc);
}

void arena_free_all(const char *pc) { arena_for_each_live(free_own, pc); }

struct allocation *arena_find_start(uintptr_t base)
{
    struct allocation *a = places_before(part_of(base), base);
    return a && a->base == base ? a : NULL;
}

struct allocation *arena_nearest(uintptr_t address)
{
    struct allocation *before = places_before(part_of(address), address);
    struct allocation *after = places_after(part_of(address), address);
    if (!before && part_of(address) == &host_part)
        before = places_before(&device_part, address);
    if (!after && part_of(address) == &device_part)
        after = places_after(&host_part, address);
    if (!before || !after)
        return before ? before : after;
    uintptr_t end = before->base + before->size;
    uintptr_t gap_before = address < end ? 0 : address - end, gap_after = after->base - address;
    return gap_before <= gap_after ? before : after;
}

bool arena_is_fresh(uintptr_t address, size_t size)
{
    const struct allocation *a = arena_nearest(address);
    const unsigned char fresh = a && a->size > FILL_AT_MOST ? 0 : FRESH;
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)address)[i] != fresh)
            return false;
    return true;
}

static bool lies_in(const struct allocation *a, uintptr_t address, size_t size)
{
    return a && size <= a->size && address - a->base <= a->size - size;
}

bool arena_is_valid(uintptr_t address, size_t size)
{
    const struct allocation *a = places_before(part_of(address), address);
    if (!lies_in(a, address, size) || a->state != PLACE_LIVE)
        return false;
    for (uintptr_t at = address; a->kind == ALLOC_RESERVED && at < address + size; at += 8)
        if (!is_allowed(at - ARENA_BASE, 1))
            return false;
    return true;
}

bool arena_is_reserved_only(uintptr_t address)
{
    const struct allocation *a = places_before(part_of(address), address);
    return lies_in(a, address, 1) && a->state == PLACE_LIVE && a->kind == ALLOC_RESERVED;
}

bool arena_was_freed(uintptr_t address)
{
    const struct allocation *a = places_before(part_of(address), address);
    return lies_in(a, address, 1) && a->state != PLACE_LIVE;
}

static void call_with(struct allocation *a, const void *each)
{
    (*(void (*const *)(const struct allocation *))each)(a);
}

void arena_for_each_shared_with_host(void (*each)(const struct allocation *allocation))
{
    for_each_live(&host_part, call_with, &each);
}

void arena_for_each_live(void (*each)(struct allocation *, const void *), const void *context)
{
    for_each_live(&device_part, each, context);
    for_each_live(&host_part, each, context);
}
