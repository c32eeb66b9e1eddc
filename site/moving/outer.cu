// SPDX-License-Identifier: MIT
//
// outer.cu: the loop over k of the article on matrix multiplication, twice: with all of K in shared
// memory, as its inner product has it, and in blocks of K, as its outer product has it. Traced for
// the moving pictures (mk/moving.mk).
enum { SIZE = 16, BLOCK_K = 4 };

__global__ void whole_k(const float *A, const float *B, float *C)
{
    __shared__ float As[SIZE][SIZE], Bs[SIZE][SIZE];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    As[y][x] = A[y * SIZE + x];
    Bs[y][x] = B[y * SIZE + x];
    __syncthreads();
    for (int p = 0; p < SIZE; p++)
        sum += As[y][p] * Bs[p][x];
    C[y * SIZE + x] = sum;
}

__global__ void blocks_of_k(const float *A, const float *B, float *C)
{
    __shared__ float As[SIZE][BLOCK_K], Bs[BLOCK_K][SIZE];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < SIZE; k += BLOCK_K) {
        if (x < BLOCK_K)
            As[y][x] = A[y * SIZE + k + x];
        if (y < BLOCK_K)
            Bs[y][x] = B[(k + y) * SIZE + x];
        __syncthreads();
        for (int p = 0; p < BLOCK_K; p++)
            sum += As[y][p] * Bs[p][x];
        __syncthreads();
    }
    C[y * SIZE + x] = sum;
}

int main(void)
{
    static float ones[SIZE * SIZE];
    float *A, *B, *C;
    cudaMalloc(&A, sizeof(ones));
    cudaMalloc(&B, sizeof(ones));
    cudaMalloc(&C, sizeof(ones));
    cudaMemcpy(A, ones, sizeof(ones), cudaMemcpyHostToDevice);
    cudaMemcpy(B, ones, sizeof(ones), cudaMemcpyHostToDevice);
    const dim3 block(SIZE, SIZE);
    whole_k<<<1, block>>>(A, B, C);
    blocks_of_k<<<1, block>>>(A, B, C);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess;
}
