// category: shared-race
// shows: neighbouring threads write neighbouring bytes of one word, in shared and in global memory: no race
#include <cstdio>

__global__ void flags(const int *x, unsigned char *out)
{
    __shared__ unsigned char f[256];
    int t = threadIdx.x;
    f[t] = x[t] % 3 == 0;
    __syncthreads();
    out[255 - t] = f[t];
}

int main()
{
    int h[256], *x, wrong = 0;
    unsigned char r[256], *out;
    for (int i = 0; i < 256; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    flags<<<1, 256>>>(x, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; ++i) wrong += r[255 - i] != (i % 3 == 0);
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong != 0;
}
