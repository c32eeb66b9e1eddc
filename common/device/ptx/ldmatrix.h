// SPDX-License-Identifier: MIT
//
// ldmatrix.h: a warp loads one, two or four matrices of 8 x 8 elements of 16 bits from shared
// memory (ldmatrix, compute capability 7.5). All 32 lanes must make the same call together.
//
// Each matrix has 8 rows of 16 bytes, and each row may be anywhere in shared memory at a multiple
// of 16 bytes. Lane i passes the address of a row: lanes 0 to 7 those of matrix 0, 8 to 15 those of
// matrix 1 and so on; x1 and x2 ignore the addresses of the other lanes. Every lane receives one
// register of each matrix: lane t two neighbours of row t / 4, columns 2 (t % 4) and one more; with
// .trans two neighbours of column t / 4, rows 2 (t % 4) and one more. ldmatrix_layouts.h describes
// this as layouts.
//
// This is the form in which mma.sync needs A (16-bit elements, row-major), and with .trans the
// transpose of what is stored. Elements of another width are moved in pairs or as halves; .trans
// does not separate the elements of a pair.
#ifndef COMMON_PTX_LDMATRIX_H
#define COMMON_PTX_LDMATRIX_H

#include "ldmatrix_layouts.h"

#ifdef __EMU_GPU__
#include "emu/ptx/ldmatrix.h"
#else

#include "function.h"

PTX_FUNCTION void ldmatrix_x1(uint32_t r[1], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
             : "=r"(r[0])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

PTX_FUNCTION void ldmatrix_x2(uint32_t r[2], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
             : "=r"(r[0]), "=r"(r[1])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

PTX_FUNCTION void ldmatrix_x4(uint32_t r[4], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

PTX_FUNCTION void ldmatrix_x1_trans(uint32_t r[1], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
             : "=r"(r[0])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

PTX_FUNCTION void ldmatrix_x2_trans(uint32_t r[2], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
             : "=r"(r[0]), "=r"(r[1])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

PTX_FUNCTION void ldmatrix_x4_trans(uint32_t r[4], const void *row)
{
    PTX_SM75("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
             : "r"((unsigned)__cvta_generic_to_shared(row))
             : "memory");
}

#endif
#endif
