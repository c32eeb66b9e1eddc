// category: uninitialised-global
// shows: structs with padding written member by member, then copied whole in a kernel and to the host
#include <cstdio>

struct Item {
    char tag;       // 7 bytes of padding follow
    double value;
};

__global__ void make(Item *a)
{
    a[threadIdx.x].tag = 'a' + threadIdx.x % 26;
    a[threadIdx.x].value = 0.5 * threadIdx.x;
}

__global__ void reverse(const Item *a, Item *b, int n)
{
    Item it = a[threadIdx.x];
    b[n - 1 - threadIdx.x] = it;
}

int main()
{
    const int n = 40;
    Item h[n], *a, *b;
    int wrong = 0;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&b, sizeof(h));
    make<<<1, n>>>(a);
    reverse<<<1, n>>>(a, b, n);
    cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i].value != 0.5 * (n - 1 - i) || h[i].tag != 'a' + (n - 1 - i) % 26;
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    return wrong;
}
