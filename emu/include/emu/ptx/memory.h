// SPDX-License-Identifier: MIT
//
// emu/ptx/memory.h: PTX's loads, stores, atomics and asynchronous copies.
#ifndef EMU_PTX_MEMORY_H
#define EMU_PTX_MEMORY_H

#include "async.h"
#include "bits.h"

// ---- Addresses ----------------------------------------------------------------------------------

// Shared memory has 32-bit addresses; elsewhere an address is the pointer.
EMU_INLINE void *emu_ptx_at_(uint64_t address) { return (void *)(size_t)address; }
EMU_INLINE void *emu_ptx_at_global(uint64_t address) { return (void *)(size_t)address; }
EMU_INLINE void *emu_ptx_at_local(uint64_t address) { return (void *)(size_t)address; }
EMU_INLINE void *emu_ptx_at_const(uint64_t address) { return (void *)(size_t)address; }
EMU_INLINE void *emu_ptx_at_shared(uint64_t address)
{
    return emu_shared_pointer((uint32_t)address);
}
EMU_INLINE void *emu_ptx_at_shared__cta(uint64_t address) { return emu_ptx_at_shared(address); }
EMU_INLINE void *emu_ptx_at_shared__cluster(uint64_t address) { return emu_ptx_at_shared(address); }

#define EMU_PTX_IS(name, space) \
    EMU_INLINE bool emu_ptx_is_##name(uint64_t address) \
    { \
        return emu_space_of((void *)(size_t)address) == space; \
    }
EMU_PTX_IS(global, EMU_SPACE_GLOBAL)
EMU_PTX_IS(shared, EMU_SPACE_SHARED)
EMU_PTX_IS(shared__cta, EMU_SPACE_SHARED)
EMU_PTX_IS(shared__cluster, EMU_SPACE_SHARED)
EMU_PTX_IS(local, EMU_SPACE_LOCAL)
EMU_PTX_IS(const, EMU_SPACE_CONST)
#undef EMU_PTX_IS

const enum emu_scope emu_ptx_scope_ = EMU_SCOPE_DEVICE, emu_ptx_scope_cta = EMU_SCOPE_BLOCK,
                     emu_ptx_scope_cluster = EMU_SCOPE_DEVICE, emu_ptx_scope_gpu = EMU_SCOPE_DEVICE,
                     emu_ptx_scope_gl = EMU_SCOPE_DEVICE, emu_ptx_scope_sys = EMU_SCOPE_SYSTEM;

// ---- Loads --------------------------------------------------------------------------------------

// A load that the compiler can neither remove nor move, because it does not know the pointer.
template <class T> EMU_INLINE T emu_ptx_ld_(const void *p, int)
{
    __asm__ volatile("" : "+r"(p));
    return *(const T *)p;
}
template <class T> EMU_INLINE T emu_ptx_ld_weak(const void *p, int scope)
{
    return emu_ptx_ld_<T>(p, scope);
}
template <class T> EMU_INLINE T emu_ptx_ld_volatile(const void *p, int)
{
    return *(const volatile T *)p;
}
template <class T> EMU_INLINE T emu_ptx_ld_relaxed(const void *p, emu_scope scope)
{
    if (sizeof(T) == 1) // atomics have no 1-byte form
        return *(const volatile T *)p;
    return emu_ptx_as<T>(emu_atomic(EMU_ATOMIC_LOAD, scope, (void *)(size_t)p, sizeof(T), 0, 0));
}
template <class T> EMU_INLINE T emu_ptx_ld_acquire(const void *p, emu_scope scope)
{
    const T value = emu_ptx_ld_relaxed<T>(p, scope);
    emu_fence(scope);
    return value;
}

// A vector of 2 to 16 bytes in one access: plain, or with an order that makes the whole access
// atomic and free of races with other such accesses.
template <int bytes> struct emu_ptx_piece;
template <> struct emu_ptx_piece<2> {
    typedef ushort1 type;
    typedef uint16_t whole;
};
template <> struct emu_ptx_piece<4> {
    typedef uint1 type;
    typedef uint32_t whole;
};
template <> struct emu_ptx_piece<8> {
    typedef uint2 type;
    typedef uint64_t whole;
};
template <> struct emu_ptx_piece<16> {
    typedef uint4 type;
    typedef int whole __attribute__((vector_size(16)));
};

extern "C" void __tsan_volatile_read16(void *);
extern "C" void __tsan_volatile_write16(void *);
template <class T> EMU_INLINE T emu_ptx_whole_load(const T *p) { return *(const volatile T *)p; }
template <class T> EMU_INLINE void emu_ptx_whole_store(T *p, T value) { *(volatile T *)p = value; }
typedef emu_ptx_piece<16>::whole emu_ptx_16_bytes;
EMU_INLINE emu_ptx_16_bytes emu_ptx_whole_load(const emu_ptx_16_bytes *p)
{
    emu_ptx_16_bytes value; // one instruction, which g++ neither splits nor instruments
    __tsan_volatile_read16((void *)(size_t)p);
    __asm__ volatile("movups (%1), %0" : "=x"(value) : "r"(p) : "memory");
    return value;
}
EMU_INLINE void emu_ptx_whole_store(emu_ptx_16_bytes *p, emu_ptx_16_bytes value)
{
    __tsan_volatile_write16(p);
    __asm__ volatile("movups %0, (%1)" ::"x"(value), "r"(p) : "memory");
}

EMU_INLINE bool emu_ptx_is_weak(const char *order) { return !*order || *order == 'w'; }

template <class T, int N>
EMU_INLINE void emu_ptx_ld_vector(T *to, const void *p, const char *order, emu_scope scope)
{
    typedef typename emu_ptx_piece<N * sizeof(T)>::type piece_type;
    typedef typename emu_ptx_piece<N * sizeof(T)>::whole whole_type;
    __asm__ volatile("" : "+r"(p));
    if (emu_ptx_is_weak(order)) {
        const piece_type piece = *(const piece_type *)p;
        __builtin_memcpy(to, &piece, sizeof piece);
        return;
    }
    const whole_type whole = emu_ptx_whole_load((const whole_type *)p);
    __builtin_memcpy(to, &whole, sizeof whole);
    if (__builtin_strcmp(order, "acquire") == 0)
        emu_fence(scope);
}

// ---- Stores -------------------------------------------------------------------------------------

template <class T, class R> EMU_INLINE void emu_ptx_st_(void *p, int, R value)
{
    *(T *)p = emu_ptx_as<T>(value);
}
template <class T, class R> EMU_INLINE void emu_ptx_st_weak(void *p, int, R value)
{
    *(T *)p = emu_ptx_as<T>(value);
}
template <class T, class R> EMU_INLINE void emu_ptx_st_volatile(void *p, int, R value)
{
    *(volatile T *)p = emu_ptx_as<T>(value);
}
template <class T, class R> EMU_INLINE void emu_ptx_st_relaxed(void *p, emu_scope scope, R value)
{
    if (sizeof(T) == 1)
        *(volatile T *)p = emu_ptx_as<T>(value);
    else
        emu_atomic(EMU_ATOMIC_STORE, scope, p, sizeof(T), (uint64_t)value, 0);
}
template <class T, class R> EMU_INLINE void emu_ptx_st_release(void *p, emu_scope scope, R value)
{
    emu_fence(scope);
    emu_ptx_st_relaxed<T>(p, scope, value);
}

template <class T, int N>
EMU_INLINE void emu_ptx_st_values(void *p, const char *order, emu_scope scope, const T *values)
{
    typename emu_ptx_piece<N * sizeof(T)>::type piece;
    typename emu_ptx_piece<N * sizeof(T)>::whole whole;
    __builtin_memcpy(&piece, values, sizeof piece);
    __builtin_memcpy(&whole, values, sizeof whole);
    if (__builtin_strcmp(order, "release") == 0)
        emu_fence(scope);
    if (emu_ptx_is_weak(order))
        *(decltype(piece) *)p = piece;
    else
        emu_ptx_whole_store((decltype(whole) *)p, whole);
}
template <class T, class A, class B>
EMU_INLINE void emu_ptx_st_vector(void *p, const char *order, emu_scope scope, A a, B b)
{
    const T values[2] = {emu_ptx_as<T>(a), emu_ptx_as<T>(b)};
    emu_ptx_st_values<T, 2>(p, order, scope, values);
}
template <class T, class A, class B, class C, class D>
EMU_INLINE void emu_ptx_st_vector(void *p, const char *order, emu_scope scope, A a, B b, C c, D d)
{
    const T values[4] = {emu_ptx_as<T>(a), emu_ptx_as<T>(b), emu_ptx_as<T>(c), emu_ptx_as<T>(d)};
    emu_ptx_st_values<T, 4>(p, order, scope, values);
}

// ---- Atomics ------------------------------------------------------------------------------------

#define EMU_PTX_OP(name, type, op) \
    EMU_INLINE enum emu_atomic emu_ptx_op_##name(type *) { return op; }
#define EMU_PTX_OPS(name, type) \
    template <class T> EMU_INLINE enum emu_atomic emu_ptx_op_##name(T *) { return type; }
EMU_PTX_OPS(add, EMU_ATOMIC_ADD)
EMU_PTX_OP(add, float, EMU_ATOMIC_ADD_F32)
EMU_PTX_OP(add, double, EMU_ATOMIC_ADD_F64)
EMU_PTX_OP(add, emu_ptx_f16, EMU_ATOMIC_ADD_F16)
EMU_PTX_OP(add, emu_ptx_f16x2, EMU_ATOMIC_ADD_F16X2)
EMU_PTX_OP(add, emu_ptx_bf16, EMU_ATOMIC_ADD_BF16)
EMU_PTX_OP(add, emu_ptx_bf16x2, EMU_ATOMIC_ADD_BF16X2)
EMU_PTX_OPS(exch, EMU_ATOMIC_EXCH)
EMU_PTX_OPS(cas, EMU_ATOMIC_CAS)
EMU_PTX_OPS(and, EMU_ATOMIC_AND)
EMU_PTX_OPS(or, EMU_ATOMIC_OR)
EMU_PTX_OPS(xor, EMU_ATOMIC_XOR)
EMU_PTX_OPS(inc, EMU_ATOMIC_INC)
EMU_PTX_OPS(dec, EMU_ATOMIC_DEC)
EMU_PTX_OP(min, uint32_t, EMU_ATOMIC_MIN_U)
EMU_PTX_OP(min, uint64_t, EMU_ATOMIC_MIN_U)
EMU_PTX_OP(min, int32_t, EMU_ATOMIC_MIN_S)
EMU_PTX_OP(min, int64_t, EMU_ATOMIC_MIN_S)
EMU_PTX_OP(max, uint32_t, EMU_ATOMIC_MAX_U)
EMU_PTX_OP(max, uint64_t, EMU_ATOMIC_MAX_U)
EMU_PTX_OP(max, int32_t, EMU_ATOMIC_MAX_S)
EMU_PTX_OP(max, int64_t, EMU_ATOMIC_MAX_S)
#undef EMU_PTX_OPS
#undef EMU_PTX_OP

// The order of the operation: release, acquire, or both.
enum emu_ptx_order {
    emu_ptx_order_,
    emu_ptx_order_relaxed = 0,
    emu_ptx_order_release = 1,
    emu_ptx_order_acquire = 2,
    emu_ptx_order_acq_rel = 3,
    emu_ptx_order_sc = 3
};

// For cas the first value is the comparand, the second the new value.
template <class T>
EMU_INLINE uint64_t emu_ptx_atom(enum emu_atomic op, int order, emu_scope scope, void *p,
                                 uint64_t value, uint64_t swapped = 0)
{
    if (order & emu_ptx_order_release)
        emu_fence(scope);
    const bool is_swap = op == EMU_ATOMIC_CAS;
    const uint64_t old =
        emu_atomic_old(op, scope, p, sizeof(T), is_swap ? swapped : value, is_swap ? value : 0);
    if (order & emu_ptx_order_acquire)
        emu_fence(scope);
    return old;
}

// ---- Asynchronous copies ------------------------------------------------------------------------

EMU_INLINE void emu_ptx_cp_async_ca(uint64_t to, uint64_t from, uint64_t size, uint64_t src_bytes)
{
    emu_ptx_copy(emu_ptx_at_shared(to), emu_ptx_at_global(from), (int)size, (int)src_bytes, 0);
}
EMU_INLINE void emu_ptx_cp_async_cg(uint64_t to, uint64_t from, uint64_t size, uint64_t src_bytes)
{
    emu_ptx_copy(emu_ptx_at_shared(to), emu_ptx_at_global(from), (int)size, (int)src_bytes, 1);
}
EMU_INLINE void emu_ptx_cp_async_ca(uint64_t to, uint64_t from, uint64_t size)
{
    emu_ptx_cp_async_ca(to, from, size, size);
}
EMU_INLINE void emu_ptx_cp_async_cg(uint64_t to, uint64_t from, uint64_t size)
{
    emu_ptx_cp_async_cg(to, from, size, size);
}

#endif
