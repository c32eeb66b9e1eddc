// category: double-free
// mistake: cleanup at the end frees a buffer that was freed in the loop already
// line: 21
// cure: set the pointer to NULL after cudaFree, or free in one place only
#include <cstdio>

__global__ void touch(char *p, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 1;
}

int main()
{
    char *scratch = nullptr;
    for (int n = 1000; n <= 4000; n *= 2) {
        if (cudaMalloc(&scratch, n) != cudaSuccess) return 2;
        touch<<<1, 64>>>(scratch, n);
        if (cudaDeviceSynchronize() != cudaSuccess) return 2;
        cudaFree(scratch);
    }
    cudaFree(scratch);  // MISTAKE
    printf("done: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}

// expected:
// emu: double free: cudaFree
//   at      emu/tests/mistakes/bad/double_free_cleanup.cu:21
//   address byte 0 of the 4000 bytes from cudaMalloc at emu/tests/mistakes/bad/double_free_cleanup.cu:16, freed at emu/tests/mistakes/bad/double_free_cleanup.cu:19
//   cure    free each pointer once; set it to NULL afterwards
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/double_free_cleanup.cu:21
// exit status 1
