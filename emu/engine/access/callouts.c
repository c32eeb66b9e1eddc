// SPDX-License-Identifier: MIT
//
// callouts.c: the functions that compiled code calls before its loads and stores, where it could
// not answer for itself (include/emu_callouts.h). What is quick to answer is answered here;
// access.c does the rest.
//
// They keep the vector registers, so that a kernel's sums may stay there: nothing in this file uses
// them, and what it calls comes by keep_vectors().
#ifndef __clang__ // above the headers: their functions are part of these
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

// gcc knows of the functions in emu_callouts.h, too, that they do not ask for an aligned stack.
static void __attribute__((noinline, force_align_arg_pointer))
keep_vectors(access_function *f, const void *p, const char *pc)
{
    static int has_avx = -1; // each worker finds the same
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

// count.h: the note of a usual access, where it does not fill the notes.
static inline __attribute__((always_inline)) bool is_noted(struct thread *t, uintptr_t offset,
                                                           const char *pc)
{
    const uint64_t at = (uint64_t)(pc - __executable_start);
    if (t->trace_at == t->trace_end)
        return true;
    if (at >> PLACE_BITS || t->trace_at + WARP == t->trace_end ||
        atomic_load_explicit(&count_place_of[at], memory_order_relaxed) == 0)
        return false;
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    return true;
}

// check.h: is there nothing new in reading these words?
static inline bool is_known(const struct thread *t, uintptr_t offset, size_t size)
{
    for (size_t i = 0; i < size; i += 4) {
        bool written = false;
        for (size_t k = 0; k < 4; k++)
            written |= *INIT(offset + i + k) != BYTE_UNWRITTEN;
        if (!written || !read_is_known(CELL(offset + i), t, is_shared(offset)))
            return false;
    }
    return size >= 4;
}

// A read of words that have no mark.
static void __attribute__((noinline))
look(access_function *f, const void *p, const char *pc, size_t size)
{
    struct thread *t = emu_current;
    if (is_known(t, arena_offset(p), size))
        t->quick.left[TURN_LOADS]--;
    else
        keep_vectors(f, p, pc);
}

// A read of a __constant__ variable, which nobody wants to note.
static inline bool is_constant(const struct thread *t, uintptr_t address, size_t size)
{
    const uintptr_t at = address - image_constants;
    return at < image_constants_size && size <= image_constants_size - at &&
           t->trace_at == t->trace_end;
}

// What is answered here is counted as the compiled code counts its own (turn.c). There are no calls
// but at the end: they would cost each access the registers that they change.
static inline __attribute__((always_inline)) void
callout(const void *p, size_t size, enum access_kind kind, access_function *f, const char *pc)
{
    struct thread *t = emu_current;
    const uintptr_t offset = arena_offset(p);
    if (!t)
        return;
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
        return; // a local variable: a register, on the GPU
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

// Each file that was compiled so calls it at the start: for its sake the linker takes this file,
// whose functions are stronger than the ones of the same names in emu_callouts.h.
void __tsan_init(void);
void __tsan_init(void) {}

CALLOUTS(1)
CALLOUTS(2)
CALLOUTS(4)
CALLOUTS(8)
CALLOUTS(16)
