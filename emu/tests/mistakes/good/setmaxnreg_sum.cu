// category: setmaxnreg
// shows: 128 * 24 + 256 * 240 = 384 * 168: the second warpgroup waits until the first has given back
#include "../wgmma_tile.h"

// Warpgroup 0 loads (here: nothing), warpgroups 1 and 2 would multiply.
__global__ void __launch_bounds__(384, 1) roles(int *out)
{
    if (threadIdx.x / 128 == 0) {
        __nanosleep(1000);
        setmaxnreg_dec(24);
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
