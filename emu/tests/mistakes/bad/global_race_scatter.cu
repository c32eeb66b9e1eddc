// category: global-race
// mistake: several threads store different values to the same element because the keys repeat
// line: 12
// cure: decide who wins with an atomic (atomicMin on owner[key]) or make the keys unique
#include <cstdio>
#include <vector>

__global__ void first_owner(const int *key, int *owner, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        owner[key[i]] = i;      // MISTAKE
}

int main()
{
    const int n = 1000, slots = 64;
    std::vector<int> key(n), owner(slots);
    for (int i = 0; i < n; ++i) key[i] = (i * 31) % slots;
    int *dkey, *downer;
    cudaMalloc(&dkey, n * sizeof(int));
    cudaMalloc(&downer, slots * sizeof(int));
    cudaMemset(downer, 0xff, slots * sizeof(int));
    cudaMemcpy(dkey, key.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    first_owner<<<(n + 255) / 256, 256>>>(dkey, downer, n);
    cudaMemcpy(owner.data(), downer, slots * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int s = 0; s < slots; ++s) {
        int first = 0;
        while (key[first] != s) ++first;
        wrong += owner[s] != first;
    }
    printf("%d of %d slots not owned by the first\n", wrong, slots);
    cudaFree(dkey);
    cudaFree(downer);
    return wrong ? 1 : 0;
}

// expected:
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/global_race_scatter.cu:12
//   kernel  first_owner<<<(4,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address byte 0 of the 256 bytes from cudaMalloc at emu/tests/mistakes/bad/global_race_scatter.cu:22: downer[0] of 64 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/global_race_scatter.cu:12 by block (0,0,0), thread (0,0,0)
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: 1 kind of mistake, 936 times; first: race at emu/tests/mistakes/bad/global_race_scatter.cu:12
// exit status 1
