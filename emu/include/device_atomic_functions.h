// SPDX-License-Identifier: MIT
//
// device_atomic_functions.h: atomicAdd and its family with CUDA's overloads. Each exists in three
// scopes: name (the GPU), name_block (the thread block), name_system (GPU and host). All return the
// old value.
#ifndef DEVICE_ATOMIC_FUNCTIONS_H
#define DEVICE_ATOMIC_FUNCTIONS_H

#ifdef __cplusplus
#include "emu.h"
#include "emu/float16/round.h"
#include "vector_types.h"

// The engine gets values as bits.
EMU_INLINE uint64_t emu_to_bits(int x) { return (uint32_t)x; }
EMU_INLINE uint64_t emu_to_bits(unsigned x) { return x; }
EMU_INLINE uint64_t emu_to_bits(unsigned short x) { return x; }
EMU_INLINE uint64_t emu_to_bits(long long x) { return (uint64_t)x; }
EMU_INLINE uint64_t emu_to_bits(unsigned long long x) { return x; }
EMU_INLINE uint64_t emu_to_bits(float x) { return emu_float_bits(x); }
EMU_INLINE uint64_t emu_to_bits(double x) { return emu_double_bits(x); }
EMU_INLINE void emu_from_bits(int &x, uint64_t bits) { x = (int)(uint32_t)bits; }
EMU_INLINE void emu_from_bits(unsigned &x, uint64_t bits) { x = (unsigned)bits; }
EMU_INLINE void emu_from_bits(unsigned short &x, uint64_t bits) { x = (unsigned short)bits; }
EMU_INLINE void emu_from_bits(long long &x, uint64_t bits) { x = (long long)bits; }
EMU_INLINE void emu_from_bits(unsigned long long &x, uint64_t bits) { x = bits; }
EMU_INLINE void emu_from_bits(float &x, uint64_t bits) { x = emu_float_from_bits((uint32_t)bits); }
EMU_INLINE void emu_from_bits(double &x, uint64_t bits) { x = emu_double_from_bits(bits); }

// One overload in the three scopes.
#define EMU_ATOMIC(name, type, op) \
    EMU_ATOMIC_IN_SCOPE(name, type, op, EMU_SCOPE_DEVICE) \
    EMU_ATOMIC_IN_SCOPE(name##_block, type, op, EMU_SCOPE_BLOCK) \
    EMU_ATOMIC_IN_SCOPE(name##_system, type, op, EMU_SCOPE_SYSTEM)
#define EMU_ATOMIC_IN_SCOPE(name, type, op, scope) \
    EMU_INLINE type name(type *address, type value) \
    { \
        type old; \
        emu_from_bits(old, \
                      emu_atomic_old(op, scope, address, sizeof *address, emu_to_bits(value), 0)); \
        return old; \
    }

EMU_ATOMIC(atomicAdd, int, EMU_ATOMIC_ADD)
EMU_ATOMIC(atomicAdd, unsigned, EMU_ATOMIC_ADD)
EMU_ATOMIC(atomicAdd, unsigned long long, EMU_ATOMIC_ADD)
EMU_ATOMIC(atomicAdd, float, EMU_ATOMIC_ADD_F32)
EMU_ATOMIC(atomicAdd, double, EMU_ATOMIC_ADD_F64)
EMU_ATOMIC(atomicSub, int, EMU_ATOMIC_SUB)
EMU_ATOMIC(atomicSub, unsigned, EMU_ATOMIC_SUB)
EMU_ATOMIC(atomicExch, int, EMU_ATOMIC_EXCH)
EMU_ATOMIC(atomicExch, unsigned, EMU_ATOMIC_EXCH)
EMU_ATOMIC(atomicExch, unsigned long long, EMU_ATOMIC_EXCH)
EMU_ATOMIC(atomicExch, float, EMU_ATOMIC_EXCH)
EMU_ATOMIC(atomicMin, int, EMU_ATOMIC_MIN_S)
EMU_ATOMIC(atomicMin, unsigned, EMU_ATOMIC_MIN_U)
EMU_ATOMIC(atomicMin, long long, EMU_ATOMIC_MIN_S)
EMU_ATOMIC(atomicMin, unsigned long long, EMU_ATOMIC_MIN_U)
EMU_ATOMIC(atomicMax, int, EMU_ATOMIC_MAX_S)
EMU_ATOMIC(atomicMax, unsigned, EMU_ATOMIC_MAX_U)
EMU_ATOMIC(atomicMax, long long, EMU_ATOMIC_MAX_S)
EMU_ATOMIC(atomicMax, unsigned long long, EMU_ATOMIC_MAX_U)
EMU_ATOMIC(atomicInc, unsigned, EMU_ATOMIC_INC) // to 0 after `value`
EMU_ATOMIC(atomicDec, unsigned, EMU_ATOMIC_DEC) // to `value` after 0
EMU_ATOMIC(atomicAnd, int, EMU_ATOMIC_AND)
EMU_ATOMIC(atomicAnd, unsigned, EMU_ATOMIC_AND)
EMU_ATOMIC(atomicAnd, long long, EMU_ATOMIC_AND)
EMU_ATOMIC(atomicAnd, unsigned long long, EMU_ATOMIC_AND)
EMU_ATOMIC(atomicOr, int, EMU_ATOMIC_OR)
EMU_ATOMIC(atomicOr, unsigned, EMU_ATOMIC_OR)
EMU_ATOMIC(atomicOr, long long, EMU_ATOMIC_OR)
EMU_ATOMIC(atomicOr, unsigned long long, EMU_ATOMIC_OR)
EMU_ATOMIC(atomicXor, int, EMU_ATOMIC_XOR)
EMU_ATOMIC(atomicXor, unsigned, EMU_ATOMIC_XOR)
EMU_ATOMIC(atomicXor, long long, EMU_ATOMIC_XOR)
EMU_ATOMIC(atomicXor, unsigned long long, EMU_ATOMIC_XOR)

#undef EMU_ATOMIC
#undef EMU_ATOMIC_IN_SCOPE

// Compare and swap: stores `value` if the old value is `compare`.
#define EMU_ATOMIC_CAS_IN_SCOPE(name, type, scope) \
    EMU_INLINE type name(type *address, type compare, type value) \
    { \
        type old; \
        emu_from_bits(old, emu_atomic(EMU_ATOMIC_CAS, scope, address, sizeof *address, \
                                      emu_to_bits(value), emu_to_bits(compare))); \
        return old; \
    }
#define EMU_ATOMIC_CAS_OF(type) \
    EMU_ATOMIC_CAS_IN_SCOPE(atomicCAS, type, EMU_SCOPE_DEVICE) \
    EMU_ATOMIC_CAS_IN_SCOPE(atomicCAS_block, type, EMU_SCOPE_BLOCK) \
    EMU_ATOMIC_CAS_IN_SCOPE(atomicCAS_system, type, EMU_SCOPE_SYSTEM)

EMU_ATOMIC_CAS_OF(int)
EMU_ATOMIC_CAS_OF(unsigned)
EMU_ATOMIC_CAS_OF(unsigned long long)
EMU_ATOMIC_CAS_OF(unsigned short)

#undef EMU_ATOMIC_CAS_OF
#undef EMU_ATOMIC_CAS_IN_SCOPE

// The vector forms of compute capability 9.0: each component is atomic, but not the whole.
#define EMU_ATOMIC_VECTOR(name) \
    EMU_INLINE float2 name(float2 *address, float2 value) \
    { \
        return float2{name(&address->x, value.x), name(&address->y, value.y)}; \
    } \
    EMU_INLINE float4 name(float4 *address, float4 value) \
    { \
        return float4{name(&address->x, value.x), name(&address->y, value.y), \
                      name(&address->z, value.z), name(&address->w, value.w)}; \
    }

EMU_ATOMIC_VECTOR(atomicAdd)
EMU_ATOMIC_VECTOR(atomicAdd_block)
EMU_ATOMIC_VECTOR(atomicAdd_system)
#undef EMU_ATOMIC_VECTOR

#endif // __cplusplus
#endif
