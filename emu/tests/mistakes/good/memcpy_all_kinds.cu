// category: memcpy-wrong-direction
// shows: host to host, device to device, cudaMemcpyDefault both ways, parts at offsets up to the last byte
#include <cstdio>

int main()
{
    int a[40], b[40], *x, *y, wrong = 0;
    for (int i = 0; i < 40; ++i) a[i] = i;
    cudaMalloc(&x, sizeof(a));
    cudaMalloc(&y, sizeof(a));
    cudaMemcpy(b, a, sizeof(a), cudaMemcpyHostToHost);
    cudaMemcpy(x, b, sizeof(b), cudaMemcpyDefault);
    cudaMemcpy(y, x + 20, 20 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(y + 20, x, 20 * sizeof(int), cudaMemcpyDefault);
    cudaMemcpy(b, y, sizeof(b), cudaMemcpyDefault);
    for (int i = 0; i < 40; ++i) wrong += b[i] != (i + 20) % 40;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong;
}
