// SPDX-License-Identifier: MIT
//
// emu/ptx/warp.h: PTX's instructions of warps and blocks: special registers, barriers, shuffles,
// votes, matrices.
#ifndef EMU_PTX_WARP_H
#define EMU_PTX_WARP_H

#include "../../cuda_runtime_api.h"
#include "../device/matrix.h"
#include "bits.h"
#include "convert.h"

// ---- Special registers --------------------------------------------------------------------------

EMU_INLINE uint32_t emu_ptx_thread(void)
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
EMU_INLINE uint32_t emu_ptx_lane(void) { return emu_ptx_thread() % 32; }
EMU_INLINE uint32_t emu_ptx_warp(void) { return emu_ptx_thread() / 32; }
EMU_INLINE uint32_t emu_ptx_sms(void)
{
    int count = 1;
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    return (uint32_t)count;
}
// Blocks are assigned to the SMs round-robin.
EMU_INLINE uint32_t emu_ptx_sm(void)
{
    return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % emu_ptx_sms();
}
// Not a time, but it increases, so that waiting for a difference ends.
EMU_INLINE uint64_t emu_ptx_nanoseconds(void) { return (uint64_t)emu_clock(); }

// ---- Barriers -----------------------------------------------------------------------------------

EMU_INLINE void emu_ptx_bar_sync(uint64_t id, uint64_t threads = 0)
{
    if (id == 0 && threads == 0)
        emu_syncthreads();
    else
        emu_barrier_sync((int)id, (int)threads);
}
EMU_INLINE uint32_t emu_ptx_bar_red_popc(uint64_t, bool p)
{
    return (uint32_t)emu_syncthreads_count(p);
}
EMU_INLINE bool emu_ptx_bar_red_and(uint64_t, bool p) { return emu_syncthreads_and(p); }
EMU_INLINE bool emu_ptx_bar_red_or(uint64_t, bool p) { return emu_syncthreads_or(p); }

// ---- Votes, shuffles, reductions ----------------------------------------------------------------

const enum emu_vote emu_ptx_vote_all = EMU_VOTE_ALL, emu_ptx_vote_any = EMU_VOTE_ANY,
                    emu_ptx_vote_uni = EMU_VOTE_UNI;

EMU_INLINE uint32_t emu_ptx_match_all(uint32_t mask, uint64_t value, bool &all)
{
    int same = 0;
    const uint32_t lanes = emu_match_all(mask, value, &same);
    all = same != 0;
    return lanes;
}

EMU_INLINE uint32_t emu_ptx_elect(uint32_t mask, bool &is_leader)
{
    emu_vote(EMU_VOTE_ANY, mask, 1); // all lanes of the mask execute this
    const uint32_t leader = (uint32_t)__builtin_ctz(mask | 0x80000000u);
    is_leader = leader == emu_ptx_lane();
    return leader;
}

// c holds the segment mask (bits 8 to 12 set: these bits of the lane number stay) and the clamp
// value. `from` is the source lane; outside the segment it is the lane itself.
EMU_INLINE uint32_t emu_ptx_shfl(uint32_t value, int from, bool reaches, uint32_t mask, bool &valid)
{
    valid = reaches;
    return emu_shfl(EMU_SHFL_IDX, mask, value, reaches ? from : (int)emu_ptx_lane(), 32);
}
EMU_INLINE int emu_ptx_segment(uint32_t c) { return (int)(emu_ptx_lane() & c >> 8 & 31); }
EMU_INLINE int emu_ptx_last(uint32_t c)
{
    return emu_ptx_segment(c) | (int)(c & 31 & ~(c >> 8 & 31));
}
EMU_INLINE uint32_t emu_ptx_shfl_up(uint32_t value, uint32_t by, uint32_t c, uint32_t mask,
                                    bool &valid)
{
    const int from = (int)emu_ptx_lane() - (int)(by & 31);
    return emu_ptx_shfl(value, from, from >= emu_ptx_last(c), mask, valid);
}
EMU_INLINE uint32_t emu_ptx_shfl_down(uint32_t value, uint32_t by, uint32_t c, uint32_t mask,
                                      bool &valid)
{
    const int from = (int)emu_ptx_lane() + (int)(by & 31);
    return emu_ptx_shfl(value, from, from <= emu_ptx_last(c), mask, valid);
}
EMU_INLINE uint32_t emu_ptx_shfl_bfly(uint32_t value, uint32_t by, uint32_t c, uint32_t mask,
                                      bool &valid)
{
    const int from = (int)(emu_ptx_lane() ^ (by & 31));
    return emu_ptx_shfl(value, from, from <= emu_ptx_last(c), mask, valid);
}
EMU_INLINE uint32_t emu_ptx_shfl_idx(uint32_t value, uint32_t lane, uint32_t c, uint32_t mask,
                                     bool &valid)
{
    const int from = emu_ptx_segment(c) | (int)(lane & 31 & ~(c >> 8 & 31));
    return emu_ptx_shfl(value, from, from <= emu_ptx_last(c), mask, valid);
}

#define EMU_PTX_REDUX(name, op) \
    template <class T> EMU_INLINE enum emu_reduce emu_ptx_redux_##name(T *) { return op; }
EMU_PTX_REDUX(add, EMU_RED_ADD)
EMU_PTX_REDUX(and, EMU_RED_AND)
EMU_PTX_REDUX(or, EMU_RED_OR)
EMU_PTX_REDUX(xor, EMU_RED_XOR)
EMU_PTX_REDUX(min, (T)-1 < 0 ? EMU_RED_MIN_S : EMU_RED_MIN_U)
EMU_PTX_REDUX(max, (T)-1 < 0 ? EMU_RED_MAX_S : EMU_RED_MAX_U)
#undef EMU_PTX_REDUX

// ---- Matrices -----------------------------------------------------------------------------------

template <class D, class A>
EMU_INLINE void emu_ptx_mma(D *d, const A *a, const A *b, const D *c, const char *name, int m,
                            int n, int k, int factor, int sum, int needs, int saturates = 0,
                            int layout = 0)
{
    const struct emu_mma which = {name,  m,         n,     k, (emu_number)factor, (emu_number)sum,
                                  needs, saturates, layout};
    emu_mma(&which, d, a, b, c);
}

enum {
    emu_ptx_number_s8_s8 = EMU_S8,
    emu_ptx_number_u8_u8 = EMU_U8,
    emu_ptx_number_s4_s4 = EMU_S4,
    emu_ptx_number_u4_u4 = EMU_U4
};

// Registers in ldmatrix's layout: lane t has row t / 4, columns 2 (t % 4) and the next one;
// transposed, column t / 4 and those rows. all: the `count` registers of each lane.
EMU_INLINE uint32_t emu_ptx_of_row(const uint32_t *all, int count, int matrix, int row, int pair)
{
    uint32_t word = 0;
    for (int half = 0; half < 2; half++) {
        const int column = 2 * pair + half;
        const uint32_t from = all[(4 * column + row / 2) * count + matrix];
        word |= (from >> 16 * (row % 2) & 0xFFFF) << 16 * half;
    }
    return word;
}

EMU_INLINE uint32_t emu_ptx_movmatrix(uint32_t mine)
{
    uint32_t all[32];
    emu_copy_bits(all, emu_warp_exchange(0xFFFFFFFF, &mine, sizeof mine), sizeof all);
    const int lane = (int)emu_ptx_lane();
    return emu_ptx_of_row(all, 1, 0, lane / 4, lane % 4);
}

#endif
