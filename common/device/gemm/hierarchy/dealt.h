// SPDX-License-Identifier: MIT
//
// dealt.h: segments dealt like cards: block b takes numbers b, b + blocks, b + 2 blocks ... Include
// it after work_count(w), which returns their number. Of a span they use `tile`.

static __device__ __forceinline__ struct span work_first(const WORK *w)
{
    (void)w;
    const struct span first = {.tile = (int)blockIdx.x};
    return first;
}

static __device__ __forceinline__ struct span work_next(const WORK *w, const struct span *at)
{
    (void)w;
    const struct span next = {.tile = at->tile + (int)gridDim.x};
    return next;
}

static __device__ __forceinline__ bool work_has(const WORK *w, const struct span *at)
{
    return at->tile < work_count(w);
}
