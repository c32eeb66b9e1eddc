// category: setmaxnreg-pool
// mistake: the warpgroup that loads keeps its 168 registers, so there are none to take
// line: 12 14
// cure: setmaxnreg_dec(40) where threads load
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        out[threadIdx.x] = threadIdx.x; // no setmaxnreg_dec
    } else {
        setmaxnreg_inc(232);    // MISTAKE
        out[threadIdx.x] = threadIdx.x;
    }
}

int main()
{
    int *out, h[384];
    cudaMalloc(&out, sizeof h);
    roles<<<1, 384>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 384; i++) wrong += h[i] != i;
    printf("%d wrong\n", wrong);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: setmaxnreg_inc(232) waits for ever: it needs 8192 registers more, 0 have been given back
//   at      emu/tests/mistakes/made/setmaxnreg_nobody_gives.cu:14
//   kernel  roles<<<(1,1,1), (384,1,1)>>>
//   thread  block (0,0,0), thread (128,0,0): warp 4, lane 0
//   address registers a thread, by warpgroups: 168 + 168 + 168
//   cure    all warpgroups together cannot have more than the kernel started with: return more registers in another warpgroup (setmaxnreg_dec), or take fewer here
// emu: 1 kind of mistake, once; first: registers at emu/tests/mistakes/made/setmaxnreg_nobody_gives.cu:14
// exit status 1
