// category: missing-sync
// shows: chunks through two streams, each with its own buffers; a buffer is refilled only in its own stream's order
#include <cstdio>

__global__ void square(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * x[i];
}

int main()
{
    const int chunk = 300, chunks = 6, n = chunk * chunks;
    int *in, *out, *d[2], wrong = 0;
    cudaStream_t s[2];
    cudaMallocHost(&in, n * sizeof(int));
    cudaMallocHost(&out, n * sizeof(int));
    for (int k = 0; k < 2; ++k) {
        cudaStreamCreate(&s[k]);
        cudaMalloc(&d[k], chunk * sizeof(int));
    }
    for (int i = 0; i < n; ++i) in[i] = i % 1000;
    for (int c = 0; c < chunks; ++c) {
        int k = c % 2;
        cudaMemcpyAsync(d[k], in + c * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice, s[k]);
        square<<<(chunk + 63) / 64, 64, 0, s[k]>>>(d[k], chunk);
        cudaMemcpyAsync(out + c * chunk, d[k], chunk * sizeof(int), cudaMemcpyDeviceToHost, s[k]);
    }
    for (int k = 0; k < 2; ++k) cudaStreamSynchronize(s[k]);
    for (int i = 0; i < n; ++i) wrong += out[i] != (i % 1000) * (i % 1000);
    printf("%d wrong\n", wrong);
    for (int k = 0; k < 2; ++k) {
        cudaFree(d[k]);
        cudaStreamDestroy(s[k]);
    }
    cudaFreeHost(in);
    cudaFreeHost(out);
    return wrong != 0;
}
