// SPDX-License-Identifier: MIT
//
// bulk.h: copies by the copy engine (Tensor Memory Accelerator): bulk.c loads, bulk_store.c stores,
// box.c where each byte of a box lies.
#ifndef BULK_H
#define BULK_H

#include "cluster.h"

// A tensor map as the kernel gets it: what cuTensorMapEncodeTiled has written into the 128 bytes.
struct tensor_map_bits {
    uint64_t magic;
    uintptr_t address;
    uint64_t size[5], stride[4]; // elements; bytes
    uint16_t box[5];
    uint8_t type, rank, swizzle, element; // CUDA's numbers; bytes of an element
    uint8_t fill_nan;
};
#define TENSOR_MAP_MAGIC 0x70616d2d726f7374u

// A box of a map's matrix, and where in shared memory it lies (offset in the arena).
struct box {
    struct tensor_map_bits map;
    int at[5];
    uintptr_t shared;
    bool plain; // bytes that follow each other, without a map
    const char *pc;
};
unsigned box_bytes(const struct tensor_map_bits *map);
// One row of a box: the part of it that lies inside the matrix.
struct box_row {
    uintptr_t global;        // address of its first element inside
    unsigned first, bytes;   // where that stands in the row; 0 bytes: all of it is outside
    unsigned row, row_bytes; // its number; the bytes of a whole row
};
unsigned box_rows(const struct box *box);
struct box_row box_row(const struct box *box, unsigned row);
// Between rows in shared memory, swizzled, and a plain row.
void box_to_shared(const struct box *box, unsigned row, const void *bytes);
void box_from_shared(const struct box *box, unsigned row, void *bytes);
// Reads the map and checks it and the place: ends the launch with a diagnosis if they are wrong.
struct emu_tma;
struct box box_read(struct thread *thread, const struct emu_tma *asked, const void *shared,
                    const char *what, const char *pc);
// So many bytes that follow each other, as a box of rows.
struct box box_plain(const void *global, const void *shared, uint32_t bytes, const char *what,
                     const char *pc);

// A load on its way to one block.
struct flight {
    struct flight *next;
    struct box box;
    struct thread *thread; // that asked for it
    struct block *block;   // to whose shared memory it goes
    struct mbarrier *barrier;
    bool multicast;
    uint16_t *known; // what its thread knew then (known.c)
};
void flight_free(struct flight *flight);
// Brings the box and counts its bytes.
void flight_land(struct flight *flight);

// A store that is not over.
struct bulk_store {
    struct bulk_store *next;
    struct box box;
    struct thread *thread;
    unsigned group; // how many groups its thread had committed before
    bool add, was_read;
    void *bytes; // once read: the box
};

// Of one block: stores, by the threads that asked for them.
struct bulk {
    struct bulk_store *first, *last;
    unsigned *commits; // of each thread
};

void bulk_block_done(struct block *block); // all its threads have ended
void bulk_end(struct block *block);

#endif
