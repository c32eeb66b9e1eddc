// SPDX-License-Identifier: MIT
//
// access.c: checks every load and store of a .cu file.
//
// emucc compiles .cu files with -fsanitize=thread, which makes the compiler call a function before
// each load and store that can reach memory. This file and callouts.c define these functions; gcc's
// libtsan is never linked. In host code they return at once; in a kernel they check the access.
#include "access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../warpgroup/warpgroup.h"

#include <string.h>

static const char *name_of(enum access_kind kind) { return kind == LOAD ? "read" : "write"; }

// Nothing is ever allocated just below the first window, so an address there is a negative index of
// a shared array.
static bool is_below_windows(uintptr_t offset)
{
    return offset < MANAGED_END && MANAGED_END - offset <= WINDOW_SIZE;
}

static const char *space_of(uintptr_t offset)
{
    return offset < MANAGED_END && !is_below_windows(offset) ? "global memory" : "shared memory";
}

static void __attribute__((noinline, cold))
bad_access(const void *p, size_t size, enum access_kind kind, const char *pc)
{
    uintptr_t address = (uintptr_t)p;
    uintptr_t offset = arena_offset(p);
    char text[512];
    describe_address(address, size, text, sizeof text);
    if (offset < SHADOWED_END && arena_was_freed(address))
        report_and_stop(cudaErrorIllegalAddress, KIND_FREE, pc, text,
                        "free it after the last kernel that uses it",
                        "use after free: %s of %zu bytes in %s", name_of(kind), size,
                        space_of(offset));
    bad_pointer_to_closed_peer(address, size, name_of(kind), pc);
    if (arena_is_reserved_only(address))
        report_and_stop(cudaErrorIllegalAddress, KIND_MAPPING, pc, text, NULL,
                        "%s of %zu bytes at reserved addresses that have no memory, or no access",
                        name_of(kind), size);
    if (offset < SHADOWED_END)
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                        offset < MANAGED_END && !is_below_windows(offset)
                            ? "guard the access: is the index below the array's length in this "
                              "thread, also at the edge of the grid?"
                            : "compare the index with the extent that the __shared__ array was "
                              "declared (or launched) with",
                        "out of bounds: %s of %zu bytes in %s", name_of(kind), size,
                        space_of(offset));
    if (offset < STACK_END)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "a local variable belongs to one thread; share values through __shared__ "
                        "memory or shuffles",
                        "%s of %zu bytes of another thread's local memory", name_of(kind), size);
    const struct launch *launch = emu_current->block->launch;
    const struct allocation *array = bad_pointer_nearest_argument(launch, address);
    if (bad_pointer_is_null(launch, address))
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "was the pointer ever set, and did its cudaMalloc succeed?",
                        "%s of %zu bytes through a null pointer", name_of(kind), size);
    if (kind == STORE && image_section_of(address) == EMU_SPACE_CONST)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "let the host set the variable with cudaMemcpyToSymbol before the launch, "
                        "or declare it __device__ instead of __constant__",
                        "write of %zu bytes of constant memory, which kernels only read", size);
    if (bad_pointer_is_host_memory(address))
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "copy the data with cudaMemcpy into memory from cudaMalloc, and pass that "
                        "pointer",
                        "%s of %zu bytes of host memory in a kernel", name_of(kind), size);
    if (array)
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc,
                        describe_in(array, address, size, text, sizeof text),
                        "look at the index: is it negative, or does its computation overflow?",
                        "far out of bounds: %s of %zu bytes in global memory", name_of(kind), size);
    snprintf(text, sizeof text, "%p", (void *)address);
    report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text, "was the pointer ever set?",
                    "%s of %zu bytes where there is no memory", name_of(kind), size);
}

static void __attribute__((noinline, cold))
misaligned(const void *p, size_t size, enum access_kind kind, const char *pc)
{
    char text[512];
    describe_address((uintptr_t)p, size, text, sizeof text);
    report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
                    size > 4 ? "an access of 8 or 16 bytes (float2, float4) must start at a "
                               "multiple of its size: check offsets and leading dimensions"
                             : "an access must start at a multiple of its size: check casts, "
                               "offsets and packed structures",
                    "misaligned: %s of %zu bytes", name_of(kind), size);
}

// A __device__ or __constant__ variable that the host has set on another GPU, and nothing on this
// one.
static void check_variable(const struct thread *t, uintptr_t address, size_t size, const char *pc)
{
    const struct launch *launch = t->block->launch;
    const uintptr_t offset = image_variable(address);
    const uint16_t writer = offset && launch->checked ? CELL(offset)->write.stamp : 0;
    const struct past *past = writer ? past_of(writer) : NULL;
    int gpu;
    const char *set_by = image_set_elsewhere(address, launch->device, &gpu);
    if (!set_by || (writer && (!past || past->device == launch->device)))
        return;
    char text[512];
    const struct other_access other = {.what = "set", .pc = set_by};
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_UNWRITTEN,
                            .pc = pc,
                            .address = describe_address(address, size, text, sizeof text),
                            .other = &other,
                            .cure = "each GPU has its own __device__ and __constant__ variables: "
                                    "call cudaMemcpyToSymbol for each, after cudaSetDevice"},
        "read of a variable of GPU %d that was set only on GPU %d", launch->device, gpu);
}

// Checks memory outside the arena and outside this thread's stack: the program's own variables.
static void __attribute__((noinline))
check_elsewhere(struct thread *t, const void *p, size_t size, enum access_kind kind, const char *pc)
{
    uintptr_t address = (uintptr_t)p;
    if (address - t->stack_low < stack_size())
        return;
    if (is_builtin_variable(address))
        return;
    if (image_allows(address, size, kind == STORE) || host_is_registered(address, size))
        return;
    bad_access(p, size, kind, pc);
}

static void __attribute__((noinline)) release(struct thread *t, uintptr_t offset)
{
    order_release(t, EMU_SCOPE_SYSTEM);
    if (!is_shared(offset))
        order_give_way(t);
}

// Flags and other volatile words are not data, and not counted.
static void __attribute__((noinline))
count_link(const struct thread *t, uintptr_t address, size_t size, enum access_kind kind)
{
    const int device = t->block->launch->device;
    if (kind == LOAD)
        links_read(device, address, size);
    else
        links_written(device, address, size);
}

static inline __attribute__((always_inline)) void
access(const void *p, size_t size, enum access_kind kind, bool is_volatile, const char *pc)
{
    struct thread *t = emu_current;
    if (UNLIKELY(!t)) {
        if (is_volatile)
            host_access_strong(p);
        if (host_quick)
            copied_back_touched(p, size, kind, pc);
        return;
    }
    uintptr_t offset = arena_offset(p);
    if (LIKELY(offset < SHADOWED_END)) {
        // Hardware rejects every access that is not a multiple of its size. An aligned access is
        // inside one granule of 8 bytes or covers whole granules.
        if (UNLIKELY(offset & (size - 1)))
            misaligned(p, size, kind, pc);
        if (UNLIKELY(!is_allowed(offset, size)))
            bad_access(p, size, kind, pc);
        if (t->checked)
            check_access(t, offset, size, kind, is_volatile, pc);
        if (UNLIKELY(links_open) && !is_volatile && !is_shared(offset))
            count_link(t, (uintptr_t)p, size, kind);
        emu_writes += kind;
    } else if ((uintptr_t)p - t->stack_low < t->stack_open) {
        return; // a local variable: a register on a GPU
    } else if (UNLIKELY((uintptr_t)p - t->stack_low < stack_size())) {
        accumulators_touched(t, (uintptr_t)p, size, kind, pc); // of a thread that uses wgmma
        return;
    } else {
        check_elsewhere(t, p, size, kind, pc);
        if (UNLIKELY(gpu_count() > 1) && kind == LOAD && t->checked)
            check_variable(t, (uintptr_t)p, size, pc);
        if (t->checked && image_variable((uintptr_t)p))
            check_access(t, image_variable((uintptr_t)p), size, kind, is_volatile, pc);
        else if (is_volatile)
            check_host_flag(t);
        emu_writes += kind;
    }
    t->steps++;
    if (t->trace_at != t->trace_end)
        count_note_soon(t, offset, p, (unsigned)size, (int)kind, pc);
    if (is_volatile && kind == STORE) {
        if (t->checked)
            release(t, offset);
        else if (!is_shared(offset))
            sample_orders(t);
    }
    const bool polls = is_volatile && kind == LOAD;
    if (polls)
        t->polls = p;
    thread_spend_at(t, polls ? POLL : 1, pc, p);
}

// A structure that is copied as a whole. The hardware moves it in pieces: words, or pairs of words
// if size and address allow. Each piece counts as a separate load. (A call is 5 bytes long, so the
// pieces get different locations.)
static void access_range(const void *p, size_t size, enum access_kind kind, const char *pc)
{
    if (!emu_current) {
        if (host_quick)
            copied_back_touched(p, size, kind, pc);
        return;
    }
    const char *at = p, *end = at + size;
    for (int i = 0; at < end; i++) {
        size_t piece = size % 8 == 0 ? 8 : 4;
        while (piece > (size_t)(end - at) || ((uintptr_t)at & (piece - 1)))
            piece /= 2;
        const char *place = pc - (i < 4 ? i : 4);
        switch (piece) {
        case 8: access(at, 8, kind, false, place); break;
        case 4: access(at, 4, kind, false, place); break;
        case 2: access(at, 2, kind, false, place); break;
        default: access(at, 1, kind, false, place); break;
        }
        at += piece;
    }
}

void access_atomic(const void *p, size_t size, bool store, const char *pc)
{
    struct thread *t = emu_current;
    enum access_kind kind = store ? STORE : LOAD;
    uintptr_t offset = arena_offset(p);
    if (!t) {
        host_access_strong(p);
        return;
    }
    if (offset >= SHADOWED_END) {
        check_elsewhere(t, p, size, kind, pc);
        offset = image_variable((uintptr_t)p);
    } else if ((uintptr_t)p & (size - 1)) {
        misaligned(p, size, kind, pc);
    } else if (!is_allowed(offset, size)) {
        bad_access(p, size, kind, pc);
    }
    if (t->checked && offset)
        check_access(t, offset, size, kind, 2, pc);
    else if (t->checked)
        check_host_flag(t);
    else if (!is_shared(offset))
        sample_orders(t);
}

void access_row(const void *row, enum access_kind kind, const char *pc)
{
    enum { ROW_BYTES = 16 };
    struct thread *t = emu_current;
    const uintptr_t offset = arena_offset(row);
    const char *name = kind == LOAD ? "ldmatrix" : "stmatrix";
    char text[512];
    const enum emu_space space = emu_space_of(row);
    if (space != EMU_SPACE_SHARED || offset & (ROW_BYTES - 1) || !is_allowed(offset, ROW_BYTES)) {
        describe_address((uintptr_t)row, ROW_BYTES, text, sizeof text);
        if (space != EMU_SPACE_SHARED)
            report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                            kind == LOAD ? "ldmatrix reads shared memory; copy the tile there first"
                                         : "stmatrix writes shared memory; copy it from there",
                            "wrong memory: %s of a row outside shared memory", name);
        if (offset & (ROW_BYTES - 1))
            report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
                            "each of the 8 rows of a matrix starts at a multiple of 16 bytes: "
                            "align the array (__align__(16)), and let its leading dimension be a "
                            "multiple of 8 elements of 16 bits",
                            "misaligned: %s of a row of 16 bytes", name);
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                        "compare row and column with the extents that the __shared__ array was "
                        "declared (or launched) with; lanes 0 to 7 name the rows of the first "
                        "matrix, 8 to 15 those of the second and so on",
                        "out of bounds: %s of a row of 16 bytes of shared memory", name);
    }
    if (t->checked)
        check_access(t, offset, ROW_BYTES, kind, 0, pc);
    emu_writes += kind;
    t->steps++;
    thread_spend(t, 1, pc);
}

void access_texel(const void *p, size_t size, enum access_kind kind, const char *pc)
{
    struct thread *t = emu_current;
    const uintptr_t offset = arena_offset(p);
    if (offset >= MANAGED_END || !is_allowed(offset, size))
        bad_access(p, size, kind, pc);
    if (t->checked)
        check_access(t, offset, size, kind, 0, pc);
    emu_writes += kind;
    t->steps++;
    thread_spend(t, 1, pc);
}

// ---- Asynchronous copies ------------------------------------------------------------------------

static const char *space_name(const void *p)
{
    switch (emu_space_of(p)) {
    case EMU_SPACE_GLOBAL: return "global memory";
    case EMU_SPACE_SHARED: return "shared memory";
    case EMU_SPACE_LOCAL: return "a thread's local memory";
    case EMU_SPACE_CONST: return "constant memory";
    default: return p ? "host memory" : "a null pointer";
    }
}

static void __attribute__((noinline, cold))
bad_copy(enum diagnosis_kind kind, const char *problem, const char *side, int size, const void *p,
         const char *cure, const char *pc)
{
    char text[512];
    describe_address((uintptr_t)p, (size_t)size, text, sizeof text);
    report_and_stop(kind == KIND_MISALIGNED ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress,
                    kind, pc, text, cure, "%s: asynchronous copy of %d bytes %s %s", problem, size,
                    side, space_name(p));
}

// May a copy read `bytes`, up to 16? They are in one granule of the shadow or in two.
static bool may_read(uintptr_t offset, int bytes)
{
    const int first = bytes < 8 ? bytes : 8;
    return (int)(offset & 7) + first <= SHADOW(offset) &&
           (bytes <= 8 || bytes - 8 <= SHADOW(offset + 8));
}

void access_copy(const void *to, const void *from, int size, int src_bytes, const char *pc)
{
    static const char sizes[] = "both addresses must be multiples of the copy's size (a GPU checks "
                                "the global one only where src_bytes is a constant): check offsets "
                                "and leading dimensions, or copy 4 bytes at a time";
    static const char spaces[] =
        "an asynchronous copy goes from global to shared memory; use plain "
        "loads and stores for anything else";
    struct thread *t = emu_current;
    const uintptr_t target = arena_offset(to), source = arena_offset(from);
    if ((size != 4 && size != 8 && size != 16) || src_bytes < 0 || src_bytes > size)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
                        "sizes are 4, 8 and 16; of these, src_bytes (0 to the size) are read and "
                        "the rest becomes zero",
                        "asynchronous copy of %d bytes of which %d are read", size, src_bytes);
    if (emu_space_of(to) != EMU_SPACE_SHARED)
        bad_copy(KIND_MEMORY, "wrong memory", "to", size, to, spaces, pc);
    if (target & (unsigned)(size - 1))
        bad_copy(KIND_MISALIGNED, "misaligned", "to", size, to, sizes, pc);
    if (!is_allowed(target, (size_t)size))
        bad_copy(KIND_BOUNDS, "out of bounds", "to", size, to,
                 "compare the index with the extent that the __shared__ array was declared (or "
                 "launched) with",
                 pc);
    if (src_bytes == 0)
        return; // the source address is not used
    if ((uintptr_t)from & (unsigned)(size - 1))
        bad_copy(KIND_MISALIGNED, "misaligned", "from", size, from, sizes, pc);
    if (source < MANAGED_END) {
        if (may_read(source, src_bytes))
            return;
        if (arena_was_freed((uintptr_t)from))
            bad_access(from, (size_t)src_bytes, LOAD, pc);
        bad_pointer_to_closed_peer((uintptr_t)from, (size_t)src_bytes, "asynchronous copy", pc);
        bad_copy(KIND_BOUNDS, "out of bounds", "from", src_bytes, from,
                 "give src_bytes 0 where the element is outside: it becomes zero and nothing is "
                 "read; or guard the copy",
                 pc);
    }
    if (emu_space_of(from) != EMU_SPACE_GLOBAL &&
        !host_is_registered((uintptr_t)from, (size_t)src_bytes))
        bad_copy(KIND_MEMORY, "wrong memory", "from", size, from, spaces, pc);
    check_elsewhere(t, from, (size_t)src_bytes, LOAD, pc);
}

// ---- The compiler's call-outs -------------------------------------------------------------------

#define CALLOUTS(N) \
    void access_read##N(const void *p, const char *pc) { access(p, N, LOAD, false, pc); } \
    void access_write##N(const void *p, const char *pc) { access(p, N, STORE, false, pc); } \
    void __tsan_volatile_read##N(void *p) { access(p, N, LOAD, true, CALLER()); } \
    void __tsan_volatile_write##N(void *p) { access(p, N, STORE, true, CALLER()); } \
    void __tsan_unaligned_read##N(void *p) { access(p, N, LOAD, false, CALLER()); } \
    void __tsan_unaligned_write##N(void *p) { access(p, N, STORE, false, CALLER()); } \
    void __tsan_unaligned_volatile_read##N(void *p) { access(p, N, LOAD, true, CALLER()); } \
    void __tsan_unaligned_volatile_write##N(void *p) { access(p, N, STORE, true, CALLER()); }

CALLOUTS(1)
CALLOUTS(2)
CALLOUTS(4)
CALLOUTS(8)
CALLOUTS(16)

void __tsan_read_range(void *p, long size) { access_range(p, (size_t)size, LOAD, CALLER()); }
void __tsan_write_range(void *p, long size) { access_range(p, (size_t)size, STORE, CALLER()); }

// clang copies a struct of more than 8 bytes by memcpy. The name of that function is replaced by
// this one (include/emu/device/callouts.h).
void *emu_copy_struct(void *to, const void *from, size_t size);
void *emu_copy_struct(void *to, const void *from, size_t size)
{
    enum { LARGEST = 16 }; // access
    const char *const pc = CALLER();
    if (emu_current && size == LARGEST) {
        access(from, LARGEST, LOAD, false, pc);
        access(to, LARGEST, STORE, false, pc);
    } else if (emu_current) {
        access_range(from, size, LOAD, pc);
        access_range(to, size, STORE, pc);
    }
    return memcpy(to, from, size);
}

void __tsan_vptr_read(void *p) { access(p, 8, LOAD, false, CALLER()); }
void __tsan_vptr_update(void *p, void *value)
{
    (void)value;
    access(p, 8, STORE, false, CALLER());
}
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}

// ---- Addresses of shared memory -----------------------------------------------------------------

// The shared window of a block starts at address 0, as on a GPU. Addresses in other blocks of the
// cluster contain the block's rank in their upper bits (sync/cluster.c).
uint32_t emu_shared_address(const void *p)
{
    if (!emu_current)
        return 0;
    const uintptr_t at = (uintptr_t)p - (uintptr_t)emu_current->block->window;
    return at < WINDOW_SIZE ? (uint32_t)at : cluster_address(emu_current->block, p);
}

void *emu_shared_pointer(uint32_t address)
{
    if (!emu_current)
        return NULL;
    return address < WINDOW_SIZE ? emu_current->block->window + address
                                 : cluster_pointer(emu_current->block, address);
}
