// category: local-out-of-bounds
// mistake: a 2 * radius + 1 wide window is kept in a local array of 5
// line: 17 20
// cure: size the array for the largest radius and check radius against it
#include <cstdio>
#include <vector>

__global__ void median(const int *x, int *y, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < radius || i >= n - radius) return;
    int window[5];
    int count = 0;
    for (int j = i - radius; j <= i + radius; ++j) {
        int p = count++;
        while (p > 0 && window[p - 1] > x[j]) {
            window[p] = window[p - 1];      // MISTAKE
            --p;
        }
        window[p] = x[j];                   // MISTAKE
    }
    y[i] = window[radius];
}

int main()
{
    const int n = 512;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = i;
    int *x, *y;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(y, 0, n * sizeof(int));
    median<<<4, 128>>>(x, y, n, 3);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(r.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%s, y[100] = %d\n", cudaGetErrorString(e), r[100]);
    cudaFree(x);
    cudaFree(y);
    return e != cudaSuccess || r[100] != 100;
}

// expected:
// emu: out of bounds: an index beyond its array's extent
//   at      emu/tests/mistakes/bad/local_oob_window.cu:20
//   kernel  median<<<(4,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (3,0,0): warp 0, lane 3
//   address index 5 of 'int [5]'
//   cure    compare the index with the extent in the array's declaration
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/local_oob_window.cu:20
// exit status 1
