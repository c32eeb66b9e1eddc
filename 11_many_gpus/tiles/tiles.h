// SPDX-License-Identifier: MIT
//
// tiles.h: chapter 09's kernel for products that several GPUs share, and its parameters.
//
// The kernel is 11_tuned's (../../09_hopper/11_tuned/tuned_tile.h) with three additions:
//
//   tile_gather.h     a tile of C waits until its rows of A have arrived
//   tile_grid.h       a tile of C waits for its rows of A and B, one part of k after another
//   tile_scatter.h    a tile of C goes to the GPU that keeps its rows, and that GPU adds
//
// The build writes a file for each tile of TILES_OF_MANY and each operation
// (../../09_hopper/11_tuned/kernels.awk).
#ifndef MANY_TILES_H
#define MANY_TILES_H

#include "../../09_hopper/11_tuned/tuned.h"
#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a rank shares with the other ranks: its rows of A, and flags in its memory. Rank q sets flag
// q to the number of the operation.
struct tiles_rank {
    const uint16_t *A;
    uint32_t *ready; // q's rows of A may be read, or q's inbox may be filled
    uint32_t *done;  // q has read this rank's rows of A
};

// Of A or B, where they consist of parts along k.
struct tiles_parts {
    uint32_t inverse;  // 2^32 / k_tiles, rounded up, or 0 if there is one part
    int k_tiles;       // of a part but the last
    int own;           // this rank's part, which waits for nothing
    int chunk, chunks; // rows to a flag; flags of a part
    uint32_t *arrived; // chunk c of part i: word i * chunks + c
};

// Of k, about so many slices; and where there is one.
enum { SLICES_OF_K = 8, SLICE_LOG_OF_ALL = 20 };

// bf16, B stored n x k. A rank's rows, of A or of C, are those from number * each on.
struct tiles_params {
    struct hopper_params g; // a: all rows of A; c: what this rank has of C; beta: see below
    int number, count, each;
    int first_row;           // in clusters: the order of the tiles begins there
    int lag;                 // if not 0, the tiles of all ranks take turns (place_in_turn)
    int own_first, own_rows; // of C
    float beta;              // of C
    uint32_t turn;           // the number of this operation, and the value of all flags in it
    struct tiles_rank mine, peers[MANY_MOST];

    // All-gather. A row of A that another rank has may be read when its flag has the value: `turn`
    // if a stream copies the rows. If the kernel's warps do, each of them adds 1.
    uint32_t *arrived; // a flag for every `chunk` rows and every slice of k of each rank
    int chunk, chunks; // rows; flags of a rank's slice
    int slices;        // of k
    int slice_log;     // of the k-tiles in a slice; SLICE_LOG_OF_ALL if there is one slice
    bool fetches;      // the kernel's warps copy the rows
    uint32_t fetched;  // if so: the number of the launch, counted from 1
    bool straddles;    // a tile may have rows of two ranks: this rank's are read in `gathered`, too
    int lda;
    uint16_t *gathered; // all rows

    // Reduce-scatter. The inbox of a rank has a buffer for each other rank. A tile's part is stored
    // in the inbox of the rank that keeps its rows (the owner); then the part's flag is set. The
    // owner adds the parts of all ranks.
    uint32_t *part_sent[MANY_MOST];          // in each owner's memory: flags that this rank sets
    const uint32_t *part_arrived[MANY_MOST]; // in this rank's memory: flags that each rank sets
    unsigned char *to[MANY_MOST];            // this rank's buffer in each owner's inbox
    const unsigned char *from[MANY_MOST];    // each rank's buffer in this rank's inbox

    // Grid. A and B consist of parts along k, one of each rank of this rank's row (A) or column
    // (B). A part has arrived when the flags of its chunks of rows have the value of the operation.
    struct tiles_parts a_parts, b_parts;
    int first_k_tile; // of this rank's part of A, or of B if A is in one part

    CUtensorMap own_a;                                // all-gather: this rank's rows
    CUtensorMap a_maps[MANY_MOST], b_maps[MANY_MOST]; // grid: of each part
};

// X(name): rows of TUNED_TILES.
#define TILES_OF_MANY(X) \
    X(128x256) X(256x160) X(128x224) X(128x192_turns) X(128x160_turns) X(128x128_turns)

// Launches the kernel in a stream of the current GPU: a block on each SM.
typedef void tiles_launch_fn(const struct tiles_params *p, cudaStream_t stream);
#define TILES_DECLARE(name) \
    tiles_launch_fn tiles_##name##_gather, tiles_##name##_scatter, tiles_##name##_grid;
TILES_OF_MANY(TILES_DECLARE)
#undef TILES_DECLARE

// Sets this rank's flag `ready` of operation p->turn at every peer, and waits until all peers have
// set theirs: one small block (meet.cu). Later work in the stream may read the peers' rows of A and
// write this rank's `gathered`.
void meet(const struct tiles_params *p, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
