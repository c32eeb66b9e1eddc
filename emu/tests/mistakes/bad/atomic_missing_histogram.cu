// category: atomic-missing
// mistake: bins[...]++ in shared memory is a read-modify-write of many threads
// line: 14
// cure: atomicAdd(&bins[v], 1)
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *img, int n, unsigned *out)
{
    __shared__ unsigned bins[32];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        bins[img[i] / 8]++;     // MISTAKE
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    const int n = 20000;
    std::vector<unsigned char> img(n);
    unsigned h[32], total = 0;
    for (int i = 0; i < n; ++i) img[i] = (unsigned char)(i * 7 + i / 13);
    unsigned char *dimg;
    unsigned *dout;
    cudaMalloc(&dimg, n);
    cudaMalloc(&dout, sizeof(h));
    cudaMemcpy(dimg, img.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dout, 0, sizeof(h));
    histogram<<<8, 128>>>(dimg, n, dout);
    cudaMemcpy(h, dout, sizeof(h), cudaMemcpyDeviceToHost);
    for (unsigned c : h) total += c;
    printf("counted %u of %d\n", total, n);
    cudaFree(dimg);
    cudaFree(dout);
    return total != (unsigned)n;
}
