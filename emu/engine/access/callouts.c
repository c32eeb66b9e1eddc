// SPDX-License-Identifier: MIT
//
// callouts.c: the functions that compiled code calls before its loads and stores if its inline
// check was not enough (include/emu/device/callouts.h). Fast paths are here; access.c handles the
// rest.
//
// They preserve the vector registers, so that a kernel can keep its sums there. Nothing in this
// file uses vector registers, and other functions are called through keep_vectors().
#ifndef __clang__ // before the headers, whose inline functions must not use them either
#pragma GCC target("general-regs-only")
#endif

#include "access.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"

typedef void access_function(const void *p, const char *pc);

#define ACCESSES(N) \
    access_function access_read##N, access_write##N; \
    void __tsan_read##N(void *p); \
    void __tsan_write##N(void *p);
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define EACH_VECTOR(do) \
    do \
    (0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) do(10) do(11) do(12) do(13) do( \
        14) do(15)
#define SAVE_256(i) "vmovdqu %%ymm" #i ", 32*" #i "(%0)\n"
#define LOAD_256(i) "vmovdqu 32*" #i "(%0), %%ymm" #i "\n"
#define SAVE_128(i) "movdqu %%xmm" #i ", 32*" #i "(%0)\n"
#define LOAD_128(i) "movdqu 32*" #i "(%0), %%xmm" #i "\n"

// gcc assumes that these functions, like those in emu/device/callouts.h, do not need an aligned
// stack.
static void __attribute__((noinline, force_align_arg_pointer))
keep_vectors(access_function *f, const void *p, const char *pc)
{
    static int has_avx = -1; // every worker computes the same value
    char kept[16 * 32];
    if (has_avx < 0)
        has_avx = __builtin_cpu_supports("avx") != 0;
    if (has_avx) {
        __asm__ volatile(EACH_VECTOR(SAVE_256) "vzeroupper" ::"r"(kept) : "memory");
        f(p, pc);
        __asm__ volatile(EACH_VECTOR(LOAD_256)::"r"(kept) : "memory");
    } else {
        __asm__ volatile(EACH_VECTOR(SAVE_128)::"r"(kept) : "memory");
        f(p, pc);
        __asm__ volatile(EACH_VECTOR(LOAD_128)::"r"(kept) : "memory");
    }
}

// Fast path of count_note(): false if it does not apply or the notes are full.
static inline __attribute__((always_inline)) bool is_noted(struct thread *t, uintptr_t offset,
                                                           const char *pc)
{
    const uint64_t at = (uint64_t)(pc - __ehdr_start);
    if (t->trace_at == t->trace_end)
        return true;
    if (at >> PLACE_BITS || t->trace_at + WARP == t->trace_end ||
        atomic_load_explicit(&count_place_of[at], memory_order_relaxed) == 0)
        return false;
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    return true;
}

// Would this read leave the cells of these words unchanged and find no conflict?
static inline bool reads_change_nothing(const struct thread *t, uintptr_t offset, size_t size)
{
    for (size_t i = 0; i < size; i += 4) {
        bool written = false;
        for (size_t k = 0; k < 4; k++)
            written |= *INIT(offset + i + k) != BYTE_UNWRITTEN;
        if (!written || !read_changes_nothing(CELL(offset + i), t, is_shared(offset)))
            return false;
    }
    return size >= 4;
}

// A read of words that have no mark.
static void __attribute__((noinline))
look(access_function *f, const void *p, const char *pc, size_t size)
{
    struct thread *t = emu_current;
    if (reads_change_nothing(t, arena_offset(p), size))
        t->quick.left[TURN_LOADS]--;
    else
        keep_vectors(f, p, pc);
}

// A read of a __constant__ variable that is not counted.
static inline bool is_constant(const struct thread *t, uintptr_t address, size_t size)
{
    const uintptr_t at = address - image_constants;
    return at < image_constants_size && size <= image_constants_size - at &&
           t->trace_at == t->trace_end;
}

// Accesses handled here are counted like inlined ones (turn.c). All calls are at the end, because a
// call in between would cost each access the registers that it changes.
static inline __attribute__((always_inline)) void
callout(const void *p, size_t size, enum access_kind kind, access_function *f, const char *pc)
{
    struct thread *t = emu_current;
    const uintptr_t offset = arena_offset(p);
    if (!t) {
        if (host_quick)
            keep_vectors(f, p, pc);
        return;
    }
    int *left = &t->quick.left[kind == LOAD ? TURN_LOADS : TURN_STORES];
    if (LIKELY(offset < SHADOWED_END && (offset & (size - 1)) == 0 && is_allowed(offset, size) &&
               *left >= 0)) {
        if (!t->checked) {
            if (is_noted(t, offset, pc)) {
                --*left;
                return;
            }
        } else if (kind == LOAD && !t->alert && t->trace_at == t->trace_end) {
            if (!is_settled_access(t, offset, size)) {
                look(f, p, pc, size);
                return;
            }
            --*left;
            return;
        }
    } else if ((uintptr_t)p - t->stack_low < t->stack_open) {
        return; // a local variable: a register on a GPU
    } else if (kind == LOAD && *left >= 0 &&
               (is_builtin_variable((uintptr_t)p) || is_constant(t, (uintptr_t)p, size))) {
        --*left;
        return;
    }
    keep_vectors(f, p, pc);
}

#define CALLOUTS(N) \
    void __tsan_read##N(void *p) { callout(p, N, LOAD, access_read##N, CALLER()); } \
    void __tsan_write##N(void *p) { callout(p, N, STORE, access_write##N, CALLER()); }

// Each instrumented file calls it at program start. The reference makes the linker include this
// file, whose functions override the weak ones of the same names in emu/device/callouts.h.
void __tsan_init(void);
void __tsan_init(void) {}

CALLOUTS(1)
CALLOUTS(2)
CALLOUTS(4)
CALLOUTS(8)
CALLOUTS(16)
