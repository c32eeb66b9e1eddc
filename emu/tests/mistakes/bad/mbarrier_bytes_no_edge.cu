// category: mbarrier-bytes
// mistake: at the edge fewer bytes are expected, but a box counts in full, zeros included
// line: 22 23
// cure: expect sizeof tile always
#include "../../hopper/hopper.h"

const int N = 64, LENGTH = 100;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    const int first = blockIdx.x * N;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        const int inside = LENGTH - first < N ? LENGTH - first : N;
        mbarrier_arrive_expect_tx(&full, inside * sizeof(float)); // MISTAKE
        tma_load_2d(tile, &map, &full, first, 0);
    }
    mbarrier_wait_parity(&full, 0);
    if (first + threadIdx.x < LENGTH)
        out[first + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(LENGTH), *out = zeros(LENGTH);
    const CUtensorMap map = map_f32(in, LENGTH, 1, N, 1);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, LENGTH, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: 256 bytes are in flight to an mbarrier whose phase 0 was set to expect 144: it ends before all of them have come, or never
//   at      emu/tests/mistakes/bad/mbarrier_bytes_no_edge.cu:22
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address full
//   expect  at emu/tests/mistakes/bad/mbarrier_bytes_no_edge.cu:22: 144 bytes
//   copy    at emu/tests/mistakes/bad/mbarrier_bytes_no_edge.cu:23: 256 bytes
//   cure    let mbarrier.arrive.expect_tx count all that comes in the phase: boxes outside the matrix count in full, and so does what other blocks of the cluster send here
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/mbarrier_bytes_no_edge.cu:22
// exit status 1
