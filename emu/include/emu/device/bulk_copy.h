// SPDX-License-Identifier: MIT
//
// emu/device/bulk_copy.h: libcu++'s functions for the copy engine, a part of <cuda/barrier>: copies
// with and without a tensor map, and the number of bytes that a barrier expects.
#ifndef EMU_CUDA_BULK_COPY
#define EMU_CUDA_BULK_COPY

#include "letters.h"

struct CUtensorMap_st; // cuda.h

namespace cuda
{
namespace device
{
template <class B> EMU_CG unsigned long long *barrier_native_handle(B &b) { return b.emu_state(); }

template <class B> EMU_CG void barrier_expect_tx(B &b, ptrdiff_t bytes)
{
    emu_mbarrier_expect_tx(b.emu_state(), (int)bytes);
}
// Adds the bytes first, because the phase may end with the last of these arrivals.
template <class B>
EMU_CG typename B::arrival_token barrier_arrive_tx(B &b, ptrdiff_t arrivals, ptrdiff_t bytes)
{
    barrier_expect_tx(b, bytes);
    return b.arrive(arrivals);
}

namespace experimental
{
EMU_CG void fence_proxy_async_shared_cta() { emu_fence_proxy_async(); }
EMU_CG void cp_async_bulk_commit_group() { emu_bulk_commit(); }
template <int N> EMU_CG void cp_async_bulk_wait_group_read() { emu_bulk_wait(N, 1); }

template <class B>
EMU_CG void cp_async_bulk_global_to_shared(void *to, const void *from, uint32_t bytes, B &b)
{
    emu_bulk_load(to, from, bytes, b.emu_state(), 0);
}
EMU_CG void cp_async_bulk_shared_to_global(void *to, const void *from, uint32_t bytes)
{
    emu_bulk_store(to, from, bytes);
}

// One to five dimensions, the first with the smallest stride.
#define EMU_BULK_TENSOR(dimensions, parameters, ...) \
    template <class B> \
    EMU_CG void cp_async_bulk_tensor_##dimensions##d_global_to_shared( \
        void *to, const CUtensorMap_st *map, EMU_LIST parameters, B &b) \
    { \
        const struct emu_tma box = {map, dimensions, {__VA_ARGS__}}; \
        emu_tma_load(to, &box, b.emu_state()); \
    } \
    EMU_CG void cp_async_bulk_tensor_##dimensions##d_shared_to_global( \
        const CUtensorMap_st *map, EMU_LIST parameters, const void *from) \
    { \
        const struct emu_tma box = {map, dimensions, {__VA_ARGS__}}; \
        emu_tma_store(&box, from, 0); \
    }
#define EMU_LIST(...) __VA_ARGS__
EMU_BULK_TENSOR(1, (int c0), c0)
EMU_BULK_TENSOR(2, (int c0, int c1), c0, c1)
EMU_BULK_TENSOR(3, (int c0, int c1, int c2), c0, c1, c2)
EMU_BULK_TENSOR(4, (int c0, int c1, int c2, int c3), c0, c1, c2, c3)
EMU_BULK_TENSOR(5, (int c0, int c1, int c2, int c3, int c4), c0, c1, c2, c3, c4)
#undef EMU_LIST
#undef EMU_BULK_TENSOR
} // namespace experimental
} // namespace device
} // namespace cuda

#include "letters_end.h"
#endif
