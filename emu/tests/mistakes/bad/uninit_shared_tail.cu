// category: uninitialised-shared
// mistake: threads past n skip the load, yet the reduction adds their slots
// line: 15
// cure: s[t] = i < n ? x[i] : 0
#include <cstdio>

__global__ void sum(const int *x, int n, int *total)
{
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i < n)
        s[t] = x[i];
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (t < half) s[t] += s[t + half];      // MISTAKE
        __syncthreads();
    }
    if (t == 0) atomicAdd(total, s[0]);
}

int main()
{
    const int n = 1000;
    int h[n], *x, *total, r = 0;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<(n + 127) / 128, 128>>>(x, n, total);
    cudaMemcpy(&r, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(x);
    cudaFree(total);
    return r != n;
}

// expected:
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_shared_tail.cu:15
//   kernel  sum<<<(8,1,1), (128,1,1)>>>
//   thread  block (7,0,0), thread (40,0,0): warp 1, lane 8
//   address s[104]; s is int [128], 512 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 1 kind of mistake, once; first: unwritten at emu/tests/mistakes/bad/uninit_shared_tail.cu:15
// exit status 1
