// category: error-not-checked
// mistake: stop is never recorded, cudaEventElapsedTime fails, and the program prints the initial value of ms
// line: 21
// cure: cudaEventRecord(stop), cudaEventSynchronize(stop), and check the result
#include <cstdio>

__global__ void spin(int *x) { for (int i = 0; i < 100; ++i) x[threadIdx.x] += i; }

int main()
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    int *x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    float ms = 0;
    cudaEventRecord(start);
    spin<<<1, 64>>>(x);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, start, stop);     // MISTAKE
    printf("%.3f ms\n", ms);
    cudaFree(x);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return 0;
}

// expected:
// emu: an error was never looked at: cudaErrorInvalidResourceHandle (invalid resource handle)
//   at      emu/tests/mistakes/bad/error_not_checked_event.cu:21
//   cure    test what each call returns, and cudaGetLastError() after each launch
// emu: 1 kind of mistake, once; first: error at emu/tests/mistakes/bad/error_not_checked_event.cu:21
// exit status 1
