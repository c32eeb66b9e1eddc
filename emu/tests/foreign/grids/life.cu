// foreign: Conway's Game of Life on a torus, tile with halo in dynamic shared memory, double buffering on the device
#include <cstdio>
#include <utility>
#include <vector>

typedef unsigned char cell;

__global__ void life_step(const cell *now, cell *next, int w, int h)
{
    extern __shared__ cell tile[];
    const int tw = blockDim.x + 2, th = blockDim.y + 2;
    const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
    for (int k = threadIdx.y * blockDim.x + threadIdx.x; k < tw * th; k += blockDim.x * blockDim.y) {
        int x = (x0 + k % tw - 1 + w) % w, y = (y0 + k / tw - 1 + h) % h;
        tile[k] = now[y * w + x];
    }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= w || y >= h) return;
    int alive = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx)
            if (dx != 1 || dy != 1) alive += tile[(threadIdx.y + dy) * tw + threadIdx.x + dx];
    cell self = tile[(threadIdx.y + 1) * tw + threadIdx.x + 1];
    next[y * w + x] = alive == 3 || (alive == 2 && self);
}

int main()
{
    const int w = 100, h = 70, generations = 24;
    std::vector<cell> world(w * h, 0), ref, tmp(w * h);
    auto at = [&](int x, int y) -> cell & { return world[(y + h) % h * w + (x + w) % w]; };
    const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (auto &g : glider) at(96 + g[0], 66 + g[1]) = 1;        // will cross the corner
    for (int k = 0; k < 3; ++k) at(20 + k, 20) = 1;             // blinker
    for (int i = 0; i < w * h; ++i)
        if (i % w > 40 && i % w < 60 && (i * 7 + i / w) % 3 == 0) world[i] = 1;
    ref = world;

    cell *a, *b;
    cudaMalloc(&a, w * h);
    cudaMalloc(&b, w * h);
    cudaMemcpy(a, world.data(), w * h, cudaMemcpyHostToDevice);
    dim3 threads(16, 16);
    dim3 blocks((w + threads.x - 1) / threads.x, (h + threads.y - 1) / threads.y);
    size_t shared = (threads.x + 2) * (threads.y + 2) * sizeof(cell);
    for (int g = 0; g < generations; ++g) {
        life_step<<<blocks, threads, shared>>>(a, b, w, h);
        std::swap(a, b);
    }
    if (cudaError_t e = cudaGetLastError()) {
        printf("FAIL: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaMemcpy(world.data(), a, w * h, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);

    for (int g = 0; g < generations; ++g) {
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) {
                int n = 0;
                for (int k = 0; k < 9; ++k)
                    if (k != 4) n += ref[(y + k / 3 - 1 + h) % h * w + (x + k % 3 - 1 + w) % w];
                tmp[y * w + x] = n == 3 || (n == 2 && ref[y * w + x]);
            }
        std::swap(ref, tmp);
    }
    int alive = 0;
    for (cell c : ref) alive += c;
    bool ok = ref == world && alive > 0;
    printf("%s: %d alive after %d generations\n", ok ? "PASS" : "FAIL", alive, generations);
    return !ok;
}
