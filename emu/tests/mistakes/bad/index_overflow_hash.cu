// category: index-overflow
// mistake: the 32-bit hash turns negative as an int, and so does the remainder
// line: 13
// cure: keep the hash unsigned until after the %
#include <cstdio>
#include <vector>

__global__ void fill_table(const unsigned *keys, int n, int *count, int slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int hash = (int)(keys[i] * 2654435761u);
    atomicAdd(&count[hash % slots], 1);     // MISTAKE
}

int main()
{
    const int n = 500, slots = 61;
    std::vector<unsigned> keys(n);
    std::vector<int> count(slots);
    for (int i = 0; i < n; ++i) keys[i] = 17u * i + 3;
    unsigned *dkeys;
    int *dcount;
    cudaMalloc(&dkeys, n * sizeof(unsigned));
    cudaMalloc(&dcount, slots * sizeof(int));
    cudaMemcpy(dkeys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(dcount, 0, slots * sizeof(int));
    fill_table<<<4, 128>>>(dkeys, n, dcount, slots);
    cudaMemcpy(count.data(), dcount, slots * sizeof(int), cudaMemcpyDeviceToHost);
    int total = 0;
    for (int c : count) total += c;
    printf("%d of %d keys in the table\n", total, n);
    cudaFree(dkeys);
    cudaFree(dcount);
    return total != n;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/index_overflow_hash.cu:13
//   kernel  fill_table<<<(4,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 204 bytes before the start of the 244 bytes from cudaMalloc at emu/tests/mistakes/bad/index_overflow_hash.cu:25: dcount[-51] of 61 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/index_overflow_hash.cu:13
// exit status 1
