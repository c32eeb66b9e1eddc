// category: waits-for-ever
// mistake: the host waits for the kernel before it sets the flag that the kernel waits for
// line: 11 23
// cure: set the flag, then synchronize
// hangs: yes
#include <cstdio>
#include <cstdlib>

__global__ void wait_for(volatile int *go, int *out)
{
    while (*go == 0) { }        // MISTAKE
    *out = 7;
}

int main()
{
    volatile int *go;
    int h, *out;
    cudaMallocHost((void **)&go, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    *go = 0;
    wait_for<<<1, 1>>>(go, out);
    cudaDeviceSynchronize();    // MISTAKE
    *go = 1;
    cudaMemcpy(&h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFreeHost((void *)go); cudaFree(out);
    return h != 7;
}

// expected:
// emu: deadlock: a kernel waits, and nothing that is left can set the flag
//   at      emu/tests/mistakes/bad/waits_for_waiting_host.cu:11
//   kernel  wait_for<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   waits   wait_for on GPU 0, launched at emu/tests/mistakes/bad/waits_for_waiting_host.cu:22
//             block (0,0,0), thread (0,0,0) polls at emu/tests/mistakes/bad/waits_for_waiting_host.cu:11
//             byte 0 of the 4 bytes from cudaMallocHost at emu/tests/mistakes/bad/waits_for_waiting_host.cu:19: go[0] of 1 elements of 4 bytes, which no kernel has written
//   cure    does anything set the flag: the right element, on the right GPU, with the value that is waited for?
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/waits_for_waiting_host.cu:11
// exit status 1
