// category: setmaxnreg
// mistake: only the warp that loads gives registers back; its three neighbours never come to it
// line: 13 16
// cure: setmaxnreg_dec by all four warps of the warpgroup, before they part
// hangs: yes
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        if (threadIdx.x / 32 == 0)
            setmaxnreg_dec(24);    // MISTAKE: by one warp of four
        out[threadIdx.x] = threadIdx.x;
    } else {
        setmaxnreg_inc(240);
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
// emu: setmaxnreg_dec by a diverged warpgroup: here: warp 0; not here: warp 1, warp 2, warp 3
//   at      emu/tests/mistakes/made/setmaxnreg_one_warp.cu:13
//   kernel  roles<<<(1,1,1), (384,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    a warpgroup executes it as one: choose what its four warps do by a number that is the same in all 128 threads (threadIdx.x / 128), and let none return before
// emu: 1 kind of mistake, once; first: diverged at emu/tests/mistakes/made/setmaxnreg_one_warp.cu:13
// exit status 1
