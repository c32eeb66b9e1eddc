// foreign: 1-D stencil with halo in shared memory, and separable 2-D convolution with the filter in constant memory
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define RADIUS 4
#define K (2 * RADIUS + 1)
#define BLOCK_SIZE 64
#define CHECK_LAST() do { cudaError_t e = cudaGetLastError(); if (e) { puts(cudaGetErrorString(e)); exit(1); } } while (0)

__constant__ float c_filter[K];
__device__ const int d_scale = 1;

__global__ void stencil_1d(const int *in, int *out, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex + RADIUS];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE + RADIUS];
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    out[gindex] = result * d_scale;
}

__global__ void conv_rows(const float *src, float *dst, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k) {
        int xx = x + k;
        if (xx >= 0 && xx < w) s += src[y * w + xx] * c_filter[k + RADIUS];
    }
    dst[y * w + x] = s;
}

__global__ void conv_cols(const float *src, float *dst, int w, int h)
{
    __shared__ float tile[16 + 2 * RADIUS][17];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int r = threadIdx.y; r < 16 + 2 * RADIUS; r += 16) {
        int y = y0 + r - RADIUS;
        tile[r][threadIdx.x] = x < w && y >= 0 && y < h ? src[y * w + x] : 0.0f;
    }
    __syncthreads();
    int y = y0 + threadIdx.y;
    if (x < w && y < h) {
        float s = 0;
        for (int k = 0; k < K; ++k) s += tile[threadIdx.y + k][threadIdx.x] * c_filter[k];
        dst[y * w + x] = s;
    }
}

int main()
{
    // 1-D: n outputs need n + 2 * RADIUS inputs
    const int n = 64 * 40;
    std::vector<int> hin(n + 2 * RADIUS), hout(n);
    for (size_t i = 0; i < hin.size(); ++i) hin[i] = int(i % 10);
    int *din, *dout, wrong = 0;
    cudaMalloc(&din, hin.size() * sizeof(int));
    cudaMalloc(&dout, n * sizeof(int));
    cudaMemcpy(din, hin.data(), hin.size() * sizeof(int), cudaMemcpyHostToDevice);
    stencil_1d<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(din, dout, n);
    CHECK_LAST();
    cudaMemcpy(hout.data(), dout, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
        int s = 0;
        for (int k = 0; k < K; ++k) s += hin[i + k];
        wrong += s != hout[i];
    }

    // 2-D
    const int w = 150, h = 90;
    float filter[K], total = 0;
    for (int k = 0; k < K; ++k) total += filter[k] = std::exp(-0.1f * (k - RADIUS) * (k - RADIUS));
    for (float &f : filter) f /= total;
    std::vector<float> img(w * h), got(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = float(i * 31 % 255);
    float *a, *b;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMemcpy(a, img.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter, filter, sizeof(filter));
    dim3 threads(16, 16), blocks((w + 15) / 16, (h + 15) / 16);
    conv_rows<<<blocks, threads>>>(a, b, w, h);
    CHECK_LAST();
    conv_cols<<<blocks, threads>>>(b, a, w, h);
    CHECK_LAST();
    cudaMemcpy(got.data(), a, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            double s = 0;
            for (int i = -RADIUS; i <= RADIUS; ++i)
                for (int j = -RADIUS; j <= RADIUS; ++j)
                    if (y + i >= 0 && y + i < h && x + j >= 0 && x + j < w)
                        s += double(img[(y + i) * w + x + j]) * filter[i + RADIUS] * filter[j + RADIUS];
            wrong += std::fabs(s - got[y * w + x]) > 1e-3;
        }
    cudaFree(din); cudaFree(dout); cudaFree(a); cudaFree(b);
    printf("%s %d\n", wrong ? "FAIL" : "PASS", wrong);
    return wrong != 0;
}
