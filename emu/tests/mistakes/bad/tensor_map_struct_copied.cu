// category: tensor-map
// mistake: a struct of maps is a parameter, too: without __grid_constant__ each thread has a copy
// line: 13 21
// cure: const __grid_constant__ struct maps maps
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 4;

struct maps {
    CUtensorMap in, weights;
};

__global__ void copy(const struct maps maps, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &maps.in, &full, 0, blockIdx.x);
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(ROWS * N), *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(in, N, ROWS, N, 1);
    copy<<<ROWS, N>>>((struct maps){map, map}, out);
    cudaFree(in);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: wrong memory: the tensor map maps of copy is no __grid_constant__, so its address is that of a thread's copy
//   at      emu/tests/mistakes/bad/tensor_map_struct_copied.cu:21
//   kernel  copy<<<(4,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    declare it as `const __grid_constant__ CUtensorMap`: then all threads see the one in the kernel's parameters, which the copy engine can read
// emu: 1 kind of mistake, once; first: tensor map at emu/tests/mistakes/bad/tensor_map_struct_copied.cu:21
// exit status 1
