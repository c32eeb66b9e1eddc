// foreign: Mandelbrot set with a complex-number struct in device code, 2-D launch, picture as text on stderr
#include <cstdio>
#include <cstdlib>

struct cuComplexF {
    float r, i;
    __host__ __device__ cuComplexF(float a, float b) : r(a), i(b) {}
    __host__ __device__ float magnitude2() const { return r * r + i * i; }
    __host__ __device__ cuComplexF operator*(const cuComplexF &a) const { return cuComplexF(r * a.r - i * a.i, i * a.r + r * a.i); }
    __host__ __device__ cuComplexF operator+(const cuComplexF &a) const { return cuComplexF(r + a.r, i + a.i); }
};

struct Frame { float left, top, step; int width, height, limit; };

__host__ __device__ int iterations(const Frame &f, int x, int y)
{
    const cuComplexF c(f.left + x * f.step, f.top - y * f.step);
    cuComplexF z(0, 0);
    int n = 0;
    while (n < f.limit && z.magnitude2() < 4.0f) {
        z = z * z + c;
        ++n;
    }
    return n;
}

__global__ void mandelbrot(unsigned char *out, Frame f)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= f.width || y >= f.height)
        return;
    out[y * f.width + x] = static_cast<unsigned char>(iterations(f, x, y));
}

int main()
{
    const Frame f = {-2.1f, 1.2f, 2.4f / 60, 76, 60, 200};
    const int n = f.width * f.height;
    unsigned char *host = new unsigned char[n], *dev;
    if (cudaMalloc(&dev, n) != cudaSuccess) return 2;
    const dim3 threads{16, 8};
    const dim3 blocks{(f.width + threads.x - 1) / threads.x, (f.height + threads.y - 1) / threads.y};
    mandelbrot<<<blocks, threads>>>(dev, f);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    cudaMemcpy(host, dev, n, cudaMemcpyDeviceToHost);
    cudaFree(dev);

    int inside = 0, differ = 0;
    for (int y = 0; y < f.height; ++y) {
        for (int x = 0; x < f.width; ++x) {
            int v = host[y * f.width + x];
            inside += v == f.limit;
            differ += v != iterations(f, x, y);     // rounding near the border
            if (y % 2 == 0) fputc(" .:-=+*#%@"[v * 9 / f.limit], stderr);
        }
        if (y % 2 == 0) fputc('\n', stderr);
    }
    delete[] host;
    // the set has area 1.5066: about 940 pixels of this size
    bool ok = inside > 850 && inside < 1050 && differ < n / 20;
    printf("%s: %d points inside, %d differ\n", ok ? "PASS" : "FAIL", inside, differ);
    return !ok;
}
