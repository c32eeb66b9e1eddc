// SPDX-License-Identifier: MIT
//
// multiply.c: how a tensor core multiplies and adds. Determined on an H200; the results are equal
// bit by bit (compared with 2.7 million recorded cases):
//
//   f16, bf16, tf32   All products of the instruction's whole k and C are added at once. Products
//                     are exact. Let E be the largest exponent among C and the nonzero products.
//                     Each term is truncated (towards zero) to a multiple of 2^(E - 25), and the
//                     terms are added exactly. The exponent of a product is the sum of its
//                     factors' exponents, even if their fractions multiply to 2 or more; that of
//                     a subnormal is the format's lowest. The sum is truncated to f32, or rounded
//                     to f16, to nearest, ties to even. Nothing is flushed to zero. A sum of zero
//                     is +0, also if truncation made it zero. Overflow gives Inf. NaN is always
//                     0x7FFFFFFF or 0x7FFF. E is at least -133 (measured with wgmma; the cases of
//                     mma.sync do not reach it).
//   e4m3, e5m2        The same, in one sum over k = 32. (No case of mma.sync was recorded.)
//   f64               One fused multiply-add after another, from C, in the order of k. Of several
//                     NaN the one in B is kept, then the sum's, then the one in A, made quiet.
//   s8                Exact; sums beyond 32 bits wrap around. (u8, s4 and u4 follow PTX: no case
//                     was recorded. .satfinite clamps.)
#include "number.h"
#include "row.h"
#include "tensor.h"

#include <math.h>
#include <string.h>

// N_FLOATS: the columns of every floating-point product except f64.
enum { LANES = 32, MOST_LINES = 16, MOST_K = 32, MOST_INTEGERS = 64, N_FLOATS = 8, KEPT = 25 };

// ---- Registers ----------------------------------------------------------------------------------

// The position of a register's elements. A line is a row of A or a column of B. `each` neighbours
// along the line share a register; the next registers are 8 lines further, then further along.
struct slot {
    int line, along;
};

static struct slot slot_of(int lane, int number, int lines, int each)
{
    const int down = lines > 8 ? 2 : 1;
    return (struct slot){lane / 4 + 8 * (number % down),
                         lane % 4 * each + 4 * each * (number / down)};
}

// C and D: two neighbours of a row, then 8 rows further.
static int row_of(int lane, int value) { return lane / 4 + 8 * (value / 2); }
static int column_of(int lane, int value) { return lane % 4 * 2 + value % 2; }
// The inverse mapping.
static int lane_of(int row, int column) { return row % 8 * 4 + column / 2; }
static size_t value_of(int row, int column) { return (size_t)row / 8 * 2 + (size_t)column % 2; }

// ---- Floating point ------------------------------------------------------------------------------

// A is stored by rows, B by positions along k. `line` and `place` are the strides between lines and
// between positions along k.
struct operand {
    int32_t significand[MOST_LINES * MOST_K], exponent[MOST_LINES * MOST_K];
    uint8_t special[MOST_LINES * MOST_K];
    unsigned any_special; // without ZERO
    int line, place;
};

static void read_operand(struct operand *to, int lines, int k, enum emu_number type,
                         const void *const registers[LANES])
{
    const struct format f = format_of(type);
    const int each = type == EMU_TF32 ? 1 : type == EMU_E4M3 || type == EMU_E5M2 ? 4 : 2;
    const int width = 32 / each;
    const uint32_t mask = (uint32_t)(((uint64_t)1 << width) - 1);
    to->any_special = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (int r = 0; r < lines * k / LANES / each; r++) {
            const uint32_t bits = ((const uint32_t *)registers[lane])[r];
            const struct slot slot = slot_of(lane, r, lines, each);
            for (int i = 0; i < each; i++) {
                const struct number x = decode(f, bits >> width * i & mask);
                const int at = slot.line * to->line + (slot.along + i) * to->place;
                to->significand[at] = x.significand;
                to->exponent[at] = x.exponent;
                to->special[at] = (uint8_t)x.special;
                to->any_special |= x.special & ~(unsigned)ZERO;
            }
        }
}

static void multiply_floats(const struct emu_mma *op, const struct tensor_lanes *lanes)
{
    struct operand a, b;
    a.line = MOST_K, a.place = 1;
    b.line = 1, b.place = N_FLOATS;
    read_operand(&a, op->m, op->k, op->factor, lanes->a);
    read_operand(&b, N_FLOATS, op->k, op->factor, lanes->b);
    const struct tensor_columns columns = {b.significand, b.exponent, b.special, N_FLOATS};
    const struct tensor_sums sums = {op->factor, op->sum, N_FLOATS, op->k, KEPT, 23};
    const size_t size = op->sum == EMU_F16 ? 2 : 4;
    for (int i = 0; i < op->m; i++) {
        const int at = i * a.line;
        const struct tensor_row row = {a.significand + at, a.exponent + at, a.special + at};
        uint32_t c[N_FLOATS] = {0};
        for (int j = 0; j < N_FLOATS; j++) // little-endian
            memcpy(&c[j], (const char *)lanes->c[lane_of(i, j)] + value_of(i, j) * size, size);
        tensor_float_row(&sums, &row, &columns, a.any_special | b.any_special, c);
        for (int j = 0; j < N_FLOATS; j++)
            memcpy((char *)lanes->d[lane_of(i, j)] + value_of(i, j) * size, &c[j], size);
    }
}

// ---- f64 ----------------------------------------------------------------------------------------

static double quiet(double nan)
{
    uint64_t bits;
    memcpy(&bits, &nan, sizeof bits);
    bits |= (uint64_t)1 << 51;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

static double multiply_add(double a, double b, double c)
{
    static const uint64_t none = 0xFFF8000000000000u; // Inf * 0, Inf - Inf
    if (isnan(a) || isnan(b) || isnan(c))
        return quiet(isnan(b) ? b : isnan(c) ? c : a);
    double sum = fma(a, b, c);
    if (isnan(sum))
        memcpy(&sum, &none, sizeof sum);
    return sum;
}

static void read_doubles(double to[][MOST_K], int lines, int k, const void *const registers[LANES])
{
    for (int lane = 0; lane < LANES; lane++)
        for (int r = 0; r < lines * k / LANES; r++) {
            const struct slot at = slot_of(lane, r, lines, 1);
            memcpy(&to[at.line][at.along], (const double *)registers[lane] + r, sizeof(double));
        }
}

static void multiply_doubles(const struct emu_mma *op, const struct tensor_lanes *lanes)
{
    double a[MOST_LINES][MOST_K], b[MOST_LINES][MOST_K];
    read_doubles(a, op->m, op->k, lanes->a);
    read_doubles(b, op->n, op->k, lanes->b);
    for (int lane = 0; lane < LANES; lane++)
        for (int v = 0; v < op->m * op->n / LANES; v++) {
            double sum = ((const double *)lanes->c[lane])[v];
            for (int p = 0; p < op->k; p++)
                sum = multiply_add(a[row_of(lane, v)][p], b[column_of(lane, v)][p], sum);
            ((double *)lanes->d[lane])[v] = sum;
        }
}

// ---- s8, u8, s4, u4 -----------------------------------------------------------------------------

static void read_integers(int16_t to[][MOST_INTEGERS], int lines, const struct emu_mma *op,
                          const void *const registers[LANES])
{
    const int bits = op->factor == EMU_S8 || op->factor == EMU_U8 ? 8 : 4, each = 32 / bits;
    const bool is_signed = op->factor == EMU_S8 || op->factor == EMU_S4;
    for (int lane = 0; lane < LANES; lane++)
        for (int r = 0; r < lines * op->k / LANES / each; r++) {
            const struct slot at = slot_of(lane, r, lines, each);
            const uint32_t word = ((const uint32_t *)registers[lane])[r];
            for (int i = 0; i < each; i++) {
                const uint32_t top = word << (32 - bits - bits * i); // the element's bits on top
                to[at.line][at.along + i] =
                    (int16_t)(is_signed ? (int32_t)top >> (32 - bits) : (int)(top >> (32 - bits)));
            }
        }
}

static void multiply_integers(const struct emu_mma *op, const struct tensor_lanes *lanes)
{
    int16_t a[MOST_LINES][MOST_INTEGERS], b[MOST_LINES][MOST_INTEGERS];
    read_integers(a, op->m, op, lanes->a);
    read_integers(b, op->n, op, lanes->b);
    for (int lane = 0; lane < LANES; lane++)
        for (int v = 0; v < op->m * op->n / LANES; v++) {
            int products = 0;
            for (int p = 0; p < op->k; p++)
                products += a[row_of(lane, v)][p] * b[column_of(lane, v)][p];
            int64_t sum = (int64_t)((const int32_t *)lanes->c[lane])[v] + products;
            if (op->saturates)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            ((uint32_t *)lanes->d[lane])[v] = (uint32_t)sum; // otherwise it wraps around
        }
}

void tensor_multiply(const struct emu_mma *op, const struct tensor_lanes *lanes)
{
    if (op->factor == EMU_F64)
        multiply_doubles(op, lanes);
    else if (op->sum == EMU_S32)
        multiply_integers(op, lanes);
    else if (tensor_has_quarters(op))
        tensor_multiply_quarters(op, lanes);
    else
        multiply_floats(op, lanes);
}
