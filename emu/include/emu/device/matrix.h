// SPDX-License-Identifier: MIT
//
// emu/device/matrix.h: the matrix operations of a warp, ldmatrix and mma.sync, for ptx.h.
#ifndef EMU_MATRIX_H
#define EMU_MATRIX_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum emu_number {
    EMU_F16,
    EMU_BF16,
    EMU_TF32,
    EMU_F32,
    EMU_F64,
    EMU_S8,
    EMU_S32,
    EMU_E4M3,
    EMU_E5M2,
    EMU_U8, // only in mma.sync of inline PTX, like the next two
    EMU_S4,
    EMU_U4
};

// One mma.sync: M x N x K, the type of A and B, the type of C and D, and the required compute
// capability (80 is 8.0). Sums in s32 saturate (.satfinite) or wrap around.
struct emu_mma {
    const char *name;
    int m, n, k;
    enum emu_number factor, sum;
    int needs, saturates;
    int layout; // of m8n8k4 in f16, else 0
};
enum { EMU_A_BY_COLUMNS = 1, EMU_B_BY_ROWS = 2, EMU_C_IN_F16 = 4 };

// D = A B + C by the whole warp; each lane passes its registers. d may be c.
void emu_mma(const struct emu_mma *which, void *d, const void *a, const void *b, const void *c);

// Loads 1, 2 or 4 matrices of 8 x 8 elements of 16 bits; lane i passes row i % 8 of matrix i / 8.
// Each lane receives one register of each matrix.
void emu_ldmatrix(uint32_t *registers, const void *row, int matrices, int transposed);
// The inverse operation: stores 2 or 4 matrices.
void emu_stmatrix(void *row, const uint32_t *registers, int matrices, int transposed);

// Checks the address and the leading dimension that nvcuda::wmma loads or stores a fragment with.
void emu_wmma_check(const void *address, uint64_t row_bytes);

#ifdef __cplusplus
}
#endif
#endif
