// SPDX-License-Identifier: MIT
//
// block.cu: a block adds up 128 numbers in a tree: its four warps, barriers, lanes that rest, and a
// barrier that is missing. Traced for the moving pictures (mk/moving.mk).
enum { THREADS = 128 };

// The upper half of the remaining sums is added to the lower half, so that whole warps end.
__global__ void halves(const float *A, float *total)
{
    __shared__ float sums[THREADS];
    const int t = threadIdx.x;
    sums[t] = A[t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        *total = sums[0];
}

// Neighbours are added: every warp works on, with ever fewer of its lanes.
__global__ void neighbours(const float *A, float *total)
{
    __shared__ float sums[THREADS];
    const int t = threadIdx.x;
    sums[t] = A[t];
    __syncthreads();
    for (int apart = 1; apart < THREADS; apart *= 2) {
        if (t % (2 * apart) == 0)
            sums[t] += sums[t + apart];
        __syncthreads();
    }
    if (t == 0)
        *total = sums[0];
}

// As halves, but no thread waits until all have stored.
__global__ void race(const float *A, float *total)
{
    __shared__ float sums[THREADS];
    const int t = threadIdx.x;
    sums[t] = A[t];
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        *total = sums[0];
}

int main(void)
{
    static float ones[THREADS];
    float *A, *total;
    cudaMalloc(&A, sizeof(ones));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(A, ones, sizeof(ones), cudaMemcpyHostToDevice);
    halves<<<1, THREADS>>>(A, total);
    neighbours<<<1, THREADS>>>(A, total);
    race<<<1, THREADS>>>(A, total);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(total);
    return error != cudaSuccess;
}
