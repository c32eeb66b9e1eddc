// category: shared-race
// shows: Hillis-Steele scan with two buffers and one barrier per step
#include <cstdio>
#define N 256

__global__ void scan(int *x)
{
    __shared__ int s[2][N];
    int t = threadIdx.x, in = 0;
    s[0][t] = x[t];
    for (int d = 1; d < N; d *= 2) {
        __syncthreads();
        s[1 - in][t] = t >= d ? s[in][t] + s[in][t - d] : s[in][t];
        in = 1 - in;
    }
    x[t] = s[in][t];    // own element: no barrier needed
}

int main()
{
    int h[N], *d, wrong = 0;
    for (int i = 0; i < N; ++i) h[i] = i % 4;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    scan<<<1, N>>>(d);
    int r[N], sum = 0;
    cudaMemcpy(r, d, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) wrong += r[i] != (sum += h[i]);
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong;
}
