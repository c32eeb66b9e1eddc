// category: waits-for-ever
// mistake: the copy that sets the flag comes after the kernel in the same stream
// line: 11 28
// cure: copy in another stream
// hangs: yes
#include <cstdio>
#include <cstdlib>

__global__ void wait_for(volatile int *flag, int *out)
{
    while (*flag == 0) { }      // MISTAKE
    *out = 7;
}

int main()
{
    int h, *one, *flag, *out;
    cudaStream_t compute, copies;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMallocHost(&one, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    *one = 1;
    wait_for<<<1, 1, 0, compute>>>(flag, out);
    cudaMemcpyAsync(flag, one, sizeof(int), cudaMemcpyHostToDevice, compute);   // MISTAKE
    cudaDeviceSynchronize();
    cudaMemcpy(&h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFreeHost(one); cudaFree(flag); cudaFree(out);
    cudaStreamDestroy(compute); cudaStreamDestroy(copies);
    return h != 7;
}

// expected:
// emu: deadlock: a kernel waits for a flag, and cudaMemcpyAsync that sets it comes after the kernel in its stream
//   at      emu/tests/mistakes/bad/waits_for_copy_behind.cu:11
//   kernel  wait_for<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   waits   wait_for on GPU 0, launched at emu/tests/mistakes/bad/waits_for_copy_behind.cu:27
//             block (0,0,0), thread (0,0,0) polls at emu/tests/mistakes/bad/waits_for_copy_behind.cu:11
//             byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/waits_for_copy_behind.cu:22: flag[0] of 1 elements of 4 bytes, last written at emu/tests/mistakes/bad/waits_for_copy_behind.cu:24
//             after it in its stream: cudaMemcpyAsync at emu/tests/mistakes/bad/waits_for_copy_behind.cu:28
//   cure    start what sets the flag in another stream, or before the kernel that waits for it
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/waits_for_copy_behind.cu:11
// exit status 1
