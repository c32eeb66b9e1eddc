// category: shuffle-inactive-lane
// shows: __match_any_sync groups equal keys, the leader adds once, shuffles stay inside the group
#include <cstdio>

__global__ void rank_by_key(const int *key, int *count, int *rank)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int k = key[i];
    unsigned peers = __match_any_sync(0xffffffffu, k);
    int leader = __ffs(peers) - 1, base = 0;
    if (lane == leader) base = atomicAdd(&count[k], __popc(peers));
    base = __shfl_sync(peers, base, leader);
    rank[i] = base + __popc(peers & ((1u << lane) - 1));
}

int main()
{
    const int n = 256, keys = 5;
    int h[n], r[n], c[keys], *key, *count, *rank, wrong = 0;
    bool seen[keys][n] = {};
    for (int i = 0; i < n; ++i) h[i] = (i * i) % keys;
    cudaMalloc(&key, sizeof(h));
    cudaMalloc(&rank, sizeof(r));
    cudaMalloc(&count, sizeof(c));
    cudaMemset(count, 0, sizeof(c));
    cudaMemcpy(key, h, sizeof(h), cudaMemcpyHostToDevice);
    rank_by_key<<<2, 128>>>(key, count, rank);
    cudaMemcpy(r, rank, sizeof(r), cudaMemcpyDeviceToHost);
    cudaMemcpy(c, count, sizeof(c), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
        if (r[i] < 0 || r[i] >= c[h[i]] || seen[h[i]][r[i]]) ++wrong;
        else seen[h[i]][r[i]] = true;
    }
    printf("%d wrong\n", wrong);
    cudaFree(key); cudaFree(count); cudaFree(rank);
    return wrong;
}
