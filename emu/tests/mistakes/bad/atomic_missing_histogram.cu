// category: atomic-missing
// mistake: bins[...]++ in shared memory is a read-modify-write by many threads, without an atomic
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

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_histogram.cu:14
//   kernel  histogram<<<(8,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address bins[8]; bins is unsigned [32], 128 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_histogram.cu:14 by block (0,0,0), thread (127,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_histogram.cu:14
//   kernel  histogram<<<(8,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address bins[8]; bins is unsigned [32], 128 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_histogram.cu:14 by block (0,0,0), thread (127,0,0)
//   cure    both threads store at this line: give each thread its own element, use an atomic if all of them update it, or put __syncthreads() between the rounds if the line is in a loop
// emu: 1 kind of mistake, 26,112 times; first: race at emu/tests/mistakes/bad/atomic_missing_histogram.cu:14
// exit status 1
