// category: global-race
// mistake: both threads (i,j) and (j,i) swap the same pair of elements
// line: 13 14 15 16
// cure: let only the thread with i < j swap
#include <cstdio>
#include <vector>

__global__ void transpose(float *M, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || i == j) return;
    float a = M[i * n + j];     // MISTAKE
    float b = M[j * n + i];     // MISTAKE
    M[i * n + j] = b;           // MISTAKE
    M[j * n + i] = a;           // MISTAKE
}

int main()
{
    const int n = 100;
    std::vector<float> h(n * n);
    for (int i = 0; i < n * n; ++i) h[i] = float(i);
    float *d = nullptr;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    transpose<<<grid, block>>>(d, n);
    cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) wrong += h[i * n + j] != float(j * n + i);
    std::printf("wrong elements: %d\n", wrong);
    cudaFree(d);
    return wrong != 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_transpose_in_place.cu:13
//   kernel  transpose<<<(7,7,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address byte 400 of the 40000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:25: d[100] of 10000 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:16 by block (0,0,0), thread (1,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_transpose_in_place.cu:14
//   kernel  transpose<<<(7,7,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address byte 4 of the 40000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:25: d[1] of 10000 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:15 by block (0,0,0), thread (1,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_transpose_in_place.cu:15
//   kernel  transpose<<<(7,7,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address byte 400 of the 40000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:25: d[100] of 10000 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:16 by block (0,0,0), thread (1,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_transpose_in_place.cu:16
//   kernel  transpose<<<(7,7,1), (16,16,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 16
//   address byte 4 of the 40000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:25: d[1] of 10000 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:15 by block (0,0,0), thread (1,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: 1 kind of mistake, 19,800 times; first: race at emu/tests/mistakes/bad/global_race_transpose_in_place.cu:13
// exit status 1
