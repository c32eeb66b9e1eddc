// category: shared-out-of-bounds
// mistake: the loop runs one step past xs and accesses the next array
// line: 19
// cure: k < N instead of k <= N
#include <cstdio>

#define N 64

__global__ void dot_rows(const float *x, const float *y, float *out)
{
    __shared__ float xs[N];
    __shared__ float ys[N];
    int t = threadIdx.x;
    xs[t] = x[t];
    ys[t] = y[t];
    __syncthreads();
    float sx = 0, sy = 0;
    for (int k = 0; k <= N; ++k)
        sx += xs[k];            // MISTAKE
    for (int k = 0; k < N; ++k)
        sy += ys[k];
    out[t] = sx * sy;
}

int main()
{
    float h[N], r[N], *x, *y, *out;
    for (int i = 0; i < N; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
    dot_rows<<<1, N>>>(x, y, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g, want %g\n", r[0], (float)N * N);
    cudaFree(x);
    cudaFree(y);
    cudaFree(out);
    return r[0] != N * N;
}

// expected:
// emu: out of bounds: an index beyond its array's extent
//   at      emu/tests/mistakes/bad/shared_oob_neighbour.cu:19
//   kernel  dot_rows<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address index 64 of 'float [64]'
//   cure    compare the index with the extent in the array's declaration
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/shared_oob_neighbour.cu:19
// exit status 1
