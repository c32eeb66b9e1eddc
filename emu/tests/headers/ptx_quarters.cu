// expect: ok
// SPDX-License-Identifier: MIT
//
// mma.sync.m8n8k4 of f16: each quarter of the warp (lanes 4q to 4q + 3 and 4q + 16 to 4q + 19)
// multiplies 8 x 4 by 4 x 8. Layouts of the registers as in the PTX ISA; small integers, so that
// every sum is exact in f16, too.
#include <cuda_fp16.h>
#include <stdint.h>

#include "check.h"

__device__ int of_a(int quarter, int row, int p) { return (row * 3 + p * 5 + quarter) % 7 - 3; }
__device__ int of_b(int quarter, int p, int column)
{
    return (column * 2 + p * 3 + quarter) % 5 - 2;
}
__device__ int of_c(int quarter, int row, int column) { return row * 8 + column - 10 * quarter; }

__device__ int expected(int quarter, int row, int column)
{
    int sum = of_c(quarter, row, column);
    for (int p = 0; p < 4; p++)
        sum += of_a(quarter, row, p) * of_b(quarter, p, column);
    return sum;
}

struct lane {
    int quarter, low, high; // its row or column is low + high
};

__device__ lane mine()
{
    const int id = (int)threadIdx.x;
    return {id % 16 / 4, id % 4, id < 16 ? 0 : 4};
}

__device__ void place(const lane &l, int v, bool half, int *row, int *column)
{
    *row = half ? l.low + l.high : (l.low & 1) + (v & 2) + l.high;
    *column = half ? v : (v & 4) + (l.low & 2) + (v & 1);
}

__device__ void factors(uint32_t a[2], uint32_t b[2], bool a_by_columns, bool b_by_rows)
{
    const lane l = mine();
    __half x[4], y[4];
    for (int i = 0; i < 4; i++) {
        x[i] = __float2half(a_by_columns ? of_a(l.quarter, i + l.high, l.low)
                                         : of_a(l.quarter, l.low + l.high, i));
        y[i] = __float2half(b_by_rows ? of_b(l.quarter, l.low, i + l.high)
                                      : of_b(l.quarter, i, l.low + l.high));
    }
    for (int r = 0; r < 2; r++) {
        a[r] = __half_as_ushort(x[2 * r]) | (uint32_t)__half_as_ushort(x[2 * r + 1]) << 16;
        b[r] = __half_as_ushort(y[2 * r]) | (uint32_t)__half_as_ushort(y[2 * r + 1]) << 16;
    }
}

__device__ void sums_in_f32(float c[8])
{
    const lane l = mine();
    for (int v = 0; v < 8; v++) {
        int row, column;
        place(l, v, false, &row, &column);
        c[v] = (float)of_c(l.quarter, row, column);
    }
}

__device__ void sums_in_f16(uint32_t c[4])
{
    const lane l = mine();
    for (int r = 0; r < 4; r++)
        c[r] = __half_as_ushort(__float2half(of_c(l.quarter, l.low + l.high, 2 * r))) |
               (uint32_t)__half_as_ushort(__float2half(of_c(l.quarter, l.low + l.high, 2 * r + 1)))
                   << 16;
}

__device__ void check_f32(const float d[8])
{
    const lane l = mine();
    for (int v = 0; v < 8; v++) {
        int row, column;
        place(l, v, false, &row, &column);
        CHECK(d[v] == (float)expected(l.quarter, row, column));
    }
}

__device__ void check_f16(const uint32_t d[4])
{
    const lane l = mine();
    for (int v = 0; v < 8; v++) {
        const __half x = __ushort_as_half((unsigned short)(d[v / 2] >> v % 2 * 16));
        CHECK(__half2float(x) == (float)expected(l.quarter, l.low + l.high, v));
    }
}

#define D8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define PRODUCT_F32(layouts) \
    asm("mma.sync.aligned.m8n8k4." layouts ".f32.f16.f16.f32 " D8 ", {%8, %9}, {%10, %11}, " D8 \
        ";" \
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), \
          "+f"(c[7]) \
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]))

__global__ void in_f32()
{
    uint32_t a[2], b[2];
    float c[8];
    factors(a, b, false, false);
    sums_in_f32(c);
    PRODUCT_F32("row.col");
    check_f32(c);
    factors(a, b, true, false);
    sums_in_f32(c);
    PRODUCT_F32("col.col");
    check_f32(c);
    factors(a, b, false, true);
    sums_in_f32(c);
    PRODUCT_F32("row.row");
    check_f32(c);
    factors(a, b, true, true);
    sums_in_f32(c);
    PRODUCT_F32("col.row");
    check_f32(c);
}

__global__ void in_f16()
{
    uint32_t a[2], b[2], c[4], d[4];
    float of_halves[8];
    factors(a, b, false, false);
    sums_in_f16(c);
    asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, "
        "{%8, %9, %10, %11};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    check_f16(d);
    asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 " D8 ", {%8, %9}, {%10, %11}, "
        "{%12, %13, %14, %15};"
        : "=f"(of_halves[0]), "=f"(of_halves[1]), "=f"(of_halves[2]), "=f"(of_halves[3]),
          "=f"(of_halves[4]), "=f"(of_halves[5]), "=f"(of_halves[6]), "=f"(of_halves[7])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    check_f32(of_halves);
}

// NaN, Inf, overflow, a subnormal, rounding to even.
__global__ void specials()
{
    const unsigned short factor[6] = {0x7E00, 0x7C00, 0x7BFF, 0x0001, 0x3C01, 0xFC00},
                         other[6] = {0x3C00, 0x3C00, 0x4000, 0x3C00, 0x3C01, 0x0000},
                         wanted[6] = {0x7FFF, 0x7C00, 0x7C00, 0x0001, 0x3C02, 0x7FFF};
    for (int i = 0; i < 6; i++) {
        const uint32_t a[2] = {factor[i], 0}, b[2] = {other[i], 0}; // the first along k
        uint32_t d[4];
        asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, "
            "{%8, %8, %8, %8};"
            : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(0));
        for (int r = 0; r < 4; r++)
            CHECK(d[r] == wanted[i] * 0x10001u);
    }
}

int main()
{
    in_f32<<<1, 32>>>();
    in_f16<<<1, 32>>>();
    specials<<<1, 32>>>();
    return check_result();
}
