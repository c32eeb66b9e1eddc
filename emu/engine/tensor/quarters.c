// SPDX-License-Identifier: MIT
//
// quarters.c: mma.sync.m8n8k4 with f16, of compute capability 7.0. Each quarter of a warp, lanes 4q
// to 4q + 3 and 4q + 16 to 4q + 19, multiplies matrices of its own. Sums are computed in f32, one
// product after another, which PTX allows; no case was recorded on a GPU.
#include "tensor.h"

#include <math.h>
#include <string.h>

enum { QUARTERS = 4, SIDE = 8, DEPTH = 4, FRACTION = 24 };

static float float_of(uint16_t bits)
{
    const struct number x = decode(format_of(EMU_F16), bits);
    if (x.special & NOT_A_NUMBER)
        return NAN;
    if (x.special & (PLUS_INF | MINUS_INF))
        return x.special & PLUS_INF ? INFINITY : -INFINITY;
    const float size = ldexpf((float)x.significand, x.exponent - format_of(EMU_F16).fraction);
    return x.special & ZERO ? copysignf(0, bits >> 15 ? -1.0f : 1.0f) : size;
}

static uint16_t half_of(float x)
{
    int exponent;
    const uint32_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
        return 0x7FFF;
    if (isinf(x) || x == 0)
        return (uint16_t)(sign | (x == 0 ? 0 : 0x7C00));
    const int64_t significand = (int64_t)ldexpf(frexpf(x, &exponent), FRACTION);
    const uint32_t bits = encode_f16(significand, exponent, FRACTION);
    return (uint16_t)(bits ? bits : sign);
}

static int lane_of(int quarter, int member) { return 4 * quarter + member % 4 + member / 4 * 16; }

struct place {
    int row, column;
};

// Where value v of a member is in C and D.
static struct place place_of(int member, int v, bool half)
{
    if (half)
        return (struct place){member, v};
    return (struct place){(member & 1) + (v & 2) + (member & 4), (v & 4) + (member & 2) + (v & 1)};
}

static void read_factors(const struct emu_mma *op, const struct tensor_lanes *lanes, int quarter,
                         float a[SIDE][DEPTH], float b[DEPTH][SIDE])
{
    for (int member = 0; member < SIDE; member++) {
        uint16_t of_a[DEPTH], of_b[DEPTH];
        memcpy(of_a, lanes->a[lane_of(quarter, member)], sizeof of_a);
        memcpy(of_b, lanes->b[lane_of(quarter, member)], sizeof of_b);
        const int low = member % 4, high = member & 4;
        for (int i = 0; i < DEPTH; i++) {
            if (op->layout & EMU_A_BY_COLUMNS)
                a[high + i][low] = float_of(of_a[i]);
            else
                a[member][i] = float_of(of_a[i]);
            if (op->layout & EMU_B_BY_ROWS)
                b[low][high + i] = float_of(of_b[i]);
            else
                b[i][member] = float_of(of_b[i]);
        }
    }
}

static void read_sums(const struct emu_mma *op, const struct tensor_lanes *lanes, int quarter,
                      float c[SIDE][SIDE])
{
    const bool half = op->sum == EMU_F16 || op->layout & EMU_C_IN_F16;
    for (int member = 0; member < SIDE; member++)
        for (int v = 0; v < SIDE; v++) {
            const struct place at = place_of(member, v, half);
            const void *registers = lanes->c[lane_of(quarter, member)];
            c[at.row][at.column] =
                half ? float_of(((const uint16_t *)registers)[v]) : ((const float *)registers)[v];
        }
}

static void write_sums(const struct emu_mma *op, const struct tensor_lanes *lanes, int quarter,
                       float c[SIDE][SIDE])
{
    const bool half = op->sum == EMU_F16;
    for (int member = 0; member < SIDE; member++)
        for (int v = 0; v < SIDE; v++) {
            const struct place at = place_of(member, v, half);
            void *registers = lanes->d[lane_of(quarter, member)];
            if (half)
                ((uint16_t *)registers)[v] = half_of(c[at.row][at.column]);
            else
                ((float *)registers)[v] = c[at.row][at.column];
        }
}

void tensor_multiply_quarters(const struct emu_mma *op, const struct tensor_lanes *lanes)
{
    for (int quarter = 0; quarter < QUARTERS; quarter++) {
        float a[SIDE][DEPTH], b[DEPTH][SIDE], c[SIDE][SIDE];
        read_factors(op, lanes, quarter, a, b);
        read_sums(op, lanes, quarter, c);
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++)
                for (int p = 0; p < DEPTH; p++)
                    c[row][column] += a[row][p] * b[p][column]; // the product is exact
        write_sums(op, lanes, quarter, c);
    }
}
