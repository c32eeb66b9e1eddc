// SPDX-License-Identifier: MIT
//
// atoms.h: what the hardware's instructions for matrices and copies do, as thread-value layouts.
//
// A thread-value layout (TV) maps (thread, value) to an element of the operand, counted in
// column-major order: m + k*M in A (M x K), n + k*N in B (N x K), m + n*M in C (M x N).
// Names and layouts are those of CuTe (NVIDIA CUTLASS 4.7); a test compares them with CuTe's own
// output, and checks by brute force which of them are bijections.
#ifndef COMMON_LAYOUT_ATOMS_H
#define COMMON_LAYOUT_ATOMS_H

#include "../composed/composed.h"

enum { ATOM_NAME = 64 };

// A matrix multiply-add: D = A B + C by one thread, a quad pair, a warp or a warpgroup.
struct mma_atom {
    char name[ATOM_NAME]; // "SM80_16x8x16_F16F16F16F16_TN"
    int m, n, k;
    int bits[4];          // widths of an element of D, A, B, C
    struct layout thr_id; // the atom's thread -> lane
    struct layout tv[3];  // of A, B, C
};
enum mma_operand { MMA_A, MMA_B, MMA_C };

// Rows and columns of an operand: (M,K), (N,K), (M,N).
void mma_extents(const struct mma_atom *atom, enum mma_operand operand, int *rows, int *cols);

// A copy: which bits a thread reads of the source and writes of the destination. `ref` is the
// order that a tiled copy starts from: that of the destination for loads, of the source for stores.
struct copy_atom {
    char name[ATOM_NAME]; // "SM75_U32x4_LDSM_N"
    int bits;             // width of an element
    struct layout thr_id;
    struct layout src, dst, ref;      // (thread, element) -> element
    struct layout src_bits, dst_bits; // the same in bits
};

// Each finds an atom by its exact name. False: no such name; the reason lists some that are close.
// A copy is seen in elements of `bits` bits (1: in bits), which must fit.
bool mma_atom_find(struct mma_atom *out, const char *name, struct failure *why);
bool copy_atom_find(struct copy_atom *out, const char *name, int bits, struct failure *why);
// Layouts of tiles in shared memory that wgmma and TMA know: name "Layout_K_SW128", bits 16.
bool smem_atom_find(struct composed_layout *out, const char *name, int bits, struct failure *why);

// The i-th name of each kind; false beyond the last.
bool mma_atom_name(int i, char name[ATOM_NAME]);
bool copy_atom_name(int i, char name[ATOM_NAME]);
bool smem_atom_name(int i, char name[ATOM_NAME]);

// Which thread and value hold element (row, col) of an operand, by right_inverse(TV). Filled for
// all rows * cols elements, in column-major order; `count` is rows * cols. False if the TV is not a
// bijection onto them: operands in shared memory, which all threads read.
struct tv_owner {
    int thread, value;
};
bool tv_owners(const struct layout *tv, struct tv_owner *owners, int count, struct failure *why);

#endif
