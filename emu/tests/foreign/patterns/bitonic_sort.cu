// foreign: bitonic sort: one launch per step in global memory, and the inner steps of a block in shared memory; keys with values
#include <climits>
#include <cstdio>
#include <cstdlib>

#define THREADS 256     /* sorts 2 * THREADS elements per block */
#define N (1 << 13)

__device__ __forceinline__ void comparator(unsigned &keyA, unsigned &valA, unsigned &keyB, unsigned &valB, bool up)
{
    if ((keyA > keyB) == up) {
        unsigned t;
        t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}

__global__ void bitonic_global(unsigned *key, unsigned *val, unsigned size, unsigned stride)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned pos = 2 * c - (c & (stride - 1));
    bool up = (pos & size) == 0;
    comparator(key[pos], val[pos], key[pos + stride], val[pos + stride], up);
}

// all steps with stride <= THREADS, of the merges from size `first` to size `last`
__global__ void bitonic_shared(unsigned *key, unsigned *val, unsigned first, unsigned last)
{
    __shared__ unsigned s_key[2 * THREADS], s_val[2 * THREADS];
    unsigned t = threadIdx.x, base = blockIdx.x * 2 * THREADS;
    s_key[t] = key[base + t];
    s_val[t] = val[base + t];
    s_key[t + THREADS] = key[base + t + THREADS];
    s_val[t + THREADS] = val[base + t + THREADS];
    for (unsigned size = first; size <= last; size <<= 1)
        for (unsigned stride = min(size / 2, THREADS); stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * t - (t & (stride - 1));
            bool up = ((base + pos) & size) == 0;
            comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], up);
        }
    __syncthreads();
    key[base + t] = s_key[t];
    val[base + t] = s_val[t];
    key[base + t + THREADS] = s_key[t + THREADS];
    val[base + t + THREADS] = s_val[t + THREADS];
}

static int check(const unsigned *key, const unsigned *val, const unsigned *original)
{
    int bad = 0;
    static char seen[N];
    for (int i = 0; i < N; ++i) {
        if (i && key[i - 1] > key[i]) ++bad;
        if (val[i] >= N || seen[val[i]]++ || original[val[i]] != key[i]) ++bad;
    }
    return bad;
}

int main(void)
{
    static unsigned original[N], key[N], val[N];
    unsigned *d_key, *d_val;
    for (int i = 0; i < N; ++i) {
        original[i] = (unsigned)(i * 1103515245u + 12345u) >> 12;
        val[i] = i;
    }
    cudaMalloc(&d_key, sizeof(key));
    cudaMalloc(&d_val, sizeof(val));
    cudaMemcpy(d_key, original, sizeof(key), cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, val, sizeof(val), cudaMemcpyHostToDevice);

    bitonic_shared<<<N / 2 / THREADS, THREADS>>>(d_key, d_val, 2, 2 * THREADS);
    for (unsigned size = 4 * THREADS; size <= N; size <<= 1) {
        unsigned stride = size / 2;
        for (; stride > THREADS; stride >>= 1)
            bitonic_global<<<N / 2 / THREADS, THREADS>>>(d_key, d_val, size, stride);
        bitonic_shared<<<N / 2 / THREADS, THREADS>>>(d_key, d_val, size, size);
    }
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));

    cudaMemcpy(key, d_key, sizeof(key), cudaMemcpyDeviceToHost);
    cudaMemcpy(val, d_val, sizeof(val), cudaMemcpyDeviceToHost);
    cudaFree(d_key);
    cudaFree(d_val);
    int bad = check(key, val, original);
    printf("%s: %d keys, %d bad\n", bad ? "FAIL" : "PASS", N, bad);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
