// category: shared-race
// shows: one shared buffer used as float in the first phase and as int in the second, a barrier between
#include <cstdio>

__global__ void phases(const float *x, float *fout, int *iout)
{
    __shared__ __align__(16) unsigned char raw[128 * 4];
    float *f = reinterpret_cast<float *>(raw);
    int *k = reinterpret_cast<int *>(raw);
    int t = threadIdx.x;
    f[t] = x[t];
    __syncthreads();
    fout[t] = f[127 - t];
    __syncthreads();
    k[(t * 5) % 128] = t;
    __syncthreads();
    iout[t] = k[t];
}

int main()
{
    float h[128], *x, *fo;
    int r[128], *io, wrong = 0;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&fo, sizeof(h));
    cudaMalloc(&io, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    phases<<<1, 128>>>(x, fo, io);
    cudaMemcpy(h, fo, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(r, io, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) wrong += h[i] != 127 - i || r[(i * 5) % 128] != i;
    printf("%d wrong\n", wrong);
    cudaFree(x); cudaFree(fo); cudaFree(io);
    return wrong;
}
