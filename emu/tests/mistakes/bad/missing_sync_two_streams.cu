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
