// category: missing-sync
// shows: two streams that hand a buffer to each other, ordered by events; pinned results read after a synchronisation
#include <cstdio>

__global__ void scale(int *x, int n, int f)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= f;
}

__global__ void shift(const int *x, int *y, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[(i + 1) % n];
}

int main()
{
    const int n = 1000;
    const size_t bytes = n * sizeof(int);
    int *h, *x, *y, wrong = 0;
    cudaStream_t a, b;
    cudaEvent_t ready, done;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost(&h, bytes);
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMemcpyAsync(x, h, bytes, cudaMemcpyHostToDevice, a);
    scale<<<1, 128, 0, a>>>(x, n, 3);
    cudaEventRecord(ready, a);
    cudaStreamWaitEvent(b, ready, 0);
    shift<<<1, 128, 0, b>>>(x, y, n);
    cudaEventRecord(done, b);
    cudaStreamWaitEvent(a, done, 0);
    scale<<<1, 128, 0, a>>>(x, n, 100);     // x may change only after b has read it
    cudaMemcpyAsync(h, y, bytes, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    for (int i = 0; i < n; ++i) wrong += h[i] != 3 * ((i + 1) % n);
    cudaStreamSynchronize(a);
    printf("%d wrong\n", wrong);
    cudaFree(x); cudaFree(y); cudaFreeHost(h);
    cudaEventDestroy(ready); cudaEventDestroy(done);
    cudaStreamDestroy(a); cudaStreamDestroy(b);
    return wrong != 0;
}
