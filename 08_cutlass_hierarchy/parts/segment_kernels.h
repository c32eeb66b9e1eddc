// SPDX-License-Identifier: MIT
//
// segment_kernels.h: the kernels of a step that works on segments (segment.h), and their launch.
// Included by the step's file behind WORK and its functions.
//
// As in 8_tuned, a block's copies go ahead of its products, here from segment to segment. Where all
// operands and pieces begin at multiples of 16 bytes the copies are asynchronous; else staged, and
// then tiles are small.
#include "../../common/device/cuda_check.h"
#include "epilogue_store.h"
#include "predicated_copy.h"
#include "segment.h"

typedef void segment_kernel(WORK work);

// Which tiles of A and B are copied next. The segment stands apart, for registers: a struct that
// points into itself would be kept in memory.
struct ahead {
    struct copy_stream stream;
    struct segment *segment;
    int number, k_tile;
};

// The stream's operands are the segment's: it always is the same struct, of changing contents.
static __device__ __forceinline__ void ahead_bind(struct ahead *next, struct segment *segment,
                                                  struct copy_tiles t)
{
    next->segment = segment;
    next->stream.t = t;
    next->stream.a.s = copy_of_a(t), next->stream.a.of = &segment->A;
    next->stream.b.s = copy_of_b(t), next->stream.b.of = &segment->B;
    next->stream.a.from = next->stream.b.from = NULL; // a block without segments copies nothing
}

// The first tiles of A and B of that segment; behind the last one there is nothing to copy.
static __device__ __forceinline__ void ahead_begin_at(struct ahead *next, const WORK *work,
                                                      int number)
{
    next->number = number;
    next->k_tile = 0;
    if (number >= work_count(work)) {
        next->segment->k_tiles = 0; // none of which is the last one
        stream_nothing(&next->stream);
        return;
    }
    *next->segment = work_segment(work, number, next->stream.t);
    stream_begin_at(&next->stream, next->segment->row, next->segment->col, 0);
}

// On to the next tiles: along K, or those of the block's next segment. Predicates are the same from
// the first tile along K to the last but one.
static __device__ __forceinline__ void ahead_next(struct ahead *next, const WORK *work)
{
    stream_next(&next->stream);
    next->k_tile++;
    if (next->k_tile == next->segment->k_tiles)
        ahead_begin_at(next, work, next->number + (int)gridDim.x);
    else if (next->k_tile == next->segment->k_tiles - 1)
        stream_predicates(&next->stream, next->segment->row, next->segment->col,
                          next->k_tile * next->stream.t.bk);
}

#define VARIANT(tile) segments_nn_##tile
#define TRANS_B false
#include "segment_tiles.h"

#define VARIANT(tile) segments_nt_##tile
#define TRANS_B true
#include "segment_tiles.h"

// configuration: of segment_configuration().
static inline void segment_launch(int configuration, bool trans_b, bool async, int blocks,
                                  const WORK *work)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    segment_kernel *const large = trans_b ? segments_nt_128x128 : segments_nn_128x128;
    segment_kernel *const small = trans_b ? segments_nt_64x64 : segments_nn_64x64;
    segment_kernel *const staged = trans_b ? segments_nt_64x64_staged : segments_nn_64x64_staged;
    segment_kernel *const kernel = !async ? staged : configuration == TUNED_128X128 ? large : small;
    const int shared_bytes = tuned_shared_bytes(c);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<blocks, tuned_threads(c), shared_bytes>>>(*work);
    CUDA_CHECK_LAUNCH();
}
