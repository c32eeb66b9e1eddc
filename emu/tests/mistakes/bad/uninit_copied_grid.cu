// category: uninitialised-copied
// mistake: the grid is made from the rows where it needs the columns, so a part of C is never stored
// line: 28
// cure: dim3 grid((n + 7) / 8, (m + 7) / 8)
#include <cstdio>

__global__ void scale(const float *a, float *c, int m, int n)
{
    int j = blockIdx.x * 8 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i < m && j < n)
        c[i * n + j] = 2 * a[i * n + j];
}

int main()
{
    const int m = 24, n = 40;
    static float h[m * n], r[m * n];
    float *a, *c;
    for (int i = 0; i < m * n; ++i) h[i] = i;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&c, sizeof(r));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);

    dim3 grid((m + 7) / 8, (n + 7) / 8), block(8, 8);
    scale<<<grid, block>>>(a, c, m, n);

    int wrong = 0;
    cudaMemcpy(r, c, sizeof(r), cudaMemcpyDeviceToHost);        // MISTAKE
    for (int i = 0; i < m * n; ++i)
        if (r[i] != 2 * h[i])
            ++wrong;
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(c);
    return wrong != 0;
}

// expected:
// emu: cudaMemcpy of memory that nothing has written, which the host then reads: 1536 of 3840 bytes
//   at      emu/tests/mistakes/bad/uninit_copied_grid.cu:28
//   address byte 96 of the 3840 bytes from cudaMalloc at emu/tests/mistakes/bad/uninit_copied_grid.cu:21: c[24] of 960 elements of 4 bytes
//   read    by the host at emu/tests/mistakes/bad/uninit_copied_grid.cu:30
//   cure    does the grid cover all elements (each of its dimensions, rounded up), and does a thread store each of them?
// emu: 1 kind of mistake, once; first: unwritten at emu/tests/mistakes/bad/uninit_copied_grid.cu:28
// exit status 1
