// SPDX-License-Identifier: MIT
//
// atomic.c: atomic operations and fences of kernels.
//
// Blocks run on several cores at once, so these are the PC's own atomic instructions. An operation
// that the PC lacks (float addition, increment with wrap) is a compare-and-swap loop.
#include "access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../sync/sync.h"

#include <string.h>

#include "emu/float16/float16.h"
#include "emu/float16/round.h"

static uint64_t add_double(uint64_t a, uint64_t b)
{
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return a;
}

static uint32_t add_halves(uint32_t a, uint32_t b)
{
    uint32_t low = emu_half_add((uint16_t)a, (uint16_t)b);
    return low | (uint32_t)emu_half_add((uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
}

static uint32_t add_bfloats(uint32_t a, uint32_t b)
{
    uint32_t low = emu_bfloat16_add((uint16_t)a, (uint16_t)b);
    return low | (uint32_t)emu_bfloat16_add((uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
}

static int64_t sign_extend(uint64_t value, unsigned bytes)
{
    unsigned shift = 64 - 8 * bytes;
    return (int64_t)(value << shift) >> shift;
}

// The new value of memory that holds `old`.
static uint64_t next_value(enum emu_atomic op, unsigned bytes, uint64_t old, uint64_t v,
                           uint64_t compare)
{
    switch (op) {
    case EMU_ATOMIC_ADD: return old + v;
    case EMU_ATOMIC_SUB: return old - v;
    case EMU_ATOMIC_STORE:
    case EMU_ATOMIC_EXCH: return v;
    case EMU_ATOMIC_CAS: return old == compare ? v : old;
    case EMU_ATOMIC_AND: return old & v;
    case EMU_ATOMIC_OR: return old | v;
    case EMU_ATOMIC_XOR: return old ^ v;
    case EMU_ATOMIC_MIN_S: return sign_extend(v, bytes) < sign_extend(old, bytes) ? v : old;
    case EMU_ATOMIC_MAX_S: return sign_extend(v, bytes) > sign_extend(old, bytes) ? v : old;
    case EMU_ATOMIC_MIN_U: return v < old ? v : old;
    case EMU_ATOMIC_MAX_U: return v > old ? v : old;
    case EMU_ATOMIC_INC: return old >= v ? 0 : old + 1;
    case EMU_ATOMIC_DEC: return old == 0 || old > v ? v : old - 1;
    case EMU_ATOMIC_LOAD: return old;
    case EMU_ATOMIC_ADD_F32:
        return emu_float_bits(emu_float_from_bits((uint32_t)old) +
                              emu_float_from_bits((uint32_t)v));
    case EMU_ATOMIC_ADD_F64: return add_double(old, v);
    case EMU_ATOMIC_ADD_F16: return emu_half_add((uint16_t)old, (uint16_t)v);
    case EMU_ATOMIC_ADD_F16X2: return add_halves((uint32_t)old, (uint32_t)v);
    case EMU_ATOMIC_ADD_BF16: return emu_bfloat16_add((uint16_t)old, (uint16_t)v);
    case EMU_ATOMIC_ADD_BF16X2: return add_bfloats((uint32_t)old, (uint32_t)v);
    }
    return old;
}

#define CAS_LOOP(type) \
    do { \
        type *at = p, old = __atomic_load_n(at, __ATOMIC_SEQ_CST), next; \
        do \
            next = (type)next_value(op, bytes, old, value, compare); \
        while (!__atomic_compare_exchange_n(at, &old, next, false, __ATOMIC_SEQ_CST, \
                                            __ATOMIC_SEQ_CST)); \
        changed = next != old; \
        result = old; \
    } while (0)

// Makes the access record of an atomic (check.c) and the atomic itself one step for other cores.
// Otherwise, of two atomics, the stored record may be that of the first. A later access by the
// second thread, such as resetting an arrival counter to 0, would then be reported as a race. NULL:
// no lock is needed.
static atomic_flag *take_turn(const struct thread *t, const void *p)
{
    enum { PLACES = 256 };
    static atomic_flag turns[PLACES];
    if (!t || !t->checked || t->block->launch->alone)
        return NULL;
    atomic_flag *const turn = &turns[(uintptr_t)p / sizeof(uint64_t) % PLACES];
    while (atomic_flag_test_and_set_explicit(turn, memory_order_acquire))
        ;
    return turn;
}

uint64_t emu_atomic(enum emu_atomic op, enum emu_scope scope, void *p, unsigned bytes,
                    uint64_t value, uint64_t compare)
{
    const char *pc = CALLER();
    struct thread *t = emu_current;
    bool changed;
    uint64_t result;
    if (t) {
        t->scope = (uint8_t)scope;
        t->overwrites = op == EMU_ATOMIC_STORE || op == EMU_ATOMIC_EXCH ? OVERWRITES : READS_OLD;
    }
    access_atomic(p, bytes, false, pc);
    if (t && t->overwrites == OVERWRITES)
        t->overwrites = READS_OLD; // what it replaces was written
    if (bytes < 8) {
        uint64_t mask = ((uint64_t)1 << 8 * bytes) - 1;
        value &= mask;
        compare &= mask;
    }
    atomic_flag *turn = NULL;
    if (op != EMU_ATOMIC_LOAD) {
        turn = take_turn(t, p);
        access_atomic(p, bytes, true, pc);
        if (t && t->checked)
            order_release(t, scope); // before another core can observe the new value
    }
    switch (bytes) {
    case 2: CAS_LOOP(uint16_t); break;
    case 4: CAS_LOOP(uint32_t); break;
    default: CAS_LOOP(uint64_t); break;
    }
    if (turn)
        atomic_flag_clear_explicit(turn, memory_order_release);
    emu_writes += changed;
    if (t) {
        if (changed && t->checked && scope == EMU_SCOPE_SYSTEM && !is_shared(arena_offset(p)))
            order_give_way(t);
        t->steps++;
        if (t->trace_at != t->trace_end)
            count_note(t, p, bytes, NOTE_ATOMIC, pc);
        if (UNLIKELY(is_traced(t->block)))
            trace_atomic(t, op, value, pc);
        if (!changed)
            t->polls = p;
        thread_spend(t, changed ? 1 : POLL, pc); // a spin lock lets its holder run
    }
    return result;
}

uint64_t emu_exchanged(uint64_t old, const void *p, unsigned bytes)
{
    struct thread *t = emu_current;
    if (t && t->overwrites == OVERWROTE_UNWRITTEN) {
        t->overwrites = READS_OLD;
        check_read_unwritten(t, arena_offset(p), bytes, CALLER());
    }
    return old;
}

void emu_fence(enum emu_scope scope)
{
    if (emu_current)
        watchdog_look(emu_current, CALLER());
    if (emu_current && scope != EMU_SCOPE_BLOCK) {
        sample_orders(emu_current);
        trace_fence(emu_current, CALLER());
    }
    if (emu_current && emu_current->checked)
        order_fence(emu_current, scope);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// ---- The compiler's call-outs for std::atomic and __atomic built-ins, mostly in host code -------

// Their scope is the system.
static void access_std(const void *p, size_t size, bool store, const char *pc)
{
    if (emu_current)
        emu_current->scope = EMU_SCOPE_SYSTEM;
    access_atomic(p, size, store, pc);
}

#define ATOMICS(bits, type) \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) \
    { \
        (void)order; \
        access_std((const void *)(uintptr_t)p, sizeof *p, false, CALLER()); \
        if (emu_current) \
            thread_spend(emu_current, POLL, CALLER()); \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST); \
    } \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order) \
    { \
        (void)order; \
        access_std((void *)(uintptr_t)p, sizeof *p, true, CALLER()); \
        emu_writes++; \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST); \
    } \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected, type v, \
                                                      int order, int fail_order) \
    { \
        (void)order; \
        (void)fail_order; \
        access_std((void *)(uintptr_t)p, sizeof *p, true, CALLER()); \
        bool won = __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, \
                                               __ATOMIC_SEQ_CST); \
        emu_writes += won; \
        if (!won && emu_current) \
            thread_spend(emu_current, POLL, CALLER()); \
        return won; \
    } \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type v, \
                                                    int order, int fail_order) \
    { \
        return __tsan_atomic##bits##_compare_exchange_strong(p, expected, v, order, fail_order); \
    }

#define ATOMIC_RMW(bits, type, name, builtin) \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order) \
    { \
        (void)order; \
        access_std((void *)(uintptr_t)p, sizeof *p, true, CALLER()); \
        emu_writes++; \
        return builtin(p, v, __ATOMIC_SEQ_CST); \
    }

#define ALL_ATOMICS(bits, type) \
    ATOMICS(bits, type) \
    ATOMIC_RMW(bits, type, exchange, __atomic_exchange_n) \
    ATOMIC_RMW(bits, type, fetch_add, __atomic_fetch_add) \
    ATOMIC_RMW(bits, type, fetch_sub, __atomic_fetch_sub) \
    ATOMIC_RMW(bits, type, fetch_and, __atomic_fetch_and) \
    ATOMIC_RMW(bits, type, fetch_or, __atomic_fetch_or) \
    ATOMIC_RMW(bits, type, fetch_xor, __atomic_fetch_xor) \
    ATOMIC_RMW(bits, type, fetch_nand, __atomic_fetch_nand)

ALL_ATOMICS(8, uint8_t)
ALL_ATOMICS(16, uint16_t)
ALL_ATOMICS(32, uint32_t)
ALL_ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) { (void)order; }
