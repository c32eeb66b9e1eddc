// foreign: 256-bin histogram three ways: global atomics, one shared histogram per block, one per warp; data read as uint words
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define BINS 256
#define WARPS 4

static void die(const char *what, cudaError_t e) { printf("%s: %s\n", what, cudaGetErrorString(e)); exit(1); }
#define RUN(x) if (cudaError_t e_ = (x)) die(#x, e_)

__global__ void histGlobal(const uint8_t *data, int n, unsigned *hist)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(hist + data[i], 1);
}

__global__ void histShared(const uint8_t *data, int n, unsigned *hist)
{
    __shared__ unsigned temp[BINS];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < n) {
        atomicAdd(&temp[data[i]], 1u);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&hist[threadIdx.x], temp[threadIdx.x]);
}

__global__ void histWarps(const uint32_t *words, int count, unsigned *hist)
{
    __shared__ unsigned part[WARPS][BINS];
    unsigned *mine = part[threadIdx.x >> 5];
    for (int b = threadIdx.x; b < WARPS * BINS; b += blockDim.x) (&part[0][0])[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        uint32_t w = words[i];
        atomicAdd(mine + (w & 0xff), 1);
        atomicAdd(mine + (w >> 8 & 0xff), 1);
        atomicAdd(mine + (w >> 16 & 0xff), 1);
        atomicAdd(mine + (w >> 24), 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; ++w) sum += part[w][b];
        atomicAdd(&hist[b], sum);
    }
}

int main()
{
    const int n = 1 << 17;
    std::vector<uint8_t> data(n);
    unsigned want[BINS] = {}, got[BINS];
    uint32_t seed = 12345;
    for (auto &b : data) {
        seed = seed * 1103515245u + 12345u;
        b = (uint8_t)((seed >> 16 & 0xff) * (seed >> 24) >> 8);
        ++want[b];
    }
    uint8_t *d;
    unsigned *hist;
    RUN(cudaMalloc(&d, n));
    RUN(cudaMalloc(&hist, sizeof(got)));
    RUN(cudaMemcpy(d, data.data(), n, cudaMemcpyHostToDevice));
    int bad = 0;
    for (int way = 0; way < 3; ++way) {
        RUN(cudaMemset(hist, 0, sizeof(got)));
        switch (way) {
        case 0: histGlobal<<<32, 128>>>(d, n, hist); break;
        case 1: histShared<<<32, BINS>>>(d, n, hist); break;
        case 2: histWarps<<<32, 32 * WARPS>>>(reinterpret_cast<const uint32_t *>(d), n / 4, hist); break;
        }
        RUN(cudaGetLastError());
        RUN(cudaMemcpy(got, hist, sizeof(got), cudaMemcpyDeviceToHost));
        bad += memcmp(got, want, sizeof(want)) != 0;
    }
    RUN(cudaFree(d));
    RUN(cudaFree(hist));
    puts(bad ? "FAIL" : "PASS");
    return bad;
}
