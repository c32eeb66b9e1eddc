// expect: ok
// SPDX-License-Identifier: MIT
//
// Inline PTX: mma.sync, ldmatrix and their kin give the bits of the functions of ptx.h.
#include <stdint.h>
#include <string.h>

#include "../ptx/ptx.h"
#include "check.h"

__device__ uint32_t noise(uint32_t i)
{
    return (i + 1) * 2654435761u >> 3 & 0x3FFF3FFFu; // neither NaN nor Inf in any format
}

#define FRAGMENTS(D, A) \
    const uint32_t lane = threadIdx.x; \
    A a[8], b[4]; \
    D c[4], expected[4], d[4]; \
    for (uint32_t i = 0; i < 8; i++) \
        a[i] = (A)noise(lane * 8 + i); \
    for (uint32_t i = 0; i < 4; i++) { \
        b[i] = (A)noise(lane * 4 + i + 999); \
        c[i] = (D)(lane + i); \
    }

__global__ void products()
{
    FRAGMENTS(float, uint32_t)
    mma_m16n8k16_f32_f16_f16_f32(expected, a, b, c);
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%10, %11, %12, %13};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]),
          "f"(c[2]), "f"(c[3]));
    CHECK(memcmp(d, expected, sizeof d) == 0);
    mma_m16n8k8_f32_tf32_tf32_f32(expected, a, b, c);
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%10, %11, %12, %13};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]),
          "f"(c[2]), "f"(c[3]));
    CHECK(memcmp(d, expected, sizeof d) == 0);
    mma_m16n8k8_f32_bf16_bf16_f32(expected, a, b, c);
    asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%7, %8, %9, %10};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    CHECK(memcmp(d, expected, sizeof d) == 0);
}

__global__ void halves()
{
    FRAGMENTS(uint32_t, uint32_t)
    mma_m16n8k16_f16_f16_f16_f16(expected, a, b, c);
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, "
        "{%8, %9};"
        : "=r"(d[0]), "=r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
    CHECK(d[0] == expected[0] && d[1] == expected[1]);
}

__global__ void integers()
{
    FRAGMENTS(int, uint32_t)
    mma_m16n8k32_s32_s8_s8_s32(expected, a, b, c);
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%10, %11, %12, %13};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]),
          "r"(c[2]), "r"(c[3]));
    CHECK(memcmp(d, expected, sizeof d) == 0);
}

// An element of a register: `bits` of them, with a sign or none.
__device__ int element(uint32_t word, int i, int bits, bool is_signed)
{
    const uint32_t top = word << (32 - bits * (i + 1));
    return is_signed ? (int)top >> (32 - bits) : (int)(top >> (32 - bits));
}

// C[row][2 (lane % 4)] of m16n8: register 0 of D, from the registers as the PTX ISA lays them out.
__device__ long long sum_of(const uint32_t a[], const uint32_t b[], int registers, int bits,
                            bool is_signed, int c)
{
    long long sum = c;
    const int lane = (int)threadIdx.x, each = 32 / bits;
    for (int r = 0; r < registers; r++) // of B; A has twice as many, of two rows
        for (int t = 0; t < 4; t++) {
            const uint32_t x = __shfl_sync(0xFFFFFFFF, a[2 * r], lane / 4 * 4 + t),
                           y = __shfl_sync(0xFFFFFFFF, b[r], 2 * (lane % 4) * 4 + t);
            for (int i = 0; i < each; i++)
                sum += element(x, i, bits, is_signed) * element(y, i, bits, is_signed);
        }
    return sum;
}

#define INTEGER_PRODUCT(shape_and_types) \
    asm("mma.sync.aligned." shape_and_types ".s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
        "{%10, %11, %12, %13};" \
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), \
          "r"(c[2]), "r"(c[3]))

__global__ void more_integers()
{
    FRAGMENTS(int, uint32_t)
    (void)expected;
    for (int i = 0; i < 4; i++) { // every bit may be set
        a[i] *= 2654435761u;
        b[i] *= 40503u * 65537u;
    }
    INTEGER_PRODUCT("m16n8k32.row.col.s32.u8.u8");
    CHECK(d[0] == sum_of(a, b, 2, 8, false, c[0]));
    INTEGER_PRODUCT("m16n8k64.row.col.s32.s4.s4");
    CHECK(d[0] == sum_of(a, b, 2, 4, true, c[0]));
    INTEGER_PRODUCT("m16n8k64.row.col.s32.u4.u4");
    CHECK(d[0] == sum_of(a, b, 2, 4, false, c[0]));
    asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=r"(d[0]), "=r"(d[1])
        : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
    CHECK(d[0] == sum_of(a, b, 1, 8, true, c[0]));
    // At the ends: stop, or wrap around.
    for (int i = 0; i < 4; i++) {
        a[i] = b[i] = 0x7F7F7F7Fu;
        c[i] = 0x7FFFFFFF;
    }
    INTEGER_PRODUCT("m16n8k32.row.col.satfinite.s32.s8.s8");
    CHECK(d[0] == 0x7FFFFFFF && d[3] == 0x7FFFFFFF);
    INTEGER_PRODUCT("m16n8k32.row.col.s32.s8.s8");
    CHECK(d[0] == (int)(0x7FFFFFFFu + 32u * 127 * 127));
}

__global__ void doubles()
{
    FRAGMENTS(double, double)
    mma_m8n8k4_f64_f64_f64_f64(expected, a, b, c);
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
        : "=d"(d[0]), "=d"(d[1])
        : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
    CHECK(d[0] == expected[0] && d[1] == expected[1]);
}

// What stmatrix stores, ldmatrix loads; twice transposed is as it was.
__global__ void there_and_back()
{
    __shared__ __align__(16) uint32_t tile[4 * 8 * 4], turned[4 * 8 * 4];
    const unsigned lane = threadIdx.x;
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile + 4 * lane),
                   other = (unsigned)__cvta_generic_to_shared(turned + 4 * lane);
    uint32_t r[4], t[4], expected[4], moved;
    for (uint32_t i = 0; i < 4; i++)
        r[i] = noise(4 * lane + i);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                 "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                 : "memory");
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(other),
        "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
        : "memory");
    __syncwarp();
    CHECK(tile[lane] == __shfl_sync(0xFFFFFFFF, r[0], lane));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3])
                 : "r"(at));
    CHECK(memcmp(r, t, sizeof t) == 0);
    asm volatile("ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3])
                 : "r"(other));
    CHECK(memcmp(r, t, sizeof t) == 0);
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.trans.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3])
                 : "r"(other));
    CHECK(memcmp(r, t, sizeof t) == 0);
    ldmatrix_x4_trans(expected, tile + 4 * lane);
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r[0]));
    CHECK(moved == expected[0]);
}

// ptxas accepts the parts of these names in another order.
__global__ void names_in_another_order()
{
    __shared__ float x[4];
    const unsigned at = (unsigned)__cvta_generic_to_shared(x);
    float sum = 0, y = 0;
    if (threadIdx.x == 0) {
        asm volatile("st.f32.shared [%0], %1;" ::"r"(at), "f"(2.5f) : "memory");
        asm volatile("atom.f32.add.shared %0, [%1], %2;" : "=f"(y) : "r"(at), "f"(1.5f) : "memory");
        asm volatile("ld.shared.f32.volatile %0, [%1];" : "=f"(sum) : "r"(at) : "memory");
    }
    asm volatile("shfl.idx.sync.b32 %0, %1, 0, 31, -1;" : "=f"(sum) : "f"(sum));
    CHECK(sum == 4 && (threadIdx.x != 0 || y == 2.5f));
    int whole;
    asm("cvt.s32.f32.rzi %0, %1;" : "=r"(whole) : "f"(-1.75f));
    CHECK(whole == -1);
}

int main()
{
    products<<<1, 32>>>();
    halves<<<1, 32>>>();
    integers<<<1, 32>>>();
    more_integers<<<1, 32>>>();
    doubles<<<1, 32>>>();
    there_and_back<<<1, 32>>>();
    names_in_another_order<<<1, 32>>>();
    return check_result();
}
