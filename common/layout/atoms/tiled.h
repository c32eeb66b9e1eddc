// SPDX-License-Identifier: MIT
//
// tiled.h: many instructions in a grid: CuTe's TiledMMA and TiledCopy.
//
//     struct tiled_mma mma;                       // 2 x 2 warps, each instruction twice along N
//     make_tiled_mma(&mma, &atom, &threads /* (2,2,1):(1,2,0) */, &tile /* <32,32,16> */, &why);
//     tiled_mma_partition(&part, &offset, &mma, MMA_A, &tensor_A, threadIdx_x, &why);
//
// Letters as in CuTe: V is the thread within an instruction; M, N and K number the instructions.
#ifndef COMMON_LAYOUT_TILED_H
#define COMMON_LAYOUT_TILED_H

#include "atoms.h"
#include "../core/tiler.h"

struct tiled_mma {
    struct mma_atom atom;
    struct layout thr_vmnk;       // (V,M,N,K) -> thread
    int64_t threads;              // cosize of thr_vmnk: threads with gaps between quad pairs count
    struct layout permutation[3]; // of M, N, K: the order in which a tile's rows are given out
    int64_t tile[3];              // M, N, K of what all instructions together do
};

// `thr_mnk` places copies of the atom along M, N and K. `permutation` has a size or a layout for
// each of M, N, K, or `_`: just as many as there are threads (NULL: for all).
bool make_tiled_mma(struct tiled_mma *out, const struct mma_atom *atom,
                    const struct layout *thr_mnk, const struct tiler *permutation,
                    struct failure *why);

// A tensor (M,K), (N,K) or (M,N), perhaps with more modes, as ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,
// RestK,..))).
bool tiled_mma_thrfrg(struct layout *out, const struct tiled_mma *mma, enum mma_operand operand,
                      const struct layout *tensor, struct failure *why);
// Thread -> value -> element of the tile, counted in column-major order.
bool tiled_mma_tv(struct layout *out, const struct tiled_mma *mma, enum mma_operand operand,
                  struct failure *why);
// What one thread has of a tensor: (V,RestM,RestK,..) from an offset on. CuTe's partition_A, B, C.
bool tiled_mma_partition(struct layout *out, int64_t *offset, const struct tiled_mma *mma,
                         enum mma_operand operand, const struct layout *tensor, int64_t thread,
                         struct failure *why);
// How much of one thread's part belongs to one instruction, and how many there are:
// (V,RestM,RestN).
bool tiled_mma_partition_shape(struct int_tuple *out, const struct tiled_mma *mma,
                               enum mma_operand operand, const struct int_tuple *shape,
                               struct failure *why);

struct tiled_copy {
    struct copy_atom atom;
    struct layout tv;       // (thread, value) -> element of the tile
    struct int_tuple tiler; // the tile: (M,N)
    int64_t threads;
};

// `threads` cover a tile, each has `values`: the raked product of the two.
bool make_tiled_copy(struct tiled_copy *out, const struct copy_atom *atom,
                     const struct layout *threads, const struct layout *values,
                     struct failure *why);
// The same threads and values in the form that a TiledMMA needs for an operand: CuTe's
// make_tiled_copy_A, B, C.
bool make_tiled_copy_for(struct tiled_copy *out, const struct copy_atom *atom,
                         const struct tiled_mma *mma, enum mma_operand operand,
                         struct failure *why);

enum copy_side { COPY_SRC, COPY_DST };
bool tiled_copy_tv(struct layout *out, const struct tiled_copy *copy, enum copy_side side,
                   struct failure *why);
// ((FrgV,FrgX),RestM,RestN,..) from an offset on. CuTe's partition_S and partition_D.
bool tiled_copy_partition(struct layout *out, int64_t *offset, const struct tiled_copy *copy,
                          enum copy_side side, const struct layout *tensor, int64_t thread,
                          struct failure *why);

#endif
