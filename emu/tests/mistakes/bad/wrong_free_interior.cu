// category: wrong-free
// mistake: the pointer was moved along the buffer, cudaFree gets an address inside the allocation
// line: 20
// cure: keep the pointer cudaMalloc returned and free that one
#include <cstdio>

__global__ void set(int *p, int v) { p[threadIdx.x] = v; }

int main()
{
    const int pieces = 4, len = 100;
    int *p, h[len];
    cudaMalloc(&p, pieces * len * sizeof(int));
    for (int i = 0; i < pieces; ++i) {
        set<<<1, len>>>(p, i);
        cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
        printf("piece %d: %d\n", i, h[0]);
        if (i + 1 < pieces) p += len;
    }
    cudaError_t e = cudaFree(p);    // MISTAKE
    printf("cudaFree: %s\n", cudaGetErrorName(e));
    return e != cudaSuccess;
}

// expected:
// emu: cudaFree of a pointer that is not the start of its kind of memory
//   at      emu/tests/mistakes/bad/wrong_free_interior.cu:20
//   address byte 1200 of the 1600 bytes from cudaMalloc at emu/tests/mistakes/bad/wrong_free_interior.cu:13
//   cure    pass the very pointer that the allocation gave, to the matching function
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/wrong_free_interior.cu:20
// exit status 1
