// category: use-after-free
// shows: a move-only owner frees once, kernels get a plain view of it
#include <cstdio>
#include <utility>

template <class T> struct View {
    T *p;
    int n;
    __device__ T &operator[](int i) const { return p[i]; }
};

template <class T> class Buffer {
    T *p_ = nullptr;
    int n_ = 0;

public:
    explicit Buffer(int n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); }
    Buffer(Buffer &&o) : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { cudaFree(p_); }
    View<T> view() const { return {p_, n_}; }
};

__global__ void iota(View<int> v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) v[i] = i;
}

static Buffer<int> make(int n)
{
    Buffer<int> b(n);
    iota<<<(n + 31) / 32, 32>>>(b.view());
    return b;
}

int main()
{
    int h[100];
    {
        Buffer<int> a = make(100), b(std::move(a));
        cudaMemcpy(h, b.view().p, sizeof(h), cudaMemcpyDeviceToHost);
    }
    printf("%d\n", h[99]);
    return h[99] != 99;
}
