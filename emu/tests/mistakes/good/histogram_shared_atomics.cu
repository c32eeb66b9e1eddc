// category: atomic-missing
// shows: shared atomics with barriers before and after, one global atomic per bin and block
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *img, int n, int *out)
{
    __shared__ int bins[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[img[i] >> 2], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        if (bins[b]) atomicAdd(out + b, bins[b]);
}

int main()
{
    const int n = 30000;
    std::vector<unsigned char> img(n);
    int want[64] = {0}, got[64], wrong = 0;
    for (int i = 0; i < n; ++i) {
        img[i] = (unsigned char)(i * i / 7);
        want[img[i] >> 2]++;
    }
    unsigned char *d;
    int *out;
    cudaMalloc(&d, n);
    cudaMalloc(&out, sizeof(got));
    cudaMemset(out, 0, sizeof(got));
    cudaMemcpy(d, img.data(), n, cudaMemcpyHostToDevice);
    histogram<<<6, 96>>>(d, n, out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    for (int b = 0; b < 64; ++b) wrong += got[b] != want[b];
    printf("%d wrong bins\n", wrong);
    cudaFree(d);
    cudaFree(out);
    return wrong != 0;
}
