// category: wrong-size-in-bytes
// shows: sizes from the type of the pointer, sizeof of a real array and of a struct, dynamic shared memory in bytes
#include <cstdio>

struct Pair {
    int key;
    double value;
};

template <class T> static T *upload(const T *host, int n)
{
    T *d = nullptr;
    cudaMalloc(&d, n * sizeof(*host));
    cudaMemcpy(d, host, n * sizeof *d, cudaMemcpyHostToDevice);
    return d;
}

__global__ void rotate(Pair *p, const int *by, int n)
{
    extern __shared__ Pair s[];
    int t = threadIdx.x;
    s[t] = p[t];
    __syncthreads();
    p[t] = s[(t + by[0]) % n];
}

int main()
{
    Pair h[24];
    int by[1] = {5}, wrong = 0;
    for (int i = 0; i < 24; ++i) h[i] = Pair{i, i * 0.5};
    Pair *p = upload(h, 24);
    int *d_by = upload(by, 1);
    rotate<<<1, 24, sizeof(h)>>>(p, d_by, 24);
    cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; ++i) wrong += h[i].key != (i + 5) % 24 || h[i].value != (i + 5) % 24 * 0.5;
    printf("%d wrong\n", wrong);
    cudaFree(p);
    cudaFree(d_by);
    return wrong;
}
