// category: missing-sync
// mistake: the consumer runs in another stream and nothing makes it wait for the producer
// line: 9 14 30
// cure: cudaEventRecord after the producer, cudaStreamWaitEvent before the consumer
#include <cstdio>

__global__ void produce(int *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = i;     // MISTAKE
}

__global__ void consume(const int *x, int *y, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] + 1;      // MISTAKE
}

int main()
{
    const int n = 1 << 14;
    static int h[n];
    int *x, *y, wrong = 0;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemset(x, 0, sizeof(h));
    cudaDeviceSynchronize();
    produce<<<1, 64, 0, a>>>(x, n);
    consume<<<1, 64, 0, b>>>(x, y, n);      // MISTAKE
    cudaDeviceSynchronize();
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/missing_sync_two_streams.cu:14
//   kernel  consume<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 65536 bytes from cudaMalloc at emu/tests/mistakes/bad/missing_sync_two_streams.cu:25: x[0] of 16384 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/missing_sync_two_streams.cu:9 by block (0,0,0), thread (0,0,0) of produce in the stream made at emu/tests/mistakes/bad/missing_sync_two_streams.cu:23; this is the stream made at emu/tests/mistakes/bad/missing_sync_two_streams.cu:24
//   cure    the two run in different streams, or as nodes of a graph that nothing orders: let one wait for the other (cudaEventRecord, cudaStreamWaitEvent, cudaGraphAddDependencies), or use one stream
// emu: 1 kind of mistake, 16,384 times; first: race at emu/tests/mistakes/bad/missing_sync_two_streams.cu:14
// exit status 1
