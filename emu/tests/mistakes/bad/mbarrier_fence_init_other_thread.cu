// category: mbarrier-fence-init
// mistake: the loading thread fences, not the thread that initialised the barrier
// line: 15 17 20
// cure: fence_mbarrier_init() by thread 0, before the barrier
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;

    if (threadIdx.x == 0)
        mbarrier_init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 32) {
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0); // MISTAKE
    }
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(N), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: the copy engine uses an mbarrier whose initialisation was not fenced: it may see what was there before
//   at      emu/tests/mistakes/bad/mbarrier_fence_init_other_thread.cu:20
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address full
//   other   mbarrier.init at emu/tests/mistakes/bad/mbarrier_fence_init_other_thread.cu:15
//   cure    let the thread that initialises execute fence.mbarrier_init after the last mbarrier.init, before the barrier at which the other threads wait
// emu: 1 kind of mistake, once; first: fence at emu/tests/mistakes/bad/mbarrier_fence_init_other_thread.cu:20
// exit status 1
