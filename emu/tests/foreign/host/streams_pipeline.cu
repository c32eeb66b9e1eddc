// foreign: pinned memory, four streams, copy - compute - copy in chunks, depth first and breadth first, timed by events
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define checkCuda(x) check_((x), #x)
static cudaError_t check_(cudaError_t r, const char *what)
{
    if (r != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(r));
        std::exit(1);
    }
    return r;
}

__global__ void kernel(float *a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    float s = sinf(x);
    float c = cosf(x);
    a[i] = a[i] + sqrtf(s * s + c * c);
}

static float maxError(const float *a, int n)
{
    float e = 0;
    for (int i = 0; i < n; i++) e = fmaxf(e, fabsf(a[i] - 1.0f));
    return e;
}

int main()
{
    const int blockSize = 256, nStreams = 4;
    const int n = 32 * blockSize * nStreams;
    const int streamSize = n / nStreams;
    const int streamBytes = streamSize * sizeof(float);
    const int bytes = n * sizeof(float);

    float *a, *d_a;
    checkCuda(cudaMallocHost((void **)&a, bytes));
    checkCuda(cudaMalloc((void **)&d_a, bytes));
    cudaEvent_t startEvent, stopEvent;
    cudaStream_t stream[nStreams];
    checkCuda(cudaEventCreate(&startEvent));
    checkCuda(cudaEventCreate(&stopEvent));
    for (int i = 0; i < nStreams; ++i) checkCuda(cudaStreamCreate(&stream[i]));

    float ms, worst = 0;
    for (int version = 0; version < 3; ++version) {
        for (int i = 0; i < n; ++i) a[i] = 0;
        checkCuda(cudaEventRecord(startEvent, 0));
        if (version == 0) {             // one after the other
            checkCuda(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
            kernel<<<n / blockSize, blockSize>>>(d_a, 0);
            checkCuda(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
        } else if (version == 1) {      // depth first
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
                checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
            }
        } else {                        // breadth first
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
            }
            for (int i = 0; i < nStreams; ++i)
                kernel
                    <<<streamSize / blockSize,
                       blockSize,
                       0,
                       stream[i]>>>
                    (d_a, i * streamSize);
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
            }
        }
        checkCuda(cudaGetLastError());
        checkCuda(cudaEventRecord(stopEvent, 0));
        checkCuda(cudaEventSynchronize(stopEvent));
        checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
        float e = maxError(a, n);
        fprintf(stderr, "version %d: %.3f ms, max error %e\n", version, ms, e);
        worst = fmaxf(worst, e);
    }

    checkCuda(cudaEventDestroy(startEvent));
    checkCuda(cudaEventDestroy(stopEvent));
    for (int i = 0; i < nStreams; ++i) {
        checkCuda(cudaStreamQuery(stream[i]));
        checkCuda(cudaStreamDestroy(stream[i]));
    }
    checkCuda(cudaFree(d_a));
    checkCuda(cudaFreeHost(a));
    printf("%s\n", worst < 1e-5f ? "PASS" : "FAIL");
    return worst < 1e-5f ? 0 : 1;
}
