// category: index-overflow
// shows: counting down with an unsigned index, a wrapping hash kept unsigned, indices in size_t
#include <cstdio>

__global__ void work(const unsigned *x, unsigned *y, unsigned n, unsigned slots, unsigned *hits)
{
    unsigned s = 0;
    for (unsigned i = n; i-- > threadIdx.x;) s += x[i];
    y[threadIdx.x] = s;
    unsigned hash = x[threadIdx.x] * 2654435761u;
    size_t slot = hash % slots;
    atomicAdd(&hits[slot], 1u);
}

int main()
{
    const unsigned n = 100, slots = 13;
    unsigned h[n], g[slots], *x, *y, *hits, total = 0;
    for (unsigned i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMalloc(&hits, sizeof(g));
    cudaMemset(hits, 0, sizeof(g));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    work<<<1, n>>>(x, y, n, slots, hits);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(g, hits, sizeof(g), cudaMemcpyDeviceToHost);
    for (unsigned c : g) total += c;
    printf("%u %u\n", h[0], total);
    cudaFree(x); cudaFree(y); cudaFree(hits);
    return h[0] != n * (n - 1) / 2 || h[n - 1] != n - 1 || total != n;
}
