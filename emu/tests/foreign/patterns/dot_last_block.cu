// foreign: dot product in one kernel: block sums, __threadfence, atomicInc, the last block adds up
#include <cstdio>
#include <vector>

template <typename T, unsigned THREADS>
__device__ T blockSum(T v, T *cache)
{
    cache[threadIdx.x] = v;
    __syncthreads();
#pragma unroll
    for (unsigned i = THREADS / 2; i != 0; i /= 2) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    return cache[0];
}

__device__ unsigned int retired = 0;

template <typename T, unsigned THREADS>
__global__ void dot(const T *a, const T *b, int n, T *partial, T *result)
{
    __shared__ T cache[THREADS];
    __shared__ bool amLast;
    T temp = 0;
    for (int tid = threadIdx.x + blockIdx.x * THREADS; tid < n; tid += THREADS * gridDim.x)
        temp += a[tid] * b[tid];
    T sum = blockSum<T, THREADS>(temp, cache);

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        unsigned int ticket = atomicInc(&retired, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    if (amLast) {
        T v = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += THREADS) v += ((volatile T *)partial)[i];
        v = blockSum<T, THREADS>(v, cache);
        if (threadIdx.x == 0) {
            *result = v;
            retired = 0;        // ready for the next launch
        }
    }
}

template <typename T> static bool test(int n, int blocks)
{
    std::vector<T> a(n), b(n);
    T want = 0, got = 0;
    for (int i = 0; i < n; ++i) {
        a[i] = T(i % 23);
        b[i] = T(i % 7) - T(3);
        want += a[i] * b[i];
    }
    T *da, *db, *dp, *dr;
    cudaMalloc(&da, n * sizeof(T));
    cudaMalloc(&db, n * sizeof(T));
    cudaMalloc(&dp, blocks * sizeof(T));
    cudaMalloc(&dr, sizeof(T));
    cudaMemcpy(da, a.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    dot<T, 128><<<blocks, 128>>>(da, db, n, dp, dr);
    cudaError_t err = cudaMemcpy(&got, dr, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dp);
    cudaFree(dr);
    return err == cudaSuccess && got == want;
}

int main()
{
    bool ok = test<int>(100000, 48);
    ok = test<double>(33333, 17) && ok;
    ok = test<float>(5000, 300) && ok;      // whole numbers: exact
    std::puts(ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
