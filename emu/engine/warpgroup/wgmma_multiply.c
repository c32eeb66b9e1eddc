// SPDX-License-Identifier: MIT
//
// wgmma_multiply.c: how wgmma multiplies and adds. Determined on an H200; the results are equal bit
// by bit to those recorded there.
//
//   f16, bf16, tf32   as mma.sync (multiply.c): all products of the instruction's k and D are added
//                     at once, each truncated to a multiple of 2^(E - 25)
//   e4m3, e5m2        the same with fewer bits: 2^(E - 13), and 13 bits of fraction in the sum
//   D in f16          the same sum, rounded to nearest, ties to even, as mma.sync does (no case of
//                     wgmma was recorded)
//   s8                exact; sums beyond 32 bits wrap around
//
// All columns of a row are computed together, in vectors.
#include <string.h>

#include "warpgroup.h"
#include "../tensor/tensor.h"

enum { MOST_K = 32 };

// Truncation of a type's sums: terms to multiples of 2^(E - kept), and D to so many bits of
// fraction.
struct rule {
    int kept, fraction;
};

static struct rule rule_of(enum emu_number type)
{
    return type == EMU_E4M3 || type == EMU_E5M2 ? (struct rule){13, 13} : (struct rule){25, 23};
}

// ---- Decoding -----------------------------------------------------------------------------------

// A is stored by rows, B by positions along k.
struct operand_a {
    int32_t significand[MOST_ROWS][MOST_K], exponent[MOST_ROWS][MOST_K];
    uint8_t special[MOST_ROWS][MOST_K];
    unsigned any_special[MOST_ROWS]; // without ZERO
};
struct operand_b {
    int32_t significand[MOST_K][MOST_COLUMNS], exponent[MOST_K][MOST_COLUMNS];
    uint8_t special[MOST_K][MOST_COLUMNS];
    unsigned any_special;
};

static uint32_t element(const uint8_t *line, int p, int bytes)
{
    uint32_t bits = 0;
    memcpy(&bits, line + (size_t)p * (size_t)bytes, (size_t)bytes); // little-endian
    return bits;
}

static void take_apart(const struct emu_wgmma *which, const uint8_t *lines_a,
                       const uint8_t *lines_b, struct operand_a *a, struct operand_b *b)
{
    const struct format f = format_of(which->factor);
    const int bytes = LINE_BYTES / which->k;
    for (int i = 0; i < MOST_ROWS; i++) {
        a->any_special[i] = 0;
        for (int p = 0; p < which->k; p++) {
            const struct number x = decode(f, element(lines_a + (size_t)i * LINE_BYTES, p, bytes));
            a->significand[i][p] = x.significand;
            a->exponent[i][p] = x.exponent;
            a->special[i][p] = (uint8_t)x.special;
            a->any_special[i] |= x.special & ~(unsigned)ZERO;
        }
    }
    b->any_special = 0;
    for (int j = 0; j < which->n; j++)
        for (int p = 0; p < which->k; p++) {
            const struct number x = decode(f, element(lines_b + (size_t)j * LINE_BYTES, p, bytes));
            b->significand[p][j] = x.significand;
            b->exponent[p][j] = x.exponent;
            b->special[p][j] = (uint8_t)x.special;
            b->any_special |= x.special & ~(unsigned)ZERO;
        }
}

// ---- One row of D -------------------------------------------------------------------------------

// c is row i of D and gets the new values.
static void row_of_floats(const struct emu_wgmma *which, const struct operand_a *a, int i,
                          const struct operand_b *b, uint32_t *c)
{
    const struct rule rule = rule_of(which->factor);
    const struct tensor_sums sums = {which->factor, which->sum, which->n,
                                     which->k,      rule.kept,  rule.fraction};
    const struct tensor_row row = {a->significand[i], a->exponent[i], a->special[i]};
    const struct tensor_columns columns = {b->significand[0], b->exponent[0], b->special[0],
                                           MOST_COLUMNS};
    tensor_float_row(&sums, &row, &columns, a->any_special[i] | b->any_special, c);
}

VECTORS static void row_of_bytes(const struct emu_wgmma *which, const int8_t *a,
                                 const uint8_t *lines_b, uint32_t *c)
{
    for (int j = 0; j < which->n; j++) {
        const int8_t *b = (const int8_t *)lines_b + (size_t)j * LINE_BYTES;
        int32_t sum = 0;
        for (int p = 0; p < which->k; p++)
            sum += a[p] * b[p];
        c[j] += (uint32_t)sum; // wraps around
    }
}

// ---- D in registers -----------------------------------------------------------------------------

// Columns 8 g + 2 q and 8 g + 2 q + 1 of row i are registers 4 g + 2 (i / 8 % 2) and the next one
// of the lane in quarter q.
static void move_row(int i, int n, void *const d[GROUP_THREADS], uint32_t *row, bool store)
{
    for (size_t q = 0; q < 4; q++) {
        uint32_t *mine =
            (uint32_t *)d[i / 16 * WARP + i % 8 * 4 + (int)q] + (size_t)(i / 8 % 2) * 2;
        for (size_t g = 0; g < (size_t)n / 8; g++) {
            if (store)
                memcpy(mine + 4 * g, row + 8 * g + 2 * q, 8);
            else
                memcpy(row + 8 * g + 2 * q, mine + 4 * g, 8);
        }
    }
}

// In f16 the two columns share register 2 g + i / 8 % 2.
static void move_halves(int i, int n, void *const d[GROUP_THREADS], uint32_t *row, bool store)
{
    for (size_t q = 0; q < 4; q++) {
        uint32_t *mine = (uint32_t *)d[i / 16 * WARP + i % 8 * 4 + (int)q] + (size_t)(i / 8 % 2);
        for (size_t g = 0; g < (size_t)n / 8; g++) {
            uint32_t *two = row + 8 * g + 2 * q;
            if (store) {
                mine[2 * g] = two[0] | two[1] << 16;
            } else {
                two[0] = mine[2 * g] & 0xFFFF;
                two[1] = mine[2 * g] >> 16;
            }
        }
    }
}

void wgmma_multiply(const struct emu_wgmma *which, const uint8_t *a, const uint8_t *b, bool add,
                    void *const d[GROUP_THREADS])
{
    static __thread struct operands {
        struct operand_a rows;
        struct operand_b columns;
    } * operands;
    operands = worker_buffer(operands, sizeof *operands);
    uint32_t row[MOST_COLUMNS];
    const bool floats = which->factor != EMU_S8;
    void (*const move)(int, int, void *const[], uint32_t *, bool) =
        which->sum == EMU_F16 ? move_halves : move_row;
    if (floats)
        take_apart(which, a, b, &operands->rows, &operands->columns);
    for (int i = 0; i < MOST_ROWS; i++) {
        if (add)
            move(i, which->n, d, row, false);
        else
            memset(row, 0, sizeof row);
        if (floats)
            row_of_floats(which, &operands->rows, i, &operands->columns, row);
        else
            row_of_bytes(which, (const int8_t *)a + (size_t)i * LINE_BYTES, b, row);
        move(i, which->n, d, row, true);
    }
}
