// category: global-race
// mistake: in-place stencil, the barrier orders one block only, so the next block's border is read while it is written
// line: 13 16
// cure: write to a second array and swap the pointers on the host
#include <cstdio>
#include <vector>

__global__ void smooth(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float avg = 0;
    if (i > 0 && i < n - 1)
        avg = (x[i - 1] + x[i] + x[i + 1]) / 3.0f;  // MISTAKE
    __syncthreads();
    if (i > 0 && i < n - 1)
        x[i] = avg;                                 // MISTAKE
}

int main()
{
    const int n = 4096;
    std::vector<float> h(n), ref(n);
    for (int i = 0; i < n; ++i) h[i] = float((i * 37) % 101);
    ref = h;
    for (int i = 1; i < n - 1; ++i) ref[i] = (h[i - 1] + h[i] + h[i + 1]) / 3.0f;
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    smooth<<<n / 128, 128>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += h[i] - ref[i] > 1e-3f || ref[i] - h[i] > 1e-3f;
    printf("%d of %d wrong\n", wrong, n);
    cudaFree(d);
    return wrong > 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_stencil_in_place.cu:13
//   kernel  smooth<<<(32,1,1), (128,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 508 of the 16384 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_stencil_in_place.cu:27: d[127] of 4096 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_stencil_in_place.cu:16 by block (0,0,0), thread (127,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: race in global memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/global_race_stencil_in_place.cu:16
//   kernel  smooth<<<(32,1,1), (128,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 512 of the 16384 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_stencil_in_place.cu:27: d[128] of 4096 elements of 4 bytes
//   other   read at emu/tests/mistakes/bad/global_race_stencil_in_place.cu:13 by block (0,0,0), thread (127,0,0) and others
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 62 times; first: race at emu/tests/mistakes/bad/global_race_stencil_in_place.cu:13
// exit status 1
