// category: error-not-checked
// mistake: cudaSetDevice(99) fails and the program runs on device 0 believing otherwise
// line: 14
// cure: check the result, and ask cudaGetDeviceCount first
#include <cstdio>
#include <cstdlib>

__global__ void hello(int *p) { *p = 7; }

int main(int argc, char **argv)
{
    int device = argc > 1 ? atoi(argv[1]) : 99;
    int *p, h = 0;
    cudaSetDevice(device);      // MISTAKE
    cudaMalloc(&p, sizeof(int));
    hello<<<1, 1>>>(p);
    cudaMemcpy(&h, p, sizeof(int), cudaMemcpyDeviceToHost);
    printf("device %d says %d\n", device, h);
    cudaFree(p);
    return 0;
}

// expected:
// emu: an error was never looked at: cudaErrorInvalidDevice (invalid device ordinal)
//   at      emu/tests/mistakes/bad/error_not_checked_device.cu:14
//   cure    test what each call returns, and cudaGetLastError() after each launch
// emu: 1 kind of mistake, once; first: error at emu/tests/mistakes/bad/error_not_checked_device.cu:14
// exit status 1
