// category: waits-for-ever
// mistake: the producer on the other GPU sets the flag of rank 0, and the consumer waits for that of rank 1
// line: 11 37
// cure: &flags[1] for both
// hangs: yes
#include <cstdio>
#include <cstdlib>

__global__ void consume(volatile int *flag, const float *x, float *y)
{
    while (*flag == 0) { }        // MISTAKE
    __threadfence_system();
    *y = *x + 1;
}

__global__ void produce(float *x, volatile int *flag)
{
    *x = 41;
    __threadfence_system();
    *flag = 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int *flags;
    float h, *x, *y;
    cudaSetDevice(0);
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMalloc(&x, sizeof(float));
    cudaMalloc(&y, sizeof(float));
    cudaMemset(flags, 0, 2 * sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, 1>>>(&flags[1], x, y);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    produce<<<1, 1>>>(x, &flags[0]);       // MISTAKE
    cudaSetDevice(0);
    cudaMemcpy(&h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(flags); cudaFree(x); cudaFree(y);
    return h != 42;
}

// expected:
// emu: deadlock: a kernel waits, and nothing that is left can set the flag
//   at      emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:11
//   kernel  consume<<<(1,1,1), (1,1,1)>>> on GPU 0
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   waits   consume on GPU 0, launched at emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:34
//             block (0,0,0), thread (0,0,0) polls at emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:11
//             byte 4 of the 8 bytes from cudaMalloc at emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:29: flags[1] of 2 elements of 4 bytes, last written at emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:32
//   cure    does anything set the flag: the right element, on the right GPU, with the value that is waited for?
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/waits_flag_of_other_rank.cu:11
// exit status 1
