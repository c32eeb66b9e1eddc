// foreign: matrix transpose in four steps: copy, naive, shared tile, padded tile; several rows per thread; effective bandwidth from events
#include <cstdio>
#include <cstdlib>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
const int NX = 256, NY = 192;

inline void gpu(cudaError_t code, const char *file, int line)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        exit(code);
    }
}
#define gpuErrchk(ans) { gpu((ans), __FILE__, __LINE__); }

__global__ void copyKernel(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void transposeNaive(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM, height = gridDim.y * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

template <int PAD>
__global__ void transposeTile(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM, height = gridDim.y * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const size_t bytes = NX * NY * sizeof(float);
    float *h_in = new float[NX * NY], *h_out = new float[NX * NY], *d_in, *d_out;
    for (int i = 0; i < NX * NY; ++i) h_in[i] = (float)i;
    gpuErrchk(cudaMalloc(&d_in, bytes));
    gpuErrchk(cudaMalloc(&d_out, bytes));
    gpuErrchk(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
    cudaEvent_t t0, t1;
    gpuErrchk(cudaEventCreate(&t0));
    gpuErrchk(cudaEventCreate(&t1));

    struct { const char *name; void (*kernel)(float *, const float *); bool transposed; } steps[] = {
        {"copy", copyKernel, false},
        {"naive", transposeNaive, true},
        {"shared tile", transposeTile<0>, true},
        {"padded tile", transposeTile<1>, true},
    };
    dim3 dimGrid(NX / TILE_DIM, NY / TILE_DIM, 1), dimBlock(TILE_DIM, BLOCK_ROWS, 1);
    int failed = 0;
    for (auto &s : steps) {
        gpuErrchk(cudaMemset(d_out, 0, bytes));
        gpuErrchk(cudaEventRecord(t0, 0));
        s.kernel<<<dimGrid, dimBlock>>>(d_out, d_in);
        gpuErrchk(cudaPeekAtLastError());
        gpuErrchk(cudaEventRecord(t1, 0));
        gpuErrchk(cudaEventSynchronize(t1));
        float ms = 0;
        gpuErrchk(cudaEventElapsedTime(&ms, t0, t1));
        gpuErrchk(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));
        int wrong = 0;
        for (int y = 0; y < NY; ++y)
            for (int x = 0; x < NX; ++x)
                wrong += h_in[y * NX + x] != (s.transposed ? h_out[x * NY + y] : h_out[y * NX + x]);
        fprintf(stderr, "%-12s %10.2f GB/s\n", s.name, ms > 0 ? 2e-6 * bytes / ms : 0.0);
        failed += wrong != 0;
    }
    gpuErrchk(cudaEventDestroy(t0));
    gpuErrchk(cudaEventDestroy(t1));
    gpuErrchk(cudaFree(d_in));
    gpuErrchk(cudaFree(d_out));
    delete[] h_in;
    delete[] h_out;
    printf("%s\n", failed ? "FAIL" : "PASS");
    return failed;
}
