// category: launch-too-much-shared
// mistake: requests 512 KB of shared memory per block, more than any GPU has, and does not check the error
// line: 21 22
// cure: keep the tile below cudaDevAttrMaxSharedMemoryPerBlockOptin and check the result of cudaFuncSetAttribute
#include <cstdio>

__global__ void fill(int *out, int words)
{
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) s[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) *out = s[words - 1];
}

int main()
{
    const int bytes = 512 * 1024;
    int *out, h = 0;
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);     // MISTAKE
    fill<<<1, 128, bytes>>>(out, bytes / 4);    // MISTAKE
    cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(out);
    return h != bytes / 4 - 1;
}

// expected:
// emu: launch of fill refused (cudaErrorInvalidValue): 524288 bytes of dynamic shared memory, 49152 allowed: more than this GPU has for one block
//   at      emu/tests/mistakes/bad/launch_shared_over_limit.cu:22
// exit status 1
