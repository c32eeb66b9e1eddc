// foreign: seven steps of a parallel sum: interleaved, strided, sequential, first add on load, last warp unrolled with __syncwarp, all unrolled by template, shuffles
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

#define GPU(x) { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } }

__global__ void reduce0(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__global__ void reduce1(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s <<= 1) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__global__ void reduce2(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__device__ int firstAdd(const int *in, unsigned n)
{
    unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int v = i < n ? in[i] : 0;
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    return v;
}

__global__ void reduce3(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    sdata[tid] = firstAdd(in, n);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

// volatile keeps the values in memory, __syncwarp keeps the lanes in step
__device__ void lastWarp(volatile int *s, unsigned tid)
{
    int v = s[tid];
    v += s[tid + 32]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 16]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 8];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 4];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 2];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 1];  __syncwarp(); s[tid] = v;
}

__global__ void reduce4(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    sdata[tid] = firstAdd(in, n);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32) lastWarp(sdata, tid);
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <unsigned blockSize>
__global__ void reduce5(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    sdata[tid] = firstAdd(in, n);
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) sdata[tid] += sdata[tid + 64]; __syncthreads(); }
    if (tid < 32) lastWarp(sdata, tid);
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__global__ void reduce6(const int *in, int *out, unsigned n)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize, val = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) val += in[i];
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    if (threadIdx.x == 0) out[blockIdx.x] = val;
}

typedef void (*Kernel)(const int *, int *, unsigned);

int main()
{
    const unsigned n = 60000 + 77, threads = 256;
    vector<int> h(n), partial;
    long want = 0;
    for (unsigned i = 0; i < n; ++i) want += h[i] = int(i * 2654435761u >> 24) - 100;
    int *in, *out;
    GPU(cudaMalloc(&in, n * sizeof(int)));
    GPU(cudaMalloc(&out, (n / threads + 1) * sizeof(int)));
    GPU(cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    const Kernel kernels[] = {reduce0, reduce1, reduce2, reduce3, reduce4, reduce5<threads>, reduce6};
    int failed = 0;
    for (int k = 0; k < 7; ++k) {
        unsigned per_block = k < 3 ? threads : 2 * threads;
        unsigned blocks = k == 6 ? 16 : (n + per_block - 1) / per_block;
        kernels[k]<<<blocks, threads, k == 6 ? 0 : threads * sizeof(int)>>>(in, out, n);
        GPU(cudaGetLastError());
        partial.assign(blocks, 0);
        GPU(cudaMemcpy(partial.data(), out, blocks * sizeof(int), cudaMemcpyDeviceToHost));
        long sum = 0;
        for (int p : partial) sum += p;
        if (sum != want) {
            printf("reduce%d: %ld, want %ld\n", k, sum, want);
            ++failed;
        }
    }
    GPU(cudaFree(in));
    GPU(cudaFree(out));
    printf("%s\n", failed ? "FAIL" : "PASS");
    return failed;
}
