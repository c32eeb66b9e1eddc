// SPDX-License-Identifier: MIT
//
// box.h: tensor maps, and where each byte of a box is stored.
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stdint.h>

struct thread;

// A tensor map as the kernel gets it: what cuTensorMapEncodeTiled wrote into its 128 bytes.
struct tensor_map_bits {
    uint64_t magic;
    uintptr_t address;
    uint64_t size[5], stride[4]; // elements; bytes
    uint16_t box[5];
    uint8_t type, rank, swizzle, element; // CUDA's numbers; bytes of an element
    uint8_t fill_nan;
};
#define TENSOR_MAP_MAGIC 0x70616d2d726f7374u

// A box of a map's matrix, and its place in shared memory (offset in the arena).
struct box {
    struct tensor_map_bits map;
    int at[5];
    uintptr_t shared;
    bool plain;       // contiguous bytes without a map
    bool from_shared; // of this block's shared memory; `shared` is the target in another block
    const char *pc;
};
unsigned box_bytes(const struct tensor_map_bits *map);
// One row of a box: the part that is inside the matrix.
struct box_row {
    uintptr_t global;        // address of its first element inside
    unsigned first, bytes;   // their offset in the row; 0 bytes: the row is outside
    unsigned row, row_bytes; // its number; the bytes of a complete row
};
unsigned box_rows(const struct box *box);
struct box_row box_row(const struct box *box, unsigned row);
// Copies a row between swizzled shared memory and a plain buffer.
void box_to_shared(const struct box *box, unsigned row, const void *bytes);
void box_from_shared(const struct box *box, unsigned row, void *bytes);
// Reads the map and checks it, the box and the shared address; a mistake ends the launch with a
// diagnosis.
struct emu_tma;
struct box box_read(struct thread *thread, const struct emu_tma *asked, const void *shared,
                    const char *what, const char *pc);
// A contiguous copy of `bytes` as a box of rows.
struct box box_plain(const void *global, const void *shared, uint32_t bytes, const char *what,
                     const char *pc);
// The same from this block's shared memory. to: the target's place in it, as if it were here.
struct box box_between(const void *from, const void *to, uint32_t bytes, const char *what,
                       const char *pc);

#endif
