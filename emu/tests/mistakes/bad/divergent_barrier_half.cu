// category: divergent-barrier
// mistake: __syncthreads inside if (t < half) is reached by part of the block only
// line: 16
// cure: move the barrier after the if, so that every thread reaches it
#include <cstdio>

__global__ void sum(int *x)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) {
            s[t] += s[t + half];
            __syncthreads();    // MISTAKE
        }
    }
    if (t == 0) x[0] = s[0];
}

int main()
{
    int h[128], *d;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    sum<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("sum %d, want %d\n", h[0], 127 * 64);
    cudaFree(d);
    return h[0] != 127 * 64;
}

// expected:
// emu: divergent barrier: __syncthreads() is not reached by threads that have returned
//   at      emu/tests/mistakes/bad/divergent_barrier_half.cu:16
//   kernel  sum<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address thread (64,0,0) has returned, 64 in all
//   cure    let no thread return before the last barrier: guard the loads and stores instead
// emu: 1 kind of mistake, 7 times; first: barrier at emu/tests/mistakes/bad/divergent_barrier_half.cu:16
// exit status 1
