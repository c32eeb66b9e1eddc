// expect: ok
// SPDX-License-Identifier: MIT
//
// Tensor cores through nvcuda::wmma: every shape and type, all combinations of layouts, leading
// dimensions larger than the matrix. The operands are small whole numbers, so every result is
// exact.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

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
    try_accumulate();
    tf32<<<1, 1>>>();
    return check_result();
}
