// expect: ok output "1 2 3 4 5"
// C++ around CUDA: constructors, inheritance, namespaces, exceptions, standard containers.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define CHECK(call)                                                                                \
    if (cudaError_t error = (call); error != cudaSuccess)                                          \
    throw std::runtime_error(std::string(#call ": ") + cudaGetErrorString(error))

namespace gpu {
template <class T> class buffer {
  public:
    explicit buffer(size_t n) : size_{n}, data_(nullptr) { CHECK(cudaMalloc(&data_, n * sizeof(T))); }
    ~buffer() { cudaFree(data_); }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;
    T *data() { return data_; }
    std::vector<T> download() const
    {
        std::vector<T> host(size_);
        CHECK(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }

  private:
    size_t size_;
    T *data_;
};
template <class T> class filler : public buffer<T> {
  public:
    using buffer<T>::buffer;
    void run(T start);
};
template <class T> __global__ void iota(T *out, T start) { out[threadIdx.x] = start + T(threadIdx.x); }
template <class T> void filler<T>::run(T start)
{
    iota<<<1, 5>>>(this->data(), start);
    CHECK(cudaGetLastError());
}
} // namespace gpu

int main()
try {
    auto fill = std::make_unique<gpu::filler<int>>(5);
    fill->run(1);
    auto host = fill->download();
    std::for_each(host.begin(), host.end(), [first = true](int n) mutable {
        std::cout << (first ? "" : " ") << n;
        first = false;
    });
    std::cout << std::endl;
    return 0;
} catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
    return 1;
}
