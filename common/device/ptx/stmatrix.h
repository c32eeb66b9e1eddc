// SPDX-License-Identifier: MIT
//
// stmatrix.h: 8 x 8 matrices of 16-bit elements, from registers to shared memory: the opposite of
// ldmatrix (stmatrix, compute capability 9.0). In each matrix lane l of 32 holds two neighbours of
// row l / 4, columns 2 (l % 4) and the next: the fragment of mma.sync and wgmma. Lane 8 i + r
// passes the address of row r of matrix i: 16 bytes, at a multiple of 16. All 32 lanes make the
// call together.
#ifndef COMMON_PTX_STMATRIX_H
#define COMMON_PTX_STMATRIX_H

#include <stdint.h>

#ifdef __EMU_GPU__
#include "emu/ptx/stmatrix.h"
#else

#include "function.h"

PTX_FUNCTION void stmatrix_x4(void *row, const uint32_t matrices[4])
{
    PTX_SM90("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
             :
             : "r"((unsigned)__cvta_generic_to_shared(row)), "r"(matrices[0]), "r"(matrices[1]),
               "r"(matrices[2]), "r"(matrices[3])
             : "memory");
}

PTX_FUNCTION void stmatrix_x2(void *row, const uint32_t matrices[2])
{
    PTX_SM90("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
             :
             : "r"((unsigned)__cvta_generic_to_shared(row)), "r"(matrices[0]), "r"(matrices[1])
             : "memory");
}

// Transposed: in each matrix the lane holds elements 2 (l % 4) and the next one of column l / 4.
PTX_FUNCTION void stmatrix_x4_trans(void *row, const uint32_t matrices[4])
{
    PTX_SM90("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};"
             :
             : "r"((unsigned)__cvta_generic_to_shared(row)), "r"(matrices[0]), "r"(matrices[1]),
               "r"(matrices[2]), "r"(matrices[3])
             : "memory");
}

#endif
#endif
