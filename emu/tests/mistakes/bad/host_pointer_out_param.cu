// category: host-pointer-in-kernel
// mistake: the kernel writes its result to &found, a variable on the host's stack
// line: 11 21
// cure: cudaMalloc one int for the result and copy it back
#include <cstdio>

__global__ void find(const int *v, int n, int value, int *where)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == value)
        *where = i;     // MISTAKE
}

int main()
{
    const int n = 256;
    int h[n], found = -1, *d;
    for (int i = 0; i < n; ++i) h[i] = 3 * i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    find<<<2, 128>>>(d, n, 300, &found);    // MISTAKE
    cudaDeviceSynchronize();
    printf("found at %d\n", found);
    cudaFree(d);
    return found != 100;
}

// expected:
// emu: write of 4 bytes of host memory in a kernel
//   at      emu/tests/mistakes/bad/host_pointer_out_param.cu:11
//   kernel  find<<<(2,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (100,0,0): warp 3, lane 4
//   address 0x...: memory of the host program
//   cure    copy the data with cudaMemcpy into memory from cudaMalloc, and pass that pointer
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/host_pointer_out_param.cu:11
// exit status 1
