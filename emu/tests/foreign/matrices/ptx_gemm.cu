// SPDX-License-Identifier: MIT
//
// C = A B in half precision on tensor cores, with inline PTX as public GEMM kernels have it: macros
// around cp.async, ldmatrix and mma.sync, two stages of shared memory, a predicated store, a loop
// made of a label and a branch.
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CP_ASYNC_CG(dst, src, Bytes) \
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), \
                 "n"(Bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define LDMATRIX_X4(R0, R1, R2, R3, addr) \
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
                 : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) \
                 : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr) \
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n" \
                 : "=r"(R0), "=r"(R1) \
                 : "r"(addr))
#define HMMA16816(RD, RA0, RA1, RA2, RA3, RB0, RB1) \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n" \
                 : "+f"((RD)[0]), "+f"((RD)[1]), "+f"((RD)[2]), "+f"((RD)[3]) \
                 : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1))

constexpr int BM = 32, BN = 32, BK = 16, PAD = 8;

__device__ __forceinline__ uint32_t cast_smem_ptr_to_uint(void const *const ptr)
{
    uint32_t smem_ptr;
    asm("{ .reg .u64 smem_ptr; cvta.to.shared.u64 smem_ptr, %1; cvt.u32.u64 %0, smem_ptr; }\n"
        : "=r"(smem_ptr)
        : "l"(ptr));
    return smem_ptr;
}

__device__ __forceinline__ void store_if(float *p, float x, float y, bool guard)
{
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %3, 0;\n"
                 "  @p st.global.v2.f32 [%0], {%1, %2};\n"
                 "}\n" ::"l"(p),
                 "f"(x), "f"(y), "r"((int)guard));
}

// Four warps, each 16 x 16 of the tile.
__global__ void __launch_bounds__(128) gemm(const half *__restrict__ A, const half *__restrict__ B,
                                            float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) half As[2][BM][BK + PAD];
    __shared__ __align__(16) half Bs[2][BK][BN + PAD];
    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    const int wm = warp / 2 * 16, wn = warp % 2 * 16;
    float acc[2][4] = {};

    auto load = [&](int stage, int k0) {
        if (tid < 64) {
            const int r = tid / 2, c = tid % 2 * 8;
            CP_ASYNC_CG(cast_smem_ptr_to_uint(&As[stage][r][c]), A + (row0 + r) * K + k0 + c, 16);
        } else {
            const int r = (tid - 64) / 4, c = tid % 4 * 8;
            CP_ASYNC_CG(cast_smem_ptr_to_uint(&Bs[stage][r][c]), B + (k0 + r) * N + col0 + c, 16);
        }
        CP_ASYNC_COMMIT_GROUP();
    };

    load(0, 0);
    for (int k0 = 0, stage = 0; k0 < K; k0 += BK, stage ^= 1) {
        if (k0 + BK < K) {
            load(stage ^ 1, k0 + BK);
            CP_ASYNC_WAIT_GROUP(1);
        } else {
            CP_ASYNC_WAIT_GROUP(0);
        }
        __syncthreads();
        uint32_t a[4], b[2];
        LDMATRIX_X4(a[0], a[1], a[2], a[3],
                    cast_smem_ptr_to_uint(&As[stage][wm + lane % 16][lane / 16 * 8]));
        for (int j = 0; j < 2; j++) {
            LDMATRIX_X2_T(b[0], b[1], cast_smem_ptr_to_uint(&Bs[stage][lane % 16][wn + 8 * j]));
            HMMA16816(acc[j], a[0], a[1], a[2], a[3], b[0], b[1]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++)
        for (int half_tile = 0; half_tile < 2; half_tile++) {
            const int r = row0 + wm + lane / 4 + 8 * half_tile,
                      c = col0 + wn + 8 * j + lane % 4 * 2;
            store_if(C + r * N + c, acc[j][2 * half_tile], acc[j][2 * half_tile + 1],
                     r < M && c < N);
        }
}

// y = a x + y: a grid-stride loop in PTX.
__global__ void axpy(float a, const float *x, float *y, int n)
{
    const int start = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 ".reg .s32 i;\n"
                 ".reg .s64 at, from, to;\n"
                 ".reg .f32 fx, fy;\n"
                 "mov.s32 i, %3;\n"
                 "LOOP:\n"
                 "setp.ge.s32 p, i, %5;\n"
                 "@p bra DONE;\n"
                 "mul.wide.s32 at, i, 4;\n"
                 "add.s64 from, %1, at;\n"
                 "add.s64 to, %2, at;\n"
                 "ld.global.nc.f32 fx, [from];\n"
                 "ld.global.f32 fy, [to];\n"
                 "fma.rn.f32 fy, %0, fx, fy;\n"
                 "st.global.f32 [to], fy;\n"
                 "add.s32 i, i, %4;\n"
                 "bra LOOP;\n"
                 "DONE:\n"
                 "}\n" ::"f"(a),
                 "l"(x), "l"(y), "r"(start), "r"(stride), "r"(n)
                 : "memory");
}

int main()
{
    const int M = 64, N = 96, K = 80;
    half *A, *B;
    float *C;
    cudaMallocManaged(&A, M * K * sizeof(half));
    cudaMallocManaged(&B, K * N * sizeof(half));
    cudaMallocManaged(&C, M * N * sizeof(float));
    for (int i = 0; i < M * K; i++)
        A[i] = __float2half((float)(i % 7 - 3));
    for (int i = 0; i < K * N; i++)
        B[i] = __float2half((float)(i % 5 - 2));
    gemm<<<dim3(N / BN, M / BM), 128>>>(A, B, C, M, N, K);
    axpy<<<2, 64>>>(2.0f, C, C, 0);
    float *x;
    cudaMallocManaged(&x, M * N * sizeof(float));
    for (int i = 0; i < M * N; i++)
        x[i] = 1;
    axpy<<<2, 64>>>(0.5f, x, C, M * N);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    int wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0.5f;
            for (int p = 0; p < K; p++)
                sum += __half2float(A[i * K + p]) * __half2float(B[p * N + j]);
            wrong += C[i * N + j] != sum;
        }
    printf("%d wrong\n", wrong);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaFree(x);
    return wrong != 0;
}
