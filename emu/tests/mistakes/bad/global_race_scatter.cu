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
