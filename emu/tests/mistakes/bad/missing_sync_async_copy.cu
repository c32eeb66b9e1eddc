// category: missing-sync
// mistake: the pinned buffer is read right after cudaMemcpyAsync, which only puts the copy into the stream
// line: 22 24
// cure: cudaStreamSynchronize(stream) before reading h
#include <cstdio>

__global__ void fill(int *x, int n, int v)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = v + i;
}

int main()
{
    const int n = 1 << 14;
    int *h, *d, wrong = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&h, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    for (int i = 0; i < n; ++i) h[i] = 0;
    fill<<<1, 256, 0, stream>>>(d, n, 9);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, stream);     // MISTAKE
    for (int i = 0; i < n; ++i)
        wrong += h[i] != 9 + i;         // MISTAKE
    printf("%d wrong\n", wrong);
    cudaStreamSynchronize(stream);
    cudaFree(d);
    cudaFreeHost(h);
    cudaStreamDestroy(stream);
    return wrong != 0;
}

// expected:
// emu: host code touches memory that an asynchronous copy may still be using
//   at      emu/tests/mistakes/bad/missing_sync_async_copy.cu:24
//   address byte 0 of the 65536 bytes from cudaMallocHost at emu/tests/mistakes/bad/missing_sync_async_copy.cu:18
//   other   asynchronous copy at emu/tests/mistakes/bad/missing_sync_async_copy.cu:22
//   cure    call cudaDeviceSynchronize(), or synchronise with the stream, first
// emu: 1 kind of mistake, once; first: race at emu/tests/mistakes/bad/missing_sync_async_copy.cu:24
// exit status 1
