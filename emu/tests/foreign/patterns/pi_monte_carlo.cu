// foreign: Monte Carlo pi with an own xorshift generator per thread, state kept in global memory between launches
#include <cstdint>
#include <iomanip>
#include <iostream>

class XorShift64 {
    uint64_t s;

public:
    __device__ __host__ explicit XorShift64(uint64_t state) : s(state) {}
    __device__ __host__ static uint64_t seed(uint64_t n)
    {
        n += 0x9E3779B97F4A7C15ull;                 // scatter neighbouring numbers
        n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9ull;
        n = (n ^ (n >> 27)) * 0x94D049BB133111EBull;
        return (n ^ (n >> 31)) | 1;
    }
    __device__ __host__ uint64_t next()
    {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return s;
    }
    __device__ __host__ float uniform() { return (float)(next() >> 40) * (1.0f / 16777216.0f); }
    __device__ __host__ uint64_t state() const { return s; }
};

__global__ void setup(uint64_t *states)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    states[id] = XorShift64::seed(id);
}

__global__ void throw_darts(uint64_t *states, int darts, unsigned long long *hits)
{
    __shared__ unsigned block_hits;
    if (threadIdx.x == 0) block_hits = 0;
    __syncthreads();
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    XorShift64 rng(states[id]);
    unsigned mine = 0;
    for (int d = 0; d < darts; ++d) {
        float x = rng.uniform(), y = rng.uniform();
        if (x * x + y * y < 1.0f) ++mine;
    }
    states[id] = rng.state();
    atomicAdd(&block_hits, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, (unsigned long long)block_hits);
}

int main()
{
    constexpr int blocks = 24, threads = 128, darts = 200, rounds = 3;
    uint64_t *states;
    unsigned long long *hits, h = 0;
    if (cudaMalloc(&states, blocks * threads * sizeof *states) != cudaSuccess) return 2;
    if (cudaMalloc(&hits, sizeof *hits) != cudaSuccess) return 2;
    cudaMemset(hits, 0, sizeof *hits);
    setup<<<blocks, threads>>>(states);
    for (int r = 0; r < rounds; ++r)
        throw_darts<<<blocks, threads>>>(states, darts, hits);
    const cudaError_t err = cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(states);
    cudaFree(hits);

    // the host throws the same darts: the count must agree to the last one that rounding leaves alone
    unsigned long long want = 0;
    for (int id = 0; id < blocks * threads; ++id) {
        XorShift64 rng(XorShift64::seed(id));
        for (int d = 0; d < darts * rounds; ++d) {
            float x = rng.uniform(), y = rng.uniform();
            want += x * x + y * y < 1.0f;
        }
    }
    const double n = double(blocks) * threads * darts * rounds, pi = 4 * h / n;
    const long long off = (long long)h - (long long)want;
    const bool ok = err == cudaSuccess && pi > 3.13 && pi < 3.153 && off >= -3 && off <= 3;
    std::cout << (ok ? "PASS" : "FAIL") << ": pi is about " << std::setprecision(5) << pi << std::endl;
    return ok ? 0 : 1;
}
