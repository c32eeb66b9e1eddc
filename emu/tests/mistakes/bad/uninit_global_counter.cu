// category: uninitialised-global
// mistake: the counter comes fresh from cudaMalloc and is never set to zero
// line: 11
// cure: cudaMemset(count, 0, sizeof(int)) before the launch
#include <cstdio>

__global__ void count_even(const int *v, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] % 2 == 0)
        atomicAdd(count, 1);    // MISTAKE
}

int main()
{
    const int n = 900;
    int h[n], result, *v, *count;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&v, sizeof(h));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
    count_even<<<(n + 63) / 64, 64>>>(v, n, count);
    cudaMemcpy(&result, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d even numbers\n", result);
    cudaFree(v);
    cudaFree(count);
    return result != n / 2;
}

// expected:
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_global_counter.cu:11
//   kernel  count_even<<<(15,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/uninit_global_counter.cu:20: count[0] of 1 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 1 kind of mistake, once; first: unwritten at emu/tests/mistakes/bad/uninit_global_counter.cu:11
// exit status 1
