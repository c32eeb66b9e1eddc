// category: memcpy-too-long
// shows: cudaMallocPitch, cudaMemcpy2D both ways and cudaMemset2D, the padding is never read
#include <cstdio>
#include <vector>

__global__ void add_row(float *M, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w && y < h) {
        float *row = (float *)((char *)M + y * pitch);
        row[x] += y;
    }
}

int main()
{
    const int w = 51, h = 17, ld = 60;
    std::vector<float> a(ld * h, 1.f), b(w * h);
    float *M;
    size_t pitch;
    cudaMallocPitch(&M, &pitch, w * sizeof(float), h);
    cudaMemset2D(M, pitch, 0, w * sizeof(float), h);
    cudaMemcpy2D(M, pitch, a.data(), ld * sizeof(float), (w - 1) * sizeof(float), h, cudaMemcpyHostToDevice);
    add_row<<<dim3((w + 31) / 32, h), 32>>>(M, pitch, w, h);
    cudaMemcpy2D(b.data(), w * sizeof(float), M, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) wrong += b[y * w + x] != y + (x < w - 1);
    printf("%d wrong\n", wrong);
    cudaFree(M);
    return wrong != 0;
}
