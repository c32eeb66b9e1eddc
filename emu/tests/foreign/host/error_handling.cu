// foreign: errors provoked on purpose and looked at: bad launch, bad copy, too much memory; names, strings, last and sticky errors
#include <cstdio>
#include <cstring>

__global__ void touch(int *p) { p[threadIdx.x] = threadIdx.x; }

static int failures = 0;

static void expect(const char *what, cudaError_t got, cudaError_t want)
{
    bool ok = got == want;
    fprintf(stderr, "%-34s %-32s %s\n", what, cudaGetErrorName(got), ok ? "as expected" : "UNEXPECTED");
    failures += !ok;
}

// CUDA 13 answers an illegal grid or block with another code than CUDA 12.
static const cudaError_t illegal_launch =
    CUDART_VERSION >= 13000 ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration;

int main()
{
    int *d = nullptr, h[64] = {0};
    expect("cudaMalloc", cudaMalloc(&d, sizeof(h)), cudaSuccess);

    touch<<<1, 2000>>>(d);                      // more threads than a block can have
    expect("peek at 2000 threads", cudaPeekAtLastError(), illegal_launch);
    expect("get clears it", cudaGetLastError(), illegal_launch);
    expect("gone", cudaGetLastError(), cudaSuccess);

    touch<<<0, 64>>>(d);                        // no block at all
    expect("empty grid", cudaGetLastError(), illegal_launch);

    expect("wrong direction", cudaMemcpy(h, d, sizeof(h), (cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
    cudaGetLastError();
    int *huge = nullptr;
    expect("a petabyte", cudaMalloc(&huge, (size_t)1 << 50), cudaErrorMemoryAllocation);
    cudaGetLastError();
    expect("no such device", cudaSetDevice(1000), cudaErrorInvalidDevice);
    cudaGetLastError();
    expect("no pointer", cudaMalloc((void **)nullptr, 16), cudaErrorInvalidValue);
    cudaGetLastError();

    touch<<<1, 64>>>(d);                        // all is well again
    expect("launch", cudaGetLastError(), cudaSuccess);
    expect("synchronise", cudaDeviceSynchronize(), cudaSuccess);
    expect("copy", cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost), cudaSuccess);
    expect("cudaFree", cudaFree(d), cudaSuccess);
    failures += h[63] != 63;
    failures += strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") != 0;
    failures += strcmp(cudaGetErrorString(cudaSuccess), "no error") != 0;
    failures += strlen(cudaGetErrorString(cudaErrorInvalidConfiguration)) == 0;
    printf("%s\n", failures ? "FAIL" : "PASS");
    return failures != 0;
}
