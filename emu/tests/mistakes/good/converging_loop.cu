// category: infinite-loop
// shows: a loop of unknown length that ends: Jacobi in one block until the largest change is small
#include <cstdio>

__global__ void jacobi(float *x, int *rounds)
{
    __shared__ float s[64];
    int t = threadIdx.x, r = 0;
    s[t] = x[t];
    __syncthreads();
    for (;;) {
        float v = t == 0 || t == 63 ? s[t] : 0.5f * (s[t - 1] + s[t + 1]);
        bool moving = fabsf(v - s[t]) > 1e-3f;
        ++r;
        bool go_on = __syncthreads_or(moving);
        s[t] = v;
        __syncthreads();
        if (!go_on) break;
    }
    x[t] = s[t];
    if (t == 0) *rounds = r;
}

int main()
{
    float h[64] = {0}, *x;
    int *rounds, r = 0, falling = 0;
    h[63] = 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&rounds, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    jacobi<<<1, 64>>>(x, rounds);
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(&r, rounds, sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 1; i < 64; ++i) falling += h[i] < h[i - 1];
    printf("%d rounds\n", r);
    cudaFree(x);
    cudaFree(rounds);
    return falling != 0 || h[0] != 0 || h[63] != 1 || r < 10;
}
