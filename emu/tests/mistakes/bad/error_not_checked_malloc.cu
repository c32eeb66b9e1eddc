// category: error-not-checked
// mistake: cudaMalloc of a petabyte fails, the error is ignored, and the program prints a number that no GPU computed
// line: 13 14 15
// cure: check the return value of every call, cudaMalloc first of all
#include <cstdio>
#include <vector>

int main()
{
    size_t n = (size_t)1 << 48, head = 16;
    std::vector<float> h(head, 0.5f);
    float *p = NULL;
    cudaMalloc(&p, n * sizeof(float));                              // MISTAKE
    cudaMemset(p, 0, head * sizeof(float));                         // MISTAKE
    cudaMemcpy(h.data(), p, head * sizeof(float), cudaMemcpyDeviceToHost);  // MISTAKE
    printf("first element: %g\n", h[0]);
    cudaFree(p);
    return 0;
}

// expected:
// emu: cudaMemset: the target is a null pointer
//   at      emu/tests/mistakes/bad/error_not_checked_malloc.cu:14
//   cure    did the allocation succeed?
// emu: cudaMemcpy: the source is a null pointer
//   at      emu/tests/mistakes/bad/error_not_checked_malloc.cu:15
//   cure    did the allocation succeed?
// emu: 1 kind of mistake, 2 times; first: memory at emu/tests/mistakes/bad/error_not_checked_malloc.cu:14
// exit status 1
