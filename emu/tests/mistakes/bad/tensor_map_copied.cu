// category: tensor-map
// mistake: the map is not a __grid_constant__: its address is that of a thread's copy
// line: 9 17
// cure: const __grid_constant__ CUtensorMap map
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 4;

__global__ void copy(const CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, blockIdx.x);
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(ROWS * N), *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(in, N, ROWS, N, 1);
    copy<<<ROWS, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: wrong memory: the tensor map map of copy is not a __grid_constant__, so its address is that of a thread's copy
//   at      emu/tests/mistakes/bad/tensor_map_copied.cu:17
//   kernel  copy<<<(4,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    declare it as `const __grid_constant__ CUtensorMap`: then all threads see the one in the kernel's parameters, which the copy engine can read
// emu: 1 kind of mistake, once; first: tensor map at emu/tests/mistakes/bad/tensor_map_copied.cu:17
// exit status 1
