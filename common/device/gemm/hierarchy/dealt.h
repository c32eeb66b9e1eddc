// SPDX-License-Identifier: MIT
//
// dealt.h: segments that are dealt out like cards: block b takes number b, b + blocks, b + 2 blocks
// ... Included behind work_count(w), which says how many there are; of a span they use `tile`.

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
