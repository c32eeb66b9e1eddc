// category: tensor-map
// mistake: the map has more rows than the matrix, so boxes reach beyond it
// line: 17 28
// cure: ROWS rows
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 4;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
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
    if (blockIdx.x < ROWS)
        out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(ROWS * N), *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(in, N, 2 * ROWS, N, 1);
    copy<<<ROWS + 1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: out of bounds: TMA load of row 0 of a box in global memory
//   at      emu/tests/mistakes/made/tensor_map_too_many_rows.cu:17
//   kernel  copy<<<(5,1,1), (64,1,1)>>>
//   thread  block (4,0,0), thread (0,0,0): warp 0, lane 0
//   address 0 bytes past the end of the 1024 bytes from cudaMalloc at emu/tests/mistakes/bad/../../hopper/hopper.h:61, called at emu/tests/mistakes/made/tensor_map_too_many_rows.cu:27
//   cure    compare the sizes and strides that the map was encoded with with the allocation; was it freed?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/made/tensor_map_too_many_rows.cu:17
// exit status 1
