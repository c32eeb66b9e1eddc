// category: divergent-barrier
// mistake: a barrier in a loop whose number of rounds differs from thread to thread
// line: 13
// cure: run the same number of rounds in every thread and guard the work inside
#include <cstdio>

__global__ void accumulate(const int *in, int n, int *out)
{
    __shared__ int stage[64];
    int t = threadIdx.x, sum = 0;
    for (int i = t; i < n; i += blockDim.x) {
        stage[t] = in[i];
        __syncthreads();                // MISTAKE
        sum += stage[t] + i;
    }
    out[t] = sum;
}

int main()
{
    const int n = 100;
    int h[n], r[64], *in, *out, total = 0;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    accumulate<<<1, 64>>>(in, n, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int v : r) total += v;
    printf("%d\n", total);
    cudaFree(in);
    cudaFree(out);
    return total != n + n * (n - 1) / 2;
}

// expected:
// emu: divergent barrier: __syncthreads() is not reached by threads that have returned
//   at      emu/tests/mistakes/bad/divergent_barrier_trip_count.cu:13
//   kernel  accumulate<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address thread (36,0,0) has returned, 28 in all
//   cure    let no thread return before the last barrier: guard the loads and stores instead
// emu: 1 kind of mistake, once; first: barrier at emu/tests/mistakes/bad/divergent_barrier_trip_count.cu:13
// exit status 1
