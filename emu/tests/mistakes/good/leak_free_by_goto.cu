// category: leak
// shows: every way out of the function passes the frees
#include <cstdio>

__global__ void maximum(const int *x, int n, int *r)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(r, x[i]);
}

static int device_max(const int *h, int n, int *result)
{
    int *x = nullptr, *r = nullptr, rc = -1;
    if (n <= 0) goto out;
    if (cudaMalloc(&x, n * sizeof(int)) != cudaSuccess) goto out;
    if (cudaMalloc(&r, sizeof(int)) != cudaSuccess) goto out;
    if (n == 1) {
        *result = h[0];
        rc = 0;
        goto out;
    }
    cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(r, h, sizeof(int), cudaMemcpyHostToDevice);
    maximum<<<1, 32>>>(x, n, r);
    rc = cudaMemcpy(result, r, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess ? 0 : -1;
out:
    cudaFree(x);
    cudaFree(r);
    return rc;
}

int main()
{
    int v[50], a = 0, b = 0, c = 0;
    for (int i = 0; i < 50; ++i) v[i] = (i * 29) % 50;
    int bad = device_max(v, 50, &a) || device_max(v, 1, &b) || !device_max(v, 0, &c);
    printf("%d %d\n", a, b);
    return bad || a != 49 || b != 0;
}
