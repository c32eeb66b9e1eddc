// foreign: SAXPY on managed memory with a grid-stride loop, blocks from the number of multiprocessors
#include <iostream>
#include <cmath>

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        std::cerr << what << ": " << cudaGetErrorString(e) << std::endl;
        std::exit(1);
    }
}

__global__
void saxpy(int n, float a, float *x, float *y)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = a * x[i] + y[i];
}

__global__
void init(int n, float *x, float *y)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
}

int main()
{
    int N = 1 << 19;
    float *x, *y;
    check(cudaMallocManaged(&x, N * sizeof(float)), "x");
    check(cudaMallocManaged(&y, N * sizeof(float)), "y");

    int device = -1, sms = 0;
    check(cudaGetDevice(&device), "device");
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device), "attribute");

    init <<< 4 * sms, 256 >>> (N, x, y);
    saxpy <<< 4 * sms, 256 >>> (N, 2.0f, x, y);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernels");

    float maxError = 0.0f;
    for (int i = 0; i < N; i++)
        maxError = std::fmax(maxError, std::fabs(y[i] - 4.0f));
    std::cout << (maxError == 0 ? "PASS" : "FAIL") << ": max error " << maxError << std::endl;

    cudaFree(x);
    cudaFree(y);
    return maxError != 0;
}
