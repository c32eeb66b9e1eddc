// SPDX-License-Identifier: MIT
//
// emu/device/warp.h: CUDA's barriers, fences and the operations of a warp: shuffles, votes,
// matches, reductions.
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "../../emu.h"
#include "../float16/round.h"

static const int warpSize __attribute__((unused)) = 32;

// ---- Barriers and fences ------------------------------------------------------------------------

EMU_INLINE void __syncthreads(void) { emu_syncthreads(); }
EMU_INLINE int __syncthreads_count(int predicate) { return emu_syncthreads_count(predicate); }
EMU_INLINE int __syncthreads_and(int predicate) { return emu_syncthreads_and(predicate); }
EMU_INLINE int __syncthreads_or(int predicate) { return emu_syncthreads_or(predicate); }
EMU_INLINE void __syncwarp(unsigned mask = 0xFFFFFFFF) { emu_syncwarp(mask); }
EMU_INLINE void __barrier_sync(unsigned id) { emu_barrier_sync((int)id, 0); }
EMU_INLINE void __barrier_sync_count(unsigned id, unsigned threads)
{
    emu_barrier_sync((int)id, (int)threads);
}
EMU_INLINE void __threadfence_block(void) { emu_fence(EMU_SCOPE_BLOCK); }
EMU_INLINE void __threadfence(void) { emu_fence(EMU_SCOPE_DEVICE); }
EMU_INLINE void __threadfence_system(void) { emu_fence(EMU_SCOPE_SYSTEM); }

// ---- Votes --------------------------------------------------------------------------------------

EMU_INLINE unsigned __activemask(void) { return emu_activemask(); }
EMU_INLINE int __all_sync(unsigned mask, int predicate)
{
    return (int)emu_vote(EMU_VOTE_ALL, mask, predicate);
}
EMU_INLINE int __any_sync(unsigned mask, int predicate)
{
    return (int)emu_vote(EMU_VOTE_ANY, mask, predicate);
}
EMU_INLINE int __uni_sync(unsigned mask, int predicate)
{
    return (int)emu_vote(EMU_VOTE_UNI, mask, predicate);
}
EMU_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return emu_vote(EMU_VOTE_BALLOT, mask, predicate);
}

// ---- Shuffles -----------------------------------------------------------------------------------

// 64-bit values need two exchanges of 32 bits, the lower half first, as on the hardware.
EMU_INLINE uint64_t emu_shfl64(enum emu_shuffle kind, unsigned mask, uint64_t value, int lane,
                               int width)
{
    const uint32_t lo = emu_shfl(kind, mask, (uint32_t)value, lane, width);
    const uint32_t hi = emu_shfl(kind, mask, (uint32_t)(value >> 32), lane, width);
    return (uint64_t)hi << 32 | lo;
}

// The four shuffles of one type; `pack` converts a value to bits, `unpack` converts back.
#define EMU_SHUFFLES(type, shuffle, pack, unpack) \
    EMU_INLINE type __shfl_sync(unsigned mask, type value, int lane, int width = 32) \
    { \
        return unpack(shuffle(EMU_SHFL_IDX, mask, pack(value), lane, width)); \
    } \
    EMU_INLINE type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32) \
    { \
        return unpack(shuffle(EMU_SHFL_UP, mask, pack(value), (int)delta, width)); \
    } \
    EMU_INLINE type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32) \
    { \
        return unpack(shuffle(EMU_SHFL_DOWN, mask, pack(value), (int)delta, width)); \
    } \
    EMU_INLINE type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32) \
    { \
        return unpack(shuffle(EMU_SHFL_XOR, mask, pack(value), lane_mask, width)); \
    }

EMU_SHUFFLES(int, emu_shfl, (uint32_t), (int))
EMU_SHUFFLES(unsigned, emu_shfl, , )
EMU_SHUFFLES(long, emu_shfl64, (uint64_t), (long))
EMU_SHUFFLES(unsigned long, emu_shfl64, , )
EMU_SHUFFLES(long long, emu_shfl64, (uint64_t), (long long))
EMU_SHUFFLES(unsigned long long, emu_shfl64, , )
EMU_SHUFFLES(float, emu_shfl, emu_float_bits, emu_float_from_bits)
EMU_SHUFFLES(double, emu_shfl64, emu_double_bits, emu_double_from_bits)

// ---- Match and reduce ---------------------------------------------------------------------------

// Values match if their bits match: -0.0f and 0.0f differ, a NaN equals itself.
#define EMU_MATCHES(type, pack) \
    EMU_INLINE unsigned __match_any_sync(unsigned mask, type value) \
    { \
        return emu_match_any(mask, pack(value)); \
    } \
    EMU_INLINE unsigned __match_all_sync(unsigned mask, type value, int *predicate) \
    { \
        return emu_match_all(mask, pack(value), predicate); \
    }

EMU_MATCHES(int, (uint32_t))
EMU_MATCHES(unsigned, (uint32_t))
EMU_MATCHES(long, (uint64_t))
EMU_MATCHES(unsigned long, (uint64_t))
EMU_MATCHES(long long, (uint64_t))
EMU_MATCHES(unsigned long long, (uint64_t))
EMU_MATCHES(float, emu_float_bits)
EMU_MATCHES(double, emu_double_bits)
#undef EMU_MATCHES

EMU_INLINE unsigned __reduce_add_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_ADD, mask, value);
}
EMU_INLINE unsigned __reduce_min_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_MIN_U, mask, value);
}
EMU_INLINE unsigned __reduce_max_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_MAX_U, mask, value);
}
EMU_INLINE int __reduce_add_sync(unsigned mask, int value)
{
    return (int)emu_reduce(EMU_RED_ADD, mask, (uint32_t)value);
}
EMU_INLINE int __reduce_min_sync(unsigned mask, int value)
{
    return (int)emu_reduce(EMU_RED_MIN_S, mask, (uint32_t)value);
}
EMU_INLINE int __reduce_max_sync(unsigned mask, int value)
{
    return (int)emu_reduce(EMU_RED_MAX_S, mask, (uint32_t)value);
}
EMU_INLINE unsigned __reduce_and_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_AND, mask, value);
}
EMU_INLINE unsigned __reduce_or_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_OR, mask, value);
}
EMU_INLINE unsigned __reduce_xor_sync(unsigned mask, unsigned value)
{
    return emu_reduce(EMU_RED_XOR, mask, value);
}

// ---- Functions from before compute capability 7.0 -----------------------------------------------

// Old programs shuffle and vote without a mask. The lanes that execute the call together take part,
// as on a newer GPU that runs code translated from an older one. nvcc 12 accepts these functions
// with a warning, unless -arch names a GPU of 7.0 or later, which does not have them.
#if EMU_ARCHITECTURE >= 70
#define EMU_GONE(instead, type, name, parameters, ...) \
    __attribute__((error("gone since compute capability 7.0: use " instead))) type name parameters;
#else
#define EMU_GONE(instead, type, name, parameters, ...) \
    __attribute__((deprecated("no GPU since compute capability 7.0 has it: use " instead))) \
    EMU_INLINE type name parameters \
    { \
        return __VA_ARGS__; \
    }
#endif
template <class T>
EMU_GONE("__shfl_sync(mask, value, lane)", T, __shfl, (T value, int lane, int width = 32),
         (T)__shfl_sync(emu_activemask(), value, lane, width))
template <class T>
EMU_GONE("__shfl_up_sync(mask, value, delta)", T, __shfl_up,
         (T value, unsigned delta, int width = 32),
         (T)__shfl_up_sync(emu_activemask(), value, delta, width))
template <class T>
EMU_GONE("__shfl_down_sync(mask, value, delta)", T, __shfl_down,
         (T value, unsigned delta, int width = 32),
         (T)__shfl_down_sync(emu_activemask(), value, delta, width))
template <class T>
EMU_GONE("__shfl_xor_sync(mask, value, lane_mask)", T, __shfl_xor,
         (T value, int lane_mask, int width = 32),
         (T)__shfl_xor_sync(emu_activemask(), value, lane_mask, width))
EMU_GONE("__all_sync(mask, predicate)", int, __all, (int predicate),
         __all_sync(emu_activemask(), predicate))
    EMU_GONE("__any_sync(mask, predicate)", int, __any, (int predicate),
             __any_sync(emu_activemask(), predicate))
        EMU_GONE("__ballot_sync(mask, predicate)", unsigned, __ballot, (int predicate),
                 __ballot_sync(emu_activemask(), predicate))
#undef EMU_GONE

#endif
