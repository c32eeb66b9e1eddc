// category: atomic-missing
// shows: add, sub, min, max, and, or, xor, exch, CAS, inc, dec on one array by all threads of all blocks
#include <cstdio>

__global__ void all(int *v, unsigned *u, float *f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&v[0], i);
    atomicSub(&v[1], 1);
    atomicMin(&v[2], i);
    atomicMax(&v[3], i);
    atomicAnd(&v[4], ~(int(1u << (i % 32))));
    atomicOr(&v[5], int(1u << (i % 32)));
    atomicXor(&v[6], int(1u << (i % 32)));
    atomicExch(&v[7], 42);
    atomicCAS(&v[8], i, i + 1);     // a ladder: goes up when the right thread comes by
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 9);
    atomicAdd(f, 0.5f);
}

int main()
{
    int h[9] = {0, 0, 1 << 30, -1, -1, 0, 0, 0, 0}, *v;
    unsigned hu[2] = {0, 0}, *u;
    float hf = 0, *f;
    cudaMalloc(&v, sizeof(h));
    cudaMalloc(&u, sizeof(hu));
    cudaMalloc(&f, sizeof(hf));
    cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(u, hu, sizeof(hu), cudaMemcpyHostToDevice);
    cudaMemcpy(f, &hf, sizeof(hf), cudaMemcpyHostToDevice);
    all<<<8, 64>>>(v, u, f);
    cudaMemcpy(h, v, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(hu, u, sizeof(hu), cudaMemcpyDeviceToHost);
    cudaMemcpy(&hf, f, sizeof(hf), cudaMemcpyDeviceToHost);
    const int n = 512;
    bool ok = h[0] == n * (n - 1) / 2 && h[1] == -n && h[2] == 0 && h[3] == n - 1 && h[4] == 0 && h[5] == -1
           && h[6] == 0 && h[7] == 42 && h[8] >= 1 && h[8] <= n && hu[0] == n % 10 && hu[1] == (10 - n % 10) % 10 && hf == n / 2;
    printf("%s\n", ok ? "ok" : "wrong");
    cudaFree(v); cudaFree(u); cudaFree(f);
    return !ok;
}
