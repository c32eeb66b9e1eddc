// expect: ok
// SPDX-License-Identifier: MIT
//
// Tensor cores through nvcuda::wmma: every shape and type, all combinations of layouts, leading
// dimensions larger than the matrix. The operands are small whole numbers, so every result is
// exact. Then sums that are rounded, compared with mma.sync.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <string.h>
#include <type_traits>

using namespace nvcuda;

enum { LD = 48 }; // of every matrix in memory: a multiple of 16 bytes for every type

template <class T> __host__ __device__ T number(int i) { return (T)(float)i; }
template <class T> __host__ __device__ float value(T x) { return (float)x; }

template <class Layout> struct order {
    static const bool rows = false;
    static const wmma::layout_t in_memory = wmma::mem_col_major;
};
template <> struct order<wmma::row_major> {
    static const bool rows = true;
    static const wmma::layout_t in_memory = wmma::mem_row_major;
};

// d = 2 (a b + c) through one warp
template <int M, int N, int K, class T, class Storage, class Sum, class LayoutA, class LayoutB,
          class LayoutC>
__global__ void multiply(const Storage *a, const Storage *b, const Sum *c, Sum *d)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> fc, fd;
    wmma::load_matrix_sync(fa, a, LD);
    wmma::load_matrix_sync(fb, b, LD);
    wmma::load_matrix_sync(fc, c, LD, order<LayoutC>::in_memory);
    wmma::mma_sync(fd, fa, fb, fc);
    for (int i = 0; i < fd.num_elements; i++)
        fd.x[i] = fd.x[i] + fd.x[i];
    wmma::store_matrix_sync(d, fd, LD, order<LayoutC>::in_memory);
}

static int where(bool rows, int row, int column)
{
    return rows ? row * LD + column : column * LD + row;
}

template <int M, int N, int K, class T, class Storage, class Sum, class LayoutA, class LayoutB,
          class LayoutC>
void try_layouts(int line)
{
    const bool ra = order<LayoutA>::rows, rb = order<LayoutB>::rows, rc = order<LayoutC>::rows;
    static Storage a[LD * LD], b[LD * LD];
    static Sum c[LD * LD], d[LD * LD];
    for (int i = 0; i < LD * LD; i++) {
        a[i] = number<Storage>(i * 7 % 5);
        b[i] = number<Storage>(i * 11 % 7);
        c[i] = number<Sum>(i % 9);
        d[i] = number<Sum>(0);
    }
    Storage *da, *db;
    Sum *dc, *dd;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMalloc(&dd, sizeof d);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
    multiply<M, N, K, T, Storage, Sum, LayoutA, LayoutB, LayoutC><<<1, 32>>>(da, db, dc, dd);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    bool good = true;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = value(c[where(rc, i, j)]);
            for (int k = 0; k < K; k++)
                sum += value(a[where(ra, i, k)]) * value(b[where(rb, k, j)]);
            good = good && value(d[where(rc, i, j)]) == 2 * sum;
        }
    check_that_host(good, line, "d = 2 (a b + c)");
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dd);
}

typedef wmma::row_major R;
typedef wmma::col_major C;

// Every layout once; all combinations are tried with one shape and type.
template <int M, int N, int K, class T, class Storage, class Sum> void try_both(int line)
{
    try_layouts<M, N, K, T, Storage, Sum, R, C, R>(line);
    try_layouts<M, N, K, T, Storage, Sum, C, R, C>(line);
}

// A product of 32x32x32 by one warp, in steps, in place, from shared memory.
__global__ void accumulate(const half *a, const half *b, float *c)
{
    __shared__ __align__(32) half sa[32 * 32], sb[32 * 32];
    for (int i = threadIdx.x; i < 32 * 32; i += 32) {
        sa[i] = a[i];
        sb[i] = b[i];
    }
    __syncwarp();
    for (int i = 0; i < 32; i += 16)
        for (int j = 0; j < 32; j += 16) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
            wmma::fill_fragment(sum, 0.0f);
            for (int k = 0; k < 32; k += 16) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
                wmma::load_matrix_sync(fa, sa + i * 32 + k, 32);
                wmma::load_matrix_sync(fb, sb + j * 32 + k, 32);
                wmma::mma_sync(sum, fa, fb, sum);
            }
            wmma::store_matrix_sync(c + i * 32 + j, sum, 32, wmma::mem_row_major);
        }
}

static void try_accumulate()
{
    static half a[32 * 32], b[32 * 32];
    static float c[32 * 32];
    for (int i = 0; i < 32 * 32; i++) {
        a[i] = number<half>(i % 13 - 6);
        b[i] = number<half>(i % 11 - 5);
    }
    half *da, *db;
    float *dc;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    accumulate<<<1, 32>>>(da, db, dc);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) {
            float sum = 0;
            for (int k = 0; k < 32; k++)
                sum += value(a[i * 32 + k]) * value(b[j * 32 + k]);
            HOST_CHECK(c[i * 32 + j] == sum);
        }
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}

// ---- Sums bit for bit ----------------------------------------------------------------------------
//
// mma.sync repeats the sums that were recorded on an H200; a product of wmma has to equal it.

enum { DEPTH = 16 }; // of A and B in memory: a by rows, b by columns

// One register: two elements of 16 bits, or one of 32, from position 2 t (or t) of a line on.
template <class T> __device__ unsigned pair_of(const T *line, int t, int further)
{
    unsigned both;
    memcpy(&both, (const char *)(line + further) + 4 * t, sizeof both);
    return both;
}

template <int K, class T>
__device__ void by_ptx(float d[4], const T *const lines[2], const T *line, int t)
{
    static_assert(K == 16 && sizeof(T) == 2, "f16 and bf16");
    const unsigned a0 = pair_of(lines[0], t, 0), a1 = pair_of(lines[1], t, 0);
    const unsigned a2 = pair_of(lines[0], t, 8), a3 = pair_of(lines[1], t, 8);
    const unsigned b0 = pair_of(line, t, 0), b1 = pair_of(line, t, 8);
    if (std::is_same<T, half>::value)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

template <>
__device__ void by_ptx<8, float>(float d[4], const float *const lines[2], const float *line, int t)
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair_of(lines[0], t, 0)), "r"(pair_of(lines[1], t, 0)), "r"(pair_of(lines[0], t, 4)),
          "r"(pair_of(lines[1], t, 4)), "r"(pair_of(line, t, 0)), "r"(pair_of(line, t, 4)));
}

// d: twice, by wmma and by mma.sync, in rows of N. With 32 columns the lines of B are those of A.
template <int M, int N, int K, class T, class Storage>
__global__ void multiply_twice(const Storage *a, const Storage *b, const float *c, float *d)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, M, N, K, float> sum;
    wmma::load_matrix_sync(fa, a, DEPTH);
    wmma::load_matrix_sync(fb, b, DEPTH);
    wmma::load_matrix_sync(sum, c, N, wmma::mem_row_major);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, N, wmma::mem_row_major);
    const bool swapped = N == 32;
    const Storage *of_lines = swapped ? b : a, *of_columns = swapped ? a : b;
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;
    for (int i = 0; i < (swapped ? N : M); i += 16)
        for (int j = 0; j < (swapped ? M : N); j += 8) {
            const Storage *const lines[2] = {of_lines + (i + g) * DEPTH,
                                             of_lines + (i + g + 8) * DEPTH};
            float tile[4];
            int at[4];
            for (int v = 0; v < 4; v++) {
                const int row = i + g + v / 2 * 8, column = j + 2 * t + v % 2;
                at[v] = swapped ? column * N + row : row * N + column;
                tile[v] = c[at[v]];
            }
            by_ptx<K, Storage>(tile, lines, of_columns + (j + g) * DEPTH, t);
            for (int v = 0; v < 4; v++)
                d[M * N + at[v]] = tile[v];
        }
}

// Numbers whose sums depend on the order and on each rounding.
template <int M, int N, int K, class T, class Storage> void compare_bits(int line)
{
    static Storage a[32 * DEPTH], b[32 * DEPTH];
    static float c[M * N], d[2][M * N];
    unsigned random = 1;
    for (int i = 0; i < 32 * DEPTH; i++)
        for (Storage *to : {a + i, b + i}) {
            random = random * 1664525u + 1013904223u;
            *to = (Storage)(ldexpf((float)(int)random, -31 - (int)(random >> 8) % 9));
        }
    for (int i = 0; i < M * N; i++)
        c[i] = ldexpf((float)(int)(random = random * 1664525u + 1013904223u), -30);
    Storage *da, *db;
    float *dc, *dd;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMalloc(&dd, sizeof d);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
    multiply_twice<M, N, K, T, Storage><<<1, 32>>>(da, db, dc, dd);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    check_that_host(memcmp(d[0], d[1], sizeof d[0]) == 0, line, "wmma equals mma.sync");
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dd);
}

// Sums in half: of C in float, too, and the reverse.
__global__ void mixed(float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> h;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
    wmma::fill_fragment(a, number<half>(3));
    wmma::fill_fragment(b, number<half>(1));
    wmma::fill_fragment(h, half(0.5f));
    wmma::mma_sync(f, a, b, h); // 48.5
    CHECK(f.x[0] == 48.5f);
    wmma::fill_fragment(f, 2000.25f);
    wmma::mma_sync(h, a, b, f); // 2048.25, between two halfs
    CHECK(value(h.x[0]) == 2048);
    out[threadIdx.x] = value(h.x[7]);
}

__global__ void tf32()
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> f;
    wmma::fill_fragment(f, 1.5f);
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = wmma::__float_to_tf32(f.x[i] + 0.0001f);
    // 10 fraction bits are left
    CHECK(f.x[0] == 1.5f && wmma::__float_to_tf32(1 + 1.0f / 1024) == 1 + 1.0f / 1024);
    CHECK(wmma::__float_to_tf32(1 + 1.0f / 2048) == 1 + 1.0f / 1024); // a tie, away from zero
    CHECK(wmma::__float_to_tf32(-1 - 1.0f / 4096) == -1);
}

int main()
{
    try_both<16, 16, 16, half, half, float>(__LINE__);
    try_layouts<16, 16, 16, half, half, float, R, R, C>(__LINE__);
    try_layouts<16, 16, 16, half, half, float, C, C, R>(__LINE__);
    try_both<32, 8, 16, half, half, float>(__LINE__);
    try_both<8, 32, 16, half, half, float>(__LINE__);
    try_both<16, 16, 16, half, half, half>(__LINE__);
    try_both<32, 8, 16, half, half, half>(__LINE__);
    try_both<8, 32, 16, half, half, half>(__LINE__);
    try_both<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float>(__LINE__);
    try_both<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float>(__LINE__);
    try_both<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float>(__LINE__);
    try_both<16, 16, 16, unsigned char, unsigned char, int>(__LINE__);
    try_both<32, 8, 16, signed char, signed char, int>(__LINE__);
    try_both<8, 32, 16, unsigned char, unsigned char, int>(__LINE__);
    try_both<16, 16, 8, wmma::precision::tf32, float, float>(__LINE__);
    try_both<8, 8, 4, double, double, double>(__LINE__);
    compare_bits<16, 16, 16, half, half>(__LINE__);
    compare_bits<32, 8, 16, half, half>(__LINE__);
    compare_bits<8, 32, 16, half, half>(__LINE__);
    compare_bits<16, 16, 16, __nv_bfloat16, __nv_bfloat16>(__LINE__);
    compare_bits<32, 8, 16, __nv_bfloat16, __nv_bfloat16>(__LINE__);
    compare_bits<8, 32, 16, __nv_bfloat16, __nv_bfloat16>(__LINE__);
    compare_bits<16, 16, 8, wmma::precision::tf32, float>(__LINE__);
    float *out;
    cudaMalloc(&out, 32 * sizeof *out);
    mixed<<<1, 32>>>(out);
    cudaFree(out);
    try_accumulate();
    tf32<<<1, 1>>>();
    return check_result();
}
