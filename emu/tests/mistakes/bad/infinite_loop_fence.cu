// category: infinite-loop
// mistake: waits for a flag that was read once, before the loop: only the fence is repeated
// line: 13 14
// cure: read the flag in the loop, through volatile or by an atomic
// hangs: yes
#include <cstdio>

__global__ void wait(const int *flag, int *out)
{
    int seen = *flag;
    if (blockIdx.x == 0) {
        *out = 1;
        while (seen == 0)      // MISTAKE
            __threadfence();   // MISTAKE
    }
}

int main()
{
    int h = 0, *d;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    wait<<<2, 1>>>(d, d + 1);
    cudaMemcpy(&h, d + 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
    return h != 1;
}

// expected:
// emu: endless loop? no block of the kernel has ended for a long time
//   at      emu/tests/mistakes/bad/infinite_loop_fence.cu:...
//   kernel  wait<<<(2,1,1), (1,1,1)>>>
//   thread  ...
//   cure    does every loop come to its end, for every thread's index? (EMU_TIMEOUT=seconds allows more time, 0 any)
// emu: 1 kind of mistake, once; first: endless at emu/tests/mistakes/bad/infinite_loop_fence.cu:...
// exit status 1
