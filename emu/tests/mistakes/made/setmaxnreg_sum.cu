// category: setmaxnreg
// mistake: 128 * 40 + 256 * 240 registers are more than the 384 * 168 that the block began with: the second one waits for ever
// line: 12 15
// cure: 240 and 24, or 232 and 40
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        setmaxnreg_dec(40);
        out[threadIdx.x] = threadIdx.x;
    } else {
        setmaxnreg_inc(240);    // MISTAKE: 232 would fit
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
// emu: setmaxnreg_inc(240) waits for ever: it needs 9216 registers more, 7168 have been given back
//   at      emu/tests/mistakes/made/setmaxnreg_sum.cu:15
//   kernel  roles<<<(1,1,1), (384,1,1)>>>
//   thread  block (0,0,0), thread (256,0,0): warp 8, lane 0
//   address registers a thread, by warpgroups: 40 + 240 + 168
//   cure    all warpgroups together cannot have more than the kernel started with: return more registers in another warpgroup (setmaxnreg_dec), or take fewer here
// emu: 1 kind of mistake, once; first: registers at emu/tests/mistakes/made/setmaxnreg_sum.cu:15
// exit status 1
