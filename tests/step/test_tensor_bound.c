// SPDX-License-Identifier: MIT
//
// test_tensor_bound.c: what verify.h allows for sums on tensor cores holds for the sums of the
// emulated ones, which are those of an H200 bit by bit, on data made to lose as much as they can.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "../../emu/engine/tensor/tensor.h"
#include "../../common/step/matrix.h"
#include "../../common/step/verify.h"

enum { MOST_K = 70, LANES = 32 };

static const struct instruction {
    struct emu_mma op;
    enum dtype factor, sum;
} instructions[] = {
    {{"m16n8k16 f32 f16", 16, 8, 16, EMU_F16, EMU_F32, 80, 0, 0}, DTYPE_F16, DTYPE_F32},
    {{"m16n8k8 f32 f16", 16, 8, 8, EMU_F16, EMU_F32, 75, 0, 0}, DTYPE_F16, DTYPE_F32},
    {{"m16n8k16 f32 bf16", 16, 8, 16, EMU_BF16, EMU_F32, 80, 0, 0}, DTYPE_BF16, DTYPE_F32},
    {{"m16n8k8 f32 tf32", 16, 8, 8, EMU_TF32, EMU_F32, 80, 0, 0}, DTYPE_TF32, DTYPE_F32},
    {{"m16n8k4 f32 tf32", 16, 8, 4, EMU_TF32, EMU_F32, 80, 0, 0}, DTYPE_TF32, DTYPE_F32},
    {{"m16n8k16 f16 f16", 16, 8, 16, EMU_F16, EMU_F16, 80, 0, 0}, DTYPE_F16, DTYPE_F16},
    {{"m16n8k8 f16 f16", 16, 8, 8, EMU_F16, EMU_F16, 75, 0, 0}, DTYPE_F16, DTYPE_F16},
};
enum { INSTRUCTIONS = sizeof instructions / sizeof *instructions };

// The row and the column of one sum, as stored.
struct vectors {
    unsigned char a[4 * MOST_K], b[4 * MOST_K];
};

// Element (0, 0) alone: lanes 0 to 3 hold row 0 of A and column 0 of B, lane 0 holds the sum.
static void multiply_add(const struct instruction *x, const struct vectors *v, int first, int k,
                         uint32_t *sum)
{
    static const uint32_t zeros[8];
    const size_t size = dtype_size(x->factor);
    const int each = 4 / (int)size;
    uint32_t a[4][8] = {{0}}, b[4][4] = {{0}}, d[LANES][4];
    for (int p = 0; p < x->op.k && first + p < k; p++) {
        const int lane = p / each % 4;
        const size_t along = (size_t)(p / each / 4);
        const size_t byte = (size_t)(p % each) * size, from = (size_t)(first + p) * size;
        memcpy((char *)&a[lane][2 * along] + byte, v->a + from, size);
        memcpy((char *)&b[lane][along] + byte, v->b + from, size);
    }
    struct tensor_lanes lanes;
    for (int i = 0; i < LANES; i++) {
        lanes.a[i] = i < 4 ? a[i] : zeros;
        lanes.b[i] = i < 4 ? b[i] : zeros;
        lanes.c[i] = zeros;
        lanes.d[i] = d[i];
    }
    const uint32_t c[4] = {*sum};
    lanes.c[0] = c;
    tensor_multiply(&x->op, &lanes);
    *sum = x->sum == DTYPE_F16 ? d[0][0] & 0xFFFF : d[0][0];
}

// The error of k products as a share of what is allowed.
static double share(const struct instruction *x, const struct vectors *v, int k)
{
    uint32_t sum = 0;
    double a[MOST_K], b[MOST_K], got;
    for (int p = 0; p < k; p += x->op.k)
        multiply_add(x, v, p, k, &sum);
    dtype_to_double(x->sum, &sum, 1, &got);
    dtype_to_double(x->factor, v->a, (size_t)k, a);
    dtype_to_double(x->factor, v->b, (size_t)k, b);

    long double exact = 0, magnitude = 0;
    const double least = dtype_smallest(x->factor) / dtype_epsilon(x->factor);
    double subnormal = 0;
    for (int p = 0; p < k; p++) {
        exact += (long double)a[p] * b[p];
        magnitude += fabsl((long double)a[p] * b[p]);
        if (a[p] != 0 && b[p] != 0 && fmin(fabs(a[p]), fabs(b[p])) < least)
            subnormal = fmax(subnormal, fmax(fabs(a[p]), least) * fmax(fabs(b[p]), least));
    }
    const double bound = tensor_core_bound(k, 1, x->sum, (double)magnitude, subnormal);
    const double error = (double)fabsl((long double)got - exact);
    cr_assert(error <= bound, "%s, k %d: off by %g, allowed %g", x->op.name, k, error, bound);
    return error / bound;
}

static uint64_t state = 88172645463325252u; // xorshift64

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

// One sign, so that nothing lost is made good; fractions with all bits set.
static double fill_full(int p, int pattern)
{
    const double full = 2 - 0x1p-10;
    switch (pattern) {
    case 0: return full;
    case 1: return p == 0 ? 32 : full * 0x1p-8;                  // small ones next to a large one
    case 2: return p == 0 ? 64 : full * ldexp(1, -4 - p % 7);    // of different sizes
    case 3: return p % 16 == 0 ? full * 0x1p-14 : full * 0x1p-3; // close to subnormal
    case 4: return ldexp(1 + next() % 1024 * 0x1p-10, (int)(next() % 20) - 12);
    case 5: return p % 5 == 0 ? 0x1p-24 * (1 + next() % 1000) : next() % 1024 * 0x1p-5;
    case 6:
        return p == 0 ? 0x1p-24 : 0x1p-13 * (1 + next() % 1024 * 0x1p-10); // subnormal, then more
    default:
        return (next() & 1 ? -1 : 1) * ldexp(1 + next() % 1024 * 0x1p-10, (int)(next() % 9) - 4);
    }
}

Test(tensor_bound, holds_for_the_emulated_tensor_cores)
{
    for (int i = 0; i < INSTRUCTIONS; i++) {
        double worst = 0;
        for (int pattern = 0; pattern < 8; pattern++)
            for (int k = 1; k <= MOST_K; k++) {
                struct vectors v;
                double a[MOST_K], b[MOST_K];
                for (int p = 0; p < k; p++) {
                    a[p] = fill_full(p, pattern);
                    b[p] =
                        pattern == 6 && p == 0 ? 0x1p14 : fill_full(p, pattern == 6 ? 0 : pattern);
                }
                dtype_from_double(instructions[i].factor, a, (size_t)k, v.a);
                dtype_from_double(instructions[i].factor, b, (size_t)k, v.b);
                worst = fmax(worst, share(&instructions[i], &v, k));
            }
        // A bound that nothing comes near would not be worth much.
        cr_expect(worst > 0.1, "%s: at most %.3f of what is allowed", instructions[i].op.name,
                  worst);
    }
}
