// category: waits-for-ever
// mistake: each GPU waits for the other one's flag before it sets its own
// line: 11
// cure: set the own flag first, then wait
// hangs: yes
#include <cstdio>
#include <cstdlib>

__global__ void exchange(volatile int *mine, volatile int *theirs, float *to, const float *from)
{
    while (*mine == 0) { }      // MISTAKE
    __threadfence_system();
    *theirs = 1;
    *to = *from + 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int *flag[2];
    float h, *x[2], *y[2];
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        cudaDeviceEnablePeerAccess(1 - gpu, 0);
        cudaMalloc(&flag[gpu], sizeof(int));
        cudaMalloc(&x[gpu], sizeof(float));
        cudaMalloc(&y[gpu], sizeof(float));
        cudaMemset(flag[gpu], 0, sizeof(int));
        cudaMemset(x[gpu], 0, sizeof(float));
        cudaDeviceSynchronize();
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        exchange<<<1, 1>>>(flag[gpu], flag[1 - gpu], y[gpu], x[1 - gpu]);
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(&h, y[1], sizeof(h), cudaMemcpyDefault);
    printf("%g\n", h);
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaFree(flag[gpu]); cudaFree(x[gpu]); cudaFree(y[gpu]);
    }
    return h != 1;
}

// expected:
// emu: deadlock: 2 kernels wait, and none of them can continue
//   at      emu/tests/mistakes/bad/waits_for_each_other.cu:11
//   kernel  exchange<<<(1,1,1), (1,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   waits   exchange on GPU 0, launched at emu/tests/mistakes/bad/waits_for_each_other.cu:34
//             block (0,0,0), thread (0,0,0) polls at emu/tests/mistakes/bad/waits_for_each_other.cu:11
//             byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/waits_for_each_other.cu:25: flag[gpu][0] of 1 elements of 4 bytes, last written at emu/tests/mistakes/bad/waits_for_each_other.cu:28
//           exchange on GPU 1, launched at emu/tests/mistakes/bad/waits_for_each_other.cu:34
//             block (0,0,0), thread (0,0,0) polls at emu/tests/mistakes/bad/waits_for_each_other.cu:11
//             byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/waits_for_each_other.cu:25: flag[gpu][0] of 1 elements of 4 bytes, last written at emu/tests/mistakes/bad/waits_for_each_other.cu:28
//   cure    let each kernel set the flag that the other one waits for before it waits itself; is each flag the right element, on the right GPU?
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/waits_for_each_other.cu:11
// exit status 1
