// category: stale-pointer
// mistake: thread 0 publishes the address of its local array, and the other threads use it
// line: 14
// cure: put the values themselves in shared memory, local arrays belong to one thread
#include <cstdio>

__global__ void broadcast(const int *in, int *out)
{
    __shared__ int *published;
    int mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = in[k] + (int)threadIdx.x;
    if (threadIdx.x == 0) published = mine;
    __syncthreads();
    out[threadIdx.x] = published[threadIdx.x % 4];      // MISTAKE
    __syncthreads();
    if (mine[0] < 0) out[0] = mine[threadIdx.x % 4];
}

int main()
{
    int h[32] = {10, 20, 30, 40}, *in, *out;
    cudaMalloc(&in, 4 * sizeof(int));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, 4 * sizeof(int), cudaMemcpyHostToDevice);
    broadcast<<<1, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d, want 40\n", h[7]);
    cudaFree(in);
    cudaFree(out);
    return h[7] != 40;
}

// expected:
// emu: read of 4 bytes of another thread's local memory
//   at      emu/tests/mistakes/bad/stale_pointer_local.cu:14
//   kernel  broadcast<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address 0x...: a thread's local memory
//   cure    a local variable belongs to one thread; share values through __shared__ memory or shuffles
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/stale_pointer_local.cu:14
// exit status 1
